"""What the source tested and predicted: analyses and hypotheses, and how runs are compared with it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Discriminator, Field, Tag

from hawthorne.protocols.model.citing import Cited
from hawthorne.protocols.model.part import Expr, Filled, Id, Many, Name, Number, Part, Ref, Whole, Words

Test = Literal[
    "t_ind", "t_welch", "t_paired", "t_one", "anova_oneway", "anova_2x2", "anova_mixed_2", "anova_rm", "chi2",
    "fisher_2x2", "prop_z", "binom", "sign", "mcnemar", "pearson", "spearman", "mannwhitney", "wilcoxon", "kruskal",
    "median_test", "var_f", "ols", "logit", "ks", "ad_2", "perm_mean", "descriptive",
]  # fmt: skip
"""The tests."""

Measure = Literal[
    "raw_diff", "d", "g", "dz", "d_av", "r", "fisher_z", "log_or", "risk_diff", "cohen_h", "eta2_p", "omega2", "b",
    "beta", "rank_biserial", "prop", "mean", "median",
]  # fmt: skip
"""The measures of effect."""


class Grouping(Part):
    """The groups that a test compares."""

    by: Ref
    """`arm`, `factor.<id>` or `var.<id>`."""
    order: Filled[str]
    """The groups' values; the first is A, the second B."""


class TestOptions(Part):
    """How the test was made."""

    __test__ = False

    tails: Literal[1, 2] = 2
    """One-tailed or two-tailed."""
    equal_var: bool = True
    """Whether variances were pooled."""
    yates: bool = False
    """Whether Yates's correction was used."""
    mu: Number | None = None
    """The value that was tested against."""
    conf: Annotated[Number, Field(gt=0, lt=1)] = 0.95
    """The confidence level of intervals."""


class Effect(Part):
    """The effect that the analysis is about."""

    measure: Measure
    """How it is measured."""
    sign: Literal["A-B", "B-A", "A"] = "A-B"
    """Which way is positive."""


def _one_or_many(value: object) -> str:
    return "{one}" if isinstance(value, str) else "{many}"


class Analysis(Part):
    """An analysis that the source reports."""

    id: Id
    """Its id."""
    unit: Name
    """The unit whose rows are analysed."""
    rows: Literal["included", "all"] = "included"
    """Whether excluded rows are left out."""
    filter: Expr | None = None
    """Only rows for which this is true."""
    test: Test
    """The test."""
    outcome: Annotated[Annotated[Ref, Tag("{one}")] | Annotated[Many[Ref], Tag("{many}")], Discriminator(_one_or_many)]
    """The outcome, or the repeated outcomes: `resp.<id>` or `var.<id>`."""
    groups: Grouping | None = None
    """What is compared."""
    second: Ref | None = None
    """The other variable: of a correlation, of a pair, of a second factor."""
    covariates: Many[Ref] = ()
    """Further predictors."""
    pair_on: Name | None = None
    """The unit within which values are paired."""
    options: TestOptions = TestOptions()
    """How the test was made."""
    effect: Effect | None = None
    """The effect."""
    cite: Cited | None = None
    """Where the source describes it."""


class HumanVerdict(Part):
    """What the source found."""

    significant: bool | None = None
    """Whether the test was significant."""
    direction: Annotated[Whole, Field(ge=-1, le=1)] | None = None
    """The sign of the effect."""
    from_: Literal["reported", "recomputed"] = Field(default="reported", alias="from")
    """Whether the source says so, or its numbers do."""
    cite: Cited | None = None
    """Where the source says so."""


class Hypothesis(Part):
    """What the source predicted."""

    id: Id
    """Its id."""
    statement: Words
    """The prediction, in words."""
    analysis: Id
    """The analysis that tests it."""
    direction: Literal["positive", "negative", "none"]
    """The sign that the effect was predicted to have."""
    null: bool = False
    """Whether no effect was predicted."""
    alpha: Annotated[Number, Field(gt=0, lt=1)] = 0.05
    """The level of significance."""
    primary: bool = False
    """Whether it is the main prediction."""
    human: HumanVerdict = HumanVerdict()
    """What was found."""
    cite: Cited | None = None
    """Where the source states it; none: where it was found."""


class Target(Part):
    """A human number that runs are compared with."""

    id: Id
    """Its id."""
    kind: Literal["cell_mean", "cell_prop", "cell_dist", "effect"]
    """What is compared."""
    cell: Id | None = None
    """The cell."""
    analysis: Id | None = None
    """The analysis."""
    weight: Annotated[Number, Field(ge=0)] = 1
    """How much it counts."""


class Equivalence(Part):
    """What counts as no effect."""

    measure: Measure
    """In which measure."""
    bound: Annotated[Number, Field(gt=0)]
    """Up to which size."""


class Contamination(Part):
    """How likely it is that a model has read the study."""

    published: Whole | None = None
    """The year in which it was published."""
    classic: bool = False
    """Whether textbooks tell it."""
    note: Words | None = None
    """More on it."""


class Evaluation(Part):
    """How runs are compared with the human numbers."""

    targets: Many[Target] = ()
    """The numbers; none: every cell and every analysis with enough data."""
    primary_unit: Name | None = None
    """The unit that counts for the official number; none: the primary one."""
    rewards: Many[Id] = ()
    """The scores."""
    alpha: Annotated[Number, Field(gt=0, lt=1)] = 0.05
    """The level of significance."""
    equivalence: Equivalence | None = None
    """What counts as no effect."""
    contamination: Contamination | None = None
    """What a model may know of it."""
