"""The walk of a process, as a fixture."""

import pytest
from walked_study import Walk, walk_process


@pytest.fixture
def walk() -> Walk:
    return walk_process
