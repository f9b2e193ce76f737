"""The stage: one scenario being played against one host. It knows what the scenario's words mean there (keys, names of
threads and routines, captured ways to a computer), and keeps what its steps saw.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from hawthorne.core.errors import did_you_mean
from hawthorne.core.values import JSON, canonical
from hawthorne.evals.broken import StepFailed, Stuck, TimedOut
from hawthorne.evals.worlds.host import Host, Moment, Response
from hawthorne.lang.bindings import FROM, Binding
from hawthorne.scenarios.refs import Meaning, Reference, resolve, say

T = TypeVar("T")

SHOWN = 400
"""How many characters of a last seen value are told."""


@dataclass(slots=True)
class Deed:
    """A step that was done, or came to nothing: when it began and ended on the host's clock and in the order of its
    changes, and what it came to."""

    index: int
    kind: str
    text: str
    began: float
    ended: float
    seq: int
    end_seq: int
    ok: bool
    detail: str

    def as_json(self) -> dict[str, JSON]:
        return {"index": self.index, "kind": self.kind, "text": self.text, "from": self.began, "to": self.ended,
                "seq": self.seq, "endSeq": self.end_seq, "ok": self.ok, "detail": self.detail}  # fmt: skip


@dataclass
class Stage:
    """What a scenario's words mean at this host. `bots` and `threads` are ids by key (a thread: the one that the bot
    was created with); `runs` has the latest run of each routine; `captured` the way to the computer of each bot."""

    host: Host
    world: str = "coordination"
    compat: bool = False
    bots: dict[str, str] = field(default_factory=dict)
    threads: dict[str, str] = field(default_factory=dict)
    opened: dict[str, str] = field(default_factory=dict)
    routines: dict[str, str] = field(default_factory=dict)
    runs: dict[str, str] = field(default_factory=dict)
    scripted: dict[str, list[str | None]] = field(default_factory=dict)
    """The gate of each scripted turn, if it has one, by bot."""
    captured: dict[str, str] = field(default_factory=dict)
    consumed: set[str] = field(default_factory=set)
    sends: list[dict[str, JSON]] = field(default_factory=list)
    observations: dict[str, dict[str, JSON]] = field(default_factory=dict)
    proven: dict[str, list[str]] = field(default_factory=dict)
    deeds: list[Deed] = field(default_factory=list)
    wording: dict[str, str] | None = None
    moment: Moment = field(default_factory=lambda: Moment(0.0))
    """Where the host's time stood when it was last looked at."""

    @property
    def now(self) -> float:
        return self.moment.now

    # --- what words mean -----------------------------------------------------------------------------------------

    def bot(self, key: str) -> str:
        """The id of a bot. Raises StepFailed."""
        return self._known(self.bots, key.removeprefix("@"), "bot")

    def routine(self, name: str) -> str:
        """The id of a routine. Raises StepFailed."""
        return self._known(self.routines, name, "routine")

    def run(self, name: str) -> str:
        """The id of the latest run of a routine. Raises StepFailed."""
        self.routine(name)
        if name not in self.runs:
            raise StepFailed(f'the routine "{name}" was not run yet')
        return self.runs[name]

    def thread(self, key: str, name: str | None = None) -> str:
        """The id of a bot's thread: the one it was created with (no name, or `active`), that of its first handoff node
        (`node`), or one that a step opened. Raises StepFailed."""
        key = key.removeprefix("@")
        bot = self.bot(key)
        if name is None or name == "active":
            return self.threads[key]
        if name == "node":
            nodes = [node for node in self.nodes() if node["botId"] == bot]
            if not nodes:
                raise StepFailed(f'"{key}" has no handoff node')
            found: str = nodes[0]["threadId"]
            return found
        return self._known(self.opened, name, "thread")

    def meant(self, value: JSON) -> JSON:
        """A value with its references (`@key`) and wordings replaced by what they mean here; a binding stays, for the
        model to resolve. Raises StepFailed."""
        try:
            return resolve(value, Meaning(self._refers, written, self._says), self.bots)
        except ValueError as error:
            raise StepFailed(str(error)) from None

    def worded(self, text: str | Mapping[str, str]) -> str:
        """A text, or the harness's own words for `{"$msg": key}`."""
        return text if isinstance(text, str) else str(self.meant(text))

    def _refers(self, reference: Reference) -> JSON:
        what, name = reference
        if what == "bot":
            return self.bot(name)
        if what == "routine":
            return self.routine(name)
        if what == "thread":
            return self._known(self.opened, name, "thread")
        return self.thread(name, "node" if what == "node" else None)

    def _says(self, message: Mapping[str, str]) -> str:
        if self.wording is None:
            self.wording = self.host.evidence()["wording"]
        return say(message, self.wording)

    def key_of(self, bot: str) -> str:
        """The key of a bot's id; the id itself for a bot of no key."""
        return next((key for key, id in self.bots.items() if id == bot), bot)

    @staticmethod
    def _known(table: Mapping[str, str], name: str, word: str) -> str:
        if name not in table:
            raise StepFailed(f'unknown {word} "{name}": {did_you_mean(name, table) or f"there is no {word} yet"}')
        return table[name]

    # --- acting --------------------------------------------------------------------------------------------------

    def request(self, method: str, target: str, body: JSON = None, token: str | None = None) -> Response:
        """Make a request, and let happen what happens because of it."""
        response = self.host.request(method, target, body, token)
        self.settle()
        return response

    def demand(self, method: str, target: str, body: JSON = None, expect: int | None = None) -> Response:
        """Make a request that must be answered with this status, or any below 300. Raises StepFailed."""
        response = self.request(method, target, body)
        if response.status == expect or (expect is None and response.fine):
            return response
        wanted = "" if expect is None else f", not {expect}"
        raise StepFailed(f"{method} {target} was answered with {response.status}{wanted}: {told(response.body)}")

    def settle(self) -> Moment:
        """Let everything happen that happens now."""
        self.moment = self.host.settle()
        return self.moment

    def look(self, target: str) -> Any:
        """Read something. Raises StepFailed where it is not there."""
        response = self.host.request("GET", target)
        if not response.fine:
            raise StepFailed(f"GET {target} was answered with {response.status}: {told(response.body)}")
        return response.body

    def nodes(self) -> list[dict[str, Any]]:
        """The nodes of handed-off work, in the order of insertion."""
        found: list[dict[str, Any]] = self.look("/api/handoffs")["nodes"]
        return found

    # --- waiting -------------------------------------------------------------------------------------------------

    def wait(self, what: str, read: Callable[[Moment], T], accept: Callable[[T], bool], timeout_ms: float) -> T:
        """Wait until a value is as it should be; returns it.

        Time moves only to what is due next. Raises Stuck as soon as nothing is due that could change anything by the
        deadline, TimedOut where things happened until the deadline and the value never was so.
        """
        moment = self.settle()
        deadline = round(moment.now + timeout_ms / 1000, 6)
        happened = False
        while True:
            value = read(moment)
            if accept(value):
                return value
            left = round(deadline - moment.now, 6)
            moment = self.host.advance(left) if left > 0 else moment._replace(moved=False)
            self.moment = moment
            if not moment.moved:
                break
            happened = True
        last = f"last seen value: {told(value)}"
        if happened and (left <= 0 or moment.due is not None):
            raise TimedOut(f"timed out after {timeout_ms:g} ms waiting until {what}; {last}{self._held(moment)}")
        nothing = "nothing is on its way"
        if moment.due is not None:
            later = f"the next thing in {moment.due - moment.now:g} s"
            nothing = f"nothing is due before the deadline ({timeout_ms:g} ms), {later}"
        raise Stuck(f"stuck waiting until {what}: {nothing}; {last}{self._held(moment)}")

    def _held(self, moment: Moment) -> str:
        """Which closed gates hold up whom."""
        parts = [f'gate "{gate}" holds {", ".join(map(self.key_of, bots))}' for gate, bots in moment.held.items()]
        return f"; closed: {'; '.join(parts)}" if parts else ""


def written(binding: Binding) -> JSON:
    """A binding as a document has it.

    >>> written(Binding.of("turn1.call0.result.requests[0].id"))
    {'$from': 'turn1.call0.result.requests[0].id'}
    """
    turn = "" if binding.turn is None else f"turn{binding.turn}."
    path = "".join(f".{piece}" if isinstance(piece, str) else f"[{piece}]" for piece in binding.path)
    return {FROM: f"{turn}call{binding.call}.result{path}"}


def told(value: JSON) -> str:
    """A value as a message shows it.

    >>> told({"b": 1, "a": "x"})
    '{"a":"x","b":1}'
    """
    text = canonical(value)
    return text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"
