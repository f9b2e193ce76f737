"""What is on a screen as a participant is served it: items and responses under opaque ids."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from hawthorne.protocols.model.part import Count, Filled, Many, Number, Pair, Positive, Whole


class Served(BaseModel):
    """The ground of all parts of a State: no key that is not declared."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, strict=True, allow_inf_nan=False, use_attribute_docstrings=True
    )


ItemId = Annotated[str, Field(pattern="^i[1-9][0-9]*$")]
"""An item's opaque id."""
ResponseId = Annotated[str, Field(pattern="^r[1-9][0-9]*$")]
"""A response's opaque id."""
Code = Annotated[str, Field(pattern="^o[1-9][0-9]*$")]
"""An option's opaque code: its place on the screen."""
RowCode = Annotated[str, Field(pattern="^w[1-9][0-9]*$")]
"""A row's opaque code: its place on the screen."""
AssetId = Annotated[str, Field(pattern="^a[1-9][0-9]*$")]
"""An opaque handle of a file."""


class TextShown(Served):
    """A text on the screen."""

    id: ItemId
    """Its id."""
    type: Literal["text", "quote", "audio_transcript"]
    """What it is."""
    text: str
    """What it says."""


class ImageShown(Served):
    """A picture on the screen."""

    id: ItemId
    """Its id."""
    type: Literal["image"]
    """`image`"""
    asset: AssetId
    """The handle by which its bytes are had."""
    alt: str | None = None
    """What it shows, for somebody who cannot see it."""
    media_type: str | None = None
    """What kind of file it is."""
    width: Positive | None = None
    """Its width in pixels."""
    height: Positive | None = None
    """Its height in pixels."""


class TableShown(Served):
    """A table on the screen."""

    id: ItemId
    """Its id."""
    type: Literal["table"]
    """`table`"""
    rows: Many[Many[str]]
    """Its rows."""


class ListShown(Served):
    """A list on the screen."""

    id: ItemId
    """Its id."""
    type: Literal["list"]
    """`list`"""
    rows: Many[str]
    """Its points."""


class DividerShown(Served):
    """A line on the screen."""

    id: ItemId
    """Its id."""
    type: Literal["divider"]
    """`divider`"""


ShownItem = Annotated[TextShown | ImageShown | TableShown | ListShown | DividerShown, Field(discriminator="type")]
"""An item on the screen."""


class OptionShown(Served):
    """An option on the screen."""

    code: Code
    """Its code, which an answer names."""
    text: str | None = None
    """What it says."""
    asset: AssetId | None = None
    """The picture it shows."""


class RowShown(Served):
    """A row on the screen."""

    code: RowCode
    """Its code, which an answer names."""
    text: str
    """What it says."""
    required: bool = True
    """Whether it must be answered."""


class Asked(Served):
    """What all responses on the screen have."""

    id: ResponseId
    """Its id, which an answer names."""
    prompt: str | None = None
    """The question."""
    required: bool
    """Whether it must be answered."""
    widget: str | None = None
    """How it may be drawn."""


Options = Filled[OptionShown]
Range = Pair[Number]
OpenRange = Pair[Number | None]


class ChoiceAsked(Asked):
    """One of several options: the answer is its code."""

    kind: Literal["choice"]
    """`choice`"""
    options: Options
    """The options."""


class MultiChoiceAsked(Asked):
    """Several options: the answer is a list of codes."""

    kind: Literal["multi_choice"]
    """`multi_choice`"""
    options: Options
    """The options."""
    min: Count | None = None
    """At least so many."""
    max: Positive | None = None
    """At most so many."""
    exclusive: Many[Code] = ()
    """Options that stand alone."""


class RankingAsked(Asked):
    """An order of options, best first: the answer is a list of codes."""

    kind: Literal["ranking"]
    """`ranking`"""
    options: Options
    """The options."""
    top: Positive | None = None
    """How many are ranked."""


class LikertAsked(Asked):
    """A point of a scale: the answer is a whole number."""

    kind: Literal["likert"]
    """`likert`"""
    range: Pair[Whole]
    """The first and the last point."""
    anchors: dict[str, str] = Field(default_factory=dict)
    """The words at some points."""


class SliderAsked(Asked):
    """A slider: the answer is a number on the grid of its steps."""

    kind: Literal["slider"]
    """`slider`"""
    range: Range
    """Its ends."""
    step: Number | None = None
    """The distance of two numbers."""
    start: Number | None = None
    """Where the handle stands at first."""
    end_labels: Pair[str] | None = None
    """The words at its ends."""


class IntegerAsked(Asked):
    """A whole number."""

    kind: Literal["integer"]
    """`integer`"""
    range: OpenRange | None = None
    """The least and the greatest."""
    unit_label: str | None = None
    """The unit."""


class NumberAsked(Asked):
    """A number."""

    kind: Literal["number"]
    """`number`"""
    range: OpenRange | None = None
    """The least and the greatest."""
    decimals: Count | None = None
    """At most so many digits after the point."""
    unit_label: str | None = None
    """The unit."""


class TextAsked(Asked):
    """Words, written freely."""

    kind: Literal["text"]
    """`text`"""
    min_len: Count | None = None
    """At least so many characters."""
    max_len: Positive | None = None
    """At most so many characters."""
    multiline: bool | None = None
    """Whether there is room for several lines."""


class LikertScaleShown(Served):
    """The scale of a matrix: points."""

    kind: Literal["likert"]
    """`likert`"""
    range: Pair[Whole]
    """The first and the last point."""
    anchors: dict[str, str] = Field(default_factory=dict)
    """The words at some points."""


class ChoiceScaleShown(Served):
    """The scale of a matrix: options."""

    kind: Literal["choice"]
    """`choice`"""
    options: Options
    """The options."""


class MatrixAsked(Asked):
    """Several rows on one scale: the answer is an object from row codes to answers."""

    kind: Literal["matrix"]
    """`matrix`"""
    rows: Filled[RowShown]
    """The rows."""
    scale: Annotated[LikertScaleShown | ChoiceScaleShown, Field(discriminator="kind")]
    """The scale."""


class AllocationAsked(Asked):
    """A total, divided among options: the answer is an object from codes to numbers."""

    kind: Literal["allocation"]
    """`allocation`"""
    options: Options
    """The options."""
    total: Number
    """What is divided."""
    step: Number | None = None
    """The steps of a share."""
    min_each: Number | None = None
    """At least so much for each."""
    max_each: Number | None = None
    """At most so much for each."""
    must_sum: bool | None = None
    """Whether the shares make up the total."""
    allow_omit: bool | None = None
    """Whether an option that is left out has 0."""


class IntervalAsked(Asked):
    """Two numbers, in order."""

    kind: Literal["interval"]
    """`interval`"""
    range: OpenRange | None = None
    """The least and the greatest number."""
    order: Literal["lo<=hi", "lo<hi"] | None = None
    """Whether both may be the same."""


class KeypressAsked(Asked):
    """A key: the answer is its code and the response time."""

    kind: Literal["keypress"]
    """`keypress`"""
    keys: Options
    """The keys."""
    window_ms: Positive | None = None
    """How long keys are heard, in milliseconds."""
    rt: Literal["required", "optional", "absent"] | None = None
    """Whether the response time belongs to the answer."""


AskedResponse = Annotated[
    ChoiceAsked | MultiChoiceAsked | RankingAsked | LikertAsked | SliderAsked | IntegerAsked | NumberAsked | TextAsked
    | MatrixAsked | AllocationAsked | IntervalAsked | KeypressAsked,
    Field(discriminator="kind"),
]  # fmt: skip
"""A response on the screen."""
