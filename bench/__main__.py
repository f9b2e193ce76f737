"""`python -m bench [--quick] [--only SUBJECT]... [--json FILE] [--markdown]`: measure, and print one table."""

from __future__ import annotations

import argparse
import json
import os
import platform
from collections.abc import Callable, Iterator
from pathlib import Path

from rich.console import Console

from bench import expressions, feel, memory, nodes, reading, scenarios, sessions, startup, table, trials
from bench.row import Row

# A subject is a module of this folder with `rows(quick)`: a new one needs a line here and nothing else.
SUBJECTS: dict[str, Callable[[bool], Iterator[Row]]] = {
    "start-up": startup.rows,
    "nodes": nodes.rows,
    "reading": reading.rows,
    "expressions": expressions.rows,
    "feel": feel.rows,
    "trials": trials.rows,
    "sessions": sessions.rows,
    "memory": memory.rows,
    "scenarios": scenarios.rows,
}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m bench", description="What the engine does in a second.")
    parser.add_argument("--quick", action="store_true", help="fewer repeats, and no cohort of 100,000")
    parser.add_argument("--only", action="append", choices=SUBJECTS, help="measure this subject alone")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the figures to a file")
    parser.add_argument("--markdown", action="store_true", help="print the table as Markdown")
    said = parser.parse_args()
    machine = {
        "python": platform.python_version(),
        "system": platform.system(),
        "machine": platform.machine(),
        "cores": os.cpu_count(),
    }
    console, progress = Console(), Console(stderr=True)
    if not console.is_terminal:
        console.width = 160  # a file has room for all columns
    rows: list[Row] = []
    for name in said.only or SUBJECTS:
        with progress.status(f"measuring: {name} ..."):
            rows += SUBJECTS[name](said.quick)
    title = f"Medians: Python {machine['python']}, {machine['machine']}, {machine['cores']} cores"
    if said.markdown:
        print(table.markdown(rows))
    else:
        table.show(rows, console, title)
    if said.json:
        said.json.write_text(json.dumps({"machine": machine, "rows": [row.as_json() for row in rows]}, indent=2) + "\n")


if __name__ == "__main__":
    main()
