"""Tables to files: CSV, JSON lines and Parquet, with one codebook for all of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import Any

import orjson

from hawthorne.core.document import Column, Table
from hawthorne.core.errors import UsageError, did_you_mean
from hawthorne.core.values import JSON, canonical
from hawthorne.records.columns import Columns

FORMATS = {"csv": ".csv", "json": ".jsonl", "parquet": ".parquet"}
_ROWS = 50_000
_NEEDS_QUOTES = re.compile(r'[,"\r\n]|^\s|\s$|^$').search


def write_tables(tables: Iterable[Table], folder: str | Path, format: str = "csv") -> list[Path]:
    """Write each table as `<name>.csv` (RFC 4180, UTF-8), `.jsonl` or `.parquet`, and `codebook.json` and
    `codebook.md`; returns the paths in the order of writing.

    A missing value is an empty cell (csv) or null; an empty text is `""`. Raises UsageError for an unknown format, or
    where Parquet is not installed.
    """
    if format not in FORMATS:
        raise UsageError(f'unknown format "{format}": {did_you_mean(format, FORMATS)}')
    if format == "parquet" and find_spec("pyarrow") is None:
        raise UsageError("writing Parquet needs pyarrow: pip install 'hawthorne[parquet]'")
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    tables = list(tables)
    paths = []
    for table in tables:
        path = folder / (table.name + FORMATS[format])
        _WRITERS[format](table, path)
        paths.append(path)
    book = codebook(tables)
    for name, text in (("codebook.json", codebook_json(book)), ("codebook.md", codebook_markdown(book))):
        path = folder / name
        path.write_text(text, encoding="utf-8", newline="\n")
        paths.append(path)
    return paths


# --- csv -------------------------------------------------------------------------------------------------------------


def csv_lines(table: Table) -> Iterator[str]:
    """The lines of a table as RFC 4180 has them, header first, each with its CRLF."""
    names = [column.name for column in table.columns]
    yield ",".join(map(_quoted, names)) + "\r\n"
    cells: dict[Any, str] = {}
    for row in table.rows:
        yield ",".join([_cell(row.get(name), cells) for name in names]) + "\r\n"


def _cell(value: JSON, known: dict[Any, str]) -> str:
    if value is None:
        return ""
    if value.__class__ is float:
        return repr(value)
    if value.__class__ is str:
        text = known.get(value)
        if text is None:
            text = _quoted(value)
            if len(known) < 10_000:
                known[value] = text
        return text
    return ("true" if value else "false") if value.__class__ is bool else _quoted(_scalar(value))


def _quoted(text: str) -> str:
    if _NEEDS_QUOTES(text) is None:
        return text
    return '"' + text.replace('"', '""') + '"'


def _scalar(value: JSON) -> str:
    return str(value) if isinstance(value, (int, float)) else canonical(value)


def _write_csv(table: Table, path: Path) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        file.writelines(csv_lines(table))


# --- JSON lines ------------------------------------------------------------------------------------------------------


def _write_json(table: Table, path: Path) -> None:
    names = [column.name for column in table.columns]
    with path.open("wb") as file:
        file.writelines(
            orjson.dumps({name: row.get(name) for name in names}, option=orjson.OPT_APPEND_NEWLINE)
            for row in table.rows
        )


# --- Parquet ---------------------------------------------------------------------------------------------------------


def _write_parquet(table: Table, path: Path) -> None:
    import pyarrow  # the optional extra [parquet]
    import pyarrow.parquet

    types = {"whole": pyarrow.int64(), "real": pyarrow.float64(), "yes/no": pyarrow.bool_(), "text": pyarrow.string()}
    kinds = column_types(table)
    schema = pyarrow.schema([(name, types[kind]) for name, kind in kinds.items()])
    with pyarrow.parquet.ParquetWriter(path, schema) as writer:
        rows = iter(table.rows)
        while chunk := list(islice(rows, _ROWS)):
            writer.write_table(pyarrow.table({name: [_as(kind, row.get(name)) for row in chunk]
                                              for name, kind in kinds.items()}, schema=schema))  # fmt: skip


def _as(kind: str, value: JSON) -> JSON:
    if value is None or kind != "text":
        return value
    return value if isinstance(value, str) else _cell(value, {})


_WRITERS: Mapping[str, Callable[[Table, Path], None]] = {
    "csv": _write_csv,
    "json": _write_json,
    "parquet": _write_parquet,
}


def column_types(table: Table) -> dict[str, str]:
    """The type of each column's values: `whole`, `real`, `yes/no` or `text` (mixed or nested ones too)."""
    rows = table.rows
    if isinstance(rows, Columns):
        return {column.name: _type(rows.types(column.name)) for column in table.columns}
    met: dict[str, set[type]] = {column.name: set() for column in table.columns}
    for row in rows:
        for name, types in met.items():
            types.add(row.get(name).__class__)
    return {name: _type(types - {type(None)}) for name, types in met.items()}


def _type(types: set[type]) -> str:
    if types == {bool}:
        return "yes/no"
    if types == {int}:
        return "whole"
    return "real" if types and types <= {int, float} else "text"


# --- codebook --------------------------------------------------------------------------------------------------------


def codebook(tables: Sequence[Table]) -> dict[str, JSON]:
    """Every column's meaning, type, unit, levels and missing codes, by table."""
    return {
        "about": "A missing value is an empty cell (csv) or null (json, parquet); its name is in the missing codes.",
        "tables": {
            table.name: {"rows": len(table.rows), "columns": [_entry(column, kinds) for column in table.columns]}
            for table, kinds in ((table, column_types(table)) for table in tables)
        },
    }


def _entry(column: Column, kinds: Mapping[str, str]) -> dict[str, JSON]:
    entry: dict[str, JSON] = {"name": column.name, "meaning": column.meaning, "type": kinds[column.name]}
    if column.unit:
        entry["unit"] = column.unit
    if column.levels:
        entry["levels"] = list(column.levels)
    if column.missing:
        entry["missing"] = dict(column.missing)
    return entry


def codebook_json(book: Mapping[str, JSON]) -> str:
    """A codebook as JSON text."""
    return orjson.dumps(book, option=orjson.OPT_INDENT_2).decode() + "\n"


def codebook_markdown(book: Mapping[str, JSON]) -> str:
    """A codebook as a page to read."""
    lines = ["# Codebook", "", book["about"], ""]
    for name, table in book["tables"].items():
        lines += [f"## {name} ({table['rows']} rows)", "", "| column | type | unit | meaning | levels | missing |",
                  "|---|---|---|---|---|---|"]  # fmt: skip
        for entry in table["columns"]:
            levels = ", ".join(entry.get("levels", ()))
            missing = "; ".join(f"**{code}**: {text}" for code, text in entry.get("missing", {}).items())
            cells = (f"`{entry['name']}`", entry["type"], entry.get("unit", ""), entry["meaning"], levels, missing)
            lines.append("| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in cells) + " |")
        lines.append("")
    return "\n".join(lines)
