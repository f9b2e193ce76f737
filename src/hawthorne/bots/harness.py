"""The harness: a machine whose commands are requests, whose asks are turns of bots, and whose clocks are few.

It hears `Begin`; `Told(name, value, role, id)`: a command of `COMMANDS`, answered by exactly one receipt note
`{"status", "body"}`, now or later; `Given` and `Failed` for the links of turns; `Due` for its alarms; and
`Told("restarted", id=...)`, after which what ran has failed.

All changes pass through one queue of events. Within one moment the ends of turns come first (in the order in which the
turns began), then launches, then the handoffs, the routines and whoever waits for a slot, until nothing is left to do.
Every change of an entity is a note `wrote <kind>/<id>` (a merge patch), an edge or a row that decided is a note `took`,
the evidence of a turn is a note `row`.

The roles are the ids of the bots: whoever holds the case maps a role to a mind.
"""

from __future__ import annotations

from hawthorne.bots import (
    asking,
    drains,
    groups,
    launching,
    people,
    routines,
    settings,
    settling,
    shapes,
    skills,
    talk,
    threads,
    waiting,
)
from hawthorne.bots.bodies import BODIES
from hawthorne.bots.commands import Command
from hawthorne.bots.computer import hooks as computer
from hawthorne.bots.handoffs import restart, tick
from hawthorne.bots.house import House, Receipt, refusal
from hawthorne.bots.rules import Rules
from hawthorne.core.machine import Begin, Done, Due, Event, Failed, Given, Note, Sink, Told
from hawthorne.core.result import Result

COMMANDS: dict[str, Command] = {
    **people.COMMANDS,
    **talk.COMMANDS,
    **threads.COMMANDS,
    **settings.COMMANDS,
    **groups.COMMANDS,
    **routines.COMMANDS,
    **skills.COMMANDS,
    **computer.COMMANDS,
}
"""What can be asked of the harness, by name; the shape of each value is in `hawthorne.bots.bodies`."""

ALARMS = {
    "handoffs": tick.on_due,
    "tools": waiting.on_due,
    "routines": routines.on_due,
    "computer": computer.on_due,
}
"""Who hears an alarm, by the first word of its name."""

RESTLESS = 100_000
"""How many things may follow from one event; rules that go on from there go on for ever."""


class Harness:
    """One team of bots and all that is theirs. `case` is the number of the case, the first part of every ask's id."""

    __slots__ = ("house",)

    def __init__(self, rules: Rules | None = None, case: int = 1) -> None:
        self.house = House(rules or Rules(), case)

    def advance(self, event: Event, now: float, put: Sink) -> None:
        """Take one event; what follows from it is done before this returns."""
        house = self.house
        house.now, house.put = now, put
        if isinstance(event, Given):
            asking.given(house, event.ask, event.answer)
        elif isinstance(event, Told):
            self._told(event)
        elif isinstance(event, Due):
            self._due(event.key)
        elif isinstance(event, Failed):
            asking.failed(house, event.ask, event.error)
        elif isinstance(event, Begin):
            house.create(house.config)
        self._run_down()

    def _told(self, event: Told) -> None:
        if event.id is None:
            if event.name == "quiet":
                self._quiet()
            return
        receipt = self._command(event.name, event.value, event.id)
        if receipt is not None:
            self.house.receipt(event.id, receipt)

    def _command(self, name: str, value: object, id: str) -> Receipt | None:
        house = self.house
        if name == "restarted":
            return restart.restarted(house)
        command = COMMANDS.get(name)
        if command is None:
            return refusal(404, f'no command "{name}"', "command.unknown")
        body = {} if value is None else value
        problem = shapes.problem(BODIES.get(name, {}), body)
        if problem is not None:
            return refusal(400, problem, "body.shape")
        assert isinstance(body, dict)
        return command(house, body, id)

    def _due(self, key: str) -> None:
        name = self.house.rang(key)
        if name is not None:
            ALARMS[name.partition(":")[0]](self.house, name)

    def _run_down(self) -> None:
        """Do what there is to do at this moment."""
        house = self.house
        for _ in range(RESTLESS):
            if house.settling:
                settling.settle_all(house)
            elif house.launching:
                launching.launch(house, house.launching.popleft())
            elif "handoffs" in house.stirred:
                house.stirred.discard("handoffs")
                tick.tick(house)
            elif "routines" in house.stirred:
                house.stirred.discard("routines")
                routines.on_pass(house)
            elif "drains" in house.stirred:
                house.stirred.discard("drains")
                drains.drain(house)
            else:
                return
        raise RuntimeError(
            f"the rules never come to rest: {RESTLESS} things were done at {house.now:g} s, and more wait"
        )

    def _quiet(self) -> None:
        """Nobody outside will do anything more: a harness that waits for somebody is stuck."""
        house = self.house
        names = [f"{turn.id} of {house.bots[turn.bot_id].name} ({turn.state})" for turn in house.live.values()]
        if not names:
            house.put(Done(Result("ended")))
            return
        why = "waiting for " + ", ".join(names)
        house.put(Note("stuck", "harness", why))
        house.put(Done(Result("stuck", "harness", why)))
