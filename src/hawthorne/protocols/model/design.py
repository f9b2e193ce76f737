"""Who takes part and what varies: units, roles, groups, factors, arms, draws, assignment, feeds, calculations."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Discriminator, Field, Tag

from hawthorne.core.values import JSON
from hawthorne.protocols.model.citing import Cited, Tier, Withheld
from hawthorne.protocols.model.part import (
    NAME,
    PER_ROW,
    Count,
    Digest,
    Expr,
    FilePath,
    Filled,
    Id,
    Many,
    Name,
    Number,
    Part,
    Positive,
    Ref,
    Shown,
    Whole,
    Words,
)


class Rows(Part):
    """What makes one row of a unit's table."""

    per: Annotated[str, Field(pattern=PER_ROW)]
    """`session`, `group`, `response`, or `loop:<id>`: a row for each pass of a loop."""


class OfficialCell(Part):
    """The number of units analysed in one cell of the design."""

    by: dict[str, str]
    """Which cell: `arm` or a factor, and its value."""
    n: Positive
    """How many."""


class OfficialN(Part):
    """How many units the source analysed, after exclusions."""

    total: Positive
    """In all."""
    cells: Many[OfficialCell] = ()
    """In each cell."""
    cite: Cited | None = None
    """Where the source says so."""


class Unit(Part):
    """A unit of analysis: what a row of a data table stands for."""

    id: Name
    """The name of the table."""
    kind: Literal["participant", "dyad", "group", "trial", "round", "item"]
    """What it is."""
    parent: Name | None = None
    """The unit in which it is nested."""
    primary: bool = False
    """Whether it is the unit of the main analysis; exactly one is."""
    rows: Rows
    """What makes one row."""
    keys: Many[Name] = ()
    """The columns that tell rows apart."""
    columns: Many[Words] = ()
    """Responses and variables in the order of the columns; none: all."""
    official_n: OfficialN | None = None
    """How many of them the source analysed."""


class Scripted(Part):
    """A role that the source scripted: a confederate, an experimenter, a recording."""

    answers: dict[Name, JSON]
    """What the role answers, by response: a value with the protocol's option ids, or FEEL text behind `=`
    (`"= role.first.resp.guess + 5"`)."""
    cite: Cited | None = None
    """Where the source says that the role was scripted."""


class RolePart(Part):
    """A role in a group."""

    id: Name
    """Its id."""
    count: Positive = 1
    """How many seats of a group play it."""
    scripted: Literal[False] | Scripted = False
    """What the role answers where the source scripted it."""


class Seat(Part):
    """A seat of a group."""

    role: Name
    """The role that sits there."""


class Groups(Part):
    """How participants are put together."""

    size: Annotated[Whole, Field(ge=2)]
    """How many seats a group has."""
    seats: Many[Seat]
    """The seats in order; a role stands there as often as its count says."""
    matching: Literal["partners", "strangers", "perfect_strangers"] = "partners"
    """Whether the same people stay together, meet by chance, or never meet twice."""
    rematch_every: Literal["round"] | None = None
    """When groups are put together anew."""
    anonymity: Literal["anonymous", "identified"] = "anonymous"
    """Whether participants know with whom they play."""
    on_drop: Literal["end_group", "wait", "scripted"] = "end_group"
    """What becomes of a group when one leaves: it ends, it waits, or the seat's scripted answers go on."""
    visible: Many[Name] = ()
    """The responses of others that a participant may be shown."""
    cite: Cited | None = None
    """Where the source describes the groups."""


class Factor(Part):
    """Something that the study varies."""

    id: Name
    """Its id."""
    levels: Filled[Id]
    """Its levels."""
    text: dict[str, Shown] = Field(default_factory=dict)
    """What `{{level_text.<id>}}` shows for each level."""
    scope: Literal["between", "within"] = "between"
    """Whether it varies between arms, or within a participant by a loop."""
    tier: Tier | None = None
    """Stricter than its source's, or nothing."""
    withheld: Many[Withheld] = ()
    """What its placeholders stand for."""
    cite: Cited | None = None
    """Where the source describes it."""


