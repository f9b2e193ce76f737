"""What the planted parameters of a study imply for the trials that were presented: the recovery's other column."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from hawthorne.core.actor import Actor
from hawthorne.core.document import Truth
from hawthorne.flows.machine.battery import TaskSpec


class Planted(Protocol):
    """An actor whose truth is known (`hawthorne.actors.simulated`)."""

    planted: Any

    def expected(
        self, instrument: str, condition: str, text: str | None, positions: Sequence[tuple[int, int]] | None
    ) -> float | None: ...

    def expected_missed(self, instrument: str, condition: str, limits: Sequence[float]) -> float | None: ...

    def expected_time(self, instrument: str, condition: str, limits: Sequence[float]) -> float | None: ...

    def prompt_key(self, text: str) -> str | None: ...


class Key(NamedTuple):
    """The trials that share a planted value: who answered, the condition in the planted tables' words, and the
    `prompted` key that held (empty for none)."""

    role: str
    instrument: str
    condition: str
    prompt: str


@dataclass
class Met:
    """The trials of a key: their places in their visits, a text that was sent, their tasks, whether any was scored."""

    text: str | None
    positions: list[tuple[int, int]] = field(default_factory=list)
    tasks: dict[str, TaskSpec] = field(default_factory=dict)
    scored: bool = False


def truths(tasks: Iterable[TaskSpec], trials: Iterable[Mapping[str, Any]], actors: Mapping[str, Actor]) -> list[Truth]:
    """One truth for each instrument, condition and prompt that was met, and for each step that subjects miss; none of
    accuracy where no trial was scored (an N-back's burn-in). `actors` says who answered each role."""
    known = {role: truth for role, actor in actors.items() if (truth := planted(actor)) is not None}
    found: list[Truth] = []
    for key, met in sorted(_met(tasks, trials, known).items()):
        cell = _of_cell(known[key.role], key, met)
        found += [one for one in cell if one.statistic != "accuracy" or met.scored]
    return found + [one for actor in known.values() for one in _absences(actor)]


def _met(
    tasks: Iterable[TaskSpec], trials: Iterable[Mapping[str, Any]], known: Mapping[str, Planted]
) -> dict[Key, Met]:
    by_id = {task.id: task for task in tasks}
    found: dict[Key, Met] = {}
    for row in trials:
        task = by_id.get(row["task"])
        actor = known.get(task.role) if task else None
        if task is None or actor is None or row.get("condition") is None:
            continue
        text = row.get("prompt")
        met = found.setdefault(Key(task.role, task.instrument, _word(row), _key(actor, text)), Met(text))
        met.positions.append((int(row["trial"] or 1) - 1, task.prepared.trials if task.prepared else 0))
        met.tasks[task.id] = task
        met.scored = met.scored or row.get("correct") is not None
    return found


def planted(actor: Actor | None) -> Planted | None:
    """The actor, if its truth is known."""
    return actor if actor is not None and hasattr(actor, "expected") else None  # type: ignore[return-value]


def _word(row: Mapping[str, Any]) -> str:
    """The condition in the planted table's words: an N-back's are its load's."""
    load = row.get("load")
    return f"{load}-back" if load is not None and row["condition"] in ("Match", "NonMatch") else str(row["condition"])


def _key(actor: Planted, text: str | None) -> str:
    return (actor.prompt_key(text) or "") if text else ""


def _limits(tasks: Sequence[TaskSpec], condition: str) -> tuple[float, ...]:
    """The windows of a condition's trials: a time that outlasts its own is a miss, and no time."""
    prepared = [task.prepared for task in tasks if task.prepared is not None]
    return tuple(limit for made in prepared for limit in made.windows().get(condition, ()))


def _of_cell(actor: Planted, key: Key, met: Met) -> list[Truth]:
    limits = _limits([task for _, task in sorted(met.tasks.items())], key.condition)
    values = {
        "accuracy": actor.expected(key.instrument, key.condition, met.text, met.positions),
        "missed": actor.expected_missed(key.instrument, key.condition, limits),
        "responseTime": actor.expected_time(key.instrument, key.condition, limits),
    }
    where = (key.instrument, key.condition, key.prompt or None)
    return [Truth(name, value, *where) for name, value in values.items() if value is not None]


def _absences(actor: Planted) -> list[Truth]:
    return [Truth("absent", share, step=step) for step, share in actor.planted.absent.items()]
