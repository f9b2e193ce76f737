"""Functions of ranges (DMN 1.5, table 78): relations of points and ranges after Allen, and ranges from text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .. import tree
from ..durations import parse_duration
from ..equality import equal, less
from ..errors import FeelError
from ..lanes import Lane
from ..parse import parse
from ..ranges import contains, make_range
from ..temporal import parse_date, parse_date_time, parse_time
from ..values import Range


def _point_or_range(value: Any, lane: Lane) -> Any:
    value = lane.lift(value)
    return lane.lift(value[0]) if type(value) is list and len(value) == 1 else value


def _low(value: Any) -> tuple[Any, bool]:
    return (value.low, value.low_included) if type(value) is Range else (value, True)


def _high(value: Any) -> tuple[Any, bool]:
    return (value.high, value.high_included) if type(value) is Range else (value, True)


def _or(*parts: bool | None) -> bool | None:
    return True if True in parts else None if None in parts else False


def _and(*parts: bool | None) -> bool | None:
    return False if False in parts else None if None in parts else True


def _same(a: Any, b: Any) -> bool | None:
    """Equality of ends; null for ends that are missing or of other types."""
    return None if a is None or b is None else equal(a, b)


def before(lane: Lane, a: Any, b: Any) -> bool | None:
    """The end of a lies before the start of b; where they touch, one of them must exclude the point."""
    (end, end_in), (start, start_in) = _high(_point_or_range(a, lane)), _low(_point_or_range(b, lane))
    return _or(less(end, start), _and(_same(end, start), not (end_in and start_in)))


def after(lane: Lane, a: Any, b: Any) -> bool | None:
    return before(lane, b, a)


def meets(lane: Lane, a: Range, b: Range) -> bool | None:
    return _and(a.high_included and b.low_included, _same(a.high, b.low))


def met_by(lane: Lane, a: Range, b: Range) -> bool | None:
    return meets(lane, b, a)


def overlaps(lane: Lane, a: Range, b: Range) -> bool | None:
    apart = _or(before(lane, a, b), before(lane, b, a))
    return None if apart is None else not apart


def _starts_no_later(a: Range, b: Range) -> tuple[bool | None, bool | None]:
    """Whether a begins before b, and whether they begin together."""
    together = _and(_same(a.low, b.low), a.low_included == b.low_included)
    earlier = _or(less(a.low, b.low), _and(_same(a.low, b.low), a.low_included and not b.low_included))
    return earlier, together


def _ends_no_later(a: Range, b: Range) -> tuple[bool | None, bool | None]:
    """Whether a ends before b, and whether they end together."""
    together = _and(_same(a.high, b.high), a.high_included == b.high_included)
    earlier = _or(less(a.high, b.high), _and(_same(a.high, b.high), b.high_included and not a.high_included))
    return earlier, together


def overlaps_before(lane: Lane, a: Range, b: Range) -> bool | None:
    """a begins before b, and ends inside b or with it."""
    earlier, _ = _starts_no_later(a, b)
    ends, together = _ends_no_later(a, b)
    return _and(earlier, overlaps(lane, a, b), _or(ends, together))


def overlaps_after(lane: Lane, a: Range, b: Range) -> bool | None:
    """a begins inside b, and ends after b or with it where it begins later."""
    return _and(overlaps(lane, a, b), _later_start(a, b), _later_or_same_end(a, b))


def _later_start(a: Range, b: Range) -> bool | None:
    return _starts_no_later(b, a)[0]


def _later_or_same_end(a: Range, b: Range) -> bool | None:
    return _or(*_ends_no_later(b, a))


def finishes(lane: Lane, a: Any, box: Range) -> bool | None:
    a = _point_or_range(a, lane)
    if type(a) is not Range:
        return _and(box.high_included, _same(a, box.high))
    same_end = _and(a.high_included == box.high_included, _same(a.high, box.high))
    inside = _or(less(box.low, a.low), _and(_same(box.low, a.low), not a.low_included or box.low_included))
    return _and(same_end, inside)


def finished_by(lane: Lane, box: Range, a: Any) -> bool | None:
    return finishes(lane, a, box)


def starts(lane: Lane, a: Any, box: Range) -> bool | None:
    a = _point_or_range(a, lane)
    if type(a) is not Range:
        return _and(box.low_included, _same(a, box.low))
    same_start = _and(a.low_included == box.low_included, _same(a.low, box.low))
    inside = _or(less(a.high, box.high), _and(_same(a.high, box.high), not a.high_included or box.high_included))
    return _and(same_start, inside)


def started_by(lane: Lane, box: Range, a: Any) -> bool | None:
    return starts(lane, a, box)


def includes(lane: Lane, box: Range, a: Any) -> bool | None:
    a = _point_or_range(a, lane)
    if type(a) is not Range:
        return contains(box, a)
    low = _or(less(box.low, a.low), _and(_same(box.low, a.low), box.low_included or not a.low_included))
    high = _or(less(a.high, box.high), _and(_same(a.high, box.high), box.high_included or not a.high_included))
    return _and(low, high)


def during(lane: Lane, a: Any, box: Range) -> bool | None:
    return includes(lane, box, a)


def coincides(lane: Lane, a: Any, b: Any) -> bool | None:
    a, b = _point_or_range(a, lane), _point_or_range(b, lane)
    if (type(a) is Range) != (type(b) is Range):
        return None
    return equal(a, b)


_READERS: dict[str, Callable[[str], Any]] = {
    "date": parse_date, "time": parse_time, "date and time": parse_date_time, "duration": parse_duration,
}  # fmt: skip


def range_of(lane: Lane, text: str) -> Range | None:
    """A range from its text; the ends are literals, or conversions of string literals. Null for anything else."""
    try:
        node = parse(text)
    except FeelError:
        return None
    if not isinstance(node, tree.RangeLiteral):
        return None
    low, high = _literal(node.low, lane), _literal(node.high, lane)
    return None if low is None or high is None else make_range(low, high, node.low_included, node.high_included)


def _literal(node: tree.Node, lane: Lane) -> Any:
    if isinstance(node, tree.Number):
        return lane.number(node.value)
    if isinstance(node, tree.Negate) and isinstance(node.operand, tree.Number):
        return lane.number(-node.operand.value)
    if isinstance(node, tree.String):
        return node.value
    if isinstance(node, tree.AtLiteral):
        return parse_duration(node.text) or parse_date(node.text) or parse_date_time(node.text) or parse_time(node.text)
    if isinstance(node, tree.Call) and isinstance(node.function, tree.Name) and len(node.arguments) == 1:
        reader, argument = _READERS.get(node.function.name), node.arguments[0]
        return reader(argument.value) if reader and isinstance(argument, tree.String) else None
    return None


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "before": before, "after": after, "meets": meets, "met by": met_by, "overlaps": overlaps,
    "overlaps before": overlaps_before, "overlaps after": overlaps_after, "finishes": finishes,
    "finished by": finished_by, "includes": includes, "during": during, "starts": starts, "started by": started_by,
    "coincides": coincides, "range": range_of,
}  # fmt: skip
