"""The desk of a server: one harness on the disk, its tokens, and, in an evaluation, the verbs that move it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from hawthorne.actors.turns import TurnsMind
from hawthorne.bots.shapes import problem
from hawthorne.core.actor import Mind
from hawthorne.core.values import JSON
from hawthorne.evals.worlds.contract import EVAL_ROUTES
from hawthorne.evals.worlds.front import SIGHTS
from hawthorne.evals.worlds.host import Moment, Response
from hawthorne.evals.worlds.world import rules_of
from hawthorne.server.scripted import LOOK, Scripted
from hawthorne.server.standing import Standing
from hawthorne.server.tokens import Tokens

EVAL = "/api/eval/"


class Desk:
    """A harness in the folder `data`, in real time, with `mind_of` for its bots; or with scripted models, whose plan
    and gates are files."""

    def __init__(self, data: Path, mind_of: Callable[[str], Mind], scripted: Scripted | None = None) -> None:
        self._scripted = scripted
        if scripted is not None:
            scripted.begin()
        self.standing = Standing(data, mind_of)
        self.tokens = Tokens()
        self._look()

    def ask(self, method: str, target: str, body: JSON, token: str | None) -> Response | str:
        """Make a request; what is answered later is answered by its command's id."""
        said = self.standing.ask(method, target, body, self.tokens.capability(token))
        self._look()
        return said

    def wake(self) -> None:
        """Let happen what is due."""
        self.standing.catch_up()
        self._look()

    @property
    def wakes_in(self) -> float | None:
        """In how many seconds something will happen of itself; None: never."""
        due = self.standing.wakes_in
        if self._scripted is not None and self.standing.front.service.held:
            return LOOK if due is None else min(due, LOOK)
        return due

    def _look(self) -> None:
        if self._scripted is not None:
            self._scripted.look(self.standing)
        self.standing.commit()
        if self._scripted is not None:
            self._scripted.tell(self.standing)

    def later(self, command: str) -> Response | None:
        """What a command was answered with, once."""
        return self.standing.front.later(command)

    def close(self) -> None:
        """Leave the folder."""
        self.standing.close()


class EvalDesk:
    """A desk whose time a player moves. Each play has a folder of its own below `data`; the models are scripted."""

    def __init__(self, data: Path) -> None:
        self._data = data
        self._number = self._last()
        self._compat = False
        self._scripts: dict[str, Any] = {}
        self.tokens = Tokens()
        self.standing = self._stand()

    def ask(self, method: str, target: str, body: JSON, token: str | None) -> Response:
        """Make a request and let time pass until it is answered."""
        path = target.partition("?")[0]
        if path.startswith(EVAL):
            return self._moved(method, path, body)
        response = self.standing.front.request(method, target, body, self.tokens.capability(token))
        self.standing.commit()
        return response

    def later(self, command: str) -> Response | None:
        """Nothing is answered later here."""
        raise AssertionError(command)

    def wake(self) -> None:
        """Nothing happens of itself here."""

    @property
    def wakes_in(self) -> float | None:
        """Never: a player moves the time."""
        return None

    def close(self) -> None:
        """Leave the folder."""
        self.standing.close()

    # --- the verbs of a player -----------------------------------------------------------------------------------

    def _moved(self, method: str, path: str, body: JSON) -> Response:
        routes = [route for route in EVAL_ROUTES if route.path == path]
        route = next((route for route in routes if route.method == method), None)
        if route is None:
            allowed = ", ".join(route.method for route in routes)
            why = f"{path} takes {allowed}, not {method}" if routes else f"nothing is at {path}"
            code = "route.method" if routes else "route.unknown"
            return Response(405 if routes else 404, {"error": why, "code": code})
        if path in SIGHTS and method == "GET":
            return Response(200, self._tokened(route.does, SIGHTS[path](self.standing.front)))
        value = {} if body is None else body
        wrong = problem({"type": "object", **route.body}, value)
        if wrong is not None:
            return Response(400, {"error": wrong, "code": "body.shape"})
        moment = VERBS[route.does](self, value)
        self.standing.commit()
        return Response(200, moment.as_json())

    def _tokened(self, does: str, seen: JSON) -> JSON:
        """What is seen, with tokens for capabilities."""
        if does != "dumps":
            return seen
        minted = [
            {**dump, "computer": dump["computer"] and self.tokens.mint(dump["computer"])} for dump in seen["dumps"]
        ]
        return {"dumps": minted}

    def settle(self, value: Mapping[str, Any]) -> Moment:
        return self.standing.front.settle()

    def advance(self, value: Mapping[str, Any]) -> Moment:
        return self.standing.front.advance(value.get("seconds"))

    def pass_time(self, value: Mapping[str, Any]) -> Moment:
        return self.standing.front.pass_time(value["seconds"])

    def signal(self, value: Mapping[str, Any]) -> Moment:
        self.standing.signal(value["gate"])
        return self.standing.front.moment()

    def plan(self, value: Mapping[str, Any]) -> Moment:
        self._scripts.update(value["scripts"])
        return self.standing.front.moment()

    def restart(self, value: Mapping[str, Any]) -> Moment:
        now = self.standing.front.service.now
        self.standing.close()
        self.tokens = Tokens()
        self.standing = self._stand(now)
        return self.standing.front.moment()

    def fresh(self, value: Mapping[str, Any]) -> Moment:
        self.standing.close()
        self._number += 1
        self._compat = bool(value.get("compat"))
        self._scripts = {}
        self.tokens = Tokens()
        self.standing = self._stand()
        return self.standing.front.moment()

    # --- inside --------------------------------------------------------------------------------------------------

    def _stand(self, now: float = 0.0) -> Standing:
        scripts = self._scripts
        folder = self._data / f"play-{self._number:06}"
        return Standing(folder, lambda role: TurnsMind(scripts), rules_of(self._compat), now)

    def _last(self) -> int:
        """The number of the latest play in the folder: a server that was killed goes on with it."""
        numbers = [int(path.name[5:]) for path in self._data.glob("play-*") if path.name[5:].isdigit()]
        return max(numbers, default=1)


VERBS: Mapping[str, Callable[[EvalDesk, Mapping[str, Any]], Moment]] = {
    "settle": EvalDesk.settle,
    "advance": EvalDesk.advance,
    "pass": EvalDesk.pass_time,
    "signal": EvalDesk.signal,
    "plan": EvalDesk.plan,
    "restart": EvalDesk.restart,
    "fresh": EvalDesk.fresh,
}
"""What each endpoint of a player does."""
