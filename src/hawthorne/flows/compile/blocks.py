"""Names of blocks in what a study reads of a task's result: one that no block of the task has is never met."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hawthorne.core.errors import did_you_mean
from hawthorne.core.place import Place
from hawthorne.flows.compile.context import Context
from hawthorne.flows.machine.battery import TaskSpec
from hawthorne.flows.model import Element
from hawthorne.lang import feel
from hawthorne.lang.feel import tree

Named = tuple[str, Place | None]
"""A block's name and, where it is not in the expression itself, its place."""


def check_blocks(desk: Context) -> None:
    """Warn of each block name that `result.blocks[block ...]` asks for and the task does not play."""
    for task in desk.graph.tasks:
        if task.prepared is not None:
            element = desk.study.elements[task.id]
            for edge in element.all("dataOutputAssociations"):
                _check_edge(desk, task, element, edge)


def _check_edge(desk: Context, task: TaskSpec, element: Element, edge: Element) -> None:
    text = edge.attributes.get("transformation")
    assert task.prepared is not None
    played = task.prepared.blocks()
    for name, place in dict.fromkeys(_asked(desk, element, text) if isinstance(text, str) else ()):
        if name not in played:
            what = f'"{element.label}" reads the block "{name}", and its timeline plays none of that name'
            desk.find("warning", "never-met", what, did_you_mean(name, played), place or edge.where("transformation"))


def _asked(desk: Context, element: Element, text: str) -> Iterator[Named]:
    try:
        root = feel.parse(feel.cited(text), names=("block", "result"))
    except feel.FeelError:
        return
    for node in _nodes(root):
        if isinstance(node, tree.Filter) and node.base == tree.Path(tree.Name("result"), ("blocks",)):
            for inner in _nodes(node.test):
                yield from _named(desk, element, inner)


def _named(desk: Context, element: Element, node: tree.Node) -> Iterable[Named]:
    block = tree.Name("block")
    if isinstance(node, tree.In) and node.value == block:
        return [name for test in node.tests for name in _texts(desk, element, test)]
    if isinstance(node, tree.Comparison) and node.operator == "=" and block in (node.left, node.right):
        return _texts(desk, element, node.right if node.left == block else node.left)
    return ()


def _texts(desk: Context, element: Element, node: tree.Node) -> list[Named]:
    """The texts that a node stands for before any run: a literal, a list of them, a property that nothing writes."""
    if isinstance(node, tree.String):
        return [(node.value, None)]
    if isinstance(node, tree.ListLiteral):
        return [text for item in tree.children(node) for text in _texts(desk, element, item)]
    if isinstance(node, tree.Name):
        for id, held in desk.properties.items():
            if held.name == node.name and held.scope in desk.scopes_at(element) and id not in desk.writes:
                value = held.scope.properties.get(held.name) if held.scope else None
                place = desk.study.elements[id].where("value")
                return [(item, place) for item in value if isinstance(item, str)] if isinstance(value, list) else []
    return []


def _nodes(node: tree.Node) -> Iterator[tree.Node]:
    yield node
    for child in tree.children(node):
        yield from _nodes(child)
