"""A record as one line of UTF-8 JSON: keys in a fixed order, absent when None, one LF.

A line with a whole number beyond 64 bits or half a surrogate pair has a space before its LF: orjson, which reads every
other line, would round the one and refuse the other, so the standard library reads these.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import orjson

from hawthorne.core.errors import HawthorneError
from hawthorne.core.record import KINDS, Record

_LF = orjson.OPT_APPEND_NEWLINE
_RARE = b" \n"
_KEYS = frozenset(Record._fields)
_dumps, _loads = orjson.dumps, orjson.loads


class BadLine(HawthorneError):
    """A line that is not a record: torn, foreign or damaged."""


def encode(record: Record) -> bytes:
    r"""The line of a record.

    >>> encode(Record(17, 9, 2.7, "given", "Planted", "17/AX.1.1.3", "NonMatch", 0.611))
    b'{"case":17,"n":9,"at":2.7,"what":"given","who":"Planted","ask":"17/AX.1.1.3","value":"NonMatch","took":0.611}\n'
    >>> encode(Record(1, 2, 0.0, "reached", "Start"))
    b'{"case":1,"n":2,"at":0.0,"what":"reached","who":"Start"}\n'
    """
    case, n, at, what, who, ask, value, took, why = record
    line: dict[str, Any] = {"case": case, "n": n, "at": at, "what": what}
    if who is not None:
        line["who"] = who
    if ask is not None:
        line["ask"] = ask
    if value is not None:
        line["value"] = value
    if took is not None:
        line["took"] = took
    if why is not None:
        line["why"] = why
    try:
        return _dumps(line, _plain, _LF)
    except TypeError:
        return _encode_rare(line)


def decode(line: bytes, file: str = "", number: int = 0) -> Record:
    r"""The record of a line; `file` and `number` (from 1) say where it stands, for the error.

    Raises BadLine.

    >>> decode(b'{"case":1,"n":2,"at":0.0,"what":"reached","who":"Start"}\n')
    Record(case=1, n=2, at=0.0, what='reached', who='Start', ask=None, value=None, took=None, why=None)
    """
    try:
        item = json.loads(line) if line[-2:] == _RARE else _loads(line)
    except ValueError as error:
        raise BadLine(f"{_place(file, number)}: this line is torn or damaged ({error}): {_excerpt(line)}") from None
    try:
        get = item.get
        record = Record(
            item["case"], item["n"], item["at"], item["what"],
            get("who"), get("ask"), get("value"), get("took"), get("why"),
        )  # fmt: skip
        if record.what in KINDS and item.keys() <= _KEYS:
            return record
    except (AttributeError, KeyError, TypeError):
        pass
    raise BadLine(f"{_place(file, number)}: this line is not a record: {_excerpt(line)}")


def _plain(value: Any) -> Any:
    """What orjson does not know but JSON can hold: read-only mappings and tuples with names."""
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, (tuple, frozenset)):
        return list(value)
    raise TypeError(f"not a JSON value: {value!r}")


def _encode_rare(line: dict[str, Any]) -> bytes:
    """Whole numbers beyond 64 bits and lone surrogates, which orjson refuses."""
    return json.dumps(line, separators=(",", ":"), default=_plain).encode("ascii") + _RARE


def _place(file: str, number: int) -> str:
    return f"{file or 'record'}:{number}" if number else file or "record"


def _excerpt(line: bytes) -> str:
    text = line.rstrip(b"\n").decode("utf-8", "replace")
    return text if len(text) <= 200 else text[:200] + " ..."
