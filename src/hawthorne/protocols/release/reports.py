"""What a release and a rehydration came to. Nothing is quoted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from hawthorne.core.values import JSON


@dataclass(frozen=True)
class ReleaseReport:
    """What a release holds and what it leaves out. Nothing is quoted."""

    folder: str
    sha256: str
    """The digest of the public protocol."""
    of_sha256: str
    """The digest of the whole one."""
    texts: Mapping[str, int]
    """How many texts there are of each tier."""
    sources: Mapping[str, int]
    """How many texts and files were withheld of each source."""
    withheld: tuple[str, ...]
    """The ids of the withheld texts."""
    assets: tuple[str, ...]
    """The ids of the blanked assets."""
    dropped: tuple[str, ...]
    """Data files that may not be passed on."""
    left: tuple[str, ...]
    """Other files of the folder, which a release does not take along."""

    def as_json(self) -> dict[str, JSON]:
        return {
            "folder": self.folder, "sha256": self.sha256, "of_sha256": self.of_sha256, "texts": dict(self.texts),
            "sources": dict(self.sources), "withheld": list(self.withheld), "assets": list(self.assets),
            "dropped": list(self.dropped), "left": list(self.left),
        }  # fmt: skip


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
