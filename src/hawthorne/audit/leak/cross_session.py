"""`leak.cross_session`: what others do reaches a participant only where and when the document says so.

Two cases are played in turns: what one is served must not depend on the other. Within a group the seats take their
turns in other orders: what a seat is served must not depend on who was faster, apart from waiting.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hawthorne.audit.found import excerpt, place
from hawthorne.audit.report import Detail
from hawthorne.audit.takes import Hand, Shot, Take, Taker
from hawthorne.core.errors import HawthorneError

AGAIN = 3
"""How much further on the policy is by which the other case answers the second time."""


def interleaved(taker: Taker, case: int, moved: int) -> Iterator[Detail]:
    """A case beside its neighbour, which answers one way and another."""
    alone = taker.take(case, moved, rudely=False)
    for shift in (0, AGAIN):
        mine, other = (Hand(taker.table(number, taker.moved(moved)), policy, rudely=False, probe=None)
                       for number, policy in ((case, case), (case + 1, case + 1 + shift)))  # fmt: skip
        _play(mine, other)
        for one, shots in zip(alone.seats, mine.shots.values(), strict=True):
            k = next((k for k, (a, b) in enumerate(zip(one, shots, strict=False)) if a.data != b.data), None)
            if k is not None or len(one) != len(shots):
                k = min(len(one), len(shots)) - 1 if k is None else k
                was, now = excerpt(one[k].data, shots[k].data)
                yield Detail(place(one[k]), "another_session", "a session depends on another one", was, now)
                return


def _play(*hands: Hand) -> None:
    """Play hands turn by turn."""
    turns = [hand.turns() for hand in hands]
    while turns:
        for turn in list(turns):
            try:
                next(turn)
            except (StopIteration, HawthorneError):
                turns.remove(turn)


def faster(taker: Taker, case: int, moved: int) -> Iterator[Detail]:
    """A group in which now one seat and now another is the first to answer."""
    count = len(taker.program.people)
    if count < 2:
        return
    told = taker.take(case, moved, rudely=False)
    for order in (range(count), range(count - 1, -1, -1)):
        eager = taker.take(case, moved, rudely=False, eagerly=True, order=list(order))
        if eager.fault != told.fault:
            yield Detail("flow", "too_early", "a group ends otherwise where one of its members is faster",
                         str(told.fault), str(eager.fault))  # fmt: skip
            return
        for name, shots in told.shots.items():
            for what in ("screens", "events"):
                one, other = story(shots)[what], story(eager.shots[name])[what]
                if one != other:
                    k = next((k for k, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), -1)
                    yield Detail(_stage(told, name, k), "too_early", f"{what} depend on which member is faster",
                                 str(one[k])[:160], str(other[k])[:160])  # fmt: skip
                    return


def _stage(take: Take, seat: str, k: int) -> str:
    met = list(dict.fromkeys(place(shot) for shot in take.shots[seat] if shot.ask is not None))
    return met[min(k, len(met) - 1)] if met else "flow"


def story(shots: list[Shot]) -> dict[str, list[Any]]:
    """What a seat was shown, without waiting, and what it was told, each in order, without ids."""
    screens: list[Any] = []
    for shot in shots:
        if shot.state["timing"]["advance"] == "wait":
            continue
        screen = shot.state["screen"]
        told = [[{**part, "id": ""} for part in screen[key]] for key in ("items", "responses")]
        if not screens or screens[-1] != told:
            screens.append(told)
    return {"screens": screens, "events": _once(shots)}


def _once(shots: list[Shot]) -> list[str]:
    """The events' texts, each event once."""
    met: dict[str, str] = {}
    for shot in shots:
        for event in shot.state["events"]:
            if event["type"] != "waiting":
                met.setdefault(event.get("id", ""), event["text"])
    return list(met.values())
