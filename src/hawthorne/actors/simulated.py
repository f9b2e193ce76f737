"""The simulated actor: reads each trial as a person would, and answers right with a planted probability.

Its draws are addressed below the case's: once a subject and step (`absent`), once a subject and instrument (`spread`),
and for each ask apart (the miss, the correctness, which wrong option, the time).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from hawthorne.actors.expected import Expected
from hawthorne.actors.planted import DEFAULT, KEYS, ByCondition, Decoder, Planted, Times, line_start, lint
from hawthorne.actors.planted_file import read_file
from hawthorne.actors.shown import ready, seated, trial_in
from hawthorne.core import registry
from hawthorne.core.actor import Description
from hawthorne.core.ask import Answer, Ask, Silence
from hawthorne.core.draws import Draws, logarithm, mix, name_word, normal_quantile, open_unit, unit
from hawthorne.core.errors import Finding, InvalidDocument
from hawthorne.core.instrument import Perceiver, Perception
from hawthorne.core.place import Place

NOTHING = Planted()
"""Nothing planted: every answer is wrong."""
ABSENT, MISSED = Silence("absent"), Silence("missed")
_MISS, _RIGHT, _OTHER, _BODY, _TAIL = (name_word(word) for word in ("miss", "right", "other", "body", "tail"))
_NOT_PLANTED = frozenset({"id", "name", "documentation", "description", "type", "actorType", "implementation",
                          "memory", "processRef", "participantMultiplicity"})  # fmt: skip
"""Attributes that a document's actor has beside what is planted on it."""


@dataclass(frozen=True)
class SimulatedActor:
    """`simulated:FILE.yaml`, or an actor that a study plants its truth on."""

    planted: Planted = NOTHING

    kind: ClassVar[str] = "simulated"
    version: ClassVar[int] = 1
    keys: ClassVar[tuple[str, ...]] = KEYS

    @classmethod
    def decode(cls, parameters: Mapping[str, Any], where: Callable[[str], Place],
               ) -> tuple[SimulatedActor | None, list[Finding]]:  # fmt: skip
        """Read planted parameters; `where` maps a key's dotted path (`accuracy.RE.BX`) to its place. What a document's
        actor has beside them (its name, its implementation) is left aside."""
        decoder = Decoder(where)
        planted = decoder.read({key: value for key, value in parameters.items() if key not in _NOT_PLANTED})
        return (None if planted is None else cls(planted)), decoder.findings

    @classmethod
    def from_spec(cls, text: str) -> SimulatedActor:
        """Read a YAML file of planted parameters. Raises UsageError for a file that cannot be read, InvalidDocument
        with findings for what it says."""
        parameters, where = read_file(text)
        actor, findings = cls.decode(parameters, where)
        if actor is None:
            raise InvalidDocument(findings)
        return actor

    def open(self, case: int, draws: Draws) -> SimulatedMind:
        return SimulatedMind(self, draws)

    def describe(self) -> Description:
        return Description(self.kind, as_parameters(self.planted), reproducible=True, sees="key")

    def lint(self, met: Mapping[str, frozenset[str]], steps: frozenset[str], texts: Sequence[str]) -> list[Finding]:
        """Warnings for planted keys that nothing in a study can meet; see `hawthorne.actors.planted.lint`."""
        return lint(self.planted, met, steps, texts)

    @property
    def absent(self) -> Mapping[str, float]:
        """The share of subjects who never answer a step, by step id."""
        return self.planted.absent

    # --- what the planted parameters imply -------------------------------------------------------------------------

    def prompt_key(self, text: str | None) -> str | None:
        """The first `prompted` key that a line of this text begins with."""
        return next(iter(self.prompt_keys(text)), None) if text is not None else None

    def prompt_keys(self, text: str) -> tuple[str, ...]:
        """Every `prompted` key that a line of this text begins with, in the order of the keys."""
        known = self.texts.get(text)
        if known is None:
            if len(self.texts) >= 4096:
                self.texts.clear()
            known = tuple(key for key, pattern in self._patterns if pattern.search(text))
            self.texts[text] = known
        return known

    def expected(self, instrument: str, condition: str, text: str | None = None,
                 positions: Sequence[tuple[int, int]] | None = None) -> float | None:  # fmt: skip
        """The share of right answers among the answered trials of a condition, sent with this text, at these positions
        (index, number planned) in their visit: spread integrated out, slope averaged over the positions. None where
        nothing is planted for them."""
        keys = () if text is None else self.prompt_keys(text)
        planted = any(self.planted.prompted[key].get(instrument, condition) is not None for key in keys)
        if not planted and self.planted.accuracy.get(instrument, condition) is None:
            return None
        share = self.planted.share(instrument, condition, keys)
        return self._expected.share(share, self.planted.slope_of(instrument), positions)

    def expected_missed(self, instrument: str, condition: str, limits: Sequence[float] = ()) -> float:
        """The share of trials without an answer: the miss rate, and the times that outlast the trials' windows (s)."""
        return self._expected.missed(self.planted.response_time.get(instrument, condition), limits)

    def expected_time(self, instrument: str, condition: str, limits: Sequence[float] = ()) -> float | None:
        """A subject's mean response time in seconds, over subjects, of the answers that come within the trials' windows
        (s) where there are some; None where no time is planted."""
        times = self.planted.response_time.get(instrument, condition)
        return None if times is None else self._expected.time(times, limits)

    @cached_property
    def _expected(self) -> Expected:
        planted = self.planted
        return Expected(planted.spread_accuracy, planted.spread_time, planted.miss_rate)

    @cached_property
    def _patterns(self) -> tuple[tuple[str, Any], ...]:
        return tuple((key, line_start(key)) for key in self.planted.prompted)

    @cached_property
    def texts(self) -> dict[str, tuple[str, ...]]:
        """The keys of texts that were met, kept for the next trial."""
        return {}

    @cached_property
    def perceivers(self) -> tuple[Perceiver, ...]:
        """A perceiver of each instrument that the registry knows, in its order."""
        return tuple(registry.resolve("perceivers", name)() for name in registry.names("perceivers"))

    @cached_property
    def by_scene(self) -> Mapping[str, Perceiver]:
        """The perceivers by their instrument."""
        return {perceiver.kind: perceiver for perceiver in self.perceivers}

    @cached_property
    def fallback(self) -> Perceiver:
        """Who reads a trial that no perceiver claims: the N-back's, as for any stimulus that may repeat."""
        found: Perceiver = registry.resolve("perceivers", "NB")()
        return found

    def __getstate__(self) -> dict[str, Any]:
        return {"planted": self.planted}  # what is worked out from it is worked out again


