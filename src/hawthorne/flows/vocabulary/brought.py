"""A project's own vocabularies: files beside the study, named by `vocabularies:` under its `definitions`.

They are written as those of the package are (see `load`), with a `prefix` and a `uri` of their own.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from hawthorne.core.document import Source
from hawthorne.core.errors import Finding, did_you_mean
from hawthorne.core.place import Place
from hawthorne.flows.vocabulary.load import PREFIXES, ROLES, load

KEY = "vocabularies"
PARTS = frozenset({"super", "extends", "abstract", "result", "branching", "properties", "about"})


def brought(names: str, folder: Path | None, place: Place) -> tuple[tuple[Source, ...], tuple[Finding, ...]]:
    """The vocabulary files that a study names (one text, names apart by spaces), and what is wrong with them; a file
    with a fault is left out."""
    sources: list[Source] = []
    findings: list[Finding] = []
    for name in names.split():
        try:
            data = ((folder or Path()) / name).read_bytes()
        except OSError as error:
            message = f'the vocabulary "{name}" cannot be read: {error.strerror}'
            findings.append(Finding("error", "vocabulary", message, "put it beside the study", place))
            continue
        found = list(faults(name, data))
        findings += found
        if not found:
            sources.append(Source(name, data))
    return tuple(sources), tuple(findings)


def faults(name: str, data: bytes) -> Iterator[Finding]:
    """What is wrong with a vocabulary file, all at once."""
    try:
        content = json.loads(data)
    except json.JSONDecodeError as error:
        yield Finding(
            "error", "vocabulary", f"this is no JSON: {error.msg}", "", Place(name, error.lineno, error.colno)
        )
        return
    except UnicodeDecodeError:
        yield Finding("error", "vocabulary", "this is not UTF-8", "", Place(name, 1, 1))
        return
    where = Place(name, 1, 1)

    def fault(message: str, fix: str = "") -> Finding:
        return Finding("error", "vocabulary", message, fix, where)

    if not isinstance(content, dict):
        yield fault("a vocabulary is a mapping", 'write {"prefix": ..., "uri": ..., "types": {...}}')
        return
    prefix = content.get("prefix")
    if not isinstance(prefix, str) or not prefix.isalpha() or not prefix.islower():
        yield fault(f"the prefix is {prefix!r}", "write a word in lower case")
    elif prefix in PREFIXES:
        yield fault(f'the prefix "{prefix}" is one of the package\'s own', "take another")
    if not isinstance(content.get("uri"), str) or "://" not in str(content.get("uri")):
        yield fault(f"the uri is {content.get('uri')!r}", "write a URL of your own")
    if not isinstance(content.get("enumerations", {}), dict):
        yield fault("`enumerations` is no mapping")
    types = content.get("types")
    if not isinstance(types, dict):
        yield fault("`types` is no mapping", 'write {"Name": {"super": ["bpmn:Task"], "properties": {...}}}')
        return
    for type_name, spec in types.items():
        yield from _of_type(str(prefix), types, type_name, spec, fault)


Fault = Callable[..., Finding]


def _of_type(prefix: str, types: dict[str, Any], name: str, spec: Any, fault: Fault) -> Iterator[Finding]:
    if not isinstance(spec, dict):
        yield fault(f'the type "{name}" is no mapping')
        return
    for key in spec.keys() - PARTS:
        yield fault(f'the type "{name}" has the key "{key}"', did_you_mean(key, PARTS))
    for base in (*spec.get("super", ()), *spec.get("extends", ())):
        qualified = base if ":" in str(base) else f"{prefix}:{base}"
        own, _, local = str(qualified).partition(":")
        known = local in types if own == prefix else _builtin(str(qualified))
        if not known:
            yield fault(f'the type "{name}" builds on "{base}", which no vocabulary has')
    for key, declared in (spec.get("properties") or {}).items():
        roles = [role for role in ROLES if isinstance(declared, dict) and role in declared]
        if len(roles) != 1:
            yield fault(f'"{name}.{key}" has {len(roles)} of {", ".join(ROLES)}', 'write one: {"value": "String"}')


def _builtin(name: str) -> bool:
    return any(name in (known, f"bpmn:{known}") for known in load(()).every())
