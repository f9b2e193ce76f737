"""Steps that call something: what their performer is shown, from the reference, the arguments and the data edges."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hawthorne.core import registry
from hawthorne.core.errors import did_you_mean
from hawthorne.core.performer import AS, FILE, Call
from hawthorne.core.values import JSON
from hawthorne.flows.compile import data, reading
from hawthorne.flows.compile.context import Context, sources, target
from hawthorne.flows.compile.parameters import merged
from hawthorne.flows.graph import Reading, Spot
from hawthorne.flows.machine.activities import Output
from hawthorne.flows.machine.performed import Performed, through
from hawthorne.flows.machine.state import Frame, Visit
from hawthorne.flows.machine.walk import Walk
from hawthorne.flows.model import Element
from hawthorne.flows.names import is_identifier

LANGUAGES = {
    "": "python", "python": "python", "python3": "python", "text/x-python": "python", "application/x-python": "python",
    "sh": "shell", "bash": "shell", "shell": "shell", "text/x-sh": "shell", "application/x-sh": "shell",
}  # fmt: skip
"""The schemes that run script tasks, by `scriptFormat`."""

Slots = list[tuple[str, Reading]]


def scheme_of(element: Element) -> str | None:
    """The scheme of a step's implementation."""
    reference = element.get("implementation")
    return str(reference).partition("://")[0] if isinstance(reference, str) and "://" in reference else None


def is_performed(element: Element) -> bool:
    """Whether a performer is known for what a step calls."""
    if element.extension("cognitive:CognitiveTask"):
        return False
    return _script(element) is not None or scheme_of(element) in registry.names("performers")


def performed(desk: Context, element: Element, spot: Spot) -> Performed | None:
    """The node of a step that calls something; None, and findings, when it cannot be called."""
    script = _script(element)
    if script is None:
        reference = str(element.get("implementation"))
        scheme = reference.partition("://")[0]
        call = _call(desk, element, reference)
    else:
        word = str(element.get("scriptFormat") or "")
        found = LANGUAGES.get(word.lower())
        if found is None:
            desk.error("no-performer", element, f'is a script in "{word}", which nothing runs',
                       f"scripts that are run: {did_you_mean(word, [name for name in LANGUAGES if name])}",
                       at="scriptFormat")  # fmt: skip
            return None
        scheme, reference = found, "its script"
        call = _script_call(desk, element, script)
    role = role_of(desk, scheme)
    at = element.where("script" if script is not None else "implementation")
    references = [reference, *_nested(element.get("additionalArguments"))]
    calls = desk.calls.setdefault(role, (scheme, []))[1]
    calls += [Call(element.label, reference, at, script) for reference in dict.fromkeys(references)]
    return Performed(spot, role, call)


def role_of(desk: Context, scheme: str) -> str:
    """The role that performs the calls of a scheme: it is called like the scheme, unless an element is."""
    return scheme if scheme not in desk.study.elements else f"{scheme}-performer"


def _script(element: Element) -> str | None:
    text = element.get("script")
    return text if element.local == "ScriptTask" and isinstance(text, str) and text.strip() else None


def _nested(value: Any) -> Iterator[str]:
    """The references of calls among arguments."""
    if isinstance(value, Mapping):
        if isinstance(value.get("implementation"), str):
            yield value["implementation"]
        value = list(value.values())
    if isinstance(value, list | tuple):
        for item in value:
            yield from _nested(item)


# --- what is shown ---------------------------------------------------------------------------------------------------


def _call(desk: Context, element: Element, reference: str) -> Reading:
    given, args = _arguments(desk, element)
    slots = _slots(desk, element)
    names = [name for name, _ in slots if name != "*"]
    for name in dict.fromkeys(names):
        if name in given or names.count(name) > 1:
            others = "its arguments" if name in given else "another one"
            desk.error("set-twice", element, f'has its argument "{name}" from a data input and from {others}',
                       "keep one of them", at="additionalArguments")  # fmt: skip
    written = reading.template(desk, element, reference)
    named, placed = _filled(desk, element, given), _filled(desk, element, args)
    outputs = _outputs(desk, element)

    def read(walk: Walk, frame: Frame, visit: Visit | None, extra: Any) -> JSON:
        values = [(name, slot(walk, frame, visit, None)) for name, slot in slots]
        view: dict[str, JSON] = {"implementation": written(walk, frame, visit, None)}
        own = [value for name, value in values if name == "self"]
        positional = [*placed(walk, frame, visit, None), *(value for name, value in values if name == "*")]
        arguments = named(walk, frame, visit, None) | {name: v for name, v in values if name not in ("self", "*")}
        shown = {"self": own[0] if own else None, "args": positional, "arguments": arguments}
        view |= {key: part for key, part in shown.items() if part or (key == "self" and own)}
        return _with(view, outputs, walk, frame, visit)

    return read


def _script_call(desk: Context, element: Element, script: str) -> Reading:
    slots = _slots(desk, element)
    given, _ = _arguments(desk, element)
    named, outputs = _filled(desk, element, given), _outputs(desk, element)

    def read(walk: Walk, frame: Frame, visit: Visit | None, extra: Any) -> JSON:
        names = named(walk, frame, visit, None) | {name: slot(walk, frame, visit, None) for name, slot in slots}
        view = {"script": script} | ({"names": names} if names else {})
        return _with(view, outputs, walk, frame, visit)

    return read


def _with(view: dict[str, JSON], outputs: list[dict[str, Any]], walk: Walk, frame: Frame, visit: Visit | None) -> JSON:
    if outputs:
        view["outputs"] = [
            {key: part(walk, frame, visit, None) if callable(part) else part for key, part in output.items()}
            for output in outputs
        ]
    return view


