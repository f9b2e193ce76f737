"""The hand that holds the cases of a plan: the virtual driver or the live one, by the plan's clock."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable

from hawthorne.core.case import Case
from hawthorne.core.record import Record
from hawthorne.core.values import JSON
from hawthorne.hold import drive, drive_live
from hawthorne.hold.agenda import Agenda
from hawthorne.hold.plan import Plan
from hawthorne.hold.restore import restore


class Hand:
    """Plays cases. `clocks` makes the clock of a case under the wall clock; `wait` is told what is waited for."""

    def __init__(
        self, plan: Plan, clocks: Callable[[float], drive_live.LiveClock], wait: Callable[[str], None]
    ) -> None:
        self._plan, self._clocks, self._wait = plan, clocks, wait
        self._live = plan.clock == "wall"

    def play(self, case: Case, carry: JSON) -> Case:
        """Begin a case and play it to its end."""
        minds = self._plan.minds(case.number)
        if not self._live:
            return drive.drive(case, minds, carry)
        return asyncio.run(drive_live.drive(case, minds, self._clocks(0.0), carry, self._wait))

    def restore(self, case: Case, records: Iterable[Record]) -> Agenda:
        """Replay a case that was cut, into the case and its minds; returns what is to happen next."""
        minds = self._plan.minds(case.number)
        agenda = drive_live.LiveAgenda(case, minds) if self._live else Agenda(case, minds)
        return restore(agenda, records, self._plan.reproducible)

    def go_on(self, agenda: Agenda) -> Case:
        """Play a restored case to its end."""
        if isinstance(agenda, drive_live.LiveAgenda):
            return asyncio.run(drive_live.go_on(agenda, self._clocks(agenda.case.now), self._wait))
        return drive.go_on(agenda)
