"""Two runs are the same when every line is; else the first difference has its case, its number and both lines."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from hawthorne.core.record import Record
from hawthorne.records.comparison import compare
from hawthorne.records.header import Header
from hawthorne.records.line import encode
from hawthorne.records.run import Run

HEADER = Header("0", {"kind": "flow", "name": "x", "digest": "sha256:0"}, {}, "sha256:1", 7, False, None, 2, 2, "facts",
                "virtual", "2000-01-01T00:00:00Z", {}, {})  # fmt: skip
LINES = [
    Record(case, n, 0.0, what, f"N{n}") for case in (1, 2) for n, what in enumerate(("begin", "reached", "done"), 1)
]


def run_of(records: list[Record], **facts: object) -> Run:
    return Run(replace(HEADER, **facts), None, (b"".join(map(encode, records)),))  # type: ignore[arg-type]


def test_a_run_is_the_same_as_itself():
    found = compare(run_of(LINES), run_of(LINES))
    assert found.same
    assert found.lines == (6, 6)
    assert found.counts["reached"] == (2, 2)
    assert found.facts == found.circumstances == {}


@given(st.integers(0, 5))
def test_a_changed_line_is_the_first_difference(place: int):
    changed = [*LINES]
    changed[place] = changed[place]._replace(at=1.5)
    first = compare(run_of(LINES), run_of(changed)).first
    assert first is not None
    assert (first.case, first.n) == (LINES[place].case, LINES[place].n)
    assert first.one == encode(LINES[place]).decode().rstrip()
    assert first.two == encode(changed[place]).decode().rstrip()


@given(st.integers(0, 5))
def test_a_missing_line_is_found_and_counted(place: int):
    fewer = LINES[:place] + LINES[place + 1 :]
    found = compare(run_of(LINES), run_of(fewer))
    assert found.first is not None
    assert (found.first.case, found.first.n) == (LINES[place].case, LINES[place].n)
    assert found.lines == (6, 5)
    assert (found.first.two is None) == (place == 5)


def test_numbers_that_are_equal_and_written_differently_are_a_difference():
    one, two = [*LINES], [*LINES]
    one[1], two[1] = one[1]._replace(value=1), two[1]._replace(value=1.0)
    assert not compare(run_of(one), run_of(two)).same


def test_what_records_depend_on_is_told_apart_from_circumstances():
    found = compare(run_of(LINES), run_of(LINES, seed=8, host={"system": "other"}))
    assert found.same
    assert found.facts == {"seed": (7, 8)}
    assert found.circumstances == {"host": ({}, {"system": "other"})}
