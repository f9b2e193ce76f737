"""Blinding: what a participant's side may know of an ask.

Ids of asks and conversations become counters in the order in which this participant met them, so they tell nothing of
the document and stay the same on a resume; the asking step and the trial's position are gone.
"""

from __future__ import annotations

from collections.abc import Awaitable

from hawthorne.core.actor import Mind
from hawthorne.core.ask import Answer, Ask, Reply, Silence
from hawthorne.core.errors import UnknownAsk, did_you_mean


class Blind:
    """One participant's opaque names for asks and threads.

    >>> from types import SimpleNamespace as space
    >>> blind = Blind()
    >>> shown = blind.ask(Ask("1/AX.1.1.0", "Subject", "AX", {"text": "A"}, space(), thread="AX.1", position=(0, 9)))
    >>> shown.id, shown.step, shown.thread, shown.position
    ('ask-1', '', 'thread-1', None)
    >>> blind.real("ask-1")
    '1/AX.1.1.0'
    """

    __slots__ = ("_asks", "_real", "_threads")

    def __init__(self) -> None:
        self._asks: dict[str, str] = {}
        self._real: dict[str, str] = {}
        self._threads: dict[str, str] = {}

    def ask(self, ask: Ask) -> Ask:
        """The ask as its participant may see it; the same ask has the same opaque id each time."""
        name = self._asks.get(ask.id)
        if name is None:
            name = f"ask-{len(self._asks) + 1}"
            self._asks[ask.id] = name
            self._real[name] = ask.id
        thread = ask.thread
        if thread is not None:
            thread = self._threads.setdefault(thread, f"thread-{len(self._threads) + 1}")
        return Ask(name, ask.role, "", ask.view, ask.space, ask.limit, thread, ask.turn, None)

    def real(self, name: str) -> str:
        """The document's own id behind an opaque one. Raises UnknownAsk with the nearest known."""
        if name not in self._real:
            raise UnknownAsk(f'unknown ask "{name}": {did_you_mean(name, self._real) or "nothing was asked yet"}')
        return self._real[name]


class BlindMind:
    """A mind behind a blind: it hears blinded asks only."""

    __slots__ = ("_blind", "_mind")

    def __init__(self, mind: Mind) -> None:
        self._mind = mind
        self._blind = Blind()

    def answer(self, ask: Ask) -> Reply | Awaitable[Reply]:
        return self._mind.answer(self._blind.ask(ask))

    def recall(self, ask: Ask, answer: Answer | Silence) -> None:
        self._mind.recall(self._blind.ask(ask), answer)
