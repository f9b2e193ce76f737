"""A small machine that serves pages: what a protocol puts, without a protocol. Two seats may wait for one another."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from hawthorne.core.ask import Ask, Silence
from hawthorne.core.case import Case
from hawthorne.core.machine import Begin, Done, Drop, Due, Event, Given, Note, Put, Sink, Told
from hawthorne.core.record import LEVELS, Log
from hawthorne.core.result import Result
from hawthorne.core.space import NOTHING
from hawthorne.hold.group import Group
from hawthorne.hold.seat import Seat
from hawthorne.spaces.form import Form

Page = dict[str, Any]
"""`items`, `responses`, `space` (a Form), and perhaps `timing`, `navigation`, `events`, `limit`; or `{"sync": id}`."""


def page(*responses: tuple[dict[str, Any], Any], items: Sequence[Mapping[str, Any]] = (), **more: Any) -> Page:
    """A page with these responses (as shown, and their spaces)."""
    optional = tuple(shown["id"] for shown, _ in responses if shown.get("required") is False)
    space = Form({shown["id"]: space for shown, space in responses}, optional, more.pop("constraints", ()))
    return {"items": list(items), "responses": [shown for shown, _ in responses], "space": space} | more


def text(id: str, text: str) -> dict[str, Any]:
    return {"id": id, "type": "text", "text": text}


class Paged:
    """Serves each role its pages, one after the other; at a sync everybody waits for everybody."""

    def __init__(self, pages: Mapping[str, Sequence[Page]]) -> None:
        self.pages = pages
        self.at = dict.fromkeys(pages, -1)
        self.steps = dict.fromkeys(pages, 0)
        self.open: dict[str, str] = {}
        self.over: set[str] = set()

    def advance(self, event: Event, now: float, put: Sink) -> None:
        if isinstance(event, Begin):
            for role in self.pages:
                self._next(role, put)
        elif isinstance(event, Given):
            role = event.ask.role
            if isinstance(event.answer, Silence):
                self._end(role, event.answer.reason, put)
                return
            for name, value in event.answer.value.items():
                put(Note("wrote", f"resp.{name}", value, event.ask.id))
            self._next(role, put)
        elif isinstance(event, Due):
            self._next(event.key.split("/")[1], put)
        elif isinstance(event, Told) and event.name == "quiet":
            put(Note("stuck", "sync", ", ".join(self.open)))
            put(Done(Result("stuck")))
        elif isinstance(event, Told):
            self._told(event, put)

    def _told(self, event: Told, put: Sink) -> None:
        role = event.role
        assert role is not None
        if event.name == "back":
            put(Drop(self.open[role]))
            self.at[role] -= 2
            self.steps[role] -= 2
            self._next(role, put)
        else:
            put(Drop(self.open[role]))
            self._end(role, {"refuse": "refused", "leave": "left"}[event.name], put)
        put(Note("receipt", role, {"id": event.id, "name": event.name, "ok": True}))

    def _next(self, role: str, put: Sink) -> None:
        self.open.pop(role, None)
        self.at[role] += 1
        k = self.at[role]
        if k == len(self.pages[role]):
            self._end(role, "done", put)
            return
        shown = self.pages[role][k]
        self.steps[role] += 1
        sync = shown.get("sync")
        view = {
            "step": self.steps[role], "page": k + 1, "items": shown.get("items", []), "responses": shown.get("responses", []),
            "events": [{"type": "waiting", "text": "Please wait."}] if sync else shown.get("events", []),
            "timing": {"advance": "wait"} if sync else shown.get("timing", {"advance": "self"}),
            "navigation": shown.get("navigation", {"back": "not_allowed"}),
        }  # fmt: skip
        id = self.open[role] = f"1/{role}/stage{k}.{k}.{self.steps[role]}"
        space = NOTHING if sync else shown["space"]
        put(Put(Ask(id, role, sync or f"stage{k}", view, space, None if sync else shown.get("limit"))))
        if sync and all(self.pages[each][self.at[each]].get("sync") == sync for each in self.pages):
            for each in self.pages:
                put(Drop(self.open[each]))
                self._next(each, put)

    def _end(self, role: str, status: str, put: Sink) -> None:
        put(Note("left", role, {"status": status, "code": "complete"}))
        self.over.add(role)
        if self.over == set(self.pages):
            put(Done(Result("ended")))


def seated(
    pages: Mapping[str, Sequence[Page]], clock: str | Callable[[], float] = "untimed", **options: Any
) -> list[Seat]:
    """A group over these pages, and its seats, taken."""

    def case(log: Log) -> Case:
        return Case(1, Paged(pages), log, LEVELS["facts"])

    group = Group(case, clock=clock)
    return [Seat(group, role, f"p{k}").take(**options) for k, role in enumerate(pages, 1)]
