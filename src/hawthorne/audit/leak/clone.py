"""Clones of a protocol that must be played just like it: under fresh ids, with other words and numbers for operators,
with the arms in another order.

A token is `hsx` and 12 hexadecimal digits, the same for the same text. Ids that are also values which the document
shows (a draw of "red" and "blue", written out in a text) stay, since participants do see them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import orjson

from hawthorne.audit.leak import rewrite
from hawthorne.core.document import Document, Source
from hawthorne.core.values import JSON
from hawthorne.lang import feel
from hawthorne.lang.feel import FeelError
from hawthorne.protocols.check.facts import Facts
from hawthorne.protocols.compile.expressions import ROOTS
from hawthorne.protocols.compile.piping import split
from hawthorne.protocols.design import LARGE
from hawthorne.protocols.kind import json_form
from hawthorne.protocols.model import Means, Protocol
from hawthorne.protocols.model.walk import Path, Text

TOKEN = "hsx"


def token(text: str, salt: str = "") -> str:
    """
    >>> token("hi")
    'hsxbfa20001753d'
    """
    return TOKEN + hashlib.blake2b(f"{salt}:{text}".encode(), digest_size=6).hexdigest()


@dataclass(frozen=True)
class Clone:
    """A clone, and what its tokens stand for, with what that is (`id "hi"`)."""

    document: Document
    tokens: Mapping[str, str] = field(default_factory=dict)


def fresh(document: Document) -> Clone:
    """The protocol under fresh ids: of arms, factors, levels, options, rows, stages, pages, items, responses, draws,
    loops, roles, assets and everything else that has one."""
    facts = Facts(document)
    kept = visible(facts) | rewrite.WORDS
    names = {text.value: token(text.value) for text in facts.texts if _names(text) and text.value not in kept}
    means = {(text.path, text.key): text.means for text in facts.texts}

    def value(path: Path, text: str) -> str:
        if not played(path) or (path, False) not in means:  # a word of a closed list
            return text
        match means[path, False]:
            case Means.SHOWN:
                return rewrite.shown(text, names)
            case Means.EXPRESSION:
                return rewrite.expression(text, names)
        if text.startswith("=") and "scripted" in path:
            return f"= {rewrite.expression(text[1:].strip(), names)}"
        word, colon, rest = text.partition(":")
        if colon and word == "loop":
            return f"loop:{names.get(rest, rest)}"
        return names.get(text, text)

    def key(path: Path, text: str) -> str:
        if (path, True) not in means or not played(path):
            return text
        if "data" in path and "reveal" in path:  # an event's data are shown under their keys
            return text
        return rewrite.expression(text, names) if "." in text else names.get(text, text)

    made = _made(document, _mapped(json_form(document), (), value, key))
    return Clone(made, {new: f'id "{old}"' for old, new in names.items()})


OPAQUE = frozenset({"cites", "extensions", "instrument", "language", "schema", "version", "withheld"})
"""Parts of a protocol whose words are not renamed: cites are of no matter here, and a task has its own words."""
FILES = frozenset({"path", "file"})


def played(path: Path) -> bool:
    return not OPAQUE.intersection(path) and (not path or path[-1] not in FILES)


def _names(text: Text) -> bool:
    """Whether a text is where something gets its id."""
    if text.key or not played(text.path):
        return False
    last = text.path[-1]
    return (text.means is Means.ID and last in ("id", "as")) or (len(text.path) > 2 and text.path[-2] == "levels"
                                                               and text.path[0] == "factors")  # fmt: skip


def visible(facts: Facts) -> set[str]:
    """Texts among the plain values of draws, loops and feeds that the document shows."""
    roots: set[tuple[str, str]] = set()
    queue = [part[0] for text in facts.texts if text.means is Means.SHOWN for part in split(text.value)
             if isinstance(part, tuple)]  # fmt: skip
    queue += [text.value for text in facts.texts if text.means is Means.EXPRESSION and "reveal" in text.path
              and "data" in text.path]  # fmt: skip
    calcs = facts.by_id["calcs"]
    while queue:
        for path in _paths(queue.pop()):
            if len(path) < 2 or path[:2] in roots:
                continue
            roots.add((path[0], path[1]))
            if path[0] == "calc" and path[1] in calcs:
                queue.append(calcs[path[1]].expr)
    found: set[str] = set()
    for root, name in roots:
        part: Any = facts.by_id.get(f"{root}s", {}).get(name)
        if root in ("draw", "loop", "feed") and part is not None:
            values = part.over if root == "loop" else (part.from_, part.by_arm) if root == "draw" else part.published
            if root == "loop" and hasattr(values, "draw") and values.draw in facts.by_id["draws"]:
                draw = facts.by_id["draws"][values.draw]
                values = (draw.from_, draw.by_arm)
            found |= set(_strings(values))
    for feed in facts.protocol.feeds:
        if feed.input is not None:  # the file has these names
            found |= {key for text in facts.texts if text.means is Means.EXPRESSION
                      for path in _paths(text.value) for key in path if path[0] in ("feed", "calc")}  # fmt: skip
            found |= {key for column in feed.from_.columns for key in column.split(".")}
    return found


def _paths(text: str) -> list[tuple[str, ...]]:
    try:
        return list(feel.paths(feel.parse(text, ROOTS)))
    except FeelError:
        return []


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from _strings(item)
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from _strings(item)


PRINTED = ("human", "hypotheses", "analyses", "evaluation", "exclusions", "departures")
"""The parts that are of no matter to a session, whatever they say."""


def reworded(document: Document) -> Clone:
    """The protocol with other words, codes, paths and numbers wherever only operators read them: titles, citations,
    reasons, code values, names of columns, the source's numbers; without hypotheses, analyses and exclusions."""
    facts = Facts(document)
    words = {text.path: text for text in facts.texts if _is_words(text)}
    tokens: dict[str, str] = {}

    def value(path: Path, text: str) -> str:
        if path not in words:
            return text
        new = token(text, "words")
        tokens[new] = f"operators' words at /{'/'.join(map(str, path))}"
        return new

    data: Any = _mapped(json_form(document), (), value, lambda path, key: key)
    for name in PRINTED:
        if name in data:
            data[name] = {} if name in ("human", "evaluation") else []
    data["variables"] = [_other_cases(each) for each in data.get("variables", [])]
    for option in _options(data):
        code = token(str(option.get("code_value")), "code")
        option["code_value"] = code
        tokens[code] = f'the code value of an option "{option.get("id")}"'
    for part in data["responses"]:
        part["store"] = token(part["id"], "store")
        tokens[part["store"]] = f'the column of the response "{part["id"]}"'
    if data["assignment"]["method"] not in LARGE:
        for unit in data["units"]:
            unit.pop("official_n", None)
    return Clone(_made(document, data), tokens)


