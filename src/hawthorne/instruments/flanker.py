"""Flanker (`FL`): five arrows; press the side that the middle one points to.

Eriksen & Eriksen (1974), Perception & Psychophysics 16, 143-149, describe the task; arrows came later.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from hawthorne.core.draws import Draws
from hawthorne.core.instrument import Perception, Prepared
from hawthorne.core.values import JSON
from hawthorne.instruments.cells import SIDES, Cells, read_cells
from hawthorne.instruments.options import perceive
from hawthorne.instruments.parameters import Parameters
from hawthorne.instruments.prepare import prepare

CONGRUENCIES = ("Congruent", "Incongruent")
ARROWS = {"Left": "<", "Right": ">"}


class Flanker:
    """The instrument: trials from cells of congruency and correct button."""

    kind: ClassVar[str] = "FL"
    version: ClassVar[int] = 1

    def prepare(
        self, parameters: Mapping[str, Any], timeline: str, draws: Draws, seed: int | str | None = 0
    ) -> Prepared:
        return prepare(self.kind, read_block, parameters, timeline, draws, seed)


def read_block(parameters: Parameters) -> Cells | None:
    """Read a block; None when anything was refused."""
    return read_cells(parameters, CONGRUENCIES, arrows)


def arrows(congruency: str, button: str) -> tuple[str, str]:
    """The stimulus and the right option.

    >>> arrows("Incongruent", "Left")
    ('>><>>', 'Left')
    """
    flank = ARROWS[button if congruency == "Congruent" else SIDES[1 - SIDES.index(button)]]
    return f"{flank}{flank}{ARROWS[button]}{flank}{flank}", button


class FlankerPerceiver:
    """Reads five arrows as text: right is the side of the middle one."""

    kind: ClassVar[str] = "FL"

    def claims(self, shown: Mapping[str, JSON]) -> bool:
        stimulus = shown.get("Stimulus")
        return isinstance(stimulus, str) and len(stimulus) == 5 and not set(stimulus) - {"<", ">"}

    def read(self, memory: dict[str, Any], shown: Mapping[str, JSON]) -> Perception:
        stimulus: str = shown["Stimulus"]
        condition = "Congruent" if len(set(stimulus)) == 1 else "Incongruent"
        side = "Left" if stimulus[2] == "<" else "Right"
        # options may be sides, the names of arrow keys, or the arrows themselves
        words = (side, f"Arrow{side}", f"{side}Arrow", stimulus[2])
        return perceive("FL", condition, tuple(shown["ResponseOptions"]), *words)
