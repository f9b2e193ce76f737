"""The tables of a flow run, folded from its records in one pass: `trials`, `cases`, `flow`, `asks`.

Each case is told, turned into rows and forgotten; rows are kept by column (`hawthorne.records.columns`), so 100,000
subjects of ten trials stay modest in memory. Files take the rows one by one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from hawthorne.core.document import Table
from hawthorne.core.record import Record
from hawthorne.core.values import JSON, canonical
from hawthorne.flows import codebook
from hawthorne.flows.facts import Facts
from hawthorne.flows.tell import Asked, Seat, Told, prompt_of, tell
from hawthorne.records.columns import Columns, Store, flat

__all__ = ["Facts", "tables"]

_WHOLE = ("case", "visit", "block_id", "trial", "trial_in_block", "load", "trials", "answered", "missed", "unreadable",
          "passes", "subjects", "left", "open", "invalid")  # fmt: skip
_REAL = ("response_time", "at", "when", "opened", "closed", "took")


def tables(facts: Facts, records: Iterable[Record]) -> tuple[Table, ...]:
    """The tables `trials`, `cases`, `flow` and `asks` of a run.

    `records` are those of level `facts` or `full`, each case's together and in order. Raises HawthorneError when a
    case's records are scattered.
    """
    fold = _Fold(facts)
    for told in tell(facts, records):
        fold.take(told)
    return fold.tables()


def _columns(names: Iterable[str], words: Iterable[str] = ()) -> dict[str, Store]:
    def store(name: str) -> Store:
        last = name.rpartition(".")[2]
        return "whole" if last in _WHOLE and name not in words else "real" if name in _REAL else "word"

    return {name: store(name) for name in names}


def _ask_id(row: Mapping[str, Any]) -> str:
    instance = row["instance"]
    return f"{row['case']}/{row['tail']}" if instance is None else f"{row['case']}/{instance}/{row['tail']}"


class _Fold:
    """Rows of all tables, growing case by case."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.gateways = list(facts.random)
        arms = [codebook.arm(gateway) for gateway in self.gateways]
        trial = ["case", "subject", "instance", "tail", *arms, "visit", "task", "instrument", "timeline", "block",
                 "block_id", "trial", "trial_in_block", "condition", "load", "prompt", "response", "correct",
                 "response_time", "outcome", "at"]  # fmt: skip
        self.trials = Columns(_columns(trial, arms), {"ask": _ask_id})
        self.cases = Columns(_columns([column.name for column in codebook.cases(facts, self.gateways)], arms))
        derived = {"ask": _ask_id, "label": lambda row: facts.label(row["step"])}
        asks = [column.name for column in codebook.ASKS if column.name not in derived]
        self.asks = Columns(_columns([*asks, "instance", "tail"]), derived)
        self.passes: Counter[str] = Counter()
        self.subjects: Counter[str] = Counter()
        self.left: Counter[str] = Counter()
        self.open: Counter[str] = Counter()

    def take(self, told: Told) -> None:
        for seat in told.participants:
            subject, scored = self._trials(told, seat)
            self._asks(told, seat, subject)
            self.cases.append(self._case(told, seat, subject, scored))
        for seat in told.seats.values():
            self.passes.update(seat.visits)
            self.passes.update(seat.flows)
            self.subjects.update(seat.visits.keys())
            self.subjects.update(seat.flows.keys())
            self.left.update(seat.left)
            self.open.update(node for node, state in seat.nodes.items()
                             if state == "open" and node in self.facts.sources)  # fmt: skip

    # --- trials --------------------------------------------------------------------------------------------------

    def _trials(self, told: Told, seat: Seat) -> tuple[int, list[tuple[str, str]]]:
        """Add the trials of a seat; returns its subject number and (task, outcome) of every trial that counts."""
        subject = int(seat.who) if seat.who.isdigit() else told.case
        scored = []
        for tail, (row, arms, at) in seat.rows.items():
            cells = self._trial(seat, tail, row)
            cells |= _arms(arms) | {"case": told.case, "instance": seat.who or None, "tail": tail, "at": at}
            subject = cells.setdefault("subject", subject)
            self.trials.append(cells)
            if cells["condition"] != "BurnIn":
                scored.append((cells["task"], cells["outcome"]))
        for tail, ask in seat.asks.items():
            if ask.step in self.facts.tasks and tail not in seat.rows and ask.outcome is not None:
                ask.outcome = "abandoned"
                cells = self._abandoned(seat, tail, ask)
                self.trials.append(cells | _arms(seat.arms) | {"case": told.case, "subject": subject,
                                                        "instance": seat.who or None, "tail": tail})  # fmt: skip
                scored.append((ask.step, "abandoned"))
        return subject, scored

    def _trial(self, seat: Seat, tail: str, row: Mapping[str, Any]) -> dict[str, Any]:
        shown, result, context = row["trialContext"], row["result"], row.get("context", {})
        task, visit, _, _ = tail.rsplit(".", 3)
        ask = seat.asks.get(tail)
        outcome = result.get("outcome") or ("answered" if result.get("isAnswered") else "missed")
        if ask is not None and ask.outcome == "late":
            outcome = "late"
        elif ask is not None:
            ask.outcome = outcome
        answered = outcome == "answered"
        block, trial = shown.get("block", {}), shown.get("trial", {})
        cells: dict[str, Any] = {
            "visit": int(visit),
            "task": task,
            "instrument": self.facts.tasks[task][0],
            "timeline": shown["task"].get("timelineName"),
            "block": block.get("name"),
            "block_id": block.get("id"),
            "trial": trial.get("id"),
            "trial_in_block": trial.get("indexInBlock"),
            "condition": shown.get("condition"),
            "load": shown.get("load"),
            "prompt": row.get("prompt") or _prompt(seat, tail, ask),
            "response": result.get("response") if answered else None,
            "correct": result.get("isCorrect") if answered else None,
            "response_time": result.get("responseTime") if answered else None,
            "outcome": outcome,
        }
        cells.update(flat("stimulus", shown.get("stimulus")))
        for name, value in context.get("state", {}).items():
            cells[f"context.state.{name}"] = canonical(value) if isinstance(value, (dict, list)) else value
        if context.get("subject") is not None:
            cells["subject"] = context["subject"]
        return cells

    def _abandoned(self, seat: Seat, tail: str, ask: Asked) -> dict[str, Any]:
        instrument, timeline, _ = self.facts.tasks[ask.step]
        cells = {"visit": int(tail.rsplit(".", 3)[1]), "task": ask.step, "instrument": instrument,
                 "timeline": timeline, "prompt": _prompt(seat, tail, ask), "outcome": "abandoned",
                 "at": ask.closed}  # fmt: skip
        if ask.view is not None:
            cells.update(flat("stimulus", ask.view.get("Stimulus")))
        return cells

    # --- cases ---------------------------------------------------------------------------------------------------

    def _case(self, told: Told, seat: Seat, subject: int, scored: list[tuple[str, str]]) -> dict[str, Any]:
        result = told.result or {"status": "unfinished"}
        where, when = result.get("where"), told.at if told.result else None
        if seat.who and seat.where is not None:
            where, when = seat.where
        absent = next((ask.step for ask in seat.asks.values() if ask.outcome == "absent"), None)
        count = Counter(scored)
        outcomes = Counter(outcome for _, outcome in scored)
        cells: dict[str, Any] = {
            "case": told.case,
            "subject": subject,
            "status": result["status"],
            "where": where,
            "where_label": self.facts.label(where),
            "when": when,
            "why": result.get("why") if result["status"] != "ended" else None,
            "last_step": seat.last,
            "absent_step": absent,
            "trials": len(scored),
            "answered": outcomes["answered"],
            "missed": outcomes["missed"] + outcomes["late"],
            "unreadable": outcomes["unreadable"],
        }
        for task in self.facts.tasks:
            state = seat.nodes.get(task)
            cells[f"{task}.outcome"] = {None: "not reached", "open": "abandoned"}.get(state, state)
            if state is not None:
                cells[f"{task}.answered"] = count[task, "answered"]
                cells[f"{task}.missed"] = count[task, "missed"] + count[task, "late"]
        return cells | _arms(seat.arms)

    # --- asks and flow -------------------------------------------------------------------------------------------

    def _asks(self, told: Told, seat: Seat, subject: int) -> None:
        for tail, ask in seat.asks.items():
            given = ask.outcome in ("answered", "unreadable")
            self.asks.append({
                "case": told.case, "subject": subject, "instance": seat.who or None, "tail": tail,
                "kind": "trial" if ask.step in self.facts.tasks else "ask", "step": ask.step, "role": ask.role,
                "opened": ask.opened, "closed": ask.closed, "took": ask.took, "outcome": ask.outcome,
                "reply": _text(ask.reply) if given else None, "late_reply": _text(ask.late), "reason": ask.reason,
                "invalid": ask.invalid,
            })  # fmt: skip

    def _flow(self) -> Columns:
        rows = Columns(_columns(column.name for column in codebook.FLOW))
        for node, (label, type) in self.facts.nodes.items():
            counts = {"passes": self.passes[node], "subjects": self.subjects[node]}
            counts |= {"left": self.left[node], "open": self.open[node]}
            rows.append({"what": "node", "id": node, "label": label, "type": type} | counts)
        for flow, (source, target, label) in self.facts.flows.items():
            rows.append({"what": "flow", "id": flow, "label": label or None, "type": "bpmn:SequenceFlow",
                         "source": source, "target": target, "arm": self.facts.random.get(source, {}).get(flow),
                         "passes": self.passes[flow], "subjects": self.subjects[flow]})  # fmt: skip
        return rows

    def tables(self) -> tuple[Table, ...]:
        return (
            Table("trials", codebook.trials(self.facts, self.gateways, self.trials), self.trials),
            Table("cases", codebook.cases(self.facts, self.gateways), self.cases),
            Table("flow", codebook.FLOW, self._flow()),
            Table("asks", codebook.ASKS, self.asks),
        )


def _arms(drawn: Mapping[str, str]) -> dict[str, Any]:
    return {codebook.arm(gateway): label for gateway, label in drawn.items()}


def _text(value: JSON) -> str | None:
    return value if value is None or isinstance(value, str) else canonical(value)


def _prompt(seat: Seat, tail: str, ask: Asked | None) -> str | None:
    """The prompt of a trial: with the trial itself, else as it was sent when its task began."""
    if ask is not None and ask.view is not None:
        return prompt_of(ask.view)
    return seat.prompts.get(tail) or seat.prompts.get(tail.rsplit(".", 2)[0])
