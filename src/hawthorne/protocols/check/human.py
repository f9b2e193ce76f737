"""The human numbers and what they are for (`ref.human_map`): every target has its number, every hypothesis its test."""

from __future__ import annotations

from collections.abc import Iterator

from hawthorne.core.errors import Finding, did_you_mean
from hawthorne.protocols.check.facts import Facts

CODE = "ref.human_map"


def check(facts: Facts) -> Iterator[Finding]:
    analyses, cells = facts.by_id["analyses"], facts.by_id["cells"]
    tested = {test.analysis for test in facts.protocol.human.tests}
    for i, hypothesis in enumerate(facts.protocol.hypotheses):
        if hypothesis.analysis not in analyses:
            fix = did_you_mean(hypothesis.analysis, analyses) or "declare the analysis"
            yield facts.error(
                CODE, ("hypotheses", i, "analysis"), f'no analysis is called "{hypothesis.analysis}"', fix
            )
    for i, target in enumerate(facts.protocol.evaluation.targets):
        where = ("evaluation", "targets", i)
        if target.kind == "effect":
            if target.analysis is None or target.analysis not in analyses:
                fix = did_you_mean(target.analysis or "", analyses)
                yield facts.error(CODE, where, f'the target "{target.id}" has no analysis', fix)
            elif target.analysis not in tested:
                message = f'the target "{target.id}" is an effect of which no human test is there'
                yield facts.error(CODE, where, message, f'add a test of "{target.analysis}" to human.tests')
        elif target.cell is None or target.cell not in cells:
            yield facts.error(
                CODE, where, f'the target "{target.id}" has no cell', did_you_mean(target.cell or "", cells)
            )
