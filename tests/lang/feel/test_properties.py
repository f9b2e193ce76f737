"""Laws over generated programs and values."""

from __future__ import annotations

import datetime as python
from collections.abc import Callable
from decimal import Decimal

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hawthorne.lang import feel
from hawthorne.lang.feel import tree
from hawthorne.lang.feel.durations import MonthsDuration, TimeDuration, parse_duration
from hawthorne.lang.feel.equality import equal, less, order
from hawthorne.lang.feel.temporal import Date, DateTime, Time, from_ordinal, parse_date, parse_date_time, parse_time

from .programs import SCOPE, trees
from .walker import Walker

# The strategies of programs are large; their reprs are of no use.
pytestmark = pytest.mark.filterwarnings("ignore::hypothesis.errors.HypothesisWarning")
relaxed = settings(deadline=None, suppress_health_check=list(HealthCheck), max_examples=400)


def comparable(value: object) -> object:
    """A value with functions and ranges as text, so that two evaluations can be compared by ``repr``."""
    return repr(value)


@relaxed
@given(trees)
def test_a_tree_prints_to_text_that_reads_as_the_tree(node: tree.Node) -> None:
    text = feel.format(node)
    assert feel.parse(text, names=["two words"]) == node
    assert feel.format(feel.parse(text, names=["two words"])) == text


@relaxed
@given(trees, st.sampled_from(["decimal", "float"]))
def test_compiled_agrees_with_the_plain_evaluator(node: tree.Node, numbers: str) -> None:
    text = feel.format(node)
    compiled = feel.compile(text, names=[*SCOPE, "k", "v", "two words", "unknown", "i", "j", "p"], numbers=numbers)
    assert comparable(compiled(SCOPE)) == comparable(Walker(numbers).run(compiled.tree, SCOPE))


@relaxed
@given(trees)
def test_names_are_those_that_a_run_reads(node: tree.Node) -> None:
    read: set[str] = set()

    class Watched(dict):  # type: ignore[type-arg]
        def __getitem__(self, name: str) -> object:
            read.add(name)
            return super().__getitem__(name)

    compiled = feel.compile(feel.format(node), members=["two words"])
    compiled(Watched(SCOPE))
    assert read <= compiled.names


scalars = st.one_of(
    st.none(), st.booleans(), st.integers(-5, 5).map(Decimal), st.sampled_from(["", "a", "b"]),
    st.builds(Date, st.integers(-3, 3), st.integers(1, 12), st.integers(1, 28)),
    st.builds(Time, st.integers(0, 2), st.integers(0, 1), st.just(0), st.sampled_from([0, 500_000_000]),
              st.sampled_from([None, 0, 3600])),
    st.integers(-3, 3).map(MonthsDuration), st.integers(-3, 3).map(TimeDuration),
)  # fmt: skip
values = st.recursive(
    scalars, lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.sampled_from("ab"), inner)),
    max_leaves=4,
)  # fmt: skip


@relaxed
@given(values, values)
def test_equality_is_symmetric_and_reflexive(a: object, b: object) -> None:
    assert equal(a, b) is equal(b, a)
    assert equal(a, a) is True


@relaxed
@given(scalars, scalars, scalars)
def test_order_is_total_within_a_type(a: object, b: object, c: object) -> None:
    if order(a, b) is None:
        assert less(a, b) is None
        return
    assert [less(a, b), equal(a, b), less(b, a)].count(True) == 1
    if less(a, b) and less(b, c):
        assert less(a, c)


@relaxed
@given(st.integers(-(10**25), 10**25), st.integers(-(10**9), 10**9))
def test_durations_round_trip(nanos: int, months: int) -> None:
    assert parse_duration(str(TimeDuration(nanos))) == TimeDuration(nanos)
    assert parse_duration(str(MonthsDuration(months))) == MonthsDuration(months)


@relaxed
@given(st.integers(-365_000_000_000, 365_000_000_000))
def test_dates_round_trip(days: int) -> None:
    date = from_ordinal(days)
    assert date is not None
    assert date.ordinal == days
    assert parse_date(str(date)) == date


@relaxed
@given(st.datetimes(), st.sampled_from([None, 0, 3600, -12600]), st.integers(0, 999_999_999))
def test_moments_round_trip_and_agree_with_python(moment: python.datetime, offset: int | None, nano: int) -> None:
    date = Date(moment.year, moment.month, moment.day)
    assert date.ordinal == (moment.date() - python.date(1970, 1, 1)).days
    assert date.weekday == moment.isoweekday()
    value = DateTime(date, Time(moment.hour, moment.minute, moment.second, nano, offset))
    assert parse_date_time(str(value)) == value
    assert parse_time(str(value.time)) == value.time


counts = st.integers(-20, 20).map(Decimal).map(lambda n: tree.Number(n) if n >= 0 else tree.Negate(tree.Number(-n)))


@relaxed
@given(trees)
def test_the_lanes_give_the_same_value_where_the_text_shows_no_difference(node: tree.Node) -> None:
    text = feel.format(node)
    if feel.differences(text, ["two words"]):
        return
    names = [*SCOPE, "k", "v", "two words", "unknown", "i", "j", "p"]
    found = [feel.compile(text, names=names, numbers=numbers)(SCOPE) for numbers in ("decimal", "float")]
    decimal, float_ = (feel.to_json(value) for value in found)
    assert decimal == float_


def _of_list(name: str) -> Callable[[list[tree.Node]], tree.Node]:
    return lambda items: tree.Call(tree.Name(name), (tree.ListLiteral(tuple(items)),))


def _arithmetic(inner: st.SearchStrategy[tree.Node]) -> st.SearchStrategy[tree.Node]:
    condition = st.builds(tree.Comparison, st.sampled_from(["<", "=", ">="]), inner, inner)
    return st.one_of(
        st.builds(lambda o, a, b: tree.Sum((o,), (a, b)), st.sampled_from("+-"), inner, inner),
        st.builds(lambda a, b: tree.Product(("*",), (a, b)), inner, inner),
        st.lists(inner, max_size=3).map(_of_list("sum")),
        st.lists(inner, max_size=3).map(_of_list("count")),
        st.builds(lambda c, a, b: tree.If((c,), (a,), b), condition, inner, inner),
    )


arithmetic = st.recursive(counts, _arithmetic, max_leaves=8)


@relaxed
@given(arithmetic)
def test_the_float_lane_equals_the_decimal_lane_on_counts_and_conditions(node: tree.Node) -> None:
    text = feel.format(node)
    decimal, float_ = feel.evaluate(text), feel.evaluate(text, numbers="float")
    assert (decimal is None) == (float_ is None)
    # Integers stay exact up to 2**63 in the float lane and up to 34 digits in the decimal lane.
    if decimal is not None and abs(decimal) < 2**53:
        assert decimal == float_
