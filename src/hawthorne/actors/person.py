"""The person actor: somebody at the terminal."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from rich.table import Table

from hawthorne.actors.shown import trial_in
from hawthorne.actors.terminal import BACK, LEAVE, Left, Terminal, WantsBack
from hawthorne.actors.typed import typed
from hawthorne.core.actor import Description
from hawthorne.core.ask import Answer, Ask, Silence
from hawthorne.core.draws import Draws
from hawthorne.core.errors import UsageError
from hawthorne.core.space import Space
from hawthorne.core.values import JSON
from hawthorne.spaces.form import Form
from hawthorne.spaces.prose import item_text


@dataclass(frozen=True, slots=True)
class PersonActor:
    """`person`: whoever sits at the terminal reads what a participant sees and types the answers. What an answer takes
    is the time that it took. Ctrl-C leaves."""

    terminal: Terminal = field(default_factory=Terminal, compare=False)

    kind: ClassVar[str] = "person"
    version: ClassVar[int] = 1

    @classmethod
    def from_spec(cls, text: str) -> PersonActor:
        if text:
            raise UsageError(f'the person actor takes nothing behind its name, not "{text}": write person')
        return cls()

    def open(self, case: int, draws: Draws) -> PersonMind:
        return PersonMind(self.terminal)

    def describe(self) -> Description:
        return Description(self.kind, {}, reproducible=False, sees="view")


class PersonMind:
    """One participant at the terminal."""

    __slots__ = ("_greeted", "_terminal")

    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal
        self._greeted = False

    def answer(self, ask: Ask) -> Answer | Silence:
        terminal = self._terminal
        if not self._greeted:
            self._greeted = True
            terminal.say(f"Ctrl-C or {LEAVE} leaves the study.", "dim")
        start = terminal.now()
        try:
            return self._answer(ask, start)
        except Left:
            return Silence("left", _took(terminal, start))
        except WantsBack:
            return Silence("back", _took(terminal, start))

    def recall(self, ask: Ask, answer: Answer | Silence) -> None:
        """People remember by themselves."""

    # --- screens -------------------------------------------------------------------------------------------------

    def _answer(self, ask: Ask, start: float) -> Answer | Silence:
        view = ask.view
        if not isinstance(ask.space, Form) or "responses" not in view:
            return Answer(self._message(ask), _took(self._terminal, start))
        self._show(view)
        timing = view["timing"]
        if timing["advance"] == "timed" and not timing.get("early"):
            self._terminal.say(f"(goes on by itself after {timing['seconds']:g} seconds)", "dim")
            self._terminal.wait(timing["seconds"])
            return Silence("missed")
        answers = self._page(view, ask.space)
        self._terminal.wait(timing.get("min_seconds", 0) - (self._terminal.now() - start))
        return Answer(answers, _took(self._terminal, start))

    def _show(self, view: Mapping[str, Any]) -> None:
        terminal = self._terminal
        terminal.rule()
        for event in view["events"]:
            if event.get("text"):
                terminal.say(event["text"], "cyan")
        for item in view["items"]:
            if item["type"] == "table":
                terminal.show(_table(item["rows"]))
            else:
                for block in item_text(item):
                    terminal.say(block)
            terminal.say()
        seconds = view["timing"].get("max_seconds")
        if seconds is not None:
            terminal.say(f"You have {seconds:g} seconds.", "dim")
        if view["navigation"]["back"] == "allowed":
            terminal.say(f"{BACK} goes back to the screen before.", "dim")

    def _page(self, view: Mapping[str, Any], form: Form) -> dict[str, JSON]:
        """The answers to a page, asked for again where they do not go together."""
        terminal = self._terminal
        if not view["responses"]:
            terminal.ask("Press Enter to go on. ")
            return {}
        while True:
            found = {shown["id"]: typed(shown, terminal) for shown in view["responses"]}
            answers = {name: value for name, value in found.items() if value is not None}
            problems = form.problems(answers)
            if not problems:
                return answers
            for problem in problems.values():
                terminal.wrong(problem)

    # --- what is no screen ---------------------------------------------------------------------------------------

    def _message(self, ask: Ask) -> JSON:
        """The answer to a trial or a message."""
        terminal = self._terminal
        trial = trial_in(ask.view)
        terminal.rule()
        if trial is not None:
            terminal.say(str(trial.get("Stimulus", "")), "bold")
            options = [{"code": str(option), "text": str(option)} for option in trial["ResponseOptions"]]
            return typed({"kind": "choice", "required": True, "options": options}, terminal)
        for value in ask.view.values():
            if isinstance(value, str) and value:
                terminal.say(value)
        while True:
            value = _meant(ask.space, terminal.ask())
            problem = ask.space.check(value)
            if problem is None:
                return value
            terminal.wrong(problem)


def _meant(space: Space, line: str) -> JSON:
    """The line itself where that is an answer, else the JSON that it may hold."""
    if space.check(line) is None:
        return line
    try:
        return json.loads(line)
    except ValueError:
        return line


def _took(terminal: Terminal, start: float) -> float:
    return round(terminal.now() - start, 3)


def _table(rows: list[Any]) -> Table:
    table = Table(show_header=False)
    for row in rows:
        table.add_row(*map(str, row))
    return table
