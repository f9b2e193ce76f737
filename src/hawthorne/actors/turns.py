"""The scripted model: turns written out beforehand, played as a chain of answers to one ask a model call.

A scripted turn is an object of the original format: `steps` (calls, in order), then `gate` (held until it is opened),
then `delayMs`, then `fail`, or else `reply`. With `exits` the model's process ends so often before that, which is the
silence `exited`: whoever asks may ask again. Each call is one link; its result comes with the next. A call whose
refusal is not what `expectError` says breaks the turn. A turn that is not in the script is the silence `overrun`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

from hawthorne.core.actor import Description
from hawthorne.core.ask import Answer, Ask, Fault, Reply, Silence
from hawthorne.core.draws import Draws
from hawthorne.core.errors import UsageError
from hawthorne.core.values import JSON, plain
from hawthorne.lang.bindings import FROM, Binding, is_binding
from hawthorne.records.evidence import OFF_SCRIPT

TOOL = "coordinate_bots"
"""The tool of a call that names none."""

OVERRUN = Silence("overrun")
EXITED = Silence("exited")

Scripts = Mapping[str, Sequence[Mapping[str, JSON]]]
"""Scripted turns in order, by role (a bot's id)."""


@dataclass(frozen=True, slots=True)
class TurnsActor:
    """`turns:FILE.json`: an object from roles (ids of bots) to their turns, each `{"turns": [...]}` or the list."""

    scripts: Scripts = field(default_factory=dict)

    kind: ClassVar[str] = "turns"
    version: ClassVar[int] = 1

    @classmethod
    def from_spec(cls, text: str) -> TurnsActor:
        """Read the JSON file. Raises UsageError."""
        if not text:
            raise UsageError("scripted turns need their file: write turns:FILE.json")
        try:
            return cls(scripts_of(json.loads(Path(text).read_text(encoding="utf-8"))))
        except OSError as error:
            raise UsageError(f"{text} cannot be read: {error.strerror}") from None
        except ValueError as error:
            raise UsageError(f"{text}: {error}") from None

    def open(self, case: int, draws: Draws) -> TurnsMind:
        return TurnsMind(self.scripts)

    def describe(self) -> Description:
        return Description(self.kind, {"scripts": plain(self.scripts)}, reproducible=True, sees="key")


def scripts_of(plan: JSON) -> dict[str, list[dict[str, JSON]]]:
    """The scripts of a plan as JSON has it. Raises ValueError with the rule.

    >>> scripts_of({"bot-1": {"turns": [{"reply": "Hello."}]}, "bot-2": []})
    {'bot-1': [{'reply': 'Hello.'}], 'bot-2': []}
    """
    if not isinstance(plan, Mapping):
        raise ValueError('a plan is an object from bot ids to {"turns": [...]}')
    scripts = {}
    for role, said in plan.items():
        turns = said.get("turns") if isinstance(said, Mapping) else said
        if not isinstance(turns, list) or not all(isinstance(turn, Mapping) for turn in turns):
            raise ValueError(f'the plan of "{role}" must be {{"turns": [...]}}, each turn an object')
        scripts[role] = [dict(turn) for turn in turns]
    return scripts


class TurnsMind:
    """The model of any number of roles: what was replied in each turn, and what calls returned."""

    __slots__ = ("_exits", "_replied", "_results", "scripts")

    def __init__(self, scripts: Scripts) -> None:
        self.scripts = scripts
        self._exits: dict[tuple[str, int], int] = {}
        self._replied: dict[tuple[str, int], str] = {}
        self._results: dict[tuple[str, int], list[Mapping[str, Any]]] = {}

    def answer(self, ask: Ask) -> Reply:
        """The next call of the turn, or its end."""
        index = ask.turn or 0
        turns = self.scripts.get(ask.role, ())
        if index >= len(turns):
            return OVERRUN
        turn = turns[index]
        results = self._remember(ask)
        calls = turn.get("steps") or []
        mismatch = _mismatch(calls, results)
        if mismatch is not None:
            return Fault(f"{OFF_SCRIPT}turn {index}, {mismatch}")
        if len(results) < len(calls):
            return self._call(ask.role, index, calls[len(results)], results)
        return self._end(ask, index, turn)

    def recall(self, ask: Ask, answer: Answer | Silence) -> None:
        """Remember what calls had returned, that the model had exited, and that the turn was replied to."""
        self._remember(ask)
        if answer == EXITED:
            self._exit(ask)
        if isinstance(answer, Answer) and isinstance(answer.value, Mapping) and not answer.value.get("calls"):
            self._replied.setdefault((ask.role, ask.turn or 0), ask.id)

    # --- inside --------------------------------------------------------------------------------------------------

    def _remember(self, ask: Ask) -> list[Mapping[str, Any]]:
        """The results of the turn's calls so far, in order."""
        messages: Sequence[Mapping[str, Any]] = ask.view.get("messages") or ()
        results = [message for message in messages if message.get("role") == "tool"]
        self._results[ask.role, ask.turn or 0] = results
        return results

    def _call(self, role: str, index: int, call: Mapping[str, Any], results: Sequence[Mapping[str, Any]]) -> Reply:
        try:
            arguments = self._bound(role, index, call.get("arguments") or {})
        except ValueError as error:
            return Fault(f"{OFF_SCRIPT}turn {index}, call {len(results)} ({_tool(call)}): {error}")
        return Answer({"calls": [{"tool": _tool(call), "arguments": arguments}]})

    def _bound(self, role: str, index: int, value: JSON) -> JSON:
        """A value with each binding replaced by what it stands for. Raises ValueError."""
        if is_binding(value):
            binding = Binding.of(value[FROM])
            turn = index if binding.turn is None else binding.turn
            results = self._results.get((role, turn), [])
            if binding.call >= len(results):
                raise ValueError(f"{value[FROM]} names a call that was not made: turn {turn} has {len(results)} so far")
            return binding.within(_value(results[binding.call]))
        if isinstance(value, Mapping):
            return {key: self._bound(role, index, item) for key, item in value.items()}
        if isinstance(value, list):
            return [self._bound(role, index, item) for item in value]
        return value

    def _exit(self, ask: Ask) -> None:
        turn = ask.role, ask.turn or 0
        self._exits[turn] = self._exits.get(turn, 0) + 1

    def _end(self, ask: Ask, index: int, turn: Mapping[str, Any]) -> Reply:
        """The turn's end; words that come after it find a model that has nothing more to say."""
        if self._exits.get((ask.role, index), 0) < (turn.get("exits") or 0):
            self._exit(ask)
            return EXITED
        if self._replied.setdefault((ask.role, index), ask.id) != ask.id:
            return Answer({"text": ""})
        gate, delay = turn.get("gate"), turn.get("delayMs")
        took = None if delay is None else delay / 1000
        if turn.get("fail"):
            return Fault("the script has this turn fail", took, after=gate)
        return Answer({"text": turn.get("reply") or ""}, took, after=gate)


def _tool(call: Mapping[str, Any]) -> str:
    return str(call.get("tool") or TOOL)


def _value(result: Mapping[str, Any]) -> JSON:
    """What a call returned: its text as the JSON that it is, or the text."""
    content = result.get("content")
    if isinstance(content, str) and content[:1] in ("{", "["):
        try:
            return json.loads(content)
        except ValueError:
            return content
    return content


def _mismatch(calls: Sequence[Mapping[str, Any]], results: Sequence[Mapping[str, Any]]) -> str | None:
    """Why the last result is not what its call expects, or None."""
    number = len(results) - 1
    if not 0 <= number < len(calls):
        return None
    call, result = calls[number], results[number]
    errored, expected = bool(result.get("errored")), bool(call.get("expectError"))
    if errored == expected:
        return None
    where = f"call {number} ({_tool(call)})"
    if errored:
        return f"{where} was refused: {result.get('content')}"
    return f"{where} was to be refused and succeeded"
