"""One seed gives one page: what is written twice differs in the times that it states, and in nothing else."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

TESTS = Path(__file__).parents[1]
WRITE = """
from pathlib import Path
import hawthorne as hw, hawthorne.plugins
from browser.written import DEMO_STUDY, STUDIES, page, played, report
Path("report.html").write_text(report(DEMO_STUDY, Path("run"), n=6), encoding="utf-8")
Path("preview.html").write_text(hw.preview(STUDIES / "fixture_trust", seed=3), encoding="utf-8")
Path("evals.html").write_text(page(played(), "now"), encoding="utf-8")
"""
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")


def test_the_same_seed_gives_the_same_pages_but_for_the_times_they_state(tmp_path: Path) -> None:
    folders = [tmp_path / seed for seed in ("1", "2")]
    runs = [start(folder) for folder in folders]
    assert [run.wait() for run in runs] == [0, 0]
    one, two = ({path.name: path.read_text(encoding="utf-8") for path in folder.glob("*.html")} for folder in folders)
    assert one.keys() == {"report.html", "preview.html", "evals.html"}
    assert len(TIME.findall(one["report.html"])) == 2
    assert {name: TIME.sub("", text) for name, text in one.items()} == {
        name: TIME.sub("", text) for name, text in two.items()
    }


def start(folder: Path) -> subprocess.Popen[bytes]:
    """Write the pages in a process of its own, whose hashes are seeded with the folder's name."""
    folder.mkdir()
    path = os.pathsep.join([str(TESTS), str(TESTS.parent / "src")])
    return subprocess.Popen(
        [sys.executable, "-c", WRITE], cwd=folder, env={**os.environ, "PYTHONHASHSEED": folder.name, "PYTHONPATH": path}
    )
