"""Expressions of a protocol: FEEL text, compiled once, with what it reads of other seats and of calculations.

A scope is one dict a seat that lives as long as the session: `resp`, `loop` and the rest are brought up to date where
they change, and nothing is copied for a reading. What other seats answered and what calculations are worth is put in
only for the expressions that name them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, Protocol

from hawthorne.core.values import JSON
from hawthorne.lang import feel

ROOTS = (
    "arm", "calc", "draw", "factor", "feed", "group", "level_text", "loop", "partner", "resp", "role", "round", "seat",
    "var",
)  # fmt: skip
"""The names that an expression can begin with."""

CONSTANT = frozenset({"arm", "draw", "factor", "feed", "level_text", "seat"})
"""Those that stay as they are for a whole session."""

OTHERS = frozenset({"group", "partner", "role"})
"""Those that reach over to other seats."""


class Across(NamedTuple):
    """A reading of other seats' answers: `root` is `role`, `partner` or `group`; None stands for every one."""

    root: str
    role: str | None
    response: str | None


class Reader(Protocol):
    """Whoever an expression is read for: a seat, or a row of a unit."""

    scope: dict[str, Any]

    def look_across(self, readings: Iterable[Across]) -> None:
        """Bring what other seats answered into the scope."""
        ...


class Expression:
    """An expression, ready to be read for a seat.

    `names` are the roots that it reads, calculations followed; `fixed` says that its value stays for a session.
    """

    __slots__ = ("_calcs", "_run", "across", "fixed", "names", "text")
    across: tuple[Across, ...]
    names: frozenset[str]
    fixed: bool

    def __init__(
        self, text: str, calcs: Mapping[str, Expression] | None = None, within: frozenset[str] = frozenset()
    ) -> None:
        """`within` are the factors that vary within a session. Raises FeelError for what cannot be read and for a name
        that no expression of a protocol begins with."""
        self.text = text
        self._run = feel.compile(text, names=ROOTS, numbers="float", strict_names=True)
        paths = feel.paths(self._run.tree)
        used = {path[1]: None for path in sorted(paths) if path[0] == "calc" and len(path) > 1}
        self._calcs: dict[str, feel.Compiled] = {}
        across = {_across(path) for path in paths if path[0] in OTHERS}
        names = set(self._run.names)
        steady = True
        for name in used:
            inner = (calcs or {}).get(name)
            if inner is not None:
                self._calcs |= inner._calcs
                self._calcs[name] = inner._run
                across |= set(inner.across)
                names |= inner.names
                steady = steady and inner.fixed
        self.across = tuple(sorted(across, key=lambda one: tuple(part or "" for part in one)))
        self.names = frozenset(names - {"calc"})
        varies = any(path[0] in ("factor", "level_text") and (path[1:2] == () or path[1] in within) for path in paths)
        self.fixed = steady and self.names <= CONSTANT and not (within and varies)

    def __call__(self, reader: Reader) -> Any:
        """The value for a reader, as FEEL has it."""
        scope = reader.scope
        if self.across:
            reader.look_across(self.across)
        if self._calcs:
            values: dict[str, JSON] = {}
            scope["calc"] = values
            for name, run in self._calcs.items():
                values[name] = run(scope)
        return self._run(scope)

    def __repr__(self) -> str:
        return f"Expression({self.text!r})"


def _across(path: tuple[str, ...]) -> Across:
    """
    >>> _across(("role", "sender", "resp", "sent"))
    Across(root='role', role='sender', response='sent')
    >>> _across(("group", "resp", "guess"))
    Across(root='group', role=None, response='guess')
    """
    root, *rest = path
    role = rest.pop(0) if root != "group" and rest else None
    return Across(root, role, rest[1] if len(rest) > 1 else None)
