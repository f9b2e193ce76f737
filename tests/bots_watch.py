"""What must hold of a team at every moment, checked record by record as they come."""

from __future__ import annotations

import re
from typing import Any

from hawthorne.bots.view import View
from hawthorne.core.record import INCOMING, Record

NODE_ENDS = {"completed", "failed", "cancelled"}
TURN_ENDS = {"completed", "failed", "interrupted"}
SECRET = re.compile(r"secret of (bot-\d+)")
"""What a bot of these tests says: nobody else ever writes it, so whoever is shown it was shown that bot's result."""


class Watch:
    """Folds the records of a harness, and raises AssertionError where an invariant is broken."""

    def __init__(self) -> None:
        self.view = View()
        self.fates: dict[str, str] = {}
        self.results: dict[str, int] = {}
        self.last_order: dict[str, int] = {}
        self.commands: dict[str, int] = {}
        self.event = ""
        """What is being heard: the name of a command, or the kind of the event."""

    def take(self, record: Record) -> None:
        what, who, value = record.what, record.who or "", record.value
        if what in INCOMING:
            self.event = value["name"] if what == "told" else what
        kind, _, id = who.partition("/")
        known = self.view.get(kind, id) if what == "wrote" else None
        if what == "wrote" and kind == "node" and value is not None:
            self._node(id, known, value)
        if what == "wrote" and kind == "turn" and known is None:
            self._turn(value)
        if what == "wrote" and kind == "message" and known is None:
            self._message(value)
        if what == "put" and record.ask is not None and record.ask.endswith(".1"):
            self._prompt(who, value["view"])
        if what == "told" and value.get("id"):
            self.commands[value["id"]] = 0
        if what == "receipt":
            self.commands[who] += 1
            assert self.commands[who] == 1, f"{who} was answered twice"
        self.view.take(record)

    # --- as things change ----------------------------------------------------------------------------------------

    def _turn(self, turn: dict[str, Any]) -> None:
        live = [t for t in self.view.all("turn") if t["state"] not in TURN_ENDS]
        assert all(t["threadId"] != turn["threadId"] for t in live), "two live turns in one thread"
        bot = self.view.get("bot", turn["botId"])
        assert bot is not None
        config = self.view.entities["config"]["config"]["values"]
        limit = bot.get("maxConcurrentThreads", config.get("threads", {}).get("maxConcurrentPerBot", 3))
        assert sum(t["botId"] == bot["id"] for t in live) < limit, "a turn beyond the limit"
        if turn["cause"]["kind"] == "resume":
            made = [n for n in self.view.all("node") if n.get("parentId") == turn["cause"]["id"]]
            assert all(n["status"] in NODE_ENDS and n["reported"] for n in made), "resumed too early"

    def _node(self, id: str, known: dict[str, Any] | None, patch: dict[str, Any]) -> None:
        if known is None:
            root = patch["rootId"]
            assert root == id or self.view.get("node", root) is not None, "a node without its root"
        elif "status" in patch:
            assert known["status"] not in NODE_ENDS, f"{id} went on from {known['status']}"

    def _message(self, message: dict[str, Any]) -> None:
        queue_id = message.get("queueId")
        if queue_id is not None:
            assert queue_id not in self.fates, "queued words were said twice"
            self.fates[queue_id] = message["id"]
            thread, order = message["threadId"], int(queue_id.rpartition("-")[2])
            assert order > self.last_order.get(thread, 0), "queued words were said out of order"
            self.last_order[thread] = order
        if message.get("results") and self.event != "rerun":
            for node in message["results"]:
                self.results[node] = self.results.get(node, 0) + 1

    def _prompt(self, bot_id: str, shown: dict[str, Any]) -> None:
        for other in set(SECRET.findall(str(shown))) - {bot_id}:
            assert self.reaches(bot_id, other), f"{bot_id} was shown what {other} said"

    def reaches(self, sender_id: str, target_id: str) -> bool:
        """Whether a bot may ask another, by what the view says of them."""
        sender, target = self.view.get("bot", sender_id), self.view.get("bot", target_id)
        if sender is None or target is None or sender is target:
            return False
        team, wanted = sender.get("section", ""), target.get("section", "")
        managed = sender["managedSections"] if sender["chiefOfStaff"] else []
        return (team == wanted or wanted in managed) and target_id in sender.get("peers", [target_id])

    # --- between two events --------------------------------------------------------------------------------------

    def rest(self) -> None:
        """What holds whenever the machine has said all that it has to say."""
        view = self.view
        live = {t["id"]: t for t in view.all("turn") if t["state"] not in TURN_ENDS}
        busy = {t["threadId"] for t in live.values()}
        for thread in view.all("thread"):
            assert thread["busy"] == (thread["id"] in busy)
        generations = {t["generation"] for t in live.values()}
        for capability in view.all("capability"):
            assert capability["state"] != "live" or capability["generation"] in generations
        held = [*view.all("resource"), *view.all("lease")]
        assert all(owner["generation"] in generations for owner in held), "held by a generation that is over"
        for item in view.all("queue"):
            assert (item["state"] == "sent") == (item["id"] in self.fates)
        for status in (receipt for receipt in view.receipts.values() if receipt["status"] == 202):
            body = status["body"]
            assert ("message" in body) != ("queueId" in body), "not one fate"
        assert all(count == 1 for count in self.results.values()), "a result was given twice"

    def end(self) -> None:
        """What holds when everybody has answered and all deadlines are past."""
        view = self.view
        assert all(node["status"] in NODE_ENDS for node in view.nodes())
        assert all(item["state"] != "queued" for item in view.all("queue"))
        assert view.is_restful()
        assert not any(thread["waitingForTeammates"] for thread in view.all("thread"))
        assert all(count == 1 for count in self.commands.values()), "a command was not answered"
        for node in view.nodes():
            parent = view.get("node", node["parentId"]) if "parentId" in node else None
            if parent is not None and parent["status"] == "completed":
                assert node["delivered"], "a result that its asker was never told"
