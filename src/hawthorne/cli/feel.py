"""`hawthorne feel`"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

from hawthorne.cli.envelope import WRONG, Said
from hawthorne.core.errors import Finding, UsageError
from hawthorne.core.place import Place
from hawthorne.lang import feel
from hawthorne.lang.feel.text import literal

try:
    import readline
except ImportError:  # a Python without it has a plain prompt
    readline = None  # type: ignore[assignment]

LANES = {"decimal", "float"}


def command(
    expression: Annotated[str | None, typer.Argument(help="The expression; without one, a prompt.")] = None,
    context: Annotated[
        Path | None, typer.Option("--context", "-c", metavar="FILE", help="Names and values, as JSON or YAML.")
    ] = None,
    numbers: Annotated[str, typer.Option(help="decimal: the standard's numbers; float: the fast lane.")] = "decimal",
    json: Annotated[bool, typer.Option("--json", help="One JSON object on stdout.")] = False,
) -> Said:
    """Evaluate an expression of FEEL (DMN 1.5), the language of conditions and data edges.

    \b
    Examples:
      hawthorne feel 'sum([1, 2, 3]) / 3'
      hawthorne feel 'trials[rt > 0.5].id' --context run.json
      hawthorne feel                     a prompt: expressions, and `name := expression` to keep a value
    """
    if numbers not in LANES:
        raise UsageError(f'--numbers takes decimal or float, not "{numbers}"')
    scope = _scope(context)
    if expression is not None:
        return _evaluate(expression, scope, numbers)
    if json:
        raise UsageError("--json needs an expression: hawthorne feel 'EXPR' --json")
    _prompt(scope, numbers)
    return Said()


def _scope(context: Path | None) -> dict[str, Any]:
    if context is None:
        return {}
    try:
        found = YAML(typ="safe", pure=True).load(context.read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(f"{context}: {error.strerror}") from None
    except (YAMLError, UnicodeDecodeError) as error:
        raise UsageError(f"{context}: neither JSON nor YAML: {error}") from None
    if not isinstance(found, dict):
        raise UsageError(f"{context}: a context is a mapping from names to values")
    return found


def _evaluate(text: str, scope: dict[str, Any], numbers: str) -> Said:
    try:
        run = feel.compile(text, names=scope.keys(), members=feel.special_keys(scope), numbers=numbers)
        value = run(scope)
    except feel.FeelError as error:
        place = Place(None, error.line, error.column)
        finding = Finding("error", "expression", error.message, error.fix or "", place)
        return Said(findings=[finding], exit=WRONG, problem=error.report())
    warnings = [
        Finding("warning", "expression", warning.message, "", _place(text, warning.position))
        for warning in run.warnings
    ]
    shown = literal(value)
    return Said({"value": feel.to_json(value), "feel": shown}, warnings, show=lambda console: _show(shown, warnings))


def _place(text: str, position: int) -> Place:
    line = text.count("\n", 0, position) + 1
    return Place(None, line, position - (text.rfind("\n", 0, position) + 1) + 1)


def _show(shown: str, warnings: list[Finding]) -> None:
    print(shown)
    for warning in warnings:
        print(f"warning: {warning.message} (column {warning.place.column})", file=sys.stderr)


# --- the prompt --------------------------------------------------------------------------------------------------


def history() -> Path:
    """Where the prompt keeps what was typed."""
    home = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(home) / "hawthorne" / "feel_history"


def _lines() -> Iterator[str]:
    """What is typed, line by line, with history where the terminal has it."""
    file = history()
    if readline is not None and sys.stdin.isatty():
        with contextlib.suppress(OSError):
            readline.read_history_file(file)
    try:
        while True:
            yield input("feel> " if sys.stdin.isatty() else "")
    except EOFError:
        return
    finally:
        if readline is not None and sys.stdin.isatty():
            file.parent.mkdir(parents=True, exist_ok=True)
            readline.write_history_file(file)


def _prompt(scope: dict[str, Any], numbers: str) -> None:
    console = Console(highlight=False)
    if sys.stdin.isatty():
        console.print("FEEL. `name := expression` keeps a value; an empty line or Ctrl-D ends.", style="dim")
    for line in _lines():
        if not line.strip():
            if sys.stdin.isatty():
                return
            continue
        name, keeps, text = line.partition(":=")
        said = _evaluate(text.strip() if keeps else line, scope, numbers)
        if said.problem is not None:
            console.print(said.problem, markup=False, soft_wrap=True)
        elif keeps:
            scope[name.strip()] = feel.evaluate(text.strip(), scope, numbers=numbers)
        elif said.show is not None:
            said.show(console)