class Arm(Part):
    """A combination of levels to which participants are assigned."""

    id: Id
    """Its id."""
    levels: dict[Name, Id] = Field(default_factory=dict)
    """The level of every factor that varies between participants."""
    weight: Annotated[Whole, Field(ge=0)] = 1
    """How often it is assigned, relative to the others."""
    cite: Cited | None = None
    """Where the source describes it."""


class Span(Part):
    """The whole numbers of a range."""

    range: Annotated[tuple[Whole, Whole], Field(strict=False)]
    """The first and the last, both included."""


def _span_or_list(value: object) -> str:
    return "{list}" if isinstance(value, (list, tuple)) else "{range}"


Values = Annotated[Annotated[Span, Tag("{range}")] | Annotated[Many[JSON], Tag("{list}")], Discriminator(_span_or_list)]
"""A list of values, or the whole numbers of a range."""


class Draw(Part):
    """A random value of a session, fixed before it begins."""

    id: Name
    """Its id."""
    kind: Literal["pick", "sample", "permutation", "integer", "latin_row", "subset"]
    """One value; `k` values in random order; all in random order; a whole number of a range; a row of a Latin square;
    or `k` values in the order of the list."""
    from_: Values = Field(alias="from")
    """The values, or a range of whole numbers."""
    k: Positive = 1
    """How many, for `sample` and `subset`."""
    weights: Many[Annotated[Number, Field(ge=0)]] | None = None
    """How likely each value is, relative to the others; for `pick`."""
    by_arm: dict[Id, Values] | None = None
    """Other values for some arms."""
    balanced: bool = False
    """Whether values take turns, so that within an arm their counts differ by one at most."""
    square: Literal["williams", "cyclic"] = "cyclic"
    """The Latin square, for `latin_row`."""
    public: bool = False
    """Whether participants may be shown it."""
    cite: Cited | None = None
    """Where the source describes it."""


class Assignment(Part):
    """How participants come to arms."""

    method: Literal["balanced", "complete_random", "simple_random", "blocked", "sequential", "by_response", "quota"]
    """Blocks of all arms; a permutation of all; independent picks; blocks of a size; in turn; quasi-groups formed from
    answers (one arm, and the analysis groups by a variable); or until every arm is full."""
    block_size: Positive | None = None
    """The size of a block, for `blocked`."""
    quota: dict[Id, Count] = Field(default_factory=dict)
    """How many each arm takes, for `quota`."""
    unit: Annotated[str, Field(pattern=NAME)] = "p"
    """What is assigned: the id of a unit, or `group`."""
    within_order: Literal["counterbalanced", "random", "fixed"] | None = None
    """How the order within a session comes about, in a word."""
    cite: Cited | None = None
    """Where the source describes it."""


class FeedFrom(Part):
    """The rows of an earlier wave."""

    arm: Id | None = None
    """The arm they come from; none: all."""
    unit: Name
    """The unit whose rows they are."""
    rows: Literal["all", "last", "sample"] = "all"
    """Which of them."""
    k: Positive | None = None
    """How many, for `last` and `sample`."""
    columns: Many[Ref] = ()
    """Which columns; none: all."""


class FeedInput(Part):
    """A file with the rows of an earlier wave."""

    path: FilePath
    """Where it lies in the study's folder."""
    sha256: Digest
    """The digest of its bytes."""


class Feed(Part):
    """Data from elsewhere that participants are shown: what others did before them."""

    id: Name
    """Its id."""
    from_: FeedFrom = Field(alias="from")
    """What it holds."""
    input: FeedInput | None = None
    """The earlier wave's rows, when they are there."""
    fallback: Literal["published", "block"] = "block"
    """Without an earlier wave: the published rows, or no session."""
    published: Many[JSON] = ()
    """The rows that the source prints."""
    cite: Cited | None = None
    """Where the source prints or describes them."""


class Calc(Part):
    """A named expression: a payoff, a share, a text."""

    id: Name
    """Its id: `calc.<id>`."""
    expr: Expr
    """What it is worth."""
    cite: Cited | None = None
    """Where the source says how it is worked out."""
