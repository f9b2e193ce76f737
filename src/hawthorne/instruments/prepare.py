"""Preparing a task: its timeline and every block are read, and all that cannot be played is refused at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from hawthorne.core.draws import Draws
from hawthorne.core.instrument import Page
from hawthorne.instruments.block import Dealer, read_rules
from hawthorne.instruments.course import Block, Course
from hawthorne.instruments.parameters import Parameters
from hawthorne.instruments.refusals import Refusals, shown
from hawthorne.instruments.timeline import BlockEntry, Entry, PageEntry, read_timeline

NOT_BOT = ("ResponseSource", "LLM", "Prompt")
"""Keys of `Bot` that say who answers."""
Read = Callable[[Parameters], Dealer | None]
"""How an instrument reads a block; None when anything was refused."""


def prepare(
    instrument: str,
    read: Read,
    parameters: Mapping[str, Any],
    timeline: str,
    draws: Draws,
    seed: int | str | None = 0,
) -> Course:
    """Read a task for an instrument whose blocks `read` reads. Raises InvalidDocument with all findings at once."""
    refusals = Refusals()
    if not isinstance(parameters, Mapping):
        refusals.add("", "wrong-type", f"the task's parameters are {shown(parameters)}", "a mapping")
        refusals.stop()
    window = _bot_window(parameters, refusals)
    entries = _arrange(read_timeline(parameters, timeline, refusals), read, refusals)
    if not refusals.found and not any(isinstance(entry, Block) for entry in entries):
        refusals.add(f"Timelines.{timeline}.Blocks", "no-trials", f'timeline "{timeline}" has no trials to run',
                     "give it at least one block")  # fmt: skip
    refusals.stop()
    return Course(instrument, timeline, entries, draws, _number(seed), window)


def _arrange(entries: Sequence[Entry], read: Read, refusals: Refusals,
             ) -> list[Page | Block]:  # fmt: skip
    found: list[Page | Block] = []
    again: list[Page] = []
    seen: dict[str, int] = {}
    index = 0
    for entry in entries:
        if isinstance(entry, PageEntry):
            page = Page(entry.name)
            again = [*again, page] if entry.again else []
            found.append(page)
            continue
        block = _block(entry, read, refusals, index + 1, seen.get(entry.name, 0), tuple(again))
        seen[entry.name] = seen.get(entry.name, 0) + 1
        index += 1
        again = []
        if block is not None:
            found.append(block)
    return found


def _block(entry: BlockEntry, read: Read, refusals: Refusals, index: int,
           occurrence: int, again: tuple[Page, ...]) -> Block | None:  # fmt: skip
    parameters = Parameters(entry, refusals)
    rules = read_rules(parameters)
    dealer = read(parameters)
    return None if dealer is None else Block(entry.name, index, occurrence, dealer, rules, again)


def _bot_window(parameters: Mapping[str, Any], refusals: Refusals) -> float:
    """The window that the task's `Bot` sets for every trial, or 0; who answers is never the Bot's to say."""
    bot = parameters.get("Bot")
    if not isinstance(bot, Mapping):
        if bot is not None:
            refusals.add("Bot", "wrong-type", f"Bot is {shown(bot)}", "a mapping")
        return 0.0
    for key in NOT_BOT:
        if key in bot:
            refusals.add(f"Bot.{key}", "unplayable", f"Bot.{key} says who answers",
                         "draw the message flows to whoever answers instead")  # fmt: skip
    window = bot.get("MaxExternalResponseTime", 0)
    if isinstance(window, bool) or not isinstance(window, int | float) or not 0 <= window < float("inf"):
        refusals.add("Bot.MaxExternalResponseTime", "wrong-value", f"MaxExternalResponseTime is {shown(window)}",
                     "a number of seconds, 0 or more")  # fmt: skip
        return 0.0
    return float(window)


def _number(seed: int | str | None) -> int:
    """The seed as rows hold it: a whole number, 0 where there is none."""
    try:
        return int(seed) if seed is not None else 0
    except ValueError:
        return 0
