"""`paper.stat`: the statistic, worked out anew from the cells' means, standard deviations, sizes and counts."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import islice, product

from hawthorne.audit.paper.counts import fitting
from hawthorne.audit.paper.facts import Facts, concluded, number, weight
from hawthorne.audit.paper.printed import INFINITE, Interval, certain, rounded, short, spread
from hawthorne.audit.report import Detail, Outcome
from hawthorne.measure import tails
from hawthorne.measure.summaries import Summary, chi_square, contrast_f, fisher, one_way, proportion_z, student, welch
from hawthorne.protocols.model.analyses import Analysis
from hawthorne.protocols.model.human import Cell, Figure, HumanTest

MOST_TABLES = 2000
"""How many tables of counts are tried that percentages may be of."""

Ways = list[tuple[str, list[Interval]]]
"""The ways in which a statistic may have been worked out, the declared one first: a name, and the values it may
have."""


def check_stat(facts: Facts) -> Outcome:
    """Printed statistics are those of the printed cells."""
    looked = [(test, ways(facts, test)) for test in facts.tests]
    tried = [(test, found) for test, found in looked if found and _printed(test) is not None]
    return concluded(facts, "paper.stat", (d for test, found in tried for d in _stat(facts, test, found)), len(tried))


def _printed(test: HumanTest) -> Interval | None:
    if test.statistic == "p_only":
        return rounded(test.p) if test.p is not None and test.p.op != "~" else None
    return rounded(test.value).size if test.value is not None and certain(test.value) else None


def _stat(facts: Facts, test: HumanTest, found: Ways) -> Iterator[Detail]:
    printed = _printed(test)
    assert printed is not None
    fits = [name for name, values in found if any(value.size.meets(printed) for value in values)]
    if found[0][0] in fits:
        return
    where = f"test:{test.id}"
    word = "p" if test.statistic == "p_only" else test.statistic
    figure = test.p if test.statistic == "p_only" else test.value
    seen = f"{word} = {figure.v:g}" if figure is not None else word
    expected = f"{word} {_nearest(found[0][1], printed)} ({found[0][0]})"
    if fits:
        yield Detail(where, "other_variant", f"the statistic is the one {fits[0]}", expected, seen, "warn")
        return
    analysis = facts.analyses[test.analysis]
    cells = [cell for group in facts.group_cells(analysis) for cell in group]
    ours = any(weight(facts, cell, *_figures(cell)) == "fail" for cell in cells)
    severity = "fail" if ours else weight(facts, test, test.value, test.p)
    yield Detail(where, "statistic", "the statistic is not that of the cells", expected, seen, severity)


def _figures(cell: Cell) -> tuple[Figure | None, ...]:
    stats = cell.stats
    return (cell.n, stats.mean, stats.sd, stats.se, stats.percent, stats.prop, stats.count)


def _nearest(values: Sequence[Interval], printed: Interval) -> str:
    """Of the values that tables may have, the one nearest to what is printed."""
    centre = (printed.low + printed.high) / 2 if printed.low > -INFINITE else printed.high
    sizes = [value.size for value in values]
    return str(min(sizes, key=lambda value: max(value.low - centre, centre - value.high, 0.0)))


def ways(facts: Facts, test: HumanTest) -> Ways:
    """How a test's statistic follows from the cells; [] where it does not."""
    analysis = facts.analyses.get(test.analysis)
    if analysis is None:
        return []
    groups = facts.group_cells(analysis)
    if analysis.test in ("t_ind", "t_welch", "anova_oneway") and test.statistic in ("t", "F"):
        return _of_means(analysis, groups, test.statistic == "F")
    if analysis.test == "anova_2x2" and test.statistic == "F":
        return _of_four(facts, analysis)
    if analysis.test == "t_one" and test.statistic == "t":
        return _of_one(facts, analysis)
    if analysis.test in ("chi2", "prop_z", "fisher_2x2") and len(groups) > 1:
        return _of_counts(facts, analysis, groups, test.statistic)
    if analysis.test in ("binom", "sign") and test.statistic == "p_only":
        return _binomial(facts, analysis)
    return []


