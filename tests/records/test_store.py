"""The run folder by itself: parts, locks, torn tails, receipts, and reading."""

from __future__ import annotations

import multiprocessing
from dataclasses import replace
from pathlib import Path

import orjson
import pytest

from hawthorne.core.errors import UsageError
from hawthorne.core.record import Record
from hawthorne.records import part as parts
from hawthorne.records import read
from hawthorne.records.header import BadHeader, Header
from hawthorne.records.line import BadLine, encode
from hawthorne.records.run import Run
from hawthorne.records.store import Store, StoreError

HEADER = Header(
    hawthorne="1.0",
    document={"kind": "flow", "name": "s", "file": "s.yaml", "digest": "sha256:0"},
    digests={"protocol": "sha256:1", "any-actor": "sha256:2"},
    plan="sha256:3",
    seed=7,
    drawn=False,
    n={"P": 4},
    cases=4,
    participants=4,
    level="facts",
    clock="virtual",
    epoch="2000-01-01T00:00:00Z",
    budgets={"max_steps": 1},
    actors={},
    shared=("a", "b"),
)


def case(number: int) -> bytes:
    """The lines of a short case."""
    done = Record(number, 2, 1.0, "done", value={"status": "ended"})
    return encode(Record(number, 1, 0.0, "begin")) + encode(done)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """A run folder with two complete parts of four cases."""
    made = Store.create(tmp_path / "run")
    made.write_beginning(HEADER, [("s.yaml", b"study"), ("data/x.csv", b"1\n")])
    for low, high in ((1, 2), (3, 4)):
        file = made.part(low, high, 4)
        for number in range(low, high + 1):
            file.append(case(number))
        file.commit()
        file.close({"cases": 2, "bytes": file.size, "records": file.records})
    return made


def test_a_header_read_back_is_the_header(store: Store) -> None:
    assert read.header(store.folder) == HEADER
    assert store.header.encode() == HEADER.encode()


def test_records_come_by_part_in_order(store: Store) -> None:
    assert [(record.case, record.n) for record in read.records(store.folder)] == [
        (number, n) for number in (1, 2, 3, 4) for n in (1, 2)
    ]
    assert b"".join(read.lines(store.folder)) == b"".join(map(case, (1, 2, 3, 4)))
    assert list(Run(HEADER, None, (case(1), case(2))).records()) == list(read.records(store.folder))[:4]


def test_names_of_parts_sort_as_their_cases_do(tmp_path: Path) -> None:
    store = Store.create(tmp_path / "run")
    for low in (1, 999_999, 1_000_000):
        store.part(low, low, 2_000_000).close()
    assert [path.name[:7] for path in sorted(store.parts_folder.iterdir())] == ["0000001", "0999999", "1000000"]


def test_a_torn_tail_is_left_out_in_reading_and_cut_in_opening(store: Store) -> None:
    path = store.parts()[1].path
    store.parts()[1].path.with_suffix(".receipt.json").unlink()
    whole = path.read_bytes()
    for torn in (whole[:-1], whole[:-20], whole[:-20] + bytes(300), whole + b'{"case":5'):
        path.write_bytes(torn)
        kept = torn.partition(b"\0")[0]
        kept = kept[: kept.rfind(b"\n") + 1]
        assert b"".join(encode(record) for record in read.records(store.folder)) == case(1) + case(2) + kept
        file = store.part(3, 4, 4)
        assert b"".join(file.existing()) == kept
        assert (file.size, file.records) == (len(kept), kept.count(b"\n"))
        file.close()
        assert path.read_bytes() == kept


def test_a_torn_line_in_a_part_that_is_complete_is_an_error(store: Store) -> None:
    part = store.parts()[0]
    part.path.write_bytes(part.path.read_bytes()[:-5] + b"xxxx\n")
    with pytest.raises(BadLine, match=r"000001-000002\.jsonl:4: this line is torn or damaged"):
        list(read.records(store.folder))


def test_a_part_that_is_not_what_its_receipt_says_is_an_error(store: Store) -> None:
    part = store.parts()[0]
    part.path.write_bytes(part.path.read_bytes() + case(2))
    with pytest.raises(StoreError, match=r"000001-000002\.jsonl has .* bytes and its receipt says .*: it was changed"):
        store.parts()


