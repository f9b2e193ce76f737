"""What every column of a flow run's tables means: one codebook for all of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hawthorne.core.document import Column
from hawthorne.core.values import JSON
from hawthorne.flows.facts import Facts
from hawthorne.records.columns import Columns

MISSED = "asked, and nothing was given before the time limit (a trial's response window) ended"
LATE = "as missed, and a reply came after the limit: it changed nothing and stands in asks.late_reply"
UNREADABLE = "a reply was given in time but names none of the options; as given it stands in asks.reply"
ABSENT = "asked, and nothing was given until a timer that the study draws ended the wait, or until the case was stuck"
ABANDONED = "asked, and withdrawn unanswered: another boundary event or the end of the case came first, or they left"
NOT_REACHED = "the case never came to this step: nothing was asked"
REFUSED = "the participant declined to answer; the reason stands beside it"
FAILED = "whoever should answer broke; the error stands beside it"

OUTCOMES = {"answered": "a reply was given in time and read", "missed": MISSED, "late": LATE,
            "unreadable": UNREADABLE, "failed": FAILED, "abandoned": ABANDONED}  # fmt: skip
REPLIES = OUTCOMES | {"refused": REFUSED, "absent": ABSENT}
STATUSES = {
    "ended": "came to a regular end (a drop-out too: it left by a way that the study draws)",
    "stuck": "nothing could happen any more",
    "failed": "a step broke",
    "unfinished": "the records stop before the case does",
}
TASK_OUTCOMES = {
    "finished": "played to its end",
    "left": "ended by a boundary event while it ran or right after it",
    "abandoned": "still open when the case was over",
    "not reached": NOT_REACHED,
}
_SILENT = {name: text for name, text in OUTCOMES.items() if name != "answered"}
_NO_REPLY = {name: text for name, text in REPLIES.items() if name != "answered"}


def arm(gateway: str) -> str:
    """The column of a random gateway's arm: its id, unless a column of ours has that name.

    >>> arm("Arm"), arm("condition")
    ('Arm', 'condition.arm')
    """
    return f"{gateway}.arm" if gateway in _RESERVED else gateway


def _arms(facts: Facts, gateways: Sequence[str]) -> list[Column]:
    return [
        Column(arm(gateway), f'arm drawn at the random gateway "{facts.label(gateway)}", as of this row',
               levels=tuple(facts.random.get(gateway, {}).values()),
               missing={"not reached": "the participant had not come to this gateway"})
        for gateway in gateways
    ]  # fmt: skip


_SUBJECT = (
    Column("case", "number of the case: the smallest set of participants who can influence one another; from 1"),
    Column("subject", "number of the participant; joins the tables (with case)"),
)

_TRIAL: Mapping[str, tuple[str, str]] = {
    "visit": ("which visit to the task this is, from 1", ""),
    "task": ("id of the task in the study", ""),
    "instrument": ("task of the battery: RE AX-CPT, WO Which One, NB N-back, FL flanker", ""),
    "timeline": ("name of the timeline that was played", ""),
    "block": ("name of the block", ""),
    "block_id": ("number of the block among all entries played (pages and repeats count), from 1", ""),
    "trial": ("number of the trial within the visit, from 1", ""),
    "trial_in_block": ("number of the trial within this play of its block, from 1", ""),
    "condition": ("condition of the trial, by the instrument's key", ""),
    "load": ("how many items back the N-back compares", "items"),
    "prompt": ("text sent with the trial, prompts written out", ""),
    "at": ("when the trial was scored, on the case's clock", "s"),
    "ask": ("id of the ask; joins trials and asks", ""),
}  # fmt: skip


_ANSWER = ("stimulus", "response", "correct", "response_time", "outcome")
_CASE = ("status", "where", "where_label", "when", "why", "last_step", "absent_step", "trials", "answered", "missed",
         "unreadable", "instance", "tail")  # fmt: skip


def trials(facts: Facts, gateways: Sequence[str], rows: Columns) -> tuple[Column, ...]:
    """The columns of `trials`, in the order of the files."""
    named = {name: Column(name, meaning, unit, _levels(rows, name)) for name, (meaning, unit) in _TRIAL.items()}
    prompt = Column("prompt", _TRIAL["prompt"][0], missing={"none": "no text was sent with the trial"})
    stimulus = [Column(name, f"the stimulus shown: {name.partition('.')[2] or 'all of it'}", levels=_levels(rows, name))
                for name in rows.names if name.partition(".")[0] == "stimulus"]  # fmt: skip
    state = [Column(name, f'the study\'s property "{name.rpartition(".")[2]}" when the task began',
                    levels=_levels(rows, name), missing={"not set": "the property had no value then"})
             for name in rows.names if name.startswith("context.state.")]  # fmt: skip
    answer = [
        Column("response", "the option that the reply names", levels=_levels(rows, "response"), missing=_SILENT),
        Column("correct", "whether the response is the right one (of answered trials: a missed one is not wrong)",
               levels=("true", "false"),
               missing=_SILENT | {"not scored": "answered, but the trial has no right answer (BurnIn)"}),
        Column("response_time", "time from the trial to the response", "s",
               missing=_SILENT | {"no time": "answered, but whoever answers has no response times"}),
        Column("outcome", "; ".join(f"{name}: {text}" for name, text in OUTCOMES.items()), levels=tuple(OUTCOMES)),
    ]  # fmt: skip
    before = [named[name] for name in ("visit", "task", "instrument", "timeline", "block", "block_id", "trial",
                                       "trial_in_block", "condition", "load")]  # fmt: skip
    return (*_SUBJECT, *_arms(facts, gateways), *before, *stimulus, prompt, *answer, *state, named["at"],
            named["ask"])  # fmt: skip


def cases(facts: Facts, gateways: Sequence[str]) -> tuple[Column, ...]:
    """The columns of `cases`."""
    counts = "over all tasks; trials that no key scores (BurnIn) are not counted"
    columns = [
        *_SUBJECT,
        *_arms(facts, gateways),
        Column("status", "; ".join(f"{name}: {text}" for name, text in STATUSES.items()), levels=tuple(STATUSES)),
        Column("where", "id of the element at which the case ended"),
        Column("where_label", "its name in the study"),
        Column("when", "when the case ended, on its own clock", "s", missing={"unfinished": STATUSES["unfinished"]}),
        Column("why", "why it is stuck or failed, in words", missing={"ended": STATUSES["ended"]}),
        Column("last_step", "id of the last activity that was reached"),
        Column("absent_step", f"id of the first step at which the participant was absent: {ABSENT}",
               missing={"present": "answered, or was asked, everywhere else"}),
        Column("trials", f"trials that were put, {counts}", "trials"),
        Column("answered", f"trials answered, {counts}", "trials"),
        Column("missed", f"trials missed or answered late, {counts}", "trials"),
        Column("unreadable", f"trials with a reply that names no option, {counts}", "trials"),
    ]  # fmt: skip
    for task, (_, _, label) in facts.tasks.items():
        text = "; ".join(f"{name}: {text}" for name, text in TASK_OUTCOMES.items())
        missing = {"not reached": NOT_REACHED}
        columns += [
            Column(
                f"{task}.outcome", f'what became of "{label}" (its last visit). {text}', levels=tuple(TASK_OUTCOMES)
            ),
            Column(f"{task}.answered", f'trials of "{label}" answered (no BurnIn)', "trials", missing=missing),
            Column(f"{task}.missed", f'trials of "{label}" missed or late (no BurnIn)', "trials", missing=missing),
        ]
    return tuple(columns)


FLOW = (
    Column("what", "a node, or a sequence flow between two", levels=("node", "flow")),
    Column("id", "id in the study"),
    Column("label", "name in the study"),
    Column("type", "BPMN type"),
    Column("source", "of a flow: the node it leaves", missing={"node": "a node has no source"}),
    Column("target", "of a flow: the node it enters", missing={"node": "a node has no target"}),
    Column("arm", "of a flow out of a random gateway: its arm", missing={"no arm": "it leaves no random gateway"}),
    Column("passes", "how often it was reached or taken, over all cases", "passes"),
    Column("subjects", "how many participants reached it or took it at least once", "participants"),
    Column("left", "of a node: how often a boundary event ended it", "passes"),
    Column("open", "of a node: how many participants' paths still stood there when their case was over",
           "participants"),
)  # fmt: skip

ASKS = (
    *_SUBJECT,
    Column("ask", "id of the ask: seat/step.visit, with .block.index behind it for a trial"),
    Column("kind", "a task's trial, or another ask", levels=("trial", "ask")),
    Column("step", "id of the step that asks"),
    Column("label", "its name in the study"),
    Column("role", "who was asked"),
    Column("opened", "when it was put, on the case's clock", "s",
           missing={"not kept": "the records at this level do not say when it was put"}),
    Column("closed", "when it was answered, ran out, or was withdrawn", "s",
           missing={"open": "the records stop before it was closed"}),
    Column("took", "the answer's own time", "s", missing=_NO_REPLY),
    Column("outcome", "; ".join(f"{name}: {text}" for name, text in REPLIES.items()), levels=tuple(REPLIES)),
    Column("reply", "what was given in time (text as it is, other values as JSON)", missing=_NO_REPLY),
    Column("late_reply", "what was given after the ask had closed", missing={"none": "nothing came late"}),
    Column("reason", "the reason of a silence, or the error of a failure", missing={"none": "neither"}),
    Column("invalid", "how many replies the ask refused before this outcome", "replies"),
)  # fmt: skip


def _levels(rows: Columns, name: str, most: int = 40) -> tuple[str, ...]:
    levels = rows.levels(name)
    return () if len(levels) > most or name in ("prompt", "ask") else tuple(map(_word, levels))


def _word(level: JSON) -> str:
    return str(level).lower() if isinstance(level, bool) else str(level)


_RESERVED = frozenset({*_TRIAL, *(column.name for column in (*_SUBJECT, *FLOW, *ASKS)), *_CASE, *_ANSWER})
