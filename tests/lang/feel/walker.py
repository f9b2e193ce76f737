# ruff: noqa: N802, N815
"""A plain evaluator: it walks the tree with dictionaries for scopes. Slow and obvious, it checks the compiled closures.

It shares the operations on values with the product (those have tables of their own) and none of the compilation: no
slots, no folding, no fast ways.
"""

from __future__ import annotations

from typing import Any

from hawthorne.lang.feel import tree
from hawthorne.lang.feel.closures.logic import test_value
from hawthorne.lang.feel.closures.lookups import parse_at
from hawthorne.lang.feel.equality import at_most
from hawthorne.lang.feel.functions.catalog import BUILTINS
from hawthorne.lang.feel.functions.invoke import invoke, invoke_labelled
from hawthorne.lang.feel.lanes import LANES
from hawthorne.lang.feel.operators import negate, operate
from hawthorne.lang.feel.properties import property_of
from hawthorne.lang.feel.ranges import compare, make_range, make_test
from hawthorne.lang.feel.temporal import Date, from_ordinal
from hawthorne.lang.feel.types import conforms
from hawthorne.lang.feel.values import Function, Range, to_feel


class Walker:
    """Evaluates nodes; a scope is a list of layers, the innermost last: dicts, and ``("item", value)`` of filters."""

    def __init__(self, numbers: str) -> None:
        self.lane = LANES[numbers]

    def run(self, node: tree.Node, scope: dict[str, Any]) -> Any:
        values = to_feel(scope) if self.lane.name == "decimal" else scope
        value = self.walk(node, [values])
        return self.lane.number(value) if type(value) is float else value

    def walk(self, node: tree.Node, layers: list[Any]) -> Any:
        return getattr(self, f"walk_{type(node).__name__}")(node, layers)

    def look(self, name: str, layers: list[Any]) -> tuple[bool, Any]:
        for layer in reversed(layers):
            if isinstance(layer, tuple):
                item = layer[1]
                if isinstance(item, dict) and name in item:
                    return True, item[name]
                if name == "item":
                    return True, item
            elif name in layer:
                return True, layer[name]
        return False, None

    def walk_Number(self, node, layers):
        return self.lane.number(node.value)

    def walk_String(self, node, layers):
        return node.value

    walk_Boolean = walk_String

    def walk_Null(self, node, layers):
        return None

    def walk_AtLiteral(self, node, layers):
        return parse_at(node.text)

    def walk_Name(self, node, layers):
        return self.look(node.name, layers)[1]

    def walk_Path(self, node, layers):
        value = self.walk(node.base, layers)
        for key in node.keys:
            value = property_of(value, key, self.lane)
        return value

    def walk_Filter(self, node, layers):
        base = self.walk(node.base, layers)
        if base is None:
            return None
        items = base if isinstance(base, list) else [base]
        if not items:
            verdict = self.walk(node.test, [*layers, ("item", None)])
            return None if type(verdict) in self.lane.types else []
        kept = []
        for item in items:
            verdict = self.walk(node.test, [*layers, ("item", item)])
            if type(verdict) in self.lane.types:
                position = int(verdict)
                inside = position and -len(items) <= position <= len(items)
                return items[position - 1 if position > 0 else position] if inside else None
            if verdict is True:
                kept.append(item)
        return kept

    def walk_Call(self, node, layers):
        name = node.function.name if isinstance(node.function, tree.Name) else None
        values = [self.walk(argument, layers) for argument in node.arguments]
        if name in BUILTINS and not self.look(name, layers)[0]:
            if node.labels is None:
                return invoke(BUILTINS[name], self.lane, values)
            return invoke_labelled(BUILTINS[name], self.lane, node.labels, values)
        function = self.walk(node.function, layers)
        if not isinstance(function, Function):
            return None
        if node.labels is not None:
            given = dict(zip(node.labels, values, strict=True))
            if not given.keys() <= set(function.parameters):
                return None
            values = [given.get(parameter) for parameter in function.parameters]
        return function.call(values) if len(values) == len(function.parameters) else None

    def walk_Negate(self, node, layers):
        return negate(self.lane, self.walk(node.operand, layers))

    def walk_Sum(self, node, layers):
        value, *rest = [self.walk(operand, layers) for operand in node.operands]
        for operator, other in zip(node.operators, rest, strict=True):
            value = operate(operator, self.lane, value, other)
        return value

    walk_Product = walk_Power = walk_Sum

    def walk_Comparison(self, node, layers):
        return compare(node.operator, self.walk(node.left, layers), self.walk(node.right, layers))

    def walk_Between(self, node, layers):
        value, low, high = (self.walk(part, layers) for part in (node.value, node.low, node.high))
        return self.all_of([at_most(low, value), at_most(value, high)])

    @staticmethod
    def all_of(values: list[Any]) -> Any:
        return False if False in [v for v in values if type(v) is bool] else all(v is True for v in values) or None

    def walk_And(self, node, layers):
        return self.all_of([self.walk(operand, layers) for operand in node.operands])

    def walk_Or(self, node, layers):
        values = [self.walk(operand, layers) for operand in node.operands]
        return True if any(v is True for v in values) else False if all(v is False for v in values) else None

    def walk_If(self, node, layers):
        for condition, result in zip(node.conditions, node.results, strict=True):
            if self.walk(condition, layers) is True:
                return self.walk(result, layers)
        return self.walk(node.otherwise, layers)

    def domain(self, node, layers):
        if isinstance(node, tree.Span):
            return self.points(self.walk(node.low, layers), self.walk(node.high, layers))
        value = self.walk(node, layers)
        if isinstance(value, Range):
            points = None if value.test else self.points(value.low, value.high)
            ends = [] if value.low_included else [value.low]
            ends += [] if value.high_included else [value.high]
            return points and [point for point in points if point not in ends]
        return value if isinstance(value, list) or value is None else [value]

    def points(self, low, high):
        if type(low) in self.lane.types and type(high) in self.lane.types and low == int(low) and high == int(high):
            first, last, make = int(low), int(high), self.lane.number
        elif isinstance(low, Date) and isinstance(high, Date):
            first, last, make = low.ordinal, high.ordinal, from_ordinal
        else:
            return None
        step = 1 if first <= last else -1
        return [make(point) for point in range(first, last + step, step)]

    def combinations(self, iterations, layers):
        """The scopes of every combination of items; a None among them stands for a domain that is no list."""
        first, *rest = iterations
        items = self.domain(first.domain, layers)
        if items is None:
            yield None
            return
        for item in items:
            inner = [*layers, {first.name: item}]
            if rest:
                yield from self.combinations(rest, inner)
            else:
                yield inner

    def walk_For(self, node, layers):
        made: list[Any] = []
        for inner in self.combinations(node.iterations, [*layers, {"partial": made}]):
            if inner is None:
                return None
            made.append(self.walk(node.body, [{**layer, "partial": made.copy()} if layer is not layers[0] and
                                              isinstance(layer, dict) and "partial" in layer else layer
                                              for layer in inner]))  # fmt: skip
        return made

    def walk_Quantified(self, node, layers):
        decisive = node.quantifier == "some"
        verdicts = []
        for inner in self.combinations(node.iterations, layers):
            if inner is None:
                return None
            verdicts.append(self.walk(node.body, inner))
            if verdicts[-1] is decisive:
                break
        if any(verdict is decisive for verdict in verdicts):
            return decisive
        return None if any(type(verdict) is not bool for verdict in verdicts) else not decisive

    def walk_In(self, node, layers):
        value = self.walk(node.value, layers)
        verdicts = [self.meets(value, test, layers) for test in node.tests]
        if len(verdicts) == 1:
            return verdicts[0]
        return True if True in verdicts else None if None in verdicts else False

    def meets(self, value, test, layers):
        if isinstance(test, tree.UnaryTest):
            return compare(test.operator, value, self.walk(test.operand, layers))
        found = self.walk(test, layers)
        return None if isinstance(test, tree.RangeLiteral) and found is None else test_value(value, found)

    def walk_InstanceOf(self, node, layers):
        value = self.walk(node.value, layers)
        return node.type.name == "Null" if value is None else conforms(value, node.type, {})

    def walk_UnaryTest(self, node, layers):
        return make_test(node.operator, self.walk(node.operand, layers))

    def walk_RangeLiteral(self, node, layers):
        low, high = self.walk(node.low, layers), self.walk(node.high, layers)
        return make_range(low, high, node.low_included, node.high_included)

    def walk_ListLiteral(self, node, layers):
        return [self.walk(item, layers) for item in node.items]

    def walk_ContextLiteral(self, node, layers):
        made: dict[str, Any] = {}
        for key, value in zip(node.keys, node.values, strict=True):
            made[key] = self.walk(value, [*layers, made])
        return made

    def walk_FunctionLiteral(self, node, layers):
        names = [parameter.name for parameter in node.parameters]
        kept = [layer.copy() if isinstance(layer, dict) else layer for layer in layers]
        return Function(lambda values: self.walk(node.body, [*kept, dict(zip(names, values, strict=True))]), names)
