"""Progress on stderr: cases done, their rate, what is waited for."""

from __future__ import annotations

import time
from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn, TimeRemainingColumn

QUIET_SECONDS = 10.0


class Watch:
    """Shows how far a run is. On a terminal a bar; elsewhere a line every ten seconds, so that a log stays short.

    `word` says what is counted, `waiting` what stands before what is told beside the count."""

    def __init__(self, total: int, quiet: bool = False, word: str = "cases", waiting: str = "waiting for ") -> None:
        self._total = total
        self._word = word
        self._waiting = waiting
        self._quiet = quiet
        self._console = Console(stderr=True, highlight=False)
        self._begun = self._said = time.monotonic()
        self._bar: Progress | None = None
        self._task: TaskID | None = None

    def __enter__(self) -> Watch:
        if self._console.is_terminal and not self._quiet:
            self._bar = Progress(
                TextColumn("[bold]{task.completed:,.0f}[/] of {task.total:,.0f} " + self._word),
                BarColumn(bar_width=28),
                TextColumn("{task.fields[rate]}"), TimeElapsedColumn(), TimeRemainingColumn(),
                TextColumn("[dim]{task.fields[waits]}"), console=self._console, transient=True,
            )  # fmt: skip
            self._task = self._bar.add_task("", total=self._total, rate="", waits="")
            self._bar.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._bar is not None:
            self._bar.stop()

    def __call__(self, done: int, total: int, waits: str = "") -> None:
        """`done` of `total` cases are complete; `waits` says what is waited for."""
        now = time.monotonic()
        rate = f"{done / max(1e-9, now - self._begun):,.0f} {self._word}/s"
        waiting = f"{self._waiting}{waits}" if waits else ""
        if self._bar is not None and self._task is not None:
            self._bar.update(self._task, completed=done, total=total, rate=rate, waits=waiting)
        elif not self._quiet and (now - self._said >= QUIET_SECONDS):
            self._said = now
            self._console.print(f"{done:,} of {total:,} {self._word}, {rate}" + (f", {waiting}" if waits else ""))


class Steps:
    """Shows which of several steps is done, on a terminal; elsewhere it says nothing."""

    def __init__(self) -> None:
        console = Console(stderr=True, highlight=False)
        columns = (BarColumn(bar_width=28), TextColumn("{task.completed} of {task.total}  [dim]{task.description}[/]"))
        self._bar = Progress(*columns, console=console, transient=True) if console.is_terminal else None
        self._task = self._bar.add_task("", total=None) if self._bar is not None else None

    def __enter__(self) -> Steps:
        if self._bar is not None:
            self._bar.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._bar is not None:
            self._bar.stop()

    def __call__(self, done: int, total: int, what: str) -> None:
        if self._bar is not None and self._task is not None:
            self._bar.update(self._task, completed=done, total=total, description=what)
