"""Debian's Chromium, driven by Playwright. No browser is ever downloaded: without one on the machine these tests skip."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from browser.written import write_pages, write_pictures

if TYPE_CHECKING:
    from playwright.sync_api import Browser

FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
         "--disable-background-networking", "--disable-component-update", "--disable-sync"]  # fmt: skip


@pytest.fixture(scope="session")
def executable() -> str:
    """The browser's program; without it, or without what drives it, the tests are skipped."""
    pytest.importorskip("playwright.sync_api", reason="playwright is an extra of developers")
    pytest.importorskip("axe_playwright_python", reason="axe-playwright-python is an extra of developers")
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    if found is None:
        pytest.skip("there is no Chromium on this machine (Debian: sudo apt-get install chromium)")
    return found


@pytest.fixture(scope="session")
def pages(executable: str, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Every kind of page that is written, by name."""
    return write_pages(tmp_path_factory.mktemp("pages"))


@pytest.fixture(scope="session")
def pictures(executable: str, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Pictures of studies and protocols, by name."""
    return write_pictures(tmp_path_factory.mktemp("pictures"))


@pytest.fixture(scope="module")
def chromium(executable: str, pages: dict[str, Path], pictures: dict[str, Path]) -> Iterator[Browser]:
    """The running browser, with a new and empty profile of its own.

    A module's, and started after all is written: while Playwright runs, its event loop is that of the whole thread, in
    which no run could begin one.
    """
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=executable, args=FLAGS)
        yield browser
        browser.close()
