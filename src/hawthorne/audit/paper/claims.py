"""`paper.direction`: do the cells differ the way that a hypothesis says? `paper.verdict`: is it as significant?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hawthorne.audit.paper.counts import mean_of
from hawthorne.audit.paper.facts import Facts, concluded
from hawthorne.audit.paper.significance import alpha, significant
from hawthorne.audit.report import Detail, Outcome
from hawthorne.protocols.model.analyses import Analysis, Hypothesis
from hawthorne.protocols.model.human import Cell


def check_direction(facts: Facts) -> Outcome:
    """The sign of each finding is that of its cells, by the order of the groups and the sign of the effect."""
    looked = [(each, sign) for each in facts.protocol.hypotheses
              if each.human.direction and (sign := _sign(facts, each)) is not None]  # fmt: skip
    return concluded(facts, "paper.direction", (d for each, sign in looked for d in _direction(each, sign)),
                     len(looked))  # fmt: skip


def _direction(hypothesis: Hypothesis, sign: int) -> Iterator[Detail]:
    if sign != hypothesis.human.direction:
        yield Detail(f"hypothesis:{hypothesis.id}", "direction", "the cells differ the other way",
                     f"{sign:+d}", f"{hypothesis.human.direction:+d}")  # fmt: skip


def _sign(facts: Facts, hypothesis: Hypothesis) -> int | None:
    """The sign of an effect by the cells; None where they do not tell."""
    analysis = facts.analyses.get(hypothesis.analysis)
    if analysis is None or analysis.groups is None or len(analysis.groups.order) != 2:
        return None
    groups = facts.group_cells(analysis)
    for one in groups[0]:
        for other in groups[1]:
            a, b = mean_of(one), mean_of(other)
            if one.variable != other.variable or one.of != other.of or a is None or b is None:
                continue
            sign = 1 if a[0] > b[1] else -1 if a[1] < b[0] else 0
            towards = _towards(facts, analysis, one)
            if sign and towards:
                return sign * towards * (-1 if analysis.effect is not None and analysis.effect.sign == "B-A" else 1)
    return None


def _towards(facts: Facts, analysis: Analysis, cell: Cell) -> int:
    """Whether more of a cell's share means more of the outcome (1), less (-1), or neither (0)."""
    outcome = str(analysis.outcome)
    if cell.of is None or outcome == cell.variable:
        return 1
    variable: Any = facts.declared(outcome)
    values = [value for value in variable.map.to.values() if isinstance(value, (int, float))]
    mine = variable.map.to.get(cell.of)
    if not values or not isinstance(mine, (int, float)):
        return 0
    return 1 if mine == max(values) else -1 if mine == min(values) else 0


def check_verdict(facts: Facts) -> Outcome:
    """Whether a finding is called significant agrees with its p value and the level."""
    looked = [each for each in facts.protocol.hypotheses
              if each.human.significant is not None and _told(facts, each) is not None]  # fmt: skip
    return concluded(facts, "paper.verdict", (d for each in looked for d in _verdict(facts, each)), len(looked))


def _told(facts: Facts, hypothesis: Hypothesis) -> bool | None:
    tests = [test for test in facts.tests if test.analysis == hypothesis.analysis]
    return next((said for said in (significant(facts, test) for test in tests) if said is not None), None)


def _verdict(facts: Facts, hypothesis: Hypothesis) -> Iterator[Detail]:
    told, said = _told(facts, hypothesis), hypothesis.human.significant
    if told != said:
        words = {True: "significant", False: "not significant"}
        level = alpha(facts, hypothesis.analysis)
        yield Detail(
            f"hypothesis:{hypothesis.id}", "verdict", f"the p value says otherwise at {level:g}", words[bool(told)],
            words[bool(said)], "fail" if hypothesis.human.from_ == "recomputed" else "warn",
        )  # fmt: skip
