"""The same study, seed and n give the same bytes: however the cohort is cut, wherever it is played."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest

from hawthorne.core.document import Source
from hawthorne.flows.kind import FlowKind
from hawthorne.hold.plan import make
from hawthorne.hold.play import play

DEMO = Path(str(files("hawthorne.demo") / "ax_nback.studyflow.yaml"))
N = 11


def recorded(folder: Path) -> bytes:
    return b"".join(part.read_bytes() for part in sorted((folder / "parts").glob("*.jsonl")))


@pytest.fixture(scope="module")
def plan():
    return make(FlowKind().read(Source.of_file(DEMO)), n=N, seed=5)


@pytest.fixture(scope="module")
def whole(plan, tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("same") / "whole"
    play(plan, folder, executor="local", shard_size=N)
    return folder


@pytest.mark.parametrize("size", [1, 2, 4, 100])
def test_any_cut_gives_the_same_records_and_the_same_data_set(plan, whole, tmp_path, size):
    play(plan, tmp_path / "cut", executor="local", shard_size=size)
    assert recorded(tmp_path / "cut") == recorded(whole)
    assert (tmp_path / "cut/data/trials.jsonl").read_bytes() == (whole / "data/trials.jsonl").read_bytes()


@pytest.mark.parametrize("workers", [1, 4])
def test_any_number_of_processes_gives_the_same_records(plan, whole, tmp_path, workers):
    play(plan, tmp_path / "procs", executor="processes", workers=workers, shard_size=3)
    assert recorded(tmp_path / "procs") == recorded(whole)
    assert (tmp_path / "procs/state.json").read_bytes() == (whole / "state.json").read_bytes()


def test_another_seed_gives_other_records(plan, whole, tmp_path):
    play(make(plan.document, n=N, seed=6), tmp_path / "other", executor="local")
    assert recorded(tmp_path / "other") != recorded(whole)


def test_fewer_subjects_are_the_first_of_more(plan, whole, tmp_path):
    play(make(plan.document, n=4, seed=5), tmp_path / "few", executor="local", shard_size=4)
    assert recorded(whole).startswith(recorded(tmp_path / "few"))
