"""A session: the caller is the participant. `reset` begins the case, `step` answers; other roles are played along.

Time is the case's own: an answer happens `took` seconds after its ask was put, and what is due before happens before.
A step without answers lets time pass to whatever comes next. What a session shows is blinded.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from hawthorne.core.ask import Answer, Ask, Silence
from hawthorne.core.case import Case
from hawthorne.core.errors import UsageError, did_you_mean
from hawthorne.core.record import Log, Record
from hawthorne.core.values import JSON
from hawthorne.hold.agenda import PASSES, Agenda, broke
from hawthorne.hold.bind import require
from hawthorne.hold.blind import Blind
from hawthorne.hold.drive import begin
from hawthorne.hold.plan import Plan

State = dict[str, Any]
"""`done`, the open `asks` in the order in which they were put, and `error` by ask after a step that was refused."""

ABSENT = Silence("absent")


class _Caller:
    """The mind of a role that the session's caller plays: nothing comes of itself."""

    def answer(self, ask: Ask) -> Silence:
        return ABSENT

    def recall(self, ask: Ask, answer: Answer | Silence) -> None:
        pass


class Session:
    """One case of a plan with the caller in one or more of its roles.

    `role` None takes every role that nobody else plays, or the only one there is. `records` has what was recorded so
    far (the operator's side: it is never part of a state).
    """

    def __init__(self, plan: Plan, case: int = 1, role: str | Collection[str] | None = None, log: Log | None = None):
        self.plan = plan
        self.number = case
        self.roles = _roles(plan, role)
        others = [each for each in plan.program.roles if each.name not in self.roles]
        require(others, plan.players, plan.document.source.name)
        self.records: list[Record] = []
        self._log = log
        self._case: Case | None = None

    def reset(self) -> State:
        """Begin the case, or begin it anew, and return its first state."""
        self.records.clear()
        self._blind = Blind()
        self._since: dict[str, float] = {}
        self._said: set[str] = set()
        case = self.plan.case(self.number, self._record)
        minds = {**self.plan.minds(self.number), **dict.fromkeys(self.roles, _Caller())}
        self._agenda = Agenda(case, minds)
        self._case = case
        begin(case)
        self._settle()
        return self._state()

    def step(self, answers: Mapping[str, JSON | Answer | Silence] | None = None) -> State:
        """Answer open asks by their (opaque) ids and return the next state.

        An answer is a value, an `Answer` (with the seconds it took) or a `Silence`. If a closed space refuses one, no
        answer of this step counts: the same state comes back with `error`. Raises UnknownAsk for an id that was not
        shown, UsageError before `reset`.
        """
        case = self._case
        if case is None:
            raise UsageError("the session has not begun: call reset() first")
        replies = {self._blind.real(name): _reply(value) for name, value in (answers or {}).items()}
        errors = {}
        for ask_id, reply in replies.items():
            ask = case.open.get(ask_id)
            if ask is not None and isinstance(reply, Answer) and not ask.space.open and ask.space.check(reply.value):
                errors[self._blind.ask(ask).id] = case.give(ask_id, reply, case.now)
        if errors:
            return self._state() | {"error": errors}
        self._act(replies)
        return self._state()

    # --- inside --------------------------------------------------------------------------------------------------

    def _act(self, replies: Mapping[str, Answer | Silence]) -> None:
        case, agenda = self._agenda.case, self._agenda
        self._said.clear()
        waits = False
        for ask_id, reply in replies.items():
            ask = case.open.get(ask_id)
            if ask is None:
                case.give(ask_id, reply, case.now)
            elif isinstance(reply, Silence) and not reply.given:
                waits = True
            else:
                since = self._since[ask_id]
                moment = max(round(since + (reply.took or 0.0), 6), case.now)
                agenda.arrive(ask, reply, moment)
                del self._since[ask_id]
                self._said.add(ask_id)
        if not replies or waits:
            self._happen()
        self._settle()

    def _settle(self) -> None:
        """Let things happen until what the caller said has happened and there is more to answer, or the end."""
        self._meet()
        agenda = self._agenda
        while not agenda.case.done and (agenda.coming(self._said) or not self._mine()):
            self._happen()

    def _happen(self) -> None:
        """Let the next thing happen."""
        agenda = self._agenda
        if agenda.case.done:
            return
        try:
            again = agenda.step()
            if again is not None:
                agenda.put(*again)
        except PASSES:
            raise
        except Exception as error:
            raise broke(agenda.case, error, agenda.at) from error
        self._meet()

    def _meet(self) -> None:
        """Put what is new to whoever plays its role."""
        agenda = self._agenda
        for ask in agenda.case.fresh():
            agenda.open(ask)
            if ask.role in self.roles:
                self._since[ask.id] = agenda.case.now
            else:
                agenda.put(ask, agenda.case.now)

    def _mine(self) -> list[Ask]:
        return [ask for ask in self._agenda.case.open.values() if ask.id in self._since]

    def _record(self, record: Record) -> None:
        self.records.append(record)
        if self._log is not None:
            self._log(record)

    def _state(self) -> State:
        case = self._agenda.case
        return {"done": case.done, "asks": [self._shown(ask) for ask in self._mine()]}

    def _shown(self, ask: Ask) -> dict[str, Any]:
        """An ask as the caller may see it; absent parts are left out."""
        seen = self._blind.ask(ask)
        shown: dict[str, Any] = {"ask": seen.id}
        if len(self.roles) > 1:
            shown["role"] = seen.role
        shown |= {"view": dict(seen.view), "answer": seen.space.schema()}
        optional = {"limit": seen.limit, "thread": seen.thread, "turn": seen.turn}
        return shown | {key: value for key, value in optional.items() if value is not None}


def _reply(value: Any) -> Answer | Silence:
    return value if isinstance(value, (Answer, Silence)) else Answer(value)


def _roles(plan: Plan, role: str | Collection[str] | None) -> tuple[str, ...]:
    """The roles that the caller plays. Raises UsageError for unknown ones, or where it must be said."""
    names = [each.name for each in plan.program.roles]
    if role is None:
        names = [each.name for each in plan.program.roles if each.performs is None]
        free = [each.name for each in plan.unplayed if each.performs is None] or names
        if len(free) > 1 and not plan.unplayed:
            raise UsageError(f"say which role the caller plays: {', '.join(names)}")
        return tuple(free)
    wanted = (role,) if isinstance(role, str) else tuple(role)
    for name in wanted:
        if name not in names:
            raise UsageError(f'the document has no role "{name}": {did_you_mean(name, names)}')
    return wanted
