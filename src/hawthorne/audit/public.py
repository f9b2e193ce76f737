"""`tier.public`: does a folder that is to be published hold anything that may not be?"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from hawthorne.audit.report import Detail, Outcome, judged, skipped
from hawthorne.audit.subject import Subject
from hawthorne.protocols.model.citing import Withheld
from hawthorne.protocols.release import pieces
from hawthorne.protocols.release.folder import PROTOCOL
from hawthorne.protocols.release.project import CLOSED, closed
from hawthorne.protocols.release.shingles import by_length, shared, shingles, strings
from hawthorne.protocols.texts import Shown, assets, at, name_of


def check_public(subject: Subject) -> Outcome:
    """No withheld or local text, image or data is in the folder, and every placeholder is as long as it says."""
    if not subject.public:
        return skipped("public_only")
    taken = [text for text in subject.shown if closed(text)]
    found = [detail for text in taken for detail in _text(subject, text)]
    found += _assets(subject)
    found += _quoted(subject, taken)
    found += _data(subject)
    return judged(found, len(subject.shown))


def _entries(subject: Subject, text: Shown) -> dict[int, Withheld]:
    owner = at(subject.study.data, text.owner)
    name = "/".join(map(str, text.at))
    told = [Withheld.model_validate(entry) for entry in owner.get("withheld", ())]
    return {entry.piece: entry for entry in told if entry.at == name}


def _text(subject: Subject, text: Shown) -> Iterator[Detail]:
    where, entries = f"text:{text.id}", _entries(subject, text)
    if not pieces.is_placeholder(text.text):
        yield Detail(
            where, "in_clear", f"{text.tier} text is in clear", "a placeholder", f"{len(text.text)} characters"
        )
        return
    for number, piece in enumerate(pieces.pieces(text.text)):
        entry = entries.pop(number, None)
        if entry is None:
            yield Detail(where, "not_told", "nothing is told of a placeholder", f"piece {number}")
        elif entry.len != len(piece):
            yield Detail(where, "length", "a placeholder is not as long as it says", str(entry.len), str(len(piece)))
        elif text.tier == "withheld" and not (entry.sha256 and entry.squash_sha256 and entry.roll_len):
            yield Detail(where, "no_hash", "a placeholder cannot be put back", "its digests")
        elif text.tier == "local" and entry.sha256 is not None:
            yield Detail(where, "local_hash", "a local text is told by its digest", "its length alone")
    for number in entries:
        yield Detail(where, "no_placeholder", "something is told of a piece that is not there", f"piece {number}")


def _assets(subject: Subject) -> Iterator[Detail]:
    folder = subject.study.folder
    digests: dict[str, str] = {}
    if folder.is_dir() and subject.document.source.folder is not None:
        files = sorted(path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
        digests = {hashlib.sha256(path.read_bytes()).hexdigest(): str(path.relative_to(folder)) for path in files}
    for _, asset, tier in assets(subject.protocol):
        entry = next((each for each in asset.withheld if each.at == "file"), None)
        if tier in CLOSED and (entry is None or entry.sha256 in digests):
            yield Detail(f"asset:{asset.id}", "file_in_clear", f"a {tier} file is in clear", "a blank one")


def _quoted(subject: Subject, taken: list[Shown]) -> Iterator[Detail]:
    """Withheld words that also stand elsewhere in the protocol or on its card."""
    runs = by_length(run for text in taken for piece in pieces.pieces(text.text) for run in shingles(piece))
    own = {text.path for text in taken}
    for path, text in strings(subject.study.data) if runs else ():
        hits = shared(text, runs) if path not in own else 0
        if hits:
            yield Detail(name_of(subject.study.data, path[:-1]) or PROTOCOL, "quoted",
                         "withheld words also stand here", "other words", f"{hits} runs")  # fmt: skip
    for path, text in strings(subject.study.card) if runs and subject.study.card else ():
        if shared(text, runs):
            yield Detail("study.json:" + ".".join(map(str, path)), "quoted", "withheld words also stand here")


def _data(subject: Subject) -> Iterator[Detail]:
    for data in subject.protocol.human.unit_data:
        if data.tier != "open" and subject.study.file(data.path) is not None:
            yield Detail(f"unit_data:{data.path}", "data_in_clear", f"{data.tier} data are in the folder")
