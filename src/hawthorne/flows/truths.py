"""What the planted parameters of a study imply for the trials that were presented: the recovery's other column."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from hawthorne.core.actor import Actor
from hawthorne.core.document import Role, Truth
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


class Source(Protocol):
    """A program, as far as its truths need it."""

    roles: tuple[Role, ...]

    tasks: tuple[TaskSpec, ...]


def truths(program: Source, trials: Sequence[Mapping[str, Any]]) -> list[Truth]:
    """One truth for each instrument, condition and prompt that was met, and for each step that subjects miss; none of
    accuracy where no trial was scored (an N-back's burn-in)."""
    actors = {role.name: role.actor for role in program.roles if role.actor is not None}
    tasks = {task.id: task for task in program.tasks}
    met: dict[tuple[str, str, str, str], list[tuple[int, int]]] = defaultdict(list)
    texts: dict[tuple[str, str, str, str], str | None] = {}
    within: dict[tuple[str, str, str, str], set[str]] = defaultdict(set)
    scored: set[tuple[str, str, str, str]] = set()
    for row in trials:
        task = tasks.get(row["task"])
        actor = planted(actors.get(task.role)) if task else None
        if task is None or actor is None or row.get("condition") is None:
            continue
        text = row.get("prompt")
        word = _word(task, row)
        key = (task.role, task.instrument, word, _key(actor, text))
        planned = task.prepared.trials if task.prepared else 0
        within[key].add(task.id)
        met[key].append((int(row["trial"] or 1) - 1, planned))
        texts.setdefault(key, text)
        if row.get("correct") is not None:
            scored.add(key)
    found = []
    for key, positions in sorted(met.items()):
        role, instrument, condition, prompt = key
        actor = planted(actors[role])
        assert actor is not None
        limits = _limits([tasks[id] for id in sorted(within[key])], condition)
        cell = _of_cell(actor, instrument, condition, prompt or None, texts[key], positions, limits)
        found += [truth for truth in cell if truth.statistic != "accuracy" or key in scored]
    return found + [truth for actor in actors.values() for truth in _absences(planted(actor))]


def planted(actor: Actor | None) -> Planted | None:
    """The actor, if its truth is known."""
    return actor if actor is not None and hasattr(actor, "expected") else None  # type: ignore[return-value]


def _word(task: TaskSpec, row: Mapping[str, Any]) -> str:
    """The condition in the planted table's words: an N-back's are its load's."""
    load = row.get("load")
    return f"{load}-back" if load is not None and row["condition"] in ("Match", "NonMatch") else str(row["condition"])


def _key(actor: Planted, text: str | None) -> str:
    return (actor.prompt_key(text) or "") if text else ""


def _limits(tasks: Sequence[TaskSpec], condition: str) -> tuple[float, ...]:
    """The windows of a condition's trials: a time that outlasts its own is a miss, and no time."""
    prepared = [task.prepared for task in tasks if task.prepared is not None]
    return tuple(limit for made in prepared for limit in made.windows().get(condition, ()))


def _of_cell(
    actor: Planted,
    instrument: str,
    condition: str,
    prompt: str | None,
    text: str | None,
    positions: Sequence[tuple[int, int]],
    limits: Sequence[float],
) -> list[Truth]:
    values = {
        "accuracy": actor.expected(instrument, condition, text, positions),
        "missed": actor.expected_missed(instrument, condition, limits),
        "responseTime": actor.expected_time(instrument, condition, limits),
    }
    return [Truth(name, value, instrument, condition, prompt) for name, value in values.items() if value is not None]


def _absences(actor: Planted | None) -> list[Truth]:
    return [] if actor is None else [Truth("absent", share, step=step) for step, share in actor.planted.absent.items()]
