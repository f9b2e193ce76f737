"""Which texts a study can send with its asks: what a planted `prompted` key may meet."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

from hawthorne.flows.compile.context import Context
from hawthorne.flows.model import Element
from hawthorne.lang.template import Template

MOST = 1_000
"""How many texts of one template are written out; beyond that it stands as it is."""


def sent(desk: Context) -> list[str]:
    """Every text that can be sent. A placeholder is written out where all its values are known before a run (a
    property with a text to begin with, into which data edges write texts alone); else it stays as written."""
    return [text for element, template in desk.templates for text in _written_out(desk, element, template)]


def _written_out(desk: Context, element: Element, text: str) -> Iterable[str]:
    template = Template.of(text)
    names = dict.fromkeys(template.names)
    known = {name: values for name in names if (values := _values(desk, element, name)) is not None}
    count = 1
    for values in known.values():
        count *= len(values)
    if count > MOST:
        return [text]
    chosen = (dict(zip(known, values, strict=True)) for values in product(*known.values()))
    return [_filled(template, one) for one in chosen]


def _filled(template: Template, values: dict[str, str]) -> str:
    return template.fill(lambda path: (path in values, values.get(path)))


def _values(desk: Context, element: Element, name: str) -> list[str] | None:
    """The texts that a name can stand for at an element; None where only a run knows."""
    for id, held in desk.properties.items():
        if held.name == name and held.scope is not None and held.scope in desk.scopes_at(element):
            texts = [held.scope.properties.get(name), *desk.writes.get(id, [])]
            return [text for text in texts if isinstance(text, str)] if None not in desk.writes.get(id, []) else None
    return None
