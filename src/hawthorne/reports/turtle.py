"""Turtle (W3C 2014): statements about subjects as text, no more than provenance needs."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import quote


@dataclass(frozen=True, slots=True)
class Iri:
    """The name of a thing.

    >>> str(Iri("urn:a b"))
    '<urn:a%20b>'
    """

    text: str

    def __str__(self) -> str:
        return f"<{quote(self.text, safe=':/?#[]@!$&()*+,;=%~')}>"


@dataclass(frozen=True, slots=True)
class Term:
    """A word of a vocabulary that has a prefix (`prov:used`)."""

    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Moment:
    """A time of day with its date, ISO 8601."""

    text: str

    def __str__(self) -> str:
        return f'"{self.text}"^^xsd:dateTime'


Value = Iri | Term | Moment | str | int | None
Said = Value | Sequence[Value]
Statements = Mapping[str, Said]
"""Of one subject, by predicate; None and empty lists say nothing."""


def document(prefixes: Mapping[str, str], subjects: Mapping[Iri, Statements]) -> str:
    """The text of a Turtle document, subjects and predicates in the order in which they are given."""
    parts = [f"@prefix {name}: <{uri}> .\n" for name, uri in prefixes.items()]
    for subject, statements in subjects.items():
        rows = [f"{name} {', '.join(values)}" for name, said in statements.items() if (values := _values(said))]
        if rows:
            parts.append(f"\n{subject} " + " ;\n    ".join(rows) + " .\n")
    return "".join(parts)


def _values(said: Said) -> list[str]:
    many: Sequence[Value] = said if isinstance(said, Sequence) and not isinstance(said, str) else [said]
    return [_text(value) for value in many if value is not None]


def _text(value: Value) -> str:
    """A value as Turtle writes it.

    >>> _text('a "word"'), _text(3)
    ('"a \\\\"word\\\\""', '3')
    """
    if isinstance(value, str):
        return json.dumps(value.encode("utf-8", "replace").decode("utf-8"), ensure_ascii=False)
    return str(value)
