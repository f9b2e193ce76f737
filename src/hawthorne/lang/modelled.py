"""From a JSON value to a frozen pydantic model, and from pydantic's errors to findings: one maker for every wing."""

from __future__ import annotations

import types
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel, Tag, ValidationError

from hawthorne.core.errors import Finding, did_you_mean, nearest
from hawthorne.core.values import JSON, shown
from hawthorne.lang.parsed import Places

M = TypeVar("M", bound=BaseModel)


def decode(
    model: type[M], value: JSON, places: Places, codes: Mapping[str, str] | None = None,
    patterns: Mapping[str, str] | None = None,
) -> tuple[M | None, list[Finding]]:  # fmt: skip
    """The model of a value, or the findings that say why there is none, all at once.

    A finding's code is one of `CODES`; `codes` gives them other names; `patterns` says the
    models' regular expressions in words. Unions should be discriminated (by a field or
    by a callable with tags): of any other union pydantic reports every member's errors.
    """
    found = [
        Finding("error", (codes or {}).get("bad-value", "bad-value"), f"{shown(value_there)} does not fit into 64 bits",
                "write a number of at most eighteen digits", places.of(path))
        for path, value_there in _too_large(value, ())
    ]  # fmt: skip
    try:
        made = model.model_validate(value)
    except ValidationError as error:
        errors = error.errors(include_url=False)
        found += [_finding(model, value, each, places, codes or {}, patterns or {}) for each in errors]
    if found:
        return None, sorted(found, key=lambda finding: (finding.place.line or 0, finding.place.column or 0))
    return made, []


BEYOND = 2**63
"""From here on whole numbers do not fit into 64 bits, in which records are written."""


def _too_large(value: JSON, path: tuple[str | int, ...]) -> Iterator[tuple[tuple[str | int, ...], int]]:
    """The whole numbers that no record can hold, with their paths."""
    if isinstance(value, int) and not -BEYOND <= value < BEYOND:
        yield path, value
    elif isinstance(value, (dict, list)):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _too_large(inner, (*path, key))


CODES = ("unknown-key", "missing", "wrong-type", "bad-value", "unknown-kind")

UNKNOWN_KINDS = frozenset({"union_tag_invalid", "union_tag_not_found"})
TYPES = {
    "dict_type": "an object", "model_type": "an object", "list_type": "a list", "tuple_type": "a list",
    "string_type": "a text", "int_type": "a whole number", "int_from_float": "a whole number",
    "int_parsing": "a whole number", "float_type": "a number", "float_parsing": "a number",
    "bool_type": "true or false", "bool_parsing": "true or false", "none_required": "null",
    "finite_number": "a finite number", "model_attributes_type": "an object",
}  # fmt: skip
"""What pydantic's errors about types ask for, in words."""


BOUNDS = {
    "greater_than_equal": "at least {ge}", "greater_than": "more than {gt}", "less_than_equal": "at most {le}",
    "less_than": "less than {lt}",
    "too_long": "at most {max_length} values", "too_short": "at least {min_length} values",
    "string_too_short": "at least {min_length} characters", "string_too_long": "at most {max_length} characters",
}  # fmt: skip
"""What pydantic's errors about sizes ask for, in words."""
APART = 2
"""By how many letters a key and its slip differ in length at most: else all keys are listed."""


def _finding(
    model: type[BaseModel], value: JSON, error: Any, places: Places, codes: Mapping[str, str],
    patterns: Mapping[str, str],
) -> Finding:  # fmt: skip
    path, there = _path(value, error["loc"], error["type"] == "missing")
    kind, context = error["type"], error.get("ctx", {})
    code, message, fix = "bad-value", "", ""
    if kind == "extra_forbidden":
        code, message = "unknown-key", f'unknown key "{path[-1]}"'
        fix = _known_keys(str(path[-1]), sorted(_keys(model, error["loc"][:-1]))) or "it has no keys"
    elif kind == "missing" and isinstance(path[-1], int):
        code, message = "missing", f"value {path[-1] + 1} of the list is missing"
        fix = f"write at least {path[-1] + 1} values"
    elif kind == "missing":
        code, message, fix = "missing", f'"{path[-1]}" is missing', f'write "{path[-1]}"'
    elif kind in UNKNOWN_KINDS:
        code = "unknown-kind"
        message, fix = _unknown_kind(there, context, sorted(_tags(model, error["loc"])))
        if kind == "union_tag_invalid" and isinstance(there, dict) and _tag_key(context) in there:
            path = [*path, _tag_key(context)]
    elif kind in TYPES:
        code, message = "wrong-type", f"{shown(there)} is not {TYPES[kind]}"
        fix = f"write {TYPES[kind]}{_hint(model, error, there)}"
    elif kind in ("literal_error", "enum"):
        message, fix = f"{shown(there)} is not one of the words", _words(there, context)
    elif kind == "value_error":
        message = f"{shown(there)}: {context['error']}" if path else str(context["error"])
        fix = "change it so that this holds"
    elif kind in BOUNDS:
        message, fix = f"{shown(there)} is not valid here", f"write {BOUNDS[kind].format(**context)}"
    elif kind == "string_pattern_mismatch" and context["pattern"] in patterns:
        message, fix = f"{shown(there)} is not valid here", f"write {patterns[context['pattern']]}"
    else:
        message, fix = f"{shown(there)} is not valid here", error["msg"][0].lower() + error["msg"][1:]
    return Finding("error", codes.get(code, code), message, fix, places.of(path))


