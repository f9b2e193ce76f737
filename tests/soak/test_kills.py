"""Runs of the demo study that are killed, at any byte or in the middle of their work, and gone on with: the records and
every file made from them equal those of a run that was never killed."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from importlib.resources import files
from itertools import count
from pathlib import Path

import pytest

from hawthorne import facade
from hawthorne.core.draws import Draws
from hawthorne.records.store import Store

STUDY = Path(str(files("hawthorne.demo").joinpath("ax_nback.studyflow.yaml")))
SUBJECTS = 3
LARGE = 120
"""Subjects of a run that is killed from outside: enough to be at work for a second or two."""


class Killed(BaseException):
    """The process is gone."""


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    """A folder for runs, in memory where there is one, for a thousand runs are made."""
    shm = Path("/dev/shm")
    made = Path(tempfile.mkdtemp(dir=shm if os.access(shm, os.W_OK) else None))
    yield made
    shutil.rmtree(made)


def content(run: Path) -> dict[str, bytes]:
    """The bytes of what a run is: its parts joined (how they are cut may differ), and the files made from them."""
    made = {str(path.relative_to(run)): path.read_bytes() for path in sorted(run.glob("data/*"))}
    parts = sorted((run / "parts").glob("*.jsonl"))
    return {
        "records": b"".join(part.read_bytes() for part in parts),
        "state": (run / "state.json").read_bytes(),
        **made,
    }


def dying(after: int) -> Callable[[int, memoryview], int]:
    """A writer that writes so many bytes in all and then dies."""
    left = after

    def write(descriptor: int, data: memoryview) -> int:
        nonlocal left
        written = os.write(descriptor, data[:left])
        left -= written
        if left <= 0:
            raise Killed
        return written

    return write


def kill_at_bytes(folder: Path, monkeypatch: pytest.MonkeyPatch, kills: int) -> None:
    """Kill a run at so many bytes, one drawn in each of as many equal stretches, and go on with each."""
    document = facade.load(STUDY)
    plan = facade.plan(document, n=SUBJECTS)
    facade.run(plan, folder / "whole", shard_size=2)
    whole = content(folder / "whole")
    size = len(whole["records"])
    for k in range(kills):
        at = 1 + int((size - 1) * (k + Draws.seeded("kill").at(k).uniform()) / kills)
        out = folder / f"killed-{at}"
        with monkeypatch.context() as patch:
            patch.setattr(Store, "write", staticmethod(dying(at)))
            with pytest.raises(Killed):
                facade.run(plan, out, shard_size=2)
        left = b"".join(part.read_bytes() for part in sorted((out / "parts").glob("*.jsonl")))
        assert left == whole["records"][:at]
        facade.resume(out)
        assert content(out) == whole, f"killed after {at} bytes"
        shutil.rmtree(out)
    shutil.rmtree(folder / "whole")


def hawthorne(*words: str) -> list[str]:
    """The command as a process."""
    code = "import sys; sys.argv[0] = 'hawthorne'; from hawthorne.cli import main; main()"
    return [sys.executable, "-c", code, *words]


def environment() -> dict[str, str]:
    """The environment of the command: it imports what these tests import."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path or os.getcwd() for path in sys.path)}


def written(out: Path) -> int:
    """The bytes of records in a run's folder by now."""
    return sum(part.stat().st_size for part in (out / "parts").glob("*.jsonl"))


def kill_the_command(folder: Path, kills: int) -> None:
    """Kill the command, with four worker processes, once it has written so much; go on, and kill it again, until it has
    been killed in each fifth of its records, and let it end. In every other run the workers are not killed with it, and
    have to end by themselves."""
    whole_run = folder / "whole"
    facade.run(facade.plan(STUDY, n=LARGE), whole_run)
    whole = content(whole_run)
    fifth = len(whole["records"]) / 5
    killed = 0
    for k in count():
        if killed >= kills:
            break
        out = folder / f"killed-{k}"
        begin = hawthorne("run", str(STUDY), "-n", str(LARGE), "--out", str(out), "--executor", "processes",
                          "--workers", "4", "--shard-size", "7")  # fmt: skip
        go_on = hawthorne("run", "--resume", str(out))
        for i in range(5):
            mark = int(fifth * (i + Draws.seeded("command").at(k, i).uniform()))
            killed += _killed_after(go_on if i else begin, out, mark, group=k % 2 == 0)
        done = subprocess.run(go_on, env=environment(), capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        assert content(out) == whole, f"run {k}"
        shutil.rmtree(out)
    shutil.rmtree(whole_run)


def _killed_after(command: list[str], out: Path, mark: int, group: bool) -> bool:
    """Start the command and kill it (with its group, if asked) when its folder holds so many bytes of records; returns
    whether it was still at work. Workers that outlive it are waited for: they hold the parts they work on."""
    with subprocess.Popen(command, env=environment(), start_new_session=True, stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, text=True) as process:  # fmt: skip
        while process.poll() is None and written(out) <= mark:
            time.sleep(0.002)
        alive = process.poll() is None
        if alive:
            os.killpg(process.pid, signal.SIGKILL) if group else process.kill()
        _, said = process.communicate()
        assert "Traceback" not in said, said
    patience = time.monotonic() + 20
    while alive and _group_lives(process.pid) and time.monotonic() < patience:
        time.sleep(0.002)
    return alive


def _group_lives(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_killed_command_with_four_workers_is_gone_on_with_to_the_same_bytes(folder: Path) -> None:
    kill_the_command(folder, 10)


@pytest.mark.soak
def test_a_thousand_kills_at_exact_bytes(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kill_at_bytes(folder, monkeypatch, 1000)


@pytest.mark.soak
def test_a_hundred_kills_of_the_command_with_four_workers(folder: Path) -> None:
    kill_the_command(folder, 100)
