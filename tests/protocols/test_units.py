"""Unit rows: variables, exclusions, statuses; the coding rules by themselves."""

from __future__ import annotations

from typing import Any

import pytest
from small_paper import Doc, answering, fixture, paper, played, program, question, rows, stage

from hawthorne.core.values import JSON
from hawthorne.protocols.compile.variables import Given, coding
from hawthorne.protocols.model.measures import BinVariable, MapVariable, ScoreVariable, TextVariable

HEAD = {"id": "v", "unit": "p"}


def coded(model: Any, rule: Doc, type: str = "number", **given: JSON) -> JSON:
    variable = model.model_validate(HEAD | {"type": type} | rule)
    return coding(variable)(Given({f"resp.{name}": value for name, value in given.items()}))


@pytest.mark.parametrize(("value", "code"), [("yes", 1), ("no", 0), ("else", 9), (3, 33), (3.0, 33), (None, None)])
def test_a_map_codes_what_was_answered_and_keeps_what_is_missing(value: JSON, code: JSON) -> None:
    rule = {"map": {"from": "resp.x", "to": {"yes": 1, "no": 0, "3": 33}, "else": 9}}
    assert coded(MapVariable, rule, x=value) == code


@pytest.mark.parametrize(("value", "right", "left"), [(0, "low", "low"), (10, "low", "mid"), (10.5, "mid", "mid"),
                                                      (20, "mid", "high"), (None, None, None)])  # fmt: skip
def test_a_cut_belongs_to_the_range_below_it_or_above(value: JSON, right: JSON, left: JSON) -> None:
    for belongs, code in ((True, right), (False, left)):
        rule = {"bins": {"from": "resp.x", "cuts": [10, 20], "labels": ["low", "mid", "high"], "right": belongs}}
        assert coded(BinVariable, rule, "category", x=value) == code


def test_a_score_turns_items_about_its_range_and_needs_its_answers() -> None:
    items = [{"ref": "resp.a"}, {"ref": "resp.b", "reverse": True}]
    score = {"items": items, "range": [1, 7], "agg": "mean"}
    assert coded(ScoreVariable, {"score": score}, a=6, b=2) == 6
    assert coded(ScoreVariable, {"score": score}, a=6, b=None) is None
    assert coded(ScoreVariable, {"score": score | {"min_valid": 1}}, a=6, b=None) == 6
    assert coded(ScoreVariable, {"score": score | {"agg": "sum"}}, a=6, b=7) == 7
    assert coded(ScoreVariable, {"score": score | {"min_valid": 1}}, a=None, b=None) is None


def test_a_text_has_the_code_of_the_first_pattern_that_is_found() -> None:
    rule = {"text_rule": {"from": "resp.t", "patterns": [{"re": "half|50", "to": "A"}, {"re": "guess", "to": "B"}],
                          "else": "unclear"}}  # fmt: skip
    assert coded(TextVariable, rule, "category", t="I GUESSED, half the time") == "A"
    assert coded(TextVariable, rule, "category", t="a guess") == "B"
    assert coded(TextVariable, rule, "category", t="") == "unclear"
    assert coded(TextVariable, rule, "category", t=None) is None


UNITS = [{"id": "p", "kind": "participant", "primary": True, "rows": {"per": "session"}},
         {"id": "t", "kind": "trial", "rows": {"per": "loop:l"}},
         {"id": "a", "kind": "item", "rows": {"per": "response"}}]  # fmt: skip


def study(**more: Any) -> Doc:
    loop = {"loop": {"id": "l", "over": [{"n": 1}, {"n": 2}], "as": "trial", "do": {"stage": "s"}}}
    return paper({"sequence": [loop, {"stage": "t"}]}, [question("x"), question("y", required=False)],
                 [stage("s", "x"), stage("t", "y")], units=UNITS,
                 variables=[{"id": "mean", "unit": "p", "type": "number", "expr": "mean(resp.x)"},
                            {"id": "high", "unit": "p", "type": "boolean", "expr": "var.mean > 5"},
                            {"id": "times", "unit": "t", "type": "number", "expr": "resp.x * loop.l.n"}],
                 exclusions=[{"id": "slow", "scope": "t", "when": "resp.x = 0", "reason": "no answer"},
                             {"id": "low", "scope": "p", "when": "var.mean < 2", "stage": "post", "reason": "low"}],
                 **more)  # fmt: skip


