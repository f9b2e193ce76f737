"""Routines in play: the reference timeline of a deferral, and what else happens to runs."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from played_team import Team

from hawthorne.bots.rules.edges import EDGES
from hawthorne.bots.rules.routines import OPEN
from hawthorne.bots.wording import OURS, say

SAY = partial(say, OURS)
HOUR = 3600.0
ONE = {"threads": {"maxConcurrentPerBot": 1}}


def routine(played: Team, bot: str, **parts: Any) -> str:
    """A disabled hourly routine, unless its parts say otherwise; returns its id."""
    anchor = round((played.case.now + HOUR) * 1000)
    schedule = {"type": "interval", "everyMinutes": 60, "anchorAt": anchor}
    body = {"name": "Digest", "prompt": "Sum up", "botId": bot, "enabled": False, "schedule": schedule, **parts}
    status, found = played.request("POST", "/api/routines", body)
    assert status == 201, found
    return str(found["routine"]["id"])


def now(played: Team, id: str) -> Any:
    """Run a routine now; returns the run of the receipt."""
    status, body = played.request("POST", f"/api/routines/{id}/run")
    assert status == 201, body
    return body["run"]


def runs(played: Team) -> list[Any]:
    return list(played.request("GET", "/api/routines")[1]["runs"])


def statuses(played: Team) -> list[str]:
    return [run["status"] for run in runs(played)]


def history(played: Team, id: str) -> list[Any]:
    return played.view.values_of(f"run/{id}", "status")


def test_timeline_a_run_behind_a_busy_bot_is_stamped_stays_queued_and_runs_later() -> None:
    played = Team()
    played.request("PATCH", "/api/config", ONE)
    worker = played.bot("Worker", {"gate": "G"}, {"text": "the digest"})
    assert "queued" not in played.send(worker)
    assert played.view.busy(worker)
    run = now(played, routine(played, worker))
    assert (run["status"], run["deferredAt"]) == ("queued", 0.0)
    assert "threadId" not in run
    played.open("G")
    assert not played.view.busy(worker)
    done = runs(played)[0]
    assert (done["status"], done["output"], done["deferredAt"]) == ("completed", "the digest", 0.0)
    assert history(played, run["id"]) == ["queued", "running", "completed"]
    assert played.rows() == [worker, worker]
    assert played.rows("cause")[1] == {"kind": "routine", "id": run["id"]}
    assert played.case.now == 0.0


def test_a_run_has_a_thread_of_its_own_named_after_the_routine_and_its_moment() -> None:
    played = Team()
    worker = played.bot("Worker", {"text": "the digest"})
    played.advance(90_000.0)
    run = now(played, routine(played, worker))
    thread = played.view.get("thread", runs(played)[0]["threadId"])
    assert thread is not None
    assert thread["title"] == "Digest · day 2, 01:00"
    assert thread["id"] != played.thread(worker)
    assert [message["text"] for message in played.view.messages(thread["id"])] == ["Sum up", "the digest"]
    assert played.transcript(worker) == []
    assert run["status"] == "running", "the receipt shows what the pass did, before any model answered"


def test_the_limit_of_threads_decides_not_whether_the_bot_is_busy() -> None:
    played = Team()
    worker = played.bot("Worker", {"gate": "G"}, {"text": "the digest"})
    played.send(worker)
    now(played, routine(played, worker))
    assert statuses(played) == ["completed"]
    assert played.view.busy(worker)


def test_a_run_keeps_the_words_that_its_routine_had() -> None:
    played = Team()
    played.request("PATCH", "/api/config", ONE)
    worker = played.bot("Worker", {"gate": "G"}, {})
    played.send(worker)
    id = routine(played, worker)
    now(played, id)
    played.request("PATCH", f"/api/routines/{id}", {"prompt": "Something else"})
    played.open("G")
    assert played.rows("prompt")[1]["message"]["content"] == "Sum up"


def test_who_is_put_off_for_half_an_hour_is_told_of_once() -> None:
    played = Team()
    played.request("PATCH", "/api/config", ONE)
    worker = played.bot("Worker", {"gate": "G"}, {})
    played.send(worker)
    now(played, routine(played, worker))
    played.advance(1799.0)
    assert played.activities(worker) == []
    played.advance(10_000.0)
    assert played.activities(worker) == [SAY("routine.deferred", name="Digest", minutes=30)]
    run = runs(played)[0]
    assert (run["deferredAt"], run["deferredNoticeAt"], run["attention"]) == (0.0, 1800.0, "deferred")
    assert played.request("POST", f"/api/routine-runs/{run['id']}/seen")[1]["run"].get("attention") is None


@pytest.mark.parametrize(("overlap", "expected"), [("skip", ["running"]), ("queue", ["running", "queued", "queued"])])
def test_a_time_that_comes_while_a_run_goes_on_is_skipped_or_queued(overlap: str, expected: list[str]) -> None:
    played = Team()
    worker = played.bot("Worker", {"gate": "G"}, {}, {})
    id = routine(played, worker, enabled=True, overlap=overlap)
    played.advance(3 * HOUR)
    assert statuses(played) == expected
    assert [run.get("deferredAt") for run in runs(played)[1:]] == [2 * HOUR, 3 * HOUR][: len(expected) - 1]
    kept = played.view.get("routine", id)
    assert kept is not None
    assert (kept["nextRunAt"], kept.get("skippedAt")) == (4 * HOUR, 3 * HOUR if overlap == "skip" else None)
    played.open("G")
    assert statuses(played) == ["completed"] * len(expected)


def late(played: Team, seconds: float) -> None:
    """The harness is down for a while and told of it when it is up again."""
    played.case.now += seconds
    played.case.tell("restarted", None, None, "restart")
    played.settle()


@pytest.mark.parametrize(
    ("every", "down", "status"), [(24 * 60, 14 * HOUR, "missed"), (24 * 60, 12 * HOUR, "completed")]
)
def test_a_time_more_than_twelve_hours_gone_is_missed(every: int, down: float, status: str) -> None:
    played = Team()
    worker = played.bot("Worker", {})
    schedule = {"type": "interval", "everyMinutes": every, "anchorAt": 3_600_000}
    id = routine(played, worker, enabled=True, schedule=schedule)
    late(played, down)
    assert statuses(played) == [status]
    assert runs(played)[0]["scheduledFor"] == HOUR
    kept = played.view.get("routine", id)
    assert kept is not None
    assert kept["nextRunAt"] == 25 * HOUR


def test_of_many_times_gone_by_only_the_latest_is_made_up_for_in_phase() -> None:
    played = Team()
    worker = played.bot("Worker", {})
    routine(played, worker, enabled=True)
    late(played, 100.5 * HOUR)
    assert [run["scheduledFor"] for run in runs(played)] == [100 * HOUR]


def test_a_moment_comes_once() -> None:
    played = Team()
    worker = played.bot("Worker", {})
    id = routine(played, worker, enabled=True, schedule={"type": "once", "at": 5000})
    played.advance(100_000.0)
    assert [run["scheduledFor"] for run in runs(played)] == [5.0]
    kept = played.view.get("routine", id)
    assert kept is not None
    assert (kept["enabled"], kept.get("nextRunAt")) == (False, None)


def test_a_queued_run_can_be_cancelled_and_never_starts() -> None:
    played = Team()
    played.request("PATCH", "/api/config", ONE)
    worker = played.bot("Worker", {"gate": "G"}, {})
    played.send(worker)
    run = now(played, routine(played, worker))
    cancel = f"/api/routine-runs/{run['id']}/cancel"
    assert played.request("POST", cancel)[1]["run"]["status"] == "cancelled"
    assert played.request("POST", cancel)[0] == 409
    played.open("G")
    assert statuses(played) == ["cancelled"]
    assert played.rows() == [worker]


def test_cancelling_a_run_under_way_stops_its_turn() -> None:
    played = Team()
    worker = played.bot("Worker", {"gate": "G"})
    run = now(played, routine(played, worker))
    played.request("POST", f"/api/routine-runs/{run['id']}/cancel")
    assert statuses(played) == ["cancelled"]
    assert not played.view.busy(worker)
    assert played.rows("outcome") == ["killed"]


def test_a_run_that_takes_too_long_fails_and_its_turn_is_stopped() -> None:
    played = Team()
    worker = played.bot("Worker", {"gate": "G"})
    now(played, routine(played, worker, timeoutMinutes=10))
    played.advance(599.0)
    assert statuses(played) == ["running"]
    played.advance(1.0)
    run = runs(played)[0]
    assert (run["status"], run["error"], run["finishedAt"]) == ("failed", SAY("routine.expired", minutes=10), 600.0)
    assert not played.view.busy(worker)


def test_a_turn_that_fails_fails_its_run_with_the_reason() -> None:
    played = Team()
    worker = played.bot("Worker", {"fail": True})
    now(played, routine(played, worker))
    run = runs(played)[0]
    assert (run["status"], run["error"], run["attention"]) == ("failed", "broken", "failed")


def test_a_run_waits_while_the_work_that_it_handed_out_is_not_over() -> None:
    played = Team()
    worker = played.bot(
        "Worker", {"calls": [[{"tool": "coordinate_bots", "arguments": {"bot_ids": ["bot-2"], "message": "look"}}]]},
        {"text": "all in"}, section="A",
    )  # fmt: skip
    mate = played.bot("Mate", {"gate": "G", "text": "found"}, section="A")
    run = now(played, routine(played, worker))
    assert statuses(played) == ["waiting"]
    assert played.view.busy(mate)
    played.open("G")
    assert history(played, run["id"]) == ["queued", "running", "waiting", "running", "completed"]
    assert runs(played)[0]["output"] == "all in"


def test_a_run_whose_work_ended_without_it_has_failed() -> None:
    played = Team()
    call = {"tool": "coordinate_bots", "arguments": {"bot_ids": ["bot-2"], "message": "look"}}
    worker = played.bot("Worker", {"calls": [[call]], "text": "sent"}, section="A")
    played.bot("Mate", {"gate": "G"}, section="A")
    run = now(played, routine(played, worker))
    played.request("POST", f"/api/bots/{worker}/interrupt", {"threadId": runs(played)[0]["threadId"]})
    assert history(played, run["id"]) == ["queued", "running", "waiting", "failed"]
    assert runs(played)[0]["error"] == SAY("routine.unfinished")


def test_a_run_waits_while_a_person_is_asked() -> None:
    played = Team()
    worker = played.bot("Worker", {"calls": [[{"tool": "request_approval", "arguments": {"action": "May I?"}}]]})
    run = now(played, routine(played, worker))
    assert statuses(played) == ["waiting"]
    request = played.request("GET", "/api/requests")[1]["requests"][0]
    played.request("POST", f"/api/requests/{request['id']}", {"allow": True})
    assert history(played, run["id"]) == ["queued", "running", "waiting", "running", "completed"]


def test_the_end_of_a_bot_cancels_its_runs_and_switches_off_its_routines() -> None:
    played = Team()
    played.request("PATCH", "/api/config", ONE)
    worker = played.bot("Worker", {})
    other = played.bot("Other", {"gate": "G"})
    id = routine(played, worker, enabled=True)
    played.send(other)
    now(played, routine(played, other))
    assert played.request("DELETE", f"/api/bots/{worker}")[0] == 200
    kept = played.view.get("routine", id)
    assert kept is not None
    assert (kept["enabled"], kept.get("nextRunAt")) == (False, None)
    assert statuses(played) == ["queued"], "another bot's run is left alone"
    run = now(played, id)
    assert (run["status"], run["error"]) == ("failed", SAY("routine.unfit"))


def test_a_restart_fails_what_ran_and_keeps_what_is_queued() -> None:
    played = Team()
    played.request("PATCH", "/api/config", ONE)
    worker = played.bot("Worker", {"gate": "G"}, {"text": "second"})
    first, second = routine(played, worker), routine(played, worker)
    now(played, first)
    now(played, second)
    late(played, 5.0)
    assert statuses(played) == ["failed", "completed"]
    assert runs(played)[0]["error"] == SAY("routine.restarted")


def test_a_restart_fails_a_run_that_waits_for_work_too() -> None:
    played = Team()
    call = {"tool": "coordinate_bots", "arguments": {"bot_ids": ["bot-2"], "message": "look"}}
    worker = played.bot("Worker", {"calls": [[call]], "text": "sent"}, section="A")
    played.bot("Mate", {"gate": "G"}, section="A")
    now(played, routine(played, worker))
    late(played, 5.0)
    assert [(run["status"], run["error"]) for run in runs(played)] == [("failed", SAY("routine.restarted"))]


def test_a_routine_can_be_changed_switched_on_and_removed() -> None:
    played = Team()
    worker = played.bot("Worker", {"gate": "G"})
    id = routine(played, worker)
    path = f"/api/routines/{id}"
    played.advance(5.0)
    changed = played.request("PATCH", path, {"enabled": True, "name": "Brief"})[1]["routine"]
    assert (changed["name"], changed["nextRunAt"], changed["updatedAt"]) == ("Brief", HOUR, 5.0)
    changed = played.request("PATCH", path, {"schedule": {"type": "interval", "everyMinutes": 5}})[1]["routine"]
    assert (changed["nextRunAt"], changed["schedule"]["anchorAt"]) == (305.0, 305_000)
    now(played, id)
    assert played.request("DELETE", path)[0] == 200
    assert statuses(played) == ["cancelled"]
    assert not played.view.busy(worker)
    for method, target in (("PATCH", path), ("DELETE", path), ("POST", f"{path}/run")):
        assert played.request(method, target)[0] == 404


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"botId": "nobody"}, 404),
        ({"schedule": {"type": "interval", "everyMinutes": 0}}, 400),
        ({"prompt": ""}, 400),
        ({"overlap": "never"}, 400),
        ({"timeoutMinutes": 0}, 400),
    ],
)
def test_a_routine_that_breaks_a_rule_is_refused(body: dict[str, Any], status: int) -> None:
    played = Team()
    worker = played.bot("Worker")
    schedule = {"type": "interval", "everyMinutes": 60}
    given = {"name": "Digest", "prompt": "Sum up", "botId": worker, "schedule": schedule} | body
    assert played.request("POST", "/api/routines", given)[0] == status
    id = routine(played, worker)
    assert played.request("PATCH", f"/api/routines/{id}", body)[0] == status
    for action in ("cancel", "seen"):
        assert played.request("POST", f"/api/routine-runs/run-99/{action}")[0] == 404


def test_every_way_of_a_run_ends_where_no_edge_leads_on() -> None:
    edges = [edge for edge in EDGES if edge.machine == "run"]
    assert {edge.source for edge in edges} == set(OPEN)
    assert {edge.target for edge in edges} - set(OPEN) == {"completed", "failed", "cancelled"}
