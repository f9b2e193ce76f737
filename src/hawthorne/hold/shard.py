"""A shard: some cases of a plan, played one after the other into one part. What is there already is taken up."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol

from hawthorne import __version__
from hawthorne.core.case import Case
from hawthorne.core.errors import ReplayMismatch, UnknownAsk
from hawthorne.core.record import Record
from hawthorne.core.values import JSON
from hawthorne.hold.agenda import PASSES, broke
from hawthorne.hold.drive_live import LiveClock, Wall
from hawthorne.hold.gather import Outcome, Shard, count, tally
from hawthorne.hold.hand import Hand
from hawthorne.hold.plan import Plan
from hawthorne.hold.recorded import Recorded
from hawthorne.records.disk import StoreError
from hawthorne.records.line import BadLine, decode, encode
from hawthorne.records.store import Store

GIVEN = frozenset({"given", "failed", "invalid", "late"})
"""What came from an actor: on the disk before it is used, where the actor would not give it again."""

Listen = Callable[[int, str], None]
"""Told of progress: how many cases of the shard are done, and what is waited for ("" when nothing is)."""

Clocks = Callable[[float], LiveClock]
"""Makes a case's clock, which starts at so many seconds."""


class Lines(Protocol):
    """Where a shard's lines go: a part's file, or memory."""

    name: str
    size: int
    records: int

    def existing(self) -> Iterator[bytes]: ...

    def append(self, line: bytes) -> None: ...

    def flush(self) -> None: ...

    def commit(self) -> None: ...


class Memory:
    """Lines that are kept in memory."""

    name = "memory"

    def __init__(self) -> None:
        self._lines = bytearray()
        self.size = 0
        self.records = 0

    def existing(self) -> Iterator[bytes]:
        return iter(())

    def append(self, line: bytes) -> None:
        self._lines += line

    def flush(self) -> None:
        self.size, self.records = len(self._lines), self._lines.count(b"\n")

    commit = flush

    def taken(self) -> bytes:
        """The lines, all of them."""
        return bytes(self._lines)


def play_in_memory(plan: Plan, shard: Shard, listen: Listen, clocks: Clocks = Wall) -> Outcome:
    """Play a shard and return its lines with its receipt."""
    lines = Memory()
    receipt = _Play(plan, shard, lines, listen, clocks, __version__).play()
    return Outcome(shard, receipt, lines.taken())


def play_in_folder(plan: Plan, shard: Shard, store: Store, listen: Listen, clocks: Clocks = Wall) -> Outcome:
    """Play a shard into its part, going on from what is there. The part gets its receipt when all cases are done."""
    part = store.part(shard.low, shard.high, plan.size.cases)
    receipt = None
    try:
        receipt = _Play(plan, shard, part, listen, clocks, store.header.hawthorne).play()
    except (StoreError, BadLine, ReplayMismatch):
        raise
    except Exception:
        part.flush()
        raise
    finally:
        part.close(receipt)
    return Outcome(shard, receipt)


class _Play:
    """One play of a shard."""

    def __init__(
        self, plan: Plan, shard: Shard, lines: Lines, listen: Listen, clocks: Clocks, recorded_by: str
    ) -> None:
        self.plan, self.shard, self.lines, self.listen = plan, shard, lines, listen
        self.recorded_by = recorded_by
        self.counts = tally()
        self.carry: JSON = None
        self.hand = Hand(plan, clocks, self._wait)
        self.log = self._durable if plan.durable else self._buffered

    def play(self) -> dict[str, int]:
        """Play what is not there yet; returns the receipt."""
        low, high = self.shard
        low += self._take_up()
        plan, hand, sequential = self.plan, self.hand, self.plan.sequential
        for number in range(low, high + 1):
            case = plan.case(number, self.log)
            hand.play(case, self.carry if sequential else None)
            self._end(case)
        self.lines.commit()
        return self.counts | {"records": self.lines.records, "bytes": self.lines.size}

    # --- lines ---------------------------------------------------------------------------------------------------

    def _buffered(self, record: Record) -> None:
        self.lines.append(encode(record))

    def _durable(self, record: Record) -> None:
        self.lines.append(encode(record))
        if record.what in GIVEN:
            self.lines.commit()

    def _end(self, case: Case) -> None:
        assert case.result is not None
        count(self.counts, case.result.status)
        self.carry = case.result.carry
        self.listen(self.counts["cases"], "")

    def _wait(self, what: str) -> None:
        self.lines.flush()
        self.listen(self.counts["cases"], what)

    # --- going on ------------------------------------------------------------------------------------------------

    def _take_up(self) -> int:
        """Skip the cases that are done, play back the last that is there and go on with it; returns how many cases are
        done then. The last is played back even if it is done: it shows that this program still plays it the same, and
        what it carries over is in no record."""
        last: list[bytes] = []
        records: list[Record] = []
        for k, line in enumerate(self.lines.existing(), 1):
            record = decode(line, self.lines.name, k)
            if not records or record.case != records[-1].case:
                self._follows(record, records, k)
                last, records = [], []
            last.append(line)
            records.append(record)
        if not records:
            return 0
        case = self._play_back(last, records)
        self._end(case)
        return self.counts["cases"]

    def _follows(self, record: Record, before: list[Record], k: int) -> None:
        """Check that a case's first record follows a case that is done, and count that one."""
        going = bool(before) and before[-1].what != "done"
        wanted = before[-1].case + (not going) if before else self.shard.low
        if going or record.case != wanted or record.case > self.shard.high:
            raise BadLine(
                f"{self.lines.name}:{k}: a record of case {record.case} stands where case {wanted} should "
                f"{'go on' if going else 'begin'}: the part was changed or damaged"
            )
        if before:
            count(self.counts, before[-1].value["status"])

    def _play_back(self, last: list[bytes], records: list[Record]) -> Case:
        check = Recorded(last, self.log, f"recorded by hawthorne {self.recorded_by}, replayed by {__version__}")
        case = self.plan.case(records[0].case, check)
        try:
            agenda = self.hand.restore(case, records)
        except UnknownAsk as error:
            raise check.differs(str(error)) from None
        except PASSES:
            raise
        except Exception as error:
            raise broke(case, error) from error
        check.finish()
        return self.hand.go_on(agenda)
