"""Variables: the coding rules of a protocol as functions of what was answered. A missing answer is coded as missing.

>>> from hawthorne.protocols.model.measures import MapVariable
>>> rule = MapVariable.model_validate({
...     "id": "agree01", "unit": "p", "type": "integer", "map": {"from": "resp.agree", "to": {"yes": 1, "no": 0}}})
>>> code = coding(rule)
>>> code(Given({"resp.agree": "yes"})), code(Given({"resp.agree": None}))
(1, None)
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from hawthorne.core.values import JSON
from hawthorne.lang import feel
from hawthorne.lang.template import as_text
from hawthorne.protocols.compile.expressions import ROOTS, Across, Expression, Reader
from hawthorne.protocols.model.measures import (
    AnyVariable,
    BinVariable,
    ExprVariable,
    MapVariable,
    ScoreVariable,
    TextVariable,
)

Coding = Callable[[Reader], JSON]
Read = Callable[[str], Expression]


def coding(variable: AnyVariable, read: Read = Expression) -> Coding:
    """The rule of a variable; `read` compiles its expressions. Raises FeelError for what cannot be read.

    An external variable has no rule here: it is null.
    """
    if isinstance(variable, ExprVariable):
        expression = read(variable.expr)
        return lambda reader: typed(variable.type, expression(reader))
    if isinstance(variable, MapVariable):
        return _mapped(variable, read)
    if isinstance(variable, BinVariable):
        return _binned(variable, read)
    if isinstance(variable, ScoreVariable):
        return _scored(variable, read)
    if isinstance(variable, TextVariable):
        return _matched(variable, read)
    return lambda reader: None


def typed(kind: str, value: Any) -> JSON:
    """A value of FEEL as the variable's type has it: whole numbers as such, others as JSON."""
    if isinstance(value, float) and value.is_integer() and kind == "integer":
        return int(value)
    return value if value is None or isinstance(value, bool | int | float | str) else feel.to_json(value)


def _mapped(variable: MapVariable, read: Read) -> Coding:
    rule, source = variable.map, read(variable.map.from_)

    def code(reader: Reader) -> JSON:
        value = source(reader)
        return None if value is None else rule.to.get(as_text(value), rule.else_)

    return code


def _binned(variable: BinVariable, read: Read) -> Coding:
    rule, source = variable.bins, read(variable.bins.from_)
    find = bisect_left if rule.right else bisect_right

    def code(reader: Reader) -> JSON:
        value = source(reader)
        return rule.labels[find(rule.cuts, value)] if _is_number(value) else None

    return code


def _scored(variable: ScoreVariable, read: Read) -> Coding:
    rule = variable.score
    items = [(read(item.ref), item.reverse) for item in rule.items]
    needed = len(items) if rule.min_valid is None else rule.min_valid
    turn = rule.range[0] + rule.range[1]

    def code(reader: Reader) -> JSON:
        found = [(source(reader), reverse) for source, reverse in items]
        values = [turn - value if reverse else value for value, reverse in found if _is_number(value)]
        if len(values) < needed or not values:
            return None
        total = sum(values)
        return typed(variable.type, total / len(values) if rule.agg == "mean" else total)

    return code


def _matched(variable: TextVariable, read: Read) -> Coding:
    rule, source = variable.text_rule, read(variable.text_rule.from_)
    patterns = [(re.compile(pattern.re, re.IGNORECASE), pattern.to) for pattern in rule.patterns]

    def code(reader: Reader) -> JSON:
        text = source(reader)
        if not isinstance(text, str):
            return None
        return next((to for pattern, to in patterns if pattern.search(text)), rule.else_)

    return code


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


class Given:
    """A reader of values by their dotted names, as a variable's cases give them; what is not given is null.

    >>> Given({"resp.sure": 3, "arm": "hi", "group.resp.guess": [1, 2]}).scope["group"]
    {'resp': {'guess': [1, 2]}}
    """

    __slots__ = ("scope",)

    def __init__(self, given: Mapping[str, JSON]) -> None:
        self.scope: dict[str, Any] = dict.fromkeys(ROOTS)
        for name, value in given.items():
            *path, last = name.split(".")
            place = self.scope
            for key in path:
                inner = place.get(key)
                if not isinstance(inner, dict):
                    inner = place[key] = {}
                place = inner
            place[last] = value

    def look_across(self, readings: Iterable[Across]) -> None:
        """Everything is given."""
