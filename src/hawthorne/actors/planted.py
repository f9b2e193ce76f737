"""Planted truth: what a simulated actor is told to do, read with findings, and what it implies.

`accuracy`, `responseTime` and each table of `prompted` go by instrument and condition, with `default` for any other.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

from hawthorne.core.errors import Finding, nearest
from hawthorne.core.place import NOWHERE, Place

T = TypeVar("T")

KEYS = ("accuracy", "prompted", "missRate", "absent", "responseTime", "spread", "slope")
SHAPES = ("mu", "sigma", "tau")
DEFAULT = "default"
BURN_IN = "BurnIn"
"""The condition of trials that are never scored."""


class Times(NamedTuple):
    """An ex-Gaussian response time in seconds: a normal of mean `mu` and SD `sigma` plus an exponential of mean `tau`
    (Luce 1986, Response Times)."""

    mu: float
    sigma: float = 0.0
    tau: float = 0.0


@dataclass(frozen=True, slots=True)
class ByCondition:
    """A table by instrument and condition: `cells[instrument][condition]`, where the condition `default` stands for
    any other of that instrument; `default` stands for any other trial. Values are shares or `Times`."""

    cells: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    default: Any = None

    def get(self, instrument: str, condition: str) -> Any:
        """The value for a trial, or None."""
        cells = self.cells.get(instrument)
        if cells is not None:
            if condition in cells:
                return cells[condition]
            if DEFAULT in cells:
                return cells[DEFAULT]
        return self.default


@dataclass(frozen=True, slots=True)
class Planted:
    """The planted parameters. `spread` are standard deviations over subjects: of accuracy in logits, of response time
    as a share of the mean; `slope` is in logits a trial, 0 at the middle of the visit. `places` maps the paths of
    keys to where they stand."""

    accuracy: ByCondition = ByCondition()
    prompted: Mapping[str, ByCondition] = field(default_factory=dict)
    miss_rate: float = 0.0
    absent: Mapping[str, float] = field(default_factory=dict)
    response_time: ByCondition = ByCondition()
    spread_accuracy: float = 0.0
    spread_time: float = 0.0
    slope: Mapping[str, float] = field(default_factory=dict)
    places: Mapping[str, Place] = field(default_factory=dict, compare=False)

    def slope_of(self, instrument: str) -> float:
        return self.slope.get(instrument, self.slope.get(DEFAULT, 0.0))

    def share(self, instrument: str, condition: str, prompts: Sequence[str]) -> float:
        """The probability of a right answer before spread and slope, under these prompts in the order of the keys."""
        for key in prompts:
            found = self.prompted[key].get(instrument, condition)
            if found is not None:
                return float(found)
        found = self.accuracy.get(instrument, condition)
        return 0.0 if found is None else float(found)


def line_start(key: str) -> re.Pattern[str]:
    """The pattern of a text that has a line beginning with the key, white space before it aside.

    >>> bool(line_start("Hint:").search("Look.  Hint: no")), bool(line_start("Hint:").search("Look.\\n  Hint: yes"))
    (False, True)
    """
    return re.compile(r"^[^\S\n]*" + re.escape(key), re.MULTILINE)


class Decoder:
    """One reading of planted parameters; `findings` collects what is wrong, `places` where the good keys stand."""

    def __init__(self, where: Callable[[str], Place]) -> None:
        self.where = where
        self.findings: list[Finding] = []
        self.places: dict[str, Place] = {}

    def read(self, parameters: Mapping[str, Any]) -> Planted | None:
        """The planted parameters, or None when a finding is an error."""
        for key in parameters:
            if key not in KEYS:
                self.unknown(str(key), KEYS, str(key))
        slope = self.slope(parameters.get("slope"))
        spread = self.mapping("spread", parameters.get("spread"), self.deviation, ("accuracy", "responseTime"))
        missed = parameters.get("missRate")
        planted = Planted(
            self.table("accuracy", parameters.get("accuracy"), self.probability),
            self.prompts(parameters.get("prompted")),
            0.0 if missed is None else self.probability("missRate", missed) or 0.0,
            self.mapping("absent", parameters.get("absent"), self.probability),
            self.table("responseTime", parameters.get("responseTime"), self.times, SHAPES),
            spread.get("accuracy", 0.0),
            spread.get("responseTime", 0.0),
            slope,
            self.places,
        )
        return None if self.findings else planted

    # --- tables ----------------------------------------------------------------------------------------------------

    def table(self, path: str, value: Any, read: Callable[[str, Any], T | None], leaf: Sequence[str] = (),
              ) -> ByCondition:  # fmt: skip
        """A table by instrument and condition; a mapping whose keys are all of `leaf` is one value."""
        cells: dict[str, dict[str, T]] = {}
        default: T | None = None
        for instrument, entry in self.items(path, value):
            here = f"{path}.{instrument}"
            if instrument == DEFAULT:
                default = read(here, entry)
            elif leaf and isinstance(entry, Mapping) and entry and set(entry) <= set(leaf):
                one = read(here, entry)
                cells[instrument] = {} if one is None else {DEFAULT: one}
            else:
                found = ((word, read(f"{here}.{word}", cell)) for word, cell in self.items(here, entry))
                cells[instrument] = {word: cell for word, cell in found if cell is not None}
        return ByCondition(cells, default)

    def prompts(self, value: Any) -> dict[str, ByCondition]:
        return {key: self.table(f"prompted.{key}", table, self.probability)
                for key, table in self.items("prompted", value)}  # fmt: skip

    def slope(self, value: Any) -> dict[str, float]:
        if isinstance(value, int | float) and not isinstance(value, bool):
            value = {DEFAULT: value}
        return self.mapping("slope", value, self.number)

    def mapping(self, path: str, value: Any, read: Callable[[str, Any], float | None], known: Sequence[str] = (),
                ) -> dict[str, float]:  # fmt: skip
        found: dict[str, float] = {}
        for key, entry in self.items(path, value):
            if known and key not in known:
                self.unknown(key, known, f"{path}.{key}")
                continue
            number = read(f"{path}.{key}", entry)
            if number is not None:
                found[key] = number
        return found

    def items(self, path: str, value: Any) -> Iterator[tuple[str, Any]]:
        """The entries of a mapping, none where it is missing; anything else is refused."""
        if value is None:
            return
        if not isinstance(value, Mapping):
            self.wrong(path, f"{path} is {value!r}", _mapping_rule(path))
            return
        for key, entry in value.items():
            self.places[f"{path}.{key}"] = self.where(f"{path}.{key}")
            yield str(key), entry

    # --- one value -------------------------------------------------------------------------------------------------

    def number(self, path: str, value: Any) -> float | None:
        if (
            isinstance(value, bool)
            or not isinstance(value, int | float)
            or value != value
            or abs(value) == float("inf")
        ):
            self.wrong(path, f"{path} is {value!r}", "a number")
            return None
        return float(value)

    def probability(self, path: str, value: Any) -> float | None:
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
            self.wrong(path, f"{path} is {value!r}", "a probability from 0 to 1")
            return None
        return float(value)

    def deviation(self, path: str, value: Any) -> float | None:
        number = self.number(path, value)
        if number is not None and number < 0:
            self.wrong(path, f"{path} is {value!r}", "a standard deviation, 0 or more")
            return None
        return number

    def times(self, path: str, value: Any) -> Times | None:
        """`{mu, sigma, tau}` in seconds; sigma and tau are 0 where they are left out."""
        parts = self.mapping(path, value, self.deviation, SHAPES)
        if value is None or (isinstance(value, Mapping) and "mu" not in value):
            self.wrong(path, f"{path} has no mu", "{mu: seconds, sigma: seconds, tau: seconds}")
        return Times(parts["mu"], parts.get("sigma", 0.0), parts.get("tau", 0.0)) if "mu" in parts else None

    # --- findings --------------------------------------------------------------------------------------------------

    def wrong(self, path: str, message: str, fix: str) -> None:
        self.findings.append(Finding("error", "wrong-value", message, fix, self.where(path)))

    def unknown(self, word: str, known: Sequence[str], path: str) -> None:
        near = nearest(word, known, 1)
        fix = f'did you mean "{near[0]}"?' if near else "known: " + ", ".join(known)
        self.findings.append(Finding("error", "unknown-key", f'a simulated actor cannot have "{path}"', fix,
                                     self.where(path)))  # fmt: skip


def lint(planted: Planted, met: Mapping[str, frozenset[str]], steps: frozenset[str], texts: Sequence[str],
         ) -> list[Finding]:  # fmt: skip
    """Warnings for planted keys that no trial, no step and no text can meet, each with the nearest name.

    `met` holds the conditions of each instrument that the study plays, in a perceiver's words; `steps` the ids of
    steps that ask; `texts` those sent with trials. A line of a text that begins with a placeholder may become
    anything.
    """
    found: list[Finding] = []

    def warn(path: str, what: str, word: str, known: Sequence[str], none: str) -> None:
        near = nearest(word, known, 1)
        fix = f'did you mean "{near[0]}"?' if near else "known: " + ", ".join(sorted(known)) if known else none
        place = planted.places.get(path, NOWHERE)
        found.append(Finding("warning", "never-met", f'{path}: no {what} "{word}"', fix, place))

    def table(path: str, cells: Mapping[str, Mapping[str, Any]]) -> None:
        for instrument, conditions in cells.items():
            if instrument not in met:
                warn(f"{path}.{instrument}", "trial is of the instrument", instrument, list(met), "no task is played")
                continue
            for condition in conditions:
                if condition != DEFAULT and condition not in met[instrument]:
                    warn(f"{path}.{instrument}.{condition}", f"trial of {instrument} has the condition", condition,
                         list(met[instrument]), "it has none")  # fmt: skip

    table("accuracy", planted.accuracy.cells)
    found += _not_planted(planted, met)
    for key, prompted in planted.prompted.items():
        beginnings = [line.strip() for text in texts for line in text.splitlines() if line.strip()]
        if not any(line.startswith("{") for line in beginnings) and not any(map(line_start(key).search, texts)):
            cut = sorted({_beginning(line, key) for line in beginnings})
            warn(f"prompted.{key}", "text sent with a trial has a line that begins with", key, cut, "no text is sent")
        table(f"prompted.{key}", prompted.cells)
    table("responseTime", planted.response_time.cells)
    table("slope", {instrument: {} for instrument in planted.slope if instrument != DEFAULT})
    for step in planted.absent:
        if step not in steps:
            warn(f"absent.{step}", "step that asks is called", step, list(steps), "no step asks")
    return found


def _not_planted(planted: Planted, met: Mapping[str, frozenset[str]]) -> list[Finding]:
    """A warning for each instrument with scored conditions for which no accuracy is planted."""
    found = []
    tables = (planted.accuracy, *planted.prompted.values())
    for instrument, conditions in met.items():
        bare = sorted(word for word in conditions - {BURN_IN} if all(t.get(instrument, word) is None for t in tables))
        if bare:
            place = planted.places.get(f"accuracy.{instrument}", planted.places.get("accuracy", NOWHERE))
            message = f"accuracy says nothing of {instrument} {', '.join(bare)}: these trials are all answered wrong"
            fix = f"write accuracy.{instrument}.{bare[0]}, or a default"
            found.append(Finding("warning", "not-planted", message, fix, place))
    return found


def _beginning(line: str, key: str) -> str:
    """As many words of the line as the key has."""
    return " ".join(line.split()[: max(1, len(key.split()))])


def _mapping_rule(path: str) -> str:
    if path.count(".") and path.split(".")[0] in ("accuracy", "prompted"):
        return "a mapping from conditions to probabilities, such as {BX: 0.7}"
    rules = {
        "accuracy": "a mapping such as {default: 0.9, RE: {BX: 0.7}}",
        "prompted": 'a mapping such as {"Hint:": {RE: {BX: 0.9}}}',
        "absent": "a mapping from step ids to shares, such as {Return: 0.25}",
        "responseTime": "a mapping such as {default: {mu: 0.4, sigma: 0.05, tau: 0.1}}",
        "spread": "a mapping such as {accuracy: 0.5, responseTime: 0.1}",
        "slope": "a mapping such as {default: 0, RE: 0.01}",
    }
    return rules.get(path, "{mu: seconds, sigma: seconds, tau: seconds}")
