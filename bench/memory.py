"""Peak memory of a run, in a process of its own: `python -m bench.memory SUBJECTS` prints it."""

from __future__ import annotations

import resource
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from bench import models
from bench.row import Row, Spread
from hawthorne import facade
from hawthorne.hold import plan as plans

PAIRS = 5
FLAT = 1.1
"""How many times the memory of 100 subjects a large run may take before it counts as no longer flat."""


def peak(subjects: int) -> float:
    """The peak resident memory, in MB of 10**6 bytes, of a process that plays so many subjects into a folder."""
    command = [sys.executable, "-m", "bench.memory", str(subjects)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return float(done.stdout)


def rows(quick: bool) -> Iterator[Row]:
    """Ten trials a subject."""
    sizes = (100, 10_000) if quick else (100, 10_000, 100_000)
    found = {}
    for subjects in sizes:
        found[subjects] = Spread.of([peak(subjects) for _ in range(3 if subjects <= 10_000 else 1)])
        yield Row("memory", f"a run of {subjects:,} subjects of {2 * PAIRS} trials", found[subjects], "MB")
    for subjects in sizes[1:]:
        ratio = found[subjects].median / found[100].median
        what = f"{subjects:,} subjects against 100"
        yield Row("memory", what, Spread(ratio, ratio, ratio), "times the memory", FLAT, at_most=True,
                  note="flat: about 1")  # fmt: skip


def main() -> None:
    """Play, and print the peak."""
    plan = plans.make(models.trials(PAIRS), n=int(sys.argv[1]))
    with TemporaryDirectory() as folder:
        facade.run(plan, Path(folder) / "run")
    print(_own_peak())


def _own_peak() -> float:
    """The peak of this process in MB. Linux's `ru_maxrss` starts at what the parent had, its `VmHWM` does not."""
    status = Path("/proc/self/status")
    if status.exists():
        line = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM:"))
        return int(line.split()[1]) * 1024 / 1e6
    unit = 1 if sys.platform == "darwin" else 1024  # bytes there, KiB elsewhere
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6


if __name__ == "__main__":
    main()
