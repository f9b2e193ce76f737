"""The machine of a scenario: its steps are asks to one role, `world`; what it pins is judged on the world's evidence.

Three forms of ask, each an open space; the view is JSON:

- `{"kind": "boot", "scenario": {…}, "compat": bool}`, once: the scenario without its assertions, in normal form (bare
  keys, camelCase); answered as a step is.
- a step, one after the other: its form in the file, with `timeoutMs` filled in where it waits. The answer is
  `{"ok": bool, "detail": text}`, with `"how"` for one that failed: `stuck` (nothing was due any more), `timed-out`, or
  `failed`. The answer's `took` is what the step took on the world's clock.
- `{"kind": "evidence"}`, once: answered with `hawthorne.records.evidence.Evidence` as JSON.

A step that fails is the last; the evidence is asked for all the same and kept, but nothing is judged. A scenario whose
assertions do not hold has failed; a step that is stuck makes it stuck.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import ValidationError

from hawthorne.core.ask import Answer, Ask, Silence
from hawthorne.core.machine import Begin, Done, Event, Failed, Given, Note, Put, Sink, Told
from hawthorne.core.result import Result, Status
from hawthorne.core.values import JSON
from hawthorne.records.evidence import Evidence
from hawthorne.records.judging import Assertion, Verdict, judge
from hawthorne.scenarios.brands import TAG, rebranded
from hawthorne.scenarios.model import Scenario
from hawthorne.scenarios.pinned import as_json
from hawthorne.scenarios.refs import in_evidence
from hawthorne.scenarios.steps import timeout_of
from hawthorne.spaces.anything import Anything

WORLD = "world"
"""The role that holds the harness."""
BOOT, EVIDENCE = "boot", "evidence"
STUCK, FAILED = "stuck", "failed"


class ScenarioMachine:
    """One case of a scenario. `implied` are assertions that hold of every scenario unless it says otherwise."""

    def __init__(self, scenario: Scenario, implied: tuple[Assertion, ...], compat: bool, case: int) -> None:
        self._scenario = scenario
        self._implied = implied
        self._compat = compat
        self._case = case
        self._next = 0
        self._broken: tuple[Status, str, str] | None = None

    def advance(self, event: Event, now: float, put: Sink) -> None:
        if isinstance(event, Begin):
            put(Put(self._ask(BOOT, BOOT, boot(self._scenario, self._compat))))
        elif isinstance(event, Given):
            self._given(event.ask, event.answer, put)
        elif isinstance(event, Failed):
            self._given(event.ask, Answer({"ok": False, "detail": event.error}), put)
        elif isinstance(event, Told) and event.name == "quiet":
            put(Done(Result("stuck", self._where(), "the world does not answer")))

    def _ask(self, name: str, step: str, view: Mapping[str, JSON]) -> Ask:
        return Ask(f"{self._case}/{name}", WORLD, step, view, Anything())

    def _where(self) -> str:
        return f"steps/{self._next - 1}" if self._next else BOOT

    def _given(self, ask: Ask, answer: Answer | Silence, put: Sink) -> None:
        if ask.step == EVIDENCE:
            self._judge(answer, put)
            return
        took = None if answer.took is None else round(answer.took * 1000)
        ok, how, detail = _outcome(answer)
        put(Note("row", ask.step, _step_row(ask, ok, how, detail, took)))
        if not ok:
            status: Status = "stuck" if how == STUCK else "failed"
            self._broken = (status, ask.step, f"{ask.view['kind']}: {detail}")
        if ok and self._next < len(self._scenario.steps):
            i = self._next
            self._next += 1
            put(Put(self._ask(f"steps.{i}", f"steps/{i}", shown(self._scenario, i))))
        else:
            put(Put(self._ask(EVIDENCE, EVIDENCE, {"kind": EVIDENCE})))

    def _judge(self, answer: Answer | Silence, put: Sink) -> None:
        try:
            evidence = Evidence.model_validate(answer.value if isinstance(answer, Answer) else None)
        except ValidationError as error:
            self._unreadable(error, put)
            return
        if not self._compat:  # what was waited for is history that the evidence keeps anyway
            evidence = evidence.model_copy(update={"proven": {}})
        for row in turn_rows(evidence):
            put(Note("row", f"turns/{row['order']}", row))
        if self._broken is not None:
            status, where, why = self._broken
            put(Done(Result(status, where, why, {"pass": False, "steps": self._next})))
            return
        wrong = []
        judged = [*((each, False) for each in self._scenario.assertions), *((each, True) for each in self._implied)]
        for i, (assertion, implied) in enumerate(judged):
            verdict = judge(self._meant(assertion, evidence), evidence, in_evidence(evidence))
            where = f"assertions/{i}" if not implied else f"implied/{i - len(self._scenario.assertions)}"
            put(Note("row", where, _verdict_row(i, assertion, verdict, implied)))
            if not verdict.holds:
                wrong.append((where, f"{assertion.kind}: {verdict.detail}"))
        put(Done(self._result(wrong, len(judged))))

    def _meant(self, assertion: Assertion, evidence: Evidence) -> Assertion:
        """What a foreign file's assertion means of this harness."""
        tag = evidence.wording.get(TAG)
        return rebranded(assertion, tag) if self._compat and tag is not None else assertion

    def _result(self, wrong: list[tuple[str, str]], count: int) -> Result:
        value: dict[str, JSON] = {"pass": not wrong, "steps": self._next, "assertions": count}
        if not wrong:
            return Result("ended", value=value)
        where, why = wrong[0]
        more = f" (and {len(wrong) - 1} more)" if len(wrong) > 1 else ""
        return Result("failed", where, why + more, value | {"failed": [where for where, _ in wrong]})

    def _unreadable(self, error: ValidationError, put: Sink) -> None:
        if self._broken is not None:
            status, where, why = self._broken
            put(Done(Result(status, where, why, {"pass": False, "steps": self._next})))
            return
        first = error.errors()[0]
        way = "/".join(map(str, first["loc"]))
        why = f"the world's evidence cannot be read: {way or 'it'}: {first['msg'][0].lower()}{first['msg'][1:]}"
        put(Done(Result("failed", EVIDENCE, why, {"pass": False, "steps": self._next})))


