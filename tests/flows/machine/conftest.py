"""The walk of a process, as a fixture; every test of the walk runs on YAML and on BPMN XML."""

import pytest
import walked_study
from hypothesis import is_hypothesis_test
from walked_study import Walk, walk_process


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if not is_hypothesis_test(metafunc.function):  # a law is read as XML where an oracle reads it too
        metafunc.parametrize("form", ["yaml", "xml"], indirect=True)


@pytest.fixture(autouse=True)
def form(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The format of the studies that a test walks."""
    monkeypatch.setattr(walked_study, "FORM", getattr(request, "param", "yaml"))


@pytest.fixture
def walk() -> Walk:
    return walk_process
