"""What is on a screen: items, pages, stages, timing, navigation."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Discriminator, Field, Tag

from hawthorne.protocols.model.citing import Cited, Tier, Withheld
from hawthorne.protocols.model.part import PER_ANSWER, Expr, Id, Many, Name, Number, Part, Shown, Words

Seconds = Annotated[Number, Field(gt=0)]
"""A time, in seconds."""


class Item(Part):
    """What all items have."""

    id: Id
    """Its id."""
    role: Literal["instruction", "stimulus", "question", "feedback", "consent", "debrief"] | None = None
    """What it is for; not shown."""
    when: Expr | None = None
    """It is shown when this is true."""
    tier: Tier | None = None
    """Stricter than its source's, or nothing."""
    withheld: Many[Withheld] = ()
    """What its placeholders stand for."""
    cite: Cited | None = None
    """Where the source prints it."""


class TextItem(Item):
    """A paragraph, a quotation, or the transcript of a recording."""

    type: Literal["text", "quote", "audio_transcript"]
    """What it is."""
    text: Shown
    """What it says."""


class ImageItem(Item):
    """A picture."""

    type: Literal["image"]
    """`image`"""
    asset: Id
    """The asset it shows."""


class TableItem(Item):
    """A table."""

    type: Literal["table"]
    """`table`"""
    rows: Many[Many[Shown]]
    """Its rows, each a list of cells."""


class ListItem(Item):
    """A list of points."""

    type: Literal["list"]
    """`list`"""
    rows: Many[Shown]
    """Its points."""


class DividerItem(Item):
    """A line between items."""

    type: Literal["divider"]
    """`divider`"""


AnyItem = Annotated[TextItem | ImageItem | TableItem | ListItem | DividerItem, Field(discriminator="type")]
"""An item of any type."""


class Constraint(Part):
    """A rule between the answers of a page that the original form enforced."""

    expr: Expr
    """What must be true of the answers; `resp.x` is this page's answer."""
    message: Shown
    """What the participant reads when it is not."""
    withheld: Many[Withheld] = ()
    """What its placeholders stand for."""
    cite: Cited | None = None
    """Where the source says that the form enforced it."""


class Page(Part):
    """What is on the screen at one time; its answers are taken together."""

    id: Id
    """Its id."""
    items: Many[AnyItem] = ()
    """What is shown, from top to bottom."""
    responses: Many[Name] = ()
    """What is asked, from top to bottom: ids of responses."""
    constraints: Many[Constraint] = ()
    """Rules between the answers."""
    layout: Words | None = None
    """How it was laid out, in words."""


class SelfPaced(Part):
    """The participant goes on by answering."""

    advance: Literal["self"] = "self"
    """`self`"""
    min_seconds: Seconds | None = None
    """No answer is taken earlier."""
    max_seconds: Seconds | None = None
    """The page ends then."""
    on_timeout: Literal["skip", "end", "default"] = "skip"
    """What happens then: the answers are missing; the session ends; or the responses' starting values count."""
    cite: Cited | None = None
    """Where the source says so; none: the stage's."""


class Timed(Part):
    """The screen leaves by itself."""

    advance: Literal["timed"]
    """`timed`"""
    seconds: Seconds
    """When."""
    early: bool = False
    """Whether the participant may go on sooner."""
    cite: Cited | None = None
    """Where the source says so; none: the stage's."""


class Waiting(Part):
    """The screen stays until others have answered."""

    advance: Literal["wait"]
    """`wait`"""
    for_: Literal["group", "feed"] = Field(alias="for")
    """For whom."""
    cite: Cited | None = None
    """Where the source says so; none: the stage's."""


def _advance(value: Any) -> Any:
    said = value.get("advance", "self") if isinstance(value, dict) else getattr(value, "advance", None)
    return f"{{{said}}}" if isinstance(said, str) else None


Timing = Annotated[
    Annotated[SelfPaced, Tag("{self}")] | Annotated[Timed, Tag("{timed}")] | Annotated[Waiting, Tag("{wait}")],
    Discriminator(_advance),
]
"""When a screen leaves."""


class Navigation(Part):
    """Where a participant may go."""

    back: Literal["not_allowed", "within_stage", "allowed"] = "not_allowed"
    """Whether earlier pages may be gone back to."""


class Record(Part):
    """How often a stage's answers are kept."""

    per: Annotated[str, Field(pattern=PER_ANSWER)] = "session"
    """Once, or once in each pass of the loop around it."""


class InstrumentUse(Part):
    """A task of the battery, played as a stage."""

    name: Words
    """The instrument's name in the registry (`RE`, `NB`)."""
    timeline: Words
    """The name of the timeline that is played."""
    parameters: dict[str, Any] = Field(default_factory=dict)
    """The task's parameters."""


class Stage(Part):
    """One or more pages that belong together, or a task."""

    id: Id
    """Its id."""
    pages: Many[Page] = ()
    """Its pages in order."""
    instrument: InstrumentUse | None = None
    """The task that is played here, after the pages."""
    role: Name = "all"
    """Who sees it: a role, or `all`."""
    timing: Timing = SelfPaced()
    """When its screens leave."""
    navigation: Navigation = Navigation()
    """Whether one may go back."""
    record: Record = Record()
    """How often its answers are kept."""
    cite: Cited | None = None
    """Where the source describes it, its timing and its navigation."""
