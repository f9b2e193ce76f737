"""The numbers that the source reports of people. Whatever is absent is unknown."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field, model_validator

from hawthorne.protocols.model.analyses import Measure
from hawthorne.protocols.model.citing import DERIVED, Cited, Tier
from hawthorne.protocols.model.part import (
    CHECK,
    Count,
    Digest,
    FilePath,
    Id,
    Many,
    Name,
    Number,
    Pair,
    Part,
    Ref,
    Words,
)


class Figure(Part):
    """A number as the source prints it."""

    model_config = ConfigDict(json_schema_extra=DERIVED)

    v: Number
    """The number."""
    dp: Annotated[Count, Field(le=15)] | None = None
    """The number of decimals printed."""
    op: Literal["=", "<", ">", "<=", ">=", "~"] = "="
    """How it is printed: `p < .001` is 0.001 with `<`."""
    label: Literal["verbatim", "reported", "derived", "missing", "own"] | None = None
    """How it was taken over, where it is not as its cite says."""
    derivation: Words | None = None
    """How it was worked out; there exactly where the label is `derived`."""
    cite: Cited | None = None
    """Where it is printed; none: where what it belongs to is."""

    @model_validator(mode="after")
    def _derivation(self) -> Figure:
        if (self.derivation is not None) != (self.label == "derived"):
            raise ValueError('a "derivation" stands exactly where the label is "derived"')
        return self


class Excluded(Part):
    """Units that the source left out."""

    reason: Words
    """Why."""
    n: Figure
    """How many."""


class Sample(Part):
    """The people who took part."""

    id: Id
    """Its id."""
    recruited: Figure | None = None
    """How many began."""
    analysed: Figure | None = None
    """How many were analysed."""
    excluded: Many[Excluded] = ()
    """Those who were left out."""
    population: Words | None = None
    """Who they were."""
    year: int | None = None
    """When they took part."""
    cite: Cited | None = None
    """Where the source describes them."""


class Stats(Part):
    """The statistics of one cell."""

    mean: Figure | None = None
    """The mean."""
    sd: Figure | None = None
    """The standard deviation."""
    se: Figure | None = None
    """The standard error of the mean."""
    ci: Pair[Figure] | None = None
    """The confidence interval of the mean."""
    conf: Annotated[Number, Field(gt=0, lt=1)] = 0.95
    """Its level."""
    median: Figure | None = None
    """The median."""
    min: Figure | None = None
    """The least value."""
    max: Figure | None = None
    """The greatest value."""
    prop: Figure | None = None
    """The share, from 0 to 1."""
    percent: Figure | None = None
    """The share as a percentage."""
    count: Figure | None = None
    """The number of units that did so."""
    quantiles: dict[str, Figure] = Field(default_factory=dict)
    """Quantiles, by their share (`0.25`)."""
    hist: dict[str, Figure] = Field(default_factory=dict)
    """The number of units for each value."""


class Cell(Part):
    """What the source reports of one variable in one group."""

    id: Id
    """Its id."""
    unit: Name
    """The unit that is counted."""
    sample: Id | None = None
    """Whose it is; none: the only sample's."""
    by: dict[str, str] = Field(default_factory=dict)
    """Which group: `arm`, a factor or a variable, and its value."""
    variable: Ref
    """`resp.<id>` or `var.<id>`."""
    of: Id | None = None
    """For shares: which option or level is counted."""
    n: Figure | None = None
    """How many units."""
    stats: Stats = Stats()
    """The statistics."""
    cite: Cited | None = None
    """Where they are printed."""


class EffectFigure(Part):
    """An effect as the source reports it."""

    measure: Measure
    """Its measure."""
    value: Figure | None = None
    """Its size."""
    ci: Pair[Figure] | None = None
    """Its confidence interval."""


class HumanTest(Part):
    """A test that the source reports."""

    id: Id
    """Its id."""
    analysis: Id
    """The analysis."""
    statistic: Literal["t", "F", "chi2", "z", "r", "U", "W", "b", "p_only"]
    """Which statistic."""
    value: Figure | None = None
    """Its value."""
    df: Many[Number] = ()
    """Its degrees of freedom."""
    p: Figure | None = None
    """Its p value."""
    tails: Literal[1, 2] | None = None
    """One-tailed or two-tailed, where it is not as in the analysis."""
    effect: EffectFigure | None = None
    """The effect."""
    n: Figure | None = None
    """How many units it is of."""
    cite: Cited | None = None
    """Where it is printed."""


class UnitData(Part):
    """The source's own data, in a file."""

    unit: Name
    """The unit of its rows."""
    path: FilePath
    """Where it lies in the study's folder: CSV."""
    sha256: Digest
    """The digest of its bytes."""
    columns: dict[str, Ref] = Field(default_factory=dict)
    """Which value each column holds."""
    tier: Tier
    """How far it may be passed on."""
    cite: Cited | None = None
    """Where it comes from."""


class Acknowledgement(Part):
    """A contradiction in the source itself that the authors of this protocol know of."""

    check: Annotated[str, Field(pattern=CHECK)]
    """The id of the check that finds it."""
    where: Words | None = None
    """The part it is in: `cell:c2`, `test:t1`; none: anywhere."""
    text: Words
    """What is known of it."""
    cite: Cited | None = None
    """Where the source contradicts itself."""


class Human(Part):
    """The human numbers."""

    samples: Many[Sample] = ()
    """Who took part."""
    cells: Many[Cell] = ()
    """Means, shares and counts by group."""
    tests: Many[HumanTest] = ()
    """Tests."""
    unit_data: Many[UnitData] = ()
    """Data files."""
    notes: Many[Words] = ()
    """Anything else."""
    acknowledged: Many[Acknowledgement] = ()
    """Contradictions of the source that are known."""
