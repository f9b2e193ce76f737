"""The script actor: answers written out beforehand, or given by a Python function."""

from __future__ import annotations

import importlib
import inspect
import json
import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar

from hawthorne.core.actor import Description
from hawthorne.core.ask import Answer, Ask, Fault, Reply, Silence
from hawthorne.core.draws import Draws
from hawthorne.core.errors import UsageError
from hawthorne.core.values import JSON, plain

Function = Callable[[Ask], Any]


@dataclass(frozen=True, slots=True)
class ScriptActor:
    """`script:FILE.json` or `script:pkg.mod:function`.

    `answers` is a list, given in order to whatever is asked, or a mapping from step ids or roles to such lists. Each
    case begins its lists anew. An entry is the answer's value; `null` is no answer; `{"value": v, "took": s}` also
    says how many seconds it takes, and `{"silence": reason}` refuses or leaves. `target` names a function of an ask
    that returns a value, an Answer or a Silence.
    """

    answers: Sequence[JSON] | Mapping[str, Sequence[JSON]] | None = None
    target: str | None = None

    kind: ClassVar[str] = "script"
    version: ClassVar[int] = 1

    @classmethod
    def from_spec(cls, text: str) -> ScriptActor:
        """Read the JSON file, or find the function. Raises UsageError."""
        if not text:
            raise UsageError("a script needs its answers: write script:FILE.json or script:package.module:function")
        if Path(text).is_file() or text.endswith(".json"):
            return cls(answers=_read(text))
        function_of(text)
        return cls(target=text)

    def open(self, case: int, draws: Draws) -> ListMind | FunctionMind:
        if self.target is not None:
            return FunctionMind(function_of(self.target))
        return ListMind(self.answers if self.answers is not None else [])

    def describe(self) -> Description:
        """A function may do anything, so nothing is promised of its answers, and it sees what a participant sees. A
        list is written by whoever knows the study: its answers go by step, which a participant never sees."""
        if self.target is not None:
            return Description(self.kind, {"function": self.target}, reproducible=False, sees="view")
        return Description(self.kind, {"answers": plain(self.answers)}, reproducible=True, sees="key")


class ListMind:
    """A case's place in its lists."""

    __slots__ = ("_answers", "_next")

    def __init__(self, answers: Sequence[JSON] | Mapping[str, Sequence[JSON]]) -> None:
        self._answers = answers
        self._next: dict[str, int] = {}

    def answer(self, ask: Ask) -> Reply:
        key, answers = self._list(ask)
        if answers is None:
            known = ", ".join(f'"{key}"' for key in self._answers) or "nothing"
            return Fault(f'the script has no answers for the step "{ask.step}" or the role "{ask.role}", only {known}')
        i = self._next.get(key, 0)
        self._next[key] = i + 1
        if i >= len(answers):
            what = f' for "{key}"' if key else ""
            return Fault(f"the script{what} has {len(answers)} answers, and ask {ask.id} is number {i + 1}")
        return _reply(answers[i])

    def recall(self, ask: Ask, answer: Answer | Silence) -> None:
        """Step past a recorded answer."""
        key, _ = self._list(ask)
        self._next[key] = self._next.get(key, 0) + 1

    def _list(self, ask: Ask) -> tuple[str, Sequence[JSON] | None]:
        answers = self._answers
        if not isinstance(answers, Mapping):
            return "", answers
        key = next((key for key in (ask.step, ask.role) if key in answers), "")
        return key, answers.get(key)


class FunctionMind:
    """Asks a function; whatever goes wrong in it is a fault, not an end."""

    __slots__ = ("_function",)

    def __init__(self, function: Function) -> None:
        self._function = function

    def answer(self, ask: Ask) -> Reply | Awaitable[Reply]:
        try:
            found = self._function(ask)
            return _awaited(found) if inspect.isawaitable(found) else _as_reply(found)
        except Exception as error:
            return _fault(error)

    def recall(self, ask: Ask, answer: Answer | Silence) -> None:
        """A function is told nothing of what it answered before."""


@lru_cache(maxsize=64)
def function_of(target: str) -> Function:
    """The function that `package.module:name` names; modules of the working folder count. Raises UsageError."""
    module, colon, name = target.rpartition(":")
    if not colon or not module or not name:
        raise UsageError(f'"{target}" names no file and no function: write FILE.json or package.module:function')
    try:
        found: Any = _module(module)
    except ImportError as error:
        raise UsageError(f'the script\'s module "{module}" cannot be imported: {error}') from None
    except Exception as error:
        raise UsageError(f'the script\'s module "{module}" breaks: {type(error).__name__}: {error}') from None
    for part in name.split("."):
        if not hasattr(found, part):
            raise UsageError(f'module "{module}" has no function "{name}"')
        found = getattr(found, part)
    if not callable(found):
        raise UsageError(f'"{target}" is not a function')
    function: Function = found
    return function


def _module(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name.partition(".")[0] or str(Path.cwd()) in sys.path:
            raise
    sys.path.insert(0, str(Path.cwd()))  # an installed command does not look into the working folder by itself
    return importlib.import_module(name)


def _read(name: str) -> Sequence[JSON] | Mapping[str, Sequence[JSON]]:
    try:
        answers = json.loads(Path(name).read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(f"{name} cannot be read: {error.strerror}") from None
    except json.JSONDecodeError as error:
        raise UsageError(f"{name}:{error.lineno}:{error.colno}: not JSON: {error.msg}") from None
    except ValueError as error:
        raise UsageError(f"{name} cannot be read: {error}") from None
    rule = 'write a list of answers, or {"STEP or ROLE": [answers]}'
    if isinstance(answers, list):
        return answers
    if not isinstance(answers, dict):
        raise UsageError(f"{name} is no script: {rule}")
    for key, value in answers.items():
        if not isinstance(value, list):
            raise UsageError(f'{name}: the answers for "{key}" are not a list: {rule}')
    return answers


def _reply(entry: JSON) -> Answer | Silence:
    if entry is None:
        return Silence("missed")
    if isinstance(entry, dict) and set(entry) <= {"value", "silence", "took"}:
        if "value" in entry:
            return Answer(entry["value"], entry.get("took"))
        if "silence" in entry:
            return Silence(str(entry["silence"]), entry.get("took"))
    return Answer(entry)


def _as_reply(found: Any) -> Reply:
    if isinstance(found, Answer):
        return found._replace(value=plain(found.value))
    if isinstance(found, Silence | Fault):
        return found
    return Answer(plain(found))


async def _awaited(found: Awaitable[Any]) -> Reply:
    try:
        return _as_reply(await found)
    except Exception as error:
        return _fault(error)


def _fault(error: Exception) -> Fault:
    return Fault(f"{type(error).__name__}: {error}")
