"""The front of a harness: one case that takes commands, its routes, and the one fold of its notes.

The world in process and the HTTP server both stand on it, so that a request means the same in both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from hawthorne.bots import routes
from hawthorne.bots.harness import Harness
from hawthorne.bots.queries import QUERIES
from hawthorne.bots.rules import Rules
from hawthorne.bots.view import View
from hawthorne.core.actor import Mind
from hawthorne.core.record import Log, Record
from hawthorne.core.values import JSON
from hawthorne.evals.collect import collect, dumps
from hawthorne.evals.worlds.host import Moment, Response
from hawthorne.hold.service import Service

UNANSWERED = Response(
    409, {"error": "the harness waits for something that nobody will bring about", "code": "unanswered"}
)


class Front:
    """A harness behind its routes.

    `mind_of` makes the mind of a bot by its id; `log` takes every record before anything is answered because of it;
    `opened` are gates that stand open already, each since when. Call `begin`, or `take_up` with what was recorded.
    """

    def __init__(
        self,
        mind_of: Callable[[str], Mind],
        rules: Rules | None = None,
        log: Log | None = None,
        opened: Mapping[str, float] | None = None,
    ) -> None:
        self.rules = rules or Rules()
        self.view = View()
        self._log = log
        self.service = Service(Harness(self.rules), mind_of, self._hear, opened)

    def begin(self) -> None:
        """Begin the case."""
        self.service.begin()

    def take_up(self, records: Iterable[Record], now: float = 0.0) -> None:
        """Replay what was recorded, and set the clock to `now` at the earliest. Tell it `restarted` next."""
        self.service.take_up(records, now)

    def restarted(self) -> None:
        """Say that whoever held the case before is gone: what ran has failed."""
        self.service.receipt(self.service.tell("restarted"))
        self.service.settle()

    # --- requests ------------------------------------------------------------------------------------------------

    def ask(self, method: str, target: str, body: JSON = None, token: str | None = None) -> Response | str:
        """Make a request; what is answered later is answered by its command's id (`later`)."""
        meant = routes.resolve(method, target, body, token)
        if isinstance(meant, routes.Refusal):
            return Response(meant.status, meant.body)
        if isinstance(meant, routes.Asked):
            return Response(*QUERIES[meant.name](self.view, meant.value))
        command = self.service.tell(meant.name, meant.value)
        return self.later(command) or command

    def later(self, command: str) -> Response | None:
        """What a command was answered with, once; None as long as it is not."""
        receipt = self.service.receipt(command)
        return None if receipt is None else Response(receipt["status"], receipt.get("body"))

    def request(self, method: str, target: str, body: JSON = None, token: str | None = None) -> Response:
        """Make a request and let time pass until it is answered."""
        said = self.ask(method, target, body, token)
        if isinstance(said, Response):
            return said
        answer = None
        while answer is None and self.service.advance():
            answer = self.later(said)
        return answer or UNANSWERED

    # --- time ----------------------------------------------------------------------------------------------------

    def moment(self, moved: bool = False) -> Moment:
        """Where time stands."""
        service = self.service
        turns: dict[str, dict[str, int]] = {}
        for row in self.view.rows:
            counts = turns.setdefault(row["botId"], {})
            counts[row["outcome"]] = counts.get(row["outcome"], 0) + 1
        return Moment(service.now, service.due, self.view.n, moved, service.held, turns)

    def settle(self) -> Moment:
        """Let everything happen that happens now."""
        self.service.settle()
        return self.moment()

    def advance(self, seconds: float | None = None) -> Moment:
        """Move to the next moment at which something is due, at most so many seconds from now."""
        until = None if seconds is None else round(self.service.now + seconds, 6)
        return self.moment(self.service.advance(until))

    def pass_time(self, seconds: float) -> Moment:
        """Let so much time pass."""
        self.service.pass_time(round(self.service.now + seconds, 6))
        return self.moment(True)

    def signal(self, gate: str) -> None:
        """Open a gate."""
        self.service.signal(gate)

    # --- looking on ----------------------------------------------------------------------------------------------

    def evidence(self) -> dict[str, JSON]:
        """All that is to be seen now."""
        return collect(self.view, self.rules.wording, self.service.now)

    # --- inside --------------------------------------------------------------------------------------------------

    def _hear(self, record: Record) -> None:
        if self._log is not None:
            self._log(record)
        self.view.take(record)


SIGHTS: dict[str, Callable[[Front], JSON]] = {
    "/api/eval/moment": lambda front: front.moment().as_json(),
    "/api/eval/dumps": lambda front: {"dumps": dumps(front.view)},
    "/api/eval/evidence": Front.evidence,
}
"""What a player may look at beside what everybody may, by its path."""
