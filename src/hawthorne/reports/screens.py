"""The screens that the sessions of a run were shown, side by side: a fold of what was put, by arm."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from hawthorne.core.record import Record
from hawthorne.core.values import canonical

View = Mapping[str, Any]

MOST = 3
"""How many variants of one screen are kept; the others are counted."""
ARM = "arm"
"""The draw of the arm: of the case, or of each role that is played (`sender/arm`)."""


@dataclass(slots=True)
class Shown:
    """The variants of one screen in one arm, in the order of meeting, and how many there were in all."""

    variants: dict[str, View] = field(default_factory=dict)
    others: set[str] = field(default_factory=set)

    def take(self, view: View) -> None:
        key = canonical({name: part for name, part in view.items() if name != "step"})
        if key not in self.variants and len(self.variants) < MOST:
            self.variants[key] = view
        elif key not in self.variants:
            self.others.add(key)

    @property
    def count(self) -> int:
        return len(self.variants) + len(self.others)


@dataclass(slots=True)
class Row:
    """One page of one stage for one role: what each arm showed there."""

    role: str
    stage: str
    page: int
    arms: dict[str, Shown] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Screens:
    """Every screen: the arms by name, the rows in the order of the sessions."""

    arms: Sequence[str]
    rows: Sequence[Row]
    sessions: Mapping[str, int]
    """How many cases of each arm were played."""


Key = tuple[str, str, int]


def gather(records: Iterable[Record]) -> Screens:
    """Fold the records (level `full`, since what was put is needed) of a run of a protocol."""
    rows: dict[Key, Row] = {}
    order: list[Key] = []
    arms: dict[str, str] = {}
    sessions: dict[str, int] = {}
    last: dict[str, int] = {}
    for record in records:
        if record.what == "begin":
            arms, last = {}, {}
        elif record.what == "drew" and (drawn := (record.who or "").rpartition("/"))[2] == ARM:
            arm = str(record.value)
            sessions[arm] = sessions.get(arm, 0) + (arm not in arms.values())
            arms[drawn[0]] = arm
        elif record.what == "put" and record.ask is not None:
            role, view = record.who or "", record.value["view"]
            key = (role, record.value["step"], view.get("page", 1))
            if key not in rows:
                rows[key] = Row(*key)
                order.insert(last.get(role, len(order) - 1) + 1, key)
            last[role] = order.index(key)
            rows[key].arms.setdefault(arms.get(role, arms.get("", "")), Shown()).take(view)
    return Screens(sorted(sessions) or [""], [rows[key] for key in order], sessions)
