"""`hawthorne take`: piped, at a pseudo-terminal, stopped by Ctrl-C, with and without a folder."""

from __future__ import annotations

import json
import os
import pty
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from taken_study import STUDIES

import hawthorne

ENV = {"PYTHONPATH": str(Path(hawthorne.__file__).parents[1]), "TERM": "xterm", "COLUMNS": "90"}
SCORE = str(STUDIES / "fixture_score")


def take(lines: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "hawthorne", "take", *arguments], input=lines, capture_output=True, text=True, env=ENV, check=False
    )  # fmt: skip


def given(folder: Path) -> list[dict[str, object]]:
    lines = (line for part in sorted(folder.glob("parts/*.jsonl")) for line in part.read_text().splitlines())
    return [line for line in map(json.loads, lines) if line["what"] == "given"]


def test_a_study_can_be_taken_through_a_pipe_and_is_recorded_like_any_run(tmp_path: Path) -> None:
    done = take("high\n72\n50\n2\n", SCORE, "--seed", "3", "--out", str(tmp_path / "me"))
    assert done.returncode == 0, done.stderr
    assert "How sure are you?" in done.stdout
    assert "That was not accepted" in done.stdout
    assert "The study is over" in done.stdout
    assert [line["value"] for line in given(tmp_path / "me")] == [{"sure": 72}, {"likely": 50, "agree": "no"}]
    tables = hawthorne.tables(tmp_path / "me")
    assert [row["resp.agree"] for row in tables["p"].rows] == ["no"]


def test_the_end_of_the_input_leaves_and_keeps_what_was_answered(tmp_path: Path) -> None:
    done = take("72\n", SCORE, "--seed", "3", "--out", str(tmp_path / "me"))
    assert done.returncode == 130
    assert "You left the study." in done.stdout
    assert [line.get("why") for line in given(tmp_path / "me")] == [None, "left"]
    assert [row["_status"] for row in hawthorne.tables(tmp_path / "me")["p"].rows] == ["dropped"]


def test_a_seat_of_a_group_is_taken_and_others_are_played_along() -> None:
    done = take("\n\n3\n5\n\n\n\n", str(STUDIES / "fixture_trust"), "--seed", "1", "--role", "receiver", "--json")
    assert json.loads(done.stdout)["verb"] == "take"
    assert "Please wait." not in done.stderr
    assert "How many dollars do you give back?" in done.stderr
    wrong = take("", str(STUDIES / "fixture_trust"), "--role", "reciever")
    assert wrong.returncode == 2
    assert 'did you mean "receiver"?' in wrong.stderr


@pytest.mark.parametrize("answers", [["72", "50", "1"], ["72", None]])
def test_a_person_sits_at_a_terminal(answers: list[str | None], tmp_path: Path) -> None:
    """Prompts come one by one, and Ctrl-C (None) ends the session, not the program."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.execve(sys.executable, [sys.executable, "-m", "hawthorne", "take", SCORE, "--seed", "3", "--out", str(tmp_path / "me")], ENV)  # fmt: skip
    text = b""
    for answer in answers:
        text += until(terminal, b"> ")
        if answer is None:
            os.kill(pid, signal.SIGINT)
        else:
            os.write(terminal, answer.encode() + b"\r")
    text += until(terminal, None)
    _, status = os.waitpid(pid, 0)
    left = None in answers
    assert os.waitstatus_to_exitcode(status) == (130 if left else 0), text
    assert (b"You left" if left else b"study is over") in text
    assert b"Traceback" not in text
    assert [line.get("why") for line in given(tmp_path / "me")] == ([None, "left"] if left else [None, None])


def until(terminal: int, prompt: bytes | None) -> bytes:
    """What comes until a prompt stands there, or (None) until the end."""
    text = b""
    while prompt is None or not text.endswith(prompt):
        ready, _, _ = select.select([terminal], [], [], 60)
        assert ready, text
        try:
            more = os.read(terminal, 4096)
        except OSError:
            break
        if not more:
            break
        text += more
    return text
