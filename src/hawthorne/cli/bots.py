"""`hawthorne bots`"""

from __future__ import annotations

import importlib
import json as json_text
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from hawthorne.cli.envelope import Said
from hawthorne.core.errors import UsageError
from hawthorne.hold.bind import actor_of


class What(StrEnum):
    """What can be done with a team of bots."""

    serve = "serve"


def command(
    what: Annotated[What, typer.Argument(metavar="serve", help="Serve a team of bots over HTTP.", show_default=False)],
    data: Annotated[Path, typer.Option("--data", metavar="DIR", show_default=False,
        help="Where the team lives: its log, and what it comes to.")],
    evaluation: Annotated[bool, typer.Option("--eval",
        help="Let a player move time, gates and scripted models, for scenarios.")] = False,
    scripted: Annotated[bool, typer.Option("--scripted",
        help="In real time, with models that are scripted by files in the folder.")] = False,
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="0 takes a free one.")] = 0,
    host: Annotated[str, typer.Option("--host", help="The address to listen at.")] = "127.0.0.1",
    token_file: Annotated[Path | None, typer.Option("--token-file", metavar="FILE", show_default=False,
        help="A file with the key that every request must show as a bearer token.")] = None,
    actor: Annotated[str | None, typer.Option("--actor", metavar="SPEC", show_default=False,
        help="Who answers for the bots: turns:FILE.json, script:pkg.mod:function, or a plug-in's.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Say where it listens as JSON.")] = False,
) -> Said:  # fmt: skip
    """Serve a team of bots over HTTP.

    The log in the folder is the truth: what was acknowledged is on the
    disk, and a server that was killed goes on from it. The description of
    every request is served at [bold]/api/openapi.json[/].

    \b
    Examples:
      hawthorne bots serve --data team --port 8700
      hawthorne bots serve --data /tmp/plays --eval
    """
    if sum((evaluation, scripted, actor is not None)) > 1:
        raise UsageError("--eval, --scripted and --actor each say who answers for the bots: give one of them")
    if host not in ("127.0.0.1", "localhost", "::1") and token_file is None:
        raise UsageError(f"--host {host} lets other machines in: give them a key with --token-file FILE")
    serve = _serving()
    key = None if token_file is None else _key(token_file)

    def ready(url: str) -> None:
        line = json_text.dumps({"url": url, "data": str(data)}) if json else url
        sys.stdout.write(line + "\n")
        sys.stdout.flush()

    serve(data, host, port, evaluation, scripted, key, None if actor is None else actor_of(actor), ready)
    return Said({"data": str(data)})


def _key(file: Path) -> str:
    try:
        key = file.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"--token-file {file} cannot be read: {error}") from None
    if not key:
        raise UsageError(f"--token-file {file} is empty: put a long random word into it")
    return key


def _serving() -> Any:
    """The server, which needs the extra `server`. Raises UsageError where it is not installed."""
    try:
        return importlib.import_module("hawthorne.server.serve").serve
    except ModuleNotFoundError as error:
        raise UsageError(f'{error.name} is not installed: pip install "hawthorne[server]"') from None
