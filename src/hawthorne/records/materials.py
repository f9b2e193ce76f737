"""Materials: the files that a document names, found and compared with their digests before the first step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from hawthorne.core.document import Document, Source
from hawthorne.core.errors import Finding
from hawthorne.core.performer import Material


def gather(
    document: Document,
    materials: Sequence[Material],
    inputs: Sequence[Path] = (),
    needed: bool = False,
) -> tuple[Document, list[Finding]]:
    """The document with the files that it cites, and what is wrong with them. A file is looked for beside the document
    first, then in the folders `inputs`; `needed` says whether the files will be read that calls read."""
    cites = {cited.name: cited for cited in document.cites}
    findings: list[Finding] = []
    folders = [folder for folder in (document.source.folder, *inputs) if folder is not None]
    for material in materials:
        path = next(_places(material.uri, folders), None)
        if path is None:
            findings += _absent(material, folders, needed)
            continue
        try:
            data = path.read_bytes()
        except OSError as error:
            text = f'"{material.label}": {path} cannot be read: {error.strerror}'
            findings.append(Finding("error", "no-material", text, "", material.place))
            continue
        source = Source(material.uri.lstrip("/"), data)
        findings += _compared(material, source)
        if path != Path(material.uri) or not path.is_absolute():
            cites.setdefault(source.name, source)
    return replace(document, cites=tuple(cites.values())), findings


def _places(uri: str, folders: Sequence[Path]) -> Iterator[Path]:
    """Where a file of this name is; an absolute path, as a consent form's may be, also counts from a folder."""
    if "://" in uri:
        return
    for path in (Path(uri), *(folder / uri.lstrip("/") for folder in folders)):
        if _is_file(path) and (path.is_absolute() or path != Path(uri) or Path() in folders):
            yield path


def _is_file(path: Path) -> bool:
    """Whether a file is there; a name that no file can have is none."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def _absent(material: Material, folders: Sequence[Path], needed: bool) -> Iterator[Finding]:
    if "://" in material.uri:
        text = f'"{material.label}" registers a digest of {material.uri}, which is not fetched'
        yield Finding(
            "warning", "not-compared", text, "keep a copy beside the study to have it compared", material.place
        )
    elif material.digest is not None or (material.needed and needed):
        where = ", ".join(map(str, folders)) or "no folder"
        text = f'"{material.label}" needs the file "{material.uri}", which is not in {where}'
        yield Finding(
            "error", "no-material", text, "put it there, or name its folder with --inputs DIR", material.place
        )


def _compared(material: Material, source: Source) -> Iterator[Finding]:
    if material.digest is not None and material.digest != source.digest:
        text = f'"{material.label}" registers {material.digest}, and "{material.uri}" is not that file any more'
        fix = f"restore the file; or, if the change is meant, write `digest: {source.digest}`"
        yield Finding("error", "changed-material", text, fix, material.place)
