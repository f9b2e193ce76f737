"""The documentation is true: what its pages tell a reader to type is typed here, and what they show comes out."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pages
import pytest

from hawthorne import facade
from hawthorne.audit.checks import CHECKS
from hawthorne.core.registry import install
from hawthorne.instruments.block import BLOCK_KEYS
from hawthorne.plugins import POINTS

REPOSITORY = pages.REPOSITORY
PAGES = sorted(
    [*REPOSITORY.glob("*.md"), *(REPOSITORY / "docs").glob("*.md"), *(REPOSITORY / "examples").rglob("*.md")]
)
STUDIES = sorted((REPOSITORY / "examples").glob("*.studyflow.yaml"))


def page_name(path: Path) -> str:
    return str(path.relative_to(REPOSITORY))


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setattr(sys, "path", list(sys.path))
    (tmp_path / "examples").symlink_to(REPOSITORY / "examples")
    yield tmp_path
    monkeypatch.undo()
    install(POINTS)  # what a page installed is forgotten


PLAYED = [page for page in PAGES if re.search(r"^```(console|python|diff)", page.read_text(encoding="utf-8"), re.M)]


@pytest.mark.parametrize("page", PLAYED, ids=page_name)
def test_what_a_page_tells_to_type_works_and_says_what_it_shows(page, here):
    assert pages.play(page)


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_every_link_of_a_page_leads_to_a_file(page):
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
    missing = [link for link in links if not (page.parent / link).exists()]
    assert not missing


def test_every_page_can_be_reached_from_the_index():
    index = (REPOSITORY / "docs" / "README.md").read_text(encoding="utf-8")
    pages_of = {page.name for page in (REPOSITORY / "docs").glob("*.md")} - {"README.md"}
    assert {name for name in pages_of if f"({name})" not in index} == set()


def test_the_pictures_are_what_the_demo_makes():
    for name, text in pages.script("make_picture").pictures().items():
        assert (REPOSITORY / "docs" / name).read_text(encoding="utf-8") == text, f"run docs/make_picture.py: {name}"


@pytest.mark.parametrize("study", STUDIES, ids=lambda path: path.name.partition(".")[0])
def test_an_example_has_nothing_wrong_and_every_case_comes_to_its_end(study):
    document = facade.load(study)
    assert {finding.severity for finding in facade.validate(document)} <= {"note"}
    plan = facade.plan(document, n=8)
    if plan.unplayed:
        plan = facade.plan(document, n=8, actors={role.name: "random" for role in plan.unplayed})
    run = facade.run(plan)
    assert run.counts["ended"] == 8


def test_the_page_of_checks_says_of_each_what_the_registry_says():
    text = (REPOSITORY / "docs" / "check.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([a-z_.]+)` \| (.+) \|$", text, re.MULTILINE)
    assert rows == [(proof.id, proof.about) for proof in CHECKS]


def test_the_page_of_the_tasks_names_every_key_of_a_block():
    text = (REPOSITORY / "docs" / "tasks.md").read_text(encoding="utf-8")
    assert [key for key in BLOCK_KEYS if f"`{key}`" not in text] == []
