"""`leak.labels`: neither a participant's number nor the place of an option tells what it stands for.

Chance fails one such test in ten thousand, so what fails is tried again with another seed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from hawthorne.audit.report import Detail
from hawthorne.audit.takes import Take, Taker
from hawthorne.measure.summaries import chi_square
from hawthorne.measure.tails import chi_square_tail
from hawthorne.protocols.design import ORDERED
from hawthorne.protocols.machine.play import Play

LEAST = 1e-4
"""What p value is no chance any more."""
CASES = 2000


def numbers(taker: Taker, second: Callable[[], Taker]) -> Iterator[Detail]:
    """Arms against participants' numbers, odd and even, and in the first and the second half of the design. `second`
    is the same protocol with another seed."""
    if len(taker.arms) < 2:
        return
    found = {name: p for name, p in _numbers(taker).items() if p <= LEAST}
    again = _numbers(second()) if found else {}
    planned = taker.program.protocol.assignment.method in ORDERED
    for name, p in found.items():
        if again[name] <= LEAST:
            why = " (arms are assigned in turn, as the document says)" if planned else ""
            yield Detail("arms", f"by_{name}", f"participants' numbers tell their arm, by {name}{why}",
                         f"p > {LEAST}", f"p = {p:.1e}", "warn" if planned else "fail")  # fmt: skip


def _numbers(taker: Taker) -> dict[str, float]:
    """How likely the counts of arms by participants' numbers are."""
    tables = {name: {arm: [0, 0] for arm in taker.arms} for name in ("parity", "half")}
    most = CASES * len(taker.program.people)
    for case in range(1, CASES + 1):
        seats = [seat for seat in Play(taker.script, case).seats if seat.scripted is None]
        for seat in seats if taker.script.by_seat else seats[:1]:
            tables["parity"][seat.drawn.arm][seat.number % 2] += 1
            tables["half"][seat.drawn.arm][seat.number * 2 > most] += 1
    return {name: _p(list(table.values())) for name, table in tables.items()}


def _p(table: list[list[int]]) -> float:
    rows = [row for row in table if any(row)]
    columns = [column for column in zip(*rows, strict=True) if any(column)]
    if len(rows) < 2 or len(columns) < 2:
        return 1.0
    return chi_square_tail(chi_square(rows), (len(rows) - 1) * (len(columns) - 1))


class Options:
    """Which option of each shuffled response stood first, over takes."""

    def __init__(self, taker: Taker) -> None:
        self.shuffled: dict[str, list[str]] = {}
        responses: tuple[Any, ...] = taker.program.protocol.responses
        for response in responses:
            parts = response.rows if getattr(response, "shuffle_rows", False) else getattr(response, "options", ())
            if getattr(response, "shuffle_rows", False) or getattr(response, "shuffle", False) is True:
                self.shuffled[response.id] = [part.id for part in parts if getattr(part, "pin", None) is None]
        self.first: dict[str, Counter[str]] = {id: Counter() for id in self.shuffled}

    def see(self, take: Take) -> None:
        for shots in take.seats:
            met: set[str] = set()
            for shot in shots:
                if shot.ask is None or shot.ask.id in met or "responses" not in shot.ask.view:
                    continue
                met.add(shot.ask.id)
                for shown in shot.ask.view["responses"]:
                    free = self.shuffled.get(shown["id"])
                    if free:
                        codes = [part["code"] for part in shown.get("rows", shown.get("options", ()))]
                        self.first[shown["id"]].update([code for code in codes if code in free][:1])

    def p(self, id: str) -> float:
        """How likely such counts are where each option is as likely to stand first."""
        counts = [self.first[id][option] for option in self.shuffled[id]]
        total = sum(counts)
        if len(counts) < 2 or total < 5 * len(counts):
            return 1.0
        even = total / len(counts)
        return chi_square_tail(sum((count - even) ** 2 / even for count in counts), len(counts) - 1)


def options(taken: Options, second: Callable[[], Options]) -> Iterator[Detail]:
    """Which option stands first follows from chance alone. `second` plays as many sessions with another seed."""
    suspects = [id for id in taken.shuffled if taken.p(id) <= LEAST]
    again = second() if suspects else taken
    for id in suspects:
        if again.p(id) <= LEAST:
            yield Detail(f"response:{id}", "first_option", "one option stands first too often where they are shuffled",
                         f"p > {LEAST}", f"p = {taken.p(id):.1e}")  # fmt: skip
