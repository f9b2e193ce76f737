"""The laws of actors over every built-in one."""

import pytest

from hawthorne.actors.random import RandomActor
from hawthorne.actors.replay import ReplayActor
from hawthorne.actors.script import ScriptActor
from hawthorne.actors.simulated import SimulatedActor
from hawthorne.core.ask import Answer
from hawthorne.core.place import Place
from hawthorne.testing.actor import check_actor, sample_asks

PLANTED, _ = SimulatedActor.decode(
    {"accuracy": {"default": 0.7}, "missRate": 0.2, "responseTime": {"default": {"mu": 0.3, "tau": 0.1}},
     "spread": {"accuracy": 0.5, "responseTime": 0.1}, "slope": 0.1},
    lambda path: Place(path=path),
)  # fmt: skip


@pytest.mark.parametrize(
    "actor",
    [
        RandomActor(),
        PLANTED,
        ScriptActor(["yes", {"age": 20}, "Left", None, "Right"]),
        ScriptActor({"FL": ["Left", "Left", "Left"]}),
        ReplayActor.of_replies({ask.id: Answer("Left", 0.3) for ask in sample_asks(1)}),
    ],
    ids=lambda actor: actor.kind,
)
def test_every_built_in_actor_keeps_the_laws(actor):
    check_actor(actor)
