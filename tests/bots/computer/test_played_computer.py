"""The computer in play: the reference timelines, and what else may happen between bots that share one."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from played_team import Team

from hawthorne.bots.rules import Rules
from hawthorne.bots.wording import COMPAT, OURS, say

SAY = partial(say, OURS)
WAITING, FREE, ENDED = SAY("vm.waiting"), SAY("vm.free"), SAY("vm.wait_ended")


def team(state: dict[str, Any] | None = None, **rules: Any) -> Team:
    played = Team(Rules(**rules))
    assert played.request("PUT", "/api/vm", state or {})[0] == 200
    return played


def started(played: Team, bot: str, prefix: str) -> list[str]:
    return [name for name in played.activities(bot) if name.startswith(prefix)]


def owner(played: Team) -> str | None:
    resource = played.view.get("resource", "computer:vm:shared")
    return None if resource is None else resource["botId"]


def test_timeline_an_automatic_turn_that_never_touches_the_screen_does_not_wait() -> None:
    played = team()
    holder = played.bot("Holder", {"gate": "G1", "text": "held"}, computer="vm")
    auto = played.bot("Auto", {"gate": "G2", "text": "reply"}, browser=False)
    played.send(holder)
    assert played.view.busy(holder)
    sent = played.send(auto)
    assert "queued" not in sent
    assert played.view.busy(auto)
    played.capture(auto)
    played.open("G2")
    assert not played.view.busy(auto)
    played.open("G1")
    assert not played.view.busy(holder)
    assert played.activities(auto) == played.activities(holder) == []
    assert played.transcript(auto) == ["go", "reply"]
    assert [row["calls"] for row in played.view.rows] == [[], []]
    assert played.case.now == 0.0


def test_timeline_the_first_call_of_the_screen_claims_is_refused_honestly_and_goes_on_after_the_release() -> None:
    played = team(wording=COMPAT)
    auto = played.bot("Auto", {"gate": "G2"}, browser=False)
    holder = played.bot("Holder", {"gate": "G1"}, computer="vm")
    played.send(auto)
    bridge = played.capture(auto)
    played.send(holder)
    assert owner(played) == holder

    status, body = played.poll(bridge)
    assert (status, body["held"], body["helpOpen"]) == (200, True, False)
    assert body["blockedReason"].startswith("Another thread is using this computer")
    assert played.case.now == 5.0, "the call waits for the grace and no longer"
    assert played.activities(auto) == ["Waiting for its turn on this computer: Holder"]
    chip = played.view.activities(played.thread(auto))[0]
    assert chip["threadRef"] == {"botId": holder, "threadId": played.thread(holder), "title": ""}

    played.open("G1")
    assert not played.view.busy(holder)
    assert [name.split(":")[0] for name in played.activities(auto)] == [
        "Waiting for its turn on this computer",
        "Computer free",
    ]
    assert played.poll(bridge) == (200, {"held": False, "helpOpen": False})
    played.open("G2")
    assert played.rows() == [holder, auto]
    assert owner(played) is None


def test_timeline_a_claim_that_is_rejected_ends_the_turn_once_and_revokes_what_let_it_act() -> None:
    played = team(wording=COMPAT)
    auto = played.bot("Auto", {"gate": "never"}, browser=False)
    played.send(auto)
    bridge = played.capture(auto)
    played.request("PUT", "/api/vm", {"failed": True})
    status, body = played.poll(bridge)
    assert (status, body["held"]) == (200, True)
    assert body["blockedReason"].startswith("This turn could not claim the Local VM (the desktop is not ready)")
    assert "Another thread" not in body["blockedReason"]
    assert not played.view.busy(auto)
    assert len(started(played, auto, "error: computer unavailable")) == 1
    assert played.activities(auto) == ["error: computer unavailable: the desktop is not ready"]
    assert played.poll(bridge)[0] == 401
    assert played.rows("outcome") == ["killed"]
    assert played.case.now == 0.0
    assert owner(played) is None
    assert not played.view.all("lease")


def test_an_uncontended_first_call_passes_without_a_waiting_line() -> None:
    played = team()
    auto = played.bot("Auto", {"gate": "G"}, browser=False)
    played.send(auto)
    bridge = played.capture(auto)
    assert owner(played) is None
    assert played.poll(bridge) == played.poll(bridge) == (200, {"held": False, "helpOpen": False})
    assert owner(played) == auto
    played.open("G")
    assert played.activities(auto) == []
    assert [change for change in played.view.took if change.startswith("slot.")] == [
        "slot.mounted.begin",
        "slot.binding.bind",
        "slot.checking.claim",
        "slot.claimed.drop",
    ]


def test_a_rejected_claim_frees_the_machine_for_the_next_bot() -> None:
    played = team()
    first = played.bot("First", {"gate": "never"}, browser=False)
    second = played.bot("Second", {"gate": "G"}, browser=False)
    played.send(first)
    played.send(second)
    a, b = played.capture(first), played.capture(second)
    played.request("PUT", "/api/vm", {"failed": True})
    assert played.poll(a)[1]["held"] is True
    played.request("PUT", "/api/vm", {})
    assert played.poll(b) == (200, {"held": False, "helpOpen": False})
    assert owner(played) == second


def test_a_lease_that_has_run_out_ends_the_permission_for_good() -> None:
    played = team()
    holder = played.bot("Holder", {"gate": "G"}, computer="vm")
    played.send(holder)
    bridge = played.capture(holder)
    assert played.poll(bridge)[0] == 200
    played.request("PUT", "/api/vm", {"clockOffset": 31 * 60_000})
    assert played.poll(bridge)[0] == 401
    played.request("PUT", "/api/vm", {})
    assert played.poll(bridge)[0] == 401


def test_a_lease_runs_out_by_the_clock_alone() -> None:
    played = team()
    holder = played.bot("Holder", {"gate": "G"}, computer="vm")
    played.send(holder)
    played.advance(1799.0)
    assert played.poll(played.capture(holder))[0] == 200
    played.advance(1.0)
    assert played.poll(played.capture(holder))[0] == 401


def test_a_sign_of_life_renews_the_lease() -> None:
    played = team()
    holder = played.bot("Holder", {"gate": "G"}, computer="vm")
    played.send(holder)
    until = played.view.all("lease")[0]["expiresAt"]
    played.advance(60.0)
    played.request("POST", f"/api/bots/{holder}/messages", {"text": "more"})
    played.open("G")
    assert played.view.values_of("lease/computer:vm:shared", "expiresAt")[-1] > until


def test_another_bots_token_is_refused_and_so_is_an_unknown_bot() -> None:
    played = team()
    one = played.bot("One", {"gate": "G"}, computer="vm")
    two = played.bot("Two", {"gate": "G"}, computer="off")
    played.send(one)
    played.send(two)
    url, token = played.capture(one)
    assert played.poll((url.replace(one, two), token))[0] == 403
    assert played.poll((url.replace(one, "bot-99"), token))[0] == 404
    assert played.poll((url, "nonsense"))[0] == played.request("GET", url)[0] == 401
    for method in ("POST", "DELETE"):
        assert played.request(method, url, token="nonsense")[0] == 401


def test_a_settled_turns_token_opens_nothing() -> None:
    played = team()
    auto = played.bot("Auto", {"text": "one"}, {"gate": "G"}, browser=False)
    played.send(auto)
    bridge = played.capture(auto)
    assert played.poll(bridge)[0] == 401
    played.send(auto)
    assert played.poll(bridge)[0] == 401
    assert played.poll(played.capture(auto))[0] == 200


def test_the_tools_token_does_not_open_the_gate_nor_the_gates_the_tools() -> None:
    played = team()
    auto = played.bot("Auto", {"gate": "G"}, browser=False)
    played.send(auto)
    url, computer = played.capture(auto)
    assert played.poll((url, played.capabilities(auto)["turn"]))[0] == 401
    call = {"tool": "list_bots", "arguments": {}}
    assert played.request("POST", "/api/internal/tools", call, computer)[0] == 401


@pytest.mark.parametrize(
    ("profile", "state", "mounted"),
    [
        ({"computer": "off"}, {}, False),
        ({"computer": "browser"}, {}, False),
        ({"browser": True}, {}, False),
        ({"browser": False}, {}, True),
        ({}, {}, True),
        ({"computer": "vm"}, {}, True),
        ({}, {"noContainers": True}, False),
        ({}, {"failed": True}, False),
        ({}, {"stopped": ["shared"]}, True),
        ({"computer": "vm"}, {"containers": []}, True),
    ],
)
def test_which_turns_are_given_a_computer(profile: dict[str, Any], state: dict[str, Any], mounted: bool) -> None:
    played = team(state)
    bot = played.bot("Bot", {"gate": "G"}, **profile)
    played.send(bot)
    assert ("computer" in played.capabilities(bot)) == mounted


def test_without_a_machine_nobody_has_a_computer_and_who_must_have_one_fails() -> None:
    played = Team()
    auto, strict = played.bot("Auto", {}), played.bot("Strict", {}, computer="vm")
    played.send(auto)
    played.send(strict)
    assert "computer" not in played.capabilities(auto)
    assert played.activities(strict) == [SAY("turn.failed", why=SAY("vm.unavailable", why="there is no machine"))]
    assert played.rows() == [auto]


def test_a_stopped_machine_is_started_for_a_turn_that_must_have_it() -> None:
    played = team({"stopped": ["shared"]})
    bot = played.bot("Bot", {"gate": "G"}, computer="vm")
    played.send(bot)
    assert played.poll(played.capture(bot))[1]["held"] is False
    assert played.view.get("vm", "shared") == {"id": "shared", "state": {"stopped": []}}


def test_a_turn_that_must_have_the_computer_waits_for_it_and_its_model_is_not_asked_meanwhile() -> None:
    played = team()
    first = played.bot("First", {"gate": "G1"}, computer="vm")
    second = played.bot("Second", {"gate": "G2"}, computer="vm")
    third = played.bot("Third", {"gate": "G3"}, computer="vm")
    for bot in (first, second, third):
        played.send(bot)
    assert [ask.role for ask in played.case.open.values()] == [first]
    assert played.view.busy(second)
    assert started(played, second, WAITING)
    played.open("G1")
    assert [ask.role for ask in played.case.open.values()] == [second]
    assert started(played, second, FREE)
    assert not started(played, third, FREE)
    assert owner(played) == second
    played.open("G2")
    assert owner(played) == third
    played.open("G3")
    assert played.rows() == [first, second, third]


def test_patience_ends_and_the_turn_fails_with_the_reason() -> None:
    played = team()
    first = played.bot("First", {"gate": "G1"}, computer="vm")
    second = played.bot("Second", {}, computer="vm")
    played.send(first)
    played.send(second)
    played.advance(1799.0)
    assert played.view.busy(second)
    played.advance(1.0)
    assert not played.view.busy(second)
    names = played.activities(second)
    assert [names[0].startswith(WAITING), names[1]] == [True, ENDED]
    assert names[2].startswith(SAY("vm.unavailable_error"))
    assert played.rows() == []


def test_stopping_a_turn_while_the_machine_does_not_answer_asks_no_model() -> None:
    played = team({"blocked": True})
    bot = played.bot("Bot", {}, computer="vm")
    played.send(bot)
    assert played.view.busy(bot)
    assert not played.case.open
    assert played.request("POST", f"/api/bots/{bot}/interrupt", {})[0] == 200
    assert not played.view.busy(bot)
    played.request("PUT", "/api/vm", {})
    assert played.rows() == []
    assert owner(played) is None


def test_a_machine_that_answers_again_lets_the_claim_go_on() -> None:
    played = team({"blockedTarget": "shared"})
    bot = played.bot("Bot", {"gate": "G"}, computer="vm")
    played.send(bot)
    assert not played.case.open
    played.request("PUT", "/api/vm", {})
    assert played.case.open
    assert played.poll(played.capture(bot))[1]["held"] is False


def test_a_call_in_its_grace_is_answered_as_soon_as_the_claim_has_come_to_an_end() -> None:
    played = team()
    auto = played.bot("Auto", {"gate": "G2"}, browser=False)
    holder = played.bot("Holder", {"gate": "G1"}, computer="vm")
    played.send(auto)
    played.send(holder)
    _, token = played.capture(auto)
    call = played.tell("computerGate", {"botId": auto, "token": token})
    assert call not in played.view.receipts
    played.advance(2.0)
    played.open("G1")
    assert played.view.receipts[call] == {"status": 200, "body": {"held": False, "helpOpen": False}}
    assert played.case.now == 2.0


def test_who_calls_again_in_the_grace_is_told_at_once_that_the_computer_is_in_use() -> None:
    played = team()
    auto = played.bot("Auto", {"gate": "G2"}, browser=False)
    holder = played.bot("Holder", {"gate": "G1"}, computer="vm")
    played.send(auto)
    played.send(holder)
    _, token = played.capture(auto)
    first = played.tell("computerGate", {"botId": auto, "token": token})
    second = played.tell("computerGate", {"botId": auto, "token": token})
    assert first not in played.view.receipts
    assert played.view.receipts[second]["body"]["blockedReason"] == SAY("vm.contention")
    assert len(started(played, auto, WAITING)) == 1


def test_a_turn_that_is_stopped_in_its_grace_has_its_call_answered_as_unauthorised() -> None:
    played = team()
    auto = played.bot("Auto", {"gate": "G2"}, browser=False)
    holder = played.bot("Holder", {"gate": "G1"}, computer="vm")
    played.send(auto)
    played.send(holder)
    _, token = played.capture(auto)
    call = played.tell("computerGate", {"botId": auto, "token": token})
    played.request("POST", f"/api/bots/{auto}/interrupt", {})
    assert played.view.receipts[call]["status"] == 401
    assert started(played, auto, ENDED)
    played.open("G1")
    assert owner(played) is None


def test_a_person_at_the_wheel_holds_the_gate_without_a_reason_and_begins_no_claim() -> None:
    played = team()
    auto = played.bot("Auto", {"gate": "G"}, browser=False)
    played.send(auto)
    bridge = played.capture(auto)
    control = f"/api/bots/{auto}/computer/control"
    assert played.request("POST", bridge[0], token=bridge[1]) == (200, {"held": False, "helpOpen": True})
    assert played.request("POST", control)[0] == 200
    assert played.request("POST", control)[0] == 409
    assert played.poll(bridge) == (200, {"held": True, "helpOpen": False})
    assert owner(played) is None
    assert played.request("DELETE", control)[0] == 200
    assert played.poll(bridge)[1]["held"] is False
    assert played.request("POST", "/api/bots/nobody/computer/control")[0] == 404
    assert played.request("DELETE", "/api/bots/nobody/computer/control")[0] == 404


def test_hands_that_were_asked_for_can_be_withdrawn_and_are_with_the_turn() -> None:
    played = team()
    auto = played.bot("Auto", {"gate": "G"}, browser=False)
    played.send(auto)
    bridge = played.capture(auto)
    played.request("POST", bridge[0], token=bridge[1])
    assert played.request("DELETE", bridge[0], token=bridge[1]) == (200, {"held": False, "helpOpen": False})
    played.request("POST", bridge[0], token=bridge[1])
    played.open("G")
    assert played.view.get("control", auto) == {"id": auto, "held": False, "helpOpen": False}


def test_a_late_answer_of_a_stopped_turn_does_not_settle_its_replacement() -> None:
    played = team()
    bot = played.bot("Bot", {"gate": "G1", "text": "late"}, {"gate": "G2", "text": "new"}, computer="vm")
    played.send(bot)
    played.request("POST", f"/api/bots/{bot}/interrupt", {})
    played.send(bot)
    played.open("G1")
    assert played.view.busy(bot)
    assert owner(played) == bot
    played.open("G2")
    assert "late" not in played.transcript(bot)
    assert played.rows("outcome") == ["killed", "ok"]


def test_an_eager_turn_is_never_lazy() -> None:
    played = team()
    bot = played.bot("Bot", {"gate": "G"}, computer="vm")
    played.send(bot)
    played.poll(played.capture(bot))
    assert played.view.all("slot")[0]["state"] == "claimed"
    assert "slot.mounted.begin" not in played.view.took


def test_a_turn_whose_model_gives_no_sign_of_life_is_ended_and_gives_everything_back() -> None:
    played = team()
    bot = played.bot("Bot", {"gate": "never"}, computer="vm")
    played.send(bot)
    played.request("PUT", "/api/vm", {"stall": True})
    assert not played.view.busy(bot)
    assert owner(played) is None
    assert played.activities(bot) == [SAY("turn.failed", why=SAY("turn.stalled"))]


def test_a_state_of_the_machine_is_replaced_never_merged_and_a_slip_is_refused() -> None:
    played = team({"failed": True})
    played.request("PUT", "/api/vm", {"clockOffset": 5})
    assert played.view.get("vm", "shared") == {"id": "shared", "state": {"clockOffset": 5}}
    status, body = played.request("PUT", "/api/vm", {"stoped": []})
    assert (status, body["code"]) == (400, "vm.state")


@pytest.mark.parametrize("catalogue", [OURS, COMPAT])
def test_the_error_line_begins_with_the_words_of_its_key(catalogue: Any) -> None:
    line = say(catalogue, "turn.failed", why=say(catalogue, "vm.unavailable", why="x"))
    assert line.startswith(catalogue["vm.unavailable_error"])
