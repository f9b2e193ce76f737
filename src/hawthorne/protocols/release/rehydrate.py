"""Putting withheld text back from a reader's own copy of the sources. Nothing leaves the machine."""

from __future__ import annotations

import copy
import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path as FilePath
from typing import Any

from hawthorne.core.errors import UsageError, did_you_mean
from hawthorne.core.values import JSON
from hawthorne.protocols.digests import digest_of
from hawthorne.protocols.model.walk import Path, parts
from hawthorne.protocols.release import pieces
from hawthorne.protocols.release.find import Found, find
from hawthorne.protocols.release.folder import CARD, PROTOCOL, Study, as_text, data_files, open_study, write
from hawthorne.protocols.release.sources import SourceText, read_source
from hawthorne.protocols.texts import at, name_of

IGNORE = ".gitignore"


@dataclass(frozen=True)
class RehydrateReport:
    """What was found, what was not, and whether the protocol is the original again. Nothing is quoted."""

    folder: str
    items: int
    """How many texts and files were withheld."""
    exact: int
    squash_only: tuple[str, ...]
    missing: tuple[str, ...]
    """Withheld texts and files that were not found."""
    local: tuple[str, ...]
    """Texts that never left their authors' machine."""
    pages: Mapping[str, int]
    """The page on which each text was found."""
    source_sha256: Mapping[str, str]
    before: str
    after: str
    of_sha256: str
    """The digest of the original."""
    notes: tuple[str, ...] = ()

    @property
    def matches_original(self) -> bool:
        return self.after == self.of_sha256

    @property
    def keeps_apart(self) -> list[str]:
        """What keeps the digest from being the original's."""
        if self.matches_original:
            return []
        counts = {"missing": self.missing, "local": self.local, "squash_only": self.squash_only}
        said = [f"{word}: {len(ids)}" for word, ids in counts.items() if ids]
        return said or ["the public protocol was changed after its release"]

    def as_json(self) -> dict[str, JSON]:
        return {
            "folder": self.folder, "items": self.items, "exact": self.exact, "squash_only": list(self.squash_only),
            "missing": list(self.missing), "local": list(self.local), "pages": dict(self.pages),
            "source_sha256": dict(self.source_sha256), "protocol_sha256_before": self.before,
            "protocol_sha256_after": self.after, "of_sha256": self.of_sha256,
            "matches_original": self.matches_original, "keeps_apart": self.keeps_apart, "notes": list(self.notes),
        }  # fmt: skip


@dataclass
class _Piece:
    """A withheld piece: the path of the part it belongs to, that of its text, its entry, and what was found of it."""

    owner: Path
    path: Path
    entry: Mapping[str, Any]
    id: str
    found: Found | None = None


@dataclass
class _Work:
    """What a rehydration has found so far."""

    texts: list[_Piece] = field(default_factory=list)
    files: list[_Piece] = field(default_factory=list)
    bytes: dict[str, bytes] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)


def rehydrate(
    path: str | FilePath,
    sources: Mapping[str, str | FilePath],
    out: str | FilePath,
    given: Mapping[str, str | FilePath] | None = None,
    force: bool = False,
) -> RehydrateReport:
    """Write the study with its text put back.

    `sources` are the reader's copies by the ids of the protocol's sources: text files with a form feed between pages,
    or folders of them and of images. `given` are files that hold one item's text (or an asset's bytes) by its id;
    each is taken only if its digest is the original's. Raises UsageError for an `out` inside a git work tree unless
    `force`: the text is not yours to publish.
    """
    study, out = open_study(path), FilePath(out)
    if study.protocol.projection is None:
        raise UsageError(f'"{path}" is not a release: nothing in it is withheld')
    if not force and _work_tree(out):
        raise UsageError(f'"{out}" is inside a git work tree: write elsewhere, or say --force')
    known = [source.id for source in study.protocol.sources]
    for name in sources:
        if name not in known:
            raise UsageError(f'the protocol has no source "{name}": {did_you_mean(name, known)}')
    work = _listed(study)
    texts = {name: read_source(name, file) for name, file in sources.items()}
    _search(work, texts, known)
    _search_files(work, sources)
    _take_given(work, given or {})
    data = _rebuilt(study, work)
    _write(study, data, work, out)
    return _report(study, data, work, texts, out)


