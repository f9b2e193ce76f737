"""The rows of the public compatibility kit, counted by folder."""

from __future__ import annotations

from collections import Counter

import pytest

from .kit import find_rows, read_rows, run_row

#: Rows that fail, each with a reason arguable from the standard: (folder, expression) → reason.
EXCUSED: dict[tuple[str, str], str] = {}


def test_rows_of_the_kit(capsys: pytest.CaptureFixture[str]) -> None:
    path = find_rows()
    if path is None:
        pytest.skip("the kit lies in a `shared` folder beside this repository, or where HAWTHORNE_SHARED says")
    rows, passed, failures = Counter[str](), Counter[str](), []
    for row in read_rows(path):
        folder = row["dir"].partition("/")[2]
        good, value = run_row(row)
        rows[folder] += 1
        passed[folder] += good
        if not good and (folder, row["expr"]) not in EXCUSED:
            failures.append(f"{folder}: {row['expr']} gave {value!r}, not {row['expected']}")
    with capsys.disabled():
        print()
        for folder in sorted(rows):
            print(f"{passed[folder]:5} of {rows[folder]:4}  {folder}")
        print(f"{passed.total():5} of {rows.total():4}  in all")
    assert not failures, "\n".join(failures)
