"""The page of the harness shows the rules that it goes by."""

from __future__ import annotations

from types import ModuleType

import pages
import pytest

from hawthorne.bots.computer.vm import KEYS
from hawthorne.bots.rules import Rules

PAGE = pages.REPOSITORY / "docs" / "bots.md"


@pytest.fixture(scope="module")
def tables() -> ModuleType:
    return pages.script("make_tables")


def test_the_tables_of_the_page_are_those_of_the_rules(tables: ModuleType) -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert tables.filled(text) == text, "run docs/make_tables.py"


def test_every_table_of_the_rules_is_on_the_page(tables: ModuleType) -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert {name for name in tables.TABLES if f"<!-- table: {name} -->" not in text} == set()
    assert {edge.machine for edge in Rules().edges} <= set(tables.TABLES)


def test_every_key_of_the_machines_state_is_explained() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert {key for key in KEYS if f"`{key}`" not in text} == set()
