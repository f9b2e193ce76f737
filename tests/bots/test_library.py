"""The library of skills: importing, approving, assigning, and what a bot sees."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hawthorne.bots.library import MOST_BYTES, Entry, Reader, Refused, assign, front_matter, install, section, visible
from hawthorne.bots.rules.prompts import PromptRules

TEXT = "---\nname: triage\ndescription: Sorts\n---\nSort first.\n"


def entry() -> Entry:
    made = install({}, "triage", TEXT, "a fixture", approved=True)
    assert isinstance(made, Entry)
    return made


def test_an_import_is_disabled_until_it_is_approved() -> None:
    made = install({}, "triage", TEXT)
    assert isinstance(made, Entry)
    assert (made.state, made.description) == ("disabled", "Sorts")
    assert made.as_json()["reviewState"] == "disabled"


def test_the_same_bytes_are_the_same_import_and_other_bytes_are_refused() -> None:
    known = {"triage": entry()}
    assert install(known, "triage", TEXT) is known["triage"]
    assert install(known, "triage", TEXT + "x") == Refused(
        409, 'another skill is in the library under the name "triage"'
    )


@pytest.mark.parametrize(
    ("name", "text", "status"),
    [
        ("Triage", TEXT, 400),
        ("../triage", TEXT, 400),
        ("a" * 65, TEXT, 400),
        ("sort", TEXT, 400),
        ("triage", "no front matter", 400),
        ("triage", TEXT + "x" * MOST_BYTES, 413),
    ],
)
def test_an_import_that_breaks_a_rule_is_refused(name: str, text: str, status: int) -> None:
    made = install({}, name, text)
    assert isinstance(made, Refused)
    assert made.status == status


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        ("", {}),
        ("---\nname: x", {}),
        ("name: x\n---\n---", {}),
        ("---\nname: 'x'\nmetadata:\n  deep: y\n# note: z\n---\nbody: no", {"name": "x", "metadata": ""}),
    ],
)
def test_front_matter_stands_between_two_lines_of_dashes(text: str, pairs: dict[str, str]) -> None:
    assert front_matter(text) == pairs


def test_assignments_are_replaced_by_a_list_of_known_names() -> None:
    assert assign(["a", "b"], ["b", "a", "b"]) == ("b", "a")
    assert assign(["a"], []) == ()
    for names in ("a", [1], None, ["x"]):
        refused = assign(["a"], names)
        assert isinstance(refused, Refused)
        assert refused.status == 400


READER = Reader(True, ("triage",))
SPOILT = {
    "feature": (entry(), READER._replace(feature=False)),
    "assigned": (entry(), READER._replace(assigned=())),
    "approved": (replace(entry(), state="disabled"), READER),
    "unchanged": (replace(entry(), text=TEXT + "x"), READER),
}


@pytest.mark.parametrize("row", PromptRules().sight)
def test_each_row_of_sight_hides_something(row: str) -> None:
    found, reader = SPOILT[row]
    rules = PromptRules()
    assert visible([entry()], READER, rules) == (entry(),)
    assert visible([found], reader, rules) == ()
    assert visible([found], reader, replace(rules, sight=tuple(name for name in rules.sight if name != row))) == (
        found,
    )


def test_a_bot_sees_a_line_with_name_description_and_path() -> None:
    assert section([entry()]) == "- triage: Sorts (skills-library/skills/triage/SKILL.md)"
    assert section([]) == ""
