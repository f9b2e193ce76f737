"""Writing a study's public folder."""

from __future__ import annotations

import datetime
import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath

from hawthorne.core.errors import Finding, InvalidDocument, UsageError
from hawthorne.core.place import Place
from hawthorne.core.values import JSON
from hawthorne.lang.jsontext import pointer
from hawthorne.protocols.digests import digest_of
from hawthorne.protocols.model import Protocol
from hawthorne.protocols.release import blank
from hawthorne.protocols.release.folder import CARD, NAMES, PROTOCOL, Study, as_text, data_files, open_study, write
from hawthorne.protocols.release.pieces import pieces
from hawthorne.protocols.release.project import Projection, project
from hawthorne.protocols.release.reports import ReleaseReport
from hawthorne.protocols.release.shingles import by_length, shared, shingles, strings
from hawthorne.protocols.texts import cite_of

ATTRIBUTION = "ATTRIBUTION.txt"


def release(path: str | Path, out: str | Path, tool: str, date: str | None = None) -> ReleaseReport:
    """Write the public folder of a study.

    Raises UsageError for a folder that holds no study or for `out` that is not empty, and InvalidDocument where a
    withheld text also stands where it would ship (a title, a hypothesis, a case): reword it there.
    """
    if date is not None and not _is_date(date):
        raise UsageError(f'the date "{date}" is none: write it as in 2001-12-31')
    study, out = open_study(path), Path(out)
    if out.resolve() == study.folder.resolve():
        raise UsageError("a release is written to a folder of its own")
    made = project(study.protocol, study.data, tool, date)
    files = dict(_assets(study, made))
    found = list(_quoted(study, made))
    if found:
        raise InvalidDocument(found)
    files[PROTOCOL] = as_text(made.data)
    if study.card is not None:
        files[CARD] = as_text(_card(study.card, made))
    credits = attribution(study.protocol)
    if credits:
        files[ATTRIBUTION] = credits.encode("utf-8")
    dropped = []
    for name, may_ship in data_files(study.protocol):
        data = study.file(name) if may_ship else None
        if data is not None:
            files[name] = data
        else:
            dropped.append(name)
    write(out, files)
    return _report(study, made, out, files, dropped)


def _is_date(text: str) -> bool:
    try:
        return datetime.date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _report(study: Study, made: Projection, out: Path, files: Mapping[str, bytes], dropped: list[str]) -> ReleaseReport:
    owned = {asset.path for asset in study.protocol.assets} | set(dropped) | set(files) | set(NAMES)
    there = (path for path in study.folder.rglob("*") if path.is_file())
    names = sorted(str(PurePosixPath(path.relative_to(study.folder))) for path in there)
    sources = Counter(text.source for text in made.withheld)
    for asset in study.protocol.assets:
        if asset.id in made.assets:
            cite = cite_of(study.protocol, [((), asset)])
            sources[cite.source if cite is not None else ""] += 1
    return ReleaseReport(
        str(out), digest_of(made.data), made.data["projection"]["of_sha256"], made.counts,
        dict(sorted(sources.items())), tuple(text.id for text in made.withheld), made.assets, tuple(sorted(dropped)),
        tuple(name for name in names if name not in owned),
    )  # fmt: skip


def _assets(study: Study, made: Projection) -> Iterator[tuple[str, bytes]]:
    """The asset files that ship; a withheld one is blanked, and its declaration says what the blank file is."""
    for asset in made.data.get("assets", ()):
        data = study.file(asset["path"])
        blanked = asset["id"] in made.assets
        if blanked and study.protocol.projection and data is not None and _is_blank(asset, data):
            yield asset["path"], data  # one that was not put back
            continue
        if not blanked:
            if data is not None:
                yield asset["path"], data
            continue
        entry = next(each for each in asset["withheld"] if each["at"] == "file")
        entry["len"] = len(data or b"")
        image = asset["media_type"].startswith("image/")
        size = blank.size_of(data or b"") or (1, 1)
        size = (asset.get("width") or size[0], asset.get("height") or size[1])
        stand_in = blank.png(*size) if image else blank.wav()
        asset["path"] = f"withheld/{asset['id']}.{'png' if image else 'wav'}"
        asset["media_type"] = "image/png" if image else "audio/wav"
        asset["sha256"] = hashlib.sha256(stand_in).hexdigest()
        yield asset["path"], stand_in


def _is_blank(asset: Mapping[str, JSON], data: bytes) -> bool:
    return asset["path"].startswith("withheld/") and hashlib.sha256(data).hexdigest() == asset["sha256"]


def _quoted(study: Study, made: Projection) -> Iterator[Finding]:
    """Withheld text that would ship all the same."""
    runs = by_length(run for text in made.withheld for piece in pieces(text.text) for run in shingles(piece))
    sources: list[tuple[str, JSON]] = [(PROTOCOL, made.data)]
    if study.card is not None:
        sources.append((CARD, study.card))
    for name, data in sources:
        for path, text in strings(data):
            hits = shared(text, runs)
            if hits:
                place = study.place(path) if name == PROTOCOL else Place(CARD, path=pointer(path))
                yield Finding(
                    "error", "tier.public", f"{hits} runs of withheld words also stand in {name} here",
                    "say it in other words, or withhold it too", place,
                )  # fmt: skip


def _card(card: Mapping[str, JSON], made: Projection) -> dict[str, JSON]:
    """The catalogue card of the public form."""
    public = dict(card)
    if isinstance(public.get("protocol"), dict):
        public["protocol"] = {**public["protocol"], "path": PROTOCOL, "sha256": digest_of(made.data)}
    public["redistribution"] = {"projected": True, "tiers": dict(made.counts)}
    return public


def attribution(protocol: Protocol) -> str:
    """The lines that must go along with texts of attributed sources."""
    lines = []
    for source in protocol.sources:
        if source.tier == "attributed":
            where = source.url or (f"https://doi.org/{source.doi}" if source.doi else "")
            parts = [source.citation, source.licence or "", where]
            lines.append(f"{source.id}: " + " | ".join(part for part in parts if part))
    return "".join(f"{line}\n" for line in lines)