class Seat:
    """One subject: its draws and the values drawn once for it."""

    __slots__ = ("absent", "draws", "key", "paces", "shifts")

    def __init__(self, draws: Draws) -> None:
        self.draws = draws
        self.key = draws.key
        self.absent: dict[str, bool] = {}
        self.shifts: dict[str, float] = {}
        self.paces: dict[str, float] = {}


class SimulatedMind:
    """One case's memory of the letters and digits shown, apart for each conversation."""

    __slots__ = ("_absent", "_actor", "_by_scene", "_draws", "_logits", "_memories", "_miss_rate", "_perceivers",
                 "_planted", "_prompted", "_seats", "_shares", "_texts")  # fmt: skip

    def __init__(self, actor: SimulatedActor, draws: Draws) -> None:
        planted = actor.planted
        self._actor = actor
        self._planted = planted
        self._draws = draws
        self._perceivers = actor.perceivers
        self._by_scene: Mapping[Any, Perceiver] = actor.by_scene
        self._absent = planted.absent
        self._miss_rate = planted.miss_rate
        self._prompted = bool(planted.prompted)
        self._texts = actor.texts
        self._logits = bool(planted.spread_accuracy or any(planted.slope.values()))
        self._memories: dict[str | None, dict[str, Any]] = {}
        self._seats: dict[str, Seat] = {}
        self._shares: dict[tuple[Any, ...], tuple[float, Times | None]] = {}

    def answer(self, ask: Ask) -> Answer | Silence:
        seat_id, _, tail = ask.id.rpartition("/")
        seat = self._seats.get(seat_id)
        if seat is None:
            seat = self._seats[seat_id] = Seat(seated(self._draws, ask)[0])
        if self._absent and self._is_absent(seat, ask.step):
            return ABSENT
        view = ask.view
        trial = trial_in(view)
        if trial is None:
            return Answer(ready(ask.space, seat.draws.at(tail)))
        instrument, condition, right, others = self._perceive(ask.thread, trial)
        key = mix(seat.key, name_word(tail))
        if self._miss_rate and unit(key, _MISS) < self._miss_rate:
            return MISSED
        prompts = self._prompts(view) if self._prompted else ()
        found = self._shares.get((instrument, condition, prompts))
        if found is None:
            found = (
                self._planted.share(instrument, condition, prompts),
                self._planted.response_time.get(instrument, condition),
            )
            self._shares[instrument, condition, prompts] = found
        share, times = found
        u = unit(key, _RIGHT)
        if self._logits and 0.0 < share < 1.0:
            correct = u == 0.0 or logarithm(u / (1.0 - u)) < self._logit(seat, instrument, share, ask.position)
        else:
            correct = u < share
        if not (right and (correct or not others)):
            right = others[(mix(mix(key, _OTHER), 0) * len(others)) >> 64]
        return Answer(right, None if times is None else self._time(seat, instrument, times, key))

    def recall(self, ask: Ask, answer: Answer | Silence) -> None:
        """Read a recorded exchange, so that what comes after it is remembered right."""
        trial = trial_in(ask.view)
        if trial is not None:
            self._perceive(ask.thread, trial)

    def _perceive(self, thread: str | None, trial: Mapping[str, Any]) -> Perception:
        memory = self._memories.get(thread)
        if memory is None:
            memory = self._memories[thread] = {"next": 0, "of": {}}
        index = trial.get("TrialIndex")
        if index is not None and index != memory["next"]:
            memory["of"] = {}
        memory["next"] = index + 1 if isinstance(index, int) else 0
        scene = trial.get("Scene")
        named = self._by_scene.get(scene) if scene.__class__ is str else None  # most trials say whose they are
        if named is not None and named.claims(trial):
            return named.read(memory["of"], trial)
        for perceiver in self._perceivers:
            if perceiver.claims(trial):
                return perceiver.read(memory["of"], trial)
        return self._actor.fallback.read(memory["of"], trial)

    def _prompts(self, view: Mapping[str, Any]) -> tuple[str, ...]:
        """The keys of the prompts in a view, in the order of the keys."""
        known = self._texts
        found: tuple[str, ...] = ()
        for value in view.values():
            if value.__class__ is str:
                keys = known.get(value)
                if keys is None:
                    keys = self._actor.prompt_keys(value)
                if keys and keys != found:
                    both = (*keys, *found)
                    found = tuple(key for key in self._planted.prompted if key in both) if found else keys
        return found

    def _is_absent(self, seat: Seat, step: str) -> bool:
        """Whether this subject never answers this step: drawn once for both."""
        share = self._absent.get(step)
        if share is None:
            return False
        if step not in seat.absent:
            seat.absent[step] = seat.draws.at("absent", step).uniform() < share
        return seat.absent[step]

    def _logit(self, seat: Seat, instrument: str, share: float, position: tuple[int, int] | None) -> float:
        """The subject's own accuracy on this trial, in logits."""
        planted = self._planted
        value = logarithm(share / (1.0 - share))
        if planted.spread_accuracy:
            shift = seat.shifts.get(instrument)
            if shift is None:
                shift = seat.draws.at("spread", "accuracy", instrument).normal(0.0, planted.spread_accuracy)
                seat.shifts[instrument] = shift
            value += shift
        if position is not None and planted.slope:
            index, planned = position
            value += planted.slope_of(instrument) * (index - (planned - 1) / 2)
        return value

    def _time(self, seat: Seat, instrument: str, times: Times, key: int) -> float:
        """The answer's time in seconds, to the millisecond."""
        mu, sigma, tau = times
        seconds = mu
        if sigma:
            seconds += sigma * normal_quantile(open_unit(mix(key, _BODY)))
        if tau:
            seconds -= tau * logarithm(open_unit(mix(key, _TAIL)))
        spread = self._planted.spread_time
        if spread:
            pace = seat.paces.get(instrument)
            if pace is None:
                pace = max(0.0, 1.0 + seat.draws.at("spread", "responseTime", instrument).normal(0.0, spread))
                seat.paces[instrument] = pace
            seconds *= pace
        return round(seconds, 3) if seconds > 0.0 else 0.0


def as_parameters(planted: Planted) -> dict[str, Any]:
    """The planted parameters in the form of a document, without what is not planted."""
    pairs = {
        "accuracy": _as_table(planted.accuracy),
        "prompted": {key: _as_table(table) for key, table in planted.prompted.items()},
        "missRate": planted.miss_rate,
        "absent": dict(planted.absent),
        "responseTime": _as_table(planted.response_time),
        "spread": {key: sd for key, sd in (("accuracy", planted.spread_accuracy),
                                           ("responseTime", planted.spread_time)) if sd},
        "slope": dict(planted.slope),
    }  # fmt: skip
    return {key: value for key, value in pairs.items() if value}


def _as_table(table: ByCondition) -> dict[str, Any]:
    found: dict[str, Any] = {} if table.default is None else {DEFAULT: _as_value(table.default)}
    for instrument, cells in table.cells.items():
        found[instrument] = {condition: _as_value(value) for condition, value in cells.items()}
    return found


def _as_value(value: Any) -> Any:
    return value._asdict() if isinstance(value, Times) else value
