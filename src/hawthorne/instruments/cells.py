"""Trials of two buttons from cells: a congruency and a correct button each, repeated, and shuffled within the block."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from hawthorne.core.draws import Draws
from hawthorne.core.errors import did_you_mean
from hawthorne.instruments.block import Dealt, read_exits, read_order, refuse_order
from hawthorne.instruments.parameters import MOST_TRIALS, Keys, Parameters, one_of, seconds, text
from hawthorne.instruments.refusals import shown

SIDES = ("Left", "Right")
Render = Callable[[str, str], tuple[Mapping[str, Any] | str, str]]
"""From a congruency and a correct button: the stimulus, and the right option."""


class Cell(NamedTuple):
    """The values that a trial's congruency and correct button are drawn from (one value: nothing is drawn), and the
    windows of the trials of its block, repeating."""

    congruency: tuple[str, ...]
    button: tuple[str, ...]
    windows: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Cells:
    """A read block: its cells in the order written, each as often as it occurs; shuffled when they were written."""

    cells: tuple[Cell, ...]
    shuffles: bool
    render: Render

    def deal(self, draws: Draws) -> list[Dealt]:
        cells = draws.at("order").shuffled(self.cells) if self.shuffles else self.cells
        dealt = []
        for i, cell in enumerate(cells):
            congruency = _drawn(draws, "Congruency", i, cell.congruency)
            stimulus, right = self.render(congruency, _drawn(draws, "CorrectButton", i, cell.button))
            dealt.append(Dealt(stimulus, SIDES, right, congruency, cell.windows[i % len(cell.windows)]))
        return dealt

    def conditions(self) -> frozenset[str]:
        return frozenset(word for cell in self.cells for word in cell.congruency)


def read_cells(parameters: Parameters, congruencies: tuple[str, ...], render: Render) -> Cells | None:
    """Read the block's trials; None when anything was refused."""
    before = len(parameters.refusals.found)
    written = parameters.entry.definition.get("Trials")
    if written:
        cells = _written(parameters, written, congruencies)
    else:
        cells = _counted(parameters, congruencies)
        if cells and len(cells[0].congruency) == len(cells[0].button) == 1:
            refuse_order(parameters, "every trial")
    if len(parameters.refusals.found) > before or not cells:
        return None
    return Cells(tuple(cells), bool(written), render)


def _written(parameters: Parameters, written: Any, congruencies: tuple[str, ...]) -> list[Cell]:
    if not isinstance(written, list | tuple):
        parameters.refuse(("Trials",), "wrong-type", f"Trials is {shown(written)}", "a list of {Parameters: {...}}")
        return []
    times = read_order(parameters).get("ItemOccurrences", 1)
    if len(written) * times > MOST_TRIALS:
        parameters.refuse(("TrialOrder", "ItemOccurrences"), "wrong-value",
                          f"{len(written)} cells {times} times each are too many",
                          f"at most {MOST_TRIALS} trials")  # fmt: skip
        return []
    found = []
    for i, cell in enumerate(written):
        at: Keys = ("Trials", i)
        if not isinstance(cell, Mapping):
            parameters.refuse(at, "wrong-type", f"a cell is {shown(cell)}", "{Parameters: {...}}")
            continue
        for key in cell:
            if key != "Parameters":
                parameters.refuse((*at, key), "unknown-key", f'"{key}" of a cell cannot be played',
                                  did_you_mean(str(key), ["Parameters"]))  # fmt: skip
        own = cell.get("Parameters", {})
        if not isinstance(own, Mapping):
            parameters.refuse((*at, "Parameters"), "wrong-type", f"Parameters is {shown(own)}", "a mapping")
            continue
        read = _cell(parameters.over(own, (*at, "Parameters")), congruencies)
        if read is not None:
            found += [read] * times
    return found


def _counted(parameters: Parameters, congruencies: tuple[str, ...]) -> list[Cell]:
    """As many trials as an exit rule of type All counts, where no cells are written."""
    counts = [rule.trials for rule in read_exits(parameters) if rule.type == "All" and not rule.consecutive]
    if not counts:
        parameters.refuse(("Trials",), "missing-key", "nothing says how many trials there are",
                          "write Trials cells, or an exit rule {Trials: n, Type: All}")  # fmt: skip
    cell = _cell(parameters, congruencies)
    return [cell] * min(counts) if cell is not None and counts else []


def _cell(parameters: Parameters, congruencies: tuple[str, ...]) -> Cell | None:
    congruency = _literals(parameters, "Congruency", congruencies)
    button = _literals(parameters, "CorrectButton", SIDES)
    windows = parameters.ordered("MaxResponseTime", seconds)
    if congruency is None or button is None or windows is None:
        return None
    return Cell(congruency, button, windows)


def _literals(parameters: Parameters, name: str, words: tuple[str, ...]) -> tuple[str, ...] | None:
    """A literal as itself; `{Distribution: {Type: Uniform}}` as all the words it may be."""
    raw = parameters.need(name)
    if raw is None:
        return None
    if not isinstance(raw, Mapping):
        word = parameters.value(name, one_of(*words))
        return None if word is None else (word,)
    drawn = raw.get("Distribution")
    if set(raw) != {"Distribution"} or not isinstance(drawn, Mapping) or dict(drawn) != {"Type": "Uniform"}:
        parameters.refuse(parameters.where(name), "unplayable", f"{name} is {shown(dict(raw))}",
                          f"one of {', '.join(words)}, or {{Distribution: {{Type: Uniform}}}}")  # fmt: skip
        return None
    return words


def two(parameters: Parameters, name: str, default: str | None = None) -> tuple[str, str] | None:
    """A list of a text for each button; one text stands for both where there is a default."""
    found = parameters.ordered(name, text, default)
    if found is None:
        return None
    if len(found) == 1 and default is not None:
        return found[0], found[0]
    if len(found) != 2:
        parameters.refuse(parameters.where(name), "wrong-value", f"{name} has {len(found)} values",
                          "one for the left and one for the right button")  # fmt: skip
        return None
    return found[0], found[1]


def _drawn(draws: Draws, name: str, i: int, words: tuple[str, ...]) -> str:
    return words[0] if len(words) == 1 else draws.at(name, i).choice(words)
