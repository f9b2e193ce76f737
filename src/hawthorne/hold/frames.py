"""Messages between a run and its workers: a length (8 bytes, big end first) and a pickle. Both ends are ours."""

from __future__ import annotations

import pickle
from typing import IO, Any


def send(pipe: IO[bytes], message: Any) -> None:
    """Send one message. Raises OSError when the other end is gone."""
    data = message if isinstance(message, bytes) else pickle.dumps(message)
    pipe.write(len(data).to_bytes(8, "big") + data)
    pipe.flush()


def receive(pipe: IO[bytes]) -> Any:
    """The next message. Raises EOFError when the other end is gone."""
    return pickle.loads(_exactly(pipe, int.from_bytes(_exactly(pipe, 8), "big")))


def _exactly(pipe: IO[bytes], size: int) -> bytes:
    data = pipe.read(size)
    if len(data) < size:
        raise EOFError
    return data
