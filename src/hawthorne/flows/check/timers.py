"""Timers: a duration, a moment or a cycle by ISO 8601; placeholders are filled in when the timer starts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime

from hawthorne.core.errors import Finding
from hawthorne.flows.model import Element, Study
from hawthorne.flows.spelling.values import PLACEHOLDER
from hawthorne.flows.wiring import tour

_NUMBER = r"\d+(?:[.,]\d+)?"
DURATION = re.compile(
    rf"P(?=\d|T\d)(?:{_NUMBER}Y)?(?:{_NUMBER}M)?(?:{_NUMBER}W)?(?:{_NUMBER}D)?"
    rf"(?:T(?=\d)(?:{_NUMBER}H)?(?:{_NUMBER}M)?(?:{_NUMBER}S)?)?\Z"
)
"""A duration: at least one component, in this order."""

_CYCLE = re.compile(r"R\d*/(?:[^/]+/)?(P[^/]+)\Z")
KINDS = ("timeDuration", "timeDate", "timeCycle")


def check_timers(study: Study) -> Iterator[Finding]:
    """Every timer has one of its three texts, by ISO 8601."""
    for element, around in tour(study):
        if element.type != "bpmn:TimerEventDefinition":
            continue
        label = (around[0] if around else element).label
        written = [name for name in KINDS if name in element.attributes]
        if not written:
            fix = "write `timeDuration: PT30S`, `timeDate:` or `timeCycle:`"
            yield Finding("error", "timer", f'"{label}" has a timer that says no time', fix, element.place)
        elif len(written) > 1:
            message = f'"{label}" has a timer with {" and ".join(written)}'
            yield Finding("error", "timer", message, "keep one of them", element.where(written[1]))
        for name in written:
            yield from _check(element, label, name, str(element.attributes[name]).strip())


def _check(element: Element, label: str, name: str, text: str) -> Iterator[Finding]:
    if PLACEHOLDER.search(text):
        return
    place = element.where(name)
    if name == "timeDuration" and not DURATION.match(text):
        message = f'"{label}" has the duration "{text}", which is not ISO 8601'
        yield Finding("error", "timer", message, "write it as P14D, PT30S or P1DT12H", place)
    elif name == "timeDate" and not _is_moment(text):
        message = f'"{label}" has the moment "{text}", which is not ISO 8601'
        yield Finding("error", "timer", message, "write it as 2030-01-31T09:00:00Z", place)
    elif name == "timeCycle":
        cycle = _CYCLE.match(text)
        if cycle is None or not DURATION.match(cycle[1]):
            message = f'"{label}" has the cycle "{text}", which is not ISO 8601'
            yield Finding("error", "timer", message, "write it as R3/PT10M, or use a duration", place)
        else:
            message = f'"{label}" has the cycle "{text}", of which one round is waited for'
            yield Finding("warning", "timer-cycle", message, f"write `timeDuration: {cycle[1]}`", place)


def _is_moment(text: str) -> bool:
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True
