"""What a participant is told when a step is refused: one code of a closed list, a sentence, and what is wrong where."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hawthorne.core.values import JSON, plain, shown
from hawthorne.spaces.problem import CODES, Problem

ERRORS = CODES | {
    "not_an_object", "session_done", "not_started", "waiting", "too_early", "back_not_allowed", "timed_out",
}  # fmt: skip
"""The closed list of codes, of a whole step and of single answers."""

SENTENCES = {
    "session_done": "the session is over; nothing more can be answered",
    "not_started": "the session has not begun",
    "waiting": "nothing can be answered while waiting",
    "back_not_allowed": "there is no way back from this screen",
    "timed_out": "the time for this screen was over; nothing of the answer was taken",
}
LONGEST = 200
"""How much of a name that a participant sent is sent back."""


def refusal(code: str, message: str | None = None) -> dict[str, JSON]:
    """The error of a whole step.

    >>> refusal("session_done")
    {'code': 'session_done', 'message': 'the session is over; nothing more can be answered', 'responses': []}
    """
    assert code in ERRORS, code
    return {"code": code, "message": SENTENCES[code] if message is None else message, "responses": []}


def not_an_object(answers: Any) -> dict[str, JSON]:
    """The error of a step whose answers have no names."""
    what = shown(answers) if _is_json(answers) else f"a {type(answers).__name__}"
    if isinstance(answers, dict):
        return refusal("not_an_object", "every name in the answers must be a string")
    return refusal("not_an_object", f"the answers must be an object with response ids as keys, not {what}")


def refused(problems: Mapping[str, Problem]) -> dict[str, JSON]:
    """The error of answers that were not accepted, by their opaque names (`""`: the page's own rule is broken)."""
    whole = problems.get("")
    if whole is not None:
        return refusal(whole.code, str(whole))
    responses = [
        {"id": readable(name), "code": problem.code, "message": _texts(str(problem))}
        for name, problem in problems.items()
    ]
    count = f"{len(responses)} answer{' was' if len(responses) == 1 else 's were'}"
    return {"code": "invalid_answers", "message": f"{count} not accepted", "responses": responses}


def recordable(answers: Any) -> JSON:
    """What was sent in vain as a record can hold it: JSON, or its text where it is none."""
    try:
        return _texts(plain(answers))
    except (TypeError, ValueError, RecursionError):
        return readable(repr(answers))


def readable(text: str) -> str:
    """A text without halves of surrogate pairs, and no longer than what one reads."""
    return text[:LONGEST].encode("utf-8", "replace").decode("utf-8")


def _texts(value: JSON) -> JSON:
    """A JSON value whose texts UTF-8 can hold, and whose whole numbers every reader can."""
    if isinstance(value, str):
        return value if value.isascii() else value.encode("utf-8", "replace").decode("utf-8")
    if isinstance(value, dict):
        return {_texts(key): _texts(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_texts(item) for item in value]
    if isinstance(value, int) and abs(value) >= 2**63:
        return shown(value)
    return value


def _is_json(value: Any) -> bool:
    return value is None or isinstance(value, (bool, int, float, str, list, dict))
