"""Session specs: what the design gives one participant. The operator's side; no participant sees one."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from hawthorne.core import digest
from hawthorne.core.values import JSON
from hawthorne.hold.frozen import frozen
from hawthorne.protocol.errors import ProtocolError

SCHEMA = "hawthorne/spec.v1"


@dataclass(frozen=True, slots=True)
class SessionSpec:
    """One participant's place in a design; it cannot be changed, and `from_json(to_json())` is the same spec.

    `index` counts the specs of the design from 0; `case` (from 1) and `seat` say where the participant sits; `group` is
    the label of the group, None where everybody is alone; `arms` are those the design was cut down to, None for all.
    """

    index: int
    participant: str
    arm: str
    draws: Mapping[str, JSON]
    role: str
    group: str | None
    seat: str
    case: int
    n: int
    seed: int | str
    protocol_hash: str
    arms: tuple[str, ...] | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "draws", frozen(dict(self.draws)))
        if self.arms is not None:
            object.__setattr__(self, "arms", tuple(self.arms))

    def __hash__(self) -> int:
        return hash((self.protocol_hash, self.seed, self.participant, self.arms))

    def to_json(self) -> str:
        """The spec as JSON text."""
        return json.dumps({"schema": SCHEMA} | asdict(self), ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str | bytes | Mapping[str, Any]) -> SessionSpec:
        """Read a spec. Raises ProtocolError for what is none."""
        try:
            found = dict(text) if isinstance(text, Mapping) else json.loads(text)
            if found.pop("schema") != SCHEMA:
                raise ValueError
            return cls(**found)
        except (ValueError, TypeError, KeyError, AttributeError):
            raise ProtocolError("spec", "bad_spec", f"this is no session spec ({SCHEMA})") from None

    @property
    def sha256(self) -> str:
        """The spec's digest."""
        return digest.of_value(json.loads(self.to_json()))
