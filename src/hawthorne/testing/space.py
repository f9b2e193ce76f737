"""The laws of a space."""

from __future__ import annotations

import copy
import json
from collections.abc import Collection, Iterable

from hawthorne.core.draws import Draws
from hawthorne.core.space import Coded, Normed, Space
from hawthorne.core.values import JSON, plain
from hawthorne.testing import schema as schemas

ODD: tuple[JSON, ...] = (
    None, True, False, 0, 1, -1, 3.0, 0.5, 2**70, 1e300, "", "a", "1", [], [None], [[]], [1, 2], ["a", "a"], {},
    {"": 1}, {"code": "a"}, {"a": 1}, {"text": None},
)  # fmt: skip
"""JSON values of every type: `check` must say what is wrong with them, or accept them, and never raise."""


def check_space(space: Space, samples: int = 50, more: Iterable[JSON] = (), codes: Collection[str] = ()) -> None:
    """A sample is valid; a valid example is accepted and an invalid one refused with a sentence; JSON Schema with its
    `x-rules` and `check` agree on all of them, and on the values in `more`; `check` never raises and changes nothing.
    A space with codes can be blinded and one with several forms of a value has a normal one (see `Coded`, `Normed`); of
    the document's `codes`, long words that stand nowhere else, the blinded space tells nothing.

    The agreement needs the package `jsonschema` and is left out without it.
    """
    name = f"space {getattr(space, 'kind', type(space).__name__)!r}"
    assert isinstance(space, Space), f"{name} misses a part of hawthorne.core.space:Space"
    assert isinstance(space.kind, str) and space.kind, f"{name}: kind must be the word in documents"
    assert isinstance(space.version, int), f"{name}: version must be a whole number"
    assert isinstance(space.open, bool), f"{name}: open must be true or false"
    _check_frozen(space, name)

    root = Draws.seeded("check_space")
    drawn = [space.sample(root.at(i)) for i in range(samples)]
    for i, value in enumerate(drawn):
        _check_json(value, f"{name}: sample {value!r}")
        assert space.check(value) is None, f"{name}: the sample {value!r} is refused: {space.check(value)}"
        again = space.sample(root.at(i))
        assert again == value, f"{name}: two samples at one address differ: {value!r}, {again!r}"

    valid, invalid = space.examples()
    all_of_json = space.schema() == {}  # such a space has no invalid JSON value to show
    assert valid, f"{name}: examples() must give some valid values"
    assert invalid or all_of_json, f"{name}: examples() must give some invalid values"
    for value in valid:
        assert space.check(value) is None, f"{name}: the valid example {value!r} is refused: {space.check(value)}"
    for value in invalid:
        assert space.check(value) is not None, f"{name}: the invalid example {value!r} is accepted"
    _check_agreement(space, name, [*drawn, *valid, *invalid, *ODD, *more])
    if isinstance(space, Coded):
        _check_blinding(space, name, [*drawn, *valid], root.at("blinded"), codes)
    if isinstance(space, Normed):
        for value in [*drawn, *valid]:
            _check_normal(space, name, value)


def _check_frozen(space: Space, name: str) -> None:
    parameters = getattr(type(space), "__dataclass_params__", None)
    assert parameters is not None and parameters.frozen, f"{name} can be changed: it must be a frozen dataclass"


def _check(space: Space, name: str, value: JSON) -> str | None:
    try:
        return space.check(value)
    except Exception as error:
        raise AssertionError(f"{name}: check() raises on {value!r}: {error!r}") from error


def _check_json(value: JSON, what: str) -> None:
    try:
        same = plain(value) == value
        json.dumps(value, allow_nan=False)
    except (TypeError, ValueError):
        same = False
    assert same, f"{what} is no JSON value"


def _check_agreement(space: Space, name: str, values: Iterable[JSON]) -> None:
    schema = space.schema()
    _check_json(schema, f"{name}: schema()")
    if schemas.HAS_REFERENCE:
        schemas.check_schema(schema)
    for value in values:
        before = copy.deepcopy(value)
        problem = _check(space, name, value)
        assert value == before, f"{name}: check() changed {before!r} to {value!r}"
        assert problem is None or (isinstance(problem, str) and problem), f"{name}: no sentence about {value!r}"
        if not schemas.HAS_REFERENCE:
            continue
        accepted = schemas.accepts(schema, value)
        if problem is None:
            assert accepted, f"{name}: check() accepts {value!r} and its schema does not"
            assert schemas.obeys(schema, value), f"{name}: check() accepts {value!r} against its own x-rules"
        elif accepted and not schemas.has_page_rules(schema):
            agreed = schemas.has_rules(schema) and not schemas.obeys(schema, value)
            assert agreed, f"{name}: the schema accepts {value!r} and check() does not: {problem}"


def _check_blinding(space: Coded, name: str, values: Iterable[JSON], draws: Draws, codes: Collection[str]) -> None:
    """There and back gives the same value, from either side, and the blinded space tells none of the codes."""
    blinded = space.blinded()
    assert isinstance(space, Space) and isinstance(blinded, Space), f"{name}: blinded() must be a space"
    assert blinded.kind == space.kind, f"{name}: blinded() must be a space of its kind"
    for value in values:
        there = space.blind(value)
        problem = blinded.check(there)
        assert problem is None, f"{name}: {value!r} is blinded to {there!r}, which is refused: {problem}"
        assert space.unblind(there) == value, f"{name}: {value!r} comes back as {space.unblind(there)!r}"
    for i in range(10):
        there = blinded.sample(draws.at(i))
        back = space.unblind(there)
        problem = space.check(back)
        assert problem is None, f"{name}: {there!r} is unblinded to {back!r}, which is refused: {problem}"
        assert space.blind(back) == there, f"{name}: {there!r} comes back as {space.blind(back)!r}"
    wrong = [*blinded.examples()[1], *ODD]
    said = json.dumps([blinded.schema(), *blinded.examples(), *(str(blinded.check(value)) for value in wrong)])
    told = [code for code in codes if code in said]
    assert not told, f"{name}: the blinded space tells the codes {told}"


def _check_normal(space: Normed, name: str, value: JSON) -> None:
    assert isinstance(space, Space)
    before = copy.deepcopy(value)
    normal = space.normal(value)
    assert value == before, f"{name}: normal() changed {before!r}"
    assert space.check(normal) is None, f"{name}: the normal form {normal!r} of {value!r} is refused"
    again = json.dumps(space.normal(normal), sort_keys=True)
    assert again == json.dumps(normal, sort_keys=True), f"{name}: the normal form {normal!r} has another: {again}"
