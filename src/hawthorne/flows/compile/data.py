"""Data edges: what a step reads and what it writes."""

from __future__ import annotations

import re
from collections.abc import Mapping

from hawthorne.flows.compile import reading
from hawthorne.flows.compile.context import Context, sources, target
from hawthorne.flows.graph import Reading, Scope
from hawthorne.flows.machine.activities import Inputs, Output
from hawthorne.flows.model import Element
from hawthorne.records.places import unsafe

_BINDING = re.compile(r"^\s*(?P<slot>self|\*|[^\W\d]\w*)\s*=(?!=)\s*(?P<selection>.+)$", re.DOTALL)
_SLOT = re.compile(r"^\s*(self|\*|[^\W\d]\w*)\s*$")
_TEXT_LITERAL = re.compile(r'"((?:[^"\\]|\\.)*)"')


def inputs(desk: Context, element: Element, uris: bool) -> Inputs:
    """The data inputs of a step, Parameters left out; with `uris` a data element without a value gives its uri."""
    found = Inputs()
    for edge in element.all("dataInputAssociations"):
        for id in sources(edge):
            source = desk.study.elements.get(id)
            if source is not None and not source.extension("studyflow:Parameters"):
                read = value_in(desk, element, edge, source, uris)
                if read is not None:
                    found.parts[id] = read
    return found


def value_in(desk: Context, element: Element, edge: Element, source: Element, uris: bool = False) -> Reading | None:
    """What a data input edge brings: a prompt written out, else the selection from its source's value."""
    prompt = source.extension("agentic:Prompt")
    if prompt is not None:
        text = prompt.attributes.get("template")
        desk.templates.append((element, str(text or "")))
        return reading.template(desk, element, text)
    assert source.id is not None
    value = value_of(desk, element, source, uris)
    selection = selection_of(edge)
    if value is None or selection is None:
        return value
    name = source.attributes.get("name")
    given = {source.id, str(name)} if name else {source.id}
    select = reading.expression(desk, element, selection, given, edge)
    return None if select is None else (lambda w, f, v, e: select(w, f, v, dict.fromkeys(given, value(w, f, v, e))))


def selection_of(edge: Element) -> str | None:
    """The selection of a binding `slot = selection`; a bare slot selects nothing."""
    text = edge.attributes.get("transformation")
    if not isinstance(text, str) or _SLOT.match(text):
        return None
    match = _BINDING.match(text)
    return match["selection"] if match else text


def slot_of(edge: Element) -> str | None:
    """The slot that a binding names: `self`, `*`, or an argument's name."""
    text = edge.attributes.get("transformation")
    if not isinstance(text, str):
        return None
    bare, match = _SLOT.match(text), _BINDING.match(text)
    return bare[1] if bare else match["slot"] if match else None


def value_of(desk: Context, element: Element, source: Element, uris: bool) -> Reading | None:
    """The value of a data element; with `uris`, its uri where it has none."""
    id = source.id
    assert id is not None
    if id in desk.properties:
        getter = reading.property_getter(desk, element, id)
        if getter is None:
            desk.error("out-of-scope", element, f'reads the property "{source.label}" outside of its scope')
            return None
        return lambda walk, frame, visit, extra: getter(walk, frame, visit)
    uri = source.get("uri") if uris else None
    return lambda walk, frame, visit, extra: walk.values.get(id, uri)


def outputs(desk: Context, element: Element) -> list[Output]:
    """The data output edges of a step, in document order."""
    edges = element.all("dataOutputAssociations")
    return [found for edge in edges if (found := output(desk, element, edge)) is not None]


def output(desk: Context, element: Element, edge: Element) -> Output | None:
    """One data output edge; None, and a finding, when it cannot be written."""
    found = output_to(desk, element, target(edge))
    if found is None:
        return None
    text = edge.attributes.get("transformation")
    desk.writes.setdefault(target(edge) or "", []).append(literal(text))
    if isinstance(text, str):
        found.read = reading.expression(desk, element, text, ("result",), edge)
    return found


def literal(text: object) -> str | None:
    """The text that an expression is, where it is nothing but a text."""
    match = _TEXT_LITERAL.fullmatch(text.strip()) if isinstance(text, str) else None
    return match[1] if match else None


def output_to(desk: Context, element: Element, id: str | None) -> Output | None:
    """The place that an edge to this id writes; None (and a finding) when it cannot be written from here."""
    if id is None or id not in desk.study.elements:
        return None
    held = desk.properties.get(id)
    if held is None:
        return Output(id, None)
    if held.scope is None:
        return Output(held.owner, held.name)
    if held.scope not in _around(desk.scope_around(element.id or "")):
        desk.error("out-of-scope", element, f'writes the property "{held.name}" outside of its scope')
        return None
    if held.name in held.scope.fixed:
        desk.error("read-only", element, f'writes "{held.name}", which Parameters fix', "declare a property of its own")
        return None
    return Output(held.owner, held.name, held.scope)


def _around(scope: Scope | None) -> list[Scope]:
    found = []
    while scope is not None:
        found.append(scope)
        scope = scope.parent
    return found


def records_file(desk: Context, element: Element) -> tuple[str, frozenset[str] | None]:
    """Where a task's records go, and the properties that each of them states (None: every one in scope).

    The file is the `uri` of the first data output that has one, of the task itself, else of the nearest sub-process
    around it that has outputs; the columns are those of the task's own data sets with a schema.
    """
    own = _targets(desk, element)
    around = next((t for outer in desk.outward(element.id or "")
                   if (t := _targets(desk, desk.study.elements[outer]))), [])  # fmt: skip
    uris = (t.get("uri") for t in own or around)
    uri = next((uri for uri in uris if isinstance(uri, str) and not uri.endswith("/")), f"{element.id}.events.jsonl")
    why = unsafe(uri)
    if why is not None:
        desk.error(
            "unsafe-path", element, f'writes its records to "{uri}", and {why}', "write a path such as data/x.jsonl"
        )
    columns = [found for data in own if (found := _columns(desk, data)) is not None]
    return uri, (frozenset().union(*columns) if columns else None)


def _targets(desk: Context, element: Element) -> list[Element]:
    ids = [id for edge in element.all("dataOutputAssociations") if (id := target(edge)) is not None]
    return [desk.study.elements[id] for id in ids if id in desk.study.elements and id not in desk.properties]


def _columns(desk: Context, data: Element) -> frozenset[str] | None:
    """The `context.state.<name>` columns of a data set's schema, None without one that can be read."""
    schema = desk.study.elements.get(str(data.get("schema")))
    body = schema.get("body") if schema else None
    table = body.get("tableSchema", body) if isinstance(body, Mapping) else None
    columns = table.get("columns") if isinstance(table, Mapping) else None
    if not isinstance(columns, (list, tuple)):
        return None
    names = [str(column.get("name")) for column in columns if isinstance(column, Mapping)]
    return frozenset(name.removeprefix("context.state.") for name in names if name.startswith("context.state."))
