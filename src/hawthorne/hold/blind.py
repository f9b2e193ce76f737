"""Blinding: what a participant's side may know of an ask.

Ids of asks and conversations become counters in the order in which this participant met them, so they tell nothing of
the document and stay the same on a resume; the asking step and the trial's position are gone. Of a screen (a page of
a protocol) every part is renamed too: items `i<k>`, responses `r<k>`, events `e<k>` and assets `a<k>` count on from
screen to screen, options and rows count from 1 in the order shown. A screen that is served again keeps its names.
"""

from __future__ import annotations

from collections.abc import Awaitable, Mapping
from typing import Any

from hawthorne.core.actor import Mind
from hawthorne.core.ask import Answer, Ask, Reply, Silence
from hawthorne.core.errors import UnknownAsk, did_you_mean
from hawthorne.core.space import NOTHING
from hawthorne.core.values import JSON, shown
from hawthorne.hold.frozen import FrozenDict, FrozenList, fresh, frozen
from hawthorne.hold.sheet import Sheet, kept_item, response
from hawthorne.spaces.form import Form
from hawthorne.spaces.problem import Problem, listed

_Three = tuple[int, int, int]


class Screen:
    """One screen as its participant sees it: the blinded `view`, and the document's names of its responses by the
    opaque ones (`keys`). `sheet` is None where there is nothing to answer and the screen ends by itself.

    What the view holds is read-only: States share it.
    """

    __slots__ = ("_named", "ask", "first", "keys", "sheet", "view")

    def __init__(self, ask: Ask, view: dict[str, Any], sheet: Sheet | None, first: int) -> None:
        self.ask, self.view, self.sheet, self.first = ask, view, sheet, first
        self.keys: dict[str, str] = {} if sheet is None else sheet.keys(first)
        self._named: dict[str, JSON] = {}

    def problems(self, answers: Mapping[str, JSON]) -> dict[str, Problem]:
        """What is wrong with answers by their opaque names (`""`: with all of them together)."""
        assert self.sheet is not None
        keys, found = self.keys, {}
        named = {}
        for name, value in answers.items():
            real = keys.get(name)
            if real is None:
                here = f"; here are {listed(keys)}" if keys else ""
                found[name] = Problem("unknown_response", f"is no response on this screen{here}")
            else:
                named[real] = value
        self._named = named
        wrong = self.sheet.problems(named)
        if wrong:
            back = {real: name for name, real in keys.items()}
            found |= {back.get(real, ""): problem for real, problem in wrong.items() if real or not found}
        return found

    def values(self) -> dict[str, JSON]:
        """The answers in which `problems` found none, under the document's ids and in their normal form."""
        assert self.sheet is not None
        return self.sheet.values(self._named)


