"""The group of verbs, and the one place where what a verb came to becomes output and an exit code."""

from __future__ import annotations

import importlib
import os
import sys
import traceback
from collections.abc import Sequence
from typing import Annotated, Any

import typer
from rich.console import Console
from typer.core import TyperGroup
from typer.main import get_command

import hawthorne
from hawthorne.cli.envelope import FINE, STOPPED, USAGE, WRONG, Said, envelope, errors
from hawthorne.core.errors import did_you_mean

VERBS = {
    "demo": "Run what is shipped, end to end: a study with its report, a protocol, some scenarios.",
    "run": "Run a study on its participants, or go on with a run that was stopped.",
    "take": "Take a study yourself, at the terminal.",
    "validate": "Check documents; findings come with file, line and column.",
    "check": "Validate a document and play it: every check, in one report.",
    "info": "Show what a document is: digests, parts, roles, and what is wrong with it.",
    "convert": "Write a study in another format: YAML, BPMN XML, or a PNG or SVG picture that carries it.",
    "draw": "Draw a study, with a run's counts if you like.",
    "preview": "Show every screen of a protocol, arm by arm, as one page.",
    "release": "Write a protocol's public folder: withheld text as placeholders, everything else as it is.",
    "rehydrate": "Put withheld text back from your own copy of the source.",
    "tables": "Write a run's tables and their codebook.",
    "report": "Report on a run.",
    "diff": "Say whether two runs' records are the same, and where they part.",
    "eval": "Play scenarios, and say which behaviours hold.",
    "bots": "Serve a team of bots over HTTP.",
    "prov": "Say where a run's data come from, as W3C PROV.",
    "new": "Write a study, a protocol or a scenario that runs, to start from.",
    "feel": "Evaluate an expression, or try some at a prompt.",
    "points": "List every extension point with its built-ins and where they live.",
}

# Typer brings its own copy of click, or click itself in older versions; its exceptions are found through Typer.
_WrongUse: Any = typer.BadParameter.__bases__[0]
_Shown: Any = _WrongUse.__bases__[0]


class Verbs(TyperGroup):
    """A group that shows its verbs by what is written here, and imports a verb's file when it is called."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args and args[0] not in VERBS and not args[0].startswith("-"):
            ctx.fail(f'there is no verb "{args[0]}": {did_you_mean(args[0], VERBS)}')
        name, command, rest = super().resolve_command(ctx, args)
        return name, (load_verb(name) if command is not None and name is not None else command), rest


def load_verb(name: str) -> Any:
    """The command of a verb, from `hawthorne.cli.<name>`."""
    app = typer.Typer(add_completion=False, rich_markup_mode="rich")
    app.command(name)(importlib.import_module(f"hawthorne.cli.{name}").command)
    return get_command(app)


def _version(show: bool) -> None:
    if show:
        print(f"hawthorne {hawthorne.__version__}")
        raise typer.Exit


app = typer.Typer(
    cls=Verbs,
    name="hawthorne",
    rich_markup_mode="rich",
    epilog="Start here:  [bold]hawthorne demo[/]   then   [bold]hawthorne new mine.studyflow.yaml[/]   and   "
    "[bold]hawthorne run mine.studyflow.yaml[/]\n\nExit codes: 0 fine, 1 errors, failed or stuck cases, 2 usage, "
    "130 after Ctrl-C.",
)


_ShowVersion = Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")]


@app.callback()
def hawthorne_command(version: _ShowVersion = False) -> None:
    """A laboratory for behaviour: one engine runs studies on people, models, scripts and simulated actors."""


def _stub() -> None: ...


for _name, _help in VERBS.items():
    app.command(_name, help=_help)(_stub)


def call(args: Sequence[str]) -> int:
    """Run the command line; returns the exit code."""
    args = list(args)
    if not args:
        call(["--help"])
        return USAGE
    as_json = "--json" in args
    verb = next((arg for arg in args if arg in VERBS), "")
    try:
        said = get_command(app)(args, prog_name="hawthorne", standalone_mode=False)
    except _WrongUse as error:
        said = _wrong_use(error)
    except _Shown as error:
        said = Said(exit=USAGE, problem=error.format_message())
    except (KeyboardInterrupt, typer.Abort):
        said = Said(exit=STOPPED, problem="stopped")
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return WRONG
    except Exception as error:
        said = errors(error)
        if said is None:
            said = _bug(error)
    if not isinstance(said, Said):  # help and completion have printed what there is to say
        return said if isinstance(said, int) else FINE
    return _put(said, verb, as_json)


def _put(said: Said, verb: str, as_json: bool) -> int:
    if as_json:
        sys.stdout.write(envelope(verb, said, (sys.stdout.encoding or "utf-8").lower() != "utf-8") + "\n")
        sys.stdout.flush()
        return said.exit
    if said.problem is not None:
        console = Console(stderr=True, highlight=False)
        console.print(f"[bold red]{'stopped' if said.exit == STOPPED else 'error'}[/]: ", end="")
        console.print(said.problem, markup=False, soft_wrap=True)
    if said.show is not None:
        said.show(Console(stderr=said.problem is not None, highlight=False))
    return said.exit


def _wrong_use(error: Any) -> Said:
    """A command line whose words are off."""
    message = error.format_message() or "give a verb"
    hint = f"see: {error.ctx.command_path} --help" if error.ctx is not None else "see: hawthorne --help"
    return Said(exit=USAGE, problem=f"{message}\n{hint}")


def _bug(error: Exception) -> Said:
    """An error that is ours, not the user's: no traceback unless asked for."""
    if os.environ.get("HAWTHORNE_TRACEBACK"):
        traceback.print_exception(error)
    last = traceback.extract_tb(error.__traceback__)[-1]
    place = f"{os.path.basename(last.filename)}:{last.lineno}"
    return Said(
        exit=WRONG,
        problem=f"this is a fault of Hawthorne, not of your study: {type(error).__name__}: {error} ({place})\n"
        "HAWTHORNE_TRACEBACK=1 shows where it came from; please report it with that.",
    )
