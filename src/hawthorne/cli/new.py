"""`hawthorne new`"""

from __future__ import annotations

import json as json_text
import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from shlex import quote
from typing import Annotated

import typer
from rich.console import Console

from hawthorne.cli.envelope import Said
from hawthorne.core.errors import UsageError
from hawthorne.lang import yamltext

FLOW, SCENARIO = ".studyflow.yaml", ".scenario.json"
PROTOCOLS = ("protocol.yaml", "protocol.yml", "protocol.json")


@dataclass(frozen=True)
class _Start:
    """Something to start from: the shipped file, the id that stands in it, how a name becomes an id of its kind, and
    the commands that come next."""

    template: str
    id: str
    named: Callable[[str], str]
    next: tuple[str, ...]


def command(
    path: Annotated[str, typer.Argument(metavar="PATH", help="The file to write. A folder (`study/`) gets a "
                                        "protocol.yaml.", show_default=False)],
    force: Annotated[bool, typer.Option("--force", help="Write over a file that is there.")] = False,
    json: Annotated[bool, typer.Option("--json", help="One JSON object on stdout.")] = False,
) -> Said:  # fmt: skip
    """Write a document that runs as it is, to start from; the name says which kind.

    NAME.studyflow.yaml is a study flow: two arms, an AX-CPT, a simulated
    actor with a planted truth. protocol.yaml or protocol.json is an
    experiment, screen by screen: two arms, a story, a rating, an analysis.
    NAME.scenario.json pins a behaviour of a team of bots. In YAML every part
    has a comment that says what it does and what to try.

    \b
    Examples:
      hawthorne new mine.studyflow.yaml
      hawthorne new study/protocol.yaml
      hawthorne new mine.scenario.json
    """
    file = _file(path)
    if file.exists() and not force:
        raise UsageError(f'"{file}" is there already: give another path, or --force to write over it')
    start, name, shown = _start(file)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(_text(start, name, file), encoding="utf-8", newline="\n")

    def show(console: Console) -> None:
        commands = "\n       ".join(line.replace("FILE", quote(shown)) for line in start.next)
        console.print(f"wrote {file}\nnext:  {commands}", soft_wrap=True, markup=False)

    return Said({"file": str(file)}, show=show)


def _file(path: str) -> Path:
    """The file that a path means: a folder means the protocol in it, a bare name a study flow."""
    file = Path(path)
    if file.is_dir() or path.endswith(("/", os.sep)):
        return file / PROTOCOLS[0]
    if file.name in PROTOCOLS or file.name.endswith((FLOW, SCENARIO)):
        return file
    return file.with_name(file.name.removesuffix(".yaml").removesuffix(".yml") + FLOW)


def _start(file: Path) -> tuple[_Start, str, str]:
    """What a file starts from, what its document is called, and how commands name it."""
    if file.name in PROTOCOLS:
        folder = str(file.parent)
        return PROTOCOL, file.resolve().parent.name, str(file) if folder == "." else folder
    if file.name.endswith(SCENARIO):
        return TEAM, file.name.removesuffix(SCENARIO), str(file)
    return STUDY, file.name.removesuffix(FLOW), str(file)


def _text(start: _Start, name: str, file: Path) -> str:
    text = files("hawthorne.demo").joinpath(start.template).read_text(encoding="utf-8")
    text = text.replace(start.id, start.named(name))
    if file.suffix == ".json" and start is PROTOCOL:
        return json_text.dumps(yamltext.parse(text.encode(), file.name).value, ensure_ascii=False, indent=2) + "\n"
    return text


def word(name: str) -> str:
    """A name as an id: letters, digits, `_`, `-` and `.`, not beginning with a digit.

    >>> word("7 days"), word("mine")
    ('study_7_days', 'mine')
    """
    text = "".join(letter if letter.isalnum() or letter in "_-." else "_" for letter in name)
    return text if text[:1].isalpha() or text[:1] == "_" else f"study_{text}"


def slug(name: str, joint: str, nameless: str) -> str:
    """A name as an id of small letters and digits of ASCII, and `joint` between them.

    >>> slug("Who reads first?", "-", "scenario"), slug("My Study", "_", "study"), slug("実験", "-", "scenario")
    ('who-reads-first', 'my_study', 'scenario')
    """
    return re.sub(r"[^a-z0-9]+", joint, name.lower())[:100].strip(joint) or nameless


STUDY = _Start(f"template{FLOW}", "my_study", word, ("hawthorne validate FILE", "hawthorne run FILE"))
PROTOCOL = _Start(
    "template/protocol.yaml",
    "my_study",
    lambda name: slug(name, "_", "study"),
    ("hawthorne validate FILE", "hawthorne take FILE", "hawthorne run FILE -n 40 --actor random"),
)
TEAM = _Start(
    f"template{SCENARIO}",
    "my-scenario",
    lambda name: slug(name, "-", "scenario"),
    ("hawthorne validate FILE", "hawthorne eval FILE"),
)
