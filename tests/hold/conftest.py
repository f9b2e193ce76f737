"""The toy plug-in is found as any plug-in is, by its entry points: its folder goes on the path, and workers look where
their parent does."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent / "plugin"))

from hawthorne.core.document import Document, Source
from hawthorne.core.registry import install, resolve
from hawthorne.plugins import POINTS

install(POINTS)


def toy_document(model: dict[str, Any]) -> Document:
    """A toy document from its model."""
    return resolve("kinds", "toy")().read(Source("study.toy.json", json.dumps(model).encode()))


@pytest.fixture
def toy() -> Callable[[dict[str, Any]], Document]:
    return toy_document
