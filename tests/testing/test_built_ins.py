"""The conformance checks over every built-in that the registry knows."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from shlex import quote
from typing import Any

import pytest
from rich.console import Console
from small_tasks import ARROWS, AX, DRAWN_BACK, SIMON, cells, task

import hawthorne.demo
from hawthorne.actors.person import PersonActor
from hawthorne.actors.replay import ReplayActor
from hawthorne.actors.runner import RunnerActor
from hawthorne.actors.script import ScriptActor
from hawthorne.actors.simulated import SimulatedActor
from hawthorne.actors.terminal import Terminal
from hawthorne.actors.turns import TurnsActor
from hawthorne.core import registry
from hawthorne.core.actor import Actor
from hawthorne.core.ask import Answer, Silence
from hawthorne.core.document import Setting, Source
from hawthorne.core.draws import Draws
from hawthorne.core.instrument import Perceiver
from hawthorne.core.place import NOWHERE
from hawthorne.flows.kind import FlowKind
from hawthorne.testing import check_actor, check_instrument, check_kind, check_program
from hawthorne.testing.actor import sample_asks

BUILT_IN = {point.name: point.builtins for point in registry.points()}
TOLD = "from hawthorne.runner import serve; serve([], lambda step: step.message['content'])"
ACTORS: dict[str, Callable[[], Actor]] = {
    "random": lambda: registry.resolve("actors", "random")(),
    "person": lambda: person("yes", '{"age": 20}', "1", "2", "Left"),
    "script": lambda: ScriptActor(["yes", {"value": {"age": 20}, "took": 1.5}, None, "Left", {"silence": "refused"}]),
    "simulated": lambda: simulated(),
    "replay": lambda: ReplayActor.of_replies({ask.id: Answer(0, 1.0) if i % 2 else Silence("left") for case in (1, 2)
                                   for i, ask in enumerate(sample_asks(case))}),
    "turns": lambda: TurnsActor({"Participant": [{"steps": [{}], "exits": 1, "reply": "Done.", "gate": "g", "delayMs": 5}]}),
    "runner": lambda: RunnerActor("told", f"python -c {quote(TOLD)}", {}),
}  # fmt: skip
TASKS: dict[str, Mapping[str, Any]] = {
    "RE": task({"Test": {"Parameters": AX}, "Again": {"Parameters": AX}}),
    "NB": task({"Test": {"Parameters": DRAWN_BACK}}),
    "WO": task({"Test": {"Trials": cells("Congruent", "Incongruent"), "Parameters": SIMON}}),
    "FL": task({"Test": {"Trials": cells("Congruent", "Incongruent"), "Parameters": ARROWS}}),
}
STUDIES = sorted(Path(hawthorne.demo.__file__).parent.glob("*.studyflow.yaml"))


def person(*lines: str) -> Actor:
    typed = iter(lines)
    return PersonActor(Terminal(Console(quiet=True), lambda prompt: next(typed)))


def simulated() -> Actor:
    parameters = {"accuracy": {"default": 0.8}, "missRate": 0.1, "spread": {"accuracy": 0.5}, "absent": {"Ready": 0.5},
                  "responseTime": {"default": {"mu": 0.4, "sigma": 0.05, "tau": 0.1}}}  # fmt: skip
    actor, findings = SimulatedActor.decode(parameters, lambda path: NOWHERE)
    assert actor is not None, findings
    return actor


@pytest.mark.parametrize("kind", sorted(BUILT_IN["actors"]))
def test_every_actor_keeps_the_laws(kind: str) -> None:
    check_actor(ACTORS[kind]())


@pytest.mark.parametrize("kind", sorted(BUILT_IN["instruments"]))
def test_every_instrument_keeps_the_laws(kind: str) -> None:
    check_instrument(registry.resolve("instruments", kind)(), TASKS[kind], "T")


@pytest.mark.parametrize("kind", sorted(BUILT_IN["perceivers"]))
def test_every_perceiver_reads_its_own_instruments_trials_and_no_other(kind: str) -> None:
    perceiver: Perceiver = registry.resolve("perceivers", kind)()
    for other, parameters in TASKS.items():
        instrument = registry.resolve("instruments", other)()
        play = instrument.prepare(parameters, "T", Draws.seeded(1).at("task", "T")).play(1)
        play.start()
        trial = play.next()
        while not hasattr(trial, "view"):
            trial = play.next()
        assert perceiver.claims(trial.view) is (kind == other)
        if kind == other:
            seen = perceiver.read({}, trial.view)
            assert seen.instrument == kind
            assert {seen.right, *seen.others} <= set(trial.options)


@pytest.mark.parametrize("path", STUDIES, ids=lambda path: path.name)
def test_the_kind_of_flows_keeps_the_laws(path: Path) -> None:
    check_kind(FlowKind(), {path.name: path.read_bytes()}, breaks=6)


@pytest.mark.parametrize("path", STUDIES, ids=lambda path: path.name)
def test_the_programs_of_shipped_studies_keep_the_laws(path: Path) -> None:
    kind = FlowKind()
    document = kind.read(Source.of_file(path))
    check_program(lambda n: kind.compile(document, Setting(seed=3, n=n)), cases=2, cuts=3)


def test_the_page_of_extension_points_is_json() -> None:
    assert json.dumps({point.name: registry.names(point.name) for point in registry.points()})
