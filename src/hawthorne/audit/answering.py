"""Answering a State from nothing but the State: at random, always the first or the last, at the ends of ranges."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from hawthorne.core.draws import Draws
from hawthorne.core.values import JSON
from hawthorne.spaces.asked import space_of

Shown = Mapping[str, Any]
Policy = Callable[[Shown, Draws], JSON]
"""An answer to a response as a State shows it; one that is not valid is answered at random instead."""

DIGITS = 6
"""Digits after the point of random numbers: enough, and what is computed from them can be told from noise."""


def uniform(shown: Shown, draws: Draws) -> JSON:
    """Any valid answer."""
    space = space_of(shown)
    value = space.sample(draws)
    short = _short(value)
    return short if space.check(short) is None else value


def _short(value: JSON) -> JSON:
    if isinstance(value, float):
        return round(value, DIGITS)
    if isinstance(value, dict):
        return {key: _short(item) for key, item in value.items()}
    return [_short(item) for item in value] if isinstance(value, list) else value


def _end(last: bool) -> Policy:
    """The first or the last option, the lower or the upper end, the shortest or a longer text."""

    def answer(shown: Shown, draws: Draws) -> JSON:
        at = -1 if last else 0
        match shown["kind"]:
            case "choice":
                return shown["options"][at]["code"]
            case "multi_choice":
                codes = [
                    option["code"] for option in shown["options"] if option["code"] not in shown.get("exclusive", ())
                ]
                size = min(shown.get("max") or len(codes), len(codes)) if last else max(1, shown.get("min", 0))
                return codes[-size:] if last else codes[:size]
            case "ranking":
                codes = [option["code"] for option in shown["options"]]
                return (codes[::-1] if last else codes)[: shown.get("top") or len(codes)]
            case "likert" | "slider" | "integer" | "number":
                return shown.get("range", (None, None))[at]
            case "interval":
                return [shown.get("range", (None, None))[at]] * 2
            case "matrix":
                scale = shown["scale"]
                each = scale["range"][at] if scale["kind"] == "likert" else scale["options"][at]["code"]
                return {row["code"]: each for row in shown["rows"]}
            case "allocation":
                codes = [option["code"] for option in shown["options"]]
                return {code: shown["total"] if code == codes[at] else 0 for code in codes}
            case "keypress":
                return {"code": shown["keys"][at]["code"]}
            case "text":
                return "a" * max(1, shown.get("max_len") or 40 if last else shown.get("min_len", 0))
        return None

    return answer


def boundary(shown: Shown, draws: Draws) -> JSON:
    """One or the other end of each response."""
    return _end(bool(draws.below(2)))(shown, draws)


POLICIES: tuple[tuple[str, Policy], ...] = (
    ("uniform", uniform), ("uniform", uniform), ("uniform", uniform), ("first", _end(False)), ("last", _end(True)),
    ("boundary", boundary), ("skip", uniform), ("uniform", uniform),
)  # fmt: skip
"""The policies in turn. `skip` leaves out what need not be answered."""


def answers(state: Mapping[str, Any], number: int, draws: Draws, plainly: bool = False) -> dict[str, JSON]:
    """Answers to a State by policy `number`; `plainly` at random in any case."""
    name, policy = ("uniform", uniform) if plainly else POLICIES[number % len(POLICIES)]
    found = {}
    for k, shown in enumerate(state["screen"]["responses"]):
        here = draws.at(k)
        if not shown["required"] and (name == "skip" or here.at("skip").below(5) == 0):
            continue
        value = policy(shown, here)
        if value is None or space_of(shown).check(value) is not None:
            value = uniform(shown, here)
        found[shown["id"]] = value
    return found
