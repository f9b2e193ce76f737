"""The course of a task: blocks and pages in order, ids, windows, exit rules, repeats, rows and counts.

`block.id` counts every entry played (pages, blocks, repeats), `trial.id` every trial of the timeline, both from 1; a
trial's address counts the trial blocks played (from 1) and the trial within its block (from 0).

Trials that all subjects meet are dealt once and shared, with the parts of their rows: what `next` and `take` hand out
is never changed by anyone.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass

from hawthorne.core.draws import Draws
from hawthorne.core.instrument import Outcome, Page, Trial
from hawthorne.core.values import JSON
from hawthorne.instruments.block import Dealer, Dealt, ExitRule, Rules
from hawthorne.instruments.reply import match
from hawthorne.instruments.tally import BURN_IN

OPEN_WINDOW = 30.0
"""The window of a trial that sets none, in seconds."""
TRIAL_TYPES = ["TaskEvent", "BlockEvent", "TrialEvent", "TrialEnd"]


@dataclass(frozen=True, slots=True)
class Block:
    """A read block: `again` are the pages shown again before a repeat, `occurrence` counts entries of its name."""

    name: str
    game_index: int
    occurrence: int
    dealer: Dealer
    rules: Rules
    again: tuple[Page, ...]


class Item:
    """A dealt trial with what is handed out for it; the last trial and context made are kept for the next subject."""

    __slots__ = ("_context", "_trial", "condition", "index", "limit", "load", "named", "options", "right", "scored",
                 "stimulus", "view")  # fmt: skip

    def __init__(self, index: int, dealt: Dealt, instrument: str, window: float) -> None:
        self.index = index
        self.options = dealt.options
        self.right = dealt.right
        self.condition = dealt.condition
        self.stimulus = dealt.stimulus
        self.load = dealt.load
        self.limit = window
        self.scored = dealt.condition != BURN_IN
        self.named = {option: option for option in dealt.options}
        self.view: Mapping[str, JSON] = {
            "TrialIndex": index,
            "Stimulus": dealt.stimulus,
            "ResponseOptions": list(dealt.options),
            "MaxResponseTime": window,
            "Scene": instrument,
        }
        self._trial: tuple[int, Trial] | None = None
        self._context: tuple[int, int, dict[str, JSON]] | None = None

    def trial(self, played: int) -> Trial:
        """The trial to put, in the `played`-th trial block of a play."""
        kept = self._trial
        if kept is None or kept[0] != played:
            trial = Trial(f"{played}.{self.index}", self.view, self.options, self.limit)
            self._trial = kept = (played, trial)
        return kept[1]

    def context(self, task: dict[str, JSON], block: dict[str, JSON], trial_id: int) -> dict[str, JSON]:
        """The `trialContext` of its row."""
        kept = self._context
        if kept is None or kept[0] != trial_id or kept[1] != block["id"]:
            context: dict[str, JSON] = {
                "task": task,
                "block": block,
                "trial": {"id": trial_id, "indexInBlock": self.index + 1},
                "condition": self.condition,
            }
            if self.load is not None:
                context["load"] = self.load
            context["stimulus"] = self.stimulus
            context["types"] = TRIAL_TYPES
            self._context = kept = (trial_id, block["id"], context)
        return kept[2]


class Course:
    """A prepared task (`hawthorne.core.instrument:Prepared`)."""

    def __init__(self, instrument: str, timeline: str, entries: Sequence[Page | Block], draws: Draws, seed: int,
                 window: float) -> None:  # fmt: skip
        self.instrument = instrument
        self.timeline = timeline
        self.entries = tuple(entries)
        self.task: dict[str, JSON] = {"id": instrument, "timelineName": timeline, "seed": seed}
        self._draws = draws
        self._window = window
        self._shared: dict[tuple[int, int], list[Item]] = {}
        self.limit_total = 0.0
        self.trials = 0
        for block in self._blocks():
            items = self.items(block, 0, 1)
            plays = 1 + block.rules.max_repeats if block.rules.can_fail else 1
            self.trials += len(items)
            self.limit_total += plays * sum(item.limit for item in items)
        self.limit_total = round(self.limit_total, 6)

    def conditions(self) -> frozenset[str]:
        return frozenset(word for block in self._blocks() for word in block.dealer.conditions())

    def windows(self) -> Mapping[str, tuple[float, ...]]:
        found: dict[str, tuple[float, ...]] = {}
        for block in self._blocks():
            for item in self.items(block, 0, 1):
                word = item.condition if item.load is None or not item.scored else f"{item.load}-back"
                found[word] = (*found.get(word, ()), item.limit)
        return found

    def blocks(self) -> tuple[str, ...]:
        return tuple(block.name for block in self._blocks())

    def play(self, subject: int) -> CoursePlay:
        return CoursePlay(self, subject)

    def items(self, block: Block, attempt: int, subject: int) -> list[Item]:
        """The trials of one attempt at a block (from 0), shared by all subjects unless drawn for each."""
        if block.rules.per_subject:
            return self._deal(block, attempt, subject)
        key = (block.game_index, attempt)
        if key not in self._shared:
            self._shared[key] = self._deal(block, attempt, None)
        return self._shared[key]

    def _deal(self, block: Block, attempt: int, subject: int | None) -> list[Item]:
        draws = self._draws.at("block", block.name, attempt, block.occurrence)
        if subject is not None:
            draws = draws.at("subject", subject)
        dealt = block.dealer.deal(draws)
        return [
            Item(i, trial, self.instrument, self._window or round(trial.window, 6) or OPEN_WINDOW)
            for i, trial in enumerate(dealt)
        ]

    def _blocks(self) -> Iterator[Block]:
        return (entry for entry in self.entries if isinstance(entry, Block))


class CoursePlay:
    """One subject's play of a course (`hawthorne.core.instrument:Play`)."""

    __slots__ = ("_answered", "_block", "_block_id", "_correct", "_count", "_counts", "_course", "_given_name",
                 "_item", "_over", "_played", "_subject", "_trial_id", "_walk")  # fmt: skip

    def __init__(self, course: Course, subject: int) -> None:
        self._course = course
        self._subject = subject
        self._given_name = f"{course.instrument}.TrialEnd"
        self._walk = self._entries()
        self._item: Item | None = None
        self._block: dict[str, JSON] = {}
        self._block_id = self._trial_id = self._played = self._answered = 0
        self._correct: bool | None = None
        self._counts: dict[str, list[int]] = {}
        self._count: list[int] = []
        self._over = False

    def start(self) -> dict[str, JSON]:
        return self._bracket("TaskStart")

    def finish(self) -> dict[str, JSON]:
        return self._bracket("TaskEnd")

    def next(self) -> Trial | Page | None:
        return next(self._walk, None)

    def take(self, outcome: Outcome) -> dict[str, JSON]:
        item = self._item
        assert item is not None, "take a trial that next gave, once"
        self._item = None
        value, took, given = outcome
        response = None
        if given:
            response = item.named.get(value) if value.__class__ is str else None
            if response is None:
                response = match(value, item.options)
        answered = response is not None
        correct: bool | None = None
        if item.scored:
            correct = response == item.right
            count = self._count
            count[0] += 1
            count[1] += answered
            count[2] += correct
        self._correct = correct
        self._answered += answered
        return {
            "object": {"name": self._given_name},
            "trialContext": item.context(self._course.task, self._block, self._trial_id),
            "result": {
                "isAnswered": answered,
                "isCorrect": correct,
                "response": response,
                "responseTime": round(took, 3) if answered and took is not None else None,
                "outcome": "answered" if answered else "unreadable" if given else "missed",
            },
        }

    def result(self) -> dict[str, JSON]:
        """The `TaskResult`; its `blocks` are what `tally` says of this play's rows."""
        return {
            "TaskId": self._course.instrument,
            "TimelineId": self._course.timeline,
            "IsCompleted": self._over,
            "trials": self._answered,
            "blocks": [
                {"block": name, "trials": trials, "answered": answered, "unanswered": trials - answered,
                 "correct": correct}
                for name, (trials, answered, correct) in self._counts.items() if trials
            ],
        }  # fmt: skip

    def _bracket(self, event: str) -> dict[str, JSON]:
        return {
            "object": {"name": f"{self._course.instrument}.{event}"},
            "trialContext": {"task": self._course.task, "types": ["TaskEvent", event]},
        }

    def _entries(self) -> Iterator[Trial | Page]:
        for entry in self._course.entries:
            if isinstance(entry, Block):
                yield from self._repeats(entry)
            else:
                self._block_id += 1
                yield entry
        self._over = True

    def _repeats(self, block: Block) -> Iterator[Trial | Page]:
        for attempt in range(1 + block.rules.max_repeats):
            if attempt:
                for page in block.again:
                    self._block_id += 1
                    yield page
            failed = yield from self._trials(block, attempt)
            if not failed:
                break

    def _trials(self, block: Block, attempt: int) -> Generator[Trial | Page, None, bool]:
        """Play one attempt; returns whether it failed."""
        self._block_id += 1
        self._played += 1
        self._block = {"id": self._block_id, "name": block.name, "gameBlockIndex": block.game_index}
        self._count = self._counts.setdefault(block.name, [0, 0, 0])
        rules, played = block.rules, self._played
        watched = bool(rules.exits) or rules.min_accuracy is not None
        outcomes: list[bool] = []
        for item in self._course.items(block, attempt, self._subject):
            self._trial_id += 1
            self._item = item
            yield item.trial(played)
            assert self._item is None, "take a trial before the next"
            if watched and self._correct is not None:
                outcomes.append(self._correct)
                held = [rule for rule in rules.exits if _holds(rule, outcomes)]
                if held:
                    if any(rule.fail for rule in held):
                        return True
                    break
        return rules.min_accuracy is not None and bool(outcomes) and sum(outcomes) / len(outcomes) < rules.min_accuracy


def _holds(rule: ExitRule, outcomes: Sequence[bool]) -> bool:
    """Whether the rule holds after the last of these outcomes."""
    n = rule.trials
    if rule.type == "All":
        return len(outcomes) >= n
    wanted = rule.type == "Successes"
    if rule.consecutive:
        return len(outcomes) >= n and all(outcome is wanted for outcome in outcomes[-n:])
    return outcomes.count(wanted) >= n
