"""Shards in worker processes on pipes, as many at a time as there are workers."""

from __future__ import annotations

import contextlib
import os
import pickle
import queue
import subprocess
import sys
import threading
from collections.abc import Generator, Sequence
from typing import IO, Any, ClassVar

from hawthorne.core.errors import UsageError
from hawthorne.hold.broken import WorkerBroke
from hawthorne.hold.executors import Listen
from hawthorne.hold.frames import receive, send
from hawthorne.hold.gather import Outcome, Shard
from hawthorne.hold.plan import Plan
from hawthorne.records.store import Store

TRIES = 2
"""How often a shard is given out before a worker that dies over it is taken for its fault."""

GRACE = 5.0
"""Seconds that a worker whose pipe is closed has before it is killed."""


class Processes:
    """Worker processes of this machine. They look for modules where this process does."""

    kind: ClassVar[str] = "processes"
    version: ClassVar[int] = 1

    def play(
        self, plan: Plan, shards: Sequence[Shard], store: Store | None, workers: int, listen: Listen
    ) -> Generator[Outcome, None, None]:
        pool = _Pool(_packed(plan, store), shards)
        try:
            pool.start(min(workers, len(shards)))
            for _ in shards:
                yield pool.outcome(listen)
        finally:
            pool.end()


def _packed(plan: Plan, store: Store | None) -> bytes:
    """The first message to each worker, made once."""
    try:
        return pickle.dumps((plan, None if store is None else store.folder.resolve()))
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise UsageError(
            f"the plan cannot be sent to worker processes ({error}): give actors as specifications, "
            "or use the executor local"
        ) from None


class _Pool:
    """Threads that each lead one worker, and the queue of what they hear."""

    def __init__(self, first: bytes, shards: Sequence[Shard]) -> None:
        self._first = first
        self._todo: queue.SimpleQueue[Shard] = queue.SimpleQueue()
        for shard in shards:
            self._todo.put(shard)
        self._news: queue.SimpleQueue[tuple[str, Any]] = queue.SimpleQueue()
        self._alive: set[subprocess.Popen[bytes]] = set()
        self._lock = threading.Lock()
        self._ending = False

    def start(self, workers: int) -> None:
        for _ in range(workers):
            threading.Thread(target=self._lead, daemon=True).start()

    def outcome(self, listen: Listen) -> Outcome:
        """The next shard that is done, telling of progress meanwhile. Raises what a worker raised."""
        while True:
            word, item = self._news.get()
            if word == "outcome":
                done: Outcome = item
                listen(done.shard, done.shard.cases, "")
                return done
            if word == "error":
                raise item
            if word == "progress":
                listen(*item)

    def end(self) -> None:
        """Close every worker's pipe, and see to it that it ends."""
        with self._lock:
            self._ending = True
            alive = list(self._alive)
        for worker in alive:
            _close(worker.stdin)
        for worker in alive:
            try:
                worker.wait(GRACE)
            except subprocess.TimeoutExpired:
                worker.kill()
                worker.wait()

    # --- in a thread of its own ----------------------------------------------------------------------------------

    def _lead(self) -> None:
        """Give one worker shard after shard; a worker that dies is replaced, and its shard tried again."""
        try:
            worker: subprocess.Popen[bytes] | None = None
            while True:
                try:
                    shard = self._todo.get_nowait()
                except queue.Empty:
                    break
                for left in reversed(range(TRIES)):
                    worker = worker or self._spawn()
                    if worker is None or self._played(worker, shard):
                        break
                    code = worker.wait()
                    worker = None
                    if not left:
                        raise WorkerBroke(_died(shard, code))
            if worker is not None:
                _close(worker.stdin)
        except Exception as error:
            self._news.put(("error", error))

    def _spawn(self) -> subprocess.Popen[bytes] | None:
        with self._lock:
            if self._ending:
                return None
            worker = subprocess.Popen(
                [sys.executable, "-m", "hawthorne.hold.worker"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(path or os.getcwd() for path in sys.path)},
                start_new_session=True,  # Ctrl-C is ours to hear; a worker ends with its pipe
            )
            self._alive.add(worker)
        assert worker.stdin is not None
        with contextlib.suppress(OSError):  # a worker that died at once is found when its replies are read
            send(worker.stdin, self._first)
        return worker

    def _played(self, worker: subprocess.Popen[bytes], shard: Shard) -> bool:
        """Have a worker play a shard; False if it died."""
        assert worker.stdin is not None
        assert worker.stdout is not None
        try:
            send(worker.stdin, shard)
            while True:
                word, item = receive(worker.stdout)
                if word != "ready":
                    self._news.put((word, item))
                if word == "error":
                    return True
                if word == "outcome":
                    return True
        except (EOFError, OSError):
            return self._ending


def _close(pipe: IO[bytes] | None) -> None:
    assert pipe is not None
    with contextlib.suppress(OSError):
        pipe.close()


def _died(shard: Shard, code: int) -> str:
    how = f"was killed by signal {-code}" if code < 0 else f"ended with exit code {code}"
    return (
        f"a worker {how} while it played cases {shard.low} to {shard.high}, twice: "
        "is there enough memory? The executor local shows more"
    )
