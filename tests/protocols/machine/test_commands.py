"""Commands: back, leave, refuse; each has one receipt. Time limits."""

from __future__ import annotations

from typing import Any

import pytest
from small_paper import Doc, answering, group, notes, paper, played, program, question, rows, stage, texts, views

from hawthorne.core.ask import Answer, Fault, Silence
from hawthorne.core.case import Case, replay
from hawthorne.core.record import Record
from hawthorne.protocols.program import ProtocolProgram
from hawthorne.testing.machine import check_machine


class Sitting:
    """A case in the hands of a test."""

    def __init__(self, made: ProtocolProgram) -> None:
        self.log: list[Record] = []
        self.case = Case(1, made.machine(1), self.log.append)
        self.case.begin()

    @property
    def view(self) -> Doc:
        (ask,) = self.case.open.values()
        return dict(ask.view)

    def give(self, **answers: Any) -> None:
        (ask,) = self.case.open
        assert self.case.give(ask, Answer(answers), self.case.now) is None

    def tell(self, name: str, value: Any = None) -> Doc:
        before = len(notes(self.log, "receipt"))
        self.case.tell(name, value, id="c1")
        receipts = notes(self.log, "receipt")
        assert len(receipts) == before + 1
        receipt: Doc = receipts[-1][1]
        return receipt


def pages(back: str) -> Doc:
    first = {"id": "s", "pages": [{"id": f"pg{k}", "items": [{"id": f"i{k}", "type": "text", "text": f"s{k}"}],
                                   "responses": [f"x{k}"]} for k in (1, 2)], "navigation": {"back": back}}  # fmt: skip
    second = stage("t", "y", navigation={"back": back})
    flow = {"sequence": [{"stage": "s"}, {"branch": [{"when": "resp.x1 > 5", "do": {"stage": "t"}}]}, {"stage": "u"}]}
    return paper(flow, [question("x1"), question("x2"), question("y"), question("z")],
                 [first, second, stage("u", "z", navigation={"back": back})])  # fmt: skip


def test_going_back_takes_back_answers_and_shows_the_screen_under_its_number() -> None:
    sitting = Sitting(program(pages("allowed")))
    assert sitting.view["navigation"] == {"back": "not_allowed"}
    sitting.give(x1=9)
    assert sitting.view["navigation"] == {"back": "allowed"}
    sitting.give(x2=2)
    assert texts(sitting.view) == ["This is t."]
    receipt = sitting.tell("back")
    assert receipt["ok"] is True
    assert receipt["step"] == 2
    assert sitting.view["step"] == 2
    sitting.tell("back")
    assert sitting.view["step"] == 1
    assert sitting.view["navigation"] == {"back": "not_allowed"}
    sitting.give(x1=1)
    sitting.give(x2=3)
    assert texts(sitting.view) == ["This is u."]
    assert sitting.view["step"] == 5  # what is shown further on is a screen of its own, under its own number
    sitting.give(z=0)
    (row,) = rows(sitting.log)
    assert [row[f"resp.{id}"] for id in ("x1", "x2", "y", "z")] == [1, 3, None, 0]
    asks = [record.ask for record in sitting.log if record.what == "put"]
    assert len(set(asks)) == len(asks)


def test_within_a_stage_one_goes_back_to_its_own_pages_only() -> None:
    sitting = Sitting(program(pages("within_stage")))
    sitting.give(x1=9)
    assert sitting.view["navigation"] == {"back": "allowed"}
    assert sitting.tell("back")["ok"] is True
    sitting.give(x1=9)
    sitting.give(x2=9)
    assert sitting.view["navigation"] == {"back": "not_allowed"}
    assert sitting.tell("back") == {"id": "c1", "name": "back", "ok": False, "code": "back_not_allowed",
                                    "why": "the screen before cannot be gone back to"}  # fmt: skip


def test_where_it_is_not_allowed_nothing_changes() -> None:
    sitting = Sitting(program(pages("not_allowed")))
    sitting.give(x1=9)
    before = sitting.view
    assert sitting.tell("back")["ok"] is False
    assert sitting.view == before


def test_back_in_a_loop_restores_the_pass() -> None:
    loop = {"loop": {"id": "l", "over": ["a", "b", "c"], "do": {"stage": "s"}}}
    text = stage("s", "x", text="{{loop.l.value}} {{round}}", navigation={"back": "allowed"})
    sitting = Sitting(program(paper(loop, [question("x")], [text])))
    sitting.give(x=1)
    sitting.give(x=2)
    sitting.tell("back")
    assert texts(sitting.view) == ["b 2"]
    sitting.give(x=5)
    sitting.give(x=6)
    assert rows(sitting.log)[0]["resp.x"] == [1, 5, 6]


