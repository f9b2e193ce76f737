"""Streams of States: the same seed gives the same bytes, a State has its form, and its text says all of it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from taken_study import NAMES, made, played, seats, stream

import hawthorne
import hawthorne.protocol as hs
from hawthorne.spaces.asked import SPACES
from hawthorne.spaces.prose import FORMS, SENTENCES

GOLDEN = Path(__file__).with_name("streams.json")
TEXTS = Path(__file__).with_name("texts")
KEYS = ["participant", "done", "step", "page", "screen", "seen", "answered", "events", "timing", "navigation"]


@pytest.mark.parametrize("name", NAMES)
def test_the_stream_of_states_has_its_golden_digest(name: str) -> None:
    """A study, a seed and a policy give these bytes, on every machine and every Python; see `python -m taken_study`."""
    assert stream(name) == json.loads(GOLDEN.read_text())[name]


def test_the_order_of_hashes_changes_no_byte() -> None:
    """Another process, another PYTHONHASHSEED: the same digest."""
    tests = Path(__file__).parents[1]
    code = (
        "import sys, taken_study; print(taken_study.stream('fixture_kinds', 2), taken_study.stream('fixture_trust', 2))"
    )
    for seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True,
            env={"PYTHONPATH": os.pathsep.join([str(Path(hawthorne.__file__).parents[1]), str(tests)]), "PYTHONHASHSEED": seed},
        )  # fmt: skip
        assert done.stdout.split() == [stream("fixture_kinds", 2), stream("fixture_trust", 2)]


@pytest.mark.parametrize("name", NAMES)
def test_every_state_has_its_form(name: str) -> None:
    env = made(name)
    items: dict[str, int] = {}
    for group in range(1, 9):
        last: dict[hs.Session, int] = {}
        for session, state in played(seats(env, group), group):
            assert list(state) == KEYS + (["error"] if "error" in state else [])
            assert list(state["screen"]) == ["items", "responses"]
            assert state["step"] >= last.get(session, 1)
            last[session] = state["step"]
            if state["done"]:
                assert state["screen"] == {"items": [], "responses": []}
            for item in state["screen"]["items"]:
                items[item["id"]] = items.get(item["id"], 0) + 1
            for entry in state["seen"]:
                assert list(entry) == ["step", "page", "items"]
                assert entry["step"] <= state["step"]
            for entry in state["answered"]:
                assert list(entry) == ["step", "id", "kind", "prompt", "value", "text"]
            assert no_odd_text(state)
            assert json.loads(json.dumps(state)) == state


def no_odd_text(value: Any) -> bool:
    """Whether no text is what a program says of nothing, or holds what should have been written out."""
    if isinstance(value, str):
        return not re.search(r"\{\{|\}\}|\$\{|\[missing\]", value) and value not in ("None", "null", "undefined", "NaN")
    if isinstance(value, dict):
        return all(no_odd_text(item) for item in value.values())
    return not isinstance(value, list) or all(no_odd_text(item) for item in value)


# --- texts -----------------------------------------------------------------------------------------------------------


def texts(name: str, groups: int = 12) -> dict[str, str]:
    """The first text of each kind of screen of a study, by what it asks."""
    found: dict[str, str] = {}
    env = made(name)
    for group in range(1, groups + 1):
        for _, state in played(seats(env, group), group):
            asks = "-".join(shown["prompt"] or shown["kind"] for shown in state["screen"]["responses"])
            kinds = "-".join(item["type"] for item in state["screen"]["items"])
            found.setdefault(f"{asks}|{kinds}|{state['done']}|{state['timing']['advance']}", hs.to_text(state))
    return found


@pytest.mark.parametrize("name", NAMES)
def test_the_text_of_every_kind_of_screen_is_the_golden_one(name: str) -> None:
    """`to_text` is public and has a version: whoever changes a text changes `VERSION` and these files with it (see
    `python -m taken_study`)."""
    assert golden_texts(name) == (TEXTS / f"{name}.txt").read_text(encoding="utf-8")


def golden_texts(name: str) -> str:
    rule = "\n" + "=" * 60 + "\n"
    return hs.TEXT_VERSION + rule + rule.join(texts(name).values()) + "\n"


@pytest.mark.parametrize("name", NAMES)
def test_a_text_says_everything_that_is_on_the_screen_and_how_to_answer(name: str) -> None:
    env = made(name)
    for group in range(1, 6):
        for _, state in played(seats(env, group), group):
            text = hs.to_text(state)
            assert text == hs.to_text(json.loads(json.dumps(state)))
            for word in shown_words([*state["screen"]["items"], *state["events"]], "text", "alt", "asset", "rows"):
                assert word in text
            for word in shown_words(state["screen"]["responses"], "id", "prompt", "code", "text", "alt", "unit_label"):
                assert word in text
            assert text.endswith("over.") or "JSON object" in text
            if "error" in state:
                assert "Not accepted" in text


def shown_words(value: Any, *keys: str, key: str = "") -> list[str]:
    """The texts under some keys, line by line."""
    if isinstance(value, str):
        return value.splitlines() if key in keys else []
    if isinstance(value, dict):
        return [word for name, item in value.items() for word in shown_words(item, *keys, key=name)]
    if isinstance(value, list):
        return [word for item in value for word in shown_words(item, *keys, key=key)]
    return []


def test_a_text_with_its_history_says_what_was_seen_and_answered() -> None:
    env = made("fixture_score")
    session = env.open(env.design(1)[0])
    session.reset()
    text = hs.to_text(session.step({"r1": 72}), history=True)
    assert text.startswith("--- Before ---\n\nHow sure are you?\nrate Your answer: 72\n\n--- Now ---\n\n")


def test_an_error_is_said_first() -> None:
    env = made("fixture_score")
    session = env.open(env.design(1)[0])
    session.reset()
    assert hs.to_text(session.step({"r1": "high"})).splitlines()[:2] == [
        "Not accepted: 1 answer was not accepted.",
        '[r1] must be a number from 0 to 100 in steps of 1, not "high"',
    ]


def test_every_kind_has_its_words() -> None:
    assert set(SENTENCES) == set(FORMS) == set(SPACES)
