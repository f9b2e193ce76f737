"""Sheets: what blinding a page takes, worked out once and used each time it is served.

A screen's view and its form are rebuilt under opaque names: responses `r<k>`, options `o<k>` and rows `w<k>` in the
order shown. Machines build static pages once and serve the same objects, so what is made of them is kept by identity.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from hawthorne.core.space import Coded, Normed, Space
from hawthorne.core.values import JSON
from hawthorne.hold.frozen import FrozenDict, frozen
from hawthorne.spaces.form import Constraint, Form
from hawthorne.spaces.problem import Problem

T = TypeVar("T")

KEPT = 4096
"""How many pages and responses are kept; served values that are made anew each time would fill the memory otherwise."""

_sheets: dict[int, tuple[object, Any]] = {}
_responses: dict[int, tuple[object, Any]] = {}
_items: dict[int, tuple[object, Any]] = {}


class Sheet:
    """One page's form, and the same page under opaque names. `spaces` are the blinded parts in order."""

    __slots__ = ("_back", "_page", "form", "names", "spaces")

    def __init__(self, form: Form) -> None:
        self.form = form
        self.names = tuple(form.parts)
        self.spaces = tuple(space.blinded() if isinstance(space, Coded) else space for space in form.parts.values())
        self._back = {name: _way_back(space) for name, space in form.parts.items()}
        rules = tuple(Constraint(rule.message, _Behind(self, rule)) for rule in form.constraints)
        self._page = Form(dict(zip(self.names, self.spaces, strict=True)), form.optional, rules)

    @classmethod
    def of(cls, form: Form) -> Sheet:
        """The sheet of a form, made when it is first needed."""
        return _kept(_sheets, form, cls)

    def keys(self, first: int) -> dict[str, str]:
        """The document's names of the parts by the opaque ones, of which `r<first>` is the first."""
        return {f"r{first + k}": name for k, name in enumerate(self.names)}

    def blinded(self, first: int) -> Form:
        """The form as its participant may know it."""
        keys = self.keys(first)
        rules = tuple(Constraint(rule.message, _Renamed(rule, keys)) for rule in self._page.constraints)
        optional = tuple(name for name, real in keys.items() if real in self.form.optional)
        return Form(dict(zip(keys, self.spaces, strict=True)), optional, rules)

    def problems(self, answers: Mapping[str, JSON]) -> dict[str, Problem]:
        """What is wrong with answers that have the document's names for the parts and opaque codes inside."""
        return self._page.problems(answers)

    def values(self, answers: Mapping[str, JSON]) -> dict[str, JSON]:
        """Valid answers (named and coded as of `problems`) as they are kept: under the document's codes, in their
        normal form, in the order of the page, without what was skipped."""
        return {
            name: back(answers[name]) for name, back in self._back.items() if answers.get(name) is not None
        }  # fmt: skip


def kept_item(item: Mapping[str, JSON]) -> FrozenDict:
    """An item as it cannot be changed, with the document's id."""
    kept: FrozenDict = _kept(_items, item, frozen)
    return kept


def response(shown: Mapping[str, JSON]) -> tuple[FrozenDict, bool]:
    """A response as its participant may see it, but for its id and its assets, which are the document's still; and
    whether it has assets.

    >>> response({"id": "agree", "kind": "choice", "options": [{"code": "yes", "text": "Yes"}]})
    ({'id': 'agree', 'kind': 'choice', 'options': [{'code': 'o1', 'text': 'Yes'}]}, False)
    """
    return _kept(_responses, shown, _response)


def _response(shown: Mapping[str, JSON]) -> tuple[FrozenDict, bool]:
    return frozen(_opaque(shown)), _pictured(shown)


def _pictured(value: JSON) -> bool:
    if isinstance(value, dict):
        return "asset" in value or any(_pictured(item) for item in value.values())
    return isinstance(value, list) and any(_pictured(item) for item in value)


def _opaque(shown: Mapping[str, JSON]) -> dict[str, JSON]:
    found = dict(shown)
    for key, letter in _CODES.items():
        if key in found:
            found[key] = [{**each, "code": f"{letter}{k}"} for k, each in enumerate(found[key], 1)]
    if "exclusive" in found:
        codes = [option["code"] for option in shown["options"]]
        found["exclusive"] = [f"o{codes.index(code) + 1}" for code in shown["exclusive"]]
    if isinstance(found.get("scale"), dict):
        found["scale"] = _opaque(found["scale"])
    return found


_CODES = {"options": "o", "keys": "o", "rows": "w"}
"""The parts of a response that list codes, and their letters."""


class _Behind:
    """A page's rule, asked of answers with opaque codes inside."""

    __slots__ = ("_rule", "_sheet")

    def __init__(self, sheet: Sheet, rule: Constraint) -> None:
        self._sheet, self._rule = sheet, rule

    def __call__(self, answers: Mapping[str, JSON]) -> bool:
        return self._rule.holds(self._sheet.values(answers))


class _Renamed:
    """A page's rule, asked of answers under opaque names."""

    __slots__ = ("_keys", "_rule")

    def __init__(self, rule: Constraint, keys: Mapping[str, str]) -> None:
        self._rule, self._keys = rule, keys

    def __call__(self, answers: Mapping[str, JSON]) -> bool:
        return self._rule.holds({self._keys[name]: value for name, value in answers.items()})


def _way_back(space: Space) -> Callable[[JSON], JSON]:
    """What makes of a valid opaque value the document's, in its normal form."""
    unblind = space.unblind if isinstance(space, Coded) else None
    normal = space.normal if isinstance(space, Normed) else None
    if unblind is None:
        return normal or _same
    if normal is None:
        return unblind
    return lambda value: normal(unblind(value))


def _same(value: JSON) -> JSON:
    return value


def _kept(kept: dict[int, tuple[object, Any]], key: Any, make: Callable[[Any], T]) -> T:
    """What was made of this very object; the object is held, so that its identity is nobody else's."""
    found = kept.get(id(key))
    if found is None:
        if len(kept) >= KEPT:
            kept.clear()
        found = kept[id(key)] = (key, make(key))
    made: T = found[1]
    return made
