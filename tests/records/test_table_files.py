import csv
import io
import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hawthorne.core.document import Column, Table
from hawthorne.core.errors import UsageError
from hawthorne.records.columns import Columns
from hawthorne.records.tables import column_types, csv_lines, write_tables

MODEST = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
CELLS = st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.floats(allow_nan=False) | st.text()
COLUMNS = (Column("id", "who", "persons"), Column("text", "what, as \"said\"", missing={"none": "nothing"}),
           Column("right", "whether", levels=("true", "false")), Column("rt", "how long", "s"))  # fmt: skip
TABLE = Table("said", COLUMNS, [
    {"id": 1, "text": 'a "b", c\r\nd', "right": True, "rt": 0.5},
    {"id": 2, "text": "", "right": False, "rt": None},
    {"id": 3, "text": None, "right": None, "rt": 1.0},
])  # fmt: skip


@MODEST
@given(st.lists(st.fixed_dictionaries({"a": CELLS, "b": CELLS}, optional={"c": CELLS}), max_size=20))
def test_columns_give_back_the_rows_that_they_took(taken):
    kept = Columns({"a": "word"})
    for row in taken:
        kept.append(row)
    for row, back in zip(taken, kept, strict=True):
        assert {name: (type(cell), cell) for name, cell in row.items()} == {
            name: (type(cell), cell) for name, cell in back.items() if name in row}  # fmt: skip
    assert len(kept) == len(taken)
    assert [kept[i] for i in range(len(kept))] == list(kept)


@MODEST
@given(st.lists(st.none() | st.sampled_from([0, 1, 127, -127, 128, -128, 2**15 - 1, 2**15, -(2**15), 2**31, 2**53])))
def test_a_column_of_whole_numbers_widens_without_losing_one(taken):
    kept = Columns({"a": "whole"})
    for value in taken:
        kept.append({"a": value})
    assert list(kept.column("a")) == taken


def test_a_column_of_words_may_have_more_levels_than_one_byte_holds():
    kept = Columns({"a": "word"})
    for i in range(70_000):
        kept.append({"a": f"w{i}"})
    assert list(kept.column("a")) == [f"w{i}" for i in range(70_000)]


@MODEST
@given(st.lists(st.lists(st.text(st.characters(exclude_characters="\x00", exclude_categories=("Cs",))), min_size=2,
                         max_size=2), max_size=10))  # fmt: skip
def test_csv_reads_back_in_python_own_reader(cells):
    table = Table("t", (Column("a", ""), Column("b", "")), [{"a": a, "b": b} for a, b in cells])
    text = "".join(csv_lines(table))
    assert list(csv.reader(io.StringIO(text, newline=""))) == [["a", "b"], *cells]


def test_csv_is_rfc_4180_and_tells_an_empty_text_from_a_missing_one():
    lines = list(csv_lines(TABLE))
    assert lines[0] == "id,text,right,rt\r\n"
    assert lines[1] == '1,"a ""b"", c\r\nd",true,0.5\r\n'
    assert lines[2] == '2,"",false,\r\n'
    assert lines[3] == "3,,,1.0\r\n"


def test_json_lines_hold_the_same_cells(tmp_path):
    write_tables([TABLE], tmp_path, "json")
    assert [json.loads(line) for line in (tmp_path / "said.jsonl").read_text().splitlines()] == TABLE.rows


def test_parquet_holds_the_same_cells_in_their_types(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet", reason="Parquet is an extra")
    write_tables([TABLE], tmp_path, "parquet")
    read = parquet.read_table(tmp_path / "said.parquet")
    assert read.to_pylist() == TABLE.rows
    assert [str(kind) for kind in read.schema.types] == ["int64", "string", "bool", "double"]


def test_the_codebook_has_every_column_with_unit_levels_and_missing_codes(tmp_path):
    paths = write_tables([TABLE], tmp_path)
    assert [path.name for path in paths] == ["said.csv", "codebook.json", "codebook.md"]
    book = json.loads((tmp_path / "codebook.json").read_text())
    entries = {entry["name"]: entry for entry in book["tables"]["said"]["columns"]}
    assert list(entries) == ["id", "text", "right", "rt"]
    assert entries["text"]["missing"] == {"none": "nothing"}
    assert entries["right"] == {"name": "right", "meaning": "whether", "type": "yes/no", "levels": ["true", "false"]}
    assert "| `rt` | real | s | how long |" in (tmp_path / "codebook.md").read_text()


def test_types_are_those_of_the_values_and_mixed_ones_are_text():
    table = Table("t", (Column("m", ""), Column("n", ""), Column("e", "")), [{"m": 1, "n": 1}, {"m": "x", "n": 1.5}])
    assert column_types(table) == {"m": "text", "n": "real", "e": "text"}


def test_an_unknown_format_is_named_with_the_nearest(tmp_path):
    with pytest.raises(UsageError, match=r'unknown format "parket".*parquet'):
        write_tables([TABLE], tmp_path, "parket")
