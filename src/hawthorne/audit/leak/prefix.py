"""`leak.prefix`: two sessions that differ in nothing but their arm are the same, byte for byte, up to the first screen
that the document declares to be another; and on that screen all is the same but what is declared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hawthorne.audit.found import first_difference, place
from hawthorne.audit.report import Detail
from hawthorne.audit.takes import Shot, Take
from hawthorne.protocols.check.facts import Facts
from hawthorne.protocols.compile.responses import bounds_of, texts_of
from hawthorne.protocols.model import Means
from hawthorne.protocols.model.responses import DrawnOrder
from hawthorne.protocols.model.walk import texts


class Prefix:
    """What may differ: the items and responses that have something computed, and whether anything is ever told."""

    def __init__(self, facts: Facts) -> None:
        self.items = {item.id for stage in facts.protocol.stages for page in stage.pages for item in page.items
                      if any(text.means is Means.SHOWN and "{{" in text.value for text in texts(item))}  # fmt: skip
        self.responses = {each.id for each in facts.protocol.responses
                          if any("{{" in text for text in texts_of(each)) or any(bounds_of(each))
                          or isinstance(getattr(each, "shuffle", False), DrawnOrder)}  # fmt: skip
        nodes: list[Any] = [at.node for at in facts.nodes]
        self.events = any(hasattr(node, "reveal") or (hasattr(node, "check") and node.check.public_feedback is not None)
                          for node in nodes)  # fmt: skip

    def compare(self, one: Take, other: Take) -> Iterator[Detail]:
        """What differs and is not declared to. In a group all that follows the first difference may follow from it; one
        alone is compared on, as long as the screens are the same ones and were answered alike."""
        found = []
        for a, b in zip(one.seats, other.seats, strict=True):
            k = first_difference(a, b)
            if k is not None:
                found.append((a[k].turn, k, a, b))
        if not found:
            return
        _, k, mine, theirs = min(found, key=lambda each: each[0])
        arms = f"{one.arm} and {other.arm}, session {one.case}"
        for a_shot, b_shot in list(zip(mine, theirs, strict=False))[k : None if len(one.arms) == 1 else k + 1]:
            if a_shot.data == b_shot.data:
                continue
            for code, what in self._undeclared(a_shot, b_shot):
                yield Detail(place(a_shot), code, f"{what} tells the arms apart ({arms})",
                             _short(a_shot, what), _short(b_shot, what))  # fmt: skip
            if not _alike(a_shot, b_shot):
                return

    def _undeclared(self, one: Shot, other: Shot) -> Iterator[tuple[str, str]]:
        if one.new["participant"] != other.new["participant"]:
            yield "differs", "participant"
        a, b = one.ask, other.ask
        if a is None or b is None:
            return
        if one.state["step"] != other.state["step"]:
            yield "numbering", "step"
        if set(one.state) != set(other.state):
            yield "differs", "keys"
        if _declared(a.step, a.view) != _declared(b.step, b.view):
            for key in ("items", "responses"):
                ids = [shot.state["screen"][key][0]["id"] for shot in (one, other) if shot.state["screen"][key]]
                if len(set(ids)) > 1:
                    yield "numbering", key
            return
        for key in one.state:
            if key not in ("screen", "events", "seen", "answered", "participant", "step") and (
                one.state.get(key) != other.state.get(key)
            ):
                yield "differs", key
        if one.state["events"] != other.state["events"] and not self.events:
            yield "differs", "events"
        for key, free in (("items", self.items), ("responses", self.responses)):
            rows = zip(one.state["screen"][key], other.state["screen"][key], a.view.get(key, ()), strict=False)
            if any(mine != theirs and real["id"] not in free for mine, theirs, real in rows):
                yield "differs", key


def _alike(one: Shot, other: Shot) -> bool:
    """Whether the same page is shown, and earlier ones were answered alike, so that what follows can be compared."""
    a, b = one.ask, other.ask
    if a is None or b is None or _declared(a.step, a.view) != _declared(b.step, b.view):
        return False
    same = all(mine.get("value") == theirs.get("value") for mine, theirs in
               zip(one.state["answered"], other.state["answered"], strict=False))  # fmt: skip
    return same and len(one.state["answered"]) == len(other.state["answered"])


def _declared(stage: str, view: Mapping[str, Any]) -> tuple[Any, ...]:
    """What the document puts on a screen."""
    return (stage, view.get("page"), _ids(view.get("items", ())), _ids(view.get("responses", ())))


def _ids(parts: Sequence[Mapping[str, Any]]) -> list[Any]:
    return [part["id"] for part in parts]


def _short(shot: Shot, what: str) -> str:
    value = shot.state["screen"].get(what, shot.new.get(what))
    return str(value)[:120]
