"""References: how a scenario names what has an id only when it is played.

A text whose first character is `@` is a reference as a whole: `@key` is a bot's id, `@key.thread` the thread it was
created with, `@key.node` the thread of its first handoff node; `@routine:name` is a routine's id, `@thread:name` that
of a thread which a step opened. `@@` is the escape: `@@x` means the text `@x`. An object with the one key `$from` is a
binding (see `hawthorne.lang.bindings`); one with the key `$msg` is a sentence of the harness.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, Literal, NamedTuple

from hawthorne.core.errors import did_you_mean
from hawthorne.core.values import JSON
from hawthorne.lang.bindings import FROM, Binding, is_binding
from hawthorne.records.evidence import Evidence

Named = Literal["routine", "thread"]
MESSAGE = "$msg"
NAMED: tuple[Named, ...] = ("routine", "thread")
"""What is named as `@what:name`."""
Path = tuple[str | int, ...]


class Reference(NamedTuple):
    """What a text refers to: a `bot`, its `original` thread, its first handoff `node`, a `routine`, or a `thread` that
    the scenario opened; and its name."""

    what: Literal["bot", "original", "node", "routine", "thread"]
    name: str

    @classmethod
    def of(cls, text: str, bots: Collection[str]) -> Reference:
        """Read a reference (a text that begins with `@`). A bot whose key has a dot goes before a dotted form.

        >>> Reference.of("@lead.node", ["lead"]), Reference.of("@routine:night", [])
        (Reference(what='node', name='lead'), Reference(what='routine', name='night'))
        """
        name = text[1:]
        if name in bots:
            return cls("bot", name)
        for what in NAMED:
            if name.startswith(f"{what}:"):
                return cls(what, name.removeprefix(f"{what}:"))
        key, _, suffix = name.rpartition(".")
        if suffix == "thread" and key in bots:
            return cls("original", key)
        if suffix == "node" and key in bots:
            return cls("node", key)
        return cls("bot", name)


def is_reference(value: JSON) -> bool:
    """Whether a value is a reference, and not an escape.

    >>> is_reference("@lead"), is_reference("@@lead"), is_reference("a@b.c")
    (True, False, False)
    """
    return isinstance(value, str) and value.startswith("@") and not value.startswith("@@")


class Meaning(NamedTuple):
    """What references, bindings and wordings mean: three functions, each of which raises ValueError."""

    refers: Callable[[Reference], JSON]
    binds: Callable[[Binding], JSON]
    says: Callable[[Mapping[str, str]], str]


def resolve(value: JSON, meaning: Meaning, bots: Collection[str]) -> JSON:
    """A value with everything that stands for something else replaced, in lists and in the values of objects.

    Raises ValueError for what means nothing.

    >>> meaning = Meaning(lambda ref: {"ops": "id7"}[ref.name], lambda binding: 0, lambda message: "")
    >>> resolve({"bot_ids": ["@ops"], "note": "mail a@b.c", "deep": {"x": ["@ops", "@@literal"]}}, meaning, ["ops"])
    {'bot_ids': ['id7'], 'note': 'mail a@b.c', 'deep': {'x': ['id7', '@literal']}}
    """
    if isinstance(value, str):
        if is_reference(value):
            return meaning.refers(Reference.of(value, bots))
        return value[1:] if value.startswith("@@") else value
    if isinstance(value, Mapping):
        if is_binding(value):
            return meaning.binds(Binding.of(value[FROM]))
        if MESSAGE in value:
            return meaning.says(value)
        return {key: resolve(item, meaning, bots) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [resolve(item, meaning, bots) for item in value]
    return value


def found(value: JSON, path: Path = ()) -> Iterator[tuple[Path, JSON]]:
    """Every reference, binding and wording in a value, with the way to it.

    >>> list(found({"a": ["@x", "y"], "b": {"$from": "call0.result"}}))
    [(('a', 0), '@x'), (('b',), {'$from': 'call0.result'})]
    """
    if is_reference(value) or (isinstance(value, Mapping) and (FROM in value or MESSAGE in value)):
        yield path, value
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from found(item, (*path, key))
    elif isinstance(value, (list, tuple)):
        for i, item in enumerate(value):
            yield from found(item, (*path, i))


_PLACE = re.compile(r"\{(\w+)\}")


def say(message: Mapping[str, str], wording: Mapping[str, str]) -> str:
    """A sentence of the harness with its placeholders filled; it ends before the first that has no value, so that the
    beginning of a longer sentence can be named. Raises ValueError for an unknown key, and for a value that the sentence
    has no place for.

    >>> wording = {"chip.replied": "{name} replied", "vm.waiting": "Waiting for the computer, held by {holder}"}
    >>> say({"$msg": "chip.replied", "name": "Ada"}, wording), say({"$msg": "vm.waiting"}, wording)
    ('Ada replied', 'Waiting for the computer, held by ')
    """
    key = message[MESSAGE]
    if key not in wording:
        raise ValueError(f'the harness has no wording "{key}": {did_you_mean(key, wording)}')
    places = _PLACE.findall(wording[key])
    for name in message.keys() - {MESSAGE, *places}:
        raise ValueError(f'the wording "{key}" has no place "{name}": {did_you_mean(name, places) or "it has none"}')
    said = ""
    rest = wording[key]
    while rest:
        text, brace, after = rest.partition("{")
        said += text
        name, end, rest = after.partition("}")
        if not brace:
            break
        if not end or name not in message:
            break
        said += message[name]
    return said


def in_evidence(evidence: Evidence) -> Callable[[JSON], JSON]:
    """What values mean in a run that has been played, for those who judge it."""

    def refers(reference: Reference) -> JSON:
        what, name = reference
        if what == "routine":
            return _known(evidence.routines, name, "routine")
        if what == "thread":
            return _known(evidence.opened, name, "thread")
        if what == "original":
            return _known(evidence.active_threads, name, "bot")
        if what == "node":
            nodes = evidence.nodes_of(name)
            if not nodes:
                raise ValueError(f'"{name}" has no handoff node')
            return nodes[0].thread_id
        return _known(evidence.bots, name, "bot").id

    def binds(binding: Binding) -> JSON:
        raise ValueError("a value that a call returned can be named in the arguments of a call only")

    meaning = Meaning(refers, binds, lambda message: say(message, evidence.wording))
    return lambda value: resolve(value, meaning, evidence.bots)


def _known(table: Mapping[str, Any], name: str, word: str) -> Any:
    if name not in table:
        raise ValueError(f'unknown {word} "{name}": {did_you_mean(name, table)}')
    return table[name]
