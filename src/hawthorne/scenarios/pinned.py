"""Assertions as a document has them. Each kind of the registry is a frozen dataclass; here its fields become a model of
the document, so that plug-ins' assertions are read, checked and described by the same schema as the built-in ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache, reduce
from operator import or_
from types import UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

from pydantic import BaseModel, Discriminator, StrictBool, StrictStr, create_model
from pydantic import Field as Described
from pydantic.alias_generators import to_camel

from hawthorne.core.registry import names, resolve
from hawthorne.core.values import JSON
from hawthorne.records.judging import Assertion, BotKey, NodeStatus, Ref, RunStatus, Saved, Text, TurnIndex
from hawthorne.scenarios.fields import OURS, Key, Maybe, Number, Part, Values, Whole, Words

ORIGINAL_KINDS = frozenset({
    "sendNotQueued", "toolCalls", "toolNames", "turnOrder", "instructionsInclude", "systemPromptIncludes",
    "systemPromptOmits", "promptIncludes", "handoffTree", "transcriptIncludes", "gateAnswer", "routineRunSnapshot",
    "activitySeen", "noActivityPrefix", "activityCount",
})  # fmt: skip
"""The kinds of the original format."""

_TYPES: dict[Any, Any] = {
    str: StrictStr, int: Whole, bool: StrictBool, float: Number, BotKey: Key, Saved: StrictStr, TurnIndex: Whole,
    Text: Words, NodeStatus: StrictStr, RunStatus: StrictStr, Ref: StrictStr,
}  # fmt: skip
_WORDS = (BotKey, Saved, TurnIndex, Text, NodeStatus, RunStatus, Ref)


_hints: Callable[[Any], dict[str, Any]] = cache(get_type_hints)
"""The types of a dataclass's fields, looked up once."""


def kinds() -> dict[str, type[Assertion]]:
    """Every kind of assertion by its word."""
    return {name: resolve("assertions", name) for name in names("assertions")}


def document_types() -> Any:
    """The union of all kinds, told apart by `kind`."""
    return _union(tuple(kinds().items()))


@cache
def _union(found: tuple[tuple[str, type[Assertion]], ...]) -> Any:
    models = [_model(assertion, name) for name, assertion in found]
    return Annotated[reduce(or_, models), Discriminator("kind")]


@cache
def _model(form: type[Any], kind: str | None = None) -> type[Part]:
    """The model of a dataclass: its fields in camelCase, and its kind."""
    hints = _hints(form)
    made: dict[str, Any] = {} if kind is None else {"kind": (Literal[kind], ...)}
    made |= {each.name: (_type(hints[each.name]), _described(each)) for each in fields(form)}
    name = form.__name__ if kind is None else f"{form.__name__}Assertion"
    return create_model(name, __base__=Part, __doc__=form.__doc__, __module__=__name__, **made)


def _described(field: Field[Any]) -> Any:
    extra: dict[str, Any] = {"json_schema_extra": OURS} if field.metadata.get("extension") else {}
    if field.default is not MISSING:
        return Described(default=field.default, **extra)
    if field.default_factory is not MISSING:
        return Described(default_factory=field.default_factory, **extra)
    return Described(**extra)


def _type(hint: Any) -> Any:
    """The type of a document's field for that of a dataclass's: exact, and never null where None means absent."""
    if hint in _TYPES:
        return _TYPES[hint]
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType) and type(None) in arguments:
        rest = [each for each in arguments if each is not type(None)]
        inner: Any = _type(Text if set(rest) == set(get_args(Text)) else rest[0])
        return Maybe[inner]  # type: ignore[misc]
    if origin is tuple:
        item: Any = _type(arguments[0])
        return tuple[item, ...]
    if isinstance(origin, type) and issubclass(origin, Mapping):
        member: Any = _type(arguments[1])
        return Values if arguments[1] is Any else dict[str, member]
    return _model(hint) if isinstance(hint, type) and is_dataclass(hint) else hint


def assertion_of(pinned: Any) -> Assertion:
    """The assertion that a document's part stands for."""
    made: Assertion = _made(resolve("assertions", pinned.kind), pinned)
    return made


def _made(form: type[Any], part: BaseModel) -> Any:
    hints = _hints(form)
    return form(**{each.name: _value(hints[each.name], getattr(part, each.name)) for each in fields(form)})


def _value(hint: Any, value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(_value(get_args(hint)[0], each) for each in value)
    return _made(hint, value) if isinstance(value, BaseModel) else value


def as_json(assertion: Assertion) -> dict[str, JSON]:
    """An assertion as its file has it, without what is as if it were left out.

    >>> import hawthorne.plugins
    >>> as_json(resolve("assertions", "threadCount")("lead", 2))
    {'kind': 'threadCount', 'bot': 'lead', 'count': 2}
    """
    return {"kind": assertion.kind} | _json(assertion)


def _json(part: Any) -> dict[str, JSON]:
    return {to_camel(each.name): _plain(value) for each in fields(part)
            for value in [getattr(part, each.name)] if value is not None and not _default(each, value)}  # fmt: skip


def _default(field: Field[Any], value: Any) -> bool:
    if field.default_factory is not MISSING:
        return bool(value == field.default_factory())
    return field.default is not MISSING and value == field.default


def _plain(value: Any) -> JSON:
    if is_dataclass(value):
        return _json(value)
    return [_plain(each) for each in value] if isinstance(value, (list, tuple)) else value


class Use(NamedTuple):
    """A word in an assertion that refers to something: which type of word, what it says, and the way to it."""

    what: Any
    value: Any
    path: tuple[str | int, ...]


def uses(part: Any, path: tuple[str | int, ...] = ()) -> Iterator[Use]:
    """Everything that an assertion's fields refer to, by their types (see `hawthorne.records.judging`)."""
    hints = _hints(type(part))
    for each in fields(part):
        yield from _uses(hints[each.name], getattr(part, each.name), (*path, to_camel(each.name)))


def _uses(hint: Any, value: Any, path: tuple[str | int, ...]) -> Iterator[Use]:
    if value is None:
        return
    if hint in _WORDS:
        yield Use(hint, value, path)
    elif isinstance(value, Mapping) and get_args(hint)[1:] == (Any,):
        yield Use(Mapping, value, path)
    elif is_dataclass(value):
        yield from uses(value, path)
    elif isinstance(value, tuple):
        for i, item in enumerate(value):
            yield from _uses(get_args(hint)[0], item, (*path, i))
    elif type(None) in get_args(hint):
        rest = [each for each in get_args(hint) if each is not type(None)]
        wanted = Text if set(rest) == set(get_args(Text)) else rest[0]
        yield from _uses(wanted, value, path)
