"""Laws of the rooms under random programs of events: owners, capabilities, error lines, runs, answers, replay."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from played_team import Team

from hawthorne.bots.harness import Harness
from hawthorne.bots.rules.routines import OPEN
from hawthorne.core.case import Case, replay
from hawthorne.core.record import Record

BOTS = ("bot-1", "bot-2", "bot-3")
STATES: tuple[dict[str, Any], ...] = (
    {},
    {},
    {},
    {"failed": True},
    {"blocked": True},
    {"stopped": ["shared"]},
    {"noContainers": True},
    {"clockOffset": 1_860_000},
    {"stall": True},
)
DEEDS = st.one_of(
    st.tuples(st.just("send"), st.sampled_from(BOTS)),
    st.tuples(st.just("open"), st.sampled_from(BOTS)),
    st.tuples(st.just("poll"), st.sampled_from(BOTS[1:])),
    st.tuples(st.just("reject"), st.sampled_from(BOTS[1:])),
    st.tuples(st.just("stop"), st.sampled_from(BOTS)),
    st.tuples(st.just("state"), st.sampled_from(STATES)),
    st.tuples(st.just("pass"), st.sampled_from([1.0, 5.0, 1800.0, 50_000.0])),
    st.tuples(st.just("run"), st.sampled_from(["routine-1", "routine-2"])),
    st.tuples(st.just("wheel"), st.booleans()),
    st.tuples(st.just("restart"), st.just("")),
)


class Played:
    """A team of three that share a computer, and every token that anybody ever had."""

    def __init__(self) -> None:
        self.team = Team()
        self.team.request("PUT", "/api/vm", {})
        self.team.request("PATCH", "/api/config", {"threads": {"maxConcurrentPerBot": 1}})
        for name, profile in (("Holder", {"computer": "vm"}), ("Auto", {"browser": False}), ("Other", {})):
            self.team.bot(name, *[{"gate": f"{name}-{i}"} for i in range(40)], **profile)
        schedule = {"type": "interval", "everyMinutes": 60}
        for bot, overlap in (("bot-2", "queue"), ("bot-3", "skip")):
            body = {"prompt": "Sum up", "botId": bot, "schedule": schedule, "overlap": overlap, "timeoutMinutes": 100}
            assert self.team.request("POST", "/api/routines", body)[0] == 201
        self.polls = 0

    def do(self, what: str, value: Any) -> None:
        team = self.team
        if what == "send":
            team.send(value)
        elif what == "open":
            held = [gate for gate, ask, _ in team.held if ask.role == value and ask.id in team.case.open]
            if held:
                team.open(held[0])
        elif what == "poll":
            tokens = [
                c["id"] for c in team.view.all("capability") if c["botId"] == value and c["purpose"] == "computer"
            ]
            self.polls += 1
            team.tell("computerGate", {"botId": value, "token": tokens[-1] if tokens else None})
        elif what == "reject":
            for deed in (("send", value), ("state", {"failed": True}), ("poll", value), ("state", {})):
                self.do(*deed)
        elif what == "stop":
            team.request("POST", f"/api/bots/{value}/interrupt", {})
        elif what == "state":
            team.request("PUT", "/api/vm", value)
        elif what == "pass":
            team.advance(value)
        elif what == "run":
            team.request("POST", f"/api/routines/{value}/run")
        elif what == "wheel":
            team.request("POST" if value else "DELETE", "/api/bots/bot-2/computer/control")
        else:
            team.tell("restarted", None)

    def check(self) -> None:
        self._owners()
        self._capabilities()
        self._lines()
        self._runs()

    def live(self) -> set[str]:
        """The generations of the turns under way."""
        turns = self.team.view.all("turn")
        return {
            turn["generation"] for turn in turns if turn["state"] in ("dispatching", "running", "waiting-on-person")
        }

    def _owners(self) -> None:
        """At most one owner of a resource, and none survives its generation; a lease is its owner's."""
        view = self.team.view
        resources, leases = view.all("resource"), view.all("lease")
        assert len(resources) <= 1
        assert {part["generation"] for part in resources} <= self.live()
        assert {part["generation"] for part in leases} <= {part["generation"] for part in resources}
        claimed = [slot for slot in view.all("slot") if slot["state"] == "claimed"]
        assert len(claimed) <= 1
        assert {slot["generation"] for slot in claimed} == {part["generation"] for part in leases} or not claimed

    def _capabilities(self) -> None:
        """Nothing of a settled generation authorises anything."""
        view, live = self.team.view, self.live()
        for capability in view.all("capability"):
            assert capability["state"] != "live" or capability["generation"] in live
        dead = [each for each in view.all("capability") if each["generation"] not in live]
        for capability in dead[-2:]:
            url = f"/api/internal/computer-control?botId={capability['botId']}"
            assert self.team.request("GET", url, token=capability["id"])[0] == 401
            call = {"tool": "list_bots", "arguments": {}}
            assert self.team.request("POST", "/api/internal/tools", call, capability["id"])[0] == 401

    def _lines(self) -> None:
        """A turn has at most one error line, and says at most once each that it waits and that it waits no longer."""
        seen: dict[tuple[str, str], int] = {}
        for message in self.team.view.all("message"):
            if message["kind"] == "activity" and message["tool"]["kind"] != "call":
                kind = message["tool"]["kind"] if message["tool"]["kind"] == "error" else message["tool"]["name"]
                key = (message.get("turnId", message["id"]), kind)
                seen[key] = seen.get(key, 0) + 1
        assert all(count == 1 for count in seen.values()), seen

    def _runs(self) -> None:
        """An open run is queued, or has a turn under way; one that is over stays as it is."""
        view = self.team.view
        for run in view.all("run"):
            states = view.values_of(f"run/{run['id']}", "status")
            assert [state for state in states[:-1] if state not in OPEN] == []
            assert run["status"] != "running" or view.get("thread", run["threadId"])["busy"]
            assert (run["status"] in OPEN) == ("finishedAt" not in run)
        for routine in ("routine-1", "routine-2"):
            under = [run for run in view.all("run") if run["routineId"] == routine and not run["manual"]]
            assert sum(run["status"] == "running" for run in under) <= 1


@settings(max_examples=50, deadline=None)
@given(st.lists(DEEDS, min_size=12, max_size=30))
def test_whatever_happens_the_laws_of_the_rooms_hold(deeds: list[tuple[str, Any]]) -> None:
    played = Played()
    for what, value in deeds:
        played.do(what, value)
        played.check()
    played.team.request("PUT", "/api/vm", {})
    played.team.advance(10_000.0)
    answered = list(played.team.view.receipts)
    told = [record.value["id"] for record in played.team.log if record.what == "told"]
    assert sorted(answered) == sorted(told), "every command has exactly one receipt"
    assert sum(record.what == "receipt" for record in played.team.log) == len(told)


@settings(max_examples=25, deadline=None)
@given(st.lists(DEEDS, max_size=20))
def test_a_replay_says_the_same(deeds: list[tuple[str, Any]]) -> None:
    played = Played()
    for what, value in deeds:
        played.do(what, value)
    again: list[Record] = []
    replay(Case(1, Harness(), again.append), played.team.log)
    assert again == played.team.log
