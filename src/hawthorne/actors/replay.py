"""The replay actor: gives again what was given in a recorded run, ask by ask."""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

from hawthorne.core.actor import Description
from hawthorne.core.ask import Answer, Ask, Fault, Reply, Silence
from hawthorne.core.draws import Draws
from hawthorne.core.errors import UsageError
from hawthorne.core.record import Record


@dataclass(frozen=True, slots=True)
class ReplayActor:
    """`replay:RUN`: `replies` maps the ids of recorded asks to what came of them."""

    replies: Mapping[str, Reply] = field(default_factory=dict)
    run: str = ""

    kind: ClassVar[str] = "replay"
    version: ClassVar[int] = 1

    @classmethod
    def of_records(cls, records: Iterable[Record], run: str = "") -> ReplayActor:
        """An actor that answers as these records say."""
        return cls(replies_of(records), run)

    @classmethod
    def from_spec(cls, text: str) -> ReplayActor:
        """Read the records of a run's folder. Raises UsageError."""
        if not text or not Path(text).is_dir():
            what = f'"{text}" is not a folder' if text else "no folder is named"
            raise UsageError(f"{what}: write replay:RUN, where RUN is a run's folder")
        reader = importlib.import_module("hawthorne.records.read")
        return cls.of_records(reader.records(Path(text)), text)

    def open(self, case: int, draws: Draws) -> ReplayMind:
        return ReplayMind(self.replies)

    def describe(self) -> Description:
        return Description(self.kind, {"run": self.run} if self.run else {}, reproducible=True, sees="key")


class ReplayMind:
    """Looks an ask up."""

    __slots__ = ("_replies",)

    def __init__(self, replies: Mapping[str, Reply]) -> None:
        self._replies = replies

    def answer(self, ask: Ask) -> Reply:
        return self._replies.get(ask.id) or Fault(f'the recorded run never put the ask "{ask.id}" (step "{ask.step}")')

    def recall(self, ask: Ask, answer: Answer | Silence) -> None:
        """Nothing is remembered: the record is the memory."""


def replies_of(records: Iterable[Record]) -> dict[str, Reply]:
    """What came of each ask that the records know. An answer that came late comes late again; an ask that ran out, or
    that nobody answered, is met with silence."""
    replies: dict[str, Reply] = {}
    for record in records:
        ask = record.ask
        if record.what == "failed" and ask is not None:
            replies[ask] = Fault(str(record.value), record.took, record.who)
        elif record.what in ("given", "late") and ask is not None:
            if record.why is not None:
                replies[ask] = Silence(record.why, record.took, record.who)
            else:
                replies[ask] = Answer(record.value, record.took, record.who)
        elif record.what == "sent" and isinstance(record.value, dict) and isinstance(record.value.get("id"), str):
            replies.setdefault(record.value["id"], Silence("absent"))
        elif record.what in ("put", "row", "drop", "sent") and ask is not None:
            replies.setdefault(ask, Silence("absent"))
        elif record.what == "due" and ask is not None:
            replies.setdefault(ask, Silence("missed"))
            if replies[ask] == Silence("absent"):
                replies[ask] = Silence("missed")
    return replies