def _arguments(desk: Context, element: Element) -> tuple[dict[str, Any], list[Any]]:
    """The named and the positional arguments that the document writes, Parameters wired into the step among them."""
    values, found = merged(desk.study, element)
    desk.findings.extend(found)
    own = element.get("additionalArguments")
    if own is not None and not isinstance(own, Mapping):
        desk.error("arguments", element, f"has arguments that are no mapping: {own!r}", "write name: value, one a line",
                   at="additionalArguments")  # fmt: skip
        own = None
    for name in sorted(values.keys() & (own or {}).keys()):
        desk.error("set-twice", element, f'has "{name}" set by its Parameters and by its arguments',
                   "keep one of them", at="additionalArguments")  # fmt: skip
    given = {str(name): value for name, value in {**values, **(own or {})}.items()}
    args = given.pop("args", [])
    return given, list(args) if isinstance(args, list | tuple) else [args]


def _filled(desk: Context, element: Element, value: Any) -> Any:
    read = reading.nested(desk, element, value)
    return read if read is not None else lambda walk, frame, visit, extra: value


# --- data inputs and outputs -----------------------------------------------------------------------------------------


def _slots(desk: Context, element: Element) -> Slots:
    """The data inputs of a step, each with the slot that it binds: `self`, `*`, or an argument's name."""
    found: Slots = []
    for edge in element.all("dataInputAssociations"):
        for id in sources(edge):
            source = desk.study.elements.get(id)
            if source is None or source.extension("studyflow:Parameters"):
                continue
            read = _input(desk, element, edge, source)
            if read is not None:
                name = source.attributes.get("name")
                found.append((data.slot_of(edge) or (str(name) if is_identifier(name) else id), read))
    return found


def _input(desk: Context, element: Element, edge: Element, source: Element) -> Reading | None:
    if source.extension("agentic:Prompt") or not (file := _file(desk, element, source)):
        value = data.value_in(desk, element, edge, source, uris=True)
        return value and _as(value, _kind(desk, source))
    assert source.id is not None
    value = data.value_of(desk, element, source, uris=False)
    select = data.selection_of(edge)
    name = source.attributes.get("name")
    names = [source.id, str(name)] if name else [source.id]
    chosen = None if select is None else reading.expression(desk, element, select, names, edge)
    kind = _kind(desk, source)

    def read(walk: Walk, frame: Frame, visit: Visit | None, extra: Any) -> JSON:
        held = value(walk, frame, visit, None) if value is not None else None
        if held is not None and not (isinstance(held, Mapping) and FILE in held):
            held = held if chosen is None else chosen(walk, frame, visit, dict.fromkeys(names, held))
            return held if kind is None else {AS: kind, "value": held}
        shown = {key: part(walk, frame, visit, None) if callable(part) else part for key, part in file.items()}
        shown |= held or {}
        if select is not None:
            shown |= {"select": select, "names": names}
        return shown if kind is None else shown | {AS: kind}

    return read


def _as(value: Reading, kind: str | None) -> Reading:
    return value if kind is None else (lambda w, f, v, e: {AS: kind, "value": value(w, f, v, e)})


def _kind(desk: Context, source: Element) -> str | None:
    """The class that a data element's item definition names (`pandas.DataFrame`)."""
    item = desk.study.elements.get(str(source.attributes.get("itemSubjectRef")))
    name = item.attributes.get("structureRef") if item is not None else None
    return name if isinstance(name, str) and "." in name and ":" not in name else None


def _file(desk: Context, element: Element, source: Element) -> dict[str, Any]:
    """The file that holds a data element, as a performer is shown it; nothing for what is no file."""
    uri = file_of(source)
    if uri is None:
        return {}
    lists = _lists(desk, source)
    return {FILE: reading.template(desk, element, uri)} | ({"lists": lists} if lists else {})


def file_of(source: Element) -> str | None:
    """The name of the file that holds a data element, where its `uri` names one."""
    uri = source.get("uri")
    return uri if isinstance(uri, str) and uri and "://" not in uri and not uri.endswith("/") else None


def _lists(desk: Context, source: Element) -> dict[str, str]:
    """The columns of a table whose cells are lists, with their separators (CSVW)."""
    schema = desk.study.elements.get(str(source.get("schema")))
    body = schema.get("body") if schema else None
    table = body.get("tableSchema", body) if isinstance(body, Mapping) else None
    columns = table.get("columns") if isinstance(table, Mapping) else None
    columns = columns if isinstance(columns, list | tuple) else ()
    named = [column for column in columns if isinstance(column, Mapping) and column.get("separator")]
    return {str(column.get("name")): str(column["separator"]) for column in named}


def _outputs(desk: Context, element: Element) -> list[dict[str, Any]]:
    """The data outputs of a step, as a performer is shown them: where each goes, what it selects, its file."""
    found = []
    for edge in element.all("dataOutputAssociations"):
        there = desk.study.elements.get(target(edge) or "")
        if there is None:
            continue
        select = edge.attributes.get("transformation")
        uri = file_of(there)
        parts = {"target": there.id, "select": select, "file": uri and reading.template(desk, element, uri)}
        found.append({key: part for key, part in parts.items() if part is not None})
    return found if any(len(output) > 1 for output in found) else []


def outputs(desk: Context, element: Element) -> list[Output]:
    """The data output edges of a performed step."""
    found = []
    for edge in element.all("dataOutputAssociations"):
        output = data.output(desk, element, edge)
        if output is not None:
            found.append(through(target(edge) or "", output))
    return found