def _of_means(analysis: Analysis, groups: Sequence[Sequence[Cell]], squared: bool) -> Ways:
    cells = [summarised(group) for group in groups]
    known = [cell for cell in cells if cell is not None]
    if len(known) < 2 or len(known) < len(cells):
        return []
    if len(known) > 2:
        return [("of one-way ANOVA", [_one_way(known)])] if squared else []
    found = []
    for name, statistic in (("with pooled variance", student), ("with separate variances", welch)):
        value = _two(known[0], known[1], statistic)
        found.append((name, [Interval(value.low**2, value.high**2) if squared else value]))
    pooled = analysis.test != "t_welch" and analysis.options.equal_var
    return found if pooled else found[::-1]


Cut = tuple[Interval, Interval, float]
"""A cell as its printed digits leave it: mean, SD, size."""


def summarised(cells: Sequence[Cell]) -> Cut | None:
    """The first cell of a group with a mean, a size, and a standard deviation or standard error."""
    for cell in cells:
        n, stats = number(cell.n), cell.stats
        if stats.mean is None or not certain(stats.mean) or not n or n < 2:
            continue
        if stats.sd is not None and certain(stats.sd):
            return rounded(stats.mean), rounded(stats.sd).size, n
        if stats.se is not None and certain(stats.se):
            return rounded(stats.mean), rounded(stats.se).size.times(math.sqrt(n)), n
    return None


def _two(a: Cut, b: Cut, statistic: object) -> Interval:
    """The sizes of t that two cells allow."""
    assert callable(statistic)
    signed = spread(
        lambda m1, m2, s1, s2: statistic(Summary(m1, s1, a[2]), Summary(m2, s2, b[2])), a[0], b[0], a[1], b[1]
    )
    return signed.size


def _one_way(cells: Sequence[Cut]) -> Interval:
    """The F that cells allow. Between groups it is convex in the means: largest at a corner, smallest where the means
    lie as close together as their digits let them."""
    low = _closest(cells)
    least = one_way([Summary(mean, cell[1].high, cell[2]) for mean, cell in zip(low, cells, strict=True)])
    corners = islice(product(*(cell[0] for cell in cells)), MOST_TABLES)
    most = max(
        one_way([Summary(mean, cell[1].low, cell[2]) for mean, cell in zip(corner, cells, strict=True)])
        for corner in corners
    )
    return Interval(least, most)


def _closest(cells: Sequence[Cut]) -> list[float]:
    """The means within their digits that are closest to their own weighted mean, by bisection of that mean."""
    low, high = min(cell[0].low for cell in cells), max(cell[0].high for cell in cells)
    for _ in range(80):
        middle = (low + high) / 2
        pulled = math.fsum(cell[2] * (min(max(middle, cell[0].low), cell[0].high) - middle) for cell in cells)
        low, high = (middle, high) if pulled > 0 else (low, middle)
    return [min(max(low, cell[0].low), cell[0].high) for cell in cells]


EFFECTS = ((1, 1, -1, -1), (1, -1, 1, -1), (1, -1, -1, 1))
"""The contrasts of a two-by-two design: both main effects and the interaction."""


def _of_four(facts: Facts, analysis: Analysis) -> Ways:
    """The main effects and the interaction of two factors: which of them an analysis is about, it does not say."""
    factor = next((f for f in facts.protocol.factors if f"factor.{f.id}" == analysis.second), None)
    if analysis.groups is None or factor is None or not len(analysis.groups.order) == len(factor.levels) == 2:
        return []
    groups = facts.group_cells(analysis)
    cells = [summarised([cell for cell in group if facts.level(cell, factor.id) == level])
             for group in groups for level in factor.levels]  # fmt: skip
    known = [cell for cell in cells if cell is not None]
    if len(known) < len(cells):
        return []
    values = []
    for effect in EFFECTS:
        corners = product(*(cell[0] for cell in known))
        sds = ([cell[1].low for cell in known], [cell[1].high for cell in known])
        made = [contrast_f([Summary(m, sd, cell[2]) for m, sd, cell in zip(corner, each, known, strict=True)], effect)
                for corner in corners for each in sds]  # fmt: skip
        means = [sum(w * cell[0][w < 0] for w, cell in zip(effect, known, strict=True)),
                 sum(w * cell[0][w > 0] for w, cell in zip(effect, known, strict=True))]  # fmt: skip
        values.append(Interval(0.0 if means[0] <= 0 <= means[1] else min(made), max(made)))
    return [("of a main effect or the interaction", values)]


