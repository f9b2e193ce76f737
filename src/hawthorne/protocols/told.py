"""A run told from its records: who took part, what each answer was given to, and the words that stood there.

What was shown is in the records where answers do not come again; where they do, a case is played again from its
recorded events, which gives the same screens.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any

from hawthorne.core.case import Case, replay
from hawthorne.core.record import Record
from hawthorne.core.values import JSON
from hawthorne.lang.template import as_text
from hawthorne.protocols.machine.play import Play, Script

Row = dict[str, JSON]


class Told:
    """One case: its records, and what each ask showed (its view) by the ask's id."""

    def __init__(self, script: Script, number: int, records: list[Record]) -> None:
        self.number = number
        self.records = records
        self.sittings = [sitting for sitting in script.sittings if sitting.scripted is None]
        self._grouped = script.grouped
        self._people = len(self.sittings)
        self.shown = {record.ask: record.value for record in records if record.what == "put"}
        if any(record.what == "given" and record.ask not in self.shown for record in records):
            log: list[Record] = []
            replay(Case(number, Play(script, number), log.append, {"put"}), records)
            self.shown = {record.ask: record.value for record in log}

    def session(self, seat: str | None) -> str | None:
        """The label of a seat's participant."""
        names = [sitting.name for sitting in self.sittings]
        if not self._grouped:
            seat = names[0]
        return f"p{(self.number - 1) * self._people + names.index(seat) + 1}" if seat in names else None

    def apart(self, who: str | None) -> tuple[str, str]:
        """The seat that a fact is about, and the rest of its name."""
        seat, slash, rest = (who or "").partition("/")
        return (seat, rest) if self._grouped and slash else (self.sittings[0].name, who or "")

    def responses(self) -> Iterator[Row]:
        """A row for each answer, in the order of giving."""
        given: dict[str | None, Record] = {}
        refused: dict[str | None, int] = {}
        taken_back = {tuple(one) for record in self.records if record.what == "receipt"
                      for one in record.value.get("taken_back", ())}  # fmt: skip
        for record in self.records:
            if record.what in ("given", "due"):
                given[record.ask] = record
            elif record.what == "invalid":
                refused[record.ask] = refused.get(record.ask, 0) + 1
            elif record.what == "wrote" and record.who is not None:
                seat, name = self.apart(record.who)
                if self.session(seat) is None:
                    continue  # the document's own answers
                row = self._row(record, seat, name.removeprefix("resp."), given.get(record.ask))
                row["refused"] = refused.get(record.ask, 0)
                row["taken_back"] = (record.who, record.ask) in taken_back
                yield row

    def _row(self, record: Record, seat: str, name: str, given: Record | None) -> Row:
        response, _, passes = name.partition("[")
        shown = self.shown.get(record.ask) or {}
        view = shown.get("view", {})
        served: dict[str, JSON] = next((each for each in view.get("responses", ()) if each["id"] == response), {})
        return {
            "session": self.session(seat), "case": self.number, "role": seat, "stage": shown.get("step"),
            "step": view.get("step"), "page": view.get("page"), "pass": passes.rstrip("]") or None,
            "response": response, "kind": served.get("kind"), "text": shown_text(view),
            "prompt": served.get("prompt"), "value": record.value, "answer": answer_text(served, record.value),
            "took": None if given is None else given.took, "at": record.at, "ask": record.ask,
        }  # fmt: skip

    def sessions(self) -> Iterator[Row]:
        """A row for each participant."""
        for sitting in self.sittings:
            session = self.session(sitting.name)
            counts: Row = {"screens": 0, "answers": 0, "refused": 0, "ended": None}
            row: Row = {"session": session, "case": self.number, "role": sitting.name, "arm": None}
            row |= {"status": "unfinished", "code": None} | counts
            for record in self.records:
                if record.what == "left" and record.who == sitting.name:
                    row |= {"status": record.value["status"], "code": record.value["code"], "ended": record.at}
                elif record.what == "invalid":
                    row["refused"] += self.session(self._seat_of(record)) == session
                elif record.what in ("drew", "wrote"):
                    seat, name = self.apart(record.who)
                    if seat == sitting.name and name == "arm":
                        row["arm"] = record.value
                    row["answers"] += seat == sitting.name and record.what == "wrote"
            mine = [view for ask, view in self.shown.items() if self.session(self._seat(ask)) == session]
            row["screens"] = max((said["view"].get("step", 0) for said in mine), default=0)
            yield row

    def _seat_of(self, record: Record) -> str:
        return self._seat(record.ask)

    def _seat(self, ask: str | None) -> str:
        parts = (ask or "").split("/")
        return parts[-2] if self._grouped and len(parts) > 1 else self.sittings[0].name


def tell(script: Script, records: Iterable[Record]) -> Iterator[Told]:
    """The cases of a run, one at a time; a case's records stand together, in order."""
    for number, lines in groupby(records, key=lambda record: record.case):
        yield Told(script, number, list(lines))


def shown_text(view: Mapping[str, Any]) -> str:
    """The words of a screen, one under the other: what was told with it, then its items.

    >>> shown_text({"items": [{"type": "text", "text": "Your turn."}], "events": [{"text": "You receive $4."}]})
    'You receive $4.\\nYour turn.'
    """
    told = [event["text"] for event in view.get("events", ())]
    return "\n".join([*told, *(text for item in view.get("items", ()) if (text := _item_text(item)))])


def _item_text(item: Mapping[str, Any]) -> str:
    rows = item.get("rows")
    if rows is not None:
        return "\n".join(row if isinstance(row, str) else " | ".join(row) for row in rows)
    return str(item.get("text") or item.get("alt") or "")


def answer_text(served: Mapping[str, Any], value: JSON) -> str | None:
    """An answer in the words of the screen: the text of an option, the anchor at a point, the value as people write it.

    >>> answer_text({"options": [{"code": "y", "text": "Yes"}]}, "y"), answer_text({}, 3.0), answer_text({}, None)
    ('Yes', '3', None)
    """
    if value is None:
        return None
    coded = [*served.get("options", ()), *served.get("keys", ())]
    words = {one["code"]: one.get("text", one["code"]) for one in coded}
    rows = {row["code"]: row["text"] for row in served.get("rows", ())}
    if isinstance(value, dict) and "code" in value and "keys" in served:
        return str(words.get(value["code"], value["code"]))
    if isinstance(value, dict):
        scale = served.get("scale", {})
        return "; ".join(
            f"{rows.get(key) or words.get(key, key)}: {answer_text(scale, item)}" for key, item in value.items()
        )
    if isinstance(value, list):
        return ", ".join(
            str(words.get(item, as_text(item))) if isinstance(item, str) else as_text(item) for item in value
        )
    if isinstance(value, str):
        return str(words.get(value, value))
    anchor = served.get("anchors", {}).get(as_text(value))
    return as_text(value) if anchor is None else f"{as_text(value)} ({anchor})"
