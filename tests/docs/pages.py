"""Playing a page of the documentation: its fenced blocks are run in order, in one folder, and what they show is compared.

    ```console            each `$ command` is run; the lines below it must come out, in order (`...` stands for anything)
    ```console exit=1     the same, and the last command ends with this code
    ```python             run (as a doctest where it begins with `>>>`), in one namespace for the page; a ```text block behind it is what it prints
    ```python NAME        written to the file NAME; so are ```yaml NAME, ```json NAME and ```toml NAME
    ```diff NAME          applied to the file NAME: lines with `-` and ` ` must stand there once

Other blocks are for the reader alone.
"""

from __future__ import annotations

import contextlib
import doctest
import importlib.util
import io
import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from hawthorne.cli.app import call
from hawthorne.core.registry import install
from hawthorne.plugins import POINTS

REPOSITORY = Path(__file__).parents[2]
_BLOCK = re.compile(r"^```(\w+)(?: +([^\n]*))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_WRITTEN = ("python", "yaml", "json", "toml")


class Block(NamedTuple):
    """A fenced block: its language, the rest of its first line, its text, and the line on which it begins."""

    language: str
    about: str
    text: str
    line: int


def blocks(text: str) -> Iterator[Block]:
    """The fenced blocks of a page."""
    for match in _BLOCK.finditer(text):
        yield Block(match[1], match[2] or "", match[3], text.count("\n", 0, match.start()) + 1)


def play(page: Path) -> int:
    """Play a page in the working folder; returns how many blocks did something. Raises AssertionError with the line."""
    namespace: dict[str, Any] = {"__name__": "page"}
    printed: str | None = None
    played = 0
    for block in blocks(page.read_text(encoding="utf-8")):
        where = f"{page.name}:{block.line}"
        expected, printed = printed, None
        if block.language == "console":
            _console(block, where)
        elif block.language in _WRITTEN and block.about:
            path = Path(block.about)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text, encoding="utf-8")
        elif block.language == "python":
            printed = _python(block, where, namespace)
        elif block.language == "diff" and block.about:
            _apply(block, where)
        elif block.language == "text" and expected is not None:
            _compare(block.text.splitlines(), expected, where)
        else:
            continue
        played += 1
    return played


def _python(block: Block, where: str, namespace: dict[str, Any]) -> str:
    if block.text.startswith(">>> "):
        test = doctest.DocTestParser().get_doctest(block.text, namespace, where, where, block.line)
        out: list[str] = []
        flags = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
        failed = doctest.DocTestRunner(optionflags=flags).run(test, out=out.append, clear_globs=False).failed
        assert not failed, "".join(out)
        namespace.update(test.globs)
        return ""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(block.text, where, "exec"), namespace)
    return printed.getvalue()


def _console(block: Block, where: str) -> None:
    lines = block.text.splitlines()
    commands: list[tuple[str, list[str]]] = []
    for line in lines:
        if line.startswith("$ "):
            commands.append((line[2:].partition("  #")[0].strip(), []))
        elif line.strip():
            assert commands, f"{where}: a console block begins with `$ command`"
            commands[-1][1].append(line)
    wanted = int(block.about.removeprefix("exit=")) if block.about.startswith("exit=") else 0
    for i, (command, shown) in enumerate(commands):
        code, out = _run(command)
        assert code == (wanted if i == len(commands) - 1 else 0), f"{where}: `{command}` ends with {code}:\n{out}"
        _compare(shown, out, f"{where}: `{command}`")


def _run(command: str) -> tuple[int, str]:
    """The exit code of a command and what it says. `hawthorne` runs in this process, which spares its start."""
    first, *words = shlex.split(command)
    if first == "make":
        return _make(*words)
    if command == "pip install --editable .":
        return _install()
    if first == "hawthorne" and not re.search(r"[|<>*&;]", command):
        out = io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
            code = call(words)
        return code, out.getvalue()
    path = os.pathsep.join(entry or os.getcwd() for entry in sys.path)
    script = (
        f'hawthorne() {{ "{sys.executable}" -m hawthorne "$@"; }}; python() {{ "{sys.executable}" "$@"; }}; {command}'
    )
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False,
                          env={**os.environ, "PYTHONPATH": path})  # fmt: skip
    return done.returncode, done.stdout + done.stderr


def _make(target: str) -> tuple[int, str]:
    """A target of the Makefile: the recipe behind its environment, where that is the command itself."""
    recipe = re.search(rf"^{target}:[^\n]*\n\t@?([^\n]*)", (REPOSITORY / "Makefile").read_text(), re.MULTILINE)
    assert recipe is not None, f"the Makefile has no target {target}"
    command = recipe[1].replace("$(BIN)/", "")
    return _run(command) if command.startswith("hawthorne ") else (0, command)


def _install() -> tuple[int, str]:
    """What an editable install does for entry points: the folder on the path, and the package's metadata in it."""
    project = tomllib.loads(Path("pyproject.toml").read_text())["project"]
    about = Path(f"{project['name'].replace('-', '_')}-{project['version']}.dist-info")
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n")
    groups = (f"[{group}]\n" + "".join(f"{name} = {target}\n" for name, target in entries.items())
              for group, entries in project["entry-points"].items())  # fmt: skip
    (about / "entry_points.txt").write_text("\n".join(groups))
    sys.path.insert(0, os.getcwd())
    install(POINTS)
    return 0, ""


def _apply(block: Block, where: str) -> None:
    path = Path(block.about)
    text = path.read_text(encoding="utf-8")
    for hunk in re.split(r"^@@.*\n", block.text, flags=re.MULTILINE):
        lines = hunk.splitlines()
        before = "".join(f"{line[1:]}\n" for line in lines if line[:1] in ("-", " "))
        after = "".join(f"{line[1:]}\n" for line in lines if line[:1] in ("+", " "))
        assert text.count(before) == 1, f"{where}: {block.about} does not hold this once:\n{before}"
        text = text.replace(before, after)
    path.write_text(text, encoding="utf-8")


def _compare(shown: list[str], out: str, where: str) -> None:
    """Each shown line must come out, in order; spaces count for one, and `...` for anything."""
    rest = [" ".join(line.split()) for line in out.splitlines()]
    for line in shown:
        if line.strip() == "...":
            continue
        pattern = re.compile(".*".join(map(re.escape, " ".join(line.split()).split("..."))))
        while rest and not pattern.fullmatch(rest[0]):
            rest.pop(0)
        assert rest, f"{where} does not say (or not in this order): {line}\n--- it says\n{out}"
        rest.pop(0)


def script(name: str) -> ModuleType:
    """A script of the documentation (`docs/<name>.py`) as a module, so that what it would write can be compared."""
    spec = importlib.util.spec_from_file_location(name, REPOSITORY / "docs" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
