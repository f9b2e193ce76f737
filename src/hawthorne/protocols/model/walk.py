"""A walk over a protocol by its types: every text with its place and with who may read it.

What to do with a type is worked out once a type; a walk touches only the fields that can hold texts.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from hawthorne.protocols.model.part import Means

Path = tuple[str | int, ...]


class Text(NamedTuple):
    """A text of a protocol: its path in the JSON form, and what it is (None: a text inside a plain value, such as a
    value of a draw). `key` says that it is not a value but a key."""

    path: Path
    value: str
    means: Means | None
    key: bool = False


Walk = Callable[[Any, Path], Iterator[Text]]


def texts(part: BaseModel, path: Path = ()) -> Iterator[Text]:
    """Every text of a part and of all that it holds, in the order of the model, words of closed lists left out."""
    for name, alias, walk in _fields(type(part)):
        value = getattr(part, name)
        if value is not None and value != () and name in part.model_fields_set:
            yield from walk(value, (*path, alias))


def parts(part: BaseModel, path: Path = ()) -> Iterator[tuple[Path, BaseModel]]:
    """A part and every part that it holds, each with its path, outer ones first."""
    yield path, part
    for name, field in type(part).model_fields.items():
        value = getattr(part, name)
        if name in part.model_fields_set and value.__class__ not in (str, int, float, bool):
            yield from _inner(value, (*path, field.alias or name))


def _inner(value: Any, path: Path) -> Iterator[tuple[Path, BaseModel]]:
    if isinstance(value, BaseModel):
        yield from parts(value, path)
    elif isinstance(value, tuple):
        for i, item in enumerate(value):
            yield from _inner(item, (*path, i))
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _inner(item, (*path, key))


def keys_that_mean(model: type[BaseModel], *means: Means) -> frozenset[str]:
    """The keys of a model, and of the models below it, whose texts are of one of these kinds."""
    return frozenset(
        field.alias or name
        for each in models(model)
        for name, field in each.model_fields.items()
        if not means_of(_annotated(field)).isdisjoint(means)
    )


@cache
def models(model: type[BaseModel]) -> tuple[type[BaseModel], ...]:
    """A model and every model below it, each once."""
    found: dict[type[BaseModel], None] = {model: None}
    queue = [model]
    while queue:
        for field in queue.pop().model_fields.values():
            for each in _held(field.annotation):
                if each not in found:
                    found[each] = None
                    queue.append(each)
    return tuple(found)


def means_of(annotation: Any) -> frozenset[Means]:
    """What the texts of a type are, those of models inside it left out."""
    if get_origin(annotation) is Annotated:
        inner, *extra = get_args(annotation)
        said = frozenset(each for each in extra if isinstance(each, Means))
        return said or means_of(inner)
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return frozenset()
    return frozenset().union(
        *(means_of(each) for each in get_args(annotation) if get_origin(annotation) is not Literal)
    )


def _annotated(field: FieldInfo) -> Any:
    """A field's type with what pydantic took off it."""
    return Annotated[(field.annotation, *field.metadata)] if field.metadata else field.annotation


def _held(annotation: Any) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    elif get_origin(annotation) is not Literal:
        for each in get_args(annotation):
            yield from _held(each)


@cache
def _fields(model: type[BaseModel]) -> tuple[tuple[str, str, Walk], ...]:
    made = []
    for name, field in model.model_fields.items():
        walk = _walk(_annotated(field))
        if walk is not None:
            made.append((name, field.alias or name, walk))
    return tuple(made)


def _walk(annotation: Any, means: Means = Means.OPERATOR) -> Walk | None:
    """How to walk a value of a type, or None where it holds no text."""
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        said = next((each for each in arguments[1:] if isinstance(each, Means)), means)
        return _walk(arguments[0], said)
    if annotation is str:
        return lambda value, path: iter((Text(path, value, means),)) if isinstance(value, str) else iter(())
    if annotation is Any:
        return _plain
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return lambda value, path: texts(value, path) if isinstance(value, BaseModel) else iter(())
    if origin is Literal or annotation in (int, float, bool, type(None)):
        return None
    if origin in (Union, types.UnionType):
        return _any_of([walk for walk in (_walk(each, means) for each in arguments) if walk is not None], arguments)
    if origin is tuple:
        return _each(_walk(arguments[0], means))
    if origin is dict:
        return _members(_walk(arguments[0], means), _walk(arguments[1], means))
    raise TypeError(f"a field of the type {annotation!r} cannot be walked")


def _any_of(walks: list[Walk], arguments: tuple[Any, ...]) -> Walk | None:
    """A union's members differ in the class of their values: each walk passes over those that are not its own."""
    if not walks:
        return None
    words = {word for each in arguments for word in (get_args(each) if get_origin(each) is Literal else ())}

    def walk(value: Any, path: Path) -> Iterator[Text]:
        if isinstance(value, BaseModel):
            yield from texts(value, path)
        elif not (isinstance(value, str) and value in words):
            for each in walks:
                found = list(each(value, path))
                if found:
                    yield from found
                    return

    return walk


def _each(inner: Walk | None) -> Walk | None:
    if inner is None:
        return None

    def walk(value: Any, path: Path) -> Iterator[Text]:
        if isinstance(value, tuple):
            for i, item in enumerate(value):
                if item is not None:
                    yield from inner(item, (*path, i))

    return walk


def _members(key: Walk | None, inner: Walk | None) -> Walk:
    def walk(value: Any, path: Path) -> Iterator[Text]:
        if isinstance(value, dict):
            for name, item in value.items():
                if key is not None:
                    yield from (text._replace(key=True) for text in key(name, (*path, name)))
                if inner is not None and item is not None:
                    yield from inner(item, (*path, name))

    return walk


def _plain(value: Any, path: Path) -> Iterator[Text]:
    """The texts of a value that no type describes."""
    if isinstance(value, str):
        yield Text(path, value, None)
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield Text((*path, key), key, None, key=True)
            yield from _plain(item, (*path, key))
    elif isinstance(value, (list, tuple)):
        for i, item in enumerate(value):
            yield from _plain(item, (*path, i))
