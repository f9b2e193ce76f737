"""The state of one compilation: where names live, what is constant, and how a node becomes a closure.

Every closure is called with ``(scope, frame)``: the mapping that the caller gave, and a list with the evaluation's
Budget at index 0 and one slot for each local name (loop variables, entries of contexts, parameters, items of
filters).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from . import foreign, tree
from .errors import FeelNameError, FeelWarning
from .functions.catalog import BUILTINS
from .functions.invoke import invoke
from .lanes import Lane
from .names import nearest
from .values import Function

Closure = Callable[[Any, Any], Any]
Handler = Callable[["Emitter", Any], Closure]

#: Operators and literals whose value never changes when their parts do not.
_FOLDED = (
    tree.Number, tree.String, tree.Boolean, tree.Null, tree.AtLiteral, tree.Negate, tree.Sum, tree.Product, tree.Power,
    tree.Comparison, tree.And, tree.Or, tree.Between,
)  # fmt: skip


#: Types of built-in functions' parameters; any other takes more than one type.
_TYPE_OF = {name: name for name in ("number", "string", "boolean", "list", "context", "function", "range", "time")}


@dataclass
class Block:
    """Local names of a block: ``slots`` by name; or of a filter, the slots of its ``item`` and of its list."""

    slots: dict[str, int] = field(default_factory=dict)
    item: int | None = None
    items: int | None = None


@dataclass
class Emitter:
    """One compilation. ``names`` are the names in scope, or None when they are not known."""

    text: str
    lane: Lane
    handlers: Mapping[type, Handler]
    names: frozenset[str] | None = None
    strict: bool = False
    clock: Callable[[], Any] | None = None
    types: Mapping[str, tree.TypeName] = field(default_factory=dict)
    size: int = 1
    framed: bool = False
    blocks: list[Block] = field(default_factory=list)
    constants: dict[int, Any] = field(default_factory=dict)
    reads: set[str] = field(default_factory=set)
    perhaps: set[str] = field(default_factory=set)
    warnings: list[FeelWarning] = field(default_factory=list)
    root: tree.Node | None = None

    def emit(self, node: tree.Node) -> Closure:
        """The closure of a node; a constant one is evaluated here, once."""
        closure = self.handlers[type(node)](self, node)
        if isinstance(node, _FOLDED) and all(id(inner) in self.constants for inner in tree.children(node)):
            value = closure({}, None)
            if value is None and isinstance(node, (tree.Chain, tree.Negate)):
                self.warn(node.at, "this is always null")
            return self.constant(node, value)
        return closure

    def constant(self, node: tree.Node, value: Any) -> Closure:
        self.constants[id(node)] = value
        return lambda scope, frame: value

    @cached_property
    def mentioned(self) -> frozenset[str]:
        """Every name that stands anywhere in the expression: most questions about names end here."""
        nodes = tree.walk(self.root) if self.root is not None else ()
        return frozenset(node.name for node in nodes if isinstance(node, tree.Name))

    def mentions(self, node: tree.Node, name: str) -> bool:
        """Whether a name stands inside a node."""
        if name not in self.mentioned:
            return False
        return any(isinstance(inner, tree.Name) and inner.name == name for inner in tree.walk(node))

    def slot(self) -> int:
        """A new place in the frame."""
        self.framed = True
        self.size += 1
        return self.size - 1

    @contextmanager
    def block(self, block: Block) -> Iterator[Block]:
        self.blocks.append(block)
        yield block
        self.blocks.pop()

    def find(self, name: str) -> tuple[list[Block], int | None]:
        """The filters whose items may hold a name, innermost first, and its slot (None: the caller's scope)."""
        filters: list[Block] = []
        for block in reversed(self.blocks):
            if block.item is not None:
                filters.append(block)
            if name in block.slots:
                return filters, block.slots[name]
        return filters, None

    def is_local(self, name: str) -> bool:
        return any(name in block.slots for block in self.blocks)

    def read(self, name: str, in_filter: bool) -> None:
        """A name that is no local is read; inside a filter it may be an entry of the items."""
        if name not in BUILTINS or (self.names is not None and name in self.names):
            (self.perhaps if in_filter else self.reads).add(name)

    def warn(self, at: int, message: str) -> None:
        self.warnings.append(FeelWarning(message, at))

    def builtin(self, name: str) -> Function:
        """A built-in function as a value."""
        forms = BUILTINS[name]
        parameters = [parameter.name for parameter in forms[0].parameters]
        types = [tree.TypeName(_TYPE_OF.get(parameter.type, "Any")) for parameter in forms[0].parameters]
        return Function(lambda arguments: invoke(forms, self.lane, arguments), parameters, types, name)

    def unknown(self, name: str, at: int) -> FeelNameError:
        """The error of a name that nothing declares."""
        function = next(
            (known for known in sorted(BUILTINS, key=len, reverse=True) if name.startswith(f"{known} ")), None
        )
        if function is not None:
            hint = f"a call has parentheses: '{function}({name.removeprefix(function).strip()})'"
            return FeelNameError(f"no name {name!r} is declared", self.text, at, hint)
        if name in foreign.WORDS:
            return FeelNameError(f"no name {name!r} is declared", self.text, at, foreign.WORDS[name])
        close = nearest(name, self.names or ())
        return FeelNameError(f"no name {name!r} is declared", self.text, at, close and f"did you mean {close!r}?")

    def unknown_function(self, name: str, at: int) -> FeelNameError:
        if name in foreign.FUNCTIONS:
            return FeelNameError(f"FEEL has no function {name!r}", self.text, at, f"write {foreign.FUNCTIONS[name]}")
        close = nearest(name, {*BUILTINS, *(self.names or ())})
        return FeelNameError(f"FEEL has no function {name!r}", self.text, at, close and f"did you mean '{close}(…)'?")
