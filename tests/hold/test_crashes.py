"""A kill at any byte leaves a prefix, and the run that goes on from it equals one that was never killed."""

from __future__ import annotations

import errno
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import hawthorne_toy
import pytest
from hawthorne_toy import ToyActor
from toys import FULL, MIXED, content, toy_plan

from hawthorne.core.ask import Answer
from hawthorne.core.errors import HawthorneError, ReplayMismatch
from hawthorne.hold.broken import Interrupted, MachineBroke
from hawthorne.hold.plan import Plan
from hawthorne.hold.play import play, resume
from hawthorne.records.store import Store, StoreError

HERE = Path(__file__).parent
KILLS = 200


class Killed(BaseException):
    """The process is gone."""


def dying(after: int, how: Callable[[], BaseException]) -> Callable[[int, memoryview], int]:
    """A writer that writes so many bytes in all, in pieces of at most 700, and then dies."""
    left = after

    def write(descriptor: int, data: memoryview) -> int:
        nonlocal left
        written = os.write(descriptor, data[: min(left, 700)])
        left -= written
        if left <= 0:
            raise how()
        return written

    return write


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder for runs; on memory where there is one, for hundreds of runs are made."""
    shm = Path("/dev/shm")
    made = Path(tempfile.mkdtemp(dir=shm if os.access(shm, os.W_OK) else None))
    yield made
    shutil.rmtree(made)


PLANS = {
    "facts": toy_plan(),
    "cases that run in order": toy_plan(FULL | {"shared": True}),
    "full": toy_plan(level="full"),
    "answers": toy_plan(level="answers"),
}


def kill_and_go_on(plan: Plan, folder: Path, monkeypatch: pytest.MonkeyPatch, kills: int) -> None:
    """Kill a run at so many bytes, evenly spread, and go on with each."""
    whole = content(play(plan, folder / "whole", shard_size=2))
    for k in range(1, kills + 1):
        at = 1 + (len(whole) - 1) * k // kills
        out = folder / f"killed-{at}"
        with monkeypatch.context() as patch:
            patch.setattr(Store, "write", staticmethod(dying(at, Killed)))
            with pytest.raises(Killed):
                play(plan, out, shard_size=2)
        left = b"".join(path.read_bytes() for path in sorted((out / "parts").glob("*.jsonl")))
        assert left == whole[:at]
        assert content(resume(out)) == whole, f"killed after {at} bytes"
        shutil.rmtree(out)


@pytest.mark.parametrize("plan", PLANS.values(), ids=PLANS)
def test_a_kill_at_any_byte_and_a_resume_give_the_bytes_of_a_run_that_was_never_killed(
    plan: Plan, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kill_and_go_on(plan, folder, monkeypatch, KILLS // len(PLANS))


@pytest.mark.soak
@pytest.mark.parametrize("plan", PLANS.values(), ids=PLANS)
def test_a_thousand_kills(plan: Plan, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kill_and_go_on(plan, folder, monkeypatch, 1000 // len(PLANS))


def test_a_run_that_is_killed_again_and_again_comes_to_its_end(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = toy_plan()
    whole = content(play(plan))
    out = folder / "run"
    kills = 0
    with monkeypatch.context() as patch:
        patch.setattr(Store, "write", staticmethod(dying(600, Killed)))
        with pytest.raises(Killed):
            play(plan, out, shard_size=3)
    while True:
        with monkeypatch.context() as patch:
            patch.setattr(Store, "write", staticmethod(dying(600, Killed)))
            try:
                run = resume(out)
                break
            except Killed:
                kills += 1
    assert content(run) == whole
    assert kills > 10
    assert len(run.header.resumed) == kills + 1


def test_a_disk_that_is_full_names_the_folder_and_loses_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = toy_plan()
    whole = content(play(plan))
    for at in range(500, len(whole), len(whole) // 7):
        out = folder / f"full-{at}"
        with monkeypatch.context() as patch:
            patch.setattr(Store, "write", staticmethod(dying(at, lambda: OSError(errno.ENOSPC, "No space left"))))
            with pytest.raises(StoreError, match=f"disk that holds {out} is full: free some space.*--resume {out}"):
                play(plan, out, shard_size=2)
        assert content(resume(out)) == whole


# --- processes that really die ---------------------------------------------------------------------------------------

PRELUDE = f"""
import json, os, resource, signal, sys
sys.path[:0] = [{str(HERE)!r}, {str(HERE / "plugin")!r}]
import conftest
from toys import *
from hawthorne.core.errors import HawthorneError
from hawthorne.hold.play import play, resume
from hawthorne.records.store import Store
folder = sys.argv[1]
"""


def script(body: str, folder: Path) -> subprocess.Popen[str]:
    """A Python process with the toys at hand."""
    return subprocess.Popen(
        [sys.executable, "-c", PRELUDE + body, str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(path or os.getcwd() for path in sys.path)},
    )


def said(process: subprocess.Popen[str]) -> str:
    """What a process printed; fails where it ended in a traceback."""
    out, err = process.communicate(timeout=60)
    assert "Traceback" not in err, err
    return out


def test_a_process_that_kills_itself_at_a_byte_can_be_gone_on_with(tmp_path: Path) -> None:
    body = """