def test_a_damaged_receipt_says_what_to_do(store: Store) -> None:
    store.parts()[0].path.with_suffix(".receipt.json").write_text("{")
    with pytest.raises(StoreError, match=r"receipt\.json is damaged: remove it"):
        store.parts()


def test_parts_that_overlap_are_an_error(store: Store) -> None:
    store.part(2, 3, 4).close()
    with pytest.raises(StoreError, match="overlap"):
        store.parts()


def test_a_folder_is_held_by_one(store: Store) -> None:
    held = f"another process is working on {store.folder}"
    with store.lock(), pytest.raises(StoreError, match=held), Store(store.folder).lock():
        pass
    with Store(store.folder).lock():
        pass


def test_a_part_is_written_by_one(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "PATIENCE", 1)
    file = store.part(3, 4, 4)
    with pytest.raises(StoreError, match=r"another process still writes .*000003-000004\.jsonl"):
        store.part(3, 4, 4)
    file.close()
    store.part(3, 4, 4).close()


def test_an_unfinished_start_is_no_obstacle_and_anything_else_is(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    Store.create(folder)
    with Store(folder).lock():
        pass
    Store.create(folder)
    (folder / "notes.txt").write_text("mine")
    with pytest.raises(UsageError, match="is not empty"):
        Store.create(folder)


def test_a_folder_that_is_no_run_says_so(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"is not a run folder: it has no run\.json"):
        list(read.records(tmp_path))
    with pytest.raises(StoreError, match="is not a run folder"):
        Run.open(tmp_path / "nowhere")


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format": 1}'])
def test_a_run_json_that_is_none_says_so(store: Store, text: str) -> None:
    (store.folder / "run.json").write_text(text)
    with pytest.raises(BadHeader, match=r"run\.json is not the header of a run"):
        read.header(store.folder)


def test_a_format_of_another_time_is_named(store: Store) -> None:
    (store.folder / "run.json").write_bytes(replace(HEADER, format=99).encode())
    with pytest.raises(BadHeader, match=r"format 99 of run folders is not known here \(known: 1\)"):
        read.header(store.folder)


def test_a_field_that_a_later_program_adds_to_the_header_is_left_alone(store: Store) -> None:
    item = orjson.loads((store.folder / "run.json").read_bytes())
    (store.folder / "run.json").write_bytes(orjson.dumps(item | {"mood": "fine"}))
    assert read.header(store.folder) == HEADER


def test_projections_appear_whole_and_replace_what_was(store: Store) -> None:
    store.project([("data/a.jsonl", b"1"), ("b.json", b"x"), ("data/a.jsonl", b"2")])
    assert (store.folder / "data" / "a.jsonl").read_bytes() == b"12"

    many = [(f"many/{k % 100}.txt", str(k).encode()) for k in range(300)]
    store.project(many)
    assert (store.folder / "many" / "7.txt").read_bytes() == b"7107207"

    def broken() -> object:
        yield ("data/a.jsonl", b"3")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        store.project(broken())  # type: ignore[arg-type]
    assert (store.folder / "data" / "a.jsonl").read_bytes() == b"12"


def _append(folder: Path) -> None:
    file = Store(folder).part(3, 4, 4)
    file.append(case(5))


def test_lines_that_were_not_committed_are_lost_with_their_process_and_nothing_else(store: Store) -> None:
    before = b"".join(read.lines(store.folder))
    child = multiprocessing.get_context("fork").Process(target=_append, args=(store.folder,))
    child.start()
    child.join()
    assert b"".join(read.lines(store.folder)) == before


@pytest.mark.parametrize("name", ["../x", "/tmp/x", "parts/x.jsonl", "run.json", "document/a"])
def test_a_projection_is_written_inside_the_folder_and_over_nothing_of_the_runs_own(tmp_path: Path, name: str) -> None:
    store = Store.create(tmp_path / "run")
    with pytest.raises(StoreError, match="nothing is written"):
        store.project([(name, b"x")])
    assert [path.name for path in tmp_path.iterdir()] == ["run"]
