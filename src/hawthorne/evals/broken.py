"""How a step of a scenario comes to nothing, each said so that the reader knows what was waited for."""

from __future__ import annotations

from hawthorne.core.errors import HawthorneError


class StepFailed(HawthorneError):
    """A step that the harness refused, or that means nothing here."""


class Stuck(StepFailed):
    """A wait that can never hold: nothing is on its way that could change what it looks at."""


class TimedOut(StepFailed):
    """A wait that came to its deadline."""
