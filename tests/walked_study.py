"""Walking small studies: YAML in, what happened out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from textwrap import indent
from typing import Any

from hawthorne.core.ask import Answer, Ask, Fault, Silence
from hawthorne.core.case import Case
from hawthorne.core.document import Setting, Source
from hawthorne.core.record import Record
from hawthorne.core.result import Result
from hawthorne.flows.check import check
from hawthorne.flows.compile import compile_study
from hawthorne.flows.formats.conversion import convert
from hawthorne.flows.program import FlowProgram
from hawthorne.flows.read import read
from hawthorne.hold.drive import drive

HEAD = "id: walked\ndefinitions: {targetNamespace: http://bpmn.io/schema/bpmn}\n"


class Asked:
    """A mind that answers by step from a mapping, else with `default`, and remembers what it was asked."""

    def __init__(self, answers: Mapping[str, Any], default: Any) -> None:
        self.answers, self.default = {k: list(v) if isinstance(v, list) else v for k, v in answers.items()}, default
        self.asks: list[Ask] = []

    def answer(self, ask: Ask) -> Any:
        self.asks.append(ask)
        value = self.answers.get(ask.step, self.default)
        if isinstance(value, list):
            value = value.pop(0) if value else None
        if callable(value):
            value = value(ask)
        return value if isinstance(value, (Answer, Silence, Fault)) else Answer(value)

    def recall(self, ask: Ask, answer: Any) -> None:
        pass


@dataclass
class Walked:
    """What became of a case."""

    result: Result
    records: list[Record]
    asks: list[Ask]
    program: FlowProgram
    now: float
    counts: Counter[str] = field(init=False)

    def __post_init__(self) -> None:
        self.counts = Counter(r.who for r in self.records if r.what == "reached")
        self.counts.update(r.value for r in self.records if r.what == "reached" and r.value)

    @property
    def path(self) -> list[str]:
        """The nodes reached, in order."""
        return [str(r.who) for r in self.records if r.what == "reached"]

    def noted(self, what: str) -> list[tuple[Any, Any]]:
        """(who, value) of each note of a kind."""
        return [(r.who, r.value) for r in self.records if r.what == what]

    def rows(self) -> list[dict[str, Any]]:
        return [r.value for r in self.records if r.what == "row"]


Walk = Callable[..., Walked]
FORM = "yaml"
"""The format that `program_of` reads: the tests of the walk run on both."""


def program_of(text: str, seed: int = 7, n: Any = None, checked: bool = False, **budgets: int) -> FlowProgram:
    """The compiled program of a whole study file's text, which must have no errors (with `checked`, by any check)."""
    source = Source("walked.studyflow.yaml", text.encode())
    if FORM == "xml":
        source = Source("walked.bpmn", convert(source, "xml").data)
    study = read(source)
    setting = Setting(seed, n, **budgets)
    compiled = compile_study(study, setting)
    errors = [
        str(f) for f in (*(check(study) if checked else study.findings), *compiled.findings) if f.severity == "error"
    ]
    assert not errors, "\n".join(errors)
    return FlowProgram(compiled, setting)


def play(program: FlowProgram, case: int = 1, answers: Mapping[str, Any] | None = None, default: Any = "ok") -> Walked:
    """Drive one case of a program under the virtual clock."""
    records: list[Record] = []
    mind = Asked(answers or {}, default)
    held = Case(case, program.machine(case), records.append)
    drive(held, dict.fromkeys([role.name for role in program.roles], mind))
    assert held.result is not None
    return Walked(held.result, records, mind.asks, program, held.now)


def walk_process(elements: str, process: str = "", roots: str = "", answers: Any = None, default: Any = "ok",
                 **options: Any) -> Walked:  # fmt: skip
    """Walk a process given by its `flowElements` (and, with `process`, its other keys)."""
    text = HEAD + roots + "P:\n  type: studyflow:Study\n" + indent(process, "  ") + "  flowElements:\n"
    return play(program_of(text + indent(elements, "    "), **options), 1, answers, default)
