"""Admission: what becomes of words that reach a bot. One pure table for all who send them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple


class Facts(NamedTuple):
    """What admission looks at, gathered just before it is asked."""

    thread_busy: bool = False
    at_capacity: bool = False
    group_turn: bool = False
    parks: bool = False
    bot_busy: bool = False
    missing: bool = False
    can_steer: bool = True
    images: bool = False
    pending_computer: bool = False
    room_working: bool = False
    no_speaker: bool = False
    not_head: bool = False


class Row(NamedTuple):
    """The row of a surface that holds when one of `when` is so (no `when`: always); the first that holds decides.

    `then` is `start`, `steer`, `queue` (with its `reason`, if any) or `refuse` (with its code as the reason).
    """

    surface: str
    name: str
    when: tuple[str, ...]
    then: str
    reason: str | None = None


class Verdict(NamedTuple):
    """What the table says, and the row that said it (`<surface>.<name>`)."""

    then: str
    reason: str | None
    row: str


ADMISSION: tuple[Row, ...] = (
    Row("direct-busy", "images", ("images",), "queue"),
    Row("direct-busy", "computer", ("pending_computer",), "queue"),
    Row("direct-busy", "steer", ("can_steer",), "steer"),
    Row("direct-busy", "queue", (), "queue"),
    Row("direct", "capacity", ("at_capacity",), "queue", "capacity"),
    Row("direct", "group", ("group_turn",), "queue", "group-turn"),
    Row("direct", "busy", ("thread_busy",), "queue"),
    Row("direct", "parks", ("parks",), "queue"),
    Row("direct", "start", (), "start"),
    Row("room", "working", ("room_working",), "queue"),
    Row("room", "start", (), "start"),
    Row("room-steer", "speaker", ("no_speaker",), "queue"),
    Row("room-steer", "head", ("not_head",), "refuse", "queue-head-only"),
    Row("room-steer", "steer", ("can_steer",), "steer"),
    Row("room-steer", "queue", (), "queue"),
    Row("guarded", "busy", ("bot_busy", "thread_busy", "at_capacity", "parks", "group_turn"), "refuse", "guarded_busy"),
    Row("guarded", "start", (), "start"),
    Row("unattended", "missing", ("missing",), "refuse", "missing"),
    Row("unattended", "busy", ("at_capacity", "group_turn"), "refuse", "busy"),
    Row("unattended", "start", (), "start"),
    Row("peer", "busy", ("thread_busy", "at_capacity", "group_turn"), "refuse", "busy"),
    Row("peer", "start", (), "start"),
    Row("opened-thread", "capacity", ("at_capacity",), "queue", "capacity"),
    Row("opened-thread", "group", ("group_turn",), "queue", "group-turn"),
    Row("opened-thread", "start", (), "start"),
)


def admit(rows: Iterable[Row], surface: str, facts: tuple[Any, ...]) -> Verdict:
    """What becomes of words on this surface: the first row of the surface that holds. `facts` is a named tuple of
    flags, one for each condition that the rows name; other tables are read by it too.

    >>> admit(ADMISSION, "direct", Facts(at_capacity=True, group_turn=True))
    Verdict(then='queue', reason='capacity', row='direct.capacity')
    >>> admit(ADMISSION, "peer", Facts(bot_busy=True)).then
    'start'
    """
    for row in rows:
        if row.surface == surface and (not row.when or any(getattr(facts, name) for name in row.when)):
            return Verdict(row.then, row.reason, f"{surface}.{row.name}")
    return Verdict("refuse", "no-row", f"{surface}.none")
