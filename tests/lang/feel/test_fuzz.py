"""A million random texts and many more generated programs, left out of the everyday run: ``make fuzz``."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from hawthorne.lang import feel
from hawthorne.lang.feel import tree

from .fuzz import run
from .programs import SCOPE, trees
from .walker import Walker

pytestmark = [pytest.mark.fuzz, pytest.mark.filterwarnings("ignore::hypothesis.errors.HypothesisWarning")]


def test_a_million_texts() -> None:
    assert run(1_000_000, seed=random.randrange(10**9)) > 50_000


@settings(max_examples=20_000, deadline=None, suppress_health_check=list(HealthCheck))
@given(trees)
def test_many_programs(node: tree.Node) -> None:
    text = feel.format(node)
    assert feel.parse(text, names=["two words"]) == node
    for numbers in ("decimal", "float"):
        names = [*SCOPE, "k", "v", "two words", "unknown", "i", "j", "p"]
        compiled = feel.compile(text, names=names, numbers=numbers)
        assert repr(compiled(SCOPE)) == repr(Walker(numbers).run(compiled.tree, SCOPE))


def test_texts_guided_by_coverage() -> None:
    pytest.importorskip("atheris", reason="coverage-guided runs need the package atheris")
    script = Path(__file__).with_name("guided.py")
    subprocess.run([sys.executable, str(script), "-max_total_time=600", "-max_len=200"], check=True)