def test_nobody_goes_back_behind_an_answer_that_others_act_on() -> None:
    nodes = [{"stage": "a"}, {"stage": "b"}, {"sync": {"id": "all", "needs": ["group.resp.x"]}}]
    doc = paper({"sequence": nodes}, [question("x"), question("y")],
                [stage("a", "x", navigation={"back": "allowed"}), stage("b", "y", navigation={"back": "allowed"})],
                **group("p", "p"))  # fmt: skip
    log: list[Record] = []
    case = Case(1, program(doc).machine(1), log.append)
    case.begin()
    case.give(next(iter(case.open)), Answer({"x": 1}), 0)
    case.tell("back", role="p-1", id="k")
    assert notes(log, "receipt")[0][1]["ok"] is False


def test_commands_that_nobody_knows_have_a_receipt_too() -> None:
    sitting = Sitting(program(pages("allowed")))
    assert sitting.tell("dance")["code"] == "unknown_command"
    sitting.case.tell("back", role="nobody", id="c2")
    assert notes(sitting.log, "receipt")[-1][1]["code"] == "unknown_role"


@pytest.mark.parametrize(("name", "value", "status"), [
    ("leave", None, "dropped"), ("refuse", None, "refused"), ("leave", {"reason": "timeout"}, "timeout"),
    ("refuse", {"reason": "invalid"}, "invalid"),
])  # fmt: skip
def test_who_leaves_or_refuses_ends_with_that_status(name: str, value: Any, status: str) -> None:
    sitting = Sitting(program(pages("allowed")))
    assert sitting.tell(name, value)["ok"] is True
    assert sitting.case.done
    assert notes(sitting.log, "left") == [("participant", {"status": status, "code": None})]
    assert rows(sitting.log)[0]["_status"] == status
    assert rows(sitting.log)[0]["_included"] is False


def test_a_silence_that_is_given_and_a_fault_end_the_session() -> None:
    for reply, status in ((Silence("refused"), "refused"), (Silence("left"), "dropped"), (Silence("bored"), "dropped"),
                          (Fault("broke"), "failed")):  # fmt: skip
        sitting = Sitting(program(pages("allowed")))
        (ask,) = sitting.case.open
        sitting.case.give(ask, reply, 0)
        assert rows(sitting.log)[0]["_status"] == status
        assert sitting.case.result is not None
        assert (sitting.case.result.status, sitting.case.result.why) == (
            ("failed", "broke") if status == "failed" else ("ended", None)
        )


def timed(timing: Doc, **more: Any) -> Doc:
    return paper({"sequence": [{"stage": "s"}, {"stage": "t"}]}, [question("x", **more), question("y")],
                 [stage("s", "x", timing=timing), stage("t", "y")])  # fmt: skip


def late(ask: Any) -> Any:
    return Silence("missed") if ask.limit is not None else Answer({"y": 1})


def test_a_page_whose_time_is_over_leaves_with_what_the_document_says() -> None:
    made = program(timed({"advance": "self", "max_seconds": 20, "on_timeout": "skip"}))
    log = played(made, late)
    assert notes(log, "wrote")[0] == ("resp.x", None)
    assert views(log)[0]["timing"] == {"advance": "self", "max_seconds": 20}
    assert views(log)[1]["events"][0]["type"] == "timeout"
    assert log[-1].at == 20
    log = played(program(timed({"advance": "self", "max_seconds": 20, "on_timeout": "end"})), late)
    assert rows(log)[0]["_status"] == "timeout"


def test_a_starting_value_counts_where_the_document_says_so() -> None:
    doc = timed({"advance": "self", "max_seconds": 5, "on_timeout": "default"}, kind="slider", range=[0, 10], start=3)
    assert notes(played(program(doc), late), "wrote")[0] == ("resp.x", 3)


def test_a_timed_screen_leaves_by_itself_and_tells_nobody() -> None:
    log = played(program(timed({"advance": "timed", "seconds": 2.5})), late)
    assert views(log)[0]["timing"] == {"advance": "timed", "seconds": 2.5}
    assert views(log)[1]["events"] == []
    assert log[-1].at == 2.5


def test_a_session_with_going_back_replays() -> None:
    made = program(pages("allowed"))
    sitting = Sitting(made)
    sitting.give(x1=9)
    sitting.give(x2=2)
    sitting.tell("back")
    sitting.give(x2=4)
    sitting.give(y=1)
    sitting.give(z=1)
    again: list[Record] = []
    replay(Case(1, made.machine(1), again.append), sitting.log)
    assert again == sitting.log
    check_machine(lambda: made.machine(1), answering({"x1": 9}))
