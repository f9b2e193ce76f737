"""Each page that Hawthorne writes, as a browser shows it: whole by itself, readable by anybody, at any width, on paper."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from browser.seen import AXE, CUT, FOCUSED, NAMELESS, NARROW, OVERFLOW, PAPER, TEXTS, WIDE, Visit
from browser.written import PAGES

if TYPE_CHECKING:
    from playwright.sync_api import Browser

TABS = 40
"""How often the tab key is pressed at most."""


@pytest.fixture(scope="module", params=PAGES)
def visit(request: pytest.FixtureRequest, chromium: Browser, pages: dict[str, Path]) -> Iterator[Visit]:
    visit = Visit(chromium, pages[request.param])
    visit.open_all()
    yield visit
    visit.page.close()


def test_a_page_asks_for_nothing_but_itself_and_makes_no_complaint(visit: Visit) -> None:
    for scheme in ("light", "dark"):
        visit.look(scheme)
    assert visit.asked == [visit.address]
    assert visit.complaints == []


@pytest.mark.parametrize("width", [WIDE, NARROW])
def test_a_page_is_no_wider_than_its_window(visit: Visit, width: int) -> None:
    visit.look(width=width)
    assert visit.wrong(OVERFLOW) == ""


@pytest.mark.parametrize(("scheme", "width"), [("light", WIDE), ("dark", NARROW)])
def test_a_page_is_accessible(visit: Visit, scheme: str, width: int) -> None:
    from axe_playwright_python.base import AXE_SCRIPT

    visit.look(scheme, width)
    visit.page.evaluate(AXE_SCRIPT)
    assert visit.wrong(AXE) == ""


def test_every_control_of_an_example_screen_has_a_name(visit: Visit) -> None:
    assert visit.wrong(NAMELESS) == ""


def test_the_tab_key_goes_through_a_page_in_its_order_and_shows_where_it_is(visit: Visit) -> None:
    visit.look(width=NARROW)
    visit.page.evaluate("() => { document.activeElement.blur(); scrollTo(0, 0) }")
    stops = []
    for _ in range(TABS):
        visit.page.keyboard.press("Tab")
        stop = visit.page.evaluate(FOCUSED)
        if stop is None or (stops and stop["place"] <= stops[0]["place"]):
            break
        stops.append(stop)
    assert stops
    assert [stop["place"] for stop in stops] == sorted({stop["place"] for stop in stops})
    assert [stop["what"] for stop in stops if not (stop["shown"] and stop["marked"])] == []


def test_nothing_is_cut_on_paper(visit: Visit) -> None:
    visit.look(width=PAPER, media="print")
    assert visit.wrong(CUT) == ""


@pytest.mark.parametrize("width", [WIDE, NARROW])
def test_texts_in_pictures_are_whole_and_apart(visit: Visit, width: int) -> None:
    visit.look(width=width)
    assert visit.wrong(TEXTS) == ""
