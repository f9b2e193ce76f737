"""Screens: items with conditions, pipings, computed bounds, orders of options, rules of pages."""

from __future__ import annotations

from typing import Any

import pytest
from small_paper import Doc, answering, fixture, paper, played, program, question, stage, texts, views

from hawthorne.core.ask import Answer
from hawthorne.core.case import Case
from hawthorne.core.errors import InvalidDocument
from hawthorne.protocols.compile.piping import Unserved, number


def one(response: Doc, **more: Any) -> Doc:
    return paper({"stage": "s"}, [response], [stage("s", response["id"])], **more)


def test_the_first_screen_has_the_keys_of_a_state_in_their_order() -> None:
    for seed in range(3):
        (first, *_) = views(played(fixture("fixture_score", seed)))
        assert list(first) == ["step", "page", "items", "responses", "events", "timing", "navigation"]
        (item,), (response,) = first["items"], first["responses"]
        assert list(item) == ["id", "type", "text"]
        assert response == {"id": "sure", "kind": "slider", "prompt": "rate", "required": True, "range": [0, 100],
                            "widget": "hslider"}  # fmt: skip
        assert list(response) == ["id", "kind", "prompt", "required", "range", "widget"]
        assert first["timing"] == {"advance": "self"}
        assert first["navigation"] == {"back": "not_allowed"}


def test_options_are_shuffled_between_their_pins() -> None:
    options = [{"id": "a", "text": "A", "pin": "first"}, *({"id": id, "text": id} for id in "bcd"),
               {"id": "z", "text": "Z", "pin": "last"}]  # fmt: skip
    made = program(one(question("x", "choice", options=options, shuffle=True)))
    orders = set()
    for n in range(1, 30):
        log = played(made, number=n)
        codes = [option["code"] for option in views(log)[0]["responses"][0]["options"]]
        assert (codes[0], codes[-1]) == ("a", "z")
        orders.add(tuple(codes))
    assert len(orders) == 6


def test_options_may_be_turned_round_or_ordered_by_a_draw() -> None:
    options = [{"id": id, "text": id} for id in "abc"]
    made = program(one(question("x", "choice", options=options, shuffle="reverse")))
    orders = {"".join(option["code"] for option in views(played(made, number=n))[0]["responses"][0]["options"])
              for n in range(1, 12)}  # fmt: skip
    assert orders == {"abc", "cba"}
    draws = [{"id": "d", "kind": "permutation", "from": ["a", "b", "c"]}]
    log = played(program(one(question("x", "choice", options=options, shuffle={"draw": "d"}), draws=draws)))
    drawn = next(record.value for record in log if record.who == "draw.d")
    assert [option["code"] for option in views(log)[0]["responses"][0]["options"]] == drawn


def test_in_a_loop_options_are_shuffled_anew() -> None:
    options = [{"id": id, "text": id} for id in "abcd"]
    loop = {"loop": {"id": "l", "over": {"times": 12}, "do": {"stage": "s"}}}
    doc = paper(loop, [question("x", "choice", options=options, shuffle=True)], [stage("s", "x")])
    shown = views(played(program(doc)))
    assert len({str(view["responses"]) for view in shown}) > 4


def test_bounds_are_served_as_numbers_whole_where_they_are() -> None:
    second = question("y", range=[0, "3 * resp.x"])
    doc = paper({"sequence": [{"stage": "s"}, {"stage": "t"}]}, [question("x"), second],
                [stage("s", "x"), stage("t", "y")])  # fmt: skip
    shown = views(played(program(doc), answering({"x": 4.0})))[1]
    assert shown["responses"][0]["range"] == [0, 12]
    assert type(shown["responses"][0]["range"][1]) is int


def test_a_total_is_computed_and_shares_must_sum_to_it() -> None:
    options = [{"id": "me", "text": "Me"}, {"id": "you", "text": "You"}]
    doc = paper({"sequence": [{"stage": "s"}, {"stage": "t"}]},
                [question("x"), question("y", "allocation", options=options, total="resp.x * 2")],
                [stage("s", "x"), stage("t", "y")])  # fmt: skip
    log = played(program(doc), answering({"x": 5}))
    assert views(log)[1]["responses"][0]["total"] == 10
    given = next(record.value["y"] for record in log if record.what == "given" and "y" in record.value)
    assert sum(given.values()) == 10


