"""The typed tree of an expression: small frozen nodes; chains of one operator are one node, so long texts stay shallow.

``at`` is the offset in the text; it takes no part in equality, so ``parse(format(tree)) == tree``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from decimal import Decimal


@dataclass(frozen=True, slots=True)
class Node:
    """What every node has: the offset where it begins."""

    at: int = field(default=0, compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Number(Node):
    value: Decimal


@dataclass(frozen=True, slots=True)
class String(Node):
    value: str


@dataclass(frozen=True, slots=True)
class Boolean(Node):
    value: bool


@dataclass(frozen=True, slots=True)
class Null(Node):
    pass


@dataclass(frozen=True, slots=True)
class AtLiteral(Node):
    """``@"2026-01-31"``: the text of a date, time, date and time or duration."""

    text: str


@dataclass(frozen=True, slots=True)
class Name(Node):
    name: str


@dataclass(frozen=True, slots=True)
class Path(Node):
    """``base.a.b``: the keys in order."""

    base: Node
    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Filter(Node):
    """``base[test]``: an index or a selection."""

    base: Node
    test: Node


@dataclass(frozen=True, slots=True)
class Call(Node):
    """``function(arguments)``; ``labels`` are the parameters' names of a call by name, else None."""

    function: Node
    arguments: tuple[Node, ...]
    labels: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Negate(Node):
    operand: Node


@dataclass(frozen=True, slots=True)
class Chain(Node):
    """Operators of one rank from the left: ``operands[0] ops[0] operands[1] ops[1] …``."""

    operators: tuple[str, ...]
    operands: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Sum(Chain):
    """``+`` and ``-``."""


@dataclass(frozen=True, slots=True)
class Product(Chain):
    """``*`` and ``/``."""


@dataclass(frozen=True, slots=True)
class Power(Chain):
    """``**``."""


@dataclass(frozen=True, slots=True)
class Comparison(Node):
    """``= != < <= > >=``."""

    operator: str
    left: Node
    right: Node


@dataclass(frozen=True, slots=True)
class Between(Node):
    value: Node
    low: Node
    high: Node


@dataclass(frozen=True, slots=True)
class UnaryTest(Node):
    """A positive unary test with an operator: ``< 10``, ``= x``, ``!= x``."""

    operator: str
    operand: Node


@dataclass(frozen=True, slots=True)
class In(Node):
    value: Node
    tests: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class InstanceOf(Node):
    value: Node
    type: TypeName


@dataclass(frozen=True, slots=True)
class And(Node):
    operands: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Or(Node):
    operands: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class If(Node):
    """``if … then … else if … then … else …``: conditions, their results, and the last resort."""

    conditions: tuple[Node, ...]
    results: tuple[Node, ...]
    otherwise: Node


@dataclass(frozen=True, slots=True)
class Iteration(Node):
    """``name in domain`` of a for, some or every."""

    name: str
    domain: Node


@dataclass(frozen=True, slots=True)
class For(Node):
    iterations: tuple[Iteration, ...]
    body: Node


@dataclass(frozen=True, slots=True)
class Quantified(Node):
    """``some`` or ``every`` (``quantifier``)."""

    quantifier: str
    iterations: tuple[Iteration, ...]
    body: Node


@dataclass(frozen=True, slots=True)
class Span(Node):
    """``low..high`` of an iteration, which may run downwards."""

    low: Node
    high: Node


@dataclass(frozen=True, slots=True)
class RangeLiteral(Node):
    low: Node
    high: Node
    low_included: bool
    high_included: bool


@dataclass(frozen=True, slots=True)
class ListLiteral(Node):
    items: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class ContextLiteral(Node):
    keys: tuple[str, ...]
    values: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Parameter(Node):
    name: str
    type: TypeName | None = None


@dataclass(frozen=True, slots=True)
class FunctionLiteral(Node):
    """``function(a, b: number) body``; an external function has the body of its description and gives null."""

    parameters: tuple[Parameter, ...]
    body: Node
    external: bool = False


@dataclass(frozen=True, slots=True)
class UnaryTests(Node):
    """``-`` (no tests: anything), tests, or ``not(tests)``."""

    tests: tuple[Node, ...]
    negated: bool = False


@dataclass(frozen=True, slots=True)
class TypeName(Node):
    """A type: ``number``, ``list<T>``, ``range<T>``, ``context<a: T>``, ``function<T, U> -> R``.

    ``parts`` are the element, fields or parameters; ``labels`` the fields' names; ``result`` of a function.
    """

    name: str
    parts: tuple[TypeName, ...] = ()
    labels: tuple[str, ...] = ()
    result: TypeName | None = None


def children(node: Node) -> Iterator[Node]:
    """The nodes directly inside a node, in the order of the text."""
    for part in fields(node):
        value = getattr(node, part.name)
        if isinstance(value, Node):
            yield value
        elif isinstance(value, tuple):
            for inner in value:
                if isinstance(inner, Node):
                    yield inner


def walk(node: Node) -> Iterator[Node]:
    """A node and all nodes inside it, without recursion."""
    stack = [node]
    while stack:
        here = stack.pop()
        yield here
        stack.extend(reversed(list(children(here))))
