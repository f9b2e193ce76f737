"""Minds behind a blind see screens as a State shows them, and what they answer comes back under the document's ids."""

from __future__ import annotations

import json
from typing import Any

from paged import Paged, page, seated, text

from hawthorne.actors.random import RandomActor
from hawthorne.core.ask import Answer, Ask, Silence
from hawthorne.core.case import Case
from hawthorne.core.draws import Draws
from hawthorne.core.record import LEVELS, Record
from hawthorne.hold.agenda import Agenda
from hawthorne.hold.blind import Blind, BlindMind
from hawthorne.hold.drive import drive
from hawthorne.hold.restore import restore
from hawthorne.spaces.choice import Choice
from hawthorne.spaces.form import Constraint
from hawthorne.spaces.integer import Integer
from hawthorne.spaces.likert import Likert
from hawthorne.spaces.matrix import Matrix
from hawthorne.spaces.multi_choice import MultiChoice

SECRET = "hsx4f"
OPTIONS = [{"code": f"{SECRET}yes", "text": "Yes"}, {"code": f"{SECRET}no", "asset": f"{SECRET}pic", "alt": "a no"}]
CODES = tuple(option["code"] for option in OPTIONS)
PAGES = [
    page(
        ({"id": f"{SECRET}a", "kind": "choice", "required": True, "options": OPTIONS}, Choice(CODES)),
        ({"id": f"{SECRET}m", "kind": "multi_choice", "required": False, "options": OPTIONS, "exclusive": [CODES[1]]},
         MultiChoice(CODES, exclusive=(CODES[1],))),
        items=[text(f"{SECRET}i", "Look."), {"id": f"{SECRET}j", "type": "image", "asset": f"{SECRET}pic"}],
        events=[{"type": "feedback", "text": "Well done."}],
    ),
    page(
        ({"id": f"{SECRET}x", "kind": "matrix", "required": True, "rows": [{"code": f"{SECRET}row", "text": "calm"}],
          "scale": {"kind": "choice", "options": OPTIONS}}, Matrix((f"{SECRET}row",), Choice(CODES))),
        ({"id": f"{SECRET}n", "kind": "integer", "required": True, "range": [0, 9]}, Integer((0, 9))),
        constraints=(Constraint("an even number", lambda answers: answers[f"{SECRET}n"] % 2 == 0),),
    ),
    page(({"id": f"{SECRET}l", "kind": "likert", "required": True, "range": [1, 7]}, Likert((1, 7)))),
]  # fmt: skip


class Told:
    """A mind that keeps what it hears and answers as it is told."""

    def __init__(self, *answers: Any) -> None:
        self.answers = list(answers)
        self.heard: list[Ask] = []
        self.recalled: list[tuple[Ask, Any]] = []

    def answer(self, ask: Ask) -> Answer | Silence:
        self.heard.append(ask)
        return Answer(self.answers.pop(0))

    def recall(self, ask: Ask, answer: Answer | Silence) -> None:
        self.recalled.append((ask, answer))


def played(mind: Any) -> list[Record]:
    records: list[Record] = []
    drive(Case(1, Paged({"p": PAGES}), records.append, LEVELS["facts"]), {"p": BlindMind(mind)})
    return records


def test_a_mind_sees_the_screens_that_a_state_shows() -> None:
    mind = Told({"r1": "o2", "r2": ["o2"]}, {"r3": {"w1": "o1"}, "r4": 4}, {"r5": 7})
    records = played(mind)
    seat = seated({"p": PAGES})[0]
    state = seat.reset()
    for ask, answers in zip(
        mind.heard, ({"r1": "o2", "r2": ["o2"]}, {"r3": {"w1": "o1"}, "r4": 4}, {"r5": 7}), strict=True
    ):
        assert ask.view["items"] == state["screen"]["items"]
        assert ask.view["responses"] == state["screen"]["responses"]
        assert [ask.view[key] for key in ("step", "page", "events", "timing", "navigation")] == [
            state[key] for key in ("step", "page", "events", "timing", "navigation")
        ]
        assert list(ask.space.parts) == [each["id"] for each in state["screen"]["responses"]]
        assert SECRET not in json.dumps([ask.view, ask.space.schema(), ask.space.examples(), state])
        state = seat.step(answers)
    assert [(r.what, r.ask, r.value) for r in records] == [(r.what, r.ask, r.value) for r in seat.group.records]
    assert [r.value for r in records if r.what == "given"][:2] == [
        {f"{SECRET}a": CODES[1], f"{SECRET}m": [CODES[1]]}, {f"{SECRET}x": {f"{SECRET}row": CODES[0]}, f"{SECRET}n": 4},
    ]  # fmt: skip


