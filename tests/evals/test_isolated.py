"""One scenario, two worlds: in this process and behind HTTP the evidence is the same, byte for byte."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import orjson
import pytest
from staged import DONE, FILES, bot, document

from hawthorne.core.document import Document, Source
from hawthorne.evals.player import Player
from hawthorne.evals.worlds.host import HostBroke
from hawthorne.evals.worlds.http import Http, HttpWorld
from hawthorne.scenarios.kind import ScenarioKind


@pytest.fixture(scope="module")
def isolated() -> Iterator[Player]:
    player = Player(HttpWorld())
    yield player
    player.close()


def read(file: Path) -> Document:
    return ScenarioKind().read(Source.of_file(file))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name.removesuffix(".scenario.json"))
def test_the_evidence_of_both_worlds_is_the_same_byte_for_byte(file: Path, isolated: Player) -> None:
    """No id and no time need to be masked: both are the case's own."""
    here, there = Player().play(read(file)), isolated.play(read(file))
    assert orjson.dumps(there.evidence) == orjson.dumps(here.evidence)
    assert there.steps == here.steps
    assert there.assertions == here.assertions
    assert here.passed, here.reasons


def test_a_step_that_fails_says_the_same_in_both_worlds(isolated: Player) -> None:
    stuck = document(bot("ann", DONE), steps=[{"kind": "waitForTurns", "bot": "ann", "count": 1}])
    here, there = Player().play(stuck), isolated.play(stuck)
    assert (here.status, here.error) == (there.status, there.error)
    assert here.status == "stuck"


def test_a_server_that_is_not_there_breaks_the_boot() -> None:
    result = Player(HttpWorld("http://127.0.0.1:9")).play(document(steps=[]))
    assert result.status == "failed"
    assert "http://127.0.0.1:9 does not answer" in (result.error or "")


def test_a_server_that_no_player_may_move_says_how_it_must_be_served(served_plainly: str) -> None:
    with pytest.raises(HostBroke, match="is it served with --eval"):
        Http(served_plainly)
