"""AX-CPT (`RE`): letters one at a time; Match on an X that follows an A, NonMatch on everything else.

Servan-Schreiber, Cohen & Steingard (1996), Archives of General Psychiatry 53, 1105-1112, describe the task.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from hawthorne.core.draws import Draws
from hawthorne.core.instrument import Perception, Prepared
from hawthorne.core.values import JSON
from hawthorne.instruments.block import Dealt, refuse_cells, refuse_order
from hawthorne.instruments.options import perceive
from hawthorne.instruments.parameters import Parameters, WrongValue, seconds, text, whole
from hawthorne.instruments.prepare import prepare

OPTIONS = ("Match", "NonMatch")
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class AXCPT:
    """The instrument: its trials are the letters of `ItemSequence`, in order."""

    kind: ClassVar[str] = "RE"
    version: ClassVar[int] = 1

    def prepare(
        self, parameters: Mapping[str, Any], timeline: str, draws: Draws, seed: int | str | None = 0
    ) -> Prepared:
        return prepare(self.kind, read_block, parameters, timeline, draws, seed)


@dataclass(frozen=True, slots=True)
class Stream:
    """A read block: nothing is drawn."""

    trials: tuple[Dealt, ...]

    def deal(self, draws: Draws) -> list[Dealt]:
        return list(self.trials)

    def conditions(self) -> frozenset[str]:
        return frozenset(trial.condition for trial in self.trials)


def read_block(parameters: Parameters) -> Stream | None:
    """Read a block of letters; None when anything was refused."""
    before = len(parameters.refusals.found)
    refuse_cells(parameters, "its trials are those of ItemSequence")
    refuse_order(parameters, "ItemSequence")
    parameters.must("StimulusType", "UpperCaseLetters")
    parameters.must("UseNonMatchButton", True)
    pattern = parameters.value("ResponsePatterns", _pattern)
    items = parameters.ordered("ItemSequence", _item)
    colours = parameters.ordered("StimulusColor", text)
    distractors = parameters.ordered("DistractorColor", text)
    shown_for = parameters.ordered("StimulusDisplayDuration", seconds)
    between = parameters.ordered("InterStimulusInterval", seconds)
    size = parameters.value("SequenceLength", whole(1), len(items or ()) or 1)
    if len(parameters.refusals.found) > before:
        return None
    if not (pattern and items and colours and distractors and shown_for and between and size):
        return None
    items = tuple(items[i % len(items)] for i in range(size))
    trials = []
    for i, (letter, distracts, condition, match) in enumerate(classify(items, pattern)):
        colour = (distractors if distracts else colours)[i % len(distractors if distracts else colours)]
        stimulus = {"Letter": letter, "Color": colour.upper(), "IsDistractor": distracts}
        window = shown_for[i % len(shown_for)] + between[i % len(between)]
        trials.append(Dealt(stimulus, OPTIONS, OPTIONS[0 if match else 1], condition, window))
    return Stream(tuple(trials))


def classify(items: Sequence[int], pattern: str) -> list[tuple[str, bool, str, bool]]:
    """For each item: its letter, whether it distracts, its condition, and whether Match is right.

    An item v >= 0 is the v-th letter after A, an item v < 0 a distractor, the (-v - 1)-th letter after A.

    >>> [condition for _, _, condition, _ in classify([0, 23, 1, 23, -1, 0, 24], "AX")]
    ['Cue', 'AX', 'Cue', 'BX', 'Distractor', 'Cue', 'AY']
    """
    found = []
    stream = ""
    for item in items:
        if item < 0:
            found.append((LETTERS[-item - 1], True, "Distractor", False))
            continue
        letter = LETTERS[item]
        previous, stream = stream[-1:], stream + letter
        condition = "Cue" if len(stream) % 2 else _pair(previous, letter, pattern)
        found.append((letter, False, condition, stream[-2:] == pattern))
    return found


class AXCPTPerceiver:
    """Reads a letter: of a stimulus with a `Letter`, or a stimulus that is one letter as text."""

    kind: ClassVar[str] = "RE"

    def claims(self, shown: Mapping[str, JSON]) -> bool:
        stimulus = shown.get("Stimulus")
        if isinstance(stimulus, dict):
            return "Letter" in stimulus
        return isinstance(stimulus, str) and len(stimulus) == 1 and stimulus.isalpha()

    def read(self, memory: dict[str, Any], shown: Mapping[str, JSON]) -> Perception:
        stimulus = shown["Stimulus"]
        options = tuple(shown["ResponseOptions"])
        if isinstance(stimulus, str):
            letter = stimulus.upper()
        elif stimulus.get("IsDistractor"):
            return perceive("RE", "Distractor", options, "NonMatch")
        else:
            letter = str(stimulus["Letter"]).upper()
        previous, place = memory.get("letter", ""), memory.get("place", 0) + 1
        memory["letter"], memory["place"] = letter, place
        match = previous == "A" and letter == "X"
        condition = "Cue" if place % 2 else _pair(previous, letter, "AX")
        return perceive("RE", condition, options, "Match" if match else "NonMatch")


def _pair(cue: str, probe: str, pattern: str) -> str:
    return ("A" if cue == pattern[0] else "B") + ("X" if probe == pattern[1] else "Y")


def _pattern(value: Any) -> str:
    patterns = value if isinstance(value, list | tuple) else [value]
    if len(patterns) != 1 or not isinstance(patterns[0], str):
        raise WrongValue('exactly one pattern of two letters, such as ["AX"]')
    pattern = patterns[0]
    if len(pattern) != 2 or any(letter not in LETTERS for letter in pattern):
        raise WrongValue('a pattern of two capital letters, such as ["AX"]')
    return pattern


def _item(value: Any) -> int:
    try:
        return whole(-26, 25)(value)
    except WrongValue:
        raise WrongValue("a whole number from 0 (A) to 25 (Z), or from -1 (A) to -26 (Z) for a distractor") from None
