"""A small study and its records, written by hand by the formats of the log: what the tables are tested on."""

from __future__ import annotations

from hawthorne.core.record import Record
from hawthorne.flows.tables import Facts

FACTS = Facts(
    nodes={
        "In": ("In", "bpmn:StartEvent"),
        "Arm": ("Arm", "bpmn:ExclusiveGateway"),
        "Plan": ("Planning prompt", "bpmn:Task"),
        "AX": ("AX-CPT", "bpmn:Task"),
        "Many": ("Too many missed", "bpmn:BoundaryEvent"),
        "Return": ("Come back", "bpmn:SendTask"),
        "Late": ("A week passed", "bpmn:BoundaryEvent"),
        "NB": ("N-back", "bpmn:Task"),
        "End": ("Completed", "bpmn:EndEvent"),
        "Lost": ("Lost to follow-up", "bpmn:EndEvent"),
        "Out": ("Excluded", "bpmn:EndEvent"),
    },
    flows={
        "F1": ("In", "Arm", ""),
        "F2": ("Arm", "AX", "standard"),
        "F3": ("Arm", "Plan", "planning"),
        "F4": ("Plan", "AX", ""),
        "F5": ("AX", "Return", ""),
        "F6": ("Return", "NB", ""),
        "F7": ("NB", "End", ""),
        "F8": ("Late", "Lost", ""),
        "F9": ("Many", "Out", ""),
    },
    random={"Arm": {"F2": "standard", "F3": "planning"}},
    tasks={"AX": ("RE", "T", "AX-CPT"), "NB": ("NB", "N", "N-back")},
    asks={"Return": "Planted"},
)

AX_SECONDS = 2.0


class Writer:
    """Writes the records of one case; `at` is moved by hand."""

    def __init__(self, case: int) -> None:
        self.case, self.at, self.records = case, 0.0, []

    def add(self, what, who=None, ask=None, value=None, took=None, why=None):
        self.records.append(Record(self.case, len(self.records) + 1, self.at, what, who, ask, value, took, why))

    def reach(self, *path):
        for node, flow in path:
            self.add("reached", node, value=flow)

    def start(self, arm):
        self.add("begin")
        self.reach(("In", None), ("Arm", "F1"))
        self.add("drew", "Arm", value={"flow": ("F2", "F3")[arm], "arm": arm, "visit": 1, "u": 0.5})
        self.reach(*([("AX", "F2")] if arm == 0 else [("Plan", "F3"), ("AX", "F4")]))

    def trial(self, task, index, condition, outcome, correct=None, rt=None, stimulus=None, load=None, prompt=None):
        ask = f"{self.case}/{task}.1.1.{index}"
        if outcome == "missed":
            self.at += AX_SECONDS
            self.add("due", ask=ask)
        else:
            self.at = round(self.at + (rt or 0.0), 6)
            self.add("given", "Planted", ask, "Match" if outcome == "answered" else "no idea", rt)
        context = {"subject": self.case, "case": self.case, "state": {"arm": "a"}}
        shown = {
            "task": {"id": "RE", "timelineName": "T", "seed": 7},
            "block": {"id": 1, "name": "Test", "gameBlockIndex": 1},
            "trial": {"id": index + 1, "indexInBlock": index + 1},
            "condition": condition,
            "stimulus": stimulus or {"Letter": "A", "Color": "#FF0000"},
        } | ({} if load is None else {"load": load})
        answered = outcome == "answered"
        result = {"isAnswered": answered, "isCorrect": correct, "response": "Match" if answered else None,
                  "responseTime": rt if answered else None, "outcome": outcome}  # fmt: skip
        row = {"object": {"name": "RE.TrialEnd"}, "trialContext": shown, "result": result, "context": context}
        self.add("row", task, ask, row | ({} if prompt is None else {"prompt": prompt}))

    def done(self, status="ended", where=None, why=None):
        value = {"status": status, "where": where, "why": why}
        self.add("done", value={key: item for key, item in value.items() if item is not None})


def comes_back(case=1, arm=0):
    """Two AX trials (one missed, answered late), comes back after two weeks, one N-back trial and a burn-in."""
    w = Writer(case)
    w.start(arm)
    w.trial("AX", 0, "BX", "answered", False, 0.5)
    w.trial("AX", 1, "AX", "missed", False)
    w.at += 0.1
    w.add("late", "Planted", f"{case}/AX.1.1.1", "Match", 2.1)
    w.trial("AX", 2, "AX", "unreadable", False, 0.4)
    w.reach(("Return", "F5"))
    w.at = 1209600.0
    w.add("given", "Planted", f"{case}/Return.1", "READY", 60.0)
    w.reach(("NB", "F6"))
    w.trial("NB", 0, "BurnIn", "answered", None, 0.3, {"Value": "4", "Load": 2}, 2)
    w.trial("NB", 1, "Match", "answered", True, 0.6, {"Value": "4", "Load": 2}, 2)
    w.reach(("End", "F7"))
    w.done(where="End")
    return w.records


def is_lost(case=2, arm=1):
    """One missed AX trial; does not come back: a week's timer ends the wait."""
    w = Writer(case)
    w.start(arm)
    w.trial("AX", 0, "BX", "missed", False)
    w.reach(("Return", "F5"))
    w.at += 604800.0
    w.add("due", ask="Return.1.Late")
    w.add("left", "Return", value={"by": "Late", "cause": "timer"})
    w.reach(("Late", None), ("Lost", "F8"))
    w.done(where="Lost")
    return w.records


def is_stuck(case=3, arm=0):
    """Reaches Return; nobody answers and nothing is due."""
    w = Writer(case)
    w.start(arm)
    w.trial("AX", 0, "BX", "answered", True, 0.5)
    w.reach(("Return", "F5"))
    w.add("told", value={"name": "quiet"})
    w.add("stuck", "Return", value={"waits": "an answer of Planted"})
    w.done("stuck", "Return", "an answer of Planted")
    return w.records


def is_excluded(case=4, arm=1):
    """Misses too much: a conditional boundary event ends AX after its only trial."""
    w = Writer(case)
    w.start(arm)
    w.trial("AX", 0, "BX", "missed", False)
    w.add("left", "AX", value={"by": "Many", "cause": "conditional"})
    w.reach(("Many", None), ("Out", "F9"))
    w.done(where="Out")
    return w.records


RECORDS = [*comes_back(), *is_lost(), *is_stuck(), *is_excluded()]
