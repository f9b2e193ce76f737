"""`turn`: what a bot says to one model call: a reply, calls of tools, or both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from hawthorne.core.draws import Draws
from hawthorne.core.errors import UsageError
from hawthorne.core.values import JSON
from hawthorne.spaces.codes import declared, not_an_option, stranger
from hawthorne.spaces.problem import Problem, shown
from hawthorne.spaces.text import Text


@dataclass(frozen=True, slots=True)
class Turn:
    """An object with `text` (a string), `calls` (a list of `{"tool": name, "arguments": object}`), or both; at least
    one call where there is no text. What a tool makes of its arguments is the tool's to say.

    >>> Turn(("search",)).check({"calls": [{"tool": "search", "arguments": {"q": "x"}}]}) is None
    True
    >>> Turn(()).check({"calls": [{"tool": "search"}]})
    'must be a text: no tool is offered here'
    >>> Turn((), strict=False).check({"calls": [{"tool": "search"}]}) is None
    True
    """

    kind: ClassVar[str] = "turn"
    version: ClassVar[int] = 1
    open: ClassVar[bool] = False

    tools: tuple[str, ...] = ()
    """The names of the tools offered."""
    most: int | None = None
    """At most so many calls; None: any number."""
    strict: bool = True
    """False: a call may name any tool. Whoever carries out the calls refuses the strangers, as it does in the field."""

    def __post_init__(self) -> None:
        if self.tools:
            object.__setattr__(self, "tools", declared(self.tools, "turn"))
        if self.most is not None and self.most < 1:
            raise UsageError(f"turn: most must be at least 1 call, not {self.most}; offer no tools for none")

    def check(self, value: JSON) -> str | None:
        if not isinstance(value, dict):
            return Problem("wrong_type", f"must be an object with a text or calls, not {shown(value)}")
        for name in value:
            if name not in ("text", "calls"):
                return Problem("unknown_response", f"{shown(name)} is not part of a turn (text, calls)")
        if "text" in value:
            problem = Text().check(value["text"])
            if problem is not None:
                return Problem("wrong_type", f"the text {problem}")
        calls = value.get("calls", [])
        if not isinstance(calls, list):
            return Problem("wrong_type", f"calls must be a list, not {shown(calls)}")
        if not calls and "text" not in value:
            return Problem("too_few", "must hold a text or at least one call of a tool")
        return self._check_calls(calls)

    def _check_calls(self, calls: list[JSON]) -> Problem | None:
        if calls and not self.tools and self.strict:
            return Problem("too_many", "must be a text: no tool is offered here")
        if self.most is not None and len(calls) > self.most:
            return Problem("too_many", f"must hold at most {self.most} calls, not {len(calls)}")
        for call in calls:
            if not isinstance(call, dict) or "tool" not in call or call.keys() - {"tool", "arguments"}:
                return Problem("wrong_type", "a call must be an object with a tool and its arguments")
            tool = call["tool"]
            if not isinstance(tool, str) or (self.strict and tool not in self.tools):
                return not_an_option(tool, self.tools)
            if not isinstance(call.get("arguments", {}), dict):
                return Problem("wrong_type", f"arguments must be an object, not {shown(call['arguments'])}")
        return None

    def sample(self, draws: Draws) -> JSON:
        which = draws.at("what").below(len(self.tools) + 1)
        if which == len(self.tools):
            return {"text": Text().sample(draws.at("text"))}
        return {"calls": [{"tool": self.tools[which], "arguments": {}}]}

    def schema(self) -> dict[str, Any]:
        call = {
            "type": "object",
            "properties": {"tool": self._names(), "arguments": {"type": "object"}},
            "required": ["tool"],
            "additionalProperties": False,
        }
        may_call = bool(self.tools) or not self.strict
        calls: dict[str, Any] = {"type": "array", "items": call if may_call else False}
        calls |= {} if self.most is None else {"maxItems": self.most}
        some = {"required": ["calls"], "properties": {"calls": {"minItems": 1}}}
        return {
            "type": "object",
            "properties": {"text": {"type": "string"}, "calls": calls},
            "anyOf": [{"required": ["text"]}, some] if may_call else [{"required": ["text"]}],
            "additionalProperties": False,
        }

    def _names(self) -> dict[str, Any]:
        return {"enum": list(self.tools)} if self.strict else {"type": "string"}

    def examples(self) -> tuple[Sequence[JSON], Sequence[JSON]]:
        call: dict[str, JSON] = {"tool": stranger(self.tools) if self.strict else 1, "arguments": {}}
        wrong: list[JSON] = [None, "hello", {}, {"text": 1}, {"calls": []}, {"calls": [call]}, {"text": "", "x": 1}]
        good = [{"tool": tool, "arguments": {"a": 1}} for tool in self.tools[:1]]
        wrong += [{"calls": [item | {"arguments": []}]} for item in good]
        return [{"text": "hello"}, {"text": ""}] + [{"calls": [item]} for item in good], wrong
