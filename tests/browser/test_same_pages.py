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
    written = []
    for seed in ("1", "2"):
        folder = tmp_path / seed
        folder.mkdir()
        path = os.pathsep.join([str(TESTS), str(TESTS.parent / "src")])
        subprocess.run([sys.executable, "-c", WRITE], cwd=folder, check=True,
                       env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": path})  # fmt: skip
        texts = {path.name: path.read_text(encoding="utf-8") for path in folder.glob("*.html")}
        assert len(TIME.findall(texts["report.html"])) == 2
        written.append({name: TIME.sub("", text) for name, text in texts.items()})
    assert written[0].keys() == {"report.html", "preview.html", "evals.html"}
    assert written[0] == written[1]
