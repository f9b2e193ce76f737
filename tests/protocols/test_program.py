"""Programs of protocols: sizes, whole runs through a plan, levels, cuts."""

from __future__ import annotations

import pytest
from small_paper import STUDIES, fixture, group, paper, program, question, stage

import hawthorne as hw
from hawthorne.core.document import Setting, Source
from hawthorne.core.errors import UsageError
from hawthorne.hold import play
from hawthorne.protocols.program import compile_protocol
from hawthorne.protocols.read import read


def test_without_a_number_it_is_the_sources_or_one_for_each_arm() -> None:
    assert fixture("fixture_score").size(None) == (40, 40)
    arms = [{"id": "a"}, {"id": "b"}]
    alone = program(paper({"stage": "s"}, [question("x")], [stage("s", "x")], arms=arms))
    assert alone.size(None) == (2, 2)
    pairs = program(paper({"stage": "s"}, [question("x")], [stage("s", "x")], arms=arms, **group("p", "p")))
    assert pairs.size(None) == (2, 4)


@pytest.mark.parametrize(("n", "message"), [(0, "at least one participant"), ({"p": 3}, "one number")])
def test_a_number_that_is_none_is_refused(n: object, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        fixture("fixture_score").size(n)  # type: ignore[arg-type]


def test_roles_are_seats_and_say_what_they_are_asked() -> None:
    assert [(role.name, role.asks) for role in fixture("fixture_trust").roles] == [
        ("sender", "sent, trusting"), ("receiver", "returned, trusting"),
    ]  # fmt: skip
    assert [role.name for role in fixture("fixture_public_goods").roles][:2] == ["player-1", "player-2"]


def test_a_protocol_can_be_cut_down_to_some_arms() -> None:
    document = read(Source.of_file(STUDIES / "fixture_score" / "protocol.json"))
    made = compile_protocol(document, Setting(seed=1), ["lo"])
    assert {made.machine(number).seats[0].drawn.arm for number in range(1, 9)} == {"lo"}


@pytest.mark.parametrize("name", ["fixture_score", "fixture_trust"])
def test_a_run_has_the_same_tables_at_every_level_and_every_cut(name: str) -> None:
    found = []
    for level, cut in (("facts", 1), ("facts", 3), ("answers", None), ("full", None)):
        plan = hw.plan(STUDIES / name, n=8, seed=5, actors="random", level=level)
        tables = hw.tables(play.play(plan, shard_size=cut))
        found.append({name: [dict(row) for row in table.rows] for name, table in tables.items()})
    assert all(one == found[0] for one in found)
    assert len(found[0]["p"]) == 8
    assert {row["status"] for row in found[0]["sessions"]} == {"done"}
