"""What an expression reads of its scope: names and dotted paths, found without evaluating."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from . import tree
from .functions.catalog import BUILTINS
from .parse import parse

Paths = set[tuple[str, ...]]


@dataclass
class _Finder:
    """Collects paths; ``bound`` are the local names around the node at hand."""

    found: Paths = field(default_factory=set)

    def visit(self, node: tree.Node, bound: frozenset[str]) -> None:
        if isinstance(node, tree.Name):
            self._read(node.name, (), bound)
        elif isinstance(node, tree.Path) and isinstance(node.base, tree.Name):
            self._read(node.base.name, node.keys, bound)
        elif isinstance(node, (tree.For, tree.Quantified)):
            for iteration in node.iterations:
                self.visit(iteration.domain, bound)
                bound = bound | {iteration.name}
            self.visit(node.body, bound | {"partial"} if isinstance(node, tree.For) else bound)
        elif isinstance(node, tree.Filter):
            self.visit(node.base, bound)
            self.visit(node.test, bound | {"item"})
        elif isinstance(node, tree.FunctionLiteral):
            self.visit(node.body, bound | {parameter.name for parameter in node.parameters})
        elif isinstance(node, tree.ContextLiteral):
            self._context(node, bound)
        elif isinstance(node, tree.Call) and isinstance(node.function, tree.Name) and node.function.name in BUILTINS:
            self._inside(node, bound, skip=node.function)
        else:
            self._inside(node, bound)

    def _inside(self, node: tree.Node, bound: frozenset[str], skip: tree.Node | None = None) -> None:
        for inner in tree.children(node):
            if inner is not skip:
                self.visit(inner, bound)

    def _context(self, node: tree.ContextLiteral, bound: frozenset[str]) -> None:
        everywhere = bound | set(node.keys)
        for key, value in zip(node.keys, node.values, strict=True):
            self.visit(value, everywhere if isinstance(value, tree.FunctionLiteral) else bound)
            bound = bound | {key}

    def _read(self, name: str, keys: tuple[str, ...], bound: frozenset[str]) -> None:
        if name not in bound and name != "?":
            self.found.add((name, *keys))


def paths(expression: str | tree.Node, known: Collection[str] = ()) -> Paths:
    """The dotted paths that an expression reads of its scope, up to the first filter or call.

    Inside a filter a name may be an entry of the items as well as a name of the scope: it is among them. ``known`` are
    the names in scope, needed for names of several words. Raises FeelSyntaxError.

    >>> sorted(paths('state._meta.reached > 1 and count(result.blocks[block = x]) > 0'))
    [('block',), ('result', 'blocks'), ('state', '_meta', 'reached'), ('x',)]
    """
    finder = _Finder()
    node = parse(expression, known) if isinstance(expression, str) else expression
    finder.visit(node, frozenset())
    return {path for path in finder.found if len(path) > 1 or path[0] not in BUILTINS}


def names(expression: str | tree.Node, known: Collection[str] = ()) -> frozenset[str]:
    """The names that an expression may read of its scope; as `paths`.

    >>> sorted(names("for x in trials return x.rt + bonus"))
    ['bonus', 'trials']
    """
    return frozenset(path[0] for path in paths(expression, known))
