"""The normal form of texts: what printing changes is gone, where everything stood is known."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hawthorne.protocols.squash import differences, restored, squash, squashed

TYPESET = st.text(
    alphabet=st.one_of(
        st.characters(min_codepoint=32, max_codepoint=126), st.sampled_from("ﬁﬂﬀ“”‘’–—−•\u00ad…éüß½\u00a0\n\f░")
    ),
    max_size=80,
)


@pytest.mark.parametrize(
    ("printed", "clean"),
    [
        ("The ﬁrst ﬂoor", "The first floor"),
        ("“Is it?”", '"Is it?"'),
        ("don’t", "don't"),
        ("a – b", "a - b"),
        ("a -- b", "a — b"),
        ("exam-\nple", "example"),
        ("exam-\n\f  ple", "example"),
        ("exam\u00adple", "example"),
        ("• One\n• Two", "One Two"),
        ("wait…", "wait..."),
        ("cafe\u0301", "café"),
        ("ten  men\n\nwent", "ten men went"),
    ],
)
def test_what_printing_changes_makes_no_difference(printed, clean):
    assert squash(printed) == squash(clean)


@pytest.mark.parametrize(
    ("one", "other"), [("Yes", "yes"), ("p < .05", "p < .5"), ("a, b", "a b"), ("10-\n20", "1020")]
)
def test_what_an_author_changed_makes_a_difference(one, other):
    assert squash(one) != squash(other)


def test_a_hyphen_at_the_end_of_a_line_may_belong_to_the_word():
    assert squashed("well-\nknown", "keep").text == squash("well-known")


@settings(max_examples=200)
@given(TYPESET)
def test_the_form_and_its_differences_give_the_text_back(text):
    assert restored(squash(text), differences(text)) == text


@settings(max_examples=200)
@given(TYPESET)
def test_every_character_of_the_form_knows_its_raw_text(text):
    form = squashed(text)
    assert form.text == squash(text)
    for k in range(len(form.text)):
        start, end = form.span(k, k + 1)
        assert form.text[k] in squash(text[start:end]) or "-" in text[start:end]
    assert list(form.starts) == sorted(form.starts)


@settings(max_examples=200)
@given(TYPESET)
def test_white_space_never_counts(text):
    assert squash(text.replace(" ", "   ")) == squash(text)
