"""External runners: a program in any language plays the steps, or the pools, that it claims."""

from __future__ import annotations

import json
import queue
import tempfile
import threading
import weakref
from collections.abc import Awaitable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any, ClassVar

from hawthorne.actors.performers.perform import performed
from hawthorne.actors.runner_process import Exchange, RunnerBroke, RunnerProcess
from hawthorne.core.actor import Description
from hawthorne.core.ask import Answer, Ask, Fault, Reply, Silence
from hawthorne.core.draws import Draws
from hawthorne.core.errors import UsageError
from hawthorne.core.performer import HandBack, Site
from hawthorne.core.values import JSON

STEP = {"attributes", "values", "messages", "continues"}
"""What a claimed step's ask shows."""


@dataclass(eq=False)
class RunnerActor:
    """The runner `name`, started by its first hand-off and shared by all roles that it plays. `brief` is what it is
    told of the document."""

    name: str
    command: str
    brief: Mapping[str, JSON]
    site: Site = field(default_factory=Site)
    start_timeout: float = 600.0

    kind: ClassVar[str] = "runner"
    version: ClassVar[int] = 1

    def __post_init__(self) -> None:
        self._process: RunnerProcess | None = None
        self._starting = threading.Lock()
        self._closes: weakref.finalize[..., RunnerActor] | None = None

    @classmethod
    def from_spec(cls, text: str) -> RunnerActor:
        """A runner says itself what it plays, so it is not named for a role. Raises UsageError."""
        raise UsageError(f"a runner claims what it plays: write --runner NAME={text or 'COMMAND'}")

    def claims(self) -> list[str]:
        """Start the runner to hear which elements it claims, and end it. Raises RunnerBroke."""
        try:
            return self._start()
        finally:
            self.close()

    def process(self) -> RunnerProcess:
        """The running process, started (again) where there is none."""
        with self._starting:
            if self._process is None or self._process.gone:
                self._start()
            assert self._process is not None
            return self._process

    def _start(self) -> list[str]:
        shelf = tempfile.TemporaryDirectory(prefix="hawthorne-runner-")
        folder = self.site.out or Path(shelf.name)
        folder.mkdir(parents=True, exist_ok=True)
        plan = Path(shelf.name) / "plan.json"
        plan.write_text(json.dumps(self.brief, ensure_ascii=False), encoding="utf-8")
        process = RunnerProcess(self.name, self.command)
        self._process = process
        self._closes = weakref.finalize(self, _end, process, shelf)
        elements, _ = process.initialize(str(plan), str(folder.resolve()), self.start_timeout)
        return elements

    def close(self) -> None:
        """End the runner."""
        if self._closes is not None:
            self._closes()
        self._process = None

    def open(self, case: int, draws: Draws) -> RunnerMind:
        return RunnerMind(self)

    def describe(self) -> Description:
        parameters = {"name": self.name, "command": self.command}
        return Description(self.kind, parameters, reproducible=False, sees="key")


def _end(process: RunnerProcess, shelf: tempfile.TemporaryDirectory[str]) -> None:
    process.close()
    shelf.cleanup()


