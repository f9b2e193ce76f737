"""A withheld piece is found wherever it stands, however the page broke its lines, and nothing else is."""

from __future__ import annotations

import re

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from hawthorne.protocols.release.find import find
from hawthorne.protocols.release.pieces import told
from hawthorne.protocols.release.rolling import Rolled, rolled
from hawthorne.protocols.release.sources import SourceText
from hawthorne.protocols.squash import MOST

WORD = st.text(alphabet="abcdefghijklm-éß", min_size=2, max_size=9).map(lambda word: f"x{word}y")
TEXT = st.lists(WORD, min_size=1, max_size=12).map(" ".join)


def source(text: str) -> SourceText:
    return SourceText("s", text, "")


@st.composite
def broken(draw, text: str) -> str:
    """A text with lines broken between words, and inside of them with a hyphen."""
    made = []
    for i, letter in enumerate(text):
        divides = letter.isalpha() and i > 0 and text[i - 1].isalpha()
        if divides and draw(st.integers(0, 15)) == 0:
            made.append("-\n")
        made.append(draw(st.sampled_from([" ", "\n", "  ", "\f"])) if letter == " " else letter)
        if letter == "-" and text[i - 1 : i].isalpha() and text[i + 1 : i + 2].isalpha() and draw(st.booleans()):
            made.append("\n")
    return "".join(made)


@settings(max_examples=80, deadline=None)
@given(st.data(), TEXT, TEXT, TEXT, st.sampled_from(["", "— ", "“"]), st.sampled_from(["", " –", "”", "!"]))
def test_a_broken_text_comes_back_as_it_was(data, before, text, behind, opening, closing):
    text = f"{opening}{text}{closing}"
    lines = data.draw(broken(text))
    assume(len(re.findall(r"-\s", lines)) <= MOST)  # so many hyphens at lines' ends are tried both ways
    found = find([told(text, "text", 0, {})], source(f"{before}. {lines}. {behind}"))
    assert found[0].text == text
    assert found[0].status == "exact"


@settings(max_examples=60, deadline=None)
@given(TEXT, TEXT)
def test_a_text_that_is_not_there_is_not_found(text, other):
    found = find([told(text, "text", 0, {})], source(other.replace(text, "")))
    assert found == {}


def test_the_page_that_was_said_is_looked_at_first():
    entry = told("the same words", "text", 0, {"page": 3})
    found = find([entry], source("the same words\f\f\fthe same words"))
    assert found[0].page == 4


@settings(max_examples=60)
@given(st.text(alphabet="ab", max_size=30), st.text(alphabet="ab", min_size=1, max_size=3))
def test_windows_are_all_the_places_of_a_text(text, part):
    places = [i for i in range(len(text)) if text.startswith(part, i)]
    assert Rolled(text).windows(len(part), {rolled(part)}) == [(i, rolled(part)) for i in places]


@settings(max_examples=60)
@given(st.text(min_size=1, max_size=60), st.integers(1, 20), st.data())
def test_the_hash_of_every_window_is_that_of_its_text(text, length, data):
    every = {rolled(text[i : i + length]) for i in range(len(text) - length + 1)}
    low = data.draw(st.integers(0, len(text)))
    found = Rolled(text).windows(length, every, low)
    assert found == [(i, rolled(text[i : i + length])) for i in range(low, len(text) - length + 1)]