def test_items_responses_events_and_assets_count_on_and_an_asset_keeps_its_name() -> None:
    seat = seated({"p": [PAGES[0], PAGES[0]]})[0]
    first = seat.reset()
    second = seat.step({"r1": "o1"})
    assert [item["id"] for state in (first, second) for item in state["screen"]["items"]] == ["i1", "i2", "i3", "i4"]
    assert [event["id"] for state in (first, second) for event in state["events"]] == ["e1", "e2"]
    for state in (first, second):
        assert state["screen"]["items"][1]["asset"] == "a1"
        assert state["screen"]["responses"][0]["options"][1] == {"code": "o2", "asset": "a1", "alt": "a no"}
        assert state["screen"]["responses"][1]["exclusive"] == ["o2"]
    assert seat.blind.assets == {f"{SECRET}pic": "a1"}


def test_the_random_actor_answers_screens_it_knows_nothing_else_of() -> None:
    mind = RandomActor().open(1, Draws.seeded(7))
    given = [record.value for record in played(mind) if record.what == "given"]
    assert [set(value) for value in given] == [
        {f"{SECRET}a", f"{SECRET}m"},
        {f"{SECRET}x", f"{SECRET}n"},
        {f"{SECRET}l"},
    ]
    assert given[1][f"{SECRET}n"] % 2 == 0


def test_what_is_no_answer_behind_the_blind_is_recorded_as_sent_and_asked_again() -> None:
    mind = Told({f"{SECRET}a": CODES[0]}, "o1", {"r1": "o1"}, {"r3": {"w1": "o1"}, "r4": 3}, {"r3": {"w1": "o1"}, "r4": 2}, {"r5": 1})  # fmt: skip
    invalid = [record for record in played(mind) if record.what == "invalid"]
    assert [record.value for record in invalid] == [{f"{SECRET}a": CODES[0]}, "o1", {"r3": {"w1": "o1"}, "r4": 3}]
    assert [record.why for record in invalid][2] == "an even number"
    assert [ask.id for ask in mind.heard] == ["ask-1"] * 3 + ["ask-2"] * 2 + ["ask-3"]
    assert mind.heard[0].view == mind.heard[2].view


def test_a_mind_recalls_its_answers_as_it_gave_them() -> None:
    answers = [{"r1": "o9"}, {"r1": "o2", "r2": ["o2"]}, {"r3": {"w1": "o1"}, "r4": 4}, {"r5": 7}]
    first = Told(*answers)
    records = played(first)
    last = next(k for k, record in enumerate(records) if record.what == "given" and record.value.get(f"{SECRET}l"))
    again = Told(answers[-1])
    log: list[Record] = []
    agenda = Agenda(Case(1, Paged({"p": PAGES}), log.append, LEVELS["facts"]), {"p": BlindMind(again)})
    restore(agenda, records[:last], again=())
    assert log == records[:last]
    assert [answer.value for _, answer in again.recalled] == answers[:3]
    assert [ask.view for ask, _ in again.recalled] == [ask.view for ask in first.heard[:3]]


def test_an_ask_that_is_no_screen_is_shown_as_it_is() -> None:
    ask = Ask("1/AX.1", "p", "AX", {"Trial": {"ResponseOptions": ["L", "R"]}}, Choice(("L", "R"), open=True))
    shown = Blind().ask(ask)
    assert shown.view is ask.view
    assert shown.space is ask.space
