"""The protocols of `examples/protocols` pass every check, play in every arm, and do what their first lines say."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import hawthorne as hw

EXAMPLES = Path(__file__).parents[2] / "examples"
PROTOCOLS = sorted(folder for folder in (EXAMPLES / "protocols").iterdir() if folder.is_dir())


def tables_of(name, n, **actors):
    run = hw.run(hw.plan(EXAMPLES / "protocols" / name, n=n, seed=7, actors=actors or "random"))
    assert run.counts["ended"] == run.header.cases
    return {table: list(made.rows) for table, made in hw.tables(run).items()}


@pytest.mark.parametrize("folder", PROTOCOLS, ids=lambda folder: folder.name)
@pytest.mark.parametrize("public", [False, True], ids=["own", "public"])
def test_a_protocol_passes_every_check(folder, public):
    report = hw.facade.check(folder, public=public, seeds=20)
    assert {check.id: check.details for check in report.checks if check.status not in ("pass", "skip")} == {}


@pytest.mark.parametrize("folder", PROTOCOLS, ids=lambda folder: folder.name)
def test_the_page_tells_of_every_protocol(folder):
    assert f"(protocols/{folder.name}/protocol.yaml)" in (EXAMPLES / "README.md").read_text(encoding="utf-8")


def test_parcels_end_early_without_consent_and_after_two_slips():
    rows = tables_of("parcel_gains", 60)["p"]
    ends = Counter(row["_status"] for row in rows)
    assert set(ends) == {"done", "screened_out", "failed_check"}
    for row in rows:
        assert (row["_status"] == "screened_out") == (row["resp.consent"] == "no")
        assert (row["var.risky"] is not None) == (row["_status"] == "done") == row["_included"]


def test_the_parcels_of_each_arm_are_told_in_its_own_words():
    for row in tables_of("parcel_gains", 60)["p"]:
        asked = {arm for arm in ("gain", "loss") if row[f"resp.plan_{arm}"] is not None}
        assert asked <= {row["arm"]}


def test_the_catch_is_divided_as_the_first_offers_and_the_second_allows():
    tables = tables_of("split_catch", 40)
    assert Counter(row["arm"] for row in tables["pair"]) == {"drawn": 10, "earned": 10}
    for row in tables["pair"]:
        assert 0 <= row["role.proposer.resp.offer"] <= 20
        assert row["var.share"] == row["role.proposer.resp.offer"] / 20
        assert row["var.refused"] == (row["role.responder.resp.answer"] == "leave")
    told = [row["text"] for row in tables["responses"] if row["response"] == "answer"]
    offers = [row["role.proposer.resp.offer"] for row in tables["pair"]]
    assert told == [f"You are offered {offer} of 20 crates." for offer in offers]


def test_each_jar_stands_in_each_place_equally_often():
    trials = tables_of("jar_counts", 12)["trial"]
    places = Counter((row["loop.jars.index"], row["var.size"]) for row in trials)
    assert places == {(place, size): 4 for place in (1, 2, 3) for size in ("small", "middle", "large")}
