"""What is made of the answers: exclusions, and variables with the cases that pin their rules."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Discriminator, Field, Tag

from hawthorne.core.values import JSON
from hawthorne.protocols.model.citing import Cited
from hawthorne.protocols.model.part import (  # fmt: skip
    Digest,
    Expr,
    FilePath,
    Filled,
    Id,
    Many,
    Name,
    Number,
    Pair,
    Part,
    Positive,
    Ref,
    Scalar,
    Words,
)


class Exclusion(Part):
    """A rule by which the source left units out of its analyses."""

    id: Id
    """Its id."""
    scope: Name
    """The unit that is left out."""
    when: Expr
    """It is left out when this is true."""
    stage: Literal["pre", "post"] = "post"
    """Whether the source applied it before or after it saw the data."""
    reason: Words
    """Why, in the words of a report."""
    cite: Cited | None = None
    """Where the source says so."""


class CodingCase(Part):
    """An example of a rule: what goes in and what must come out."""

    given: dict[Annotated[str, Field(min_length=1)], JSON]
    """Values by their names (`resp.agree`), with the protocol's option ids; what is left out is null."""
    expect: JSON = None
    """The variable's value."""


class Variable(Part):
    """What all variables have."""

    id: Name
    """Its id: `var.<id>`."""
    unit: Name
    """The unit whose rows have it."""
    type: Literal["number", "integer", "boolean", "category", "text"]
    """The type of its values."""
    levels: Many[Scalar] = ()
    """The values of a category."""
    note: Words | None = None
    """What it measures."""
    cases: Many[CodingCase] = ()
    """Examples: at least one for each way the rule can take, and one without an answer."""
    cite: Cited | None = None
    """Where the source says how it is coded."""


class ExprVariable(Variable):
    """A variable that an expression works out."""

    expr: Expr
    """The expression."""


class Recode(Part):
    """A value for each value."""

    from_: Ref = Field(alias="from")
    """What is recoded."""
    to: Annotated[dict[str, Scalar], Field(min_length=1)]
    """The new value of each option, point or word."""
    else_: Scalar = Field(default=None, alias="else")
    """The new value of all others."""


class MapVariable(Variable):
    """A variable that recodes another value."""

    map: Recode
    """How."""


class Bins(Part):
    """A label for each range of a number."""

    from_: Ref = Field(alias="from")
    """The number."""
    cuts: Filled[Number]
    """Where ranges end, in rising order."""
    labels: Filled[Scalar]
    """One label more than there are cuts."""
    right: bool = True
    """Whether a cut belongs to the range below it."""


class BinVariable(Variable):
    """A variable that cuts a number into ranges."""

    bins: Bins
    """How."""


class ScoreItem(Part):
    """One item of a scale."""

    ref: Ref
    """Its answer."""
    reverse: bool = False
    """Whether it counts the other way round."""


class Score(Part):
    """The mean or the sum of several items."""

    items: Filled[ScoreItem]
    """The items."""
    range: Pair[Number]
    """The scale's ends, about which a reversed item is turned."""
    agg: Literal["mean", "sum"]
    """How items are put together."""
    min_valid: Positive | None = None
    """With fewer answers the score is missing; none: all are needed."""


class ScoreVariable(Variable):
    """A variable that scores a scale."""

    score: Score
    """How."""


class Pattern(Part):
    """A regular expression and what it stands for."""

    re: Annotated[str, Field(min_length=1)]
    """The expression; it is searched for anywhere, letter case does not count."""
    to: Scalar
    """The code of a text in which it is found."""


class TextRule(Part):
    """A code for a text: the first pattern that is found."""

    from_: Ref = Field(alias="from")
    """The text."""
    patterns: Filled[Pattern]
    """The patterns in order."""
    else_: Scalar = Field(default=None, alias="else")
    """The code of a text in which none is found; a missing text is null."""


class TextVariable(Variable):
    """A variable that codes a text."""

    text_rule: TextRule
    """How."""


class External(Part):
    """Codes that people or a model gave, in a file."""

    file: FilePath
    """Where it lies in the study's folder."""
    sha256: Digest
    """The digest of its bytes."""
    coders: Positive = 1
    """How many coded."""
    kappa: Number | None = None
    """How far they agreed (Cohen's kappa)."""


class ExternalVariable(Variable):
    """A variable that was coded elsewhere."""

    external: External
    """Where."""


FORMS = ("expr", "map", "bins", "score", "text_rule", "external")
"""The keys by which variables are told apart."""


_FORMS: dict[type, str] = {
    ExprVariable: "{expr}", MapVariable: "{map}", BinVariable: "{bins}", ScoreVariable: "{score}",
    TextVariable: "{text_rule}", ExternalVariable: "{external}",
}  # fmt: skip


def _form(value: Any) -> str | None:
    if isinstance(value, dict):
        return next((f"{{{key}}}" for key in FORMS if key in value), None)
    return _FORMS.get(type(value))


AnyVariable = Annotated[
    Annotated[ExprVariable, Tag("{expr}")]
    | Annotated[MapVariable, Tag("{map}")]
    | Annotated[BinVariable, Tag("{bins}")]
    | Annotated[ScoreVariable, Tag("{score}")]
    | Annotated[TextVariable, Tag("{text_rule}")]
    | Annotated[ExternalVariable, Tag("{external}")],
    Discriminator(_form),
]
"""A variable of any form."""
