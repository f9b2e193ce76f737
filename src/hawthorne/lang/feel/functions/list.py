"""Functions of lists (DMN 1.5, tables 74 and 79). Positions count from 1, or from the end when negative."""

from __future__ import annotations

from collections.abc import Callable
from functools import cmp_to_key
from itertools import pairwise
from typing import Any

from ..budget import MAX_SIZE
from ..durations import MonthsDuration, TimeDuration
from ..equality import equal, key_of, less
from ..errors import FeelLimitError
from ..lanes import CONTEXT, Lane
from ..operators import operate
from ..values import Function

Items = list[Any]


def count(lane: Lane, items: Items) -> int:
    return len(items)


def count_on_list(lane: Lane, items: Items) -> Any:
    return lane.number(len(items))


def _numbers(lane: Lane, items: Items) -> Items | None:
    """The items as numbers of the lane, or None where one is no number."""
    if set(map(type, items)) <= lane.types:
        return items
    lifted = [lane.lift(item) for item in items]
    return lifted if all(type(item) in lane.types for item in lifted) else None


def _total(lane: Lane, numbers: Items) -> Any:
    if lane.name == "float":
        return lane.number(sum(numbers))
    total = numbers[0]
    for number in numbers[1:]:
        total = CONTEXT.add(total, number)
    return lane.number(total)


def sum_of(lane: Lane, items: Items) -> Any:
    """Null when empty or when an item is no number; durations of one kind are added too."""
    numbers = _numbers(lane, items)
    if numbers:
        return _total(lane, numbers)
    if numbers is None and type(items[0]) in (MonthsDuration, TimeDuration):
        total = items[0]
        for item in items[1:]:
            total = operate("+", lane, total, item) if type(item) is type(total) else None
        return total
    return None


def mean(lane: Lane, items: Items) -> Any:
    total = sum_of(lane, items)
    return None if total is None else operate("/", lane, total, lane.number(len(items)))


def product(lane: Lane, items: Items) -> Any:
    numbers = _numbers(lane, items)
    if not numbers:
        return None
    total = numbers[0]
    for number in numbers[1:]:
        total = None if total is None else lane.multiply(total, number)
    return total


def _extreme(lane: Lane, items: Items, greater: bool) -> Any:
    """The greatest or least item; null when empty or when two are not comparable."""
    if not items:
        return None
    best = items[0]
    if less(best, best) is None:
        return None
    for item in items[1:]:
        verdict = less(best, item) if greater else less(item, best)
        if verdict is None:
            return None
        if verdict:
            best = item
    return best


def least(lane: Lane, items: Items) -> Any:
    return _extreme(lane, items, False)


def greatest(lane: Lane, items: Items) -> Any:
    return _extreme(lane, items, True)


def _decide(items: Items, decisive: bool) -> bool | None:
    """Null when an item is neither a boolean nor null, or when a null leaves it open."""
    if any(item is not None and type(item) is not bool for item in items):
        return None
    if decisive in items:
        return decisive
    return None if None in items else not decisive


def all_of(lane: Lane, items: Items) -> bool | None:
    return _decide(items, False)


def any_of(lane: Lane, items: Items) -> bool | None:
    return _decide(items, True)


def median(lane: Lane, items: Items) -> Any:
    numbers = _numbers(lane, items)
    if not numbers:
        return None
    ordered, middle = sorted(numbers), len(numbers) // 2
    if len(ordered) % 2:
        return ordered[middle]
    return mean(lane, ordered[middle - 1 : middle + 1])


def stddev(lane: Lane, items: Items) -> Any:
    """The sample standard deviation; null for fewer than two numbers."""
    numbers = _numbers(lane, items)
    if not numbers or len(numbers) < 2:
        return None
    centre = mean(lane, numbers)
    distances = [operate("-", lane, number, centre) for number in numbers]
    total = sum_of(lane, [operate("*", lane, distance, distance) for distance in distances])
    variance = operate("/", lane, total, lane.number(len(numbers) - 1))
    if variance is None:
        return None
    return lane.number(CONTEXT.sqrt(variance) if lane.name == "decimal" else variance**0.5)


def mode(lane: Lane, items: Items) -> Items | None:
    """The most frequent numbers in ascending order; empty for an empty list."""
    numbers = _numbers(lane, items)
    if numbers is None:
        return None
    counts: dict[Any, int] = {}
    for number in numbers:
        counts[number] = counts.get(number, 0) + 1
    most = max(counts.values(), default=0)
    return sorted(number for number, often in counts.items() if often == most)


