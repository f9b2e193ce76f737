"""A State: what one participant is served, and no more. Every id in it is opaque."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from hawthorne.core.values import JSON
from hawthorne.protocols.cards.screen import AskedResponse, ResponseId, Served, ShownItem
from hawthorne.protocols.model.part import Count, Many, Number, Positive


class Screen(Served):
    """What is on the screen."""

    items: Many[ShownItem]
    """What is shown."""
    responses: Many[AskedResponse]
    """What is asked; nothing: go on."""


class Seen(Served):
    """An earlier screen."""

    step: Positive
    """Its number."""
    page: Positive
    """Its page within its stage."""
    items: Many[ShownItem]
    """What was shown."""


class Answered(Served):
    """An earlier answer."""

    step: Positive
    """The number of its screen."""
    id: ResponseId
    """The response's id."""
    kind: str
    """The response's kind."""
    prompt: str | None = None
    """The question."""
    value: JSON
    """The answer."""
    text: str | None = None
    """What the chosen options said."""


class Event(Served):
    """Something that happened to the participant."""

    id: Annotated[str, Field(pattern="^e[1-9][0-9]*$")]
    """Its id."""
    type: Literal["partner_action", "feedback", "timeout", "returned", "waiting", "round_start", "payoff"]
    """What it is."""
    text: str
    """What was said."""
    data: dict[str, JSON] | None = None
    """Values that the text shows."""


class TimingShown(Served):
    """When the screen leaves."""

    advance: Literal["self", "timed", "wait"]
    """By the participant, by itself, or when others have answered."""
    seconds: Number | None = None
    """When it leaves by itself."""
    early: bool | None = None
    """Whether the participant may go on sooner."""
    min_seconds: Number | None = None
    """No answer is taken earlier."""
    max_seconds: Number | None = None
    """It ends then."""
    remaining: Number | None = None
    """What is left of its time."""


class NavigationShown(Served):
    """Where the participant may go."""

    back: Literal["not_allowed", "allowed"]
    """Whether an earlier page may be gone back to."""


class Wrong(Served):
    """An answer that was not accepted."""

    id: str
    """The response's id, as it was sent."""
    code: str
    """What is wrong, as a code."""
    message: str
    """What is wrong."""


class Refused(Served):
    """Why the last step was not accepted."""

    code: str
    """What is wrong, as a code."""
    message: str
    """What is wrong."""
    responses: Many[Wrong] = ()
    """The answers that were not accepted."""


class State(Served):
    """What one participant is served."""

    participant: Annotated[str, Field(pattern="^p[1-9][0-9]*$")]
    """The participant's label."""
    done: bool
    """Whether the session is over."""
    step: Count
    """The number of the screen."""
    page: Count
    """Its page within its stage."""
    screen: Screen
    """What is on it."""
    seen: Many[Seen]
    """Earlier screens."""
    answered: Many[Answered]
    """Earlier answers."""
    events: Many[Event]
    """What happened since the last State."""
    timing: TimingShown
    """When the screen leaves."""
    navigation: NavigationShown
    """Where the participant may go."""
    error: Refused = Field(default=None)  # type: ignore[assignment]  # absent, never null
    """Why the last step was not accepted; there only then."""