def test_rows_have_the_names_that_expressions_use_in_their_order() -> None:
    log = played(program(study()), answering({"x": [4, 8], "y": 1}))
    (row,) = rows(log)
    assert list(row) == ["_unit", "_id", "_session", "_group", "_seed", "_status", "_included", "_excluded_by", "arm",
                         "resp.x", "resp.y", "var.mean", "var.high"]  # fmt: skip
    assert (row["var.mean"], row["var.high"]) == (6, True)
    assert [(row["_id"], row["var.times"], row["loop.l.n"]) for row in rows(log, "t")] == [
        ("t:1.1", 4, 1), ("t:1.2", 16, 2),
    ]  # fmt: skip


def test_excluded_rows_stay_and_say_why_with_what_lies_inside_of_them() -> None:
    log = played(program(study()), answering({"x": [0, 3]}))
    assert [(row["_included"], row["_excluded_by"]) for row in rows(log)] == [(False, ["low"])]
    assert [row["_excluded_by"] for row in rows(log, "t")] == [["slow", "low"], ["low"]]


def test_a_row_for_each_response() -> None:
    log = played(program(study()), answering({"x": [4, 8], "y": 1}))
    assert [(row["response"], row["pass"], row["value"]) for row in rows(log, "a")] == [
        ("x", [1], 4), ("x", [2], 8), ("y", [], 1),
    ]  # fmt: skip


def test_a_groups_row_has_every_roles_answers() -> None:
    log = played(fixture("fixture_trust"), answering({"sent": 4, "returned": 3}))
    (pair,) = rows(log, "pair")
    assert (pair["_id"], pair["_group"]) == ("pair:1", "g1")
    assert (pair["role.sender.resp.sent"], pair["role.receiver.resp.returned"]) == (4, 3)
    assert [row["_id"] for row in rows(log)] == ["p:1", "p:2"]


def test_tables_have_a_codebook_and_the_words_that_were_shown() -> None:
    made = program(study())
    log = played(made, answering({"x": [4, 8], "y": 1}))
    tables = {table.name: table for table in made.tables(log)}
    assert list(tables) == ["p", "t", "a", "responses", "sessions"]
    for table in tables.values():
        names = [column.name for column in table.columns]
        assert set(names) == set(table.rows[0])
        assert all(column.meaning for column in table.columns)
    first = dict(tables["responses"].rows[0])
    assert (first["text"], first["value"], first["pass"], first["step"]) == ("This is s.", 4, "1", 1)
    (session,) = [dict(row) for row in tables["sessions"].rows]
    assert (session["status"], session["screens"], session["answers"]) == ("done", 3, 3)


def test_answers_are_stored_under_the_name_that_the_document_gives() -> None:
    flow = {"branch": [{"when": 'arm = "one"', "do": {"stage": "s"}}], "else": {"stage": "t"}}
    made = program(paper(flow, [question("x", store="rating"), question("y", store="rating")],
                         [stage("s", "x"), stage("t", "y")], arms=[{"id": "one"}, {"id": "two"}]))  # fmt: skip
    found = [dict(made.tables(played(made, answering({"x": 1, "y": 2}), number))[0].rows[0]) for number in (1, 2)]
    assert sorted(row["resp.rating"] for row in found) == [1, 2]
    assert not {"resp.x", "resp.y"} & set(found[0])


def test_tables_are_the_same_whether_screens_were_recorded_or_not() -> None:
    made = fixture("fixture_public_goods")
    log = played(made)
    kept = [record for record in log if record.what != "put"]
    for one, other in zip(made.tables(log), made.tables(kept), strict=True):
        assert list(map(dict, one.rows)) == list(map(dict, other.rows))
    assert list(made.projections(log)) == list(made.projections(kept))
