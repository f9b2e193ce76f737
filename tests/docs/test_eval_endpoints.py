"""The tables of endpoints are those of the routes, and every request of a step is in them."""

from __future__ import annotations

import re
from pathlib import Path
from types import ModuleType

import pages
import pytest

from hawthorne.bots.routes import ROUTES
from hawthorne.evals.worlds.contract import EVAL_ROUTES

REPOSITORY = Path(__file__).parents[2]
PAGE = REPOSITORY / "docs" / "evals.md"
STEPS = REPOSITORY / "src" / "hawthorne" / "evals"


@pytest.fixture(scope="module")
def tables() -> ModuleType:
    return pages.script("make_endpoints")


def test_the_tables_are_made_of_the_routes(tables: ModuleType) -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert tables.filled(text) == text, "run docs/make_endpoints.py"


def test_every_endpoint_is_on_the_page() -> None:
    text = PAGE.read_text(encoding="utf-8")
    missing = [f"{route.method} {route.path}" for route in (*ROUTES, *EVAL_ROUTES)
               if f"`{route.method} {route.path}" not in text]  # fmt: skip
    assert missing == []


def test_what_steps_ask_for_is_what_the_page_says_they_do(tables: ModuleType) -> None:
    """Every path in the source of the steps belongs to a route of the first table."""
    played = {re.sub(r"\{\w+\}", "*", route.path) for route in ROUTES if route.does in tables.PLAYED}
    asked = set()
    for file in [STEPS / "boot.py", STEPS / "stage.py", *(STEPS / "steps").glob("*.py")]:
        for path in re.findall(r'f?"(/api/[^"]*)"', file.read_text(encoding="utf-8")):
            asked.add(re.sub(r"\{[^}]*\}", "*", path.partition("?")[0]))
    assert {path for path in asked if not path.startswith("/api/eval/")} <= played
