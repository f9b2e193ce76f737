"""Bindings: a value in a scripted call that an earlier call returned, as data.

`{"$from": "call0.result.requests[0].id"}` means: of the first call of this turn, what it returned, its member
`requests`, the first of them, its `id`. `turn1.call0.result.id` means a call of the turn with that index.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from hawthorne.core.values import JSON, shown

FROM = "$from"
"""The key of an object that stands for a value which an earlier call returned."""

_FORM = re.compile(r"^(?:turn(\d+)\.)?call(\d+)\.result((?:\.[A-Za-z_][\w-]*|\[\d+\])*)$", re.ASCII)
_PIECE = re.compile(r"\.([A-Za-z_][\w-]*)|\[(\d+)\]", re.ASCII)


class Binding(NamedTuple):
    """Which call (its index in the turn, from 0), of which turn (None: this one), and the way into its result."""

    turn: int | None
    call: int
    path: tuple[str | int, ...]

    @classmethod
    def of(cls, text: str) -> Binding:
        """Read a binding. Raises ValueError with the rule.

        >>> Binding.of("turn1.call0.result.requests[0].id")
        Binding(turn=1, call=0, path=('requests', 0, 'id'))
        >>> Binding.of("call0.requests")
        Traceback (most recent call last):
        ...
        ValueError: "call0.requests" binds nothing: write callN.result.NAME[INDEX] or turnN.callN.result...
        """
        match = _FORM.match(text)
        if match is None:
            raise ValueError(f'"{text}" binds nothing: write callN.result.NAME[INDEX] or turnN.callN.result...')
        turn, call, rest = match.groups()
        path = tuple(name if name else int(index) for name, index in _PIECE.findall(rest))
        return cls(None if turn is None else int(turn), int(call), path)

    def within(self, result: JSON) -> JSON:
        """What stands at the binding's path in a result. Raises ValueError naming the first piece that is not there.

        >>> Binding.of("call0.result.a[1]").within({"a": ["x", "y"]})
        'y'
        """
        here = result
        for piece in self.path:
            member = isinstance(piece, str) and isinstance(here, Mapping) and piece in here
            item = isinstance(piece, int) and isinstance(here, (list, tuple)) and piece < len(here)
            if not (member or item):
                raise ValueError(f"call{self.call} returned {shown(here)}{_has(here)}, where {piece!r} should be")
            here = here[piece]
        return here


def _has(value: JSON) -> str:
    """The names that an object has, for whoever looked for another."""
    return f" with {', '.join(map(str, value)) or 'nothing in it'}" if isinstance(value, Mapping) else ""


def is_binding(value: JSON) -> bool:
    """Whether a value stands for what an earlier call returned.

    >>> is_binding({"$from": "call0.result.id"}), is_binding({"$from": "x", "more": 1}), is_binding("call0")
    (True, False, False)
    """
    return isinstance(value, Mapping) and set(value) == {FROM} and isinstance(value[FROM], str)
