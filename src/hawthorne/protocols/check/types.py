"""Types of expressions, as far as they are cheap to tell (`ref.types`): an option's id is compared with a text that is
one, a number with a number, and conditions are conditions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from hawthorne.core.errors import Finding, did_you_mean
from hawthorne.lang.feel import tree
from hawthorne.lang.feel.infer import infer
from hawthorne.protocols.check.facts import Facts
from hawthorne.protocols.check.uses import Use
from hawthorne.protocols.model.design import Span

CODE = "ref.types"


class Type(NamedTuple):
    """`kind` is `text`, `number`, `truth`, `list` or `object`; `values` are the only ones there are, where they are
    known."""

    kind: str
    values: tuple[str, ...] | None = None


WORDS = {"text": "a text", "number": "a number", "truth": "true or false", "list": "a list", "object": "an object"}
RESPONSES = {
    "likert": "number", "slider": "number", "integer": "number", "number": "number", "text": "text",
    "multi_choice": "list", "ranking": "list", "interval": "list", "matrix": "object", "allocation": "object",
    "keypress": "object",
}  # fmt: skip
VARIABLES = {"number": "number", "integer": "number", "boolean": "truth", "text": "text"}
RESULTS = {"number": "number", "string": "text", "boolean": "truth"}
TRUTHS = (tree.Comparison, tree.Between, tree.In, tree.InstanceOf, tree.And, tree.Or, tree.Quantified, tree.Boolean)


def check_types(facts: Facts, use: Use, root: tree.Node) -> Iterator[Finding]:
    """The findings of one expression whose names are known to be there."""
    for node in tree.walk(root):
        for message, fix in _of_node(facts, use, node):
            yield facts.error(CODE, use.path, f"in `{use.text}`: {message}", fix)
    found = type_of(facts, use, root)
    if use.wants == "condition" and found is not None and found.kind != "truth":
        message = f"`{use.text}` is {WORDS[found.kind]}, not a condition"
        yield facts.error(CODE, use.path, message, "a condition is true or false: compare it with something")
    if use.wants == "number" and found is not None and found.kind != "number":
        yield facts.error(CODE, use.path, f"`{use.text}` is {WORDS[found.kind]}, not a number", "a bound is a number")


def _of_node(facts: Facts, use: Use, node: tree.Node) -> Iterator[tuple[str, str]]:
    if isinstance(node, tree.Comparison):
        yield from _compared(facts, use, node.left, node.right, node.operator)
    elif isinstance(node, tree.In):
        for test in node.tests:
            if isinstance(test, (tree.String, tree.Number)):
                yield from _compared(facts, use, node.value, test, "=")
    elif isinstance(node, (tree.Sum, tree.Product, tree.Power)):
        for operand in node.operands:
            found = type_of(facts, use, operand)
            if found is not None and found.kind != "number" and not (found.kind == "text" and _joins(node)):
                yield f"{WORDS[found.kind]} stands where numbers are reckoned with", "read a number"


def _joins(node: Any) -> bool:
    """Whether an addition may join texts."""
    return isinstance(node, tree.Sum) and any(isinstance(operand, tree.String) for operand in node.operands)


def _compared(facts: Facts, use: Use, left: tree.Node, right: tree.Node, operator: str) -> Iterator[tuple[str, str]]:
    a, b = type_of(facts, use, left), type_of(facts, use, right)
    if a is None or b is None:
        return
    if a.kind != b.kind:
        fix = (
            "inside its loop an answer is one value, outside a list of all passes" if "list" in (a.kind, b.kind) else ""
        )
        yield f"{WORDS[a.kind]} is compared with {WORDS[b.kind]}", fix or "compare values of one type"
    elif operator in ("=", "!="):
        for literal, other in ((left, b), (right, a)):
            if isinstance(literal, tree.String) and other.values is not None and literal.value not in other.values:
                yield f'"{literal.value}" is none of its values', did_you_mean(literal.value, other.values)


def type_of(facts: Facts, use: Use, node: tree.Node) -> Type | None:
    """The type of an expression's value, or None where it is not plain."""
    if isinstance(node, tree.String):
        return Type("text")
    if isinstance(node, (tree.Number, tree.Sum, tree.Product, tree.Power, tree.Negate)):
        return None if isinstance(node, tree.Sum) and _joins(node) else Type("number")
    if isinstance(node, TRUTHS):
        return Type("truth")
    if isinstance(node, tree.Call):
        result = infer(node, {})
        return Type(RESULTS[result.name]) if result is not None and result.name in RESULTS else None
    if isinstance(node, tree.Name):
        return _of_path(facts, use, (node.name,))
    if isinstance(node, tree.Path) and isinstance(node.base, tree.Name):
        return _of_path(facts, use, (node.base.name, *node.keys))
    return None


def _of_path(facts: Facts, use: Use, path: tuple[str, ...]) -> Type | None:
    root, *rest = path
    if root == "arm":
        return Type("text", tuple(facts.by_id["arms"]))
    if root == "seat":
        return Type("text", tuple(facts.by_id["roles"]) or None)
    if root == "round":
        return Type("number")
    if root == "factor":
        return Type("text", tuple(facts.by_id["factors"][rest[0]].levels))
    if root == "level_text":
        return Type("text")
    if root == "loop":
        return Type("number") if rest[1] == "index" else None
    if root == "draw":
        return _of_draw(facts.by_id["draws"][rest[0]]) if len(rest) == 1 else None
    if root == "var":
        return _of_variable(facts.by_id["variables"][rest[0]])
    if root == "resp":
        return _of_response(facts, use, rest)
    if root == "group":
        return Type("list")
    groups = facts.protocol.groups
    if root == "role" and groups is not None and sum(seat.role == rest[0] for seat in groups.seats) > 1:
        return Type("list")
    return None


def _of_draw(draw: Any) -> Type | None:
    if draw.kind == "integer":
        return Type("number")
    if draw.kind != "pick" or draw.by_arm is not None:
        return Type("list") if draw.kind != "pick" else None
    if isinstance(draw.from_, Span) or all(_is_number(value) for value in draw.from_):
        return Type("number")
    return Type("text", tuple(draw.from_)) if all(isinstance(value, str) for value in draw.from_) else None


def _of_variable(variable: Any) -> Type | None:
    if variable.type == "category":
        words = variable.levels and all(isinstance(level, str) for level in variable.levels)
        return Type("text", tuple(variable.levels)) if words else None
    return Type(VARIABLES[variable.type])


def _of_response(facts: Facts, use: Use, rest: list[str]) -> Type | None:
    response = facts.by_id["responses"][rest[0]]
    if use.loops is None:
        return None  # a row, which may be of one pass or of all
    here = use.loops
    if any(loops - here for stage in facts.asked.get(response.id, ()) for loops in facts.loops_of(stage)):
        return Type("list")
    if len(rest) > 1:
        if response.kind == "allocation" or rest[1] == "rt_ms":
            return Type("number")
        return Type("text", _ids(response, "keys")) if response.kind == "keypress" else None
    if response.kind == "choice":
        return Type("text", _ids(response, "options"))
    return Type(RESPONSES[response.kind])


def _ids(response: Any, name: str) -> tuple[str, ...]:
    return tuple(part.id for part in getattr(response, name))


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
