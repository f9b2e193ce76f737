"""How a case ended."""

from __future__ import annotations

from typing import Literal, NamedTuple

from hawthorne.core.values import JSON

Status = Literal["ended", "stuck", "failed"]


class Result(NamedTuple):
    """`ended` is a regular end (a drop-out too: it left by a way the document draws); `stuck` means that nothing could
    happen any more; `failed` that a step broke. `where` is the element at which it ended, `why` says it in words.
    `carry` goes to the next case where cases run in order."""

    status: Status
    where: str | None = None
    why: str | None = None
    value: JSON = None
    carry: JSON = None

    def as_json(self) -> dict[str, JSON]:
        """The result without its empty parts and without what is carried on."""
        pairs = (("status", self.status), ("where", self.where), ("why", self.why), ("value", self.value))
        return {key: value for key, value in pairs if value is not None}
