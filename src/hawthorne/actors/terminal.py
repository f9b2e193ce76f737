"""A terminal: what a person reads and types."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from rich.console import Console
from rich.markup import escape

LEAVE, BACK = ":leave", ":back"


class Left(Exception):
    """The person went away: Ctrl-C, the end of what can be read, or `:leave`."""


class WantsBack(Exception):
    """The person wants to go back a screen."""


class Terminal:
    """Prints and reads lines. `now` is in seconds since any moment; `sleep` waits for so many."""

    def __init__(
        self,
        console: Console | None = None,
        read: Callable[[str], str] | None = None,
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.console = Console(highlight=False) if console is None else console
        self._read = self.console.input if read is None else read
        self.now = now
        self._sleep = sleep

    def say(self, text: str = "", style: str | None = None) -> None:
        """Print a text as it is."""
        self.console.print(text, style=style, markup=False, soft_wrap=True)

    def show(self, thing: Any) -> None:
        """Print something that knows how it looks."""
        self.console.print(thing)

    def rule(self, title: str = "") -> None:
        self.console.rule(escape(title), style="dim")

    def wrong(self, why: str) -> None:
        """Say that something was not accepted."""
        self.say(f"  That was not accepted: {why}.", "red")

    def ask(self, prompt: str = "> ") -> str:
        """A line as it was typed, without its end. Raises Left or WantsBack."""
        try:
            line = self._read(escape(prompt))
        except (EOFError, KeyboardInterrupt):
            raise Left from None
        if line.strip() == LEAVE:
            raise Left
        if line.strip() == BACK:
            raise WantsBack
        return line

    def wait(self, seconds: float) -> None:
        """Wait. Raises Left."""
        try:
            self._sleep(max(0.0, seconds))
        except KeyboardInterrupt:
            raise Left from None
