"""Executors and workers: where shards are played changes nothing but the time it takes."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest
from hawthorne_toy import ToyActor
from toys import FULL, MIXED, content, toy_plan

from hawthorne.core.errors import InvalidDocument, UsageError
from hawthorne.core.registry import UnknownName
from hawthorne.hold.broken import WorkerBroke
from hawthorne.hold.frames import receive, send
from hawthorne.hold.gather import Shard
from hawthorne.hold.play import play, resume


@pytest.mark.parametrize(("workers", "size"), [(1, 6), (2, 1), (4, 4), (2, None)])
def test_any_number_of_workers_and_any_cut_give_the_same_bytes(tmp_path: Path, workers: int, size: int | None) -> None:
    plan = toy_plan()
    told: list[tuple[int, int, str]] = []
    run = play(plan, tmp_path / "run", "processes", workers, size, lambda *news: told.append(news))
    assert content(run) == content(play(plan))
    assert told[-1] == (6, 6, "")
    assert run.header.executor == {"kind": "processes", "workers": workers, "shard_size": size}


def test_workers_play_in_memory_too() -> None:
    assert content(play(toy_plan(), None, "processes", 2, 2)) == content(play(toy_plan()))


def test_cases_that_share_run_in_one_shard_in_order_wherever_it_is_played(tmp_path: Path) -> None:
    plan = toy_plan(FULL | {"shared": True})
    run = play(plan, tmp_path / "run", "processes", 3, 1)
    assert [path.name for path in (tmp_path / "run" / "parts").glob("*.jsonl")] == ["000001-000006.jsonl"]
    records = list(run.records())
    carried = [record.value for record in records if record.what == "begin"]
    results = [record.value["value"] for record in records if record.what == "done"]
    assert carried == [None, *results[:-1]]
    assert content(run) == content(play(plan))


def test_a_worker_that_dies_is_replaced_and_its_shard_gone_on_with(tmp_path: Path) -> None:
    mark = tmp_path / "died"
    plan = toy_plan(actors=ToyActor(die="4/ask2.1.1.0", mark=str(mark)))
    run = play(plan, tmp_path / "run", "processes", 2, 3)
    assert mark.exists()
    assert content(run) == content(play(toy_plan(actors=ToyActor())))


def test_a_shard_that_kills_two_workers_is_named(tmp_path: Path) -> None:
    out = tmp_path / "run"
    with pytest.raises(WorkerBroke, match="ended with exit code 9 while it played cases 4 to 6, twice"):
        play(toy_plan(actors=ToyActor(die="4/ask2.1.1.0")), out, "processes", 2, 3)
    assert content(resume(out, "local", actors={"A": ToyActor(), "B": ToyActor()})) == content(
        play(toy_plan(actors=ToyActor()))
    )


class Local(ToyActor):
    """An actor that holds what cannot travel."""

    def __reduce__(self) -> tuple[object, ...]:
        raise pickle.PicklingError("a socket")


def test_an_actor_that_cannot_travel_is_refused_with_what_to_do() -> None:
    with pytest.raises(UsageError, match=r"cannot be sent to worker processes \(a socket\).*executor local"):
        play(toy_plan(actors=Local()), None, "processes")


def test_a_worker_ends_when_its_parents_pipe_closes_even_in_the_middle_of_a_shard() -> None:
    plan = toy_plan(FULL | {"n": 1_000_000})
    worker = subprocess.Popen(
        [sys.executable, "-m", "hawthorne.hold.worker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(path or os.getcwd() for path in sys.path)},
    )
    assert worker.stdin is not None
    assert worker.stdout is not None
    send(worker.stdin, (plan, None))
    assert receive(worker.stdout) == ("ready", None)
    send(worker.stdin, Shard(1, 1_000_000))
    worker.stdin.close()
    assert worker.wait(20) == 0


def test_what_a_worker_prints_is_not_taken_for_a_reply(capfd: pytest.CaptureFixture[str]) -> None:
    plan = toy_plan(actors='toy:{"prints": true}')
    assert content(play(plan, None, "processes", 1)) == content(play(toy_plan(actors="toy")))
    assert "the toy speaks" in capfd.readouterr().err


def test_an_unknown_executor_is_refused_with_the_nearest() -> None:
    with pytest.raises(UnknownName, match=r'"proceses".*"processes"'):
        play(toy_plan(), None, "proceses")


@pytest.mark.parametrize("option", ["workers", "shard_size"])
def test_workers_and_shard_size_must_be_positive(option: str) -> None:
    with pytest.raises(UsageError, match=f"{option} must be at least 1, not 0"):
        play(toy_plan(), **{option: 0})


def test_a_role_that_nobody_plays_stops_a_run_before_anything_is_written(tmp_path: Path) -> None:
    with pytest.raises(InvalidDocument, match='nobody plays the role "B"'):
        play(toy_plan(actors={"A": MIXED}), tmp_path / "run")
    assert not (tmp_path / "run").exists()
