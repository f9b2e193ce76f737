"""Invariants of the harness under random programs of commands, answers and passing time."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from bots_watch import Watch
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from hawthorne.bots.harness import Harness
from hawthorne.bots.rules import Rules
from hawthorne.core.ask import Answer, Fault, Silence
from hawthorne.core.case import Case, replay
from hawthorne.core.record import Record

NAMES = ("ada", "bob", "cy", "dee")
BOTS = st.sampled_from([f"bot-{i + 1}" for i in range(len(NAMES))])
WHICH = st.integers(0, 9)
LIMIT = st.integers(1, 3)
MESSAGES = st.sampled_from(["one", "two"])
PATCHES: dict[str, dict[str, Any]] = {
    "all peers": {"peers": None, "acknowledgePeerScope": True},
    "no peers": {"peers": []},
    "park": {"parkDirectMessages": True},
    "do not park": {"parkDirectMessages": False},
    "approve": {"approvePeerComms": True},
    "do not approve": {"approvePeerComms": False},
}
TOOLS = ("request_approval", "start_thread", "list_threads", "close_thread", "fly")
MEDDLING = (
    "interrupt", "deleteThread", "rerun", "openThread", "cancelQueued", "resolveRequest", "patchConfig", "restarted", *PATCHES,
)  # fmt: skip


class Programs(RuleBasedStateMachine):
    """A team of four: two sections, a chief that manages the other one, a bot that may ask nobody of its own section, and
    two that work at the one computer."""

    laws = Rules()

    def __init__(self) -> None:
        super().__init__()
        self.records: list[Record] = []
        self.watch = Watch()
        self.case = Case(1, Harness(self.laws), self._log)
        self.count = 0

    def _log(self, record: Record) -> None:
        self.records.append(record)
        self.watch.take(record)

    def tell(self, command: str, **value: Any) -> None:
        self.count += 1
        self.case.tell(command, value, "driver", f"c{self.count}")

    def pick(self, kind: str, which: int) -> str:
        """The id of some entity of a kind; one that is not there when there is none."""
        known = self.watch.view.all(kind)
        return str(known[which % len(known)]["id"]) if known else f"{kind}-0"

    def own(self, bot: str, which: int) -> str:
        threads = self.watch.view.threads(bot)
        return str(threads[which % len(threads)]["id"])

    @initialize(limit=LIMIT)
    def team(self, limit: int) -> None:
        self.case.begin()
        for i, name in enumerate(NAMES):
            self.tell("createBot", name=name, section="AABB"[i])
            self.tell("openThread", botId=f"bot-{i + 1}", title="aside")
        self.tell("patchBot", botId="bot-1", chiefOfStaff=True, managedSections=["B"], acknowledgePeerScope=True)
        self.tell("patchBot", botId="bot-2", peers=["bot-3"])
        for bot in ("bot-3", "bot-4"):
            self.tell("patchBot", botId=bot, computer="vm")
        self.tell("setVmState")
        self.tell("patchConfig", threads={"maxConcurrentPerBot": limit})

    # --- what people do ------------------------------------------------------------------------------------------

    @rule(bot=BOTS, which=WHICH, send_id=st.none() | st.sampled_from("xy"))
    def send(self, bot: str, which: int, send_id: str | None) -> None:
        more = {} if send_id is None else {"sendId": send_id}
        self.tell("send", botId=bot, text=f"words {self.count}", threadId=self.own(bot, which), **more)

    @rule(what=st.sampled_from(MEDDLING), bot=BOTS, which=WHICH, on=st.booleans())
    def meddle(self, what: str, bot: str, which: int, on: bool) -> None:
        thread = {"botId": bot, "threadId": self.own(bot, which)}
        if what in ("interrupt", "deleteThread", "rerun"):
            self.tell(what, **thread)
        elif what == "openThread":
            self.tell(what, botId=bot, title="t", **({"text": "begin"} if on else {}))
        elif what == "cancelQueued":
            item = self.watch.view.get("queue", self.pick("queue", which)) or {"botId": bot, "threadId": "thread-0"}
            self.tell(what, botId=item["botId"], threadId=item["threadId"], queueId=self.pick("queue", which))
        elif what == "resolveRequest":
            self.tell(what, requestId=self.pick("request", which), allow=on)
        elif what == "patchConfig":
            self.tell(what, threads={"maxConcurrentPerBot": 1 + which % 3}, engine={"canSteer": on})
        elif what == "restarted":
            self.tell(what)
        else:
            self.tell("patchBot", botId=bot, **PATCHES[what])

    @rule(seconds=st.sampled_from([0.5, 60.0, 700.0, 2000.0, 15_000.0]))
    def wait(self, seconds: float) -> None:
        self.case.tick(round(self.case.now + seconds, 6))

    # --- what models do ------------------------------------------------------------------------------------------

    def asked(self) -> bool:
        return bool(self.case.open)

    def give(self, which: int, reply: Any) -> None:
        asks = list(self.case.open)
        self.case.give(asks[which % len(asks)], reply, self.case.now)

    def role(self, which: int) -> str:
        return list(self.case.open.values())[which % len(self.case.open)].role

    @precondition(asked)
    @rule(which=WHICH)
    def say(self, which: int) -> None:
        self.give(which, Answer({"text": f"secret of {self.role(which)}"}))

    @precondition(asked)
    @rule(which=WHICH, mate=WHICH, message=MESSAGES, rework=st.booleans())
    def hand(self, which: int, mate: int, message: str, rework: bool) -> None:
        """Work for one of those in reach."""
        role = self.role(which)
        mates = [bot["id"] for bot in self.watch.view.all("bot") if self.watch.reaches(role, bot["id"])]
        self.coordinate(which, [mates[mate % len(mates)]] if mates else ["bot-1"], message, rework)

    @precondition(asked)
    @rule(which=WHICH, mates=st.lists(BOTS, min_size=1, max_size=2), message=MESSAGES)
    def hand_to_any(self, which: int, mates: list[str], message: str) -> None:
        self.coordinate(which, mates, message, False)

    def coordinate(self, which: int, mates: list[str], message: str, rework: bool) -> None:
        arguments = {"bot_ids": mates, "message": message, "rework": rework}
        self.give(which, Answer({"calls": [{"tool": "coordinate_bots", "arguments": arguments}]}))

    @precondition(asked)
    @rule(which=WHICH, how=st.sampled_from(["break", "exited", "overrun", *TOOLS]))
    def act(self, which: int, how: str) -> None:
        if how in TOOLS:
            thread = self.own(self.role(which), which)
            arguments = {"action": "x", "title": "t", "message": "m", "thread_id": thread}
            self.give(which, Answer({"calls": [{"tool": how, "arguments": arguments}]}))
        else:
            self.give(which, Fault("broken") if how == "break" else Silence(how))

    # --- what holds ----------------------------------------------------------------------------------------------

    @invariant()
    def rest(self) -> None:
        if self.case.n:
            self.watch.rest()

    def teardown(self) -> None:
        """Everybody answers and all time passes: then nothing is left to do. And a replay says the same."""
        if not self.case.n:
            return
        for _ in range(2000):
            if self.case.open:
                self.say(0)
            elif waiting := [r for r in self.watch.view.all("request") if r["state"] == "open"]:
                self.tell("resolveRequest", requestId=waiting[0]["id"], allow=True)
            elif self.case.due is not None:
                self.case.tick(self.case.due)
            else:
                break
        self.watch.end()
        again: list[Record] = []
        replay(Case(1, Harness(self.laws), again.append), self.records)
        assert again == self.records


TestPrograms = Programs.TestCase
TestPrograms.settings = settings(
    max_examples=80, stateful_step_count=50, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)


def without_row(name: str) -> Rules:
    rows = Rules().admission
    return replace(Rules(), admission=tuple(row for row in rows if f"{row.surface}.{row.name}" != name))


def without_edge(name: str) -> Rules:
    return replace(Rules(), edges=tuple(edge for edge in Rules().edges if edge.name != name))


MUTANTS = {
    "no limit for direct words": without_row("direct.capacity"),
    "no limit for opened threads": without_row("opened-thread.capacity"),
    "direct words begin in a busy thread": without_row("direct.busy"),
    "handed-off work begins anywhere": without_row("peer.busy"),
    "reach without peers": replace(Rules(), reach=("self", "hidden", "team")),
    "reach without teams": replace(Rules(), reach=("self", "hidden", "peer")),
    "results are never gathered": without_edge("root.waiting.gather"),
    "askers never settle": without_edge("root.source.settle"),
    "queues never drain": without_edge("queue.queued.drain"),
}


@pytest.mark.soak
@pytest.mark.parametrize("name", MUTANTS)
def test_the_invariants_tell_a_broken_harness_from_a_sound_one(name):
    broken = type("Broken", (Programs,), {"laws": MUTANTS[name]})
    with pytest.raises((AssertionError, KeyError)):
        run_state_machine_as_test(broken, settings=replaced(300, (Phase.generate,)))


@pytest.mark.soak
def test_the_invariants_hold_for_long():
    run_state_machine_as_test(Programs, settings=replaced(2_000))


def replaced(examples: int, phases: tuple[Phase, ...] = tuple(Phase)) -> settings:
    return settings(TestPrograms.settings, max_examples=examples, phases=phases, database=None)
