"""The report of a protocol's run says how sessions ended, whom analyses take, and what was answered in each arm."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

import hawthorne as hw

STUDIES = Path(__file__).parents[1] / "fixtures" / "studies"


@pytest.mark.parametrize("name", ["fixture_score", "fixture_kinds", "fixture_trust"])
def test_every_session_is_counted_once_in_its_arm_under_its_end(name: str) -> None:
    run = hw.run(_plan(name))
    section = next(each for each in hw.report(run).sections if each.title.startswith("Who took part"))
    (table,) = section.tables
    rows = hw.tables(run)["sessions"].rows
    assert {row["arm"]: row["sessions"] for row in table.rows} == dict(Counter(row["arm"] for row in rows))
    statuses = [column.name for column in table.columns[2:-1]]
    for row in table.rows:
        assert sum(row[status] for status in statuses) == row["sessions"]


def test_values_are_those_of_the_rows_that_analyses_take() -> None:
    run = hw.run(_plan("fixture_score"))
    kept = [row for row in hw.tables(run)["p"].rows if row["_included"]]
    section = next(each for each in hw.report(run).sections if each.title == "What was answered: p")
    assert section.text[0].startswith(f"Analyses take {len(kept)} of 12 rows")
    (table,) = section.tables
    agree = next(row for row in table.rows if row["value"] == "resp.agree")
    for arm in ("hi", "lo"):
        counts = Counter(row["resp.agree"] for row in kept if row["arm"] == arm and row["resp.agree"] is not None)
        assert {
            word.rpartition(" ")[0]: int(word.rpartition(" ")[2]) for word in (agree[arm] or "").split(", ")
        } == dict(counts)


def _plan(name: str) -> hw.Plan:
    roles = ["sender", "receiver"] if name == "fixture_trust" else ["participant"]
    return hw.plan(STUDIES / name, n=12, seed=3, actors=dict.fromkeys(roles, "random"))


def test_exclusions_are_counted_by_their_ids(tmp_path: Path) -> None:
    protocol = json.loads((STUDIES / "fixture_score" / "protocol.json").read_text("utf-8"))
    protocol["exclusions"] = [
        {"id": "unsure", "scope": "p", "when": "resp.sure < 101", "reason": "none is sure", "cite": "own"},
        {"id": "nobody", "scope": "p", "when": "resp.sure > 100", "reason": "nobody is", "cite": "own"},
    ]
    (tmp_path / "protocol.json").write_text(json.dumps(protocol), "utf-8")
    run = hw.run(hw.plan(tmp_path, n=4, seed=3, actors={"participant": "random"}))
    section = next(each for each in hw.report(run).sections if each.title == "What was answered: p")
    assert section.text[0].startswith("Analyses take 0 of 4 rows")
    assert section.text[1:] == ("The exclusion unsure holds of 4.",)
    assert section.tables == ()
