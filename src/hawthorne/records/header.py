"""A run's header, `run.json`: what the records depend on, and (here alone) when and where the run was made."""

from __future__ import annotations

import os
import platform
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from datetime import UTC, datetime
from typing import Any

import orjson

from hawthorne.core.errors import HawthorneError

FORMAT = 1
"""The number of the run folder's format."""


class BadHeader(HawthorneError):
    """A `run.json` that is not a header of ours."""


@dataclass(frozen=True)
class Header:
    """`document` has kind, name, file (in the run's `document/`) and digest; `digests` the protocol's and the any-actor
    one; `plan` the digest of everything that the records depend on. `n` is what was asked for, `cases` and
    `participants` what came of it. `actors` says of each role who plays it; `performing` whether and how code ran.
    `executor`, `host` and the times never reach a record. Once the run is closed, `counts` are cases by status, and
    `allocationSeed` reveals the secret seeds of concealed allocations, by gateway."""

    hawthorne: str
    document: Mapping[str, Any]
    digests: Mapping[str, str]
    plan: str
    seed: int | str
    drawn: bool
    n: Any
    cases: int
    participants: int
    level: str
    clock: str
    epoch: str
    budgets: Mapping[str, int]
    actors: Mapping[str, Mapping[str, Any]]
    performing: Mapping[str, Any] = field(default_factory=dict)
    shared: tuple[str, ...] = ()
    executor: Mapping[str, Any] = field(default_factory=dict)
    host: Mapping[str, Any] = field(default_factory=dict)
    started: str = ""
    resumed: tuple[str, ...] = ()
    finished: str | None = None
    counts: Mapping[str, int] | None = None
    allocationSeed: Mapping[str, str] | None = None  # noqa: N815  (the word of the studies themselves)
    format: int = FORMAT

    def encode(self) -> bytes:
        """The text of `run.json`."""
        return orjson.dumps(asdict(self), option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)

    @classmethod
    def decode(cls, data: bytes, name: str = "run.json") -> Header:
        """Read `run.json`. Raises BadHeader."""
        try:
            item = orjson.loads(data)
            if item["format"] != FORMAT:
                raise BadHeader(f"{name}: format {item['format']} of run folders is not known here (known: {FORMAT})")
            known = {each.name for each in fields(cls)}
            item = {key: value for key, value in item.items() if key in known}
            return cls(**{**item, "shared": tuple(item["shared"]), "resumed": tuple(item["resumed"])})
        except (ValueError, KeyError, TypeError) as error:
            raise BadHeader(f"{name} is not the header of a run: {error}") from None


def moment() -> str:
    """The time of day, UTC, to the second, as the header keeps it."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def host() -> dict[str, Any]:
    """What the header says of the machine."""
    return {
        "python": platform.python_version(),
        "implementation": platform.python_implementation(),
        "system": platform.platform(),
        "processors": os.cpu_count(),
    }
