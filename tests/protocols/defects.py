"""Defects: small edits of a fixture, as data, each with the checks that must then fail and no others.

A file of `tests/fixtures/defects` holds:

- `of`: the fixture that is edited;
- `edits`: a list of `{"at": pointer, "to": value}` (set or replace; `/-` at the end of a pointer appends) and
  `{"at": pointer, "remove": true}`, in order;
- `files`: files of the folder by name: their text, or null for one that is taken out;
- `fails`: the ids of the checks that fail; `warns`: of those that only warn;
- `by`: who finds it: `validate` (static checks; the default), or the name of another room's runner of defects.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

FIXTURES = Path(__file__).parent.parent / "fixtures"
STUDIES = FIXTURES / "studies"


@dataclass(frozen=True)
class Defect:
    """One defect; `name` is its file's."""

    name: str
    of: str
    edits: tuple[dict[str, Any], ...] = ()
    files: dict[str, str | None] = field(default_factory=dict)
    fails: frozenset[str] = frozenset()
    warns: frozenset[str] = frozenset()
    by: str = "validate"

    def study(self, folder: Path) -> Path:
        """A copy of the fixture in a new folder, with the defect in it."""
        study = folder / self.of
        shutil.copytree(STUDIES / self.of, study)
        file = study / "protocol.json"
        protocol = json.loads(file.read_text("utf-8"))
        for each in self.edits:
            edit(protocol, each)
        file.write_text(json.dumps(protocol, indent=1), "utf-8")
        for name, text in self.files.items():
            if text is None:
                (study / name).unlink()
            else:
                (study / name).write_text(text, "utf-8")
        return study


def defects(by: str = "validate") -> Iterator[Defect]:
    """The defects that a runner finds, by name."""
    for file in sorted((FIXTURES / "defects").glob("*.json")):
        said = json.loads(file.read_text("utf-8"))
        said["edits"] = tuple(said.get("edits", ()))
        for key in ("fails", "warns"):
            said[key] = frozenset(said.get(key, ()))
        defect = Defect(file.stem, **said)
        if defect.by == by:
            yield defect


def edit(value: Any, change: dict[str, Any]) -> None:
    """Make one edit in place."""
    *path, last = [part.replace("~1", "/").replace("~0", "~") for part in change["at"].split("/")[1:]]
    for step in path:
        value = value[int(step)] if isinstance(value, list) else value[step]
    if isinstance(value, list):
        if last == "-":
            value.append(change["to"])
        elif change.get("remove"):
            del value[int(last)]
        else:
            value[int(last)] = change["to"]
    elif change.get("remove"):
        del value[last]
    else:
        value[last] = change["to"]
