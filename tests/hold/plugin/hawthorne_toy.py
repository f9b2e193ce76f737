"""A small kind of document and an actor for it, registered as any plug-in is: by the entry points beside this file.

A document is JSON: `{"roles": [...], "n": 3, "shared": false, "steps": [...]}`. Its steps are played in order:

    {"op": "ask", "roles": [...], "until": "all" | "first", "limit": s, "space": "open" | "closed"}
    {"op": "timed", "role": r, "seconds": s}      an ask without a limit, withdrawn by a timer
    {"op": "wait", "seconds": s}
    {"op": "chance"}                              draws, and notes what it drew
    {"op": "forever"}                             waits for what never comes
    {"op": "break"}                               raises: a bug
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

from hawthorne.core.actor import Description
from hawthorne.core.ask import Answer, Ask, Fault, Reply, Silence
from hawthorne.core.document import Document, Role, Setting, Size, Source, Table
from hawthorne.core.draws import Draws
from hawthorne.core.errors import Finding, InvalidDocument, UsageError
from hawthorne.core.machine import (
    Begin,
    Done,
    Drop,
    Due,
    Event,
    Failed,
    Given,
    Note,
    Put,
    Signal,
    Sink,
    Told,
    Wait,
)
from hawthorne.core.record import Record
from hawthorne.core.result import Result


@dataclass(frozen=True)
class Anything:
    kind: ClassVar[str] = "anything"
    version: ClassVar[int] = 1
    open: bool = True

    def check(self, value: Any) -> str | None:
        return None

    def sample(self, draws: Draws) -> Any:
        return draws.below(10)

    def schema(self) -> dict[str, Any]:
        return {}

    def examples(self) -> tuple[Sequence[Any], Sequence[Any]]:
        return [1], []


@dataclass(frozen=True)
class Small:
    """Whole numbers below 100; closed."""

    kind: ClassVar[str] = "small"
    version: ClassVar[int] = 1
    open: bool = False

    def check(self, value: Any) -> str | None:
        return None if isinstance(value, int) and 0 <= value < 100 else f"{value!r} is not a number from 0 to 99"

    def sample(self, draws: Draws) -> Any:
        return draws.below(100)

    def schema(self) -> dict[str, Any]:
        return {"type": "integer", "minimum": 0, "maximum": 99}

    def examples(self) -> tuple[Sequence[Any], Sequence[Any]]:
        return [0, 99], [100, "x"]


ROW = "row"
"""What the notes of answers are called: a test changes it, as a new version of the program would."""

SPACES = {"open": Anything(), "closed": Small()}


class ToyMachine:
    def __init__(self, model: Mapping[str, Any], case: int, draws: Draws) -> None:
        self.steps, self.case, self.draws = model["steps"], case, draws
        self.shared = bool(model.get("shared"))
        self.total = 0
        self.i = -1
        self.open: list[str] = []
        self.timer: str | None = None

    def advance(self, event: Event, now: float, put: Sink) -> None:
        if isinstance(event, Begin):
            self.total = event.carry or 0
            self._next(put)
        elif isinstance(event, Given):
            self._close(event.ask.id, event.answer, put)
        elif isinstance(event, Failed):
            self._close(event.ask.id, Silence("broken"), put)
        elif isinstance(event, Due):
            self._due(event.key, put)
        elif isinstance(event, Told) and event.name == "quiet":
            waits = ", ".join(self.open) or "nothing"
            put(Note("stuck", str(self.i), {"waits": waits}))
            put(Done(Result("stuck", str(self.i), f"waits for {waits}", carry=self._carry())))

    @staticmethod
    def _fail(at: str) -> None:
        """Raise at the step that the file TOY_BUG names: a bug that can be mended."""
        bug = os.environ.get("TOY_BUG")
        if bug and Path(bug).read_text() == at:
            raise LookupError("the toy has a bug")

    def _carry(self) -> int | None:
        return self.total if self.shared else None

    def _next(self, put: Sink) -> None:
        while True:
            self.i += 1
            if self.i == len(self.steps):
                put(Done(Result("ended", value=self.total, carry=self._carry())))
                return
            step = self.steps[self.i]
            self._fail(f"{self.case}/{step['op']}{self.i}")
            put(Note("reached", f"{step['op']}{self.i}"))
            if self._start(step, put):
                return

    def _start(self, step: Mapping[str, Any], put: Sink) -> bool:
        """Start a step; whether it takes time."""
        op = step["op"]
        if op == "break":
            raise ZeroDivisionError("the toy broke")
        if op == "chance":
            put(Note("drew", f"chance{self.i}", self.draws.at("chance", self.i).below(1000)))
            put(Signal("drawn", self.i))
            return False
        if op == "forever":
            return True
        if op in ("wait", "timed"):
            self.timer = f"timer{self.i}"
            put(Wait(self.timer, step["seconds"]))
        for k, role in enumerate([step["role"]] if op == "timed" else step.get("roles", [])):
            self._ask(step, k, role, put)
        return True

    def _ask(self, step: Mapping[str, Any], k: int, role: str, put: Sink) -> None:
        name = f"{self.case}/{step['op']}{self.i}.1.1.{k}"
        self.open.append(name)
        view = {"text": f"step {self.i}", "total": self.total}
        space = SPACES[step.get("space", "open")]
        put(Put(Ask(name, role, f"{step['op']}{self.i}", view, space, step.get("limit"), "talk", self.i, (k, 9))))

    def _close(self, name: str, answer: Answer | Silence, put: Sink) -> None:
        if name not in self.open:
            return
        self.open.remove(name)
        value = answer.value if isinstance(answer, Answer) else answer.reason
        self.total += value if isinstance(value, int) else 1
        put(Note("row", f"{ROW}{self.i}", {"value": value, "total": self.total}, name))
        if not self.open or self.steps[self.i].get("until") == "first" or self.timer:
            self._leave(put)

    def _due(self, key: str, put: Sink) -> None:
        if key == self.timer:
            self.timer = None
            put(Note("left", f"step{self.i}", {"by": key}))
            self._leave(put)
        else:
            self._close(key, Silence("missed"), put)

    def _leave(self, put: Sink) -> None:
        if self.timer:
            put(Drop(self.timer))
            self.timer = None
        for name in self.open:
            put(Drop(name))
        self.open = []
        self._next(put)


@dataclass(frozen=True)
class ToyProgram:
    model: Mapping[str, Any]
    setting: Setting
    roles: tuple[Role, ...]
    shared: tuple[str, ...]
    materials: tuple[Any, ...] = ()

    def size(self, n: int | Mapping[str, int] | None) -> Size:
        cases = self.model.get("n", 1) if n is None else n
        assert isinstance(cases, int)
        return Size(cases, cases * len(self.roles))

    def machine(self, case: int) -> ToyMachine:
        return ToyMachine(self.model, case, self.setting.draws.at("case", case))

    def projections(self, records: Iterable[Record]) -> Iterable[tuple[str, bytes]]:
        for record in records:
            if record.what == "row":
                yield "data/rows.jsonl", json.dumps([record.case, record.value]).encode() + b"\n"

    def tables(self, records: Iterable[Record]) -> Sequence[Table]:
        return []

    def truths(self, trials: Sequence[Mapping[str, Any]]) -> Sequence[Any]:
        return []


class ToyKind:
    kind: ClassVar[str] = "toy"
    version: ClassVar[int] = 1
    suffixes: ClassVar[tuple[str, ...]] = (".toy.json",)

    def read(self, source: Source) -> Document:
        model = json.loads(source.data)
        cites = tuple(
            replace(Source.of_file(source.folder / name), name=name)
            for name in model.get("cites", [])
            if source.folder is not None
        )
        return Document("toy", model.get("name", "toy"), model, source, seed=model.get("seed"), cites=cites)

    def check(self, document: Document) -> Sequence[Finding]:
        return [] if document.model["roles"] else [Finding("error", "no-roles", "the toy has no roles")]

    def digests(self, document: Document) -> Mapping[str, str]:
        return {"protocol": document.source.digest, "any-actor": document.source.digest}

    def info(self, document: Document) -> Mapping[str, Any]:
        return {"name": document.name}

    def operator_fields(self) -> frozenset[str]:
        return frozenset()

    def participant_fields(self) -> frozenset[str]:
        return frozenset()

    def compile(self, document: Document, setting: Setting) -> ToyProgram:
        findings = self.check(document)
        if findings:
            raise InvalidDocument(findings)
        model = document.model
        planted = model.get("planted", {})
        roles = tuple(
            Role(name, name.title(), ToyActor(**planted[name]) if name in planted else None, "toy steps")
            for name in model["roles"]
        )
        return ToyProgram(model, setting, roles, ("the toy counts on",) if model.get("shared") else ())


@dataclass(frozen=True)
class ToyActor:
    """Answers with a small number that depends on the ask and on how many asks it has heard.

    Shares: `miss` (absent), `refuse`, `wrong` (not in a closed space), `crash` (raises). An answer takes a multiple of
    `grain` seconds, up to `slow` times. `die` ends the process at the ask with this id, once if a file `mark` can remember.
    """

    kind: ClassVar[str] = "toy"
    version: ClassVar[int] = 1
    miss: float = 0.0
    refuse: float = 0.0
    wrong: float = 0.0
    crash: float = 0.0
    grain: float = 0.25
    slow: int = 8
    reproducible: bool = True
    sees: str = "key"
    prints: bool = False
    die: str = ""
    mark: str = ""

    @classmethod
    def from_spec(cls, text: str) -> ToyActor:
        try:
            return cls(**json.loads(text or "{}"))
        except (ValueError, TypeError) as error:
            raise UsageError(f'"{text}" is not a toy actor: {error}') from None

    def open(self, case: int, draws: Draws) -> ToyMind:
        return ToyMind(self, draws)

    def describe(self) -> Description:
        shares = {"miss": self.miss, "refuse": self.refuse, "wrong": self.wrong, "crash": self.crash}
        return Description(self.kind, shares, self.reproducible, self.sees)  # type: ignore[arg-type]


class ToyMind:
    def __init__(self, actor: ToyActor, draws: Draws) -> None:
        self.actor, self.draws, self.heard = actor, draws, 0

    def answer(self, ask: Ask) -> Reply:
        actor, draws = self.actor, self.draws.at(ask.id.rpartition("/")[2])
        self.heard += 1
        if actor.prints:
            print("the toy speaks")
        if actor.die and ask.id == actor.die:
            self._die(actor.mark)
        took = None if actor.slow == 0 else draws.at("took").below(actor.slow + 1) * actor.grain
        share = draws.at("share").uniform()
        for limit, reply in (
            (actor.miss, Silence("absent")),
            (actor.refuse, Silence("refused", took)),
            (actor.wrong, Answer("no number", took)),
            (actor.crash, None),
        ):
            if share < limit:
                if reply is None:
                    raise RuntimeError("the toy actor crashed")
                return reply
            share -= limit
        return Answer((draws.at("value").below(90) + self.heard) % 100, took)

    def recall(self, ask: Ask, answer: Answer | Silence) -> None:
        self.heard += 1

    @staticmethod
    def _die(mark: str) -> None:
        try:
            if mark:
                os.close(os.open(mark, os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            return
        os._exit(9)


__all__ = ["Fault", "ToyActor", "ToyKind", "ToyMachine"]
