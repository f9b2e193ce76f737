"""`paper.n`: do the numbers of participants add up? `paper.percent`: can the percentages and means be of so many?

Whether some whole number of people makes a printed percentage, or some whole sum a printed mean, is the GRIM test
(Brown & Heathers 2017, Soc. Psychol. Personal. Sci. 8, 363-369).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from hawthorne.audit.paper.facts import Facts, concluded, number, weight
from hawthorne.audit.paper.printed import certain, exact, rounded, unit, whole_numbers
from hawthorne.audit.report import Detail, Outcome, Severity
from hawthorne.protocols.model.human import Cell, Figure, Sample


def check_n(facts: Facts) -> Outcome:
    """Cells add up to the sample, exclusions to the difference, and the official number is the analysed one."""
    looked = len(facts.cells) + len(facts.protocol.human.samples)
    return concluded(facts, "paper.n", _n(facts), looked)


def _n(facts: Facts) -> Iterator[Detail]:
    for sample in facts.protocol.human.samples:
        yield from _excluded(facts, sample)
    for cells in _partitions(facts):
        yield from _sum(facts, cells)
    yield from _official(facts)
    for test in facts.tests:
        n, analysed = number(test.n), facts.analysed(None)
        if n is not None and analysed is not None and n > analysed:
            yield Detail(f"test:{test.id}", "test_above_analysed", "more units than were analysed",
                         f"at most {analysed}", f"{n:g}", weight(facts, test, test.n))  # fmt: skip


def _excluded(facts: Facts, sample: Sample) -> Iterator[Detail]:
    recruited, analysed = number(sample.recruited), number(sample.analysed)
    if recruited is None or analysed is None:
        return
    left = [number(each.n) for each in sample.excluded]
    gone = sum(n for n in left if n is not None)
    where = f"sample:{sample.id}"
    if analysed > recruited:
        yield Detail(where, "more_analysed_than_recruited", "", f"at most {recruited:g}", f"{analysed:g}",
                     weight(facts, sample, sample.analysed, sample.recruited))  # fmt: skip
    elif left and recruited - gone != analysed:
        yield Detail(where, "exclusions", "those who began less those left out are not those analysed",
                     f"{recruited - gone:g}", f"{analysed:g}", weight(facts, sample, sample.analysed))  # fmt: skip


def _partitions(facts: Facts) -> Iterator[list[Cell]]:
    """Cells of one variable that together should be a whole sample: every level of what they differ by is there."""
    groups: dict[tuple[tuple[str, ...], str, str | None, str, str | None], list[Cell]] = {}
    for cell in facts.cells:
        if cell.by and certain(cell.n):
            key = (tuple(sorted(cell.by)), cell.unit, cell.sample, cell.variable, cell.of)
            groups.setdefault(key, []).append(cell)
    within = {factor.id for factor in facts.protocol.factors if factor.scope == "within"}
    for (keys, *_), cells in groups.items():
        names = {key.removeprefix("factor.") for key in keys}
        if not names & within and len(cells) > 1 and _complete(facts, cells, names):
            yield cells


def _complete(facts: Facts, cells: Sequence[Cell], names: set[str]) -> bool:
    """Whether every arm, or every combination of the factors' levels that arms have, is among the cells."""
    found = {tuple(sorted((key.removeprefix("factor."), value) for key, value in cell.by.items())) for cell in cells}
    if len(found) < len(cells):
        return False
    if names == {"arm"}:
        return found == {(("arm", arm.id),) for arm in facts.protocol.arms}
    if all(any(factor.id == name for factor in facts.protocol.factors) for name in names):
        arms = facts.protocol.arms
        return found == {tuple(sorted((n, arm.levels[n]) for n in names if n in arm.levels)) for arm in arms}
    ref = next(iter(names)) if len(names) == 1 else ""
    values = {value for pairs in found for _, value in pairs}
    return bool(ref) and values == set(facts.categories(ref) or {None})


