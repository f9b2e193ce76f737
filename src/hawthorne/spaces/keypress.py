"""`keypress`: a key, and how long it took."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal

from hawthorne.core.draws import Draws
from hawthorne.core.errors import UsageError
from hawthorne.core.values import JSON
from hawthorne.spaces.codes import declared, not_an_option, opaque, stranger, unveiled, veiled
from hawthorne.spaces.grid import Number, is_number, whole
from hawthorne.spaces.problem import Problem, listed, shown


@dataclass(frozen=True, slots=True)
class Keypress:
    """An object with the key's `code` and its response time `rt_ms` in milliseconds, which may be required, optional
    (left out or null where nobody timed it) or absent (left out or null always).

    >>> Keypress(("left", "right"), rt="required").check({"code": "left"})
    'rt_ms is missing: the response time in milliseconds'
    """

    kind: ClassVar[str] = "keypress"
    version: ClassVar[int] = 1
    open: ClassVar[bool] = False

    keys: tuple[str, ...]
    window_ms: Number | None = None
    """The longest response time, in milliseconds; None: any."""
    rt: Literal["required", "optional", "absent"] = "optional"

    def __post_init__(self) -> None:
        object.__setattr__(self, "keys", declared(self.keys, "keypress"))
        if self.rt not in ("required", "optional", "absent"):
            raise UsageError(f'keypress: rt is "required", "optional" or "absent", not {self.rt!r}')
        if self.window_ms is not None and not (is_number(self.window_ms) and self.window_ms > 0):
            raise UsageError(f"keypress: window_ms must be a number above 0, not {self.window_ms!r}")

    def check(self, value: JSON) -> str | None:
        if not isinstance(value, dict):
            return Problem("wrong_type", f"must be an object with the key's code, not {shown(value)}")
        code = value.get("code")
        if not isinstance(code, str) or code not in self.keys:
            if "code" not in value:
                return Problem("missing_required", f"the key's code is missing: one of {listed(self.keys)}")
            return not_an_option(code, self.keys)
        for name in value:
            if name not in ("code", "rt_ms"):
                return Problem("unknown_response", f"{shown(name)} is not part of a key press (code, rt_ms)")
        return self._check_time(value)

    def _check_time(self, value: dict[str, JSON]) -> Problem | None:
        time = value.get("rt_ms")
        if time is None:
            if self.rt != "required":
                return None
            return Problem("missing_required", "rt_ms is missing: the response time in milliseconds")
        if self.rt == "absent":
            return Problem("unknown_response", "rt_ms is not asked for here")
        if is_number(time) and time >= 0 and (self.window_ms is None or time <= self.window_ms):
            return None
        rule = "of at least 0" if self.window_ms is None else f"from 0 to {self.window_ms}"
        return Problem("out_of_range" if is_number(time) else "wrong_type", f"rt_ms must be {rule}, not {shown(time)}")

    def blinded(self) -> Keypress:
        return replace(self, keys=opaque("o", self.keys))

    def blind(self, value: JSON) -> JSON:
        return value | {"code": veiled("o", self.keys, value["code"])}

    def unblind(self, value: JSON) -> JSON:
        return value | {"code": unveiled(self.keys, value["code"])}

    def normal(self, value: JSON) -> JSON:
        """The code, then its time, null where nobody timed it."""
        time = value.get("rt_ms")
        return {"code": value["code"], "rt_ms": None if time is None else whole(time)}

    def sample(self, draws: Draws) -> JSON:
        code = draws.at("code").choice(self.keys)
        if self.rt == "absent":
            return {"code": code}
        longest = 1000 if self.window_ms is None else int(self.window_ms)
        return {"code": code, "rt_ms": draws.at("rt").below(longest + 1)}

    def schema(self) -> dict[str, Any]:
        time: dict[str, Any] = {"type": "null"}
        if self.rt != "absent":
            time = {"type": "number" if self.rt == "required" else ["number", "null"], "minimum": 0}
            time |= {} if self.window_ms is None else {"maximum": self.window_ms}
        return {
            "type": "object",
            "properties": {"code": {"enum": list(self.keys)}, "rt_ms": time},
            "required": ["code", "rt_ms"] if self.rt == "required" else ["code"],
            "additionalProperties": False,
        }

    def examples(self) -> tuple[Sequence[JSON], Sequence[JSON]]:
        key = self.keys[0]
        timed, untimed = {"code": key, "rt_ms": 0}, {"code": key}
        wrong: list[JSON] = [None, key, {}, {"code": stranger(self.keys), "rt_ms": 0}, {"code": 1, "rt_ms": 0}]
        wrong += [timed | {"rt_ms": item} for item in (-1, "1", True)] + [timed | {"extra": 1}]
        if self.rt == "absent":
            return [untimed, untimed | {"rt_ms": None}], [*wrong, timed]
        return ([timed], [*wrong, untimed]) if self.rt == "required" else ([timed, untimed], wrong)
