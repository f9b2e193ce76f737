"""The whole document."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from hawthorne.protocols.model.analyses import Analysis, Evaluation, Hypothesis
from hawthorne.protocols.model.citing import Asset, Cite, Cited, Origin
from hawthorne.protocols.model.design import Arm, Assignment, Calc, Draw, Factor, Feed, Groups, RolePart, Unit
from hawthorne.protocols.model.flow import AnyNode
from hawthorne.protocols.model.human import Human
from hawthorne.protocols.model.measures import AnyVariable, Exclusion
from hawthorne.protocols.model.part import VERSION, Count, Digest, Filled, Id, Many, Part, Words
from hawthorne.protocols.model.responses import Response
from hawthorne.protocols.model.screens import Stage

SCHEMA = "hawthorne/protocol.v1"
"""What the key `schema` of a protocol says."""


class Departure(Part):
    """Where the protocol is not as the source had it."""

    id: Id
    """Its id."""
    where: Words
    """The part it is about: `stage:s2`, `item:q1`."""
    kind: Literal["omitted", "approximated", "reordered", "missing_text", "own_words", "untimed"]
    """What was done."""
    reason: Words
    """Why."""
    impact: Words | None = None
    """What it may change."""
    severity: Literal["blocking", "decision", "check"] = "check"
    """Whether no session may be played, somebody must decide, or somebody should look."""
    cite: Cited | None = None
    """Where the source has it."""


class Projection(Part):
    """What a release says of itself: the text of some sources is replaced by placeholders."""

    of_sha256: Digest
    """The digest of the whole protocol."""
    tool: Words
    """What made it."""
    items: Count
    """How many texts participants see."""
    withheld: Count
    """How many of them are placeholders."""
    state: Literal["public", "rehydrated"] = "public"
    """Whether placeholders stand in it, or the text was put back by a reader."""
    date: Words | None = None
    """When it was made."""


class Protocol(Part):
    """A behavioural experiment as data: what each participant saw, in what order, what they could answer, and how the
    source analysed it, with every item cited."""

    schema_: Literal["hawthorne/protocol.v1"] = Field(alias="schema")
    """`hawthorne/protocol.v1`"""
    id: Id
    """The protocol's id."""
    version: Annotated[str, Field(pattern=VERSION)]
    """Its version (semantic versioning)."""
    title: Words
    """Its title; no participant sees it."""
    language: Words = "en"
    """The language that participants read (BCP 47)."""
    status: Literal["draft", "checked", "released"] = "draft"
    """How far the work on it is."""
    sources: Filled[Origin]
    """What it was written down from."""
    cites: dict[Id, Cite] = Field(default_factory=dict)
    """Cites that parts refer to by name."""
    assets: Many[Asset] = ()
    """Files that participants see."""
    units: Filled[Unit]
    """The units of analysis."""
    roles: Many[RolePart] = ()
    """The roles of a group; none: one role."""
    groups: Groups | None = None
    """How participants are put together; none: each is alone."""
    factors: Many[Factor] = ()
    """What the study varies."""
    arms: Filled[Arm]
    """What participants are assigned to."""
    draws: Many[Draw] = ()
    """Random values of a session."""
    assignment: Assignment
    """How participants come to arms."""
    feeds: Many[Feed] = ()
    """Data from elsewhere that participants are shown."""
    calcs: Many[Calc] = ()
    """Named expressions."""
    responses: Many[Response]
    """What participants can answer."""
    stages: Filled[Stage]
    """What participants see."""
    flow: AnyNode
    """In what order."""
    exclusions: Many[Exclusion] = ()
    """Whom the source left out."""
    variables: Many[AnyVariable] = ()
    """What is made of the answers."""
    analyses: Many[Analysis]
    """What the source tested."""
    hypotheses: Many[Hypothesis]
    """What the source predicted."""
    human: Human
    """What the source found."""
    evaluation: Evaluation = Evaluation()
    """How runs are compared with it."""
    departures: Many[Departure] = ()
    """Where the protocol is not as the source had it."""
    projection: Projection | None = None
    """What a release says of itself."""