def _is_words(text: Text) -> bool:
    """Whether a text is words for operators: nothing that the engine reads."""
    path = text.path
    if text.key or path[0] in PRINTED:
        return False
    if path[0] == "assets" and path[-1] == "path":
        return True
    named = {"title", "citation", "doi", "url", "licence", "layout", "note", "section", "table", "figure", "cell",
             "region", "derivation", "name_hint"}  # fmt: skip
    return text.means is Means.OPERATOR and path[-1] in named and "instrument" not in path


def _other_cases(variable: dict[str, JSON]) -> dict[str, JSON]:
    return {key: item for key, item in variable.items() if key not in ("cases", "note")}


def _options(value: Any) -> Iterator[dict[str, Any]]:
    """Every option of a response."""
    for response in value.get("responses", ()):
        for part in (response, response.get("scale")):
            if isinstance(part, dict):
                yield from part.get("options", ())


def reordered(document: Document) -> Clone:
    """The protocol with its arms in the opposite order."""
    data: Any = json_form(document)
    return Clone(_made(document, {**data, "arms": data["arms"][::-1]}))


def _made(document: Document, data: Any) -> Document:
    """A document of other data. Its names are checked no more; it is played as it is."""
    model = Protocol.model_validate(data)
    source = Source(document.source.name, orjson.dumps(data), document.source.folder)
    return replace(document, model=model, source=source, findings=())


def _mapped(value: Any, path: Path, new: Callable[[Path, str], str], key: Callable[[Path, str], str]) -> Any:
    if isinstance(value, str):
        return new(path, value)
    if isinstance(value, dict):
        return {key((*path, name), name): _mapped(item, (*path, name), new, key) for name, item in value.items()}
    if isinstance(value, list):
        return [_mapped(item, (*path, i), new, key) for i, item in enumerate(value)]
    return value
