"""Decisions: an exclusive gateway whose conditions all compare one name with numbers covers every number once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from hawthorne.core.errors import Finding
from hawthorne.flows.check.allocation import GATEWAY
from hawthorne.flows.model import Element, Study
from hawthorne.flows.wiring import Wiring, wirings

_NAME = r"\{?\s*(?P<name>[^\W\d][\w.]*)\s*\}?"
_NUMBER = r"(?P<number>-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)"
_FORWARD = re.compile(rf"\s*{_NAME}\s*(?P<operator><=|>=|<|>|=)\s*{_NUMBER}\s*\Z")
_BACKWARD = re.compile(rf"\s*{_NUMBER}\s*(?P<operator><=|>=|<|>|=)\s*{_NAME}\s*\Z")
_AND = re.compile(r"\s+and\s+")
_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "="}
_ENDLESS = float("inf")


class Range(NamedTuple):
    """The numbers from `low` to `high`; `left` and `right` say whether the ends belong to them."""

    low: float
    left: bool
    high: float
    right: bool

    def __str__(self) -> str:
        low = "(…" if self.low == -_ENDLESS else f"{'[' if self.left else '('}{self.low:g}"
        high = "…)" if self.high == _ENDLESS else f"{self.high:g}{']' if self.right else ')'}"
        return f"{low}, {high}"

    @property
    def empty(self) -> bool:
        return self.low > self.high or (self.low == self.high and not (self.left and self.right))

    def meet(self, other: Range) -> Range:
        """The numbers of both.

        >>> str(Range(0, True, 5, False).meet(Range(3, False, 9, True)))
        '(3, 5)'
        """
        low, left = max((self.low, not self.left), (other.low, not other.left))
        high, right = min((self.high, self.right), (other.high, other.right))
        return Range(low, not left, high, right)


ALL = Range(-_ENDLESS, False, _ENDLESS, False)


def check_decisions(study: Study) -> Iterator[Finding]:
    """Overlapping ranges are a warning, an uncovered range without a default flow is an error."""
    for wiring in wirings(study):
        for id, node in wiring.nodes.items():
            flows = wiring.outs.get(id, ())
            if node.type == "bpmn:ExclusiveGateway" and len(flows) > 1 and node.extension(GATEWAY) is None:
                yield from _ways_out(wiring, node)
                yield from _ranges(wiring, node)


def _ways_out(wiring: Wiring, node: Element) -> Iterator[Finding]:
    flows = wiring.outs[str(node.id)]
    default = node.attributes.get("default")
    bare = [flow for flow in flows if "conditionExpression" not in flow.attributes and flow.id != default]
    if len(bare) > 1:
        named = " and ".join(f'"{flow.label}"' for flow in bare[:3])
        message = f'"{node.label}" has {len(bare)} flows without a condition: {named}'
        fix = "give each a `conditionExpression` but one; draw at random with type cognitive:RandomGateway"
        yield Finding("error", "no-condition", message, fix, node.place)


def _ranges(wiring: Wiring, node: Element) -> Iterator[Finding]:
    flows = wiring.outs[str(node.id)]
    default = node.attributes.get("default")
    weighed = [flow for flow in flows if "conditionExpression" in flow.attributes]
    found = [(flow, range_of(str(flow.attributes["conditionExpression"]))) for flow in weighed]
    names = {answer[0] for _, answer in found if answer is not None}
    if len(names) != 1 or any(answer is None for _, answer in found):
        return
    name = names.pop()
    ranges = [(flow, answer[1]) for flow, answer in found if answer is not None]
    for index, (flow, one) in enumerate(ranges):
        for other, two in ranges[:index]:
            both = one.meet(two)
            if not both.empty:
                message = f'"{node.label}" sends {name} in {both} along both "{other.label}" and "{flow.label}"'
                fix = f'"{other.label}" is taken, since it stands first: part the ranges {two} and {one}'
                yield Finding("warning", "overlap", message, fix, flow.where("conditionExpression"))
    if default is None and len(weighed) == len(flows):
        for gap in gaps([one for _, one in ranges]):
            message = f'"{node.label}" has no flow for {name} in {gap}'
            fix = "widen a condition, or name a `default:` flow, which an unset value takes too"
            yield Finding("error", "gap", message, fix, node.place)


def range_of(text: str) -> tuple[str, Range] | None:
    """The name and the range of a condition that only compares one name with numbers; None for any other.

    >>> name, numbers = range_of("x >= 1 and x < 5")
    >>> name, str(numbers)
    ('x', '[1, 5)')
    """
    found: Range = ALL
    names = set()
    for part in _AND.split(text):
        match = _FORWARD.match(part) or _BACKWARD.match(part)
        if match is None:
            return None
        operator = match["operator"] if match.re is _FORWARD else _TURNED[match["operator"]]
        names.add(match["name"])
        found = found.meet(_compared(operator, float(match["number"])))
    return (names.pop(), found) if len(names) == 1 else None


def _compared(operator: str, number: float) -> Range:
    if operator in ("<", "<="):
        return Range(-_ENDLESS, False, number, operator == "<=")
    if operator in (">", ">="):
        return Range(number, operator == ">=", _ENDLESS, False)
    return Range(number, True, number, True)


def gaps(ranges: list[Range]) -> Iterator[Range]:
    """What these ranges leave uncovered, from the lowest.

    >>> [str(gap) for gap in gaps([Range(-_ENDLESS, False, 1, False), Range(1, False, 5, True)])]
    ['[1, 1]', '(5, …)']
    """
    low, left = -_ENDLESS, False
    for one in sorted((one for one in ranges if not one.empty), key=lambda one: (one.low, not one.left)):
        gap = Range(low, left, one.low, not one.left)
        if not gap.empty and one.low != -_ENDLESS:
            yield gap
        if (one.high, one.right) > (low, not left):
            low, left = one.high, not one.right
    if low != _ENDLESS:
        yield Range(low, left, _ENDLESS, False)
