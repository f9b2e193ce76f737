"""Which One (`WO`): a coloured target at one side; press the button of its colour, wherever it stands.

The task is Simon's (Simon & Rudell 1967, Journal of Applied Psychology 51, 300-304).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from hawthorne.core.draws import Draws
from hawthorne.core.instrument import Perception, Prepared
from hawthorne.core.values import JSON
from hawthorne.instruments.cells import SIDES, Cells, read_cells, two
from hawthorne.instruments.options import perceive, plain_word
from hawthorne.instruments.parameters import Parameters, text
from hawthorne.instruments.prepare import prepare

CONGRUENCIES = ("Congruent", "Incongruent", "Neutral")
DISK, WHITE = "Disk", "#FFFFFF"


class WhichOne:
    """The instrument: trials from cells of congruency and correct button."""

    kind: ClassVar[str] = "WO"
    version: ClassVar[int] = 1

    def prepare(
        self, parameters: Mapping[str, Any], timeline: str, draws: Draws, seed: int | str | None = 0
    ) -> Prepared:
        return prepare(self.kind, read_block, parameters, timeline, draws, seed)


def read_block(parameters: Parameters) -> Cells | None:
    """Read a block; None when anything was refused."""
    before = len(parameters.refusals.found)
    parameters.must("PrimaryFeature", "Color")
    parameters.must("SecondaryFeature", "Position")
    colours = two(parameters, "ButtonColors")
    symbols = two(parameters, "ButtonSymbols", DISK)
    neutral = parameters.value("NeutralSymbol", text, DISK), parameters.value("NeutralColor", text, WHITE)
    if colours is not None and colours[0].lower() == colours[1].lower():
        parameters.refuse(parameters.where("ButtonColors"), "wrong-value", f'both ButtonColors are "{colours[0]}"',
                          "two colours that differ: the target's colour says which button is right")  # fmt: skip
    cells = read_cells(parameters, CONGRUENCIES, Targets(colours or ("", ""), symbols or ("", ""), neutral))
    return cells if len(parameters.refusals.found) == before else None


class Targets:
    """Draws a target among its buttons, from a congruency and a correct button."""

    def __init__(self, colours: tuple[str, str], symbols: tuple[str, str], neutral: tuple[str | None, str | None]):
        self.buttons = [
            {"position": side, "symbol": symbol, "color": colour}
            for side, symbol, colour in zip(SIDES, symbols, colours, strict=True)
        ]
        self.neutral = neutral

    def __call__(self, congruency: str, button: str) -> tuple[Mapping[str, Any], str]:
        correct = self.buttons[SIDES.index(button)]
        other = SIDES[1 - SIDES.index(button)]
        position = {"Congruent": button, "Incongruent": other}.get(congruency, "Center")
        stimulus = {
            "Target": {"position": position, "symbol": correct["symbol"], "color": correct["color"]},
            "Buttons": self.buttons,
            "NeutralSymbol": self.neutral[0],
            "NeutralColor": self.neutral[1],
        }
        return stimulus, button


class WhichOnePerceiver:
    """Reads a target: right is the position of the button of its colour."""

    kind: ClassVar[str] = "WO"

    def claims(self, shown: Mapping[str, JSON]) -> bool:
        stimulus = shown.get("Stimulus")
        return isinstance(stimulus, dict) and isinstance(stimulus.get("Target"), dict)

    def read(self, memory: dict[str, Any], shown: Mapping[str, JSON]) -> Perception:
        stimulus = shown["Stimulus"]
        target = stimulus["Target"]
        options = tuple(shown["ResponseOptions"])
        buttons = (button for button in stimulus.get("Buttons") or () if isinstance(button, dict))
        right = next((str(b.get("position")) for b in buttons if b.get("color") == target.get("color")), "")
        at = plain_word(str(target.get("position")))
        if at == plain_word(right):
            condition = "Congruent"
        else:
            condition = "Incongruent" if any(at == plain_word(option) for option in options) else "Neutral"
        return perceive("WO", condition, options, right)