def write(descriptor, data, left=[{at}]):
    left[0] -= os.write(descriptor, data[:left[0]])
    if left[0] <= 0:
        os.kill(os.getpid(), signal.SIGKILL)
    return len(data)
Store.write = staticmethod(write)
play(toy_plan(), folder, shard_size=2)
"""
    whole = content(play(toy_plan()))
    for at in (1, 1000, len(whole) // 2, len(whole) - 1):
        process = script(body.replace("{at}", str(at)), tmp_path / str(at))
        said(process)
        assert process.returncode == -signal.SIGKILL
        assert content(resume(tmp_path / str(at))) == whole


LONG = FULL | {"n": 400}


@pytest.mark.parametrize("after", [1, 40, 200])
def test_a_run_with_worker_processes_that_is_killed_can_be_gone_on_with(tmp_path: Path, after: int) -> None:
    body = """
def progress(done, total, waits):
    print(done, flush=True)
play(toy_plan(FULL | {"n": 400}), folder, "processes", workers=2, shard_size=30, progress=progress)
"""
    process = script(body, tmp_path / "run")
    assert process.stdout is not None
    for line in process.stdout:
        if int(line) >= after:
            break
    process.kill()
    process.wait()
    run = resume(tmp_path / "run")
    assert content(run) == content(play(toy_plan(LONG)))
    assert run.counts == {"ended": 400, "stuck": 0, "failed": 0}


def test_a_limit_on_the_size_of_files_is_named_and_nothing_is_lost(tmp_path: Path) -> None:
    body = """
resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000))
try:
    play(toy_plan(FULL | {"n": 40}), folder)
except HawthorneError as error:
    print(error)
"""
    out = tmp_path / "run"
    text = said(script(body, out))
    assert f"a file in {out} may not grow any further" in text
    assert f"hawthorne run --resume {out}" in text
    assert content(resume(out)) == content(play(toy_plan(FULL | {"n": 40})))


def test_a_folder_that_may_not_be_written_is_named_with_what_to_do() -> None:
    made = Path(tempfile.mkdtemp())
    try:
        made.chmod(0o555)
        body = """
play(toy_plan())
if os.getuid() == 0:
    os.setuid(65534)  # root may write everywhere
try:
    play(toy_plan(), folder)
except HawthorneError as error:
    print(error)
"""
        text = said(script(body, made / "run"))
        assert f"cannot write in {made / 'run'}" in text
        assert "choose another folder with --out" in text
    finally:
        made.chmod(0o755)
        shutil.rmtree(made)


def test_two_processes_cannot_work_on_one_folder(tmp_path: Path) -> None:
    body = """
def progress(done, total, waits):
    if done == 2:
        print("half way", flush=True)
        sys.stdin.readline()
play(toy_plan(), folder, shard_size=1, progress=progress)
"""
    out = tmp_path / "run"
    process = script(body, out)
    assert process.stdout is not None
    assert process.stdin is not None
    assert process.stdout.readline() == "half way\n"
    with pytest.raises(StoreError, match=f"another process is working on {out}"):
        resume(out)
    with pytest.raises(HawthorneError, match="already holds a run"):
        play(toy_plan(), out)
    process.stdin.write("\n")
    process.stdin.flush()
    said(process)
    assert content(resume(out)) == content(play(toy_plan()))


# --- stopping by hand, bugs, and programs that changed ------------------------------------------------------------------


@pytest.mark.parametrize(("executor", "workers"), [("local", None), ("processes", 2)])
def test_a_run_that_is_stopped_by_hand_says_how_to_go_on(tmp_path: Path, executor: str, workers: int | None) -> None:
    def stop(done: int, total: int, waits: str) -> None:
        if done >= 3:
            raise KeyboardInterrupt

    out = tmp_path / "run"
    with pytest.raises(Interrupted, match=f"go on with: hawthorne run --resume {out}"):
        play(toy_plan(), out, executor, workers, shard_size=2, progress=stop)
    assert content(resume(out)) == content(play(toy_plan()))


@pytest.mark.parametrize(
    ("way", "clock"), [('"local"', "virtual"), ('"processes", workers=2', "virtual"), ('"local"', "wall")]
)
def test_ctrl_c_ends_a_run_with_a_word_on_how_to_go_on(tmp_path: Path, way: str, clock: str) -> None:
    body = f"""
told = []
def progress(done, total, waits):
    if len(told) == 50 or waits:
        print("at work", flush=True)
    told.append(done)
model = FULL | {{"n": 100000}}
actor = 'toy:{{"grain": %s}}' % (0.25 if {clock!r} == "virtual" else 1000)
try:
    play(toy_plan(model, actor, clock={clock!r}), folder, {way}, progress=progress)