def boot(scenario: Scenario, compat: bool) -> dict[str, JSON]:
    """What a world is told before the first step; what is pinned is not its business."""
    told = {key: value for key, value in scenario.as_json().items() if key != "assertions"}
    return {"kind": BOOT, "scenario": told, "compat": compat}


def shown(scenario: Scenario, i: int) -> dict[str, JSON]:
    """A step as the world is shown it."""
    step = scenario.steps[i]
    timeout = timeout_of(step)
    return step.as_json() | ({} if timeout is None else {"timeoutMs": timeout})


def _outcome(answer: Answer | Silence) -> tuple[bool, str | None, str]:
    """Whether a step succeeded, how it did not, and what was seen."""
    if isinstance(answer, Silence):
        return False, FAILED, f"the world gave no answer: {answer.reason}"
    said = answer.value
    if not isinstance(said, Mapping) or not isinstance(said.get("ok"), bool):
        return False, FAILED, "the world's answer does not say whether the step succeeded"
    detail = str(said.get("detail") or "")
    return said["ok"], None if said["ok"] else str(said.get("how") or FAILED), detail


def _step_row(ask: Ask, ok: bool, how: str | None, detail: str, took: int | None) -> dict[str, JSON]:
    subject = ask.view.get("bot", ask.view.get("routine", ask.view.get("gate")))
    row = {"step": ask.step, "kind": ask.view["kind"], "subject": subject, "ok": ok, "how": how, "detail": detail,
           "durationMs": took}  # fmt: skip
    return {key: value for key, value in row.items() if value is not None}


def _verdict_row(i: int, assertion: Assertion, verdict: Verdict, implied: bool) -> dict[str, JSON]:
    row = {"assertion": i, "kind": assertion.kind, "form": as_json(assertion), **verdict.as_json()}
    return row | ({"implied": True} if implied else {})


def turn_rows(evidence: Evidence) -> Iterator[dict[str, Any]]:
    """The turns of the evidence as rows: who, in which thread, what was called, how it ended."""
    for i, turn in enumerate(evidence.turns):
        calls = [f"{call.tool}{' (refused)' if call.errored else ''}" for call in turn.tool_calls]
        yield {"order": i, "bot": turn.bot, "turn": turn.index, "thread": turn.thread_id, "outcome": turn.outcome,
               "calls": calls, "seqStart": turn.seq_start, "seqEnd": turn.seq_end}  # fmt: skip
