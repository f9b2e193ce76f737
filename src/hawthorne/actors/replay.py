"""The replay actor: gives again what was given in a recorded run, ask by ask."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

from hawthorne.core.actor import Description
from hawthorne.core.ask import Answer, Ask, Fault, Reply, Silence
from hawthorne.core.draws import Draws
from hawthorne.core.errors import UsageError
from hawthorne.core.record import Record
from hawthorne.records import read


@dataclass(frozen=True, slots=True)
class Recording:
    """What a run's records say of its asks: what came of each; how often each step was reached (`<seat>/<step>`); and
    the cases of a run that keeps no such facts, of which only the answers are known."""

    replies: Mapping[str, Reply] = field(default_factory=dict)
    reached: Mapping[str, int] = field(default_factory=dict)
    bare: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class ReplayActor:
    """`replay:RUN`: answers as a recorded run was answered, and is silent where nobody answered it."""

    recording: Recording = field(default_factory=Recording)
    run: str = ""

    kind: ClassVar[str] = "replay"
    version: ClassVar[int] = 1

    @classmethod
    def of_records(cls, records: Iterable[Record], run: str = "") -> ReplayActor:
        """An actor that answers as these records say."""
        return cls(recording_of(records), run)

    @classmethod
    def of_replies(cls, replies: Mapping[str, Reply]) -> ReplayActor:
        """An actor that gives these replies, by the ids of asks."""
        return cls(Recording(replies))

    @classmethod
    def from_spec(cls, text: str) -> ReplayActor:
        """Read the records of a run's folder. Raises UsageError, or StoreError for a folder that is no run."""
        if not text or not Path(text).is_dir():
            what = f'"{text}" is not a folder' if text else "no folder is named"
            raise UsageError(f"{what}: write replay:RUN, where RUN is a run's folder")
        return cls.of_records(read.records(text), text)

    def open(self, case: int, draws: Draws) -> ReplayMind:
        return ReplayMind(self.recording, case)

    def describe(self) -> Description:
        return Description(self.kind, {"run": self.run} if self.run else {}, reproducible=True, sees="key")


class ReplayMind:
    """Looks an ask up."""

    __slots__ = ("_case", "_recording")

    def __init__(self, recording: Recording, case: int) -> None:
        self._recording = recording
        self._case = case

    def answer(self, ask: Ask) -> Reply:
        reply = self._recording.replies.get(ask.id)
        if reply is not None:
            return reply
        if self._was_put(ask):
            return Silence("absent")
        return Fault(f'the recorded run never put the ask "{ask.id}" (step "{ask.step}")')

    def recall(self, ask: Ask, answer: Answer | Silence) -> None:
        """Nothing is remembered: the record is the memory."""

    def _was_put(self, ask: Ask) -> bool:
        """Whether the recorded run put an ask that nobody answered: it reached the ask's step as often as that."""
        if self._case in self._recording.bare:
            return True
        visit = ask.id.rpartition("/")[2].removeprefix(f"{ask.step}.").partition(".")[0]
        reached = self._recording.reached.get(f"{ask.seat}/{ask.step}", 0)
        return visit.isdigit() and int(visit) <= reached


def recording_of(records: Iterable[Record]) -> Recording:
    """What the records say of each ask. An answer that came late comes late again, and one whose window ran out is
    missed again."""
    replies: dict[str, Reply] = {}
    reached: dict[str, int] = {}
    over: set[int] = set()
    for record in records:
        ask = record.ask
        if record.what == "reached":
            key = f"{record.case}/{record.who}"
            reached[key] = reached.get(key, 0) + 1
        elif record.what == "done":
            over.add(record.case)
        elif ask is not None and record.what == "failed":
            replies[ask] = Fault(str(record.value), record.took, record.who)
        elif ask is not None and record.what in ("given", "late"):
            said = record.why
            replies[ask] = (Answer(record.value, record.took, record.who) if said is None
                            else Silence(said, record.took, record.who))  # fmt: skip
        elif ask is not None and record.what == "due":
            replies.setdefault(ask, Silence("missed"))
    return Recording(replies, reached, frozenset() if reached else frozenset(over))
