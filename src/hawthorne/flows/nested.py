"""Documents that a study's steps name (`protocol://studies/score`): read with the study, and kept with its runs."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from hawthorne.core import digest
from hawthorne.core.document import Document, Kind, Source
from hawthorne.core.registry import names, resolve
from hawthorne.flows.model import Element, Study

OWN = "flow"
"""A flow in a flow is a call activity, not a nested document."""


def reference(element: Element) -> tuple[str, str] | None:
    """The kind and the path of the document that a step names; None for any other step.

    >>> reference(Element("bpmn:Task", attributes={"implementation": "python://f"}))
    """
    said = element.get("implementation")
    kind, slashes, path = said.partition("://") if isinstance(said, str) else ("", "", "")
    return (kind, path) if slashes and kind != OWN and kind in names("kinds") else None


def kind_called(name: str) -> Kind:
    """The kind of a name in the registry."""
    found = resolve("kinds", name)
    made: Kind = found() if isinstance(found, type) else found
    return made


def nest(study: Study, folder: Path | None) -> Study:
    """The study with the documents that its steps name, read from its folder; what is not there is left out, and the
    compiler says so."""
    found: dict[str, Document] = {}
    for element in study.elements.values():
        named = reference(element)
        if named is not None and folder is not None and named[1] not in found:
            document = _read(*named, folder)
            if document is not None:
                found[named[1]] = document
    return replace(study, nested=found) if found else study


def _read(name: str, path: str, folder: Path) -> Document | None:
    kind = kind_called(name)
    place = folder / path
    own = [path] if place.is_file() else [f"{path}/{suffix}" for suffix in kind.suffixes if not suffix.startswith(".")]
    file = next((name for name in own if _inside(folder, name)), None)
    if file is None:
        return None
    there = folder / file
    return kind.read(Source(os.path.normpath(file), there.read_bytes(), there.parent))


def _inside(folder: Path, name: str) -> bool:
    """Whether a file lies in the study's folder; nothing outside of it is read."""
    path = (folder / name).resolve()
    return path.is_file() and path.is_relative_to(folder.resolve())


def files(study: Study) -> Iterator[Source]:
    """The files of nested documents, by their names from the study's folder."""
    for document in study.nested.values():
        yield document.source
        home = os.path.dirname(document.source.name)
        for cited in document.cites:
            yield Source(os.path.normpath(os.path.join(home, cited.name)), cited.data, cited.folder)


def digests(study: Study, own: Mapping[str, str]) -> Mapping[str, str]:
    """The digests of a study with the documents nested in it."""
    if not study.nested:
        return own
    return {
        name: digest.of_value([value, *sorted(kind_called(document.kind).digests(document)[name]
                                              for document in study.nested.values())])
        for name, value in own.items()
    }  # fmt: skip