def _has(items: Items, value: Any) -> bool:
    return any(equal(item, value) is True for item in items)


def list_contains(lane: Lane, items: Items, element: Any) -> bool:
    return _has(items, element)


def _index(items: Items, position: Any) -> int | None:
    """The 0-based index of a position, or None outside of the list."""
    place = int(position)
    if place == 0 or abs(place) > len(items):
        return None
    return place - 1 if place > 0 else len(items) + place


def replace_at(lane: Lane, items: Items, position: Any, item: Any) -> Items | None:
    index = _index(items, position)
    return None if index is None else [*items[:index], item, *items[index + 1 :]]


def replace_where(lane: Lane, items: Items, match: Function, item: Any) -> Items | None:
    """Null where the function does not take two arguments or gives anything but booleans."""
    if len(match.parameters) != 2:
        return None
    made = []
    for here in items:
        verdict = match.call([here, item])
        if type(verdict) is not bool:
            return None
        made.append(item if verdict else here)
    return made


def sublist(lane: Lane, items: Items, start: Any, length: Any = None) -> Items | None:
    """Null for a start outside of the list and for a length under 1."""
    index = _index(items, start)
    if index is None or (length is not None and int(length) < 1):
        return None
    return items[index:] if length is None else items[index : index + int(length)]


def append(lane: Lane, items: Items, *more: Any) -> Items:
    return [*items, *more]


def concatenate(lane: Lane, *lists: Items) -> Items:
    return [item for items in lists for item in items]


def insert_before(lane: Lane, items: Items, position: Any, item: Any) -> Items | None:
    index = _index(items, position)
    return None if index is None else [*items[:index], item, *items[index:]]


def remove(lane: Lane, items: Items, position: Any) -> Items | None:
    index = _index(items, position)
    return None if index is None else [*items[:index], *items[index + 1 :]]


def reverse(lane: Lane, items: Items) -> Items:
    return items[::-1]


def index_of(lane: Lane, items: Items, match: Any) -> Items:
    return [lane.number(place) for place, item in enumerate(items, 1) if equal(item, match) is True]


def distinct_values(lane: Lane, items: Items) -> Items:
    """The first of each group of equal items, in order."""
    seen: dict[Any, Any] = {}
    for item in items:
        seen.setdefault(key_of(item), item)
    return list(seen.values())


def union(lane: Lane, *lists: Items) -> Items:
    return distinct_values(lane, concatenate(lane, *lists))


def flatten(lane: Lane, items: Items) -> Items:
    made: Items = []
    stack = [iter(items)]
    while stack:
        for item in stack[-1]:
            if type(item) is list:
                stack.append(iter(item))
                break
            made.append(item)
            if len(made) > MAX_SIZE:
                raise FeelLimitError(f"a value is larger than {MAX_SIZE:,} items or characters")
        else:
            stack.pop()
    return made


def sort(lane: Lane, items: Items, precedes: Function | None = None) -> Items | None:
    """Items in the order of ``precedes``, stable; without it in their own order, null where they have none."""
    if precedes is None:
        if any(less(a, b) is None for a, b in pairwise(items)):
            return None
        return sorted(items, key=cmp_to_key(lambda a, b: -1 if less(a, b) else 1 if less(b, a) else 0))
    if len(precedes.parameters) != 2:
        return None

    def compare(a: Any, b: Any) -> int:
        if precedes.call([a, b]) is True:
            return -1
        return 1 if precedes.call([b, a]) is True else 0

    return sorted(items, key=cmp_to_key(compare))


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "list contains": list_contains, "list replace(list, position, newItem)": replace_at,
    "list replace(list, match, newItem)": replace_where, "count": count, "min": least, "max": greatest, "sum": sum_of,
    "mean": mean, "all": all_of, "any": any_of, "sublist": sublist, "append": append, "concatenate": concatenate,
    "insert before": insert_before, "remove": remove, "reverse": reverse, "index of": index_of, "union": union,
    "distinct values": distinct_values, "flatten": flatten, "product": product, "median": median, "stddev": stddev,
    "mode": mode, "sort": sort,
}  # fmt: skip

ON_LISTS: dict[str, Callable[..., Any]] = {
    "count": count_on_list, "sum": sum_of, "min": least, "max": greatest, "mean": mean, "all": all_of, "any": any_of,
}  # fmt: skip
