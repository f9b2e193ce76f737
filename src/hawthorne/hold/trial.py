"""A trial of a cognitive task as a screen: the stimulus above, the buttons as the options of one response."""

from __future__ import annotations

from hawthorne.core.ask import Ask
from hawthorne.core.values import JSON, canonical
from hawthorne.spaces.choice import Choice
from hawthorne.spaces.form import Form

ANSWER = "answer"
"""What the one response of a trial's screen is called behind the blind."""


def as_screen(ask: Ask, step: int) -> Ask:
    """The screen of a trial's ask, number `step` of its participant. Its one answer, `ANSWER`, is the ask's."""
    options = [str(option) for option in ask.view["ResponseOptions"]]
    stimulus = ask.view.get("Stimulus")
    shown = stimulus if isinstance(stimulus, str) else canonical(stimulus)
    response: dict[str, JSON] = {
        "id": ANSWER, "kind": "choice", "required": True,
        "options": [{"code": option, "text": option} for option in options], "widget": "buttons",
    }  # fmt: skip
    timing: dict[str, JSON] = {"advance": "self"} | ({} if ask.limit is None else {"max_seconds": ask.limit})
    view: dict[str, JSON] = {
        "step": step, "page": 1, "items": [{"id": "stimulus", "type": "text", "text": shown}], "responses": [response],
        "events": [], "timing": timing, "navigation": {"back": "not_allowed"},
    }  # fmt: skip
    return ask._replace(view=view, space=Form({ANSWER: Choice(tuple(options))}))
