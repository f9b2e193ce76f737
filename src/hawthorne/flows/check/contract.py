"""The data contract: a step names columns that the tables it reads have, a data set's columns state what there is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hawthorne.core.errors import Finding, did_you_mean
from hawthorne.core.place import Place
from hawthorne.flows.model import Element, Study
from hawthorne.flows.names import names_of
from hawthorne.flows.spelling.values import PLACEHOLDER
from hawthorne.flows.wiring import tour

COLUMN_KEYS = frozenset(
    {"index", "columns", "values", "subset", "by", "key", "column", "on", "usecols",
     "dv", "within", "between", "subject", "covar"}
)  # fmt: skip
"""The arguments whose values are names of columns, of tables and of statistical tests alike."""
STATE = "context.state."


def check_columns(study: Study) -> Iterator[Finding]:
    """An argument names a column that the schema of the step's input has."""
    for element, _ in tour(study):
        known = _read(study, element)
        if not known:
            continue
        for entry, path, name in _named(study, element):
            if name not in known:
                message = f'"{element.label}" names the column "{name}", which the table it reads does not have'
                yield Finding("error", "unknown-column", message, did_you_mean(name, known), entry.nearest(path))


def check_stated(study: Study) -> Iterator[Finding]:
    """A column `context.state.x` of a data set that a step writes states a property that the step can read."""
    for element, _ in tour(study):
        for data in _ends(study, element, "dataOutputAssociations", "targetRef"):
            schema = study.elements.get(str(data.get("schema")))
            for number, name in enumerate(columns_of(schema)):
                stated = name.removeprefix(STATE)
                if stated == name or stated.partition(".")[0] in names_of(study).at(str(element.id)):
                    continue
                message = f'"{data.label}" has the column "{name}", and "{element.label}" sees no property "{stated}"'
                names = [word for word in names_of(study).at(str(element.id)) if word not in study.elements]
                place = _place(schema, number)
                yield Finding("warning", "unstated", message, did_you_mean(stated, names), place)


def columns_of(schema: Element | None) -> list[str]:
    """The names of a schema's columns: CSVW's `columns`, Frictionless' `fields`, JSON Schema's `properties`.

    >>> body = {"tableSchema": {"columns": [{"name": "subject"}, {"name": "score"}]}}
    >>> columns_of(Element("studyflow:Schema", attributes={"body": body}))
    ['subject', 'score']
    """
    body: Any = schema.get("body") if schema is not None else None
    if not isinstance(body, Mapping):
        return []
    table = body.get("tableSchema", body)
    for key in ("columns", "fields"):
        listed = table.get(key) if isinstance(table, Mapping) else None
        if isinstance(listed, list):
            return [str(one["name"]) for one in listed if isinstance(one, Mapping) and "name" in one]
    properties = body.get("properties")
    return [str(name) for name in properties] if isinstance(properties, Mapping) else []


def _place(schema: Element | None, number: int) -> Place:
    assert schema is not None
    places = (f"body.tableSchema.columns.{number}.name", f"body.columns.{number}.name", f"body.fields.{number}.name")
    return max((schema.nearest(path) for path in places), key=lambda place: len(place.path))


def _ends(study: Study, element: Element, edges: str, end: str) -> Iterator[Element]:
    for edge in element.all(edges):
        named = edge.attributes.get(end) or ()
        for id in (named,) if isinstance(named, str) else named:
            if id in study.elements:
                yield study.elements[id]


def _read(study: Study, element: Element) -> list[str]:
    """The columns of what a step reads; none where one of its tables has no schema, so that nothing is known."""
    found: list[str] = []
    for data in _ends(study, element, "dataInputAssociations", "sourceRef"):
        if data.extension("studyflow:Parameters") is not None:
            continue
        columns = columns_of(study.elements.get(str(data.get("schema"))))
        if not columns:
            return []
        found += columns
    return found


def _named(study: Study, element: Element) -> Iterator[tuple[Element, str, str]]:
    """The columns that a step's arguments name: the element that says so, the path there, the name."""
    told = [(element, "additionalArguments")]
    for data in _ends(study, element, "dataInputAssociations", "sourceRef"):
        if data.extension("studyflow:Parameters") is not None:
            told.append((data, "values"))
    for entry, attribute in told:
        arguments = entry.get(attribute)
        for key, value in arguments.items() if isinstance(arguments, Mapping) else ():
            if key in COLUMN_KEYS:
                for path, name in _texts(f"{attribute}.{key}", value):
                    if not PLACEHOLDER.search(name):
                        yield entry, path, name


def _texts(path: str, value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, (list, tuple)):
        for number, item in enumerate(value):
            if isinstance(item, str):
                yield f"{path}.{number}", item
    elif isinstance(value, Mapping):
        yield from ((f"{path}.{key}", str(key)) for key in value)
