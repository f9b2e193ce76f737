"""Parameters of small tasks that the tests play."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from copy import deepcopy
from typing import Any

from hawthorne.core.draws import Draws
from hawthorne.core.errors import InvalidDocument
from hawthorne.core.instrument import Outcome, Page, Prepared, Trial
from hawthorne.instruments.axcpt import AXCPT
from hawthorne.instruments.flanker import Flanker
from hawthorne.instruments.nback import NBack
from hawthorne.instruments.which_one import WhichOne

KINDS = {"RE": AXCPT, "NB": NBack, "WO": WhichOne, "FL": Flanker}

AX = {
    "StimulusType": "UpperCaseLetters",
    "ResponsePatterns": ["AX"],
    "UseNonMatchButton": True,
    "ItemSequence": {"Sequence": {"Type": "Ordered", "Values": [0, 23, 1, 23, 0, 24, 1, 24, -1, 0, 23]}},
    "StimulusColor": "#ffffff",
    "DistractorColor": "#ff0000",
    "StimulusDisplayDuration": 0.5,
    "InterStimulusInterval": 4.5,
}
TWO_BACK = {
    "NValue": 2,
    "UseNonMatchButton": True,
    "Streams": [{"StimulusValue": {"Sequence": {"Type": "Ordered", "Values": [4, 7, 4, 7, 1, 7]}}}],
    "StimulusDisplayDuration": 0.5,
    "InterStimulusInterval": 2.2,
}
DRAWN_BACK = TWO_BACK | {
    "Streams": [{"StimulusValue": {"Sequence": {"Type": "NBack"}}}],
    "StreamSize": 20,
    "MatchCount": 6,
}
SIMON = {
    "PrimaryFeature": "Color",
    "SecondaryFeature": "Position",
    "ButtonColors": ["#0000FF", "#FFFF00"],
    "MaxResponseTime": 2,
    "CorrectButton": {"Distribution": {"Type": "Uniform"}},
}
ARROWS = {"MaxResponseTime": 1.5}


def cells(*congruencies: str) -> list[dict[str, Any]]:
    """A cell for each congruency and side."""
    return [
        {"Parameters": {"Congruency": congruency, "CorrectButton": side}}
        for congruency in congruencies
        for side in ("Left", "Right")
    ]


def task(blocks: Mapping[str, Any], *entries: Any, **more: Any) -> dict[str, Any]:
    """The parameters of a task with the timeline T; without entries it plays every block in order."""
    listed = list(entries) or [{"Name": name} for name in blocks]
    return deepcopy({"Blocks": dict(blocks), "Timelines": {"T": {"Blocks": listed}}} | more)


def axcpt(**changes: Any) -> dict[str, Any]:
    """One AX-CPT block `Test` with some parameters changed; one that is set to Ellipsis is left out."""
    values = {key: value for key, value in (AX | changes).items() if value is not ...}
    return task({"Test": {"Parameters": values}})


def prepare(kind: str, parameters: Mapping[str, Any], seed: int = 7, timeline: str = "T") -> Prepared:
    return KINDS[kind]().prepare(parameters, timeline, Draws.seeded(seed).at("task", "Task"), seed)


def findings(kind: str, parameters: Mapping[str, Any], timeline: str = "T") -> dict[str, str]:
    """What is refused: the text of each finding by its path."""
    try:
        prepare(kind, parameters, timeline=timeline)
    except InvalidDocument as error:
        return {f.place.path: f"{f.message} ({f.fix})" for f in error.findings}
    return {}


def run(prepared: Prepared, respond: Callable[[Trial], Any], subject: int = 1) -> dict[str, Any]:
    """Play a task: `respond` gives the value of an answer, or an Outcome."""
    play = prepared.play(subject)
    rows, trials, pages = [play.start()], [], 0
    while (step := play.next()) is not None:
        if isinstance(step, Page):
            pages += 1
            continue
        trials.append(step)
        reply = respond(step)
        rows.append(play.take(reply if isinstance(reply, Outcome) else Outcome(reply, 0.5, True)))
    rows.append(play.finish())
    ends = [row for row in rows if row["object"]["name"].endswith(".TrialEnd")]
    return {"rows": rows, "ends": ends, "trials": trials, "pages": pages, "result": play.result()}


def pick(rows: Iterable[Mapping[str, Any]], path: str) -> list[Any]:
    """A column of rows: `pick(rows, "trialContext.block.id")`."""
    found = []
    for row in rows:
        value: Any = row
        for key in path.split("."):
            value = value[key]
        found.append(value)
    return found


def missed(trial: Trial) -> Outcome:
    return Outcome(None, None, False)
