"""Judging evidence: what an assertion is, and the words that its fields are made of.

The type of a field says what it refers to, so that a checker finds every reference of every assertion, those of
plug-ins too: `BotKey` a bot, `Saved` what an earlier step saved, `TurnIndex` a scripted turn of the `bot`, `Text` a
text or the harness's own wording, a mapping of JSON values whatever may refer. An assertion that says nothing whatever
the evidence is has a method `vacuous`, which returns why.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple, NewType, Protocol

from hawthorne.core.values import JSON
from hawthorne.records.evidence import Evidence, TurnRow

BotKey = NewType("BotKey", str)
"""The key of a bot in the scenario."""
Saved = NewType("Saved", str)
"""The name under which a step saved an observation."""
TurnIndex = NewType("TurnIndex", int)
"""The index of a turn of the assertion's bot, from 0."""
NodeStatus = NewType("NodeStatus", str)
"""A status of a handoff node."""
RunStatus = NewType("RunStatus", str)
"""A status of a routine's run."""
Ref = NewType("Ref", str)
"""A reference: `@lead.thread`."""
Text = str | Mapping[str, str]
"""A text, or `{"$msg": key}` for a sentence of the harness, with the values of its placeholders beside it."""

COORDINATE = "coordinate_bots"
"""The tool that a call means when it names none."""


class Lacking(ValueError):
    """What an assertion is about is not in the evidence: it does not hold, and nothing is wrong with its scorer."""


class Verdict(NamedTuple):
    """Whether an assertion holds, and what was found."""

    holds: bool
    detail: str

    def as_json(self) -> dict[str, JSON]:
        return {"pass": self.holds, "detail": self.detail}


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call as a scenario writes it. `expect_error` None leaves open whether it may be refused."""

    tool: str = COORDINATE
    arguments: Mapping[str, JSON] = field(default_factory=dict)
    expect_error: bool | None = None


Resolve = Callable[[JSON], JSON]
"""What stands for a value: references (`@key`) and wordings (`{"$msg": key}`) in it, however deep, replaced by what
they mean in this run. Raises ValueError for one that means nothing."""


class Assertion(Protocol):
    """A frozen dataclass whose fields are its form in a scenario, in camelCase there; registered under its kind."""

    kind: ClassVar[str]
    version: ClassVar[int]

    def score(self, evidence: Evidence, resolve: Resolve) -> Verdict:
        """Judge the evidence. What it raises is a verdict too: it does not hold."""
        ...


def judge(assertion: Assertion, evidence: Evidence, resolve: Resolve) -> Verdict:
    """The verdict of an assertion; a scorer that breaks has not found that it holds."""
    try:
        return assertion.score(evidence, resolve)
    except Lacking as lacking:
        return Verdict(False, str(lacking))
    except Exception as error:
        return Verdict(False, f"scorer error: {error or type(error).__name__}")


def turn_of(evidence: Evidence, bot: str, index: int) -> TurnRow:
    """A bot's turn. Raises Lacking, naming those that there are."""
    turn = evidence.turn_of(bot, index)
    if turn is None:
        there = ", ".join(str(turn.index) for turn in evidence.turns_of(bot)) or "none"
        raise Lacking(f"{bot} has no turn {index} (turns that ended: {there})")
    return turn


def worded(text: Text, resolve: Resolve) -> str:
    """A text in full. Raises ValueError for a wording that is not known and for one that comes to nothing: an empty
    text is in every other."""
    if isinstance(text, str):
        return text
    said = resolve(text)
    if not isinstance(said, str) or not said:
        raise ValueError(f"the wording {text.get('$msg')!r} comes to nothing")
    return said
