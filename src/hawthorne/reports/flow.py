"""What a report says of a flow run, made from its tables alone."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hawthorne.core.document import Column, Table, Truth
from hawthorne.reports import estimates
from hawthorne.reports.cells import Cells, arm_of, collect
from hawthorne.reports.consort import consort
from hawthorne.reports.parts import Figure, Section, Series
from hawthorne.reports.recovery import recovery

Row = Mapping[str, Any]
ALL = "all"
MOST_ARMS = 6


def sections(tables: Mapping[str, Table], truths: Sequence[Truth]) -> Iterator[Section]:
    """The sections of a flow run's report, in order; those with nothing to say are left out."""
    arms = arm_columns(tables)
    yield participants(tables, arms)
    yield attrition(tables, arms)
    yield gateways(tables)
    if truths:
        yield recovery(tables, truths)
    trials = tables["trials"]
    if len(trials.rows):
        cells = collect(trials, arms)
        labels = task_labels(tables)
        order = {group: index for index, group in enumerate(_groups(tables, arms))}
        groups = sorted(cells.values("arm"), key=lambda arm: order.get(arm, len(order)))
        yield performance(cells, labels, groups)
    yield missingness(tables, arms)


def arm_columns(tables: Mapping[str, Table]) -> list[str]:
    """The columns whose values together name the arm: every random gateway's, while that makes a few arms only."""
    columns = tables["cases"].columns
    start = next(index for index, column in enumerate(columns) if column.name == "subject") + 1
    stop = next(index for index, column in enumerate(columns) if column.name == "status")
    arms, count = [], 1
    for column in columns[start:stop]:
        count *= max(1, len(column.levels))
        if count > MOST_ARMS:
            break
        arms.append(column.name)
    return arms


def task_labels(tables: Mapping[str, Table]) -> dict[str, str]:
    """Task id to its name in the study."""
    return {row["id"]: row["label"] for row in tables["flow"].rows if row["what"] == "node"}


def _groups(tables: Mapping[str, Table], arms: Sequence[str]) -> list[str]:
    """The arms that participants are in, and `all`, which stands for those not allocated as well."""
    met = Counter(arm_of(row, arms) for row in tables["cases"].rows)
    levels = [level for column in tables["cases"].columns if column.name in arms[:1] for level in column.levels]
    order = {level: index for index, level in enumerate(levels)}
    named = sorted(met, key=lambda arm: order.get(arm.partition(" × ")[0], len(order)))
    return [*[arm for arm in named if arm.replace("–", "").strip(" ×")], ALL]


def _stage_columns(groups: Sequence[str], first: str, meaning: str) -> tuple[Column, ...]:
    return (Column(first, meaning), *[Column(group, f"participants in: {group}") for group in groups])


# --- participants ----------------------------------------------------------------------------------------------------


def participants(tables: Mapping[str, Table], arms: Sequence[str]) -> Section:
    """How many began, were allocated, came to each task, and ended where: by arm."""
    groups = _groups(tables, arms)
    labels = task_labels(tables)
    tasks = [column.name.removesuffix(".outcome") for column in tables["cases"].columns
             if column.name.endswith(".outcome")]  # fmt: skip
    stages: dict[str, Counter[str]] = {"began": Counter()}
    for task in tasks:
        label = labels.get(task, task)
        stages[f"came to {label}"] = Counter()
        stages[f"finished {label}"] = Counter()
    ends: dict[str, Counter[str]] = {}
    for row in tables["cases"].rows:
        for group in {arm_of(row, arms), ALL}:
            stages["began"][group] += 1
            for task in tasks:
                outcome, label = row[f"{task}.outcome"], labels.get(task, task)
                stages[f"came to {label}"][group] += outcome != "not reached"
                stages[f"finished {label}"][group] += outcome == "finished"
            ends.setdefault(_end(row, labels), Counter())[group] += 1
    began = stages["began"][ALL]
    rows = [_stage(name, count, groups, began) for name, count in (*stages.items(), *sorted(ends.items()))]
    text = f"{began} participants" + (f", allocated to {len(groups) - 1} arms." if len(groups) > 1 else ".")
    table = Table("", _stage_columns(groups, "stage", "how far they came; of those who began"), rows)
    names = {task: labels.get(task, task) for task in tasks}
    chart = consort(tables["cases"].rows, groups[:-1] or groups, names,
                    lambda row: arm_of(row, arms) if groups[:-1] else ALL,
                    lambda row: _reason(row, labels) or "no reason recorded")  # fmt: skip
    return Section("Flow of participants", (text,), (table,), charts=() if chart is None else (chart,))