class RunnerMind:
    """Hands the asks of one case to the runner.

    A step that exchanges messages is a chain of asks. Each is answered by the step's hand-back, or by what the runner
    sends (`{"send": [messages]}`) or waits for (`{"waits": true}`) meanwhile; then the next ask of the chain brings
    `messages` and names the first one (`continues`).
    """

    __slots__ = ("_actor", "_chains", "_past")

    def __init__(self, actor: RunnerActor) -> None:
        self._actor = actor
        self._past: dict[str, list[tuple[Ask, Answer | Silence]]] = {}
        self._chains: dict[str, tuple[RunnerProcess, Exchange]] = {}

    def answer(self, ask: Ask) -> Reply | Awaitable[Reply]:
        return performed(self._hand_over, ask, None)

    def recall(self, ask: Ask, answer: Answer | Silence) -> None:
        """What was handed back stands in the record. A chain that was cut is played again up to there."""
        if _is_step(ask):
            self._past.setdefault(_first(ask), []).append((ask, answer))

    def withdraw(self, ask: Ask) -> None:
        """The ask is no longer open: its hand-off is cancelled."""
        chain = self._chains.pop(_first(ask), None)
        if chain is not None:
            process, exchange = chain
            threading.Thread(target=process.cancel, args=(exchange,), daemon=True).start()

    def _hand_over(self, ask: Ask) -> Reply:
        first = _first(ask)
        if first == ask.id:
            self._begin(ask)
        elif first not in self._chains:
            problem = self._again(first)
            if problem is not None:
                return problem
        return self._link(ask)

    def _begin(self, first: Ask) -> None:
        process = self._actor.process()
        element, params = _params(first)
        self._chains[first.id] = (process, process.execute(element, params))

    def _link(self, ask: Ask) -> Reply:
        """One ask of a chain: the messages that have come go in, what the runner says next comes out."""
        process, exchange = self._chains[_first(ask)]
        for message in ask.view.get("messages", ()) if _is_step(ask) else ():
            process.deliver(exchange, message)
        reply = self._listen(process, exchange)
        if not _goes_on(reply):
            self._chains.pop(_first(ask), None)
            process.over(exchange)
        return reply if _is_step(ask) else _as_pool(reply)

    def _again(self, first: str) -> Fault | None:
        """Play a chain again that was cut; a fault where the runner does otherwise than it did."""
        past = self._past.pop(first, [])
        if past:
            self._begin(past[0][0])
        for ask, answer in past:
            reply = self._link(ask)
            if not (isinstance(reply, Answer) and isinstance(answer, Answer) and reply.value == answer.value):
                self.withdraw(ask)
                return Fault(f'the runner "{self._actor.name}" did otherwise when this step was taken up again')
        return None if past else Fault(f'the runner "{self._actor.name}" was ended amid this step')

    def _listen(self, process: RunnerProcess, exchange: Exchange) -> Reply:
        timeout = self._actor.site.timeout
        until = None if timeout is None else monotonic() + timeout
        while True:
            try:
                kind, content = exchange.said.get(timeout=None if until is None else max(0.0, until - monotonic()))
            except queue.Empty:
                process.cancel(exchange)
                return Fault(f"took longer than {timeout:g} s (--step-timeout)")
            if kind == "message":
                return Answer({"send": [{key: value for key, value in content.items() if key != "element"}]})
            if kind == "waiting":
                if content.get("seen", 0) >= exchange.delivered:
                    return Answer({"waits": True})
            elif kind == "reply":
                return _handed_back(content)
            else:
                return Fault(str(content))


def _goes_on(reply: Reply) -> bool:
    return isinstance(reply, Answer) and isinstance(reply.value, dict) and not reply.value.keys() - {"send", "waits"}


def _is_step(ask: Ask) -> bool:
    """Whether an ask hands a step over; else it brings a pool a message."""
    return ask.view.keys() <= STEP and bool(ask.view.keys() & {"values", "continues"})


def _first(ask: Ask) -> str:
    """The id of the ask that a chain began with."""
    return str(ask.view.get("continues", ask.id)) if _is_step(ask) else ask.id


def _as_pool(reply: Reply) -> Reply:
    """What a pool answers is its hand-back's result."""
    return Answer(HandBack.of(reply.value).result) if isinstance(reply, Answer) else reply


def _params(ask: Ask) -> tuple[str, dict[str, Any]]:
    """The element that is handed over and what comes with it: a step's attributes and values, or a pool's message."""
    view = ask.view
    if _is_step(ask):
        return ask.step, {"attributes": view["attributes"], "values": view["values"]}
    message = {"id": ask.id, "content": dict(view)}
    params: dict[str, Any] = {"attributes": {}, "values": {}, "message": message}
    if ask.thread is not None:
        params["conversation"] = {"id": ask.thread, "turn": ask.turn or 0}
    return ask.role, params


def _handed_back(content: JSON) -> Reply:
    """A hand-back as a reply: a pool's answer is its result; `noReply` is absence."""
    if not isinstance(content, Mapping):
        return Fault(f"the runner handed back {content!r}, which is no hand-back: write {{'result': …}}")
    if content.get("noReply"):
        return Silence("absent")
    unknown = content.keys() - {"result", "values", "state", "record", "durationMs", "noReply"}
    if unknown:
        return Fault(f"the runner handed back {sorted(unknown)[0]!r}, which a hand-back does not hold")
    return Answer(HandBack.of({"result": None, **{k: v for k, v in content.items() if k != "durationMs"}}).as_json())


__all__ = ["RunnerActor", "RunnerBroke", "RunnerMind"]
