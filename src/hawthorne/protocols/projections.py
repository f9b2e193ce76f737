"""The files of a run: unit rows, the trials of tasks, and transcripts as JSON lines (a row for each answer, with the
words that were shown)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

import orjson

from hawthorne.core.record import Record
from hawthorne.protocols.compile.build import Compiled
from hawthorne.protocols.told import Told, tell

CHUNK = 1 << 20
TRANSCRIPTS = "transcripts.jsonl"


def projections(compiled: Compiled, records: Iterable[Record]) -> Iterator[tuple[str, bytes]]:
    """The files that a run's records make: (path in the run folder, bytes), in chunks that append."""
    buffers: dict[str, bytearray] = defaultdict(bytearray)
    for told in tell(compiled.script, records):
        for file, line in _lines(compiled, told):
            buffer = buffers[file]
            buffer += line
            if len(buffer) > CHUNK:
                yield file, bytes(buffer)
                buffer.clear()
    for file, buffer in buffers.items():
        yield file, bytes(buffer)


def _lines(compiled: Compiled, told: Told) -> Iterator[tuple[str, bytes]]:
    for record in told.records:
        if record.what == "row" and record.who is not None:
            name = told.apart(record.who)[1]
            folder = "data" if name in compiled.stages and "_unit" not in record.value else "data/units"
            yield f"{folder}/{name}.jsonl", orjson.dumps(record.value, option=orjson.OPT_APPEND_NEWLINE)
    for row in told.responses():
        yield TRANSCRIPTS, orjson.dumps(row, option=orjson.OPT_APPEND_NEWLINE)
