"""`leak.errors`: a wrong answer changes nothing but `error`, is told in words that follow from the State alone, and
leaves one line in the record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import orjson

from hawthorne.audit.found import Found
from hawthorne.audit.leak.canary import ANY, MARK
from hawthorne.audit.leak.wrong import wrong
from hawthorne.audit.report import Detail
from hawthorne.core.ask import Ask
from hawthorne.core.values import JSON
from hawthorne.hold.blind import is_screen
from hawthorne.hold.refusals import refused
from hawthorne.hold.seat import MOST_BYTES, Seat, State
from hawthorne.spaces.asked import form_of

TIMES = 2
"""How often each screen is tried with everything."""


class Errors:
    """A probe for takes. `named` gives a screen's place under the document's ids; `found` takes what is wrong."""

    def __init__(self, found: Found, tokens: Mapping[str, str]) -> None:
        self.found, self.tokens = found, tokens
        self._tried: Counter[tuple[Any, ...]] = Counter()

    def __call__(self, seat: Seat, state: State, ask: Ask) -> None:
        view = ask.view
        if not is_screen(ask):
            return
        kinds = tuple(shown["kind"] for shown in state["screen"]["responses"])
        screen = (ask.step, view["page"], kinds)
        self._tried[screen] += 1
        if self._tried[screen] <= TIMES:
            self.found.add(self._all(seat, state, self._name(ask)))

    def _name(self, ask: Ask) -> str:
        step = self.tokens.get(ask.step, ask.step).removeprefix('id "').removesuffix('"')
        return f"stage:{step}/{ask.view['page']}"

    def _all(self, seat: Seat, state: State, where: str) -> Iterator[Detail]:
        plain = {key: item for key, item in state.items() if key != "error"}
        for value in _wholes(state):
            yield from self._one(seat, plain, where, value, None)
        for shown in state["screen"]["responses"]:
            for value in wrong(shown):
                answers = {shown["id"]: value}
                problems = form_of(state).problems(answers)
                yield from self._one(seat, plain, f"{where}/{shown['kind']}", answers, refused(problems))

    def _one(self, seat: Seat, plain: dict[str, Any], where: str, answers: Any, expected: JSON) -> Iterator[Detail]:
        self.found.count += 1
        before = len(seat.group.records)
        after = seat.step(answers)
        sent = repr(answers)[:60]
        error = after.get("error")
        if error is None:
            yield Detail(where, "accepted", "a wrong answer was taken", "an error", sent)
            return
        if {key: item for key, item in after.items() if key != "error"} != plain:
            yield Detail(where, "changed", "a wrong answer changed the State", "the same State but for error", sent)
        lines = [record.what for record in seat.group.records[before:]]
        if lines != ["invalid"]:
            yield Detail(where, "log", "a wrong answer is not one line of the record", "invalid", ", ".join(lines))
        data = orjson.dumps(error)
        if MARK in data and MARK not in _plain(answers):
            names = sorted({self.tokens.get(each.decode(), "a token") for each in ANY.findall(data)})
            yield Detail(where, "names", f"the error names {', '.join(names)}", "", str(error)[:120])
        if expected is not None and error != expected:
            yield Detail(where, "message", "the error says more, or other things, than the State does",
                         str(expected)[:200], str(error)[:200])  # fmt: skip


def _wholes(state: Mapping[str, Any]) -> list[Any]:
    """Steps that are wrong as a whole."""
    stale = [f"r{k}" for k in (0, 999)] + [entry["id"] for entry in state["answered"][-1:]]
    found: list[Any] = [None, [], "r1", 5, True, {"": 1}, {5: 1}, {"item": {"id": "i1"}}]
    found += [{name: 1} for name in stale]
    if state["screen"]["responses"]:
        found += [{}] if any(shown["required"] for shown in state["screen"]["responses"]) else []
        found += [{state["screen"]["responses"][0]["id"]: "x" * (MOST_BYTES + 1)}]
    return found


def _plain(answers: Any) -> bytes:
    try:
        return orjson.dumps(answers)
    except TypeError:
        return b""