def _work_tree(out: FilePath) -> bool:
    return any((parent / ".git").exists() for parent in (out.resolve(), *out.resolve().parents))


def _listed(study: Study) -> _Work:
    work = _Work()
    for owner, part in parts(study.protocol):
        if not isinstance(getattr(part, "withheld", None), tuple):
            continue
        for entry in at(study.data, owner).get("withheld", ()):
            if entry["at"] == "file":
                work.files.append(_Piece(owner, owner, entry, name_of(study.data, owner)))
            else:
                path = (*owner, *_steps(at(study.data, owner), entry["at"]))
                work.texts.append(_Piece(owner, path, entry, name_of(study.data, path)))
    return work


def _steps(part: JSON, where: str) -> list[str | int]:
    """The keys and indexes of an entry's `at`."""
    steps: list[str | int] = []
    here: Any = part
    for word in where.split("/"):
        step: str | int = int(word) if isinstance(here, list) else word
        here = here[step]
        steps.append(step)
    return steps


def _search(work: _Work, texts: Mapping[str, SourceText], known: list[str]) -> None:
    """Look for each piece in its own source."""
    for name in known:
        mine = [piece for piece in work.texts if (piece.entry.get("locator") or {}).get("source") == name]
        if not mine:
            continue
        if name not in texts:
            if any(piece.entry.get("sha256") for piece in mine):
                work.notes.append(f"no --source {name}=FILE was given")
            continue
        for i, found in find([piece.entry for piece in mine], texts[name]).items():
            mine[i].found = found


def _search_files(work: _Work, sources: Mapping[str, str | FilePath]) -> None:
    """Look for withheld files in the sources that are folders, by their digests."""
    folders = [FilePath(path) for path in sources.values() if FilePath(path).is_dir()]
    if not work.files or not folders:
        return
    there = (file for folder in folders for file in sorted(folder.rglob("*")) if file.is_file())
    digests = {hashlib.sha256(file.read_bytes()).hexdigest(): file for file in there}
    for piece in work.files:
        file = digests.get(piece.entry.get("sha256", ""))
        if file is not None:
            _put_file(work, piece, file.read_bytes())


def _put_file(work: _Work, piece: _Piece, data: bytes) -> None:
    piece.found = Found("", "exact", 0)
    work.bytes[piece.entry["path"]] = data


def _take_given(work: _Work, given: Mapping[str, str | FilePath]) -> None:
    """Files that the reader names for single items. Raises UsageError for an unknown id or a wrong digest."""
    ids = {piece.id for piece in (*work.texts, *work.files)}
    for name, path in given.items():
        if name not in ids:
            raise UsageError(f'nothing withheld is called "{name}": {did_you_mean(name, sorted(ids))}')
        data = FilePath(path).read_bytes()
        for piece in work.files:
            if piece.id == name:
                if hashlib.sha256(data).hexdigest() != piece.entry.get("sha256"):
                    raise UsageError(f'"{path}" is not the file of {name}: its digest is another')
                _put_file(work, piece, data)
        mine = [piece for piece in work.texts if piece.id == name]
        if mine:
            _take_text(mine, name, path, data)


def _take_text(mine: list[_Piece], name: str, path: str | FilePath, data: bytes) -> None:
    text = data.decode("utf-8-sig", "replace").removesuffix("\n")
    for each in (text, text + "\n"):
        cut = dict(enumerate(pieces.pieces(each)))
        if all(_agrees(piece.entry, cut.get(piece.entry["piece"], "")) for piece in mine):
            for piece in mine:
                piece.found = Found(cut[piece.entry["piece"]], "exact", 0)
            return
    raise UsageError(f'"{path}" is not the text of {name}: its length or its digest is another')


