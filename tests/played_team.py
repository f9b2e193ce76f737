"""A team of scripted bots on the harness: whoever holds the case, for tests that drive it themselves.

A bot's turns are dicts: `calls` (a list of links, each a list of calls), `text`, `gate` (the last link is answered when
the gate is opened), `fail` (the model breaks).
"""

from __future__ import annotations

from typing import Any

from hawthorne.bots.harness import Harness
from hawthorne.bots.queries import QUERIES
from hawthorne.bots.routes import Asked, Refusal, resolve
from hawthorne.bots.rules import Rules
from hawthorne.bots.view import View
from hawthorne.core.ask import Answer, Ask, Fault, Silence
from hawthorne.core.case import Case
from hawthorne.core.record import Record

JSON = Any


class Team:
    """A harness, its scripted bots and the view of its notes."""

    def __init__(self, rules: Rules | None = None) -> None:
        self.view = View()
        self.log: list[Record] = []
        self.case = Case(1, Harness(rules), self._take)
        self.scripts: dict[str, list[dict[str, Any]]] = {}
        self.opened: set[str] = set()
        self.held: list[tuple[str, Ask, Any]] = []
        self.links: dict[tuple[str, int], int] = {}
        self._commands = 0
        self.case.begin()

    def _take(self, record: Record) -> None:
        self.log.append(record)
        self.view.take(record)

    # --- asking and telling ---------------------------------------------------------------------------------------

    def request(self, method: str, target: str, body: JSON = None, token: str | None = None) -> tuple[int, JSON]:
        """A request and its answer; one that is answered later lets time pass until it is."""
        meant = resolve(method, target, body, token)
        if isinstance(meant, Refusal):
            return meant.status, meant.body
        if isinstance(meant, Asked):
            found = QUERIES[meant.name](self.view, meant.value)
            return found.status, found.body
        id = self.tell(meant.name, meant.value)
        while id not in self.view.receipts:
            assert self.advance(), f"{method} {target} is never answered"
        receipt = self.view.receipts[id]
        return receipt["status"], receipt["body"]

    def tell(self, name: str, value: JSON) -> str:
        """Tell a command and settle; returns its id."""
        self._commands += 1
        id = f"c{self._commands}"
        self.case.tell(name, value, None, id)
        self.settle()
        return id

    def bot(self, name: str, *turns: dict[str, Any], **profile: JSON) -> str:
        """Add a bot with its scripted turns; returns its id."""
        section = {"section": profile.pop("section")} if "section" in profile else {}
        status, body = self.request("POST", "/api/bots", {"name": name, **section})
        assert status == 201, body
        id = body["bot"]["id"]
        if profile:
            status, body = self.request("PATCH", f"/api/bots/{id}", profile)
            assert status == 200, body
        self.scripts[id] = list(turns)
        return str(id)

    def send(self, bot: str, text: str = "go", **parts: JSON) -> JSON:
        """Words to a bot's own thread; returns the receipt's body."""
        status, body = self.request("POST", f"/api/bots/{bot}/messages", {"text": text, **parts})
        assert status == 202, body
        return body

    # --- answering ------------------------------------------------------------------------------------------------

    def settle(self) -> None:
        """Answer what is asked until only gates and clocks are outstanding."""
        while asks := self.case.fresh():
            for ask in asks:
                self._answer(ask)

    def _answer(self, ask: Ask) -> None:
        turns = self.scripts.get(ask.role, [])
        assert ask.turn is not None
        if ask.turn >= len(turns):
            self.case.give(ask.id, Silence("overrun"), self.case.now)
            return
        turn = turns[ask.turn]
        link = self.links[ask.role, ask.turn] = self.links.get((ask.role, ask.turn), -1) + 1
        calls = turn.get("calls", [])
        if link < len(calls):
            self.case.give(ask.id, Answer({"calls": calls[link]}), self.case.now)
            return
        reply = Fault("broken") if turn.get("fail") else Answer({"text": turn.get("text", "done")})
        gate = turn.get("gate")
        if gate is not None and gate not in self.opened:
            self.held.append((gate, ask, reply))
        else:
            self.case.give(ask.id, reply, self.case.now)

    def open(self, gate: str) -> None:
        """Open a gate: what is held behind it is answered."""
        self.opened.add(gate)
        for held in [held for held in self.held if held[0] == gate]:
            self.held.remove(held)
            self.case.give(held[1].id, held[2], self.case.now)
        self.settle()

    def advance(self, seconds: float | None = None) -> bool:
        """Let time pass: to the next due moment, or by so many seconds; whether anything was due."""
        due = self.case.due
        if seconds is None:
            if due is None:
                return False
            self.case.tick(due)
            self.settle()
            return True
        end = round(self.case.now + seconds, 6)
        while self.case.due is not None and self.case.due <= end:
            self.advance()
        self.case.tick(end)
        return due is not None and due <= end

    # --- looking --------------------------------------------------------------------------------------------------

    def thread(self, bot: str) -> str:
        """The bot's own thread."""
        return str(self.view.entities["bot"][bot]["threadId"])

    def activities(self, bot: str) -> list[str]:
        """The names of the activities of a bot's own thread."""
        return [message["tool"]["name"] for message in self.view.activities(self.thread(bot))]

    def rows(self, field: str = "botId") -> list[JSON]:
        """A field of every turn's evidence, in the order of completion."""
        return [row[field] for row in self.view.rows]

    def transcript(self, bot: str) -> list[str]:
        """The texts of a bot's own thread."""
        return [message["text"] for message in self.view.messages(self.thread(bot)) if message["kind"] == "text"]

    def capabilities(self, bot: str) -> dict[str, str]:
        """The capabilities of the bot's last turn that was launched, by purpose."""
        found = [each for each in self.view.all("capability") if each["botId"] == bot]
        return {each["purpose"]: each["id"] for each in found if each["generation"] == found[-1]["generation"]}

    def capture(self, bot: str) -> tuple[str, str]:
        """The url and the token of the computer of the bot's last turn."""
        return f"/api/internal/computer-control?botId={bot}", self.capabilities(bot)["computer"]

    def poll(self, captured: tuple[str, str]) -> tuple[int, JSON]:
        """Play a call of the screen that is about to be made."""
        return self.request("GET", captured[0], token=captured[1])
