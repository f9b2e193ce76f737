"""What all tests share: one profile for property tests, the reference files that may lie beside the repository, and (by
lying here) this folder on the path, so that tests can import the studies beside it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

import hawthorne.plugins  # noqa: F401  (installs the built-in names)

settings.register_profile("test", deadline=None, derandomize=True, database=None)
settings.register_profile("fuzz", deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "test"))


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder `shared` beside the repository, with reference files; tests that need it are skipped without it."""
    for folder in Path(__file__).resolve().parents[1:]:
        if (folder / "shared" / "spec").is_dir():
            return folder / "shared"
    pytest.skip("there is no folder of reference files (shared/) beside the repository")
