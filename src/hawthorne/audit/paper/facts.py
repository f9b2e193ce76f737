"""What the checks ask of a protocol: which cells an analysis compares, how fine a variable's values are, how many."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from hawthorne.audit.report import Detail, Outcome, Severity, judged, skipped
from hawthorne.protocols.model import Protocol
from hawthorne.protocols.model.analyses import Analysis
from hawthorne.protocols.model.human import Acknowledgement, Cell, Figure, HumanTest, Sample
from hawthorne.protocols.release.folder import Study

PAIRED = ("t_paired", "wilcoxon", "sign", "mcnemar", "anova_rm")
"""Tests whose groups are the same units."""


@dataclass(frozen=True)
class Facts:
    """A protocol's human numbers; `study` is its folder, where there is one."""

    protocol: Protocol
    study: Study | None = None

    @property
    def cells(self) -> Sequence[Cell]:
        return self.protocol.human.cells

    @property
    def tests(self) -> Sequence[HumanTest]:
        return self.protocol.human.tests

    @cached_property
    def analyses(self) -> dict[str, Analysis]:
        return {analysis.id: analysis for analysis in self.protocol.analyses}

    @cached_property
    def _responses(self) -> dict[str, Any]:
        return {response.id: response for response in self.protocol.responses}

    @cached_property
    def _variables(self) -> dict[str, Any]:
        return {variable.id: variable for variable in self.protocol.variables}

    def declared(self, ref: str) -> Any:
        """The response or variable of a reference (`resp.x`, `role.a.resp.x`, `var.y`); None where there is none."""
        name = ref.rpartition(".")[2]
        return self._variables.get(name) if ref.startswith("var.") else self._responses.get(name)

    def recoded(self, ref: str) -> str:
        """The response that a variable recodes value by value, so that both have the same cells; else the reference."""
        variable = self.declared(ref)
        return variable.map.from_ if ref.startswith("var.") and hasattr(variable, "map") else ref

    def categories(self, ref: str) -> tuple[str, ...]:
        """The values of a categorical response or variable; () of any other."""
        declared = self.declared(ref)
        if hasattr(declared, "options"):
            return tuple(option.id for option in declared.options)
        if hasattr(declared, "map"):
            return tuple(dict.fromkeys(str(value) for value in declared.map.to.values()))
        return tuple(str(level) for level in getattr(declared, "levels", ()))

    def grain(self, ref: str) -> int | None:
        """Into how many parts a whole step of a unit's value is divided: 1 for whole numbers, k for a mean of k of
        them; None where values need not be whole."""
        declared = self.declared(ref)
        if hasattr(declared, "score"):
            parts = [self.grain(item.ref) for item in declared.score.items]
            whole = all(part == 1 for part in parts) and declared.score.min_valid is None
            return (len(parts) if declared.score.agg == "mean" else 1) if whole else None
        if hasattr(declared, "map"):
            values = [*declared.map.to.values(), declared.map.else_]
            return 1 if all(_whole(value) for value in values if value is not None) else None
        kind = getattr(declared, "kind", None)
        if kind in ("likert", "integer"):
            return 1
        if kind == "slider":
            return 1 if all(_whole(value) for value in (declared.step, *declared.range)) else None
        return 1 if getattr(declared, "type", None) == "integer" else None

    def bounds(self, ref: str) -> tuple[float, float] | None:
        """The least and the greatest value that a unit can have; None where they are open or an expression."""
        declared = self.declared(ref)
        if hasattr(declared, "score"):
            low, high = declared.score.range
            many = len(declared.score.items) if declared.score.agg == "sum" else 1
            return float(low * many), float(high * many)
        if hasattr(declared, "map"):
            values = [value for value in (*declared.map.to.values(), declared.map.else_) if value is not None]
            return (min(values), max(values)) if values and all(_number(value) for value in values) else None
        both = getattr(declared, "points", None) or getattr(declared, "range", None)
        return (float(both[0]), float(both[1])) if both and all(_number(value) for value in both) else None

    def samples(self) -> dict[str, Sample]:
        return {sample.id: sample for sample in self.protocol.human.samples}

    def analysed(self, sample: str | None) -> int | None:
        """How many units of a sample (None: the only one) were analysed."""
        found = self.samples()
        one = found.get(sample) if sample is not None else next(iter(found.values())) if len(found) == 1 else None
        figure = one.analysed if one is not None else None
        return int(figure.v) if figure is not None and figure.op == "=" else None

    def group_cells(self, analysis: Analysis, outcome: str | None = None) -> list[list[Cell]]:
        """The cells of an analysis's outcome, a list for each of its groups in order; [] where it has no groups."""
        if analysis.groups is None or not (outcome or isinstance(analysis.outcome, str)):
            return []
        ref = outcome or str(analysis.outcome)
        key = analysis.groups.by.removeprefix("factor.")
        wanted = {ref, self.recoded(ref)}
        mine = [cell for cell in self.cells if cell.variable in wanted and cell.unit == analysis.unit]
        return [[cell for cell in mine if self.level(cell, key) == value] for value in analysis.groups.order]

    def level(self, cell: Cell, key: str) -> str | None:
        """A cell's level of an arm, a factor or a variable: said, or that of its arm."""
        by = {name.removeprefix("factor."): value for name, value in cell.by.items()}
        if key in by:
            return by[key]
        arms = {arm.id: arm for arm in self.protocol.arms}
        if key == "arm":
            fits = [arm.id for arm in arms.values() if by and by.items() <= arm.levels.items()]
            return fits[0] if len(fits) == 1 else None
        arm = arms.get(by.get("arm", ""))
        return arm.levels.get(key) if arm is not None else None

    def size(self, test: HumanTest) -> int | None:
        """How many units a test is of: as printed, or those of its cells, or all that were analysed."""
        if test.n is not None:
            return int(test.n.v) if test.n.op == "=" else None
        analysis = self.analyses.get(test.analysis)
        groups = self.group_cells(analysis) if analysis is not None else []
        sizes = [number(group[0].n) if group else None for group in groups]
        known = [int(size) for size in sizes if size is not None]
        if analysis is not None and known and len(known) == len(sizes):
            return max(known) if analysis.test in PAIRED else sum(known)
        return self.analysed(None)


def _whole(value: Any) -> bool:
    return _number(value) and float(value).is_integer()


def _number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def number(figure: Figure | None) -> float | None:
    """The number of a figure that was printed as such."""
    return float(figure.v) if figure is not None and figure.op == "=" else None


def weight(facts: Facts, part: Any, *figures: Figure | None) -> Severity:
    """What a contradiction in a part weighs: it is ours (and fails) where a number in it was derived or is our own,
    else the source's (and warns)."""
    labels = [figure.label for figure in figures if figure is not None]
    cite = part.cite
    if isinstance(cite, str):
        cite = facts.protocol.cites.get(cite)
    labels.append(cite.label if cite is not None else None)
    ours = any(label == "derived" for label in labels)
    return "fail" if ours else "warn"


def concluded(facts: Facts, check: str, details: Iterator[Detail], looked: int) -> Outcome:
    """The outcome of a check of the paper; warnings that the protocol acknowledges count as known."""
    known = [each for each in facts.protocol.human.acknowledged if each.check == check]
    found = [_acknowledged(detail, known) for detail in details]
    return judged(found, looked) if looked else skipped("not_declared")


def _acknowledged(detail: Detail, known: Sequence[Acknowledgement]) -> Detail:
    if detail.severity == "warn" and any(each.where in (None, detail.where) for each in known):
        return Detail(detail.where, detail.code, detail.message, detail.expected, detail.found, "known")
    return detail