def _agrees(entry: Mapping[str, Any], piece: str) -> bool:
    """Whether a text may be the piece; of a local one only the length is known."""
    return len(piece) == entry["len"] and entry.get("sha256") in (None, pieces.digest(piece))


def _rebuilt(study: Study, work: _Work) -> dict[str, JSON]:
    """The protocol with what was found in its place; what was not stays a placeholder with its entry."""
    data: dict[str, JSON] = copy.deepcopy(study.data)
    by_text: dict[Path, list[_Piece]] = {}
    for piece in work.texts:
        by_text.setdefault(piece.path, []).append(piece)
    for steps, group in by_text.items():
        text = at(data, steps)
        left = sum(1 for part in pieces.pieces(text) if pieces.is_placeholder(part))
        found = [piece.found.text if piece.found else None for piece in group]
        if left == len(group):
            at(data, steps[:-1])[steps[-1]] = pieces.filled(text, found)
    for piece in work.files:
        if piece.found:
            asset = at(data, piece.owner)
            asset |= {"path": piece.entry["path"], "media_type": piece.entry["media_type"]}
            asset["sha256"] = piece.entry["sha256"]
    for owner in {piece.owner for piece in (*work.texts, *work.files)}:
        _keep_missing(at(data, owner), [p for p in (*work.texts, *work.files) if p.owner == owner])
    left_out = sum(1 for piece in (*work.texts, *work.files) if not piece.found)
    data["projection"]["state"] = "public" if left_out else "rehydrated"
    return data


def _keep_missing(owner: dict[str, JSON], group: Iterable[_Piece]) -> None:
    missing = [piece.entry for piece in group if not piece.found]
    if missing:
        owner["withheld"] = missing
    else:
        del owner["withheld"]


def _write(study: Study, data: dict[str, JSON], work: _Work, out: FilePath) -> None:
    files = {PROTOCOL: as_text(data), IGNORE: b"*\n", **work.bytes}
    for asset in data.get("assets", ()):
        content = study.file(asset["path"])
        if asset["path"] not in files and content is not None:
            files[asset["path"]] = content
    for name, _ in data_files(study.protocol):
        content = study.file(name)
        if content is not None:
            files[name] = content
    if study.card is not None:
        card = copy.deepcopy(study.card)
        if isinstance(card.get("protocol"), dict):
            card["protocol"]["sha256"] = digest_of(data)
        card["redistribution"] = {**card.get("redistribution", {}), "projected": False}
        files[CARD] = as_text(card)
    write(out, files)


def _report(
    study: Study, data: dict[str, JSON], work: _Work, texts: Mapping[str, SourceText], out: FilePath
) -> RehydrateReport:
    groups: dict[str, list[_Piece]] = {}
    for piece in (*work.texts, *work.files):
        groups.setdefault(piece.id, []).append(piece)
    exact: list[str] = []
    squash_only: list[str] = []
    missing: list[str] = []
    local: list[str] = []
    for name, group in groups.items():
        states = {piece.found.status if piece.found else "missing" for piece in group}
        if "missing" in states:
            (local if all("sha256" not in piece.entry for piece in group) else missing).append(name)
        else:
            (squash_only if "squash_only" in states else exact).append(name)
    for source in study.protocol.sources:
        declared = source.text.sha256 if source.text is not None else None
        given = texts.get(source.id)
        if declared and given and declared != given.sha256:
            work.notes.append(f"the text of {source.id} is not the one that the protocol was written down from")
    pages = {piece.id: piece.found.page for piece in work.texts if piece.found and piece.found.page}
    return RehydrateReport(
        str(out), len(groups), len(exact), tuple(squash_only), tuple(missing), tuple(local), pages,
        {name: text.sha256 for name, text in texts.items()}, digest_of(study.data), digest_of(data),
        study.data["projection"]["of_sha256"], tuple(work.notes),
    )  # fmt: skip
