"""`paper.unit_data`: the cells and tests, worked out anew from the source's own data where they are shipped."""

from __future__ import annotations

import csv
import io
import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from hawthorne.audit.paper.facts import Facts, concluded, weight
from hawthorne.audit.paper.printed import Interval, certain, rounded, short
from hawthorne.audit.report import Detail, Outcome, skipped
from hawthorne.measure.correlations import pearson, spearman
from hawthorne.measure.statistics import squares
from hawthorne.measure.summaries import Summary, chi_square, one_way, student, welch
from hawthorne.protocols.model.analyses import Analysis
from hawthorne.protocols.model.human import Cell, Figure, HumanTest, UnitData

Rows = list[dict[str, str]]
"""A data file: a value by reference (`resp.sent`, `arm`) for each unit."""


def check_unit_data(facts: Facts) -> Outcome:
    """Cells and tests are those of the shipped data."""
    declared = facts.protocol.human.unit_data
    if not declared or facts.study is None:
        return skipped("not_declared")
    files = {each.unit: rows for each in declared if (rows := _rows(facts, each)) is not None}
    if not files:
        return skipped("projection" if facts.protocol.projection else "not_declared", "the data are not there")
    cells = [cell for cell in facts.cells if cell.unit in files]
    tests = [test for test in facts.tests if _unit(facts, test) in files]

    def found() -> Iterator[Detail]:
        for cell in cells:
            yield from _cell(facts, cell, files[cell.unit])
        for test in tests:
            yield from _test(facts, test, files[_unit(facts, test)])

    return concluded(facts, "paper.unit_data", found(), len(cells) + len(tests))


def _unit(facts: Facts, test: HumanTest) -> str:
    analysis = facts.analyses.get(test.analysis)
    return analysis.unit if analysis is not None else ""


def _rows(facts: Facts, declared: UnitData) -> Rows | None:
    """The rows of a CSV file; a column without a reference keeps its name."""
    data = facts.study.file(declared.path) if facts.study is not None else None
    if data is None:
        return None
    read = csv.DictReader(io.StringIO(data.decode("utf-8-sig", "replace"), newline=""))
    return [{declared.columns.get(key, key): value or "" for key, value in row.items() if key} for row in read]


def _value(facts: Facts, row: Mapping[str, str], ref: str) -> str | None:
    """A unit's value: its column's, or what a value-by-value variable makes of another column; None where missing."""
    if ref in row:
        return row[ref] if row[ref] not in ("", "NA") else None
    variable: Any = facts.declared(ref)
    if ref.startswith("var.") and hasattr(variable, "map"):
        inner = _value(facts, row, variable.map.from_)
        made = variable.map.to.get(inner, variable.map.else_) if inner is not None else None
        return None if made is None else str(made)
    if ref.startswith("factor.") or ref in {factor.id for factor in facts.protocol.factors}:
        arm = next((arm for arm in facts.protocol.arms if arm.id == row.get("arm")), None)
        return arm.levels.get(ref.removeprefix("factor.")) if arm is not None else None
    return None


def _numbers(values: Sequence[str | None]) -> list[float]:
    found = []
    for value in values:
        try:
            found.append(float(value or ""))
        except ValueError:
            continue
    return found


def _cell(facts: Facts, cell: Cell, rows: Rows) -> Iterator[Detail]:
    mine = [row for row in rows if all(_value(facts, row, key) == level for key, level in cell.by.items())]
    values = [value for value in (_value(facts, row, cell.variable) for row in mine) if value is not None]
    if not values:
        return
    stats, found = cell.stats, _numbers(values)
    yield from _compare(facts, cell, "n", cell.n, float(len(values)))
    if found:
        yield from _compare(facts, cell, "mean", stats.mean, math.fsum(found) / len(found))
    if len(found) > 1:
        yield from _compare(facts, cell, "sd", stats.sd, math.sqrt(squares(found) / (len(found) - 1)))
    if cell.of is not None:
        count = sum(value == cell.of for value in values)
        yield from _compare(facts, cell, "count", stats.count, float(count))
        yield from _compare(facts, cell, "percent", stats.percent, 100.0 * count / len(values))
        yield from _compare(facts, cell, "prop", stats.prop, count / len(values))


def _compare(facts: Facts, cell: Cell, name: str, printed: Figure | None, value: float) -> Iterator[Detail]:
    if printed is None or not certain(printed) or rounded(printed).meets(Interval(value, value)):
        return
    yield Detail(f"cell:{cell.id}", f"data_{name}", f"the data's {name} is another", short(value), f"{printed.v:g}",
                 weight(facts, cell, printed))  # fmt: skip


def _test(facts: Facts, test: HumanTest, rows: Rows) -> Iterator[Detail]:
    analysis = facts.analyses[test.analysis]
    values = list(_statistics(facts, analysis, test.statistic, rows))
    if test.value is None or not certain(test.value) or not values:
        return
    printed = rounded(test.value).size
    if not any(Interval(abs(value), abs(value)).meets(printed) for value in values):
        yield Detail(f"test:{test.id}", "data_statistic", "the data make another statistic of this analysis",
                     " or ".join(short(value) for value in values), f"{test.value.v:g}",
                     weight(facts, test, test.value))  # fmt: skip


def _statistics(facts: Facts, analysis: Analysis, statistic: str, rows: Rows) -> Iterator[float]:
    """The statistic of an analysis by the data, the usual variants."""
    if not isinstance(analysis.outcome, str):
        return
    if analysis.test in ("pearson", "spearman") and analysis.second is not None and statistic == "r":
        pairs = [(_value(facts, row, analysis.outcome), _value(facts, row, analysis.second)) for row in rows]
        numbers = [_numbers(pair) for pair in pairs]
        both = [pair for pair in numbers if len(pair) == 2]
        if len(both) > 2:
            made: Callable[[Sequence[float], Sequence[float]], float]
            made = pearson if analysis.test == "pearson" else spearman
            yield made([a for a, _ in both], [b for _, b in both])
        return
    groups = _grouped(facts, analysis, rows)
    if analysis.test == "chi2" and statistic == "chi2" and groups:
        kinds = sorted({value for group in groups for value in group})
        table = [[float(Counter(group)[kind]) for kind in kinds] for group in groups]
        yield chi_square(table)
        if len(table) == len(kinds) == 2:
            yield chi_square(table, yates=True)
    cells = [_summary(_numbers(group)) for group in groups]
    known = [cell for cell in cells if cell is not None]
    if len(known) < 2 or len(known) < len(cells):
        return
    if analysis.test in ("t_ind", "t_welch") and statistic == "t" and len(known) == 2:
        yield from (student(known[0], known[1]), welch(known[0], known[1]))
    if analysis.test in ("t_ind", "anova_oneway") and statistic == "F":
        yield one_way(known)


def _grouped(facts: Facts, analysis: Analysis, rows: Rows) -> list[list[str]]:
    if analysis.groups is None:
        return []
    told = [(_value(facts, row, analysis.groups.by), _value(facts, row, str(analysis.outcome))) for row in rows]
    groups = [[value for key, value in told if key == level and value is not None] for level in analysis.groups.order]
    return groups if all(groups) else []


def _summary(values: Sequence[float]) -> Summary | None:
    n = len(values)
    if n < 2:
        return None
    return Summary(math.fsum(values) / n, math.sqrt(squares(values) / (n - 1)), n)
