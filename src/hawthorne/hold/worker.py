"""A worker process: `python -m hawthorne.hold.worker`, spoken to over its standard input and output.

It gets a plan (the read document, never its text) and a run folder, then shards, one at a time, and sends back
progress and outcomes. It ends when its parent's pipe closes, in whatever state: a part can be cut at any byte.
"""

from __future__ import annotations

import os
import pickle
import queue
import sys
import threading
import traceback
from typing import IO, Any

from hawthorne.core.errors import HawthorneError
from hawthorne.hold.frames import receive, send
from hawthorne.hold.gather import Outcome, Shard
from hawthorne.hold.plan import Plan
from hawthorne.hold.shard import play_in_folder, play_in_memory
from hawthorne.records.store import Store

NEWS = 50
"""How often, at most, a shard's progress is told."""


def main() -> None:
    """Play what the parent sends until it closes the pipe."""
    replies = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a document's own code prints must not end up among the replies
    inbox: queue.SimpleQueue[Any] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(sys.stdin.buffer, inbox), daemon=True).start()
    try:
        plan, folder = _next(inbox)
        store = None if folder is None else Store(folder)
        send(replies, ("ready", None))
        while True:
            send(replies, ("outcome", _play(plan, _next(inbox), store, replies)))
    except BrokenPipeError:
        os._exit(0)
    except Exception as error:
        send(replies, ("error", _portable(error)))


def _listen(pipe: IO[bytes], inbox: queue.SimpleQueue[Any]) -> None:
    """Pass on messages; end the process when the parent is gone, whatever it is doing."""
    while True:
        try:
            inbox.put(receive(pipe))
        except EOFError:
            os._exit(0)
        except Exception as error:
            inbox.put(error)


def _next(inbox: queue.SimpleQueue[Any]) -> Any:
    message = inbox.get()
    if isinstance(message, HawthorneError):
        raise message
    if isinstance(message, Exception):
        raise HawthorneError(
            f"a worker process cannot make the plan ({type(message).__name__}: {message}): what an actor needs must be "
            "in a module that can be imported; or use the executor local"
        ) from message
    return message


def _play(plan: Plan, shard: Shard, store: Store | None, replies: IO[bytes]) -> Outcome:
    every = max(1, shard.cases // NEWS)

    def hear(done: int, waits: str) -> None:
        if waits or done % every == 0:
            send(replies, ("progress", (shard, done, waits)))

    return play_in_memory(plan, shard, hear) if store is None else play_in_folder(plan, shard, store, hear)


def _portable(error: Exception) -> HawthorneError:
    """The error as it can be raised on the other side: itself where it can travel, else its text."""
    if not isinstance(error, HawthorneError):
        return HawthorneError("a worker failed:\n" + "".join(traceback.format_exception(error)))
    try:
        if str(pickle.loads(pickle.dumps(error))) == str(error):
            return error
    except Exception:
        pass
    return HawthorneError(str(error))


if __name__ == "__main__":
    main()
