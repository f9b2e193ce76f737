"""Which scenarios are played: files and folders, the ids asked for, and everything that is wrong with them at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from hawthorne.core.document import Document, Source
from hawthorne.core.errors import Finding, UsageError, did_you_mean
from hawthorne.scenarios.check import check_together
from hawthorne.scenarios.kind import SUFFIX, ForeignScenarioKind, ScenarioKind


@dataclass(frozen=True)
class Selection:
    """The scenarios to play, in the order of their files' names, and the findings of all of them."""

    documents: tuple[Document, ...]
    findings: tuple[Finding, ...]

    @property
    def broken(self) -> bool:
        return any(finding.severity == "error" for finding in self.findings)


def select(paths: Sequence[str | Path], ids: Sequence[str] = (), compat: bool = False) -> Selection:
    """Read the scenarios in files and folders; with `ids`, those alone.

    Raises UsageError for a path that is not there, a folder without scenarios, and ids that none has.
    """
    files = [file for path in paths for file in _files(Path(path), compat)]
    if not files:
        raise UsageError("there is no scenario to play: give a file or a folder with *.scenario.json")
    kind = ForeignScenarioKind() if compat else ScenarioKind()
    documents = [kind.read(Source.of_file(file)) for file in dict.fromkeys(files)]
    if ids:
        known = {document.name for document in documents}
        unknown = [id for id in ids if id not in known]
        if unknown:
            raise UsageError("\n".join(f'no scenario is called "{id}": {did_you_mean(id, known)}' for id in unknown))
        documents = [document for document in documents if document.name in ids]
    findings = [finding for document in documents for finding in kind.check(document)]
    return Selection(tuple(documents), (*findings, *check_together([document.model for document in documents])))


def _files(path: Path, compat: bool) -> list[Path]:
    if path.is_dir():
        pattern = "*.json" if compat else f"*{SUFFIX}"
        found = [file for file in path.rglob(pattern) if file.is_file()]
        return sorted(found, key=lambda file: (str(file.parent).encode(), file.name.encode()))
    if not path.is_file():
        raise UsageError(f"{path} is not there")
    return [path]
