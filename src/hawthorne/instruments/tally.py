"""Counting a task's trials from its records, block by block: the one rule, whichever build wrote them.

A build that writes `<TASK>.TrialEnd` with a boolean `result.isAnswered` is the authority on which trials were
presented and answered. Other builds' trials are those started or responded to. Burn-in is never counted.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Any

from hawthorne.core.values import JSON

BURN_IN = "BurnIn"


class Tally:
    """The count of one played task; `add` its events in order, then ask for `blocks`."""

    __slots__ = ("_answered", "_block_of", "_ended", "_shown", "_unanswerable")

    def __init__(self) -> None:
        self._shown: dict[Hashable, None] = {}
        self._answered: dict[Hashable, None] = {}
        self._unanswerable: set[Hashable] = set()
        self._block_of: dict[Hashable, str] = {}
        self._ended: dict[Hashable, tuple[bool, str, bool | None]] = {}

    def add(self, event: Mapping[str, Any]) -> None:
        """Take one event of the task's records; an event without a trial's id is not counted."""
        context = _mapping(event.get("trialContext"))
        block, result = _mapping(context.get("block")), _mapping(event.get("result"))
        trial_id = _mapping(context.get("trial")).get("id")
        if trial_id is None:
            return
        trial = (_hashable(block.get("id")), _hashable(trial_id))
        types = context.get("types") or ()
        if block.get("name"):
            self._block_of[trial] = str(block["name"])
        name, is_answered = _mapping(event.get("object")).get("name"), result.get("isAnswered")
        if isinstance(name, str) and name.endswith(".TrialEnd") and isinstance(is_answered, bool):
            condition, correct = context.get("condition"), result.get("isCorrect")
            self._ended[trial] = (
                is_answered,
                condition if isinstance(condition, str) else "",
                correct if isinstance(correct, bool) else None,
            )
        if "TrialStart" in types:
            self._shown[trial] = None
        if "Click" in types or ("TrialEnd" in types and result.get("responseTime") is not None):
            self._answered[trial] = None
        if "TrialEnd" in types and _burns_in(result.get("streamResults")):
            self._unanswerable.add(trial)

    def blocks(self) -> list[dict[str, JSON]]:
        """The `BlockCounts`: {block, trials, answered, unanswered, correct}, by first appearance of a block's name,
        unnamed trials last; `correct` is None as soon as one counted trial says nothing of it."""
        order = {name: i for i, name in enumerate(dict.fromkeys(self._block_of.values()))}
        counted = sorted(self._counted(), key=lambda found: order.get(self._block_of.get(found[0], ""), len(order)))
        counts: dict[str | None, dict[str, JSON]] = {}
        for trial, answered, correct in counted:
            name = self._block_of.get(trial)
            entry = counts.setdefault(name, {"block": name, "trials": 0, "answered": 0, "unanswered": 0, "correct": 0})
            entry["trials"] += 1
            entry["answered" if answered else "unanswered"] += 1
            if correct is None or entry["correct"] is None:
                entry["correct"] = None
            else:
                entry["correct"] += correct
        return list(counts.values())

    def _counted(self) -> list[tuple[Hashable, bool, bool | None]]:
        if self._ended:
            return [
                (trial, answered, correct)
                for trial, (answered, condition, correct) in self._ended.items()
                if condition != BURN_IN
            ]
        trials = (self._shown.keys() | self._answered.keys()) - self._unanswerable
        return [(trial, trial in self._answered, None) for trial in sorted(trials, key=str)]


def tally(events: Iterable[Mapping[str, Any]]) -> list[dict[str, JSON]]:
    """The `BlockCounts` of one played task's records.

    >>> end = {"object": {"name": "RE.TrialEnd"}, "result": {"isAnswered": True, "isCorrect": False},
    ...        "trialContext": {"block": {"id": 1, "name": "Test"}, "trial": {"id": 1}, "condition": "BX"}}
    >>> tally([end])
    [{'block': 'Test', 'trials': 1, 'answered': 1, 'unanswered': 0, 'correct': 0}]
    """
    counting = Tally()
    for event in events:
        counting.add(event)
    return counting.blocks()


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _hashable(value: Any) -> Hashable:
    return value if isinstance(value, Hashable) else str(value)


def _burns_in(streams: Any) -> bool:
    """Whether there are streams and every one was closed to responses."""
    entries = list(streams.values()) if isinstance(streams, Mapping) else streams
    if not isinstance(entries, list | tuple) or not entries:
        return False
    return all(_mapping(entry).get("userResponseType") == "BurnInDisabled" for entry in entries)
