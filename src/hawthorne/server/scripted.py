"""Scripted models of a server in real time: their plan and their gates are files in the data folder, and so is what
they leave. See `hawthorne.evals.worlds.folder`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import orjson

from hawthorne.actors.turns import TurnsMind
from hawthorne.core.ask import Answer, Ask, Reply, Silence
from hawthorne.evals.worlds.folder import EVIDENCE, is_open, read_plan
from hawthorne.server.standing import Standing

LOOK = 0.02
"""Seconds between two looks at the gates, while one holds up a bot."""


class PlannedMind:
    """The model of a bot, whose plan is read whenever it is asked: bots are made before their scripts."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._scripts: dict[str, Any] = {}
        self._mind = TurnsMind(self._scripts)

    def answer(self, ask: Ask) -> Reply:
        self._scripts.update(read_plan(self._folder))
        return self._mind.answer(ask)

    def recall(self, ask: Ask, answer: Answer | Silence) -> None:
        self._mind.recall(ask, answer)


class Scripted:
    """The files between a player and the scripted models of one data folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._told = 0

    def mind_of(self, role: str) -> PlannedMind:
        return PlannedMind(self.folder)

    def begin(self) -> None:
        """Forget the file of evidence: it is written again from the log."""
        (self.folder / EVIDENCE).unlink(missing_ok=True)

    def look(self, standing: Standing) -> None:
        """Open the gates whose files are there; those that hold up nobody yet are opened when they do."""
        for gate in list(standing.front.service.held):
            if is_open(self.folder, gate):
                standing.signal(gate)
                standing.front.settle()

    def tell(self, standing: Standing) -> None:
        """Add the turns that have ended to the file of evidence."""
        rows = standing.front.view.rows[self._told :]
        if rows:
            with open(self.folder / EVIDENCE, "ab") as file:
                file.write(b"".join(orjson.dumps(row, option=orjson.OPT_APPEND_NEWLINE) for row in rows))
            self._told += len(rows)
