"""Responses: what a participant can answer. One model for each kind; `spaces/` holds what a valid answer is."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Discriminator, Field, Tag, model_validator

from hawthorne.protocols.model.citing import Cited, Tier, Withheld
from hawthorne.protocols.model.part import (
    POINT,
    Bound,
    Count,
    Filled,
    Id,
    Many,
    Name,
    Number,
    Pair,
    Part,
    Positive,
    Scalar,
    Shown,
    Whole,
    only,
)

Widget = Literal[
    "radio", "buttons", "dropdown", "checkbox", "hslider", "vslider", "textbox", "textarea", "grid", "cards", "money"
]
"""How a screen may draw the response: a hint."""


class DrawnOrder(Part):
    """An order that a draw fixes."""

    draw: Name
    """A draw of the options' ids, in order."""


def _order(value: object) -> str:
    return "{draw}" if isinstance(value, (dict, DrawnOrder)) else "{flag}"


Order = Annotated[
    Annotated[Annotated[bool | Literal["reverse"], only('true, false, "reverse" or a draw')], Tag("{flag}")]
    | Annotated[DrawnOrder, Tag("{draw}")],
    Discriminator(_order),
]
"""false: as written; true: shuffled; `reverse`: as written or turned round; or as a draw has it."""


class Option(Part):
    """One option."""

    model_config = ConfigDict(
        json_schema_extra={
            "anyOf": [
                {"properties": {"text": {"type": "string"}}, "required": ["text"]},
                {"properties": {"asset": {"type": "string"}}, "required": ["asset"]},
            ]
        }
    )

    id: Id
    """Its id, by which the protocol's expressions know it (`resp.agree = "yes"`)."""
    text: Shown | None = None
    """What it says."""
    asset: Id | None = None
    """The image it shows."""
    code_value: Scalar = None
    """The number or word by which the source's data code it."""
    pin: Literal["first", "last"] | None = None
    """Where it stays when the options are shuffled."""

    @model_validator(mode="after")
    def _shows(self) -> Option:
        if self.text is None and self.asset is None:
            raise ValueError('an option has a "text" or an "asset"')
        return self


class Row(Part):
    """One row of a matrix."""

    id: Id
    """Its id."""
    text: Shown
    """What it says."""
    required: bool = True
    """Whether it must be answered."""


class Key(Part):
    """One key that can be pressed."""

    id: Id
    """Its id."""
    text: Shown
    """What it is called on the screen."""


class Answerable(Part):
    """What all responses have."""

    id: Name
    """Its id: `resp.<id>`."""
    prompt: Shown | None = None
    """The question beside it."""
    required: bool = True
    """Whether it must be answered before the next page."""
    widget: Widget | None = None
    """How a screen may draw it."""
    store: Name | None = None
    """The column's name in data tables; none: its id."""
    tier: Tier | None = None
    """Stricter than its source's, or nothing."""
    withheld: Many[Withheld] = ()
    """What its placeholders stand for."""
    cite: Cited | None = None
    """Where the source prints the question and the options."""


class ChoiceResponse(Answerable):
    """One of several options."""

    kind: Literal["choice"]
    """`choice`"""
    options: Filled[Option]
    """The options."""
    shuffle: Order = False
    """Their order on the screen."""


class MultiChoiceResponse(Answerable):
    """Any number of several options."""

    kind: Literal["multi_choice"]
    """`multi_choice`"""
    options: Filled[Option]
    """The options."""
    shuffle: Order = False
    """Their order on the screen."""
    min: Count = 0
    """At least so many."""
    max: Positive | None = None
    """At most so many; none: all."""
    exclusive: Many[Id] = ()
    """Options that stand alone ("none of these")."""


class RankingResponse(Answerable):
    """An order of several options, best first."""

    kind: Literal["ranking"]
    """`ranking`"""
    options: Filled[Option]
    """The options."""
    shuffle: Order = False
    """Their order on the screen."""
    top: Positive | None = None
    """How many are ranked; none: all."""


