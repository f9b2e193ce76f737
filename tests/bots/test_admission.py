"""Admission, row by row: what becomes of words, by surface and facts."""

from __future__ import annotations

from dataclasses import replace

import pytest
from bots_team import Team
from hypothesis import given
from hypothesis import strategies as st

from hawthorne.bots.rules import ADMISSION, Rules
from hawthorne.bots.rules.admission import Facts, admit

GOLDEN = [
    # surface, facts that hold, then, reason
    ("direct-busy", "", "steer", None),
    ("direct-busy", "images", "queue", None),
    ("direct-busy", "pending_computer", "queue", None),
    ("direct-busy", "-can_steer", "queue", None),
    ("direct-busy", "at_capacity group_turn parks", "steer", None),
    ("direct", "", "start", None),
    ("direct", "bot_busy", "start", None),
    ("direct", "thread_busy", "queue", None),
    ("direct", "parks", "queue", None),
    ("direct", "at_capacity", "queue", "capacity"),
    ("direct", "group_turn", "queue", "group-turn"),
    ("direct", "at_capacity group_turn", "queue", "capacity"),
    ("direct", "group_turn thread_busy parks", "queue", "group-turn"),
    ("room", "", "start", None),
    ("room", "room_working", "queue", None),
    ("room", "at_capacity", "start", None),
    ("room-steer", "", "steer", None),
    ("room-steer", "no_speaker", "queue", None),
    ("room-steer", "-can_steer", "queue", None),
    ("room-steer", "not_head", "refuse", "queue-head-only"),
    ("room-steer", "no_speaker not_head", "queue", None),
    ("guarded", "", "start", None),
    ("guarded", "bot_busy", "refuse", "guarded_busy"),
    ("guarded", "thread_busy", "refuse", "guarded_busy"),
    ("guarded", "at_capacity", "refuse", "guarded_busy"),
    ("guarded", "parks", "refuse", "guarded_busy"),
    ("guarded", "group_turn", "refuse", "guarded_busy"),
    ("unattended", "", "start", None),
    ("unattended", "missing", "refuse", "missing"),
    ("unattended", "at_capacity", "refuse", "busy"),
    ("unattended", "group_turn", "refuse", "busy"),
    ("unattended", "thread_busy bot_busy parks", "start", None),
    ("peer", "", "start", None),
    ("peer", "bot_busy parks", "start", None),
    ("peer", "thread_busy", "refuse", "busy"),
    ("peer", "at_capacity", "refuse", "busy"),
    ("peer", "group_turn", "refuse", "busy"),
    ("opened-thread", "", "start", None),
    ("opened-thread", "at_capacity", "queue", "capacity"),
    ("opened-thread", "group_turn", "queue", "group-turn"),
    ("opened-thread", "thread_busy parks", "start", None),
]


def facts(words: str) -> Facts:
    return Facts(**{word.lstrip("-"): not word.startswith("-") for word in words.split()})


@pytest.mark.parametrize(("surface", "so", "then", "reason"), GOLDEN)
def test_each_surface_admits_by_its_rows(surface, so, then, reason):
    verdict = admit(ADMISSION, surface, facts(so))
    assert (verdict.then, verdict.reason) == (then, reason)


def test_the_golden_table_uses_every_row():
    used = {admit(ADMISSION, surface, facts(so)).row for surface, so, _, _ in GOLDEN}
    assert used == {f"{row.surface}.{row.name}" for row in ADMISSION}


@given(st.sampled_from(sorted({row.surface for row in ADMISSION})), st.builds(Facts, *[st.booleans()] * 12))
def test_every_surface_has_an_answer_whatever_the_facts(surface, so):
    assert admit(ADMISSION, surface, so).row != f"{surface}.none"


def test_a_table_without_its_rows_refuses():
    team = Team(replace(Rules(), admission=tuple(row for row in ADMISSION if row.surface != "direct")))
    team.bot("ada")
    status, body = team.send("ada")
    assert status == 409
    assert body["code"] == "no-row"
