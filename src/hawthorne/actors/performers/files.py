"""Files by their suffix: what a call reads, and what it writes into the run's folder."""

from __future__ import annotations

import csv
import importlib
import io
import json
import os
import pickle
import re
from collections.abc import Callable, Mapping
from pathlib import Path, PurePath
from typing import Any

from hawthorne.core import digest
from hawthorne.core.errors import HawthorneError
from hawthorne.core.performer import Site

_NUMBER = re.compile(r"[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?\Z")
_WORDS = {"": None, "true": True, "false": False}


class BadFile(HawthorneError):
    """A file that a call cannot read or write."""


class Files:
    """The files of one case. What the run has written goes before what stands beside the document."""

    def __init__(self, site: Site, out: Path, case: int) -> None:
        self._site = site
        self.folder = out / f"{case:06}" if site.several else out

    def path(self, name: str, written: bool = False) -> Path:
        """Where a file is; `written` by this run. Raises BadFile where there is none."""
        own = [self.folder / name]
        given = [folder / name for folder in (self._site.home, *self._site.inputs) if folder is not None]
        found = next((path for path in (own if written else given + own) if path.is_file()), None)
        if found is None:
            folders = ", ".join(str(path.parent) for path in given)
            raise BadFile(f'there is no file "{name}"' + (f" in {folders}" if folders else ""))
        return found

    def read(self, name: str, registered: str | None = None, lists: Mapping[str, str] | None = None) -> Any:
        """A file's content, by its suffix; `registered` is the digest that it was written with, `lists` the separators
        of columns whose cells are lists."""
        path = self.path(name, registered is not None)
        data = path.read_bytes()
        if registered is not None and digest.of_bytes(data) != registered:
            raise BadFile(f'"{name}" is no longer what this run wrote (it had {registered})')
        suffix = PurePath(name).suffix.lower()
        try:
            if suffix in (".csv", ".tsv"):
                return _table(data, "\t" if suffix == ".tsv" else ",", lists or {})
            return _READ.get(suffix, _text_or_bytes)(data)
        except HawthorneError:
            raise
        except Exception as error:
            raise BadFile(f'"{name}" cannot be read: {type(error).__name__}: {error}') from None

    def write(self, name: str, value: Any) -> str:
        """Write a value by the suffix of its file's name; returns the digest. Raises BadFile."""
        target = (self.folder / name).resolve()
        if not target.is_relative_to(self.folder.resolve()) or PurePath(name).is_absolute():
            raise BadFile(f'"{name}" lies outside of the run\'s folder: name a file below it')
        suffix = PurePath(name).suffix.lower()
        try:
            data = _WRITE.get(suffix, _plain_text)(value, suffix)
        except HawthorneError:
            raise
        except Exception as error:
            raise BadFile(f'"{name}" cannot hold the result: {type(error).__name__}: {error}') from None
        return self.keep(name, data)

    def keep(self, name: str, data: bytes) -> str:
        """Write bytes; a reader sees the whole file or the one before. Returns the digest."""
        target = self.folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        fresh = target.with_name(target.name + ".new")
        fresh.write_bytes(data)
        os.replace(fresh, target)
        return digest.of_bytes(data)


# --- reading ---------------------------------------------------------------------------------------------------------


def _table(data: bytes, comma: str, lists: Mapping[str, str]) -> list[dict[str, Any]]:
    """Records of a table of text; a cell that is a number is one, an empty one is null."""
    rows = csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline=""), delimiter=comma)
    return [{name: _cells(text, lists.get(name)) for name, text in row.items() if name is not None} for row in rows]


def _cells(text: str | None, separator: str | None) -> Any:
    if separator and text is not None:
        return [_typed(part) for part in text.split(separator)] if text else []
    return _typed(text)


def _typed(text: str | None) -> Any:
    if text is None or text.lower() in _WORDS:
        return _WORDS[(text or "").lower()]
    if not _NUMBER.match(text):
        return text
    return float(text) if any(letter in text for letter in ".eE") else int(text)


def _parquet(data: bytes) -> Any:
    import pyarrow.parquet

    return pyarrow.parquet.read_table(io.BytesIO(data)).to_pylist()


