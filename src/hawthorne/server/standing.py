"""A harness that stands on the disk: its log is the truth, everything else in its folder can be made again.

    log.jsonl             every record of the case, one line each; never changed once written
    gates.json            the gates that stand open (evaluation only), each since when
    lock                  held by the one process that serves the folder
    room-handoffs.json …  projections: what the log comes to, for whoever likes to look

An answer is given only after what it says is on the disk. A process that was killed leaves whole lines and at most one
torn one, which is cut; the case is replayed from them and told that it was restarted.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import orjson

from hawthorne import __version__
from hawthorne.bots.rules import Rules
from hawthorne.core.actor import Mind
from hawthorne.core.record import Record
from hawthorne.core.values import JSON
from hawthorne.evals.worlds.front import Front
from hawthorne.evals.worlds.host import Response
from hawthorne.hold.recorded import Recorded
from hawthorne.records.disk import replace_file, storing
from hawthorne.records.line import decode, encode
from hawthorne.records.part import PartFile
from hawthorne.records.store import Store
from hawthorne.server.projections import project

LOG = "log.jsonl"
GATES = "gates.json"
CASE = 1


class Clock:
    """The seconds since a case began, as the machine's own clock counts them; `start` is what it shows now."""

    def __init__(self, start: float = 0.0) -> None:
        self._zero = time.monotonic() - start

    def now(self) -> float:
        return round(time.monotonic() - self._zero, 6)


class Standing:
    """A harness in a data folder, taken up where it was left. Its clock goes on at `now`, or at the last record; `ask`
    and what stands beside it go by real time, which whoever moves the `front` leaves alone.

    Raises StoreError where another process serves the folder or it cannot be used, ReplayMismatch where this program
    plays what is recorded differently.
    """

    def __init__(
        self,
        folder: Path,
        mind_of: Callable[[str], Mind],
        rules: Rules | None = None,
        now: float = 0.0,
    ) -> None:
        self.folder = folder
        self._dirty: set[str] = set()
        self._stack = ExitStack()
        try:
            with storing(folder):
                folder.mkdir(parents=True, exist_ok=True)
            self._stack.enter_context(Store(folder).lock())
            self._log = PartFile(folder, folder / LOG)
            self._stack.callback(self._log.close)
            self.front = self._taken_up(mind_of, rules, now)
        except BaseException:
            self._stack.close()
            raise
        self._clock = Clock(self.front.service.now)
        self.commit(all_files=True)

    def _taken_up(self, mind_of: Callable[[str], Mind], rules: Rules | None, now: float) -> Front:
        lines = list(self._log.existing())
        check = Recorded(lines, self._append, f"recorded before, replayed by hawthorne {__version__}")
        front = Front(mind_of, rules, check, self._gates())
        if not lines:
            front.begin()
            return front
        front.take_up([decode(line, self._log.name, k) for k, line in enumerate(lines, 1)], now)
        check.finish()
        front.restarted()
        return front

    def _append(self, record: Record) -> None:
        self._log.append(encode(record))
        if record.what == "wrote" and record.who is not None:
            self._dirty.add(record.who.partition("/")[0])

    # --- acting --------------------------------------------------------------------------------------------------

    def ask(self, method: str, target: str, body: JSON = None, token: str | None = None) -> Response | str:
        """Make a request in real time, at the present moment; what it changes is on the disk when this returns."""
        self.catch_up()
        said = self.front.ask(method, target, body, token)
        self.front.settle()
        self.commit()
        return said

    def catch_up(self) -> None:
        """Let happen what was due until now, in real time."""
        self.front.service.pass_time(max(self._clock.now(), self.front.service.now))

    @property
    def wakes_in(self) -> float | None:
        """In how many seconds of real time something will happen of itself; None: never."""
        due = self.front.service.due
        return None if due is None else max(0.0, due - self._clock.now())

    def signal(self, gate: str) -> None:
        """Open a gate; that it is open is on the disk when this returns."""
        self.front.signal(gate)
        with storing(self.folder):
            replace_file(self.folder / GATES, orjson.dumps(self.front.service.opened))

    def _gates(self) -> dict[str, float]:
        path = self.folder / GATES
        if not path.exists():
            return {}
        with storing(self.folder):
            found: dict[str, float] = orjson.loads(path.read_bytes())
        return found

    def commit(self, all_files: bool = False) -> None:
        """Put everything on the disk, then renew the projections of what changed."""
        self._log.commit()
        if self._dirty or all_files:
            with storing(self.folder):
                project(self.folder, self.front.view, None if all_files else self._dirty)
            self._dirty.clear()

    def close(self) -> None:
        """Leave the folder to others."""
        self._log.commit()
        self._stack.close()