def _of_one(facts: Facts, analysis: Analysis) -> Ways:
    refs = {str(analysis.outcome), facts.recoded(str(analysis.outcome))}
    cell = summarised([cell for cell in facts.cells if cell.variable in refs])
    mu = analysis.options.mu
    if cell is None or mu is None:
        return []
    value = spread(lambda mean, sd: (mean - mu) / max(sd, 1e-300) * math.sqrt(cell[2]), cell[0], cell[1])
    return [("against the tested value", [value])]


def tables(facts: Facts, analysis: Analysis, groups: Sequence[Sequence[Cell]]) -> list[list[list[float]]]:
    """The tables of counts that the groups' counts or percentages may be of, at most `MOST_TABLES`."""
    rows = [_rows(facts, analysis, group) for group in groups]
    if not rows or not all(rows) or len({len(row) for group in rows for row in group}) != 1:
        return []
    return [list(table) for table in islice(product(*rows), MOST_TABLES)]


def _rows(facts: Facts, analysis: Analysis, group: Sequence[Cell]) -> list[list[float]]:
    """The rows that a group's counts may be: a count for each category."""
    for cell in group:
        counts = [number(figure) for figure in cell.stats.hist.values()]
        if counts and None not in counts:
            return [[count for count in counts if count is not None]]
    told = [(cell, _counts(cell)) for cell in group if cell.n is not None]
    known = [(cell, counts) for cell, counts in told if counts]
    if not known:
        return []
    n, categories = number(known[0][0].n) or 0.0, facts.categories(str(analysis.outcome))
    if len(known) == 1:
        return [[count, n - count] for count in known[0][1]] if len(categories) in (0, 2) else []
    combinations = islice(product(*(counts for _, counts in known)), MOST_TABLES)
    whole = len(known) == len(categories)
    return [list(row) for row in combinations if sum(row) == n] if whole else []


def _counts(cell: Cell) -> list[float]:
    if number(cell.stats.count) is not None:
        return [number(cell.stats.count) or 0.0]
    return [float(count) for count in fitting(cell) or ()]


def _of_counts(facts: Facts, analysis: Analysis, groups: Sequence[Sequence[Cell]], statistic: str) -> Ways:
    found = [table for table in tables(facts, analysis, groups) if min(map(sum, zip(*table, strict=True))) > 0]
    square = bool(found) and len(found[0]) == len(found[0][0]) == 2
    if not found:
        return []
    if statistic == "p_only":
        return _exact(analysis, found) if square else []
    if statistic == "z" and square:
        made = [proportion_z(a, a + b, c, c + d) for (a, b), (c, d) in found]
        return [("of two proportions", [Interval(z, z) for z in made])]
    if statistic != "chi2":
        return []
    plain = ("without correction", [Interval(x, x) for x in map(chi_square, found)])
    if not square:
        return [plain]
    corrected = ("with Yates's correction", [Interval(x, x) for x in (chi_square(t, yates=True) for t in found)])
    return [corrected, plain] if analysis.options.yates else [plain, corrected]


def _exact(analysis: Analysis, found: Sequence[Sequence[Sequence[float]]]) -> Ways:
    exact = ("of Fisher's exact test", [Interval(p, p) for p in map(fisher, found)])
    chi = ("of chi square", [Interval(p, p) for p in (tails.chi_square_tail(chi_square(t), 1) for t in found)])
    return [exact, chi] if analysis.test == "fisher_2x2" else [chi, exact]


def _binomial(facts: Facts, analysis: Analysis) -> Ways:
    refs = {str(analysis.outcome), facts.recoded(str(analysis.outcome))}
    cells = [cell for cell in facts.cells if cell.variable in refs and cell.n is not None and _counts(cell)]
    if not cells:
        return []
    n, mu = int(number(cells[0].n) or 0), float(analysis.options.mu if analysis.options.mu is not None else 0.5)
    values = [tails.binomial_tails(int(count), n, mu) for count in _counts(cells[0])]
    return [(f"of a binomial test against {short(mu)}", [Interval(p, p) for p in values])]
