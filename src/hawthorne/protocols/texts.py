"""The texts of a protocol that participants see: where each stands, where it comes from, and how far it may go.

Which fields they are, the models say (`Means.SHOWN`). Paths are those of the JSON form, so that a release can put
placeholders where the texts were found.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hawthorne.core.values import JSON
from hawthorne.lang.jsontext import pointer
from hawthorne.protocols.model import Means, Part, Protocol
from hawthorne.protocols.model.citing import TIERS, Asset, Cite
from hawthorne.protocols.model.walk import Path, parts, texts

OURS = ("own", "reported", "derived")
"""Labels of texts that are the authors' own words, whatever the source's tier: those ship."""

LABELS = frozenset({"options", "keys", "anchors", "end_labels", "unit_label", "scale"})
"""Keys under which texts are labels, which are short as a rule."""

UNNAMED = frozenset({"stages", "pages", "items", "responses", "assets", "factors"})
"""Keys that a text's name for reports leaves out."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A text that participants see.

    `owner` is the path of the part that says what is withheld of it, `at` the path from there; `id` is its name for
    reports (`s1.pg1.q1`, `sure.options.yes`), `tier` its effective tier, `label` and `source` are its cite's.
    """

    text: str
    owner: Path
    at: Path
    id: str
    tier: str = "open"
    cite: Cite | None = None
    role: str | None = None

    @property
    def path(self) -> Path:
        return self.owner + self.at

    @property
    def pointer(self) -> str:
        return pointer(self.path)

    @property
    def source(self) -> str:
        return self.cite.source if self.cite is not None else ""

    @property
    def label(self) -> str:
        return self.cite.label if self.cite is not None else ""

    @property
    def is_label(self) -> bool:
        """Whether it is an option's, a scale's or a key's."""
        return any(step in LABELS for step in self.at)


def shown(protocol: Protocol, data: JSON) -> list[Shown]:
    """Every text of a protocol that participants see; `data` is its JSON form."""
    around = dict(parts(protocol))
    found = []
    for path, text, means, key in texts(protocol):
        if means is Means.SHOWN and not key and text.strip():
            chain = _chain(around, path)
            owner = next((at for at, part in chain if "withheld" in type(part).model_fields), path[:-1])
            cite = cite_of(protocol, chain)
            own = [getattr(part, "tier", None) for _, part in chain]
            tier = strictest([*own, source_tier(protocol, cite)])
            role = next((part.role for _, part in chain if hasattr(part, "when") and hasattr(part, "role")), None)
            found.append(Shown(text, owner, path[len(owner) :], name_of(data, path), tier, cite, role))
    return found


def assets(protocol: Protocol) -> Iterator[tuple[Path, Asset, str]]:
    """The assets with their paths and effective tiers."""
    for i, asset in enumerate(protocol.assets):
        cite = cite_of(protocol, [((), asset)])
        yield ("assets", i), asset, strictest([asset.tier, source_tier(protocol, cite)])


def _chain(around: Mapping[Path, Any], path: Path) -> list[tuple[Path, Part]]:
    """The parts around a place, inner ones first."""
    places = (path[:i] for i in range(len(path), 0, -1))
    return [(place, around[place]) for place in places if place in around]


def cite_of(protocol: Protocol, chain: Sequence[tuple[Path, Part]]) -> Cite | None:
    """The cite of the innermost part that has one; a name stands for one of the protocol's `cites`."""
    said: Cite | str | None
    said = next((cite for _, part in chain if (cite := getattr(part, "cite", None)) is not None), None)
    return protocol.cites.get(said) if isinstance(said, str) else said


def source_tier(protocol: Protocol, cite: Cite | None) -> str:
    """The tier that a text takes over from its source: none where the words are our own, whatever they cite."""
    if cite is None or cite.label in OURS:
        return "open"
    return next((source.tier for source in protocol.sources if source.id == cite.source), "open")


def strictest(tiers: Sequence[str | None]) -> str:
    """The strictest of some tiers.

    >>> strictest(["open", "withheld", None])
    'withheld'
    """
    known: Sequence[str] = TIERS
    return max((tier for tier in tiers if tier is not None), key=known.index, default="open")


def name_of(data: JSON, path: Path) -> str:
    """A path in words for reports: the ids on its way, and the keys that tell texts of one part apart."""
    words: list[str] = []
    here: Any = data
    for i, step in enumerate(path):
        here = here[step]
        named = isinstance(step, int) and isinstance(here, dict) and isinstance(here.get("id"), str)
        word = here["id"] if named else str(step)
        if word not in UNNAMED and not (word == "text" and i == len(path) - 1):
            words.append(word)
    return ".".join(words)


def at(data: JSON, path: Sequence[str | int]) -> Any:
    """The part of a value at a path."""
    for step in path:
        data = data[step]
    return data
