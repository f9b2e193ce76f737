"""`leak.structure`: every State has its shape and nothing else, its ids count on without a gap, and no text or number
shows how it was made."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import ValidationError

from hawthorne.audit.found import place
from hawthorne.audit.report import Detail
from hawthorne.audit.takes import Shot, Take
from hawthorne.protocols.cards.state import State
from hawthorne.protocols.compile.piping import LARGEST, split

KEYS = ("participant", "done", "step", "page", "screen", "seen", "answered", "events", "timing", "navigation")
NULLS = frozenset({"None", "null", "undefined", "NaN", "nan", "inf", "Infinity"})
"""What programs write for nothing."""
BRACES = ("{{", "}}", "${", "[missing]")
DIGITS = 12
"""A number with more has the noise of binary fractions."""
NOISE = re.compile(r"\d\.\d{13,}")
"""More digits than anybody meant: 0.30000000000000004."""


class Structure:
    """`pipes` are the document's texts with references, as patterns whose groups are what was filled in."""

    def __init__(self, texts: Iterator[str]) -> None:
        self.pipes = [_pattern(text) for text in dict.fromkeys(texts) if "{{" in text]
        self._fine: set[bytes] = set()

    def look(self, take: Take) -> Iterator[Detail]:
        for shots in take.seats:
            counts = {"i": 0, "r": 0, "e": 0}
            step = 0
            for shot in shots:
                yield from self._keys(shot)
                again = shot.state["step"] <= step
                step = max(step, shot.state["step"])
                yield from _numbering(shot, counts, again)
                if shot.data not in self._fine:
                    yield from self._parts(shot)
                    self._fine.add(shot.data)
        if take.fault is not None and "has no value here" in take.fault[1]:
            yield Detail("flow", "no_value", f"a text has no value to show: {take.fault[1]}", "", take.fault[1])

    def _keys(self, shot: Shot) -> Iterator[Detail]:
        keys = tuple(shot.state)
        if keys not in (KEYS, (*KEYS, "error")):
            yield Detail(
                place(shot), "keys", "a State has other keys, or in another order", ", ".join(KEYS), ", ".join(keys)
            )

    def _parts(self, shot: Shot) -> Iterator[Detail]:
        where = place(shot)
        try:
            State.model_validate(shot.new)
        except ValidationError as fault:
            first = fault.errors()[0]
            at = "/".join(map(str, first["loc"]))
            yield Detail(where, "shape", f"{at}: {first['msg']}", "", str(first["input"])[:80])
        for part in ("screen", "events", "timing"):
            for path, value in _leaves(shot.state[part], part):
                yield from self._leaf(where, path, value)
        for error in [shot.state["error"]] if "error" in shot.state else []:
            for path, value in _leaves(error["message"], "error.message"):
                if any(brace in str(value) for brace in BRACES[:2]):
                    yield Detail(where, "braces", f"{path} holds braces", "", str(value)[:80])

    def _leaf(self, where: str, path: str, value: Any) -> Iterator[Detail]:
        if (
            isinstance(value, float)
            and abs(value) < LARGEST
            and len(repr(value).strip("-0.").replace(".", "")) > DIGITS
        ):
            yield Detail(where, "noise", f"{path} has more digits than anybody meant", "", repr(value))
        if not isinstance(value, str):
            return
        if value.strip() in NULLS:
            yield Detail(where, "null", f"{path} is a word of programs for nothing", "", value)
        if any(brace in value for brace in BRACES):
            yield Detail(where, "braces", f"{path} holds braces", "", value[:80])
        if NOISE.search(value):
            yield Detail(where, "noise", f"{path} has more digits than anybody meant", "", value[:80])
        for pattern in self.pipes:
            match = pattern.fullmatch(value)
            if match is not None and any(part.strip() in NULLS or not part.strip() for part in match.groups()):
                yield Detail(
                    where, "null", f"{path}: what was filled in is a word of programs for nothing", "", value[:80]
                )


def _pattern(text: str) -> re.Pattern[str]:
    parts = ("(.*?)" if isinstance(part, tuple) else re.escape(part) for part in split(text))
    return re.compile("".join(parts), re.DOTALL)


def _leaves(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield from _leaves(item, f"{path}.{key}")
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from _leaves(item, path)
    else:
        yield path, value


def _numbering(shot: Shot, counts: dict[str, int], again: bool) -> Iterator[Detail]:
    """Ids count on from screen to screen; a screen that is served again keeps them; codes count in the order shown."""
    screen = shot.state["screen"]
    for letter, parts in (("i", screen["items"]), ("r", screen["responses"]), ("e", shot.state["events"])):
        for part in parts:
            name = str(part.get("id", ""))
            number = int(name[1:]) if name[:1] == letter and name[1:].isdigit() else 0
            if number == counts[letter] + 1:
                counts[letter] = number
            elif not 0 < number <= counts[letter] or not (again or letter == "e"):
                yield Detail(place(shot), "ids", f'"{name}" does not count on', f"{letter}{counts[letter] + 1}", name)
                counts[letter] = max(number, counts[letter])
    for response in screen["responses"]:
        yield from _codes(place(shot), response)


def _codes(where: str, response: Mapping[str, Any]) -> Iterator[Detail]:
    for key, letter in (("options", "o"), ("keys", "o"), ("rows", "w")):
        codes = [each.get("code") for each in response.get(key, ())]
        right = [f"{letter}{k}" for k in range(1, len(codes) + 1)]
        if codes != right:
            yield Detail(
                where, "codes", f"{key} are not numbered in the order shown", " ".join(right), " ".join(map(str, codes))
            )
    if isinstance(response.get("scale"), dict):
        yield from _codes(where, response["scale"])
