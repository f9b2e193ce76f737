"""`shell://program`: programs of the machine or beside the document, and script tasks of a shell."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Awaitable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

from hawthorne.actors.performers.files import Files
from hawthorne.actors.performers.hand_back import hand_back
from hawthorne.actors.performers.perform import performed
from hawthorne.core.actor import Description
from hawthorne.core.ask import Answer, Ask, Reply, Silence
from hawthorne.core.draws import Draws
from hawthorne.core.errors import HawthorneError
from hawthorne.core.performer import FILE, Call, HandBack, Site, parts_of


class ProgramFailed(HawthorneError):
    """A program that cannot be started, or ended with an error."""


@dataclass(frozen=True, slots=True)
class ShellPerformer:
    """Runs what `shell://` names, in the folder of the case's files."""

    site: Site = field(default_factory=Site)
    shelf: Any = field(default=None, compare=False)
    """Where files go while a run stays in memory."""

    kind: ClassVar[str] = "shell"
    version: ClassVar[int] = 1

    @classmethod
    def at(cls, site: Site) -> ShellPerformer:
        return cls(site, None if site.out else tempfile.TemporaryDirectory(prefix="hawthorne-"))

    @classmethod
    def companions(cls, call: Call, home: Path) -> Sequence[str]:
        name = parts_of(call.reference)[1]
        return () if call.script is not None or not (home / name).is_file() else (name,)

    @classmethod
    def problem(cls, reference: str, site: Site) -> str | None:
        try:
            command(reference, site.home)
        except ProgramFailed as error:
            return str(error)
        return None

    def open(self, case: int, draws: Draws) -> ShellMind:
        return ShellMind(self.site, Files(self.site, self.site.out or Path(self.shelf.name), case))

    def describe(self) -> Description:
        return Description(self.kind, {}, reproducible=False, sees="key")


class ShellMind:
    """Runs the programs of one case."""

    __slots__ = ("_files", "_site")

    def __init__(self, site: Site, files: Files) -> None:
        self._site = site
        self._files = files

    def answer(self, ask: Ask) -> Reply | Awaitable[Reply]:
        return performed(self._perform, ask, None)  # the time is kept here, where the program can be ended

    def recall(self, ask: Ask, answer: Answer | Silence) -> None:
        """What was handed back stands in the record, and its files in the folder."""

    def _perform(self, ask: Ask) -> HandBack:
        view = ask.view
        environment: dict[str, str] = {}
        if "script" in view:
            words = ["/bin/sh", "-e", "-c", view["script"]]
            environment = {name: self._word(value) for name, value in view.get("names", {}).items()}
        else:
            words = command(view["implementation"], self._site.home)
            words += self._options(view.get("arguments", {}))
            words += [self._word(value) for value in view.get("args", ())]
        self._files.folder.mkdir(parents=True, exist_ok=True)
        outputs = view.get("outputs", ())
        before = {output["file"]: self._stamp(output["file"]) for output in outputs if "file" in output}
        said = self._run(words, self._word(view["self"]) if "self" in view else None, environment)
        wrote = {name for name, stamp in before.items() if self._stamp(name) not in (None, stamp)}
        handed = hand_back(_value(said), [out for out in outputs if out.get("file") not in wrote], self._files)
        for output in outputs:
            if output.get("file") in wrote:
                handed.values[output["target"]] = self._wrote(output["file"])  # type: ignore[index]
        return handed

    def _options(self, named: Mapping[str, Any]) -> list[str]:
        """Named arguments as options: `--name value`; true is a bare `--name`, false and null are left out."""
        words: list[str] = []
        for name, value in named.items():
            if value is True:
                words.append(f"--{name}")
            elif value is not None and value is not False:
                words += [f"--{name}", self._word(value)]
        return words

    def _word(self, value: Any) -> str:
        """A value as a program takes it: text as it is, a file by its path, anything else as JSON."""
        if isinstance(value, Mapping) and FILE in value:
            return str(self._files.path(value[FILE], "digest" in value).resolve())
        return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)

    def _stamp(self, name: str) -> tuple[int, int] | None:
        path = self._files.folder / name
        return (path.stat().st_mtime_ns, path.stat().st_ino) if path.is_file() else None

    def _wrote(self, name: str) -> dict[str, Any]:
        """The reference of a file that a program left behind."""
        return {FILE: name, "digest": self._files.keep(name, (self._files.folder / name).read_bytes())}

    def _run(self, words: Sequence[str], given: str | None, environment: Mapping[str, str]) -> str:
        timeout = self._site.timeout
        process = subprocess.Popen(
            words, cwd=self._files.folder, env={**os.environ, **environment}, text=True, encoding="utf-8",
            errors="replace", stdin=subprocess.PIPE if given is not None else subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
        )  # fmt: skip
        try:
            said, complained = process.communicate(given, timeout)
        except subprocess.TimeoutExpired:
            raise ProgramFailed(f"took longer than {timeout:g} s (--step-timeout)") from None
        finally:
            if process.poll() is None:
                os.killpg(process.pid, 9)  # and whatever it has started
                process.communicate()
        if process.returncode != 0:
            last = complained.strip().splitlines()[-1:] or ["it said nothing"]
            raise ProgramFailed(f"ended with exit code {process.returncode}: {last[0]}")
        return said


def _value(said: str) -> Any:
    """What a program printed: JSON where it is some, else the text without its last line break."""
    try:
        return json.loads(said)
    except ValueError:
        return said.removesuffix("\n") or None


def command(reference: str, home: Path | None) -> list[str]:
    """The words that start a program: one beside the document, run by what its first line names, or one of the
    machine's. Raises ProgramFailed.

    >>> command("shell://no-such-program", None)
    Traceback (most recent call last):
    ...
    hawthorne.actors.performers.shell.ProgramFailed: there is no program "no-such-program"...
    """
    scheme, name, _ = parts_of(reference)
    if scheme != "shell":
        raise ProgramFailed(f'"{reference}" is no program: write shell://program')
    beside = home / name if home is not None else None
    if beside is not None and beside.is_file():
        return _starting(beside.resolve())
    program = shutil.which(name)
    if program is None:
        raise ProgramFailed(f'there is no program "{name}": install it, or put it beside the study')
    return [program]


def _starting(path: Path) -> list[str]:
    """A run's copy of a script has lost the right to be executed, so its first line is read here."""
    if os.access(path, os.X_OK):
        return [str(path)]
    with path.open("rb") as file:
        first = file.readline(200).decode("utf-8", "replace")
    return [*(shlex.split(first[2:]) if first.startswith("#!") else ["/bin/sh"]), str(path)]
