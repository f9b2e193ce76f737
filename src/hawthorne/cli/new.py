"""`hawthorne new`"""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path
from shlex import quote
from typing import Annotated

import typer
from rich.console import Console

from hawthorne.cli.envelope import Said
from hawthorne.core.errors import UsageError

SUFFIX = ".studyflow.yaml"
SCENARIO = ".scenario.json"


def command(
    path: Annotated[Path, typer.Argument(metavar="PATH", help="The file to write.", show_default=False)],
    force: Annotated[bool, typer.Option("--force", help="Write over a file that is there.")] = False,
    json: Annotated[bool, typer.Option("--json", help="One JSON object on stdout.")] = False,
) -> Said:
    """Write a study that runs as it is: two arms, an AX-CPT, a simulated actor with a planted truth.

    Every part has a comment that says what it does and what to try. A path
    that ends in .scenario.json becomes a scenario: two bots, work that one
    hands to the other, and what must come of it.

    \b
    Examples:
      hawthorne new mine.studyflow.yaml
      hawthorne run mine.studyflow.yaml
      hawthorne new mine.scenario.json
      hawthorne eval mine.scenario.json
    """
    if path.is_dir():
        path = path / f"study{SUFFIX}"
    suffix = SCENARIO if path.name.endswith(SCENARIO) else SUFFIX
    if not path.name.endswith(suffix):
        path = path.with_name(path.name.removesuffix(".yaml").removesuffix(".yml") + suffix)
    if path.exists() and not force:
        raise UsageError(f'"{path}" is there already: give another path, or --force to write over it')
    name = path.name.removesuffix(suffix)
    text = (files("hawthorne.demo") / f"template{suffix}").read_text(encoding="utf-8")
    path.parent.mkdir(parents=True, exist_ok=True)
    named = text.replace("my_study", word(name)).replace("my-scenario", slug(name))
    path.write_text(named, encoding="utf-8", newline="\n")
    verb = "eval" if suffix == SCENARIO else "run"

    def show(console: Console) -> None:
        file = quote(str(path))
        console.print(f"wrote {path}\nnext:  hawthorne validate {file}\n       hawthorne {verb} {file}",
                      soft_wrap=True, markup=False)  # fmt: skip

    return Said({"file": str(path)}, show=show)


def slug(name: str) -> str:
    """A name as the id of a scenario: small letters and digits of ASCII, and `-` between them.

    >>> slug("Who reads first?"), slug("---")
    ('who-reads-first', 'scenario')
    """
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or "scenario"


def word(name: str) -> str:
    """A name as an id: letters, digits, `_`, `-` and `.`, not beginning with a digit.

    >>> word("7 days"), word("mine")
    ('study_7_days', 'mine')
    """
    text = "".join(letter if letter.isalnum() or letter in "_-." else "_" for letter in name)
    return text if text[:1].isalpha() or text[:1] == "_" else f"study_{text}"
