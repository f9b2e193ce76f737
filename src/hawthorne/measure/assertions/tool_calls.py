"""`toolCalls`: exactly these calls, in this order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from hawthorne.core.values import JSON
from hawthorne.lang.bindings import FROM, Binding, is_binding
from hawthorne.measure.arguments import Mode, difference
from hawthorne.records.evidence import Call, Evidence, TurnRow
from hawthorne.records.judging import BotKey, Resolve, ToolCall, Verdict


@dataclass(frozen=True, slots=True)
class ToolCalls:
    """The calls of all turns of the bot, in the order of the evidence, are these and no others; an empty list means
    that it made none. `modes` says by tool how arguments are compared (`*`: every other tool)."""

    kind: ClassVar[str] = "toolCalls"
    version: ClassVar[int] = 1

    bot: BotKey
    equals: tuple[ToolCall, ...]
    modes: Mapping[str, Mode] = field(default_factory=dict, metadata={"extension": True})

    def score(self, evidence: Evidence, resolve: Resolve) -> Verdict:
        made = [(turn, call) for turn in evidence.turns_of(self.bot) for call in turn.tool_calls]
        pairs = zip(self.equals, made, strict=False)
        wrong = [self._mismatch(i, wanted, turn, call, evidence, resolve)
                 for i, (wanted, (turn, call)) in enumerate(pairs)]  # fmt: skip
        found = [each for each in wrong if each is not None]
        found += [f"call {i}: {self.equals[i].tool} is missing" for i in range(len(made), len(self.equals))]
        if len(made) > len(self.equals):
            extra = [call.tool for _, call in made[len(self.equals) :]]
            found.append(f"{len(extra)} unexpected extra: {', '.join(extra)}")
        if found:
            return Verdict(False, "; ".join(found))
        return Verdict(True, f"{len(made)} calls as expected" if made else "no call, as expected")

    def _mismatch(self, i: int, wanted: ToolCall, turn: TurnRow, call: Call, evidence: Evidence,
                  resolve: Resolve) -> str | None:  # fmt: skip
        if call.tool != wanted.tool:
            return f"call {i}: {call.tool}, not {wanted.tool}"
        mode = self.modes.get(call.tool, self.modes.get("*", "exact"))
        expected = resolve(_bound(wanted.arguments, turn, evidence)) if mode != "ignore" else None
        found = difference(expected, call.arguments, mode)
        if found is not None:
            return f"call {i} ({call.tool}): {found}"
        if wanted.expect_error is not None and call.errored != wanted.expect_error:
            return f"call {i} ({call.tool}): {'refused' if call.errored else 'not refused'}"
        return None


def _bound(value: JSON, turn: TurnRow, evidence: Evidence) -> Any:
    """Arguments with the values that earlier calls returned in this run."""
    if is_binding(value):
        binding = Binding.of(value[FROM])
        there = turn if binding.turn is None else evidence.turn_of(turn.bot, binding.turn)
        if there is None or binding.call >= len(there.tool_calls):
            raise ValueError(f"{value[FROM]}: there is no such call")
        return binding.within(there.tool_calls[binding.call].result)
    if isinstance(value, Mapping):
        return {key: _bound(item, turn, evidence) for key, item in value.items()}
    return [_bound(item, turn, evidence) for item in value] if isinstance(value, (list, tuple)) else value