def _hint(model: type[BaseModel], error: Any, there: JSON) -> str:
    """How a value of the right type would be written."""
    if error["type"] == "string_type" and isinstance(there, (bool, int, float)):
        return f': put it in quotes, as in "{str(there).lower() if isinstance(there, bool) else there}"'
    keys = sorted(_keys(model, error["loc"])) if error["type"] in ("model_type", "model_attributes_type") else []
    return f"; its keys are {', '.join(keys)}" if keys else ""


def _known_keys(word: str, known: Sequence[str]) -> str:
    """The key that a slip stands for, or all keys."""
    close = [key for key in nearest(word, known) if abs(len(key) - len(word)) <= APART]
    return did_you_mean(word, close) if close else f"known: {', '.join(known)}" if known else ""


def _path(value: JSON, location: Sequence[str | int], missing: bool = False) -> tuple[list[str | int], JSON]:
    """The part of a location that leads through the value (tags of unions are left out), and what is there. `missing`
    says that the last piece is a key that is not there.

    A tag may be spelled as a key is; of two readings, the one that comes to the location's end is meant.
    """
    if not location:
        return [], value
    piece, rest = location[0], location[1:]
    skipped = _path(value, rest, missing)
    if _leads(value, piece):
        path, there = _path(value[piece], rest, missing)
        taken = [piece, *path], there
    elif missing and isinstance(value, dict) and not rest:
        taken = [piece], None  # the key that is missing
    else:
        return skipped
    ends = [path[-1:] == [location[-1]] for path, _ in (skipped, taken)]
    return skipped if ends == [True, False] else taken


def _leads(value: JSON, piece: str | int) -> bool:
    """Whether a piece of a location is a key or an index of the value."""
    if isinstance(value, dict):
        return piece in value
    return isinstance(value, list) and isinstance(piece, int) and piece < len(value)


def _keys(model: type[BaseModel], location: Sequence[str | int]) -> set[str]:
    """The keys of the model at a location."""
    return {name for each in _here(model, location) for name in _names(each)}


def _tags(model: type[BaseModel], location: Sequence[str | int]) -> set[str]:
    """The tags of the union at a location."""
    members = [each for here in _here(model, location) for each in _members(here, keep_tags=True)]
    return {tag for tag in map(_tag, members) if tag is not None}


def _here(model: type[BaseModel], location: Sequence[str | int]) -> list[Any]:
    """The annotations at a location."""
    here: list[Any] = [model]
    for piece in location:
        here = [inner for each in here for inner in _inside(each, piece)] or here
    return here


def _names(annotation: Any) -> Iterator[str]:
    for each in _members(annotation):
        if isinstance(each, type) and issubclass(each, BaseModel):
            yield from (field.alias or name for name, field in each.model_fields.items())


def _inside(annotation: Any, piece: str | int) -> Iterator[Any]:
    """The annotations that a piece of a location leads to: a field's, an item's, a value's, or a tagged member."""
    if isinstance(piece, str):
        tagged = [each for each in _members(annotation, keep_tags=True) if _tag(each) == piece]
        if tagged:
            yield from tagged
            return
    for each in _members(annotation):
        origin, arguments = get_origin(each), get_args(each)
        if isinstance(each, type) and issubclass(each, BaseModel):
            for name, field in each.model_fields.items():
                if piece in (name, field.alias):
                    yield field.annotation
                elif field.discriminator is None and piece == each.__name__:
                    yield each
        elif origin in (tuple, list, Sequence) or (origin is not None and origin.__name__ == "Sequence"):
            yield arguments[0]
        elif origin in (dict, Mapping) or (origin is not None and origin.__name__ == "Mapping"):
            yield arguments[1]


def _members(annotation: Any, keep_tags: bool = False) -> Iterator[Any]:
    """The members of a union, however it is wrapped."""
    if get_origin(annotation) is Annotated:
        inner = get_args(annotation)[0]
        if keep_tags and _tag(annotation) is not None:
            yield annotation
        else:
            yield from _members(inner, keep_tags)
    elif get_origin(annotation) in (Union, types.UnionType):
        for each in get_args(annotation):
            yield from _members(each, keep_tags)
    else:
        yield annotation


def _tag(annotation: Any) -> str | None:
    """The tag under which a union knows a member: said outright, or the one value of its literal field."""
    if get_origin(annotation) is Annotated:
        said = next((each.tag for each in get_args(annotation)[1:] if isinstance(each, Tag)), None)
        return said if said is not None else _tag(get_args(annotation)[0])
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        for name in ("kind", "type"):
            field = annotation.model_fields.get(name)
            if field is not None and len(get_args(field.annotation)) == 1:
                return str(get_args(field.annotation)[0])
    return None


def _unknown_kind(there: JSON, context: Mapping[str, Any], known: Sequence[str]) -> tuple[str, str]:
    key, tag = _tag_key(context), context.get("tag")
    if tag is not None:
        return f'unknown {key or "kind"} "{tag}"', did_you_mean(str(tag), known)
    return f'"{key}" is missing' if key else f"{shown(there)} is of no known kind", f"known: {', '.join(known)}"


def _tag_key(context: Mapping[str, Any]) -> str:
    """The field by which a union is told apart; empty for a callable."""
    said = str(context.get("discriminator", "")).strip("'")
    return "" if said.endswith("()") else said


def _words(there: JSON, context: Mapping[str, Any]) -> str:
    known = [word.strip().strip("'") for part in str(context["expected"]).split(" or ") for word in part.split(",")]
    return did_you_mean(there, known) if isinstance(there, str) else f"known: {', '.join(known)}"