def _end(row: Row, labels: Mapping[str, str]) -> str:
    if row["status"] == "ended":
        return f"ended at {row['where_label'] or row['where'] or 'the end'}"
    return f"{row['status']} at {row['where_label'] or labels.get(row['last_step']) or 'the start'}"


def _stage(name: str, count: Counter[str], groups: Sequence[str], began: int) -> Row:
    row: dict[str, Any] = {"stage": name}
    for group in groups:
        row[group] = count[group]
    if began:
        row[ALL] = f"{count[ALL]} ({100 * count[ALL] / began:.0f} %)"
    return row


def attrition(tables: Mapping[str, Table], arms: Sequence[str]) -> Section:
    """Why participants did not come to the end that most of those who played every task came to: by arm."""
    labels = task_labels(tables)
    groups = _groups(tables, arms)
    reasons: dict[tuple[str, str], Counter[str]] = {}
    for row in tables["cases"].rows:
        reason = _reason(row, labels)
        if reason is not None:
            for group in {arm_of(row, arms), ALL}:
                reasons.setdefault((_end(row, labels), reason), Counter())[group] += 1
    if not reasons:
        return Section("Attrition", ("Nobody left early: no one was absent, was withdrawn, got stuck or failed.",))
    rows = [{"where": where, "reason": reason} | {group: count[group] for group in groups}
            for (where, reason), count in sorted(reasons.items())]  # fmt: skip
    columns = (
        Column("where", "where the case ended"),
        *_stage_columns(groups, "reason", "what the records say of why"),
    )
    return Section("Attrition", (), (Table("", columns, rows),))


def _reason(row: Row, labels: Mapping[str, str]) -> str | None:
    if row["status"] in ("stuck", "failed"):
        why = row["why"] or "no reason recorded"
        own = re.compile(rf"\b{row['case']}/")
        return f"{row['status']}: {own.sub('', why)}"  # the same wait is one reason in every case
    if row["status"] == "unfinished":
        return "the records stop here"
    if row["absent_step"] is not None:
        return f"absent at {labels.get(row['absent_step'], row['absent_step'])}"
    left = [name.removesuffix(".outcome") for name, value in row.items()
            if name.endswith(".outcome") and value in ("left", "abandoned")]  # fmt: skip
    if left:
        return "left " + ", ".join(labels.get(task, task) for task in left)
    missing = [name.removesuffix(".outcome") for name, value in row.items()
               if name.endswith(".outcome") and value == "not reached"]  # fmt: skip
    return "did not come to " + ", ".join(labels.get(task, task) for task in missing) if missing else None


def gateways(tables: Mapping[str, Table]) -> Section:
    """Counts at every gateway with its ways out, at every boundary event and at every end."""
    nodes = [row for row in tables["flow"].rows if row["what"] == "node"]
    out: dict[str, list[Row]] = {}
    for row in tables["flow"].rows:
        if row["what"] == "flow":
            out.setdefault(row["source"], []).append(row)
    labels = {row["id"]: row["label"] for row in nodes}
    rows: list[Row] = []
    for node in nodes:
        kind = node["type"].rpartition(":")[2]
        if not kind.endswith(("Gateway", "BoundaryEvent", "EndEvent")):
            continue
        if any(flow["arm"] is not None for flow in out.get(node["id"], ())):
            kind = "RandomGateway"  # in BPMN an exclusive gateway that draws its way
        rows.append({"at": node["label"], "kind": _words(kind), "passes": node["passes"], "people": node["subjects"]})
        if kind.endswith("Gateway"):
            rows += [{"at": f"  → {_way(flow, labels)}", "kind": "", "passes": flow["passes"],
                      "people": flow["subjects"]} for flow in out.get(node["id"], ())]  # fmt: skip
    columns = (
        Column("at", "a gateway and its ways out, a boundary event, an end"), Column("kind", "BPMN type"),
        Column("passes", "arrivals, over all cases"), Column("people", "participants who came by at least once"),
    )  # fmt: skip
    return Section("Counts at gateways, boundary events and ends", (), (Table("", columns, rows),))


def _way(flow: Row, labels: Mapping[str, str]) -> str:
    target = labels.get(flow["target"], flow["target"])
    name = flow["arm"] or flow["label"]
    return f"{name} (to {target})" if name and name != target else str(target)


def _words(kind: str) -> str:
    """`ExclusiveGateway` as words.

    >>> _words("ExclusiveGateway")
    'exclusive gateway'
    """
    return "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in kind).strip()


# --- performance -----------------------------------------------------------------------------------------------------