def test_pipings_write_options_as_their_texts_and_numbers_in_their_formats() -> None:
    options = [{"id": "opt_a", "text": "Apples"}, {"id": "opt_b", "text": "Pears"}]
    text = "{{resp.x}}, {{resp.z}}, {{resp.y|money:2}}, {{calc.half|percent:1}}, {{resp.y|int}}, {{draw.d}}"
    doc = paper(
        {"sequence": [{"stage": "s"}, {"stage": "t"}]},
        [question("x", "choice", options=options), question("y"), question("z", "multi_choice", options=options)],
        [stage("s", "x", "y", "z"), stage("t", text=text)],
        calcs=[{"id": "double", "expr": "2 * resp.y"}, {"id": "half", "expr": "resp.y / calc.double"}],
        draws=[{"id": "d", "kind": "pick", "from": ["word"], "public": True}],
    )
    log = played(program(doc), answering({"x": "opt_b", "y": 3, "z": [["opt_b", "opt_a"]]}))
    assert texts(views(log)[1]) == ["Pears, Pears, Apples, $3.00, 50.0%, 3, word"]


def test_a_gap_is_never_shown() -> None:
    doc = paper({"sequence": [{"stage": "s"}, {"stage": "t"}]}, [question("x", required=False)],
                [stage("s", "x"), stage("t", text="You said {{resp.x}}.")])  # fmt: skip
    log = played(program(doc), lambda ask: Answer({}))
    assert log[-1].value == {"status": "failed", "where": "t",
                             "why": "the text needs resp.x, which has no value here"}  # fmt: skip


def test_numbers_round_halves_away_from_zero() -> None:
    assert [number(2.675, "money", 2), number(-0.5, "int", None), number(0.005, "percent", 0)] == ["$2.68", "-1", "1%"]
    with pytest.raises(Unserved, match="is no number"):
        number("x", "int", None)


def test_items_are_shown_where_their_condition_is_exactly_true() -> None:
    items = [{"id": "i", "type": "text", "text": "yes", "when": "resp.x > 3"},
             {"id": "j", "type": "text", "text": "never", "when": "resp.x"},
             {"id": "k", "type": "divider"}]  # fmt: skip
    page = {"id": "t", "pages": [{"id": "pg", "items": items}]}
    doc = paper({"sequence": [{"stage": "s"}, {"stage": "t"}]}, [question("x")], [stage("s", "x"), page])
    assert [item["type"] for item in views(played(program(doc), answering({"x": 3})))[1]["items"]] == ["divider"]
    assert [item["type"] for item in views(played(program(doc), answering({"x": 4})))[1]["items"]] == [
        "text",
        "divider",
    ]


def test_a_page_that_shows_nothing_is_passed_by() -> None:
    page = {"id": "t", "pages": [{"id": "pg", "items": [{"id": "i", "type": "text", "text": "x", "when": "false"}]}]}
    doc = paper({"sequence": [{"stage": "s"}, {"stage": "t"}]}, [question("x")], [stage("s", "x"), page])
    assert len(views(played(program(doc)))) == 1


def test_a_pages_rule_reads_the_pages_answers() -> None:
    rule = {"expr": "resp.x < resp.y", "message": "The first must be less."}
    page = stage("s", "x", "y")
    page["pages"][0]["constraints"] = [rule]
    made = program(paper({"stage": "s"}, [question("x"), question("y")], [page]))
    log = played(made)
    given = next(record.value for record in log if record.what == "given")
    assert given["x"] < given["y"]
    case = Case(1, made.machine(1))
    case.begin()
    (ask,) = case.open
    assert case.give(ask, Answer({"x": 5, "y": 5}), 0) == "The first must be less."


def test_every_kind_is_served_with_what_it_declares() -> None:
    made = fixture("fixture_kinds")
    kinds = {each["kind"] for number in range(1, 25) for view in views(played(made, number=number))
             for each in view["responses"]}  # fmt: skip
    assert kinds == {"choice", "multi_choice", "ranking", "likert", "slider", "integer", "number", "text", "matrix",
                     "allocation", "interval", "keypress"}  # fmt: skip


def test_what_cannot_be_answered_is_found_before_anything_is_played() -> None:
    with pytest.raises(InvalidDocument, match="the range from 9 to 1 is empty"):
        program(one(question("x", range=[9, 1])))


def test_a_name_that_no_expression_knows_is_found() -> None:
    doc = one(question("x"), calcs=[{"id": "c", "expr": "reps.x"}])
    with pytest.raises(InvalidDocument, match="reps"):
        program(doc)
