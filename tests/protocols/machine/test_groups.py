"""Groups: seats, syncs, what others answered, scripted roles, drop-outs, stuck."""

from __future__ import annotations

from typing import Any

import pytest
from small_paper import (
    Doc,
    answering,
    fixture,
    group,
    notes,
    paper,
    played,
    program,
    question,
    rows,
    stage,
    texts,
    views,
)

from hawthorne.core.ask import Answer, Silence
from hawthorne.core.case import Case
from hawthorne.core.errors import InvalidDocument, UsageError
from hawthorne.core.record import Record


def sync(id: str, *needs: str) -> Doc:
    return {"sync": {"id": id, "needs": list(needs)}}


def test_a_receiver_waits_and_is_told_what_was_sent() -> None:
    log = played(fixture("fixture_trust"), answering({"sent": 4}))
    arm = notes(log, "drew")[0][1]
    shown = views(log, "receiver")
    waiting = next(view for view in shown if view["timing"] == {"advance": "wait"})
    assert waiting["responses"] == []
    assert waiting["events"] == [{"type": "waiting", "text": "Please wait."}]
    asked = next(view for view in shown if view["responses"] and view["responses"][0]["id"] == "returned")
    assert asked["responses"][0]["range"] == [0, 8 if arm == "double" else 12]
    dropped = [record.ask for record in log if record.what == "drop"]
    assert any(ask is not None and ".wait." in ask for ask in dropped)


def test_simultaneous_moves_are_known_when_all_are_made() -> None:
    flow = {"sequence": [{"stage": "a"}, sync("all", "group.resp.x"), {"stage": "b"}]}
    made = program(paper(flow, [question("x"), question("y")],
                         [stage("a", "x"), stage("b", "y", text="{{group.resp.x}}")], **group("p", "p", "p")))  # fmt: skip
    log = played(made, answering({"p-1.x": 1, "p-2.x": 2, "p-3.x": 3}))
    for role in ("p-1", "p-2", "p-3"):
        assert texts(views(log, role)[-1]) == ["1, 2, 3"]
    at = {record.who: record.n for record in log if record.what == "reached" and record.who}
    last = max(record.n for record in log if record.what == "wrote" and record.who and record.who.endswith(".x"))
    assert min(n for who, n in at.items() if who.endswith("/b")) > last


def test_who_waits_for_what_others_answer_in_loops_of_their_own_has_it_when_those_are_over() -> None:
    """The first is asked once, the second twice: the third waits for both passes and reads them as a list."""
    parts = {"first": {"stage": "s"}, "second": {"loop": {"id": "l", "over": {"times": 2}, "do": {"stage": "s"}}},
             "third": {"sequence": [sync("both", "role.first.resp.x", "role.second.resp.x"), {"stage": "t"}]}}  # fmt: skip
    made = program(paper({"parallel": {"roles": parts}}, [question("x"), question("y")],
                         [stage("s", "x"), stage("t", "y", text="{{partner.second.resp.x}}")],
                         **group("first", "second", "third")))  # fmt: skip
    log = played(made, answering({"first.x": 1, "second.x": 2}))
    assert texts(views(log, "third")[-1]) == ["2, 2"]


def test_in_a_loop_the_same_pass_of_others_is_meant_wherever_they_are() -> None:
    """The sender never waits and runs ahead; the receiver reads each pass's own answer."""
    parts = {"sender": {"stage": "send"},
             "receiver": {"sequence": [sync("got", "role.sender.resp.x"), {"stage": "get"}]}}  # fmt: skip
    flow = {"loop": {"id": "l", "over": {"times": 3}, "do": {"parallel": {"roles": parts}}}}
    made = program(paper(flow, [question("x"), question("y", range=[0, "role.sender.resp.x"])],
                         [stage("send", "x"), stage("get", "y", text="{{partner.sender.resp.x}}")],
                         **group("sender", "receiver")))  # fmt: skip
    case_log: list[Record] = []
    case = Case(1, made.machine(1), case_log.append)
    case.begin()
    for value in (7, 8, 9):
        (ask,) = [ask for ask in case.open.values() if ask.role == "sender"]
        case.give(ask.id, Answer({"x": value}), 0)
    for value in (7, 8, 9):
        (ask,) = [ask for ask in case.open.values() if ask.role == "receiver"]
        assert ask.view["items"][0]["text"] == str(value)
        assert ask.view["responses"][0]["range"] == [0, value]
        case.give(ask.id, Answer({"y": 0}), 0)
    assert case.done


def test_the_group_shares_an_arm_unless_single_participants_are_assigned() -> None:
    arms = [{"id": "one"}, {"id": "two"}]
    for said, shared in (({}, True), ({"unit": "p"}, False), ({"unit": "group"}, True)):
        made = program(paper({"stage": "a"}, [question("x")], [stage("a", "x")], arms=arms,
                             assignment={"method": "balanced", **said}, **group("p", "p")))  # fmt: skip
        found = [[value for who, value in notes(played(made, number=number), "drew")] for number in range(1, 9)]
        assert all(a == b for a, b in found) is shared