def _joblib(data: bytes) -> Any:
    return _package("joblib").load(io.BytesIO(data))


def _package(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError:
        raise BadFile(f"{name} is not installed: pip install {name}") from None


def _text_or_bytes(data: bytes) -> str | bytes:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data


def _lines(data: bytes) -> list[Any]:
    return [json.loads(line) for line in data.decode("utf-8").splitlines() if line.strip()]


_READ: dict[str, Callable[[bytes], Any]] = {
    ".json": json.loads,
    ".jsonl": _lines,
    ".parquet": _parquet,
    ".joblib": _joblib,
    ".pkl": pickle.loads,
    ".pickle": pickle.loads,
}


# --- writing ---------------------------------------------------------------------------------------------------------


def _records(value: Any) -> list[dict[str, Any]]:
    """A table as records: a list of mappings, a mapping of columns, a list of values."""
    if hasattr(value, "columns") and hasattr(value, "to_dict"):
        return list(value.to_dict("records"))
    if isinstance(value, Mapping):
        if value and all(isinstance(column, list | tuple) for column in value.values()):
            return [dict(zip(value, row, strict=True)) for row in zip(*value.values(), strict=True)]
        return [dict(value)]
    if not hasattr(value, "__iter__") or isinstance(value, str | bytes):
        return [{"value": value}]
    return [dict(row) if isinstance(row, Mapping) else {"value": row} for row in value]


def _as_table(value: Any, suffix: str) -> bytes:
    rows = _records(value)
    columns = list(dict.fromkeys(name for row in rows for name in row))
    text = io.StringIO(newline="")
    writer = csv.writer(text, delimiter="\t" if suffix == ".tsv" else ",", lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([_cell(row.get(name)) for name in columns] for row in rows)
    return text.getvalue().encode("utf-8")


def _cell(value: Any) -> Any:
    if isinstance(value, bool):
        return "true" if value else "false"
    return json.dumps(value, ensure_ascii=False) if isinstance(value, list | Mapping) else value


def _as_json(value: Any, suffix: str) -> bytes:
    return (json.dumps(value, ensure_ascii=False, indent=2) + "\n").encode("utf-8")


def _as_lines(value: Any, suffix: str) -> bytes:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in _records(value)).encode("utf-8")


def _as_parquet(value: Any, suffix: str) -> bytes:
    import pyarrow
    import pyarrow.parquet

    sink = io.BytesIO()
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(_records(value)), sink)
    return sink.getvalue()


def _as_joblib(value: Any, suffix: str) -> bytes:
    sink = io.BytesIO()
    _package("joblib").dump(value, sink)
    return sink.getvalue()


def _as_pickle(value: Any, suffix: str) -> bytes:
    return pickle.dumps(value)


def _as_picture(value: Any, suffix: str) -> bytes:
    """A picture: bytes as they are, or what can save itself (a figure, an axes or display with one, an image)."""
    if isinstance(value, bytes):
        return value
    sink = io.BytesIO()
    for drawn in (value, getattr(value, "figure", None), getattr(value, "figure_", None)):
        if drawn is not None and hasattr(drawn, "savefig"):
            drawn.savefig(sink, format=suffix[1:])
            return sink.getvalue()
    if hasattr(value, "save"):
        value.save(sink, format=suffix[1:].replace("jpg", "jpeg"))
        return sink.getvalue()
    if suffix == ".svg" and isinstance(value, str):
        return value.encode("utf-8")
    raise BadFile(f"a {type(value).__name__} is no picture: hand back bytes, a figure or an image")


def _plain_text(value: Any, suffix: str) -> bytes:
    if isinstance(value, bytes):
        return value
    return (value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=2)).encode("utf-8")


_WRITE: dict[str, Callable[[Any, str], bytes]] = {
    ".csv": _as_table,
    ".tsv": _as_table,
    ".json": _as_json,
    ".jsonl": _as_lines,
    ".parquet": _as_parquet,
    ".joblib": _as_joblib,
    ".pkl": _as_pickle,
    ".pickle": _as_pickle,
    **dict.fromkeys((".png", ".svg", ".pdf", ".jpg", ".jpeg"), _as_picture),
}
