"""study.json: a study's card in a catalogue. It gives the hypothesis away, so that only operators are shown it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from hawthorne.protocols.model.analyses import Contamination
from hawthorne.protocols.model.citing import Tier
from hawthorne.protocols.model.design import OfficialN
from hawthorne.protocols.model.part import Count, FilePath, Filled, Id, Many, Part, Whole, Words

Sha256 = Annotated[str, Field(pattern=r"^(sha256:)?[0-9a-f]{64}$")]
"""A SHA-256 digest."""


class Contributor(Part):
    """Somebody who wrote the protocol down."""

    name: Words
    """The name."""
    github: Words | None = None
    """The account on GitHub."""
    institution: Words | None = None
    """Where they work."""


class ProtocolFile(Part):
    """The protocol."""

    path: FilePath = "protocol.json"
    """Its path in the study's folder."""
    sha256: Sha256 | None = None
    """Its digest."""


class CardSource(Part):
    """A source of the study."""

    citation: Words
    """The reference."""
    licence: Words | None = None
    """Its licence."""
    tier: Tier
    """How far its text may be passed on."""


class Tiers(Part):
    """How many texts are passed on, and how many are not."""

    open: Count = 0
    """Texts that anybody may have."""
    attributed: Count = 0
    """Texts that are passed on with their attribution."""
    withheld: Count = 0
    """Texts that are replaced by placeholders."""
    local: Count = 0
    """Texts that never leave their machine."""


class Redistribution(Part):
    """What of the study may be passed on."""

    projected: bool
    """Whether this folder is a release with placeholders."""
    tiers: Tiers = Tiers()
    """How many texts are of which tier."""


class Omitted(Part):
    """A part of the source that the protocol leaves out."""

    what: Words
    """Which part."""
    why: Words
    """Why."""


class Coverage(Part):
    """How much of the source the protocol covers."""

    experiments: Many[Words] = ()
    """The experiments that it writes down."""
    omitted: Many[Omitted] = ()
    """What it leaves out."""


class Checks(Part):
    """The last check of the study."""

    report_sha256: Sha256 | None = None
    """The digest of the check's report."""
    passed: bool
    """Whether every check passed."""
    version: Words | None = None
    """The version of the engine that checked."""


class Change(Part):
    """An entry of the study's change log."""

    version: Words
    """The version."""
    date: Words | None = None
    """When."""
    what: Words
    """What changed."""


class Study(Part):
    """A study's card."""

    schema_: Literal["hawthorne/study.v1"] = Field(alias="schema")
    """`hawthorne/study.v1`"""
    id: Id
    """The protocol's id."""
    title: Words
    """The study's title."""
    authors: Filled[Words]
    """Who wrote the source."""
    year: Whole | None = None
    """When it was published."""
    doi: Words | None = None
    """Its digital object identifier."""
    description: Words | None = None
    """What it is about."""
    domain: Words | None = None
    """Its field: cognition, social, strategic, moral, consumer …"""
    tags: Many[Words] = ()
    """Words to find it by."""
    contributors: Many[Contributor] = ()
    """Who wrote the protocol down."""
    protocol: ProtocolFile = ProtocolFile()
    """The protocol."""
    sources: Many[CardSource] = ()
    """Its sources."""
    redistribution: Redistribution | None = None
    """What of it may be passed on."""
    coverage: Coverage | None = None
    """How much of the source it covers."""
    official_n: OfficialN | None = None
    """How many units the source analysed."""
    status: Literal["draft", "checked", "released"] = "draft"
    """How far the work on it is."""
    checks: Checks | None = None
    """Its last check."""
    contamination: Contamination | None = None
    """How likely it is that a model has read it."""
    changelog: Many[Change] = ()
    """What changed from version to version."""
