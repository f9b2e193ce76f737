"""A run's folder: what stands in it, what is refused, and what its header says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from toys import FULL, MIXED, content, toy_plan

from hawthorne.core.document import Source
from hawthorne.core.errors import UsageError
from hawthorne.core.registry import resolve
from hawthorne.hold import plan as plans
from hawthorne.hold.play import play, resume
from hawthorne.records import read
from hawthorne.records.run import Run


def names(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


def test_a_run_folder_holds_header_document_parts_receipts_projections_and_a_readme(tmp_path: Path) -> None:
    out = tmp_path / "run"
    play(toy_plan(), out, shard_size=4)
    assert names(out) == {
        "run.json",
        "lock",
        "README.txt",
        "document/study.toy.json",
        "parts/000001-000004.jsonl",
        "parts/000001-000004.receipt.json",
        "parts/000005-000006.jsonl",
        "parts/000005-000006.receipt.json",
        "data/rows.jsonl",
    }
    assert f"hawthorne run --resume {out}" in (out / "README.txt").read_text()


def test_receipts_hold_whole_numbers_only_that_add_up(tmp_path: Path) -> None:
    run = play(toy_plan(), tmp_path / "run", shard_size=4)
    receipts = [json.loads(path.read_text()) for path in (tmp_path / "run" / "parts").glob("*.receipt.json")]
    assert all(type(value) is int for receipt in receipts for value in receipt.values())
    assert sum(receipt["cases"] for receipt in receipts) == 6
    assert sum(receipt["bytes"] for receipt in receipts) == len(content(run))
    assert sum(receipt["records"] for receipt in receipts) == len(list(run.records()))


def test_the_header_says_what_the_records_depend_on_and_alone_says_when_and_where(tmp_path: Path) -> None:
    plan = toy_plan(n=4)
    header = play(plan, tmp_path / "run").header
    assert (header.seed, header.n, header.cases, header.participants, header.drawn) == (7, 4, 4, 8, False)
    assert header.plan == plan.digest
    assert header.document["digest"] == plan.document.source.digest
    assert set(header.digests) == {"protocol", "any-actor"}
    assert header.actors["A"]["spec"] == MIXED
    assert header.actors["A"]["reproducible"] is True
    assert header.counts == {"ended": 4, "stuck": 0, "failed": 0}
    assert header.started
    assert header.finished
    assert header.host["python"]
    assert read.header(tmp_path / "run") == header


def test_two_runs_of_one_plan_differ_in_run_json_alone(tmp_path: Path) -> None:
    for name in "ab":
        play(toy_plan(), tmp_path / name)
    for name in names(tmp_path / "a") - {"run.json", "README.txt"}:
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes(), name


def test_a_folder_that_holds_a_run_or_anything_else_is_refused(tmp_path: Path) -> None:
    out = tmp_path / "run"
    play(toy_plan(), out)
    before = {name: (out / name).read_bytes() for name in names(out)}
    with pytest.raises(UsageError, match=f"already holds a run: go on with it .hawthorne run --resume {out}"):
        play(toy_plan(), out)
    assert before == {name: (out / name).read_bytes() for name in names(out)}
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "thesis.txt").write_text("all of it")
    with pytest.raises(UsageError, match="is not empty"):
        play(toy_plan(), tmp_path / "full")
    with pytest.raises(UsageError, match="is a file"):
        play(toy_plan(), tmp_path / "full" / "thesis.txt")


def test_an_empty_folder_will_do(tmp_path: Path) -> None:
    assert content(play(toy_plan(), tmp_path)) == content(play(toy_plan()))


def test_a_complete_run_is_returned_as_it_is(tmp_path: Path) -> None:
    run = play(toy_plan(), tmp_path / "run")
    before = (tmp_path / "run" / "run.json").read_bytes()
    assert resume(tmp_path / "run").header == run.header
    assert (tmp_path / "run" / "run.json").read_bytes() == before


def test_a_resume_may_use_another_cut_and_another_executor(tmp_path: Path) -> None:
    out = tmp_path / "run"
    whole = content(play(toy_plan(), out, shard_size=2))
    for path in list((out / "parts").glob("000003-*")):
        path.unlink()
    header = json.loads((out / "run.json").read_text())
    (out / "run.json").write_text(json.dumps(header | {"finished": None, "counts": None}))
    run = resume(out, "processes", 2, 1)
    assert content(run) == whole
    assert {path.name for path in (out / "parts").glob("*.jsonl")} >= {"000003-000003.jsonl", "000004-000004.jsonl"}


def test_projections_are_made_again_when_a_run_is_completed(tmp_path: Path) -> None:
    out = tmp_path / "run"
    play(toy_plan(), out, shard_size=2)
    whole = (out / "data" / "rows.jsonl").read_bytes()
    (out / "parts" / "000003-000004.receipt.json").unlink()
    (out / "data" / "rows.jsonl").write_text("old\n")
    resume(out)
    assert (out / "data" / "rows.jsonl").read_bytes() == whole
    assert not list(out.rglob("*.new"))


def test_the_documents_copy_comes_with_the_files_it_cites_where_it_finds_them(tmp_path: Path) -> None:
    study = tmp_path / "studies" / "one"
    study.mkdir(parents=True)
    (tmp_path / "studies" / "shared.csv").write_text("a,b\n")
    (study / "own.csv").write_text("c\n")
    model = FULL | {"cites": ["../shared.csv", "own.csv"]}
    (study / "s.toy.json").write_text(json.dumps(model))
    document = resolve("kinds", "toy")().read(Source.of_file(study / "s.toy.json"))
    run = play(plans.make(document, seed=1, actors=MIXED), tmp_path / "run")
    assert (tmp_path / "run" / "document" / "shared.csv").read_text() == "a,b\n"
    assert (tmp_path / "run" / "document" / "_1" / "own.csv").read_text() == "c\n"
    for path in (tmp_path / "run" / "parts").glob("*.receipt.json"):
        path.unlink()
    assert content(resume(tmp_path / "run")) == content(run)


def test_a_run_can_be_opened_and_counted_while_it_is_not_closed(tmp_path: Path) -> None:
    out = tmp_path / "run"
    play(toy_plan(), out, shard_size=2)
    header = json.loads((out / "run.json").read_text())
    (out / "run.json").write_text(json.dumps(header | {"finished": None, "counts": None}))
    for path in list((out / "parts").glob("000005-*")):
        path.unlink()
    assert Run.open(out).counts == {"ended": 4, "stuck": 0, "failed": 0, "open": 2}


def test_stuck_cases_are_counted_and_say_what_they_wait_for() -> None:
    run = play(toy_plan({"roles": ["A"], "n": 2, "steps": [{"op": "forever"}]}, "toy"))
    assert run.counts == {"ended": 0, "stuck": 2, "failed": 0}
    assert [record.value["waits"] for record in run.records() if record.what == "stuck"] == ["nothing", "nothing"]


def test_under_the_wall_clock_a_run_gives_the_same_records(tmp_path: Path) -> None:
    model = {
        "roles": ["A", "B"],
        "n": 2,
        "steps": [{"op": "ask", "roles": ["A", "B"]}, {"op": "wait", "seconds": 0.01}],
    }
    waits: list[str] = []
    fast = 'toy:{"grain": 0.001}'
    wall = play(toy_plan(model, fast, clock="wall"), tmp_path / "run", progress=lambda *news: waits.append(news[2]))
    assert content(wall) == content(play(toy_plan(model, fast)))
    assert any("waits for" in text for text in waits)
    (tmp_path / "run" / "parts" / "000001-000001.receipt.json").unlink()
    part = tmp_path / "run" / "parts" / "000001-000001.jsonl"
    part.write_bytes(part.read_bytes()[:200])
    assert content(resume(tmp_path / "run")) == content(wall)


def test_a_machine_clock_that_jumps_back_changes_no_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    straight = play(toy_plan(), tmp_path / "straight", shard_size=4)
    moments = iter(["2026-11-30T12:00:00Z", "1999-01-01T00:00:00Z", "2031-01-01T00:00:00Z", "1970-01-01T00:00:00Z"])
    monkeypatch.setattr("hawthorne.records.header.moment", lambda: next(moments))
    run = play(toy_plan(), tmp_path / "jumped", shard_size=4)
    assert (run.header.started, run.header.finished) == ("2026-11-30T12:00:00Z", "1999-01-01T00:00:00Z")
    assert content(run) == content(straight)
    assert resume(tmp_path / "jumped").counts == run.counts
