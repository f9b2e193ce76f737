"""What playing a scenario once came to: a fold of the records of that play."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from hawthorne.core.record import Record
from hawthorne.core.values import JSON

SKIPPED = "skipped"


@dataclass(frozen=True)
class Result:
    """One play of a scenario.

    `status` is `passed`, `failed`, `stuck` or `skipped`; `error` says why no assertion was judged. `steps` are those
    that were done, boot first: `{"step", "kind", "ok", "how"?, "detail", "durationMs"}`, durations on the world's
    clock; `assertions` are `{"assertion", "pass", "detail", "implied"?}`. `repeat` counts a scenario's plays from 1.
    """

    id: str
    title: str
    behavior: str
    world: str
    file: str
    status: str
    started_at: str
    duration_ms: float
    steps: Sequence[Mapping[str, Any]] = ()
    assertions: Sequence[Mapping[str, Any]] = ()
    evidence: Mapping[str, Any] | None = None
    error: str | None = None
    repeat: int = 1

    @property
    def passed(self) -> bool:
        return self.status == "passed"

    @property
    def broken_step(self) -> Mapping[str, Any] | None:
        """The step that came to nothing, or None."""
        return next((step for step in self.steps if not step["ok"]), None)

    @property
    def reasons(self) -> list[str]:
        """Why it did not pass, each a sentence that names what."""
        if self.error is not None:
            return [self.error, *self._clues()]
        return [f"{each['assertion']['kind']}: {each['detail']}" for each in self.assertions if not each["pass"]]

    def _clues(self) -> list[str]:
        """The turns that broke and the work that failed before a step came to nothing: what it waited for may have been
        theirs to do."""
        rows = self.evidence or {}
        broken = [f"turn {turn['index']} of {turn['bot']} broke: {turn['reason']}" for turn in rows.get("turns", ())
                  if turn["outcome"] == "error" and turn.get("reason")]  # fmt: skip
        broken += [f"the work of {node['bot']} {node['status']}: {node['error']}" for node in rows.get("handoffs", ())
                   if node["status"] in ("failed", "cancelled") and node.get("error")]  # fmt: skip
        return broken + [f"turn {turn['index']} of {turn['bot']} is beyond the script"
                         for turn in rows.get("overruns") or ()]  # fmt: skip

    def as_json(self) -> dict[str, JSON]:
        """The result object of reports. `evidence` holds what a behaviour trace is made of."""
        shown = self.evidence or {}
        return {
            "id": self.id,
            "title": self.title,
            "behavior": self.behavior,
            "world": self.world,
            "file": self.file,
            "repeat": self.repeat,
            "pass": self.passed,
            "status": self.status,
            "startedAt": self.started_at,
            "durationMs": self.duration_ms,
            "steps": [dict(step) for step in self.steps],
            "assertions": [dict(each) for each in self.assertions],
            "assertionsInput": [each["assertion"] for each in self.assertions],
            "evidence": {name: shown.get(name, []) for name in ("turns", "overruns", "handoffs", "sends", "timeline")},
        } | ({} if self.error is None else {"error": self.error})

    @classmethod
    def of_json(cls, value: Mapping[str, Any]) -> Result:
        """Read a result object."""
        return cls(value["id"], value["title"], value["behavior"], value["world"], value["file"], value["status"],
                   value["startedAt"], value["durationMs"], value["steps"], value["assertions"], value["evidence"],
                   value.get("error"), value["repeat"])  # fmt: skip


@dataclass
class Fold:
    """What the records of a play say."""

    steps: list[Mapping[str, Any]] = field(default_factory=list)
    assertions: list[Mapping[str, Any]] = field(default_factory=list)
    evidence: Mapping[str, Any] | None = None
    status: str = "failed"
    error: str | None = None

    @classmethod
    def of(cls, records: Iterable[Record]) -> Fold:
        """Fold the records of one case."""
        fold = cls()
        for record in records:
            if record.what == "row" and record.who is not None:
                fold._row(record.who, record.value)
            elif record.what == "given" and record.ask is not None and record.ask.endswith("/evidence"):
                fold.evidence = record.value
            elif record.what == "done":
                fold._done(record.value)
        return fold

    def _row(self, who: str, row: Mapping[str, Any]) -> None:
        if who == "boot" or who.startswith("steps/"):
            kept = ("step", "kind", "subject", "ok", "how", "detail", "durationMs")
            self.steps.append({name: row[name] for name in kept if name in row})
        elif who.startswith(("assertions/", "implied/")):
            implied = {"implied": True} if row.get("implied") else {}
            self.assertions.append({"assertion": row["form"], "pass": row["pass"], "detail": row["detail"]} | implied)

    def _done(self, result: Mapping[str, Any]) -> None:
        passed = bool((result.get("value") or {}).get("pass"))
        self.status = "passed" if passed else "stuck" if result["status"] == "stuck" else "failed"
        if not passed and not any(not each["pass"] for each in self.assertions):
            where, why = result.get("where") or "the scenario", result.get("why") or "it did not end"
            self.error = why if why.startswith(where) else f"{where}: {why}"
