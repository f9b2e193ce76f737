"""What other seats answered: `role.<role>.resp.<id>`, `partner.<role>.resp.<id>`, `group.resp.<id>`.

Inside a loop that both seats play, an answer of the same pass is meant, wherever the other one is by now.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from hawthorne.core.values import JSON
from hawthorne.protocols.compile.expressions import Across

if TYPE_CHECKING:
    from hawthorne.protocols.machine.seat import Seat

MISSING: Any = object()
"""There is no answer: not asked yet, or not in this pass."""


class Others:
    """The seats of a case to one another. `around` says of each response in which loops it is asked."""

    __slots__ = ("_around", "_seats")

    def __init__(self, seats: Sequence[Seat], around: Mapping[str, tuple[str, ...]]) -> None:
        self._seats = seats
        self._around = around
        for seat in seats:
            fellows = [other for other in seats if other is not seat]
            seat.scope["role"] = _by_role(seats)
            seat.scope["partner"] = _by_role(fellows)
            seat.scope["group"] = {"resp": {}}

    def look(self, seat: Seat, readings: Iterable[Across]) -> None:
        """Bring what these readings name up to date in the seat's scope."""
        for root, role, response in readings:
            for id in (response,) if response is not None else self._around:
                if root == "group":
                    seat.scope["group"]["resp"][id] = self._all(seat, id)
                else:
                    fellows = self._seats if root == "role" else [one for one in self._seats if one is not seat]
                    for name in {one.role: None for one in fellows if role in (None, one.role)}:
                        self._fill(seat, seat.scope[root][name], [one for one in fellows if one.role == name], id)

    def _fill(self, seat: Seat, place: Any, fellows: Sequence[Seat], id: str) -> None:
        for each, other in zip(place if isinstance(place, list) else [place], fellows, strict=True):
            value = self.answer(seat, other, id)
            each["resp"][id] = None if value is MISSING else value

    def _all(self, seat: Seat, id: str) -> list[JSON]:
        """What every seat that has answered did answer, in the order of seats."""
        values = [self.answer(seat, other, id) for other in self._seats]
        return [value for value in values if value is not MISSING and value is not None]

    def answer(self, seat: Seat, other: Seat, id: str) -> JSON:
        """The other's answer as the seat may know it now, or MISSING."""
        loops = self._around.get(id, ())
        depth = len(loops)
        if seat.within[:depth] == loops:
            value = other.kept.get((id, seat.passes[:depth]), MISSING)
            if value is MISSING and not depth and not other.within:
                return other.resp.get(id, MISSING)  # the other was asked it in a loop of its own, which is over
            return value
        if depth and loops[0] in other.within:
            return MISSING  # seen from outside of the loop, it is not over
        return other.resp.get(id, MISSING)

    def lacking(self, seat: Seat, needs: Iterable[tuple[str | None, str]]) -> list[tuple[str, Seat]]:
        """What of the needs (role or None, response) is not there yet: the need in words, and who has not answered."""
        return [
            (f"role.{role}.resp.{id}" if role else f"group.resp.{id}", other)
            for role, id in needs
            for other in self._seats
            if role in (None, other.role) and self.answer(seat, other, id) is MISSING
        ]

    def met(self, seat: Seat, needs: Iterable[tuple[str | None, str]]) -> bool:
        """Whether all that a sync needs is there."""
        for role, id in needs:
            for other in self._seats:
                if (role is None or other.role == role) and self.answer(seat, other, id) is MISSING:
                    return False
        return True


def _by_role(seats: Iterable[Seat]) -> dict[str, Any]:
    """A place for the answers of each role: one, or a list where several seats have it."""
    found: dict[str, list[dict[str, Any]]] = {}
    for seat in seats:
        found.setdefault(seat.role, []).append({"resp": {}})
    return {role: places[0] if len(places) == 1 else places for role, places in found.items()}
