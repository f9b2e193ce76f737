"""Answers as people type them: one function for each response kind, each asking until the answer is valid.

Options are numbered and may be answered by number, by code or by what they say.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from hawthorne.actors.terminal import Terminal
from hawthorne.core.values import JSON
from hawthorne.spaces.asked import space_of
from hawthorne.spaces.lenient import lenient
from hawthorne.spaces.prose import SENTENCES

Shown = Mapping[str, Any]


def typed(shown: Shown, terminal: Terminal) -> JSON:
    """The answer to a response; None where it was skipped."""
    space, ask = space_of(shown), ASKERS.get(shown["kind"], _plain)
    head = shown.get("prompt") or ""
    optional = "" if shown["required"] else " (optional: Enter skips it)"
    if head or optional:
        terminal.say(f"{head}{optional}".strip(), "bold")
    while True:
        value = ask(shown, terminal)
        if value is None and not shown["required"]:
            return None
        problem = space.check(value) if value is not None else "must be answered"
        if problem is None:
            return value
        terminal.wrong(_in_numbers(problem, shown))


def _in_numbers(problem: str, shown: Shown) -> str:
    """A sentence about codes, in the numbers that a person sees."""
    for key in ("options", "keys", "rows"):
        for k, each in enumerate(shown.get(key, ()), 1):
            problem = problem.replace(f'"{each["code"]}"', str(k))
    return problem


def _numbered(options: Sequence[Shown], terminal: Terminal) -> None:
    for k, option in enumerate(options, 1):
        picture = f"[picture: {option.get('alt') or option['asset']}]" if "asset" in option else ""
        terminal.say(f"  {k}  {' '.join(part for part in (option.get('text', ''), picture) if part)}")


def _picked(options: Sequence[Shown], word: str) -> str:
    """The code of what a word names: a number, a code or a text; the word itself where it names nothing."""
    word = word.strip()
    if word.isascii() and word.isdigit() and 1 <= int(word) <= len(options):
        return str(options[int(word) - 1]["code"])
    return str(lenient({"kind": "choice", "options": options}, word))


def _words(line: str) -> list[str]:
    """What is separated by commas, or by spaces where there are none.

    >>> _words("1, 3"), _words("1 3"), _words(" ")
    (['1', '3'], ['1', '3'], [])
    """
    return [word.strip() for word in (line.split(",") if "," in line else line.split()) if word.strip()]


def _hint(shown: Shown, terminal: Terminal) -> None:
    terminal.say(SENTENCES[shown["kind"]](shown)[-1], "dim")


def _choice(shown: Shown, terminal: Terminal) -> JSON:
    _numbered(shown["options"], terminal)
    line = terminal.ask()
    return _picked(shown["options"], line) if line.strip() else None


def _several(shown: Shown, terminal: Terminal) -> JSON:
    _numbered(shown["options"], terminal)
    _hint(shown, terminal)
    words = _words(terminal.ask("numbers, with commas between > "))
    if not words and not shown["required"]:
        return None
    return [_picked(shown["options"], word) for word in words]


def _plain(shown: Shown, terminal: Terminal) -> JSON:
    """A number."""
    _hint(shown, terminal)
    line = terminal.ask()
    return lenient(shown, line) if line.strip() else None


def _text(shown: Shown, terminal: Terminal) -> JSON:
    _hint(shown, terminal)
    if not shown.get("multiline"):
        line = terminal.ask()
        return line if line.strip() or (shown["required"] and not shown.get("min_len")) else None
    terminal.say("Several lines are possible; an empty one ends the text.", "dim")
    lines: list[str] = []
    while True:
        line = terminal.ask()
        if not line.strip():
            return "\n".join(lines) if lines or (shown["required"] and not shown.get("min_len")) else None
        lines.append(line)


def _matrix(shown: Shown, terminal: Terminal) -> JSON:
    scale = shown["scale"]
    if "options" in scale:
        _numbered(scale["options"], terminal)
    terminal.say(SENTENCES[scale["kind"]](scale)[-1], "dim")
    space = space_of(scale)
    found: dict[str, JSON] = {}
    for row in shown["rows"]:
        optional = not row.get("required", True)
        while True:
            line = terminal.ask(f"  {row['text']}{' (optional)' if optional else ''} > ")
            if not line.strip() and not found and not shown["required"]:
                return None
            if not line.strip() and optional:
                break
            value = _picked(scale["options"], line) if "options" in scale else lenient(scale, line)
            problem = space.check(value)
            if problem is None:
                found[row["code"]] = value
                break
            terminal.wrong(_in_numbers(problem, scale))
    return found


def _allocation(shown: Shown, terminal: Terminal) -> JSON:
    terminal.say(SENTENCES["allocation"](shown)[-1], "dim")
    found: dict[str, JSON] = {}
    for option in shown["options"]:
        line = terminal.ask(f"  {option.get('text') or option.get('alt') or option['code']} > ")
        if not line.strip() and not found and not shown["required"]:
            return None
        if line.strip() or not shown.get("allow_omit"):
            found[option["code"]] = lenient({"kind": "number"}, line) if line.strip() else 0
    return found


def _interval(shown: Shown, terminal: Terminal) -> JSON:
    _hint(shown, terminal)
    words = _words(terminal.ask("two numbers > "))
    return lenient(shown, list(words)) if words else None


def _keypress(shown: Shown, terminal: Terminal) -> JSON:
    _numbered(shown["keys"], terminal)
    since = terminal.now()
    line = terminal.ask("key > ")
    if not line.strip():
        return None
    pressed: dict[str, JSON] = {"code": _picked(shown["keys"], line)}
    if shown.get("rt") != "absent":
        pressed["rt_ms"] = round((terminal.now() - since) * 1000)
    return pressed


ASKERS: Mapping[str, Callable[[Shown, Terminal], JSON]] = {
    "choice": _choice,
    "multi_choice": _several,
    "ranking": _several,
    "text": _text,
    "matrix": _matrix,
    "allocation": _allocation,
    "interval": _interval,
    "keypress": _keypress,
}
"""The kinds that are not asked for as a number."""
