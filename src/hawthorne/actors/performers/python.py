"""`python://module.callable`: functions, classes and methods of this Python, and script tasks."""

from __future__ import annotations

import ast
import builtins
import importlib
import importlib.metadata
import tempfile
from collections.abc import Awaitable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

from hawthorne.actors.performers.beside import beside, imported, modules_beside
from hawthorne.actors.performers.files import Files
from hawthorne.actors.performers.hand_back import hand_back, selected
from hawthorne.actors.performers.perform import performed
from hawthorne.core.actor import Description
from hawthorne.core.ask import Answer, Ask, Reply, Silence
from hawthorne.core.draws import Draws
from hawthorne.core.errors import HawthorneError, did_you_mean
from hawthorne.core.performer import AS, FILE, Call, HandBack, Site, parts_of
from hawthorne.core.values import JSON


class NotCallable(HawthorneError):
    """A reference behind which there is nothing to call."""


@dataclass(frozen=True, slots=True)
class PythonPerformer:
    """Calls what `python://` names. A module beside the document is found too."""

    site: Site = field(default_factory=Site)
    shelf: Any = field(default=None, compare=False)
    """Where files go while a run stays in memory."""

    kind: ClassVar[str] = "python"
    version: ClassVar[int] = 1

    @classmethod
    def at(cls, site: Site) -> PythonPerformer:
        return cls(site, None if site.out else tempfile.TemporaryDirectory(prefix="hawthorne-"))

    @classmethod
    def companions(cls, call: Call, home: Path) -> Sequence[str]:
        if call.script is not None:
            return modules_beside(imported(call.script), home)
        return modules_beside([parts_of(call.reference)[1].partition(".")[0]], home)

    @classmethod
    def problem(cls, reference: str, site: Site) -> str | None:
        try:
            found(reference, site.home)
        except NotCallable as error:
            return str(error)
        return None

    def open(self, case: int, draws: Draws) -> PythonMind:
        return PythonMind(self.site, Files(self.site, self.site.out or Path(self.shelf.name), case))

    def describe(self) -> Description:
        return Description(self.kind, {}, reproducible=False, sees="key")


class PythonMind:
    """Performs the calls of one case. Nothing is remembered between them but the files."""

    __slots__ = ("_files", "_site")

    def __init__(self, site: Site, files: Files) -> None:
        self._site = site
        self._files = files

    def answer(self, ask: Ask) -> Reply | Awaitable[Reply]:
        return performed(self._perform, ask, self._site.timeout)

    def recall(self, ask: Ask, answer: Answer | Silence) -> None:
        """What was handed back stands in the record, and its files in the folder."""

    def _perform(self, ask: Ask) -> HandBack:
        view = ask.view
        if "script" in view:
            names = {name: self._value(value) for name, value in view.get("names", {}).items()}
            result = run_script(view["script"], names, self._site.home)
        else:
            result = self._call(view["implementation"], view)
        return hand_back(result, view.get("outputs", ()), self._files)

    def _call(self, reference: str, view: Mapping[str, Any]) -> Any:
        owner, function = found(reference, self._site.home)
        args = [self._value(value) for value in view.get("args", ())]
        named = {name: self._value(value) for name, value in view.get("arguments", {}).items()}
        if "self" in view:
            receiver = self._value(view["self"])
            if isinstance(owner, type) and not isinstance(receiver, owner):
                receiver = owner(receiver)
            args.insert(0, receiver)
        return function(*args, **named)

    def _value(self, value: JSON) -> Any:
        """An argument: files are read, nested calls are made, classes that are named are made of their values."""
        if isinstance(value, list):
            return [self._value(item) for item in value]
        if not isinstance(value, Mapping):
            return value
        if FILE in value:
            return self._read(value)
        if AS in value:
            return _made(value[AS], self._value(value["value"]), self._site.home)
        if "implementation" in value and value.keys() <= {"implementation", "arguments"}:
            arguments = dict(value.get("arguments") or {})
            return self._call(value["implementation"], {"args": arguments.pop("args", ()), "arguments": arguments})
        return {name: self._value(item) for name, item in value.items()}

    def _read(self, reference: Mapping[str, Any]) -> Any:
        content = self._files.read(reference[FILE], reference.get("digest"), reference.get("lists"))
        if "select" in reference:
            content = selected(None, reference["select"], dict.fromkeys(reference["names"], content))
        return _made(reference[AS], content, self._site.home) if AS in reference else content


