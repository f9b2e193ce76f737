"""Trees to closures: one pass over the tree, then calls of nested Python functions only."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import lru_cache
from typing import Any

from . import tree
from .budget import MAX_STEPS, Budget
from .closures import arithmetic, calls, contexts, logic, lookups, loops, paths
from .emitter import Block, Closure, Emitter, Handler
from .errors import FeelLimitError
from .lanes import LANES, Lane
from .names import special_keys
from .parse import parse, parse_unary_tests
from .parse_types import parse_type_text

HANDLERS: dict[type, Handler] = {
    **lookups.EMIT, **arithmetic.EMIT, **logic.EMIT, **paths.EMIT, **contexts.EMIT, **loops.EMIT, **calls.EMIT,
}  # fmt: skip


class Compiled:
    r"""An expression, ready to be called with a mapping of names to values.

    ``text``, ``tree``, ``names`` (the names of the scope that it may read) and ``warnings`` (what is legal and surely
    wrong: ``FeelWarning``\ s).
    """

    __slots__ = ("_frame", "_max_steps", "_run", "names", "numbers", "text", "tree", "warnings")

    def __init__(self, node: tree.Node, run: Closure, emitter: Emitter, max_steps: int) -> None:
        self.text = emitter.text
        self.tree = node
        self.numbers = emitter.lane.name
        perhaps = emitter.perhaps if emitter.names is None else emitter.perhaps & emitter.names
        self.names = frozenset(emitter.reads | perhaps)
        self.warnings = tuple(sorted(emitter.warnings, key=lambda warning: warning.position))
        self._run = run
        self._frame: list[Any] | None = [None] * emitter.size if emitter.framed else None
        self._max_steps = max_steps

    def __call__(self, scope: Mapping[str, Any]) -> Any:
        """The value in a scope. Raises FeelNameError (strict) and FeelLimitError; all other faults are null."""
        try:
            if self._frame is None:
                return self._run(scope, None)
            frame = self._frame.copy()
            frame[0] = Budget(self._max_steps, self.text)
            return self._run(scope, frame)
        except RecursionError:
            raise FeelLimitError("the evaluation nests deeper than Python's stack", self.text, 0) from None
        except FeelLimitError as error:
            # Functions of values do not know the text.
            raise FeelLimitError(error.message, self.text, error.position, error.hint) from None

    def __repr__(self) -> str:
        return f"Compiled({self.text!r}, numbers={self.numbers!r})"


class UnaryTests:
    """Unary tests, ready to be called with an input and a scope: True, False or None."""

    __slots__ = ("_compiled", "names", "text", "tree", "warnings")

    def __init__(self, compiled: Compiled) -> None:
        self._compiled = compiled
        self.text, self.tree = compiled.text, compiled.tree
        self.names = compiled.names - {"?"}
        self.warnings = compiled.warnings

    def __call__(self, value: Any, scope: Mapping[str, Any] | None = None) -> bool | None:
        result = self._compiled({**(scope or {}), "?": value})
        return result if type(result) is bool else None

    def __repr__(self) -> str:
        return f"UnaryTests({self.text!r})"


def _emitter(
    text: str,
    names: Collection[str] | None,
    numbers: str,
    strict_names: bool,
    clock: Callable[[], Any] | None,
    types: Mapping[str, str] | None,
) -> Emitter:
    if numbers not in LANES:
        raise ValueError(f"numbers are 'decimal' or 'float', not {numbers!r}")
    known = None if names is None else frozenset(names)
    defined = {name: parse_type_text(kind) for name, kind in (types or {}).items()}
    return Emitter(text, LANES[numbers], HANDLERS, known, strict_names, clock, defined)


def compile(
    text: str,
    *,
    names: Collection[str] | None = None,
    numbers: str = "decimal",
    strict_names: bool = False,
    clock: Callable[[], Any] | None = None,
    types: Mapping[str, str] | None = None,
    members: Collection[str] = (),
    max_steps: int = MAX_STEPS,
) -> Compiled:
    """An expression as a function of a scope.

    ``names`` are the names in scope, needed to read names of several words or with symbols; ``members`` such keys of
    values in scope. ``strict_names``: a name that nothing declares is an error, here when ``names`` is given, else when
    it is read; otherwise it is null. ``numbers``: the lane, "decimal" or "float". ``clock`` gives the date and time of
    ``now()``. ``types`` names further types: ``{"tAge": "number"}``.

    Raises FeelSyntaxError, FeelNameError, FeelLimitError.

    >>> compile("age >= 18", numbers="float")({"age": 20})
    True
    """
    emitter = _emitter(text, names, numbers, strict_names, clock, types)
    try:
        node = emitter.root = parse(text, (*(names or ()), *emitter.types), members)
        return Compiled(node, _rooted(emitter.emit(node), emitter.lane), emitter, max_steps)
    except RecursionError:
        raise FeelLimitError("the expression nests deeper than Python's stack", text, 0) from None


def compile_tree(node: tree.Node, *, names: Collection[str] | None = None, numbers: str = "decimal") -> Compiled:
    """A tree, or a part of one, as a function of a scope. What is bound around the part is not in its scope.

    >>> compile_tree(parse("if a then 1 else 2", ["a"]).conditions[0], names=["a"])({"a": True})
    True
    """
    emitter = _emitter("", names, numbers, False, None, None)
    emitter.root = node
    return Compiled(node, _rooted(emitter.emit(node), emitter.lane), emitter, MAX_STEPS)


def _rooted(run: Closure, lane: Lane) -> Closure:
    """In the float lane a number read from the scope is presented as one that was computed."""
    if lane.name != "float":
        return run
    number = lane.number

    def presented(scope: Any, frame: Any) -> Any:
        value = run(scope, frame)
        return number(value) if type(value) is float else value

    return presented


def unary_tests(
    text: str,
    *,
    names: Collection[str] | None = None,
    numbers: str = "decimal",
    strict_names: bool = False,
    clock: Callable[[], Any] | None = None,
    types: Mapping[str, str] | None = None,
    max_steps: int = MAX_STEPS,
) -> UnaryTests:
    """Unary tests as a function of an input and a scope; parameters as of ``compile``.

    >>> adult = unary_tests(">= 18, null")
    >>> adult(20), adult(4), adult(None)
    (True, False, True)
    """
    known = None if names is None else {*names, "?"}
    emitter = _emitter(text, known, numbers, strict_names, clock, types)
    try:
        node = emitter.root = parse_unary_tests(text, (*(names or ()), *emitter.types))
        return UnaryTests(Compiled(node, _tests_closure(emitter, node), emitter, max_steps))
    except RecursionError:
        raise FeelLimitError("the expression nests deeper than Python's stack", text, 0) from None


def _tests_closure(emitter: Emitter, node: tree.UnaryTests) -> Closure:
    if not node.tests:
        return lambda scope, frame: True
    value = emitter.emit(tree.Name("?"))
    with emitter.block(Block()):
        test = loops.joined_tests(emitter, node.tests, cells=True)
    if not node.negated:
        return lambda scope, frame: test(value(scope, frame), scope, frame)

    def negated(scope: Any, frame: Any) -> Any:
        verdict = test(value(scope, frame), scope, frame)
        return None if verdict is None else not verdict

    return negated


@lru_cache(maxsize=1024)
def _compiled(text: str, names: frozenset[str], numbers: str, special: frozenset[str]) -> Compiled:
    return compile(text, names=names, numbers=numbers, members=special)


def evaluate(text: str, context: Mapping[str, Any] | None = None, *, numbers: str = "decimal") -> Any:
    """The value of an expression in a context.

    >>> evaluate("Monthly Salary * 12", {"Monthly Salary": 1000})
    Decimal('12000')
    >>> evaluate("sum(for x in 1..3 return x * x)", numbers="float")
    14
    """
    scope = context or {}
    names = frozenset(name for name in scope if isinstance(name, str))
    return _compiled(text, names, numbers, special_keys(scope))(scope)
