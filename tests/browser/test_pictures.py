"""The pictures of studies and protocols, as a browser draws their letters."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from browser.seen import TEXTS, Visit
from browser.written import PICTURES

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.mark.parametrize("name", PICTURES)
def test_texts_are_whole_and_apart(name: str, chromium: Browser, pictures: dict[str, Path]) -> None:
    visit = Visit(chromium, pictures[name])
    assert visit.wrong(TEXTS) == ""
    assert visit.complaints == []
    visit.page.close()
