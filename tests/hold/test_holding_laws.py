"""The laws of holding, over studies and actors that are drawn."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from pathlib import Path
from typing import Any

import pytest
from clocks import Leap, slowly
from hypothesis import given, settings
from hypothesis import strategies as st
from toys import content, drawn_plans, models, recorded, text, toy_plan

from hawthorne.core.case import replay
from hawthorne.core.record import KINDS, Record
from hawthorne.hold import drive_live
from hawthorne.hold.agenda import Agenda
from hawthorne.hold.drive import go_on
from hawthorne.hold.gather import Outcome, Shard, cut
from hawthorne.hold.plan import Plan
from hawthorne.hold.play import play, resume
from hawthorne.hold.restore import restore
from hawthorne.hold.shard import play_in_memory
from hawthorne.records.line import decode, encode

laws = settings(max_examples=60, deadline=None)


def through_text(records: list[Record]) -> list[Record]:
    """What a resume reads: the records after a round trip through their lines."""
    return [decode(encode(record)) for record in records]


@laws
@given(drawn_plans)
def test_replay_folding_the_recorded_events_gives_the_live_result_effect_for_effect(plan: Plan) -> None:
    records, case = recorded(plan, 1)
    again: list[Record] = []
    copy = replay(plan.case(1, again.append), through_text(records))
    assert copy.result == case.result
    assert text(again) == text(records)


@laws
@given(drawn_plans, st.data())
def test_save_and_restore_a_case_cut_at_any_line_goes_on_to_the_same_bytes(plan: Plan, data: st.DataObject) -> None:
    records, case = recorded(plan, 1)
    at = data.draw(st.integers(1, len(records)))
    again: list[Record] = []
    agenda = Agenda(plan.case(1, again.append), plan.minds(1))
    restored = go_on(restore(agenda, through_text(records[:at]), plan.reproducible))
    assert text(again) == text(records)
    assert restored.result == case.result


@laws
@given(drawn_plans, st.integers(1, 5))
def test_order_any_cut_into_shards_gives_the_same_bytes_and_counts(plan: Plan, size: int) -> None:
    whole = play(plan)
    cuts = play(plan, shard_size=size)
    assert content(cuts) == content(whole)
    assert cuts.counts == whole.counts


@laws
@given(drawn_plans, st.randoms(use_true_random=False))
def test_order_shards_played_in_any_order_give_the_same_bytes(plan: Plan, random: Any) -> None:
    if plan.sequential:
        return
    shards = cut(plan.size.cases, 2)
    random.shuffle(shards)
    outcomes: list[Outcome] = [play_in_memory(plan, shard, lambda done, waits: None) for shard in shards]
    assert b"".join(outcome.lines or b"" for outcome in sorted(outcomes)) == content(play(plan))


@laws
@given(models, st.integers(1, 5), st.integers(1, 4))
def test_the_first_k_cases_of_n_are_those_of_k(model: dict[str, Any], k: int, more: int) -> None:
    few, many = toy_plan(model, n=k), toy_plan(model, n=k + more)
    assert content(play(many)).startswith(content(play(few)))


async def live(plan: Plan, asynchronous: Collection[str]) -> tuple[list[Record], Any]:
    clock = Leap()
    records: list[Record] = []
    minds = slowly(plan.minds(1), clock, asynchronous)
    case = await drive_live.drive(plan.case(1, records.append), minds, clock)
    return records, case.result


@pytest.mark.parametrize("asynchronous", ["", "A", "AB"])
@laws
@given(plan=drawn_plans)
def test_clock_virtual_and_live_give_the_same_records(plan: Plan, asynchronous: str) -> None:
    """Minds that are plain, one that is async, or both: here even the times agree, for this wall clock is exact."""
    records, case = recorded(plan, 1)
    again, result = asyncio.run(live(plan, asynchronous))
    assert text(again) == text(records)
    assert result == case.result


@laws
@given(drawn_plans)
def test_progress_a_case_ends_or_says_what_it_waits_for(plan: Plan) -> None:
    _, case = recorded(plan, 1)
    assert case.done
    assert case.result is not None
    if case.result.status == "stuck":
        assert case.result.why


@laws
@given(drawn_plans)
def test_levels_a_tersest_log_has_the_lines_of_a_full_one_unchanged(plan: Plan) -> None:
    full = toy_plan(plan.document.model, dict(plan.given), seed=plan.seed, level="full")
    terse, _ = recorded(plan, 1)
    every, _ = recorded(full, 1)
    assert set(text(terse).splitlines()) <= set(text(every).splitlines())
    assert [record.n for record in every] == list(range(1, len(every) + 1))
    assert {record.what for record in every} <= KINDS


@settings(max_examples=15, deadline=None)
@given(plan=drawn_plans, data=st.data())
def test_resume_a_part_cut_at_any_byte_is_completed_to_the_same_bytes(
    tmp_path_factory: pytest.TempPathFactory, plan: Plan, data: st.DataObject
) -> None:
    folder: Path = tmp_path_factory.mktemp("run") / "run"
    run = play(plan, folder, shard_size=2)
    whole = content(run)
    part = data.draw(st.sampled_from(sorted((folder / "parts").glob("*.jsonl"))))
    part.with_suffix(".receipt.json").unlink()
    kept = part.read_bytes()
    part.write_bytes(kept[: data.draw(st.integers(0, len(kept)))])
    resumed = resume(folder)
    assert content(resumed) == whole
    assert resumed.counts == run.counts


def test_a_shard_is_its_cases() -> None:
    assert Shard(3, 7).cases == 5
