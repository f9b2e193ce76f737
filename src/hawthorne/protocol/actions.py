"""Actions: the declared responses of a study as spaces of Gymnasium, and what an action answers on a screen.

The space is the product of all declared responses, whatever is on the screen. An action's part is a position where
there are options (the position shown, from 0), and a share from 0 to 1 of the range where there are numbers (an open
end is 100 from the other one), since ranges can depend on earlier answers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np
from gymnasium import spaces

from hawthorne.core.values import JSON
from hawthorne.spaces.grid import Grid

SPAN = 100
"""How far from its one end an open range goes; from 0 where both are open."""
LONGEST = 200
"""The most characters of a text that declares no most."""
SLOWEST = 10_000.0
"""The longest response time of a key press that declares no window, in milliseconds."""
PRINTABLE = frozenset(map(chr, range(32, 127)))

Shown = Mapping[str, Any]
Space = spaces.Space[Any]


class Part(NamedTuple):
    """One declared response: the space of its part of an action, and what that answers to it as it is shown."""

    space: Space
    answer: Callable[[Shown, Any], JSON]


def part_of(response: Any) -> Part:
    """The part of an action that answers a declared response."""
    return PARTS[response.kind](response)


def _unit(*shape: int) -> spaces.Box:
    return spaces.Box(0.0, 1.0, shape, np.float64)


def _ends(shown: Shown) -> tuple[float, float]:
    low, high = shown.get("range", (None, None))
    if low is None:
        return (0, SPAN) if high is None else (high - SPAN, high)
    return (low, low + SPAN if high is None else high)


def _number(shown: Shown, share: float) -> JSON:
    """The number at a share of the range, on the grid of the response."""
    low, high = _ends(shown)
    share = min(max(float(share), 0.0), 1.0)
    kind, places = shown["kind"], shown.get("decimals")
    if kind == "number" and places is None:
        return min(max(low + share * (high - low), low), high)
    step = shown.get("step", 1) if kind == "slider" else 1 if not places else float(f"1e-{places}")
    grid = Grid.of(low if kind == "slider" else 0, step)
    first, last = -grid.last(-low), grid.last(high)
    return grid.at(first + round(share * (last - first)))


def _numeric(response: Any) -> Part:
    return Part(_unit(), lambda shown, share: _number(shown, share.item()))


def _choice(response: Any) -> Part:
    return Part(spaces.Discrete(len(response.options)), lambda shown, k: shown["options"][int(k)]["code"])


def _multi_choice(response: Any) -> Part:
    def answer(shown: Shown, picked: Any) -> JSON:
        return [option["code"] for option, is_in in zip(shown["options"], picked, strict=True) if is_in]

    return Part(spaces.MultiBinary(len(response.options)), answer)


def _ranking(response: Any) -> Part:
    def answer(shown: Shown, scores: Any) -> JSON:
        order = sorted(range(len(scores)), key=lambda k: -scores[k])
        return [shown["options"][k]["code"] for k in order][: shown.get("top", len(order))]

    return Part(_unit(len(response.options)), answer)


def _likert(response: Any) -> Part:
    low, high = response.points
    return Part(spaces.Discrete(high - low + 1, start=low), lambda shown, point: int(point))


def _text(response: Any) -> Part:
    most = response.max_len or LONGEST
    return Part(spaces.Text(most, min_length=response.min_len, charset=PRINTABLE), lambda shown, text: str(text))


def _matrix(response: Any) -> Part:
    rows, scale = len(response.rows), response.scale
    if scale.kind == "likert":
        low, high = scale.points
        space = spaces.MultiDiscrete([high - low + 1] * rows, start=[low] * rows)
        return Part(space, lambda shown, points: _by_row(shown, map(int, points)))
    space = spaces.MultiDiscrete([len(scale.options)] * rows)
    return Part(space, lambda shown, ks: _by_row(shown, (shown["scale"]["options"][int(k)]["code"] for k in ks)))


def _by_row(shown: Shown, values: Any) -> dict[str, JSON]:
    return {row["code"]: value for row, value in zip(shown["rows"], values, strict=True)}


def _allocation(response: Any) -> Part:
    """The shares in proportion to the parts of the action, in whole steps; what is left over goes to the largest
    remainders."""

    def answer(shown: Shown, parts: Any) -> JSON:
        grid = Grid.of(0, shown.get("step", 1))
        total, weight = grid.last(shown["total"]), float(parts.sum())
        exact = [float(part) / weight * total if weight else total / len(parts) for part in parts]
        steps = [int(share) for share in exact]
        for k in sorted(range(len(steps)), key=lambda k: steps[k] - exact[k])[: total - sum(steps)]:
            steps[k] += 1
        return {option["code"]: grid.at(k) for option, k in zip(shown["options"], steps, strict=True)}

    return Part(_unit(len(response.options)), answer)


def _interval(response: Any) -> Part:
    def answer(shown: Shown, ends: Any) -> JSON:
        return [_number({**shown, "kind": "number"}, share) for share in sorted(ends)]

    return Part(_unit(2), answer)


def _keypress(response: Any) -> Part:
    keys = spaces.Discrete(len(response.keys))
    if response.rt == "absent":
        return Part(keys, lambda shown, k: {"code": shown["keys"][int(k)]["code"]})
    window = float(response.window_ms or SLOWEST)
    space = spaces.Dict({"key": keys, "rt_ms": spaces.Box(0.0, window, (), np.float64)})
    return Part(
        space,
        lambda shown, pressed: {
            "code": shown["keys"][int(pressed["key"])]["code"],
            "rt_ms": round(float(pressed["rt_ms"].item()), 3),
        },
    )


PARTS: Mapping[str, Callable[[Any], Part]] = {
    "choice": _choice,
    "multi_choice": _multi_choice,
    "ranking": _ranking,
    "likert": _likert,
    "slider": _numeric,
    "integer": _numeric,
    "number": _numeric,
    "text": _text,
    "matrix": _matrix,
    "allocation": _allocation,
    "interval": _interval,
    "keypress": _keypress,
}