class Blind:
    """One participant's opaque names.

    >>> from types import SimpleNamespace as space
    >>> blind = Blind()
    >>> shown = blind.ask(Ask("1/AX.1.1.0", "Subject", "AX", {"text": "A"}, space(), thread="AX.1", position=(0, 9)))
    >>> shown.id, shown.step, shown.thread, shown.position
    ('ask-1', '', 'thread-1', None)
    >>> blind.real("ask-1")
    '1/AX.1.1.0'
    """

    __slots__ = ("_asks", "_counts", "_real", "_served", "_threads", "assets")

    def __init__(self) -> None:
        self._asks: dict[str, str] = {}
        self._real: dict[str, str] = {}
        self._threads: dict[str, str] = {}
        self._counts = {"items": 0, "responses": 0, "events": 0}
        self._served: dict[int, tuple[_Three, _Three, list[Any], list[Any]]] = {}
        self.assets: dict[str, str] = {}
        """The opaque names of assets by the document's."""

    def ask(self, ask: Ask) -> Ask:
        """The ask as its participant may see it; the same ask has the same opaque id each time."""
        view, space = ask.view, ask.space
        if is_screen(ask):
            screen = self.screen(ask)
            view = fresh(screen.view)
            space = NOTHING if screen.sheet is None else screen.sheet.blinded(screen.first)
        name = self._asks.get(ask.id)
        if name is None:
            name = f"ask-{len(self._asks) + 1}"
            self._asks[ask.id] = name
            self._real[name] = ask.id
        thread = ask.thread
        if thread is not None:
            thread = self._threads.setdefault(thread, f"thread-{len(self._threads) + 1}")
        return Ask(name, ask.role, "", view, space, ask.limit, thread, ask.turn, None)

    def real(self, name: str) -> str:
        """The document's own id behind an opaque one. Raises UnknownAsk with the nearest known."""
        if name not in self._real:
            raise UnknownAsk(f'unknown ask "{name}": {did_you_mean(name, self._real) or "nothing was asked yet"}')
        return self._real[name]

    def names(self) -> dict[str, str]:
        """The document's ids of everything that was shown, by the opaque ones (without options and rows)."""
        found = {opaque: real for real, opaque in self.assets.items()}
        for _, (i, r, _), items, responses in self._served.values():
            found |= {f"i{i + k}": item["id"] for k, item in enumerate(items)}
            found |= {f"r{r + k}": response["id"] for k, response in enumerate(responses)}
        return found

    def screen(self, ask: Ask) -> Screen:
        """The screen that an ask shows, under this participant's names."""
        view = ask.view
        items, responses, events = view["items"], view["responses"], view["events"]
        i, r, e = self._numbers(view["step"], items, responses, events)
        blinded = {
            **view,
            "items": FrozenList([self._item(item, f"i{i + k}") for k, item in enumerate(items)]),
            "responses": [self._response(each, f"r{r + k}") for k, each in enumerate(responses)],
            "events": [{"id": f"e{e + k}", **event} for k, event in enumerate(events)] if events else [],
        }
        return Screen(ask, blinded, Sheet.of(ask.space) if isinstance(ask.space, Form) else None, r)

    def asset(self, name: str) -> str:
        """The opaque name of an asset."""
        return self.assets.setdefault(name, f"a{len(self.assets) + 1}")

    # --- inside --------------------------------------------------------------------------------------------------

    def _numbers(self, step: int, items: list[Any], responses: list[Any], events: list[Any]) -> _Three:
        """The numbers of the first item, response and event of a screen: as before where it is served again."""
        sizes = (len(items), len(responses), len(events))
        before = self._served.get(step)
        if before is not None and before[0] == sizes:
            return before[1]
        counts = self._counts
        first = (counts["items"] + 1, counts["responses"] + 1, counts["events"] + 1)
        counts["items"] += sizes[0]
        counts["responses"] += sizes[1]
        counts["events"] += sizes[2]
        self._served[step] = (sizes, first, items, responses)
        return first

    def _item(self, item: Mapping[str, JSON], name: str) -> FrozenDict:
        if "asset" in item:
            return FrozenDict(kept_item(item), id=name, asset=self.asset(item["asset"]))
        return FrozenDict(kept_item(item), id=name)

    def _response(self, shown: Mapping[str, JSON], name: str) -> FrozenDict:
        made, pictured = response(shown)
        found = FrozenDict(made, id=name)
        return frozen(self._renamed(found)) if pictured else found

    def _renamed(self, value: JSON) -> JSON:
        """A part of a response with its assets renamed."""
        if isinstance(value, list):
            return [self._renamed(item) for item in value]
        if isinstance(value, dict):
            return {key: self.asset(item) if key == "asset" else self._renamed(item) for key, item in value.items()}
        return value


def is_screen(ask: Ask) -> bool:
    """Whether an ask shows a screen: a page with items and responses."""
    return "responses" in ask.view and "items" in ask.view and (isinstance(ask.space, Form) or ask.space is NOTHING)


class BlindMind:
    """A mind behind a blind: it hears blinded asks only, and what it answers comes back under the document's ids."""

    __slots__ = ("_blind", "_mind")

    def __init__(self, mind: Mind) -> None:
        self._mind = mind
        self._blind = Blind()

    def answer(self, ask: Ask) -> Reply | Awaitable[Reply]:
        reply = self._mind.answer(self._blind.ask(ask))
        if not is_screen(ask):
            return reply
        screen = self._blind.screen(ask)
        if isinstance(reply, Awaitable):
            return _later(screen, reply)
        return _unblinded(screen, reply)

    def recall(self, ask: Ask, answer: Answer | Silence) -> None:
        if isinstance(answer, Answer) and answer.refused is None and isinstance(ask.space, Form) and is_screen(ask):
            first = self._blind.screen(ask).first
            answer = answer._replace(value=ask.space.blind(answer.value, first))
        self._mind.recall(self._blind.ask(ask), answer)


def _unblinded(screen: Screen, reply: Reply) -> Reply:
    """What a participant says to a screen, as its case hears it."""
    if not isinstance(reply, Answer):
        return reply
    value = reply.value
    if not isinstance(value, dict):
        problem: str = Problem("wrong_type", f"must be an object with the answers' names as keys, not {shown(value)}")
        return reply._replace(refused=problem)
    problems = screen.problems(value)
    if problems:
        return reply._replace(
            refused="; ".join(f'"{name}" {text}' if name else text for name, text in problems.items())
        )
    return reply._replace(value=screen.values())


async def _later(screen: Screen, reply: Awaitable[Reply]) -> Reply:
    return _unblinded(screen, await reply)