def performance(cells: Cells, labels: Mapping[str, str], arms: Sequence[str]) -> Section:
    """Accuracy and response times by task, condition and arm, with intervals over participants."""
    rows: list[dict[str, Any]] = []
    figures: list[Figure] = []
    for task in cells.values("task"):
        conditions = [name for name in cells.values("condition", task=task) if name not in ("BurnIn", "–")]
        grid = {(condition, arm): list(cells.of(task=task, condition=condition, arm=arm).values())
                for condition in conditions for arm in arms}  # fmt: skip
        for (condition, arm), subjects in grid.items():
            if subjects:
                rows.append({
                    "task": labels.get(task, task), "condition": condition, "arm": arm or ALL,
                    "people": len(subjects), "trials": sum(sums.trials for own in subjects for sums in own),
                    "accuracy": estimates.accuracy(subjects),
                    "response time": estimates.response_time(subjects),
                })  # fmt: skip
        label = labels.get(task, task)
        figures += _figures(label, conditions, arms, grid)
    columns: tuple[Column, ...] = (
        Column("task", "the task's name in the study"), Column("condition", "by the instrument's key"),
        Column("arm", "the arm at the random gateway"), Column("people", "participants with trials in this cell"),
        Column("trials", "trials put"),
        Column("accuracy", "share of right answers among scored answers, 95 % interval over participants"),
        Column("response time", "mean over answered trials, 95 % interval over participants", "s"),
    )  # fmt: skip
    if all(row["response time"].value is None for row in rows):
        columns = columns[:-1]
    text = ("Intervals are 95 % intervals over participants. Accuracy is over answered trials: a missed trial is not "
            "wrong.",)  # fmt: skip
    return Section("Accuracy and response times", text, (Table("", columns, rows),), tuple(figures))


def _figures(task: str, conditions: Sequence[str], arms: Sequence[str], grid: Mapping[Any, Any]) -> list[Figure]:
    figures = []
    times = _series(conditions, arms, grid, estimates.response_time)
    if any(mark for series in times for mark in series.marks):
        figures.append(Figure(f"{task}: response time by condition", "s", tuple(conditions), times, floor=0.0))
    shares = _series(conditions, arms, grid, estimates.accuracy)
    if any(mark for series in shares for mark in series.marks):
        figures.append(Figure(f"{task}: accuracy by condition", "share right", tuple(conditions), shares, floor=0.0,
                              ceiling=1.0))  # fmt: skip
    return figures


def _series(
    conditions: Sequence[str], arms: Sequence[str], grid: Mapping[Any, Any], measure: Any
) -> tuple[Series, ...]:
    def mark(condition: str, arm: str) -> Any:
        estimate = measure(grid[condition, arm])
        return estimate if estimate.value is not None else None

    return tuple(Series(arm or ALL, tuple(mark(condition, arm) for condition in conditions)) for arm in arms)


# --- missingness -----------------------------------------------------------------------------------------------------


def missingness(tables: Mapping[str, Table], arms: Sequence[str]) -> Section:
    """What is missing, by name: trials of each task and other asks of each step, and who never came there."""
    labels = task_labels(tables)
    counts: dict[str, Counter[str]] = {}
    kinds: dict[str, str] = {}
    for row in tables["trials"].rows:
        counts.setdefault(row["task"], Counter())[row["outcome"]] += 1
        kinds[row["task"]] = "trials"
    for row in tables["asks"].rows:
        if row["kind"] == "ask":
            counts.setdefault(row["step"], Counter())[row["outcome"] or "open"] += 1
            kinds[row["step"]] = "asks"
    unreached: Counter[str] = Counter()
    for row in tables["cases"].rows:
        unreached.update(name.removesuffix(".outcome") for name, value in row.items()
                         if name.endswith(".outcome") and value == "not reached")  # fmt: skip
    order = ("answered", "missed", "late", "unreadable", "absent", "abandoned", "refused", "failed", "open")
    names = [name for name in order if name in ("answered", "missed") or any(count[name] for count in counts.values())]
    rows = [
        {"step": labels.get(step, step), "kind": kinds[step], "put": count.total()}
        | {name: count[name] for name in names}
        | {"not reached": unreached[step] if kinds[step] == "trials" else None}
        for step, count in counts.items()
    ]
    rows += [{"step": labels.get(task, task), "kind": "trials", "put": 0, "not reached": number}
             for task, number in unreached.items() if task not in counts]  # fmt: skip
    columns = (
        Column("step", "the step's name in the study"), Column("kind", "trials of a task, or other asks"),
        Column("put", "how many were put"),
        *[Column(name, f"how many were {name}; see the codebook") for name in names],
        Column("not reached", "participants who never came to the task", "participants"),
    )  # fmt: skip
    return Section("What is missing, by name", (), (Table("", columns, rows),))