def test_participants_are_numbered_through_all_groups() -> None:
    made = fixture("fixture_trust")
    assert [row["_session"] for row in rows(played(made, number=3))] == ["p5", "p6"]
    assert made.size(8) == (4, 8)
    with pytest.raises(UsageError, match="n_not_multiple: 7 participants cannot sit in groups of 2"):
        made.size(7)


def chain(**more: Any) -> Doc:
    flow = {"parallel": {"roles": {
        "first": {"stage": "a"},
        "second": {"sequence": [sync("one", "role.first.resp.x"), {"stage": "b"}]},
    }}}  # fmt: skip
    parts = group("first", "second", **more)
    return paper(flow, [question("x"), question("y")], [stage("a", "x"), stage("b", "y", text="{{role.first.resp.x}}")],
                 units=[{"id": "p", "kind": "participant", "rows": {"per": "session"}},
                        {"id": "g", "kind": "dyad", "primary": True, "rows": {"per": "group"}}], **parts)  # fmt: skip


def test_a_scripted_role_answers_by_itself_and_takes_no_participant() -> None:
    doc = chain()
    doc["roles"][0]["scripted"] = {"answers": {"x": "= 2 + 3"}}
    made = program(doc)
    assert [role.name for role in made.roles] == ["second"]
    log = played(made)
    assert texts(views(log)[0]) == ["5"]
    assert [row["_session"] for row in rows(log)] == ["p1"]
    assert rows(log, "g")[0]["role.first.resp.x"] == 5


def test_when_one_leaves_the_group_ends() -> None:
    log = played(program(chain()), answering({"first.x": Silence("left")}))
    assert notes(log, "left") == [
        ("first", {"status": "dropped", "code": None}), ("second", {"status": "incomplete_group", "code": None}),
    ]  # fmt: skip
    assert [(row["_status"], row["_included"]) for row in rows(log)] == [
        ("dropped", False),
        ("incomplete_group", False),
    ]
    (pair,) = rows(log, "g")
    assert (pair["_status"], pair["_included"], pair["_excluded_by"]) == (
        "incomplete_group",
        False,
        ["incomplete_group"],
    )
    assert log[-1].value["status"] == "ended"


def test_a_group_that_waits_for_one_who_left_is_stuck_and_says_for_whom() -> None:
    log = played(program(chain(on_drop="wait")), answering({"first.x": Silence("refused")}))
    ((who, said),) = notes(log, "stuck")
    assert who == "second/one"
    assert said == {"waits": "second waits at one for role.first.resp.x", "seat": "second", "sync": "one",
                    "needs": ["role.first.resp.x"], "of": ["first"]}  # fmt: skip
    assert log[-1].value["status"] == "stuck"
    assert [row["_status"] for row in rows(log)] == ["refused", "stuck"]


def test_scripted_answers_can_go_on_where_somebody_left() -> None:
    doc = chain(on_drop="scripted")
    doc["roles"][0]["scripted"] = {"answers": {"x": 9}}
    made = program(doc)
    assert [role.name for role in made.roles] == ["first", "second"]
    log = played(made, answering({"first.x": Silence("left")}))
    assert texts(views(log, "second")[-1]) == ["9"]
    assert notes(log, "left") == [
        ("first", {"status": "dropped", "code": None}), ("second", {"status": "done", "code": "complete"}),
    ]  # fmt: skip


def test_a_seat_that_never_answers_is_stuck_too() -> None:
    log = played(program(chain()), lambda ask: Silence("absent"))
    assert [who for who, _ in notes(log, "stuck")] == ["first/a", "second/one"]


def test_a_waiting_stage_stays_on_the_screen_while_others_act() -> None:
    lobby = {"id": "lobby", "pages": [{"id": "pg", "items": [{"id": "i", "type": "text", "text": "Soon."}]}],
             "timing": {"advance": "wait", "for": "group"}}  # fmt: skip
    doc = chain()
    doc["stages"].append(lobby)
    doc["flow"]["parallel"]["roles"]["second"]["sequence"].insert(0, {"stage": "lobby"})
    log = played(program(doc))
    assert texts(views(log, "second")[0]) == ["Soon."]
    assert views(log, "second")[0]["timing"] == {"advance": "wait"}


def test_a_reveal_reaches_a_role_that_does_not_come_there() -> None:
    doc = chain()
    doc["flow"]["parallel"]["roles"]["first"] = {"sequence": [
        {"stage": "a"}, {"reveal": {"to": "second", "event": "partner_action", "text": "It is {{role.first.resp.x}}."}},
    ]}  # fmt: skip
    log = played(program(doc), answering({"x": 6}))
    told = [event for view in views(log, "second") for event in view["events"] if event["type"] == "partner_action"]
    assert told == [{"type": "partner_action", "text": "It is 6."}]
    assert all(not view["events"] for view in views(log, "first"))


def test_groups_that_are_matched_anew_are_refused() -> None:
    with pytest.raises(InvalidDocument, match="strangers"):
        program(chain(matching="strangers"))
