"""Signals: what a state becomes when one is thrown."""

from __future__ import annotations

from hawthorne.flows.explore.net import INSIDE, MARK, PASSED, WAITS, Item, Items
from hawthorne.flows.explore.passes import Passes, at
from hawthorne.flows.graph import Scope
from hawthorne.flows.machine.containers import EventSubProcess


def heard(passes: Passes, scope: Scope, items: Items, signal: str) -> Items:
    """A scope after a signal that was thrown anywhere in the case."""
    kept: list[Item] = []
    for item in items:
        kept.extend(_heard(passes, item, signal))
    now = tuple(sorted(kept))
    for one in scope.listeners:
        assert isinstance(one, EventSubProcess)
        if one.occasion.signal == signal and (MARK, one.index, 0) not in items:
            now = passes.risen(scope, now, one)
    return now


def _heard(passes: Passes, item: Item, signal: str) -> Items:
    stop = passes.net.stops[item[1]]
    if item[0] == WAITS and stop.kind == "event" and stop.signal == signal:
        return ((PASSED, item[1], 0),)
    if item[0] == WAITS and stop.kind == "race":
        targets = [target for added, _ in stop.ways for _, target, _ in added]
        chosen = next((target for target in targets if passes.net.stops[target].signal == signal), None)
        return ((PASSED, chosen, 0),) if chosen is not None else (item,)
    if item[0] not in (WAITS, INSIDE):
        return (item,)
    beside: list[Item] = []
    for boundary in stop.called:
        if boundary.occasion.signal == signal:
            if boundary.interrupts:
                return (at(boundary),)
            beside.append(at(boundary))
    if item[0] == INSIDE:
        assert stop.inner is not None
        assert not isinstance(item[2], int)
        done, frames = item[2]
        item = (INSIDE, item[1], (done, tuple(heard(passes, stop.inner, frame, signal) for frame in frames)))
    return (item, *beside)
