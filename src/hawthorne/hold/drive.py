"""Driving a case under the virtual clock: answers and timers happen in order and take no time."""

from __future__ import annotations

from hawthorne.core.ask import Ask, Silence
from hawthorne.core.case import Case
from hawthorne.core.values import JSON
from hawthorne.hold.agenda import PASSES, Agenda, Minds, broke, settled


def drive(case: Case, minds: Minds, carry: JSON = None) -> Case:
    """Begin a case and play it to its end; returns it, done.

    `minds` has a mind for every role; `carry` is what the case before handed over. Raises MachineBroke for a machine
    that raises, AsyncMind for a mind that takes real time.
    """
    begin(case, carry)
    return go_on(Agenda(case, minds))


def begin(case: Case, carry: JSON = None) -> None:
    """Begin a case. Raises MachineBroke for a machine that raises."""
    try:
        case.begin(carry)
    except PASSES:
        raise
    except Exception as error:
        raise broke(case, error) from error


def go_on(agenda: Agenda) -> Case:
    """Play a case that has begun to its end, from what its agenda holds."""
    case = agenda.case
    try:
        while not case.done:
            fresh = case.fresh()
            if len(fresh) == 1 and not agenda.pending:
                if _at_once(agenda, fresh[0]):
                    continue
            else:
                for ask in fresh:
                    agenda.open(ask)
                for ask in fresh:
                    agenda.put(ask, case.now)
            again = agenda.step()
            if again is not None:
                agenda.put(*again)
    except PASSES:
        raise
    except Exception as error:
        raise broke(case, error, agenda.at) from error
    return case


def _at_once(agenda: Agenda, ask: Ask) -> bool:
    """The common case: one ask and nothing else on its way. True if the reply has happened, False if the agenda must
    decide what comes first."""
    case = agenda.case
    agenda.open(ask)
    reply = settled(agenda.call(ask), ask)
    if isinstance(reply, Silence) and not reply.given:
        return False
    moment = case.now if reply.took is None else round(case.now + max(0.0, reply.took), 6)
    due = case.due
    if due is not None and due <= moment:
        agenda.schedule(ask, reply, case.now)
        return False
    again = agenda.give(ask, reply, moment)
    if again is None:
        return True
    agenda.put(*again)
    return False
