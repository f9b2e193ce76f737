"""The pieces beside these tests can be imported; servers that some of them need."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture
def served_plainly(tmp_path: Path) -> Iterator[str]:
    """The URL of a server in real time."""
    command = [sys.executable, "-m", "hawthorne", "bots", "serve", "--data", str(tmp_path), "--json"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE)
    assert process.stdout is not None
    yield json.loads(process.stdout.readline())["url"]
    process.terminate()
    process.communicate()
