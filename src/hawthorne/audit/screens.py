"""Playing a document until its screens are known."""

from __future__ import annotations

from hawthorne.core.document import Document
from hawthorne.core.record import Record
from hawthorne.hold import plan as plans
from hawthorne.hold.drive import drive
from hawthorne.reports.screens import Screens, gather

FEWEST, MOST = 16, 128
"""How many cases are played at least, and at most."""


def play(document: Document, seed: int | str = 0, most: int = MOST) -> tuple[Screens, int]:
    """The screens that random answers lead to, and how many cases were played.

    Cases are played until twice as many show nothing new; the first k cases of n are those of k, so each round goes on
    from the one before. Raises InvalidDocument for a document with errors.
    """
    size = plans.make(document, None, seed, "random").size
    seats = size.participants // size.cases
    plan = plans.make(document, most * seats, seed, "random", level="full")
    records: list[Record] = []
    played, known, cases = 0, -1, min(FEWEST, most)
    while True:
        for number in range(played + 1, cases + 1):
            drive(plan.case(number, records.append), plan.minds(number))
        played = cases
        screens = gather(records)
        count = sum(shown.count for row in screens.rows for shown in row.arms.values())
        if count == known or played >= most:
            return screens, played
        known, cases = count, min(2 * played, most)
