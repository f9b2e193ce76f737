"""Read-only lists and objects of JSON: what many States share, so that a long history costs no copies.

They are `list` and `dict` to whoever reads them or writes them as JSON. What would change one raises TypeError; a copy
of one (`copy.copy`, `copy.deepcopy`, `list(...)`, `dict(...)`) is an ordinary one of one's own, as is a pickled one.
"""

from __future__ import annotations

import copy
from typing import Any, NoReturn

from hawthorne.core.values import JSON


def _refuse(self: Any, *_: Any, **__: Any) -> NoReturn:
    raise TypeError("a State's history is read-only, since States share it: make a copy to change (copy.deepcopy)")


class FrozenDict(dict[str, JSON]):
    """A JSON object that cannot be changed.

    >>> entry = frozen({"items": [{"id": "i1"}]})
    >>> entry["items"].append(1)
    Traceback (most recent call last):
    ...
    TypeError: a State's history is read-only, since States share it: make a copy to change (copy.deepcopy)
    >>> mine = copy.deepcopy(entry)
    >>> mine["items"].append(1)
    >>> entry == {"items": [{"id": "i1"}]}
    True
    """

    __slots__ = ()

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __copy__(self) -> dict[str, JSON]:
        return dict(self)

    def __deepcopy__(self, memo: dict[int, Any]) -> dict[str, JSON]:
        return {key: copy.deepcopy(item, memo) for key, item in self.items()}

    def __reduce__(self) -> tuple[Any, ...]:
        return dict, (dict(self),)


class FrozenList(list[JSON]):
    """A JSON array that cannot be changed."""

    __slots__ = ()

    __setitem__ = __delitem__ = __iadd__ = __imul__ = _refuse
    append = clear = extend = insert = pop = remove = reverse = sort = _refuse

    def __copy__(self) -> list[JSON]:
        return list(self)

    def __deepcopy__(self, memo: dict[int, Any]) -> list[JSON]:
        return [copy.deepcopy(item, memo) for item in self]

    def __reduce__(self) -> tuple[Any, ...]:
        return list, (list(self),)


def frozen(value: JSON) -> JSON:
    """A read-only copy of a JSON value."""
    kind = value.__class__
    if kind is dict or kind is FrozenDict:
        return FrozenDict([(key, item if item.__class__ in LEAVES else frozen(item)) for key, item in value.items()])
    if kind is list or kind is tuple or kind is FrozenList:
        return FrozenList([item if item.__class__ in LEAVES else frozen(item) for item in value])
    return value


def fresh(value: JSON) -> JSON:
    """A copy of a JSON value that is nobody else's."""
    if isinstance(value, dict):
        found = dict(value)
        for key, item in value.items():
            if item.__class__ not in LEAVES:
                found[key] = fresh(item)
        return found
    if isinstance(value, (list, tuple)):
        items = list(value)
        for k, item in enumerate(items):
            if item.__class__ not in LEAVES:
                items[k] = fresh(item)
        return items
    return value


LEAVES = frozenset({str, int, float, bool, type(None)})
"""What can be shared as it is: nothing of it can be changed."""
