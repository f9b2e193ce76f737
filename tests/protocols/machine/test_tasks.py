"""A stage that plays a task of the battery."""

from __future__ import annotations

from typing import Any

import pytest
from small_paper import Doc, paper, played, program, question, stage
from small_tasks import ARROWS, cells, task

from hawthorne.core.errors import InvalidDocument
from hawthorne.core.record import Record
from hawthorne.protocols.projections import projections
from hawthorne.testing.machine import check_machine

FLANKER = task({"Test": {"Parameters": ARROWS, "Trials": cells("Congruent", "Incongruent")}})


def with_task(name: str = "FL", parameters: Any = FLANKER) -> Doc:
    first = {"id": "flank", "pages": [{"id": "pg", "items": [{"id": "i", "type": "text", "text": "Ready?"}]}],
             "instrument": {"name": name, "timeline": "T", "parameters": parameters}}  # fmt: skip
    return paper({"sequence": [{"stage": "flank"}, {"stage": "after"}]}, [question("x")], [first, stage("after", "x")])


def trials(log: list[Record]) -> list[Record]:
    return [record for record in log if record.what == "put" and "TrialIndex" in record.value["view"]]


def test_the_trials_of_a_task_are_asks_between_pages() -> None:
    made = program(with_task())
    log = played(made)
    puts = [record.ask for record in log if record.what == "put"]
    assert puts[0] == "1/flank.pg.1"
    assert len(trials(log)) == 4
    assert puts[-1] == "1/after.pg1.3"
    ends = [record for record in log if record.what == "row" and record.ask is not None]
    assert len(ends) == 4
    assert ends[0].value["context"] == {"subject": 1, "session": "p1", "case": 1}
    assert trials(log)[0].value["limit"] == 1.5


def test_a_case_with_a_task_replays() -> None:
    made = program(with_task())
    check_machine(lambda: made.machine(2), number=2)


def test_trials_have_a_table_and_a_file() -> None:
    made = program(with_task())
    log = played(made)
    table = next(table for table in made.tables(log) if table.name == "trials")
    assert len(table.rows) == 4
    assert dict(table.rows[0])["instrument"] == "FL"
    files = {name for name, _ in projections(made.compiled, log)}
    assert files == {"data/flank.jsonl", "data/units/p.jsonl", "transcripts.jsonl"}


def test_a_task_that_cannot_be_played_is_found_with_its_place() -> None:
    with pytest.raises(InvalidDocument, match="FX"):
        program(with_task("FX"))
    with pytest.raises(InvalidDocument, match="MaxResponseTime"):
        program(with_task("FL", task({"Test": {"Parameters": {"MaxResponseTime": -1}, "Trials": cells("Congruent")}})))
