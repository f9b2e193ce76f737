"""Timer definitions compiled to seconds from now."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

from hawthorne.flows import durations
from hawthorne.flows.compile import reading
from hawthorne.flows.compile.context import Context
from hawthorne.flows.machine.events import Seconds
from hawthorne.flows.machine.leaving import StepFailed
from hawthorne.flows.machine.state import Frame, Visit
from hawthorne.flows.machine.walk import Walk
from hawthorne.flows.model import Element
from hawthorne.lang.template import Template

Parse = Callable[[Walk, str], float]


def timer(desk: Context, element: Element, definition: Element) -> tuple[Seconds | None, str]:
    """A timer's seconds and its text as written; placeholders are filled in when it is armed."""
    for name, parse in _KINDS.items():
        text = definition.attributes.get(name)
        if text is None:
            continue
        text = str(text)
        if Template.of(text).names:
            return _filled(desk, element, text, parse), text
        try:
            return _fixed(text, name, parse), text
        except ValueError as error:
            desk.error("timer", element, f"has a timer that cannot be read: {error}", at=name)
            return None, text
    desk.error("timer", element, "has a timer without a time", "write timeDuration: PT30S")
    return None, ""


def _duration(walk: Walk, text: str) -> float:
    return durations.seconds(text)


def _cycle(walk: Walk, text: str) -> float:
    return durations.cycle(text)


def _date(walk: Walk, text: str) -> float:
    now = walk.graph.clock.epoch + timedelta(seconds=walk.now)
    return max(0.0, (durations.moment(text) - now).total_seconds())


_KINDS: dict[str, Parse] = {"timeDuration": _duration, "timeDate": _date, "timeCycle": _cycle}


def _fixed(text: str, name: str, parse: Parse) -> Seconds:
    if name == "timeDate":
        durations.moment(text)
        return lambda walk, frame, visit: parse(walk, text)
    value = durations.seconds(text) if name == "timeDuration" else durations.cycle(text)
    return lambda walk, frame, visit: value


def _filled(desk: Context, element: Element, text: str, parse: Parse) -> Seconds:
    fill = reading.template(desk, element, text)

    def seconds(walk: Walk, frame: Frame, visit: Visit | None) -> float:
        written = str(fill(walk, frame, visit, None))
        try:
            return parse(walk, written)
        except ValueError as error:
            assert visit is not None
            raise StepFailed(visit.node, f'the timer of "{element.label}": {error}', visit) from None

    return seconds


def turns(definition: Element) -> int | None:
    """How often a timer comes round: once, or as often as its cycle says (None: without end)."""
    text = definition.attributes.get("timeCycle")
    match = re.match(r"\s*R(\d*)/", str(text)) if text is not None else None
    if match is None:
        return 1
    return int(match[1]) if match[1] else None
