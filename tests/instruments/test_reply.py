"""Letter M: which option a reply names."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hawthorne.instruments.reply import match

BUTTONS = ("Match", "NonMatch")
SIDES = ("Left", "Right")


@pytest.mark.parametrize(
    ("reply", "options", "named"),
    [
        ("  match. ", BUTTONS, "Match"),
        ("' . Left'\"", SIDES, "Left"),
        ("`RIGHT`", SIDES, "Right"),
        ({"answer": "nonmatch"}, BUTTONS, "NonMatch"),
        ("It is Match", BUTTONS, None),
        ("Match NonMatch", BUTTONS, None),
        ("Left!", SIDES, None),
        ("", SIDES, None),
        (None, SIDES, None),
        ({"answer": None}, SIDES, None),
        ({"a": "Left", "b": "Left"}, SIDES, None),
        (["Left"], SIDES, None),
        (1, ("1", "2"), "1"),
    ],
)
def test_m_a_reply_names_an_option_whole_or_none(reply, options, named):
    assert match(reply, options) == named


@given(st.sampled_from(SIDES), st.text(" \t\n`\"'.", max_size=5), st.text(" \t\n`\"'.", max_size=5))
def test_m_quotes_dots_and_white_space_around_an_option_do_not_count(option, before, after):
    assert match(before + option.upper() + after, SIDES) == option


@given(st.text(max_size=30), st.text("abc", min_size=1, max_size=5))
def test_m_a_sentence_that_mentions_an_option_names_none(text, word):
    assert match(f"{text} {word}Left", SIDES) in (None,)


def test_the_first_of_two_options_that_differ_in_case_is_named():
    assert match("GO", ["go", "Go"]) == "go"
    assert match("Go", ["go", "Go"]) == "Go"
