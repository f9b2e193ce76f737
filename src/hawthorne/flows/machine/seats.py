"""Seats: the instances of a pool, one after another, until every pool of the case is done."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from hawthorne.flows.machine.state import Frame, Seat

if TYPE_CHECKING:
    from hawthorne.flows.graph import Pool
    from hawthorne.flows.machine.walk import Walk


def enter_pool(walk: Walk, pool: Pool, instance: int) -> None:
    """A participant begins: every instance starts with no values of the pool's elements."""
    for element in pool.elements & walk.values.keys():
        del walk.values[element]
    number = len(walk.seats) + 1
    name = str(walk.case) if walk.single else f"{walk.case}/{number}"
    seat = Seat(pool, instance, name, "" if walk.single else f"{number}/")
    walk.seats.append(seat)
    frame = Frame(pool.scope, seat, None, None)
    frame.instance = instance if pool.repeats else None
    walk.open_frame(frame)
    given = walk.graph.start_state.get(pool.scope.id)
    if isinstance(given, Mapping):
        frame.props.update({name: value for name, value in given.items() if name in frame.props})


def seat_done(walk: Walk, seat: Seat) -> None:
    """A participant has ended: the next one begins; after the last, what the pool says once is said."""
    seat.done = True
    if seat.instance + 1 in walk.lanes[seat.pool.id]:
        enter_pool(walk, seat.pool, seat.instance + 1)
        return
    for flow in walk.graph.once:
        if flow.source_pool == seat.pool.id:
            walk.deliver(flow, None, seat)
    if all(other.done for other in walk.seats):
        walk.finish("ended", seat.prefix + (seat.last or ""), None)
