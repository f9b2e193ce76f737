"""Declarations of every response kind, answers and near misses, drawn at random for the laws of spaces."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from hawthorne.core.draws import Draws
from hawthorne.core.errors import UsageError
from hawthorne.core.space import Space
from hawthorne.spaces.allocation import Allocation
from hawthorne.spaces.anything import Anything
from hawthorne.spaces.choice import Choice
from hawthorne.spaces.form import Form
from hawthorne.spaces.integer import Integer
from hawthorne.spaces.interval import Interval
from hawthorne.spaces.keypress import Keypress
from hawthorne.spaces.likert import Likert
from hawthorne.spaces.matrix import Matrix
from hawthorne.spaces.multi_choice import MultiChoice
from hawthorne.spaces.number import Number
from hawthorne.spaces.ranking import Ranking
from hawthorne.spaces.slider import Slider
from hawthorne.spaces.text import Text
from hawthorne.spaces.turn import Turn

CODES = st.lists(st.sampled_from(["o1", "o2", "o3", "a", "ä", "none", ""]), min_size=1, max_size=5, unique=True)
WHOLE = st.integers(-50, 50)
DECIMAL = st.builds(lambda n, places: float(f"{n}e-{places}"), st.integers(-5000, 5000), st.integers(0, 3))
REAL = st.one_of(WHOLE, DECIMAL)
STEP = st.one_of(st.integers(1, 7), st.sampled_from([0.1, 0.25, 0.5, 0.01, 2.5]))


def ordered(ends: st.SearchStrategy[Any]) -> st.SearchStrategy[tuple[Any, Any]]:
    return st.tuples(ends, ends).map(lambda pair: (min(pair), max(pair)))


def half_open(ends: st.SearchStrategy[Any]) -> st.SearchStrategy[tuple[Any, Any]]:
    masks = st.sampled_from([(1, 1), (1, 0), (0, 1), (0, 0)])
    return st.builds(
        lambda r, m: tuple(e if keep else None for e, keep in zip(r, m, strict=True)), ordered(ends), masks
    )


def built(make: Any, *parts: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Spaces of one kind; a declaration that its class refuses is drawn anew."""

    def attempt(arguments: tuple[Any, ...]) -> Any:
        try:
            return make(*arguments)
        except UsageError:
            return None

    return st.tuples(*parts).map(attempt).filter(lambda space: space is not None)


SCALES = st.one_of(built(Likert, ordered(WHOLE)), built(Choice, CODES))
PARTS: dict[str, st.SearchStrategy[Any]] = {
    "choice": built(Choice, CODES, st.booleans()),
    "multi_choice": built(
        lambda codes, low, most, k: MultiChoice(codes, low, most, tuple(codes[:k])),
        CODES, st.integers(0, 3), st.none() | st.integers(0, 5), st.integers(0, 2),
    ),
    "ranking": built(Ranking, CODES, st.none() | st.integers(1, 5)),
    "likert": built(Likert, ordered(WHOLE)),
    "slider": built(Slider, ordered(REAL), STEP),
    "integer": built(Integer, half_open(WHOLE)),
    "number": built(Number, half_open(REAL), st.none() | st.integers(0, 4)),
    "text": built(Text, st.integers(0, 9), st.none() | st.integers(0, 12)),
    "matrix": built(lambda rows, scale, k: Matrix(rows, scale, tuple(rows[:k])), CODES, SCALES, st.integers(0, 2)),
    "allocation": built(
        Allocation, CODES, st.sampled_from([0, 1, 10, 100, 0.3, 2.5]), STEP, st.sampled_from([0, 0, 1, 0.05]),
        st.none() | st.sampled_from([1, 10, 50, 0.2]), st.booleans(), st.booleans(),
    ),
    "interval": built(Interval, half_open(REAL), st.sampled_from(["lo<=hi", "lo<hi"])),
    "keypress": built(
        Keypress, CODES, st.none() | st.sampled_from([1, 2000, 0.5]),
        st.sampled_from(["required", "optional", "absent"]),
    ),
    "turn": built(Turn, st.just([]) | CODES, st.none() | st.integers(0, 3)),
}  # fmt: skip
PARTS["anything"] = st.just(Anything())
PARTS["form"] = built(
    lambda parts, k: Form(parts, tuple(parts)[:k]),
    st.dictionaries(st.sampled_from(["r1", "r2", "ä"]), st.one_of(list(PARTS.values())), max_size=3),
    st.integers(0, 2),
)
LEAVES = st.one_of(
    st.none(), st.booleans(), st.integers(-60, 60), DECIMAL, st.floats(allow_nan=False, allow_infinity=False),
    st.sampled_from(["o1", "o2", "a", "ä", "none", "", " ", "text"]), st.text(max_size=6),
)  # fmt: skip
KEYS = st.sampled_from(["o1", "o2", "a", "ä", "r1", "r2", "code", "rt_ms", "text", "calls", "tool", "arguments"])
VALUES = st.recursive(LEAVES, lambda v: st.lists(v, max_size=4) | st.dictionaries(KEYS, v, max_size=4), max_leaves=6)


def bent(space: Space, value: Any, seed: int, other: Any) -> Any:
    """A valid value with one part replaced, left out or doubled: near misses tell rules apart better than noise."""
    which = Draws.seeded(seed)
    if isinstance(value, dict) and value:
        key = which.choice(sorted(value))
        rest = {name: item for name, item in value.items() if name != key}
        return which.at("how").choice([rest, value | {key: other}, value | {"extra": other}])
    if isinstance(value, list) and value:
        return which.choice([value[1:], [*value, value[0]], [*value, other], value[::-1], [other, *value[1:]]])
    if isinstance(value, (int, float)):
        return which.choice([value + 1, value - 1, value + 0.1, value + 0.05, float(value), -value, str(value)])
    return which.choice([f"{value}e", f" {value}", f"{value}\u0301", other])
