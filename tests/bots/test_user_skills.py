"""Skills that people write: what a sound folder is, and which skills a turn gets."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hawthorne.bots.rules.prompts import PromptRules
from hawthorne.bots.user_skills import TESTS, Occasion, Skill, block, choose, problems, read, section

MANIFEST: dict[str, Any] = {
    "id": "triage",
    "name": "Triage",
    "version": "1.2.3",
    "description": "Sorts.",
    "triggerTerms": ["sort", "In order"],
}
TEXT = "---\nname: triage\n---\nSort first.\n"
TRIAGE = read(MANIFEST, TEXT)


def test_a_sound_folder_has_no_problems() -> None:
    assert problems("triage", MANIFEST, TEXT) == []
    assert Skill("triage", "Triage", "1.2.3", "Sorts.", ("sort", "In order"), TEXT) == TRIAGE


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ({"id": "Triage"}, "lower case"),
        ({"id": "tri--age"}, "lower case"),
        ({"id": "other"}, "folder's name"),
        ({"version": "1.2"}, "three numbers"),
        ({"version": "v1.2.3"}, "three numbers"),
        ({"triggerTerms": []}, "at least one term"),
        ({"triggerTerms": ["sort", " "]}, "must not be empty"),
        ({"triggerTerms": "sort"}, "list of texts"),
        ({"requiredCapabilities": [1]}, "list of texts"),
        ({"defaultEnabled": "yes"}, "true or false"),
        ({"name": 3}, "name must be a text"),
        ({"colour": "red"}, "colour is unknown"),
        ({"version": None}, "version must be a text"),
    ],
)
def test_a_folder_that_breaks_a_rule_says_which(change: dict[str, Any], found: str) -> None:
    assert any(found in problem for problem in problems("triage", MANIFEST | change, TEXT))


@pytest.mark.parametrize("key", ["id", "name", "version", "description", "triggerTerms"])
def test_a_manifest_needs_its_keys(key: str) -> None:
    manifest = {name: value for name, value in MANIFEST.items() if name != key}
    assert problems("triage", manifest, TEXT) == [f"the manifest has no {key}"]


@pytest.mark.parametrize("text", ["Sort first.", "", None, 3])
def test_a_text_needs_front_matter(text: Any) -> None:
    assert problems("triage", MANIFEST, text) == ["the text must begin with front matter (---)"]


@pytest.mark.parametrize("manifest", [None, [], "x"])
def test_a_manifest_is_an_object(manifest: Any) -> None:
    assert problems("triage", manifest, TEXT) == ["the manifest is not an object"]


@pytest.mark.parametrize(
    ("skill", "words", "capabilities", "chosen"),
    [
        (TRIAGE, "please SORT these", (), True),
        (TRIAGE, "do not sort these", (), True),
        (TRIAGE, "a resort by the sea", (), True),
        (TRIAGE, "put them in ORDER", (), True),
        (TRIAGE, "tidy these", (), False),
        (replace(TRIAGE, enabled=False), "sort these", (), False),
        (replace(TRIAGE, needs=("browser",)), "sort these", (), False),
        (replace(TRIAGE, needs=("browser",)), "sort these", ("browser",), True),
        (replace(TRIAGE, needs=("browser", "computer")), "sort these", ("browser",), False),
    ],
)
def test_a_skill_is_chosen_when_it_is_on_able_and_triggered(
    skill: Skill, words: str, capabilities: tuple[str, ...], chosen: bool
) -> None:
    assert bool(choose([skill], Occasion(words, capabilities), PromptRules())) == chosen


@pytest.mark.parametrize("row", PromptRules().choice)
def test_each_row_of_the_choice_decides_something(row: str) -> None:
    """A turn that only this row keeps the skill from: without the row the skill is chosen."""
    skill = {"enabled": replace(TRIAGE, enabled=False), "capable": replace(TRIAGE, needs=("x",))}.get(row, TRIAGE)
    occasion = Occasion("tidy these" if row == "triggered" else "sort these")
    rules = PromptRules()
    assert choose([skill], occasion, rules) == ()
    less = replace(rules, choice=tuple(name for name in rules.choice if name != row))
    assert choose([skill], occasion, less) == (skill,)
    assert row in TESTS


def test_a_bundled_skill_wins_over_a_persons_of_the_same_id_and_the_order_is_by_id() -> None:
    bundled = replace(TRIAGE, text="---\n---\nours", bundled=True)
    other = replace(TRIAGE, id="alpha")
    assert choose([bundled, TRIAGE, other], Occasion("sort"), PromptRules()) == (other, bundled)
    assert choose([TRIAGE, other, bundled], Occasion("sort"), PromptRules()) == (other, bundled)


def test_a_block_begins_with_its_tag_id_and_version() -> None:
    assert block(TRIAGE, "openmaus-skill").startswith('<openmaus-skill id="triage" version="1.2.3">\n---\n')
    assert section([TRIAGE, TRIAGE]).count("</skill>") == 2
