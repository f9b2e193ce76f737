"""A harness on the disk: what was acknowledged is there, a torn line is cut, nobody else comes in."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hawthorne.actors.turns import TurnsMind
from hawthorne.core.errors import ReplayMismatch
from hawthorne.evals.worlds.host import Response
from hawthorne.records.disk import StoreError
from hawthorne.server.desk import EvalDesk
from hawthorne.server.standing import LOG, Standing

SCRIPTS = {"bot-1": [{"reply": "Done.", "gate": "g"}]}


def stand(folder: Path, now: float = 0.0) -> Standing:
    return Standing(folder, lambda role: TurnsMind(SCRIPTS), None, now)


def asked(standing: Standing, method: str, target: str, body: object = None) -> Response:
    answer = standing.front.request(method, target, body)
    standing.front.settle()
    standing.commit()
    return answer


def busy(folder: Path) -> Standing:
    """A harness whose one bot is held by a gate."""
    standing = stand(folder)
    asked(standing, "POST", "/api/bots", {"name": "Ann"})
    asked(standing, "POST", "/api/bots/bot-1/messages", {"text": "go"})
    standing.commit()
    return standing


def test_what_was_answered_is_on_the_disk(tmp_path: Path) -> None:
    standing = stand(tmp_path)
    asked(standing, "POST", "/api/bots", {"name": "Ann"})
    assert b'"createBot"' in (tmp_path / LOG).read_bytes()
    standing.close()


def test_it_goes_on_where_it_was_left_and_what_ran_has_failed(tmp_path: Path) -> None:
    busy(tmp_path).close()
    standing = stand(tmp_path)
    assert standing.front.view.busy("bot-1") is False
    assert standing.front.view.rows[-1]["outcome"] == "killed"
    assert asked(standing, "POST", "/api/bots", {"name": "Rob"}).body["bot"]["id"] == "bot-2"
    standing.close()


def test_the_clock_goes_on_from_the_last_record_or_from_where_it_is_told(tmp_path: Path) -> None:
    standing = busy(tmp_path)
    standing.front.pass_time(40.0)
    standing.close()
    standing = stand(tmp_path, now=40.0)
    assert standing.front.service.now == 40.0
    standing.close()


@pytest.mark.parametrize("torn", [1, 7, 40])
def test_a_torn_line_is_cut_and_nothing_before_it_is_lost(tmp_path: Path, torn: int) -> None:
    busy(tmp_path).close()
    whole = (tmp_path / LOG).read_bytes()
    (tmp_path / LOG).write_bytes(whole + b'{"case":1,"n":999,"at":0.0,"what":"told","value":1}'[:torn])
    standing = stand(tmp_path)
    assert [bot["name"] for bot in standing.front.view.all("bot")] == ["Ann"]
    standing.close()
    assert (tmp_path / LOG).read_bytes().startswith(whole)


def test_a_log_that_ends_in_the_middle_of_what_followed_is_completed(tmp_path: Path) -> None:
    """A kill may leave a command's line without those of what came of it: the replay writes them again."""
    busy(tmp_path).close()
    lines = (tmp_path / LOG).read_bytes().splitlines(keepends=True)
    told = next(i for i, line in enumerate(lines) if b'"send"' in line)
    (tmp_path / LOG).write_bytes(b"".join(lines[: told + 2]))
    standing = stand(tmp_path)
    standing.close()
    after = (tmp_path / LOG).read_bytes().splitlines(keepends=True)
    sent = next(i for i, line in enumerate(lines) if b'"receipt"' in line and i > told)
    assert after[: sent + 1] == lines[: sent + 1]


def test_a_log_that_this_program_plays_differently_is_refused_with_both_lines(tmp_path: Path) -> None:
    busy(tmp_path).close()
    text = (tmp_path / LOG).read_text()
    (tmp_path / LOG).write_text(text.replace('"name":"Ann"', '"name":"Eve"', 1))
    with pytest.raises(ReplayMismatch):
        stand(tmp_path)


def test_a_second_process_does_not_come_in(tmp_path: Path) -> None:
    first = stand(tmp_path)
    with pytest.raises(StoreError, match="another process is working on"):
        stand(tmp_path)
    first.close()
    stand(tmp_path).close()


def test_projections_show_what_the_log_comes_to(tmp_path: Path) -> None:
    standing = busy(tmp_path)
    bots = json.loads((tmp_path / "bots.json").read_text())
    assert bots["bots"][0]["busy"] is True
    assert json.loads((tmp_path / "room-handoffs.json").read_text()) == []
    asked(standing, "PUT", "/api/vm", {"failed": True})
    assert json.loads((tmp_path / "vm.json").read_text())["machines"][0]["state"] == {"failed": True}
    assert not list(tmp_path.glob("*.new"))
    standing.close()


def test_projections_are_made_again_from_the_log_alone(tmp_path: Path) -> None:
    busy(tmp_path).close()
    for path in tmp_path.glob("*.json"):
        path.unlink()
    stand(tmp_path).close()
    assert json.loads((tmp_path / "bots.json").read_text())["bots"][0]["name"] == "Ann"


def test_gates_that_were_opened_stay_open(tmp_path: Path) -> None:
    standing = busy(tmp_path)
    standing.signal("g")
    standing.close()
    standing = stand(tmp_path)
    assert standing.front.service.opened == {"g": 0.0}
    standing.close()


def test_each_play_has_a_folder_of_its_own_and_a_restart_goes_on_with_the_last(tmp_path: Path) -> None:
    desk = EvalDesk(tmp_path)
    desk.ask("POST", "/api/bots", {"name": "Ann"}, None)
    desk.ask("POST", "/api/eval/fresh", None, None)
    assert desk.ask("GET", "/api/bots", None, None).body["bots"] == []
    desk.ask("POST", "/api/bots", {"name": "Rob"}, None)
    desk.close()
    desk = EvalDesk(tmp_path)
    assert [bot["name"] for bot in desk.ask("GET", "/api/bots", None, None).body["bots"]] == ["Rob"]
    desk.close()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["play-000001", "play-000002"]
