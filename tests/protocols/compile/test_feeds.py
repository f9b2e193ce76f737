"""Feeds: rows of an earlier wave, from a file, or as the source prints them."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from small_paper import Doc, paper, played, program, stage, texts, views

from hawthorne.core.document import Setting, Source
from hawthorne.core.errors import InvalidDocument
from hawthorne.protocols.program import ProtocolProgram, compile_protocol
from hawthorne.protocols.read import read

ROWS = [{"share": k} for k in range(1, 6)]


def fed(feed: Doc) -> Doc:
    text = "{{calc.listed}}"
    return paper({"stage": "s"}, [], [stage("s", text=text)], feeds=[{"id": "history", **feed}],
                 calcs=[{"id": "listed", "expr": "feed.history.share"}])  # fmt: skip


def shown(made: ProtocolProgram, number: int = 1) -> str:
    return texts(views(played(made, number=number))[0])[0]


def rows_of(**said: Any) -> Doc:
    return {"from": {"unit": "pair", **said}, "fallback": "published", "published": ROWS}


def test_published_rows_stand_for_an_earlier_wave() -> None:
    assert shown(program(fed(rows_of()))) == "1, 2, 3, 4, 5"
    assert shown(program(fed(rows_of(rows="last", k=2)))) == "4, 5"


def test_a_sample_is_each_participants_own() -> None:
    made = program(fed(rows_of(rows="sample", k=2)))
    found = {shown(made, number) for number in range(1, 20)}
    assert len(found) > 5
    assert all(len(set(text.split(", "))) == 2 for text in found)


def test_without_rows_no_session_is_played() -> None:
    with pytest.raises(InvalidDocument, match='the feed "history" has no rows'):
        program(fed({"from": {"unit": "pair"}, "fallback": "block"}))


def written(folder: Path, name: str, data: bytes, digest: str | None = None) -> ProtocolProgram:
    (folder / name).write_bytes(data)
    sha = digest or hashlib.sha256(data).hexdigest()
    feed = {"from": {"unit": "pair", "arm": "a"}, "input": {"path": name, "sha256": sha}}
    source = Source("protocol.json", json.dumps(fed(feed)).encode(), folder)
    return compile_protocol(read(source), Setting(seed=1))


@pytest.mark.parametrize("form", ["lines", "list", "csv"])
def test_a_file_holds_the_rows_of_an_arm_that_were_included(tmp_path: Path, form: str) -> None:
    rows: list[Doc] = [
        {"_unit": "pair", "_included": True, "arm": "a", "var.share": 0.5},
        {"_unit": "pair", "_included": False, "arm": "a", "var.share": 0.6},
        {"_unit": "pair", "_included": True, "arm": "b", "var.share": 0.7},
        {"_unit": "p", "_included": True, "arm": "a", "var.share": 0.8},
    ]
    if form == "lines":
        made = written(tmp_path, "pairs.jsonl", b"\n".join(json.dumps(row).encode() for row in rows))
    elif form == "list":
        made = written(tmp_path, "pairs.json", json.dumps(rows).encode())
    else:
        made = written(tmp_path, "pairs.csv", b"arm,share\na,0.5\nb,0.7\n")
    assert shown(made) == "0.5"


def test_a_file_that_changed_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidDocument, match="has the digest"):
        written(tmp_path, "pairs.jsonl", b"{}", "0" * 64)
