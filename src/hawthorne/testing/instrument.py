"""The laws of an instrument."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from hawthorne.core.draws import Draws
from hawthorne.core.errors import InvalidDocument
from hawthorne.core.instrument import Instrument, Outcome, Page, Prepared, Trial

Responder = Callable[[int, Trial], Outcome]
SHOWN = frozenset({"TrialIndex", "Stimulus", "ResponseOptions", "MaxResponseTime", "Scene", "Screenshot"})
"""What a trial's view may hold: nothing else reaches whoever answers."""


def every_outcome(count: int, trial: Trial) -> Outcome:
    """Whoever answers, misses and presses a wrong key in turn."""
    turn = count % 5
    if turn == 4:
        return Outcome(None, None, False)
    if turn == 3:
        return Outcome("no such option", 0.4, True)
    return Outcome(trial.options[turn % len(trial.options)], 0.3 + turn / 10, True)


def check_instrument(
    instrument: Instrument, parameters: Mapping[str, Any], timeline: str, respond: Responder = every_outcome,
    subjects: int = 3,
) -> None:  # fmt: skip
    """Plays the task for some subjects. A play is a function of parameters, draws and answers alone, whoever played
    before; views hold what is shown and nothing of the key; addresses never repeat; rows say what became of the answer
    in conditions and blocks that were declared; the result's counts add up; wrong parameters are findings."""
    assert isinstance(instrument.kind, str) and instrument.kind, "kind must be the word in documents"
    assert isinstance(instrument.version, int), "version must be a whole number"
    draws = Draws.seeded("check_instrument").at("task", "T")
    prepared = instrument.prepare(parameters, timeline, draws)
    plays = {subject: _play(prepared, subject, respond) for subject in range(1, subjects + 1)}
    other = instrument.prepare(parameters, timeline, draws)
    for subject in reversed(plays):
        again = _play(other, subject, respond)
        law = f"{instrument.kind}: the play of subject {subject} depends on who played before"
        assert json.dumps(again) == json.dumps(plays[subject]), law
    _check_refusals(instrument, parameters, draws)


def _play(prepared: Prepared, subject: int, respond: Responder) -> dict[str, Any]:
    play = prepared.play(subject)
    rows, trials, limits = [play.start()], 0, 0.0
    addresses: set[str] = set()
    views: list[Any] = []
    while (step := play.next()) is not None:
        if isinstance(step, Page):
            continue
        _check_trial(step, addresses)
        outcome = respond(trials, step)
        row = play.take(outcome)
        _check_row(prepared, step, outcome, row)
        rows.append(row)
        views.append(step.view)
        trials, limits = trials + 1, limits + step.limit
        assert trials <= 1_000_000, "the task never ends"
    assert limits <= prepared.limit_total + 1e-6, f"{limits} s of windows exceed limit_total {prepared.limit_total} s"
    rows.append(play.finish())
    result = play.result()
    _check_result(result, trials)
    return {"rows": rows, "views": views, "result": result}


def _check_trial(trial: Trial, addresses: set[str]) -> None:
    assert trial.address not in addresses, f"the trial's address {trial.address} repeats"
    addresses.add(trial.address)
    strange = set(trial.view) - SHOWN
    assert not strange, f"the view holds {sorted(strange)}: only what is shown may reach whoever answers"
    assert trial.options and all(isinstance(option, str) for option in trial.options), f"options: {trial.options!r}"
    assert list(trial.view["ResponseOptions"]) == list(trial.options), "the view shows other options than the trial has"
    assert trial.limit > 0, f"a trial's window must be above 0 s, not {trial.limit}"
    json.dumps(trial.view, allow_nan=False)


def _check_row(prepared: Prepared, trial: Trial, outcome: Outcome, row: Mapping[str, Any]) -> None:
    json.dumps(row, allow_nan=False)
    context, result = row["trialContext"], row["result"]
    condition, block = context["condition"], context["block"]["name"]
    load = context.get("load")  # an N-back's conditions are told by their load, as onlookers tell them
    words = {condition} if load is None else {condition, f"{load}-back"}
    assert words & prepared.conditions(), f"a row's condition {condition!r} is none of {prepared.conditions()}"
    assert block in prepared.blocks(), f"a row's block {block!r} is none of {prepared.blocks()}"
    readable = outcome.given and outcome.value in trial.options
    expected = "answered" if readable else "unreadable" if outcome.given else "missed"
    assert result["outcome"] == expected, (
        f"an answer {outcome} of {trial.options} has the outcome {result['outcome']!r}"
    )
    assert result["isAnswered"] is readable, f"isAnswered is {result['isAnswered']!r} of {outcome}"


def _check_result(result: Mapping[str, Any], trials: int) -> None:
    for key in ("TaskId", "TimelineId", "IsCompleted", "trials", "blocks"):
        assert key in result, f"the result has no {key}"
    for block in result["blocks"]:
        assert block["trials"] == block["answered"] + block["unanswered"], f"the counts do not add up: {block}"
        assert block["correct"] is None or block["correct"] <= block["answered"], f"more right than answered: {block}"
    counted = sum(block["trials"] for block in result["blocks"])
    assert counted <= trials, f"the result counts {counted} trials of {trials} presented"


def _check_refusals(instrument: Instrument, parameters: Mapping[str, Any], draws: Draws) -> None:
    wrong = [("a timeline that nobody defined", parameters, "no such timeline"), ("no parameters at all", {}, "T")]
    for what, values, timeline in wrong:
        try:
            instrument.prepare(values, timeline, draws)
        except InvalidDocument as error:
            assert error.findings, f"{instrument.kind}: {what} is refused without a finding"
        else:
            raise AssertionError(f"{instrument.kind}: {what} is accepted")
