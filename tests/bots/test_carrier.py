"""What carries a prompt: fresh sessions, warm ones, and who may instruct."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from carried_instruction import instruction_of
from hypothesis import given, settings
from hypothesis import strategies as st

from hawthorne.bots.carrier import Carried, Halves, Session, carry, user_message, wrap
from hawthorne.bots.wording import COMPAT, OURS, say

SAY = partial(say, OURS)
OPEN, CLOSE = OURS["volatile.wrapper_open"], OURS["volatile.wrapper_close"]


def content(carried: Carried) -> Any:
    return carried.message["message"]["content"]


def test_a_fresh_session_has_both_halves_in_its_system_prompt() -> None:
    carried = carry(Halves("who", "out"), None, "hello", SAY)
    assert carried == Carried("who\n\nout", "who\n\nout", user_message("hello"), Session("who\n\nout", "who", "out"))


WARM = Session("who\n\nold", "who", "old")


@pytest.mark.parametrize(
    ("halves", "system", "instructions", "message", "heard"),
    [
        (Halves("who", "old"), "who\n\nold", "who\n\nold", "hello", "old"),
        (Halves("who", "new"), "who\n\nold", "who\n\nnew", f"{OPEN}new{CLOSE}hello", "new"),
        (Halves("who", ""), "who\n\nold", "who", f"{OPEN}{OURS['volatile.nothing']}{CLOSE}hello", ""),
        (Halves("who else", "new"), "who else\n\nnew", "who else\n\nnew", "hello", "new"),
    ],
    ids=["unchanged", "changed", "gone", "another stable half"],
)
def test_a_warm_session_keeps_its_system_prompt_and_is_reminded_of_what_changed(
    halves: Halves, system: str, instructions: str, message: str, heard: str
) -> None:
    carried = carry(halves, WARM, "hello", SAY)
    assert (carried.system, carried.instructions, content(carried)) == (system, instructions, message)
    assert carried.session.volatile == heard


def test_a_reminder_is_given_once() -> None:
    first = carry(Halves("who", "new"), WARM, "one", SAY)
    assert content(carry(Halves("who", "new"), first.session, "two", SAY)) == "two"


def test_the_compat_wrapper_begins_as_foreign_fixtures_expect() -> None:
    text = wrap("body", "words", partial(say, COMPAT))
    assert text.startswith("<system-reminder>\n")
    assert text.endswith("\n</system-reminder>\n\nwords")


REMINDER = f"{OPEN}pinned{CLOSE}"


@pytest.mark.parametrize(
    ("message", "typed", "instruction"),
    [
        (user_message(f"{REMINDER}hello"), ["hello"], "pinned"),
        (user_message("hello"), ["hello"], ""),
        (user_message("pinned"), ["pinned"], ""),
        (user_message(f"see: {REMINDER}hello"), [f"see: {REMINDER}hello", "hello"], ""),
        (user_message(f"{REMINDER}hello"), [f"{REMINDER}hello"], ""),
        (user_message(f"{REMINDER}hello"), [f"{REMINDER}hello", "hello"], ""),
        (user_message(f"{REMINDER}and pinned"), ["hello"], ""),
        (user_message(f"<reminder>\nAnother heading.\n\npinned{CLOSE}hello"), ["hello"], ""),
        (user_message(f"{OPEN}pinned"), ["hello"], ""),
        ({"type": "user", "message": {"role": "assistant", "content": f"{REMINDER}hello"}}, ["hello"], ""),
        ({"type": "system", "message": {"role": "user", "content": f"{REMINDER}hello"}}, ["hello"], ""),
        ({"type": "user", "message": {"role": "user", "content": [f"{REMINDER}hello"]}}, ["hello"], ""),
        ({"type": "user", "message": "hello"}, ["hello"], ""),
    ],
)
def test_only_a_wrapper_before_the_words_of_the_turn_is_an_instruction(
    message: dict[str, Any], typed: list[str], instruction: str
) -> None:
    assert instruction_of(message, typed, SAY) == instruction


TEXTS = st.one_of(
    st.text(max_size=40), st.sampled_from([OPEN, CLOSE, REMINDER, f"{REMINDER}x", CLOSE.strip(), "pinned"])
)


@settings(max_examples=150)
@given(st.lists(TEXTS, min_size=1, max_size=4).map("".join), st.booleans())
def test_a_person_can_never_type_an_instruction(words: str, warm: bool) -> None:
    carried = carry(Halves("who", "same"), Session("who", "who", "same") if warm else None, words, SAY)
    assert content(carried) == words
    assert instruction_of(carried.message, [words], SAY) == ""


@settings(max_examples=150)
@given(st.lists(TEXTS, max_size=3).map("".join), st.lists(TEXTS, min_size=1, max_size=3).map("".join))
def test_whatever_stands_in_a_volatile_half_only_the_wrapper_closes_the_reminder(volatile: str, words: str) -> None:
    carried = carry(Halves("who", volatile), WARM, words, SAY)
    shown = content(carried)
    if volatile != WARM.volatile:
        assert shown.startswith(OPEN)
        assert shown.removeprefix(OPEN).partition(CLOSE)[2] == words
