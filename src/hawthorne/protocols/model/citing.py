"""Where everything comes from: sources, cites, assets, and what stands in for text that may not be passed on."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Discriminator, Field, Tag, model_validator

from hawthorne.protocols.model.part import Count, Digest, FilePath, Id, Many, Part, Positive, Shown, Words

Tier = Literal["open", "attributed", "withheld", "local"]
"""How far participants' text may be passed on: freely; with its attribution; as structure with placeholders; or never,
not even as a digest. In this order, from the loosest to the strictest."""

TIERS: tuple[Tier, ...] = ("open", "attributed", "withheld", "local")


class Locator(Part):
    """A place in a source; every key may be left out."""

    page: Positive | None = None
    """The page, counted from 1 in the source's text."""
    section: Words | None = None
    """The section's heading."""
    table: Words | None = None
    """The table's number as printed."""
    figure: Words | None = None
    """The figure's number as printed."""
    line: Positive | None = None
    """The line on the page."""
    start: Count | None = None
    """The first character on the page, counted from 0."""
    end: Count | None = None
    """The character after the last."""
    cell: Words | None = None
    """A cell of a table or a sheet."""
    region: Words | None = None
    """A region of a figure or a page."""
    seq: Count | None = None
    """The how many-th withheld text of its page this is; written by a release."""
    note: Words | None = None
    """Anything else that helps to find it."""


DERIVED: dict[str, Any] = {
    "if": {"properties": {"label": {"const": "derived"}}, "required": ["label"]},
    "then": {"properties": {"derivation": {"type": "string"}}, "required": ["derivation"]},
    "else": {"properties": {"derivation": {"type": "null"}}},
}
"""The rule of labels and derivations as a schema says it."""


class Cite(Part):
    """Where a part of the protocol stands in a source, and how it was taken over."""

    model_config = ConfigDict(json_schema_extra=DERIVED)

    source: Id
    """The id of the source."""
    locator: Locator = Locator()
    """Where in the source."""
    label: Literal["verbatim", "reported", "derived", "missing", "own"]
    """Taken over word for word; told by the source in other words; worked out from it; absent from it; or written by
    the authors of this protocol with no wording of the source."""
    derivation: Words | None = None
    """How it was worked out; there exactly where the label is `derived`."""
    checked: Literal["verified", "unverified"] = "unverified"
    """Whether a second person compared it with the source."""

    @model_validator(mode="after")
    def _derivation(self) -> Cite:
        if (self.derivation is not None) != (self.label == "derived"):
            raise ValueError('a "derivation" stands exactly where the label is "derived"')
        return self


def _cite_or_name(value: Any) -> str:
    return "{name}" if isinstance(value, str) else "{cite}"


Cited = Annotated[
    Annotated[Id, Tag("{name}")] | Annotated[Cite, Tag("{cite}")],
    Discriminator(_cite_or_name),
]
"""A cite, or the name of one of the protocol's `cites`."""


class SourceFile(Part):
    """The file of a source, which stays with its owner."""

    name_hint: Words | None = None
    """What the file is usually called."""
    sha256: Digest | None = None
    """The digest of its bytes."""
    pages: Positive | None = None
    """How many pages it has."""


class SourceText(Part):
    """The plain text of a source, one form feed between pages."""

    sha256: Digest | None = None
    """The digest of its bytes."""
    profile: Literal["squash-1"] = "squash-1"
    """The normal form in which served text is compared with it."""


class Origin(Part):
    """A source: the article, data set or instrument that the protocol writes down."""

    id: Id
    """Its id, which cites name."""
    kind: Literal["article", "book", "preprint", "dataset", "instrument", "own"]
    """What it is; `own` is this protocol's own text."""
    citation: Words
    """The reference as a bibliography prints it."""
    doi: Words | None = None
    """Its digital object identifier."""
    url: Words | None = None
    """Where it is found."""
    licence: Words | None = None
    """An SPDX identifier, or `all-rights-reserved`."""
    tier: Tier
    """How far its text may be passed on."""
    file: SourceFile | None = None
    """Its file."""
    text: SourceText | None = None
    """Its plain text."""


class Withheld(Part):
    """What a placeholder stands for: enough to find the text in the reader's own copy of the source, and no more."""

    at: Annotated[str, Field(pattern=r"^[a-z_]+(/[^/]+)*$")] = "text"
    """Which text of the part: its key, or a path of keys and indexes (`anchors/7`, `end_labels/0`); `file`: the
    file of an asset."""
    piece: Count = 0
    """Which piece of the text, where parts in double braces divide it."""
    len: Count
    """The length in code points; of a file, in bytes."""
    sha256: Digest | None = None
    """The digest of the text; left out where the text is local."""
    squash_len: Count | None = None
    """The length in the normal form."""
    squash_sha256: Digest | None = None
    """The digest of the normal form."""
    roll: Count | None = None
    """A polynomial hash of the normal form without its dashes, by which windows of a source are searched."""
    roll_len: Count | None = None
    """The length of the normal form without its dashes."""
    locator: dict[str, Any] = Field(default_factory=dict)
    """Where it stands: the source's id and the keys of a locator."""
    profile: Literal["squash-1"] = "squash-1"
    """The normal form."""
    layout: Words | None = None
    """The text's spacing and typography, sealed with its own normal form."""
    path: FilePath | None = None
    """Of a file: where it lay in the study's folder."""
    media_type: Words | None = None
    """Of a file: what it was."""


class Asset(Part):
    """A file that participants see: an image, as a rule."""

    id: Id
    """Its id; participants see an opaque one."""
    path: FilePath
    """Where it lies in the study's folder; never shown."""
    media_type: Literal[
        "image/png", "image/jpeg", "image/gif", "image/webp", "image/svg+xml", "audio/mpeg", "audio/wav", "audio/ogg"
    ]
    """What it is."""
    sha256: Digest
    """The digest of its bytes."""
    width: Positive | None = None
    """Its width in pixels."""
    height: Positive | None = None
    """Its height in pixels."""
    alt: Shown | None = None
    """What somebody who cannot see it needs to know."""
    tier: Tier | None = None
    """Stricter than its source's, or nothing."""
    withheld: Many[Withheld] = ()
    """What its placeholders stand for."""
    cite: Cited | None = None
    """Where it comes from."""