def _made(name: str, value: Any, home: Path | None) -> Any:
    """An object of a class, made of a value."""
    _, kind = found(f"python://{name}", home)
    return value if isinstance(kind, type) and isinstance(value, kind) else kind(value)


def found(reference: str, home: Path | None) -> tuple[Any, Any]:
    """What holds the callable (its module or class), and the callable. Raises NotCallable.

    >>> found("python://fractions.Fraction.limit_denominator", None)[0]
    <class 'fractions.Fraction'>
    >>> found("python://statistics.meen", None)
    Traceback (most recent call last):
    ...
    hawthorne.actors.performers.python.NotCallable: statistics has no "meen": did you mean "mean" or "fmean"...
    """
    scheme, path, version = parts_of(reference)
    if scheme != "python":
        raise NotCallable(f'"{reference}" cannot be called from Python: write python://module.callable')
    parts = path.split(".")
    owner, rest = _module(parts, home)
    if version is not None:
        _check_version(parts[0], version)
    place: Any = owner
    for k, name in enumerate(rest):
        if not hasattr(place, name):
            where = ".".join(parts[: len(parts) - len(rest) + k])
            raise NotCallable(f'{where} has no "{name}": {_near(name, place)}')
        owner, place = place, getattr(place, name)
    if not rest or not callable(place):
        raise NotCallable(f'"{path}" is not a function: write python://module.function')
    return owner, place


def _near(name: str, place: Any) -> str:
    public = [word for word in dir(place) if not word.startswith("_")]
    close = did_you_mean(name, public)
    return close if not close.startswith("known:") else "it names nothing like it"


def _module(parts: Sequence[str], home: Path | None) -> tuple[Any, Sequence[str]]:
    """The longest module that a dotted path begins with, and what is left of the path."""
    for length in range(len(parts), 0, -1):
        name = ".".join(parts[:length])
        try:
            with beside.visiting(home):
                return importlib.import_module(name), parts[length:]
        except ModuleNotFoundError as error:
            if error.name is None or not (name == error.name or name.startswith(error.name + ".")):
                raise NotCallable(f'"{name}" cannot be imported: {error}') from None
        except Exception as error:
            raise NotCallable(f'"{name}" breaks when it is imported: {type(error).__name__}: {error}') from None
    if hasattr(builtins, parts[0]):
        raise NotCallable(f'there is no module "{parts[0]}": did you mean python://builtins.{".".join(parts)}?')
    raise NotCallable(f'there is no module "{parts[0]}": install it, or put {parts[0]}.py beside the study')


def _check_version(package: str, wanted: str) -> None:
    """A version in a reference is that of the package as it is installed; `1.2` covers `1.2.7`."""
    try:
        there = importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return
    if there != wanted and not there.startswith(wanted + "."):
        raise NotCallable(
            f"{package} {there} is installed, and the study asks for {wanted}: pip install {package}=={wanted}"
        )


def run_script(text: str, names: Mapping[str, Any], home: Path | None = None) -> Any:
    """Run a script in which `names` stand; its result is what it leaves under `result`, else its last line's value.

    >>> run_script("y = x + 1\\ny * 2", {"x": 1})
    4
    >>> run_script("result = len(x)\\nprint()", {"x": "abc"})
    <BLANKLINE>
    3
    """
    tree = ast.parse(text, "<script>")
    scope: dict[str, Any] = {"__name__": "__script__", **names}
    last = tree.body[-1] if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    if last is not None:
        tree.body.pop()
    with beside.visiting(home):
        exec(compile(tree, "<script>", "exec"), scope)
        value = None if last is None else eval(compile(ast.Expression(last.value), "<script>", "eval"), scope)
    return scope.get("result", value)