def _sum(facts: Facts, cells: Sequence[Cell]) -> Iterator[Detail]:
    analysed = facts.analysed(cells[0].sample)
    sizes = [number(cell.n) or 0.0 for cell in cells]
    if analysed is None or sum(sizes) == analysed or not _of_participants(facts, cells[0].unit):
        return
    where = "cells:" + ",".join(cell.id for cell in cells)
    found = f"{' + '.join(f'{size:g}' for size in sizes)} = {sum(sizes):g}"
    if all(size == analysed for size in sizes):
        yield Detail(where, "total_in_each_cell", "every cell has the whole sample's number", f"{analysed}", found)
    else:
        weights = {weight(facts, cell, cell.n) for cell in cells}
        severity: Severity = "fail" if "fail" in weights else "warn"
        yield Detail(where, "cells_do_not_add_up", "the cells are not the sample", f"{analysed}", found, severity)


def _of_participants(facts: Facts, unit: str) -> bool:
    return any(each.id == unit and each.kind == "participant" for each in facts.protocol.units)


def _official(facts: Facts) -> Iterator[Detail]:
    primary = next((unit for unit in facts.protocol.units if unit.primary), None)
    official = primary.official_n if primary is not None else None
    if primary is None or official is None or not _of_participants(facts, primary.id):
        return
    where = f"unit:{primary.id}"
    analysed = [facts.analysed(name) for name in facts.samples()]
    known = [n for n in analysed if n is not None]
    if known and len(known) == len(analysed) and official.total not in (*known, sum(known)):
        yield Detail(where, "official_n", "the official number is not that of those analysed",
                     " or ".join(map(str, known)), str(official.total))  # fmt: skip
    cells = [cell.n for cell in official.cells]
    if cells and sum(cells) != official.total:
        yield Detail(where, "official_cells", "the official cells do not add up", str(official.total),
                     f"{' + '.join(map(str, cells))} = {sum(cells)}")  # fmt: skip


def check_percent(facts: Facts) -> Outcome:
    """Some whole count makes each percentage, some whole sum each mean of a whole-numbered scale; sets make up 100."""
    looked = [cell for cell in facts.cells if certain(cell.n) or cell.of is not None]
    return concluded(facts, "paper.percent", _percent(facts, looked), len(looked))


def _percent(facts: Facts, cells: Sequence[Cell]) -> Iterator[Detail]:
    sets: dict[tuple[object, ...], list[Cell]] = {}
    for cell in cells:
        yield from _cell(facts, cell)
        if cell.of is not None:
            sets.setdefault((cell.unit, cell.sample, cell.variable, *sorted(cell.by.items())), []).append(cell)
    for group in sets.values():
        yield from _set(facts, group)


def share(cell: Cell) -> tuple[Figure, int] | None:
    """A cell's printed share and the number that stands for all: 100 for a percentage, 1 for a proportion."""
    for figure, whole in ((cell.stats.percent, 100), (cell.stats.prop, 1)):
        if figure is not None and figure.op == "=":
            return figure, whole
    return None


def fitting(cell: Cell, cut: bool = False) -> range | None:
    """The counts that a cell's printed share may be of, by rounding, or also by cutting digits off; None where it has
    no share or no size."""
    printed, n = share(cell), number(cell.n)
    if printed is None or n is None:
        return None
    figure, whole = printed
    found = whole_numbers(figure, Fraction(n) / whole, cut)
    return range(max(0, found.start), min(int(n) + 1, found.stop))


def _cell(facts: Facts, cell: Cell) -> Iterator[Detail]:
    where, n, stats = f"cell:{cell.id}", number(cell.n), cell.stats
    if n is None:
        return
    counts, printed = fitting(cell), share(cell)
    if counts is not None and printed is not None:
        figure, whole = printed
        severity = weight(facts, cell, figure, cell.n)
        text = f"{figure.v:g}{'%' if whole == 100 else ''}"
        if number(stats.count) is not None:
            count = number(stats.count) or 0.0
            if count not in counts:
                yield Detail(where, "count_and_share", "the count does not make the share", f"{count:g} of {n:g}",
                             text, weight(facts, cell, figure, cell.n, stats.count))  # fmt: skip
        elif not counts:
            yield _no_count(cell, n, text, severity)
    if number(stats.count) is not None and not 0 <= (number(stats.count) or 0.0) <= n:
        yield Detail(where, "count_above_n", "", f"at most {n:g}", f"{number(stats.count):g}",
                     weight(facts, cell, stats.count, cell.n))  # fmt: skip
    yield from _histogram(facts, cell, n)
    yield from _mean(facts, cell, n)


