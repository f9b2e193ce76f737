"""What the static checks of protocols say, rule by rule; that each finds its defect is pinned in `test_defects`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import permutations
from typing import Any

import pytest
from defects import STUDIES, edit
from hypothesis import given, settings
from hypothesis import strategies as st

import hawthorne as hw
from hawthorne.core.document import Source
from hawthorne.core.errors import Finding
from hawthorne.protocols.check.facts import Facts
from hawthorne.protocols.check.reach import bound, orderable, verdicts
from hawthorne.protocols.check.uses import ROWS, SESSION, TEXT, uses
from hawthorne.protocols.compile.expressions import ROOTS
from hawthorne.protocols.kind import ProtocolKind
from hawthorne.protocols.model.flow import ShuffleNode


def facts(name: str) -> Facts:
    return Facts(hw.load(STUDIES / name))


def findings(name: str, *changes: tuple[str, Any]) -> Sequence[Finding]:
    """What is found in a fixture after some changes, without its folder."""
    protocol = json.loads((STUDIES / name / "protocol.json").read_text("utf-8"))
    for at, to in changes:
        edit(protocol, {"at": at, "to": to})
    kind = ProtocolKind()
    return kind.check(kind.read(Source("protocol.json", json.dumps(protocol).encode())))


WALLET = "/stages/1/pages/0/items/0/text"


@pytest.mark.parametrize(
    "reference", ["arm", "factor.cue", "seat", "role.x.resp.sure", "var.agree01", "nothing.at_all"]
)
def test_no_text_shows_an_arm_a_level_a_role_or_a_variable(reference: str) -> None:
    (found,) = findings("fixture_score", (WALLET, f"You see {{{{{reference}}}}}."))
    assert found.code == "ref.resolve"


@pytest.mark.parametrize("text", ["{{resp.sure}}", "{{ resp.sure | int }}", "{{resp.sure|money:2}} {{resp.sure|text}}"])
def test_a_text_shows_earlier_answers(text: str) -> None:
    assert findings("fixture_score", (WALLET, text)) == []


@pytest.mark.parametrize("text", ["{{resp.sure", "resp.sure}}", "{{}}", "{{resp.sure|roman}}", "{{resp.sure + 1}}"])
def test_braces_that_are_no_piping_are_told(text: str) -> None:
    found = findings("fixture_score", (WALLET, text))
    assert {each.code for each in found} == {"ref.resolve"}


@pytest.mark.parametrize(
    ("condition", "says"),
    [
        ('resp.consent = "yse"', 'did you mean "yes"?'),
        ('arm = "kalm"', 'did you mean "calm"?'),
        ('factor.tone = "kalm"', 'did you mean "calm"?'),
        ('draw.city = "Avnlea"', 'did you mean "Avonlea"?'),
        ('resp.age = "18"', "a number is compared with a text"),
        ("resp.consent > 1", "a text is compared with a number"),
        ("resp.hobbies = 1", "a list is compared with a number"),
        ("resp.nickname", "not a condition"),
        ("resp.age + 1", "not a condition"),
        ('resp.consent + 1 > 2', "stands where numbers are reckoned with"),
        ('resp.consent in ("yes", "perhaps")', '"perhaps" is none of its values'),
        ("resp.side.code = \"left\"", "a list of all passes"),
        ("resp.agee > 18", 'did you mean "age"?'),
        ("loop.pairs.pair.left > 1", "outside of the loop"),
        ("resp.mood.hapy > 1", 'did you mean "happy"?'),
        ("role > 1", "write seat"),
        ("resp.age >", "cannot be read"),
    ],
)  # fmt: skip
def test_a_condition_that_cannot_be_meant_is_told_with_what_can(condition: str, says: str) -> None:
    found = findings("fixture_kinds", ("/stages/13/pages/0/items/2/when", condition))
    told = [
        each
        for each in found
        if each.place.path.startswith("/stages/13/pages/0/items/2") and each.code != "reach.static"
    ]
    assert told, condition
    assert any(says in each.message + each.fix for each in told), told


@pytest.mark.parametrize(
    "condition",
    [
        'resp.consent = "yes"', "resp.age >= 18 and resp.calm1 != null", "resp.span[1] < 10", "resp.mood.happy > 1",
        'draw.city in ("Avonlea", "Brightwater")', 'list contains(resp.hobbies, "read")', "count(resp.side) > 2",
        'resp.side[1].code = "left"', 'factor.tone = "calm" or arm = "brisk"', 'contains(resp.story, "lamp")',
        "resp.split.self > 3", "some p in resp.pleasant satisfies p > 3",
    ],
)  # fmt: skip
def test_a_sound_condition_is_left_alone(condition: str) -> None:
    found = findings("fixture_kinds", ("/stages/13/pages/0/items/2/when", condition))
    assert [each for each in found if each.severity == "error"] == []


def test_every_expression_of_every_fixture_is_met() -> None:
    for study in STUDIES.iterdir():
        if study.is_dir():
            for use in uses(facts(study.name)):
                assert use.text
                assert use.names <= set(ROOTS)
    assert TEXT < SESSION < ROWS


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ('factor.tone = "calm"', {True, False}),
        ('factor.tone = "calm" or factor.tone = "brisk"', {True}),
        ('factor.tone = "calm" and arm = "brisk"', {False}),
        ('resp.consent = "yes" and resp.consent = "no"', {False}),
        ('resp.consent != "yes" or resp.consent = "yes"', {True}),
        ("resp.calm1 > 7", {False}),
        ("draw.dots < 20", {False}),
        ('draw.city != "Avonlea"', {True, False}),
        ("resp.age > 300", {True, False}),
        ("true", {True}),
        ("null", {False}),
    ],
)  # fmt: skip
def test_a_condition_with_few_readings_is_judged_by_them_all(condition: str, expected: set[bool]) -> None:
    assert verdicts(facts("fixture_kinds"), condition) == expected


def test_the_bound_of_a_session_counts_repeats_and_passes() -> None:
    of = facts("fixture_kinds")
    screened_out = 1
    assert bound(of, of.protocol.flow) == 1 + screened_out + (2 + 1) * 3 + 1 + 1 + (2 + 2 + 2 + 1) + 4 + 4 + 1 + 1
    of = facts("fixture_public_goods")
    assert bound(of, of.protocol.flow) == 1 + 3 + 1


RULES = st.one_of(
    st.builds(lambda tag: {"type": "no_adjacent", "tag": tag}, st.sampled_from("xy")),
    st.builds(lambda tag, n: {"type": "max_run", "tag": tag, "n": n}, st.sampled_from("xy"), st.integers(1, 3)),
    st.builds(lambda i: {"type": "first", "id": f"s{i}"}, st.integers(0, 3)),
    st.builds(lambda a, b: {"type": "before", "a": f"s{a}", "b": f"s{b}"}, st.integers(0, 3), st.integers(0, 3)),
)


@given(st.lists(st.sets(st.sampled_from("xy")), min_size=4, max_size=5), st.lists(RULES, max_size=4))
@settings(max_examples=150, deadline=None)
def test_a_shuffle_has_an_order_exactly_where_one_of_all_orders_keeps_its_rules(
    tags: list[set[str]], rules: list[dict[str, Any]]
) -> None:
    nodes = [{"stage": f"s{i}", "tags": sorted(each)} for i, each in enumerate(tags)]
    node = ShuffleNode.model_validate({"shuffle": nodes, "constraints": rules})
    assert orderable(node) == any(_keeps(order, tags, rules) for order in permutations(range(len(tags))))


def _keeps(order: Sequence[int], tags: Sequence[set[str]], rules: Sequence[dict[str, Any]]) -> bool:
    for rule in rules:
        kind = rule["type"]
        if kind == "first" and f"s{order[0]}" != rule["id"]:
            return False
        if kind == "before" and order.index(int(rule["a"][1:])) > order.index(int(rule["b"][1:])):
            return False
        if kind in ("no_adjacent", "max_run"):
            most, run = rule.get("n", 1), 0
            for i in order:
                run = run + 1 if rule["tag"] in tags[i] else 0
                if run > most:
                    return False
    return True


def test_all_findings_come_at_once() -> None:
    found = findings("fixture_score", ("/arms/1/cite", "onw"), ("/variables/0/cases/0/expect", 0), (WALLET, "{{arm}}"),
                     ("/responses/0/range", [5, 1]))  # fmt: skip
    assert {each.code for each in found} == {"ref.cite", "coding.cases", "ref.resolve", "design.spaces"}


@pytest.mark.parametrize(
    ("when", "codes"),
    [
        (None, {"warning"}),
        ("resp.nickname != null", set()),
        ("not(resp.nickname = null)", set()),
    ],
)  # fmt: skip
def test_a_text_with_an_optional_answer_says_when_it_is_shown(when: str | None, codes: set[str]) -> None:
    found = findings("fixture_kinds", ("/stages/13/pages/0/items/0/when", when))
    assert {each.severity for each in found if each.code == "reach.values"} == codes


@pytest.mark.parametrize(
    ("at", "to", "code"),
    [
        ("/arms/0/weight", 10**9, "design.balance"),
        ("/assignment", {"method": "blocked", "block_size": 10**10, "cite": "own"}, "design.balance"),
        ("/draws", [{"id": "d", "kind": "pick", "from": ["a", "b"], "weights": [0.3333333333, 0.6666666667]}],
         "design.draws"),
        ("/draws", [{"id": "d", "kind": "permutation", "from": {"range": [1, 10**9]}}], "design.draws"),
        ("/draws", [{"id": "d", "kind": "sample", "k": 2, "from": {"range": [1, 10**12]}}], "design.draws"),
    ],
)  # fmt: skip
def test_what_would_be_dealt_for_ever_is_told(at: str, to: Any, code: str) -> None:
    found = findings("fixture_score", (at, to))
    assert [each for each in found if each.code == code and "at most" in each.fix], found


def test_a_whole_number_of_a_huge_range_is_judged_at_once() -> None:
    draw = {"id": "d", "kind": "integer", "from": {"range": [1, 10**15]}}
    assert not [each for each in findings("fixture_score", ("/draws", [draw])) if each.code == "design.draws"]


@pytest.mark.parametrize(("by", "value"), [("arm", "nowhere"), ("factor.cue", "nowhere")])
def test_an_analysis_compares_groups_that_there_are(by: str, value: str) -> None:
    groups = {"by": by, "order": [value]}
    found = [each for each in findings("fixture_score", ("/analyses/0/groups", groups)) if each.code == "ref.resolve"]
    assert [each.place.path for each in found] == ["/analyses/0/groups/order/0"]


def _coded(pattern: str) -> dict[str, Any]:
    rule = {"from": "resp.why", "patterns": [{"re": pattern, "to": 1}], "else": 0}
    return {"id": "coded", "unit": "p", "type": "integer", "text_rule": rule, "cite": "own",
            "cases": [{"given": {"resp.why": "a" * 60 + "!"}, "expect": 0}]}  # fmt: skip


@pytest.mark.parametrize("pattern", ["(a+)+$", r"^(\w*)*$", "(?:[a-z]+)+$", "(a{1,}){2,}$", "(.*?)*$"])
def test_a_pattern_that_some_text_keeps_busy_for_ever_is_told_and_never_tried(pattern: str) -> None:
    found = findings("fixture_kinds", ("/variables/0", _coded(pattern)))
    assert [each for each in found if "repeats a repeat" in each.message], found


@pytest.mark.parametrize("pattern", [r"(\w+\s+)+x", "(?:not )*a", "(a+b)+", "a+", r"\(a+\)+", "(a|b)+"])
def test_other_repeats_are_patterns_like_any(pattern: str) -> None:
    found = findings("fixture_kinds", ("/variables/0", _coded(pattern)))
    assert not [each for each in found if "repeat" in each.message]


def test_an_expression_that_cannot_be_read_has_a_fix() -> None:
    found = findings("fixture_score", ("/responses/0/range", ["nothing", 100]))
    at = next(each for each in found if "cannot be read" in each.message)
    assert at.fix.startswith("names begin with ")
    assert "resp" in at.fix


def test_a_response_that_is_asked_nowhere_is_told_so_though_something_reads_it() -> None:
    found = [each for each in findings("fixture_kinds", *_off_the_page("attention")) if '"attention"' in each.message]
    assert {(each.severity, each.code, each.message) for each in found} == {
        ("warning", "ref.unused", '"attention" is on no page'),
        ("error", "ref.resolve", '"attention" is checked and never asked'),
    }


def _off_the_page(response: str) -> list[tuple[str, Any]]:
    protocol = json.loads((STUDIES / "fixture_kinds" / "protocol.json").read_text("utf-8"))
    return [
        (f"/stages/{i}/pages/{j}/responses", [each for each in page["responses"] if each != response])
        for i, stage in enumerate(protocol["stages"])
        for j, page in enumerate(stage.get("pages", ()))
        if response in page.get("responses", ())
    ]


def _asking() -> list[tuple[str, list[str]]]:
    """The pages of a study that ask something: their place, and what they ask."""
    stages = json.loads((STUDIES / "fixture_kinds" / "protocol.json").read_text("utf-8"))["stages"]
    pages = [(f"/stages/{i}/pages/{j}", page) for i, each in enumerate(stages) for j, page in enumerate(each["pages"])]
    return [(at, page["responses"]) for at, page in pages if page.get("responses")]


@pytest.mark.parametrize(("page", "asked"), _asking())
def test_a_rule_of_any_page_is_tried_whatever_is_asked_there(page: str, asked: list[str]) -> None:
    """Orders that only a session draws are of no matter to what may be answered."""
    rules = [{"expr": f"resp.{id} != null", "message": "Please answer.", "cite": "own"} for id in asked]
    found = findings("fixture_kinds", (f"{page}/constraints", rules))
    assert not [each for each in found if each.severity == "error"]


def test_a_text_in_the_other_way_of_a_branch_is_read_like_any() -> None:
    told = {"reveal": {"event": "feedback", "text": "You said {{calc.doubled|int}}."}, "cite": "own"}
    branch = {"branch": [{"when": "resp.sure > 50", "do": {"stage": "s2"}}], "else": told}
    calc = [{"id": "doubled", "expr": "2 * resp.sure", "cite": "own"}]
    found = findings(
        "fixture_score", ("/flow", {"sequence": [{"stage": "s1"}, branch, {"stage": "s2"}]}), ("/calcs", calc)
    )
    assert not [each for each in found if each.severity == "error"]


def test_a_variable_of_what_is_asked_in_a_loop_without_a_pass_is_tried_on_nothing() -> None:
    loop = {"loop": {"id": "none", "over": [], "until": "resp.sure > 3", "do": {"stage": "s1"}}}
    rule = [{"id": "many", "unit": "p", "type": "integer", "expr": "count(resp.sure)", "cite": "own",
             "cases": [{"given": {"resp.sure": None}, "expect": None},
                       {"given": {"resp.sure": [1, 2]}, "expect": 2}]}]  # fmt: skip
    flow = {"sequence": [loop, {"stage": "s2"}]}
    found = findings("fixture_score", ("/flow", flow), ("/variables", rule), ("/units/0/columns", []))
    assert [each.message for each in found if each.severity == "error"] == ["the loop goes over nothing"]
