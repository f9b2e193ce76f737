"""Plans: who answers, what is kept of it, and what a plan says before it is played."""

from __future__ import annotations

import pickle

import pytest
from hawthorne_toy import ToyActor
from toys import FULL, content, recorded, text, toy_document, toy_plan

from hawthorne.core.errors import InvalidDocument, UsageError
from hawthorne.core.registry import UnknownName
from hawthorne.hold import plan as plans
from hawthorne.hold.play import play

PLANTED = FULL | {"planted": {"A": {"miss": 0.5}}}


def test_a_seed_that_nobody_gives_is_drawn_and_kept() -> None:
    plan = plans.make(toy_document(FULL))
    assert plan.drawn
    assert (
        plans.make(toy_document(FULL), seed=plan.seed, actors="toy").digest
        == toy_plan(actors="toy", seed=plan.seed).digest
    )


def test_the_callers_seed_wins_over_the_documents() -> None:
    document = toy_document(FULL | {"seed": 3})
    assert plans.make(document).seed == 3
    assert plans.make(document, seed=4).seed == 4
    assert not plans.make(document).drawn


def test_the_documents_own_actor_plays_unless_another_is_named() -> None:
    own = toy_plan(PLANTED, {"B": "toy"})
    assert own.actors["A"] == ToyActor(miss=0.5)
    assert toy_plan(PLANTED, "toy").actors["A"] == ToyActor()


def test_a_role_that_nobody_plays_is_an_error_before_the_first_step_with_its_fix() -> None:
    plan = toy_plan(FULL, {"A": "toy"})
    with pytest.raises(InvalidDocument) as caught:
        play(plan)
    (finding,) = caught.value.findings
    assert finding.code == "no-actor"
    assert '"B"' in finding.message
    assert "toy steps" in finding.message
    assert "--actor B=SPEC" in finding.fix


def test_every_role_that_nobody_plays_is_named_at_once() -> None:
    with pytest.raises(InvalidDocument) as caught:
        toy_plan(FULL, None).require_players()
    assert len(caught.value.findings) == 2


def test_an_unknown_role_is_refused_with_the_nearest() -> None:
    with pytest.raises(UsageError, match='no role "Subjcet": did you mean "Subject"'):
        toy_plan(FULL | {"roles": ["Subject"]}, {"Subjcet": "toy"})


def test_an_unknown_actor_kind_level_or_clock_is_refused_with_the_nearest() -> None:
    with pytest.raises(UnknownName, match=r'"tou".*"toy"'):
        toy_plan(FULL, "tou")
    with pytest.raises(UsageError, match=r'"fact".*"facts"'):
        toy_plan(level="fact")
    with pytest.raises(UsageError, match=r'"virtul".*"virtual"'):
        toy_plan(clock="virtul")


def test_an_actor_may_be_an_object_or_a_specification() -> None:
    as_object = toy_plan(FULL, ToyActor(miss=0.25))
    as_text = toy_plan(FULL, 'toy:{"miss": 0.25}')
    assert as_object.digest == as_text.digest
    assert content(play(as_object)) == content(play(as_text))


def test_cases_are_numbered_from_one_to_their_number() -> None:
    plan = toy_plan(n=3)
    for wrong in (0, 4):
        with pytest.raises(UsageError, match="cases 1 to 3"):
            plan.case(wrong)


@pytest.mark.parametrize(
    "other",
    [{"seed": 8}, {"n": 5}, {"level": "full"}, {"clock": "wall"}, {"max_steps": 9}, {"epoch": "2001-01-01T00:00:00Z"}],
)
def test_the_plans_digest_changes_with_whatever_the_records_depend_on(other: dict[str, object]) -> None:
    assert toy_plan(**other).digest != toy_plan().digest
    assert toy_plan().digest == toy_plan().digest


def test_the_plans_digest_changes_with_document_and_actors() -> None:
    assert toy_plan(FULL | {"n": 7}, n=6).digest != toy_plan(n=6).digest
    assert toy_plan(actors="toy").digest != toy_plan().digest


def test_a_plan_travels_and_plays_the_same() -> None:
    plan = toy_plan()
    there = pickle.loads(pickle.dumps(plan))
    assert there.digest == plan.digest
    assert text(recorded(there, 2)[0]) == text(recorded(plan, 2)[0])


def test_what_was_shown_is_recorded_only_to_those_whose_answers_do_not_come_again() -> None:
    plan = toy_plan(actors={"A": 'toy:{"reproducible": false}', "B": "toy"})
    records, _ = recorded(plan, 1)
    assert {record.who for record in records if record.what == "put"} == {"A"}
    assert not [record for record in recorded(toy_plan(), 1)[0] if record.what == "put"]


def test_an_actor_that_sees_the_view_alone_is_behind_a_blind() -> None:
    seen = []

    class Looking(ToyActor):
        def open(self, case: int, draws: object) -> object:  # type: ignore[override]
            return self

        def answer(self, ask: object) -> object:
            seen.append(ask)
            return 1

    plan = toy_plan(actors={"A": Looking(sees="view"), "B": Looking(sees="key")})
    recorded(plan, 1)
    blinded = [ask for ask in seen if ask.role == "A"]
    assert [ask.id for ask in blinded] == [f"ask-{k}" for k in range(1, len(blinded) + 1)]
    assert {(ask.step, ask.position, ask.thread) for ask in blinded} == {("", None, "thread-1")}
    assert all(ask.id.startswith("1/") and ask.step and ask.position for ask in seen if ask.role == "B")


def test_a_dry_run_says_who_answers_and_what_to_expect() -> None:
    plan = toy_plan(FULL | {"shared": True, "steps": FULL["steps"][:2]}, {"A": "toy"}, n=10)
    said = plan.describe()
    assert [role["answers"] for role in said["roles"]] == ["toy", "nobody"]
    assert said["shared"] == ["the toy counts on"]
    assert said["expected"] is None


def test_a_dry_run_expects_what_the_run_comes_to_if_its_cases_are_like_the_first() -> None:
    for model in (FULL | {"steps": [{"op": "ask", "roles": ["A"]}]}, FULL | {"shared": True}):
        plan = toy_plan(model, 'toy:{"slow": 0}', n=8)
        lines = content(play(plan))
        rows = lines.count(b'"what":"row"')
        said = plan.describe()["expected"]
        assert said == {"trials": rows, "records": lines.count(b"\n"), "bytes": len(lines), "cases": 8}
        twice = toy_plan(model, 'toy:{"slow": 0}', n=16).expected()
        assert twice is not None
        assert twice["trials"] == 2 * rows


def test_a_dry_run_asks_nobody_whose_answers_cost_something() -> None:
    assert toy_plan(actors='toy:{"reproducible": false, "die": "1/ask1.1.1.0"}').describe()["expected"] is None