def _no_count(cell: Cell, n: float, text: str, severity: Severity) -> Detail:
    where, expected = f"cell:{cell.id}", f"a whole number of {n:g} that makes the printed share"
    cut = fitting(cell, cut=True)
    if cut:
        return Detail(where, "no_integer_count", "the share was cut off, not rounded", expected,
                      f"{text}; {cut[0]}/{n:g} cut off", "warn")  # fmt: skip
    return Detail(where, "no_integer_count", "no whole number of units makes the share", expected, text, severity)


def _histogram(facts: Facts, cell: Cell, n: float) -> Iterator[Detail]:
    counts = [number(figure) for figure in cell.stats.hist.values()]
    known = [count for count in counts if count is not None]
    if known and len(known) == len(counts) and sum(known) != n:
        yield Detail(f"cell:{cell.id}", "histogram", "the counts are not the cell's units", f"{n:g}", f"{sum(known):g}",
                     weight(facts, cell, cell.n, *cell.stats.hist.values()))  # fmt: skip


def _mean(facts: Facts, cell: Cell, n: float) -> Iterator[Detail]:
    mean, parts = cell.stats.mean, facts.grain(cell.variable)
    if mean is None or mean.op != "=" or parts is None:
        return
    many = Fraction(n) * parts
    if whole_numbers(mean, many):
        return
    where, expected = f"cell:{cell.id}", f"a whole sum over {float(many):g} answers"
    if whole_numbers(mean, many, cut=True):
        yield Detail(where, "no_integer_sum", "the mean was cut off, not rounded", expected, f"{mean.v:g}", "warn")
    else:
        yield Detail(where, "no_integer_sum", "no whole sum makes the mean", expected, f"{mean.v:g}",
                     weight(facts, cell, mean, cell.n))  # fmt: skip


def _set(facts: Facts, cells: Sequence[Cell]) -> Iterator[Detail]:
    """Shares of one question in one group: all options make up the whole, some of them no more."""
    printed = [each for each in (share(cell) for cell in cells) if each is not None]
    declared = facts.declared(cells[0].variable)
    exclusive = getattr(declared, "kind", "choice") in ("choice", "likert")
    if len(printed) < 2 or len({whole for _, whole in printed}) > 1 or not exclusive:
        return
    whole = printed[0][1]
    slack = sum(unit(figure) / 2 for figure, _ in printed)
    total = sum((exact(figure.v) for figure, _ in printed), Fraction(0))
    complete = {cell.of for cell in cells} == set(facts.categories(cells[0].variable))
    if total - slack > whole or (complete and total + slack < whole):
        severities = {weight(facts, cell, *(each[0] for each in [share(cell)] if each)) for cell in cells}
        yield Detail("cells:" + ",".join(cell.id for cell in cells), "shares_of_a_set",
                     "the shares of one question do not make up the whole",
                     f"{whole} ± {float(slack):g}" if complete else f"at most {whole} + {float(slack):g}",
                     f"{float(total):g}", "fail" if "fail" in severities else "warn")  # fmt: skip


def mean_of(cell: Cell) -> tuple[float, float] | None:
    """The bounds of a cell's mean or share, as shares of 1."""
    if certain(cell.stats.mean) and cell.stats.mean is not None:
        return rounded(cell.stats.mean)
    printed = share(cell)
    if printed is not None:
        figure, whole = printed
        return rounded(figure).times(1 / whole)
    count, n = number(cell.stats.count), number(cell.n)
    return (count / n, count / n) if count is not None and n else None