class LikertResponse(Answerable):
    """A point of a rating scale."""

    kind: Literal["likert"]
    """`likert`"""
    points: Pair[Whole]
    """The first and the last point."""
    anchors: dict[Annotated[str, Field(pattern=POINT)], Shown] = Field(default_factory=dict)
    """The words at some points."""


class SliderResponse(Answerable):
    """A number on a slider."""

    kind: Literal["slider"]
    """`slider`"""
    range: Pair[Bound]
    """Its two ends."""
    step: Annotated[Number, Field(gt=0)] = 1
    """The distance between two of its numbers, counted from the lower end."""
    start: Number | None = None
    """Where the handle stands at first; none: nowhere."""
    end_labels: Pair[Shown] | None = None
    """The words at its ends."""


class IntegerResponse(Answerable):
    """A whole number."""

    kind: Literal["integer"]
    """`integer`"""
    range: Pair[Bound | None] = (None, None)
    """The least and the greatest; null: open."""
    unit_label: Shown | None = None
    """The unit beside the field."""


class NumberResponse(Answerable):
    """A number."""

    kind: Literal["number"]
    """`number`"""
    range: Pair[Bound | None] = (None, None)
    """The least and the greatest; null: open."""
    decimals: Annotated[Count, Field(le=15)] | None = None
    """At most so many digits after the point; none: any."""
    unit_label: Shown | None = None
    """The unit beside the field."""


class TextResponse(Answerable):
    """Words, written freely."""

    kind: Literal["text"]
    """`text`"""
    min_len: Count = 0
    """At least so many characters."""
    max_len: Positive | None = None
    """At most so many characters."""
    multiline: bool = False
    """Whether there is room for several lines."""


class LikertScale(Part):
    """A rating scale for every row of a matrix."""

    kind: Literal["likert"]
    """`likert`"""
    points: Pair[Whole]
    """The first and the last point."""
    anchors: dict[Annotated[str, Field(pattern=POINT)], Shown] = Field(default_factory=dict)
    """The words at some points."""


class ChoiceScale(Part):
    """Options for every row of a matrix."""

    kind: Literal["choice"]
    """`choice`"""
    options: Filled[Option]
    """The options."""


class MatrixResponse(Answerable):
    """Several rows on one scale."""

    kind: Literal["matrix"]
    """`matrix`"""
    rows: Filled[Row]
    """The rows."""
    scale: Annotated[LikertScale | ChoiceScale, Field(discriminator="kind")]
    """What each row is answered on."""
    shuffle_rows: bool = False
    """Whether the rows are shuffled."""


class AllocationResponse(Answerable):
    """A total, divided among options."""

    kind: Literal["allocation"]
    """`allocation`"""
    options: Filled[Option]
    """The options."""
    shuffle: Order = False
    """Their order on the screen."""
    total: Bound
    """What is divided."""
    step: Annotated[Number, Field(gt=0)] = 1
    """The steps of a share, counted from 0."""
    min_each: Bound = 0
    """At least so much for each."""
    max_each: Bound | None = None
    """At most so much for each; none: the total."""
    must_sum: bool = True
    """Whether the shares make up the total; else they may be less."""
    allow_omit: bool = False
    """Whether an option that is left out has 0."""


class IntervalResponse(Answerable):
    """Two numbers, in order."""

    kind: Literal["interval"]
    """`interval`"""
    range: Pair[Bound | None] = (None, None)
    """The least and the greatest number; null: open."""
    order: Literal["lo<=hi", "lo<hi"] = "lo<=hi"
    """Whether both may be the same."""


class KeypressResponse(Answerable):
    """A key, and when it was pressed."""

    kind: Literal["keypress"]
    """`keypress`"""
    keys: Filled[Key]
    """The keys."""
    window_ms: Positive | None = None
    """How long the keys are heard, in milliseconds."""
    rt: Literal["required", "optional", "absent"] = "optional"
    """Whether the response time belongs to the answer."""


Response = Annotated[
    ChoiceResponse | MultiChoiceResponse | RankingResponse | LikertResponse | SliderResponse | IntegerResponse
    | NumberResponse | TextResponse | MatrixResponse | AllocationResponse | IntervalResponse | KeypressResponse,
    Field(discriminator="kind"),
]  # fmt: skip
"""A response of any kind."""
