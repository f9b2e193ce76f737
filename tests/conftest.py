"""What all tests share: one profile for property tests, the reference files that may lie beside the repository, and (by
lying here) this folder on the path, so that tests can import the studies beside it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import is_hypothesis_test, settings

import hawthorne.plugins  # noqa: F401  (installs the built-in names)

collect_ignore = ["lang/feel/guided.py"]  # a script of its own, with a package of its own

settings.register_profile("test", deadline=None, derandomize=True, database=None)
settings.register_profile("fuzz", deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "test"))
FUZZ = 10
"""How many times its own number of examples a law is tried with in the profile `fuzz`."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """In the profile `fuzz` every law is part of `make fuzz`, with new and many more examples each time."""
    if os.environ.get("HYPOTHESIS_PROFILE") != "fuzz":
        return
    for item in items:
        law = getattr(item, "obj", None)
        if law is not None and is_hypothesis_test(law) and item.get_closest_marker("fuzz") is None:
            own = law._hypothesis_internal_use_settings or settings()
            law._hypothesis_internal_use_settings = settings(own, max_examples=own.max_examples * FUZZ)
            item.add_marker("fuzz")


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder `shared` beside the repository, with reference files; tests that need it are skipped without it."""
    for folder in Path(__file__).resolve().parents[1:]:
        if (folder / "shared" / "spec").is_dir():
            return folder / "shared"
    pytest.skip("there is no folder of reference files (shared/) beside the repository")
