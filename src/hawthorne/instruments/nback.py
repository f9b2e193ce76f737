"""N-back (`NB`): digits one at a time; Match when a digit equals the one n before it.

Kirchner (1958), Journal of Experimental Psychology 55, 352-358, describes the task. The first n digits of a block
(condition `BurnIn`) have nothing to be compared with: they are sent so that the responder sees every digit, and are
never scored.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from hawthorne.core.draws import Draws
from hawthorne.core.instrument import Perception, Prepared
from hawthorne.core.values import JSON
from hawthorne.instruments.block import Dealt, refuse_cells, refuse_order
from hawthorne.instruments.options import perceive
from hawthorne.instruments.parameters import MOST_TRIALS, Keys, Parameters, flag, seconds, whole
from hawthorne.instruments.prepare import prepare
from hawthorne.instruments.refusals import shown
from hawthorne.instruments.tally import BURN_IN

OPTIONS = ("Match", "NonMatch")
DIGITS = 9


class NBack:
    """The instrument: one stream of digits, written out or drawn with an exact number of matches."""

    kind: ClassVar[str] = "NB"
    version: ClassVar[int] = 1

    def prepare(
        self, parameters: Mapping[str, Any], timeline: str, draws: Draws, seed: int | str | None = 0
    ) -> Prepared:
        return prepare(self.kind, read_block, parameters, timeline, draws, seed)


@dataclass(frozen=True, slots=True)
class Digits:
    """A read block: `values` written out, or None with `matches` and `count` (digits 1 ... count) to draw them by."""

    n: int
    size: int
    windows: tuple[float, ...]
    values: tuple[str, ...] | None = None
    matches: int = 0
    count: int = DIGITS

    def deal(self, draws: Draws) -> list[Dealt]:
        if self.values is None:
            values = [str(digit) for digit in generate(draws, self.n, self.size, self.matches, self.count)]
        else:
            values = [self.values[i % len(self.values)] for i in range(self.size)]
        dealt = []
        for i, value in enumerate(values):
            match = i >= self.n and value == values[i - self.n]
            condition = BURN_IN if i < self.n else OPTIONS[0 if match else 1]
            stimulus = {"Value": value, "Load": self.n}
            right = OPTIONS[0 if match else 1]
            dealt.append(Dealt(stimulus, OPTIONS, right, condition, self.windows[i % len(self.windows)], self.n))
        return dealt

    def conditions(self) -> frozenset[str]:
        return frozenset({BURN_IN, f"{self.n}-back"} if self.size > self.n else {BURN_IN})


def generate(draws: Draws, n: int, size: int, matches: int, count: int = DIGITS) -> list[int]:
    """`size` digits 1 ... `count` of which exactly `matches` equal the one `n` before: the places of the matches are
    sampled among n ... size-1, every other digit is drawn from those that differ from the one n back.

    >>> digits = generate(Draws.seeded(1), 2, 12, 4)
    >>> sum(a == b for a, b in zip(digits, digits[2:]))
    4
    """
    places = set(draws.at("places").sample(range(n, size), matches))
    digits: list[int] = []
    for i in range(size):
        if i in places:
            digits.append(digits[i - n])
        elif i < n:
            digits.append(1 + draws.at("digit", i).below(count))
        else:
            digit = 1 + draws.at("digit", i).below(count - 1)
            digits.append(digit + (digit >= digits[i - n]))
    return digits


def read_block(parameters: Parameters) -> Digits | None:
    """Read a block of digits; None when anything was refused."""
    before = len(parameters.refusals.found)
    refuse_cells(parameters, "its trials are those of its stream")
    n = parameters.value("NValue", whole(1, 100))
    parameters.must("UseNonMatchButton", True)
    parameters = _stream(parameters)
    windows = _windows(parameters)
    digits = None
    if parameters.has("StimulusValue"):
        raw = parameters.raw("StimulusValue")
        sequence = raw.get("Sequence") if isinstance(raw, Mapping) else None
        if isinstance(sequence, Mapping) and sequence.get("Type") == "NBack":
            digits = _generated(parameters, sequence, n, windows)
        else:
            refuse_order(parameters, "StimulusValue")
            values = parameters.ordered("StimulusValue", _digit)
            size = parameters.value("StreamSize", whole(1), len(values or ()) or 1)
            if n and values and size and windows:
                digits = Digits(n, size, windows, values)
    else:
        parameters.need("StimulusValue")
    return digits if len(parameters.refusals.found) == before else None


def _generated(parameters: Parameters, sequence: Mapping[str, Any], n: int | None,
               windows: tuple[float, ...] | None) -> Digits | None:  # fmt: skip
    keys: Keys = (*parameters.where("StimulusValue"), "Sequence")
    parameters = parameters.over(sequence, keys)
    size = parameters.value("StreamSize", whole(1))
    count = parameters.value("FeatureValuesCount", whole(2, DIGITS), DIGITS)
    matches = parameters.value("MatchCount", whole(0))
    if n is None or size is None or matches is None or count is None or windows is None:
        return None
    room = max(0, size - n)
    if matches > room:
        parameters.refuse(parameters.where("MatchCount"), "wrong-value", f"MatchCount is {matches}",
                          f"{size} digits {n}-back have room for at most {room} matches")  # fmt: skip
        return None
    return Digits(n, size, windows, None, matches, count)


def _stream(parameters: Parameters) -> Parameters:
    """The parameters with those of the one stream before them."""
    streams = parameters.need("Streams")
    if streams is None:
        return parameters
    keys = parameters.where("Streams")
    named = False
    if isinstance(streams, Mapping) and streams and all(isinstance(value, Mapping) for value in streams.values()):
        named = not set(streams) & {"StimulusValue", "Parameters"}
    entries: Sequence[Any] = streams if isinstance(streams, list | tuple) else [streams]
    if named:
        entries = list(streams.values())
    if len(entries) != 1:
        parameters.refuse(keys, "unplayable", f"Streams has {len(entries)} entries", "only one stream can be played")
        return parameters
    stream = entries[0]
    keys = (*keys, next(iter(streams))) if named else (*keys, 0) if entries is streams else keys
    if not isinstance(stream, Mapping):
        return parameters  # the stream's name: its parameters are the block's
    inner = stream.get("Parameters")
    if isinstance(inner, Mapping):
        parameters = parameters.over(inner, (*keys, "Parameters"))
    elif inner is not None:
        parameters.refuse((*keys, "Parameters"), "wrong-type", f"Parameters is {shown(inner)}", "a mapping")
    return parameters.over(stream, keys)


def _windows(parameters: Parameters) -> tuple[float, ...] | None:
    """The window of each trial, repeating: display plus interval, or MaxResponseTime where the player sets the pace."""
    if parameters.has("PlayerPaced") and parameters.value("PlayerPaced", flag):
        return parameters.ordered("MaxResponseTime", seconds)
    shown_for = parameters.ordered("StimulusDisplayDuration", seconds)
    between = parameters.ordered("InterStimulusInterval", seconds)
    if shown_for is None or between is None:
        return None
    size = min(math.lcm(len(shown_for), len(between)), MOST_TRIALS)
    return tuple(shown_for[i % len(shown_for)] + between[i % len(between)] for i in range(size))


class NBackPerceiver:
    """Reads a digit: of a stimulus with a `Value`, compared with the one `Load` (1 if absent) before it."""

    kind: ClassVar[str] = "NB"

    def claims(self, shown: Mapping[str, JSON]) -> bool:
        stimulus = shown.get("Stimulus")
        if isinstance(stimulus, dict):
            return "Value" in stimulus
        return isinstance(stimulus, int) or (isinstance(stimulus, str) and len(stimulus) == 1 and stimulus.isdigit())

    def read(self, memory: dict[str, Any], shown: Mapping[str, JSON]) -> Perception:
        stimulus = shown.get("Stimulus")
        value, load = stimulus, 1
        if isinstance(stimulus, dict):
            value = stimulus.get("Value")
            given = stimulus.get("Load", 1)
            load = given if isinstance(given, int) and given > 0 else 1
        seen: list[str] = memory.setdefault("seen", [])
        value = str(value)
        burns_in = len(seen) < load
        match = not burns_in and seen[-load] == value
        seen.append(value)
        if len(seen) > 1000:
            del seen[:-100]
        condition = BURN_IN if burns_in else f"{load}-back"
        return perceive("NB", condition, tuple(shown["ResponseOptions"]), "Match" if match else "NonMatch")


def _digit(value: Any) -> str:
    if isinstance(value, str) and value:
        return value
    return str(whole(0, 10**6)(value))
