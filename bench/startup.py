"""How long the command and the package take to start."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator

from bench.row import Row, Spread

HELP = "import sys; sys.argv = ['hawthorne', '--help']; from hawthorne.cli import main; main()"
IMPORT = "import hawthorne"


def _taken(code: str) -> float:
    """The processor's seconds of a new Python that runs this; without waiting, so that it holds on a busy machine."""
    child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise SystemExit(f"{code!r} ended with {child.returncode}")
    return usage.ru_utime + usage.ru_stime


def rows(quick: bool) -> Iterator[Row]:
    """Each in a new process."""
    repeats = 7 if quick else 21
    python, shown, imported = (Spread.of([_taken(code) for _ in range(repeats)][1:]) for code in ("pass", HELP, IMPORT))
    note = f"Python alone: {python.median:.3f} s"
    yield Row("start-up", "hawthorne --help", shown, "s", 0.3, at_most=True, note=note)
    yield Row("start-up", "import hawthorne", imported, "s", 0.15, at_most=True, note=note)
