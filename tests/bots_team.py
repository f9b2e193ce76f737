"""A team of bots to test with: a case of the harness, its view, and minds that say what the test says."""

from __future__ import annotations

from typing import Any

from hawthorne.bots.harness import Harness
from hawthorne.bots.rules import Rules
from hawthorne.bots.view import View
from hawthorne.core.ask import Answer, Ask, Fault, Silence
from hawthorne.core.case import Case
from hawthorne.core.record import Record


class Team:
    """Bots are named by their names. Every word said is the test's own; time passes only when it is told to."""

    def __init__(self, rules: Rules | None = None) -> None:
        self.records: list[Record] = []
        self.view = View()
        self.harness = Harness(rules)
        self.case = Case(1, self.harness, self._log)
        self.case.begin()
        self.ids: dict[str, str] = {}
        self.told = 0

    def _log(self, record: Record) -> None:
        self.records.append(record)
        self.view.take(record)

    # --- the driver ----------------------------------------------------------------------------------------------

    def tell(self, command: str, /, **value: Any) -> tuple[int, Any]:
        """A command; returns its receipt's status and body (0 where it comes later)."""
        self.told += 1
        id = f"c{self.told}"
        self.case.tell(command, value, "driver", id)
        receipt = self.view.receipts.get(id, {"status": 0, "body": None})
        return receipt["status"], receipt["body"]

    def bot(self, name: str, **patch: Any) -> str:
        """Add a bot (section and the like), then patch it (chiefOfStaff, managedSections)."""
        late = {key: patch.pop(key) for key in ("chiefOfStaff", "managedSections") if key in patch}
        status, body = self.tell("createBot", name=name, **patch)
        assert status == 201, body
        self.ids[name] = body["bot"]["id"]
        if late:
            self.patch(name, acknowledgePeerScope=True, **late)
        return self.ids[name]

    def patch(self, name: str, **patch: Any) -> None:
        status, body = self.tell("patchBot", botId=self.ids[name], **patch)
        assert status == 200, body

    def send(self, name: str, text: str = "hello", **more: Any) -> tuple[int, Any]:
        return self.tell("send", botId=self.ids[name], text=text, **more)

    def wait(self, seconds: float) -> None:
        """Let time pass, from due to due."""
        self.case.tick(self.case.now + seconds)

    # --- the minds -----------------------------------------------------------------------------------------------

    def asks(self, name: str) -> list[Ask]:
        """The open asks of a bot, oldest first."""
        return [ask for ask in self.case.open.values() if ask.role == self.ids[name]]

    def ask(self, name: str) -> Ask:
        asks = self.asks(name)
        assert asks, f"nothing is asked of {name}"
        return asks[0]

    def give(self, name: str, reply: Answer | Silence | Fault) -> None:
        problem = self.case.give(self.ask(name).id, reply, self.case.now)
        assert problem is None, problem

    def say(self, name: str, text: str = "done") -> None:
        """The oldest open link of a bot is answered with a text."""
        self.give(name, Answer({"text": text}))

    def call(self, name: str, tool: str = "coordinate_bots", **arguments: Any) -> dict[str, Any]:
        """It is answered with one call; returns what the model is shown of it (errored, content), if it came."""
        turn = self.ask(name).id.partition(".")[0]
        self.give(name, Answer({"calls": [{"tool": tool, "arguments": arguments}]}))
        asked = [ask for ask in self.case.open.values() if ask.id.partition(".")[0] == turn]
        return dict(asked[0].view["messages"][-1]) if asked else {}

    def hand(self, name: str, *targets: str, message: str = "do it", **more: Any) -> dict[str, Any]:
        """It hands work to bots."""
        return self.call(name, bot_ids=[self.ids[target] for target in targets], message=message, **more)

    def fail(self, name: str, error: str = "broken") -> None:
        self.give(name, Fault(error))

    # --- what is seen --------------------------------------------------------------------------------------------

    def name(self, id: str) -> str:
        return next(name for name, known in self.ids.items() if known == id)

    def tree(self) -> list[tuple[str, str]]:
        """Every node of handed-off work: who, and how it stands."""
        return [(self.name(node["botId"]), node["status"]) for node in self.view.nodes()]

    def order(self) -> list[str]:
        """Whose turns ended, in order."""
        return [self.name(row["botId"]) for row in self.view.rows]

    def texts(self, thread: str) -> list[str]:
        return [message["text"] for message in self.view.messages(thread) if message["kind"] == "text"]

    def thread(self, name: str) -> str:
        """The first thread of a bot."""
        return str(self.view.entities["bot"][self.ids[name]]["threadId"])

    def activities(self, name: str) -> list[str]:
        return [message["tool"]["name"] for message in self.view.activities(self.thread(name))]

    def history(self, name: str, which: int = 0) -> list[str]:
        """Every state that a node of a bot has had."""
        node = self.view.nodes(self.ids[name])[which]
        return [str(status) for status in self.view.values_of(f"node/{node['id']}", "status")]


def chain(*names: str, rules: Rules | None = None) -> Team:
    """A team in which each bot reaches the next and not the one before."""
    team = Team(rules)
    for i, name in enumerate(names):
        team.bot(name, section=f"S{i}")
    for i, name in enumerate(names[:-1]):
        team.patch(name, chiefOfStaff=True, managedSections=[f"S{i + 1}"], acknowledgePeerScope=True)
    return team