except HawthorneError as error:
    print(error)
"""
    out = tmp_path / "run"
    process = script(body, out)
    assert process.stdout is not None
    assert process.stdout.readline() == "at work\n"
    process.send_signal(signal.SIGINT)
    assert f"interrupted; what is recorded is kept; go on with: hawthorne run --resume {out}" in said(process)


def test_a_run_in_memory_that_is_stopped_by_hand_says_that_nothing_is_kept() -> None:
    def stop(done: int, total: int, waits: str) -> None:
        raise KeyboardInterrupt

    with pytest.raises(Interrupted, match="nothing was kept"):
        play(toy_plan(), progress=stop)


@pytest.mark.parametrize("executor", ["local", "processes"])
def test_a_machine_that_broke_is_named_and_the_run_can_be_gone_on_with(
    tmp_path: Path, executor: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    bug = tmp_path / "bug"
    monkeypatch.setenv("TOY_BUG", str(bug))
    bug.write_text("4/ask2")
    out = tmp_path / "run"
    with pytest.raises(MachineBroke, match=r"case 4 broke.*the toy has a bug"):
        play(toy_plan(), out, executor, shard_size=6)
    assert len((out / "parts" / "000001-000006.jsonl").read_bytes().splitlines()) > 20
    bug.write_text("")
    assert content(resume(out)) == content(play(toy_plan()))


def test_a_program_that_plays_a_recorded_case_differently_stops_with_both_lines_and_both_versions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "run"
    with monkeypatch.context() as patch:
        patch.setattr(Store, "write", staticmethod(dying(3000, Killed)))
        with pytest.raises(Killed):
            play(toy_plan(), out, shard_size=6)
    before = (out / "parts" / "000001-000006.jsonl").read_bytes()
    monkeypatch.setattr(hawthorne_toy, "ROW", "line")
    with pytest.raises(ReplayMismatch) as caught:
        resume(out)
    assert '"what":"row","who":"row' in caught.value.recorded
    assert '"what":"row","who":"line' in caught.value.replayed
    assert "recorded by hawthorne 0.1.0, replayed by 0.1.0" in str(caught.value)
    assert before.startswith((out / "parts" / "000001-000006.jsonl").read_bytes())


def test_a_part_that_was_changed_is_an_error_with_file_and_line_and_stays_as_it_is(tmp_path: Path) -> None:
    out = tmp_path / "run"
    play(toy_plan(), out, shard_size=6)
    part = out / "parts" / "000001-000006.jsonl"
    part.with_suffix(".receipt.json").unlink()
    lines = part.read_bytes().splitlines(keepends=True)
    second = next(k for k, line in enumerate(lines) if line.startswith(b'{"case":2,'))
    changes = {
        rf"{part}:5: this line is torn": [*lines[:4], b"{oops}\n", *lines[5:]],
        rf"{part}:{second}: a record of case 2 stands where case 1 should go on": lines[: second - 1] + lines[second:],
        rf"{part}:1: a record of case 2 stands where case 1 should begin": lines[second:],
    }
    for message, changed in changes.items():
        part.write_bytes(b"".join(changed))
        with pytest.raises(HawthorneError, match=message):
            resume(out)
        assert part.read_bytes() == b"".join(changed)


def test_an_actor_that_changed_is_named_on_a_resume(tmp_path: Path) -> None:
    out = tmp_path / "run"
    play(toy_plan(actors={"A": ToyActor(), "B": MIXED}), out)
    with pytest.raises(HawthorneError, match='actor of role "A" was given as an object'):
        resume(out)
    with pytest.raises(HawthorneError, match="who plays A is no longer what it was"):
        resume(out, actors={"A": ToyActor(miss=0.5)})
    assert resume(out, actors={"A": ToyActor()}).counts["ended"] == 6


def test_a_document_that_changed_in_the_folder_is_named_on_a_resume(tmp_path: Path) -> None:
    out = tmp_path / "run"
    play(toy_plan(), out)
    copy = out / "document" / "study.toy.json"
    copy.write_bytes(copy.read_bytes() + b" ")
    with pytest.raises(HawthorneError, match="the document or what it cites is no longer what it was"):
        resume(out)


def test_an_answer_that_would_not_come_again_is_in_the_file_before_it_is_used(tmp_path: Path) -> None:
    out = tmp_path / "run"
    seen: list[bytes] = []

    class Watching(ToyActor):
        def open(self, case: int, draws: object) -> object:  # type: ignore[override]
            return self

        def answer(self, ask: object) -> object:
            seen.append(b"".join(path.read_bytes() for path in (out / "parts").glob("*.jsonl")))
            return Answer(len(seen), 0.0)

    model = {"roles": ["A"], "n": 1, "steps": [{"op": "ask", "roles": ["A"]}] * 4}
    play(toy_plan(model, {"A": Watching(reproducible=False)}), out)
    assert [each.count(b'"what":"given"') for each in seen] == [0, 1, 2, 3]
