"""Readings: expressions and templates at their place, every name resolved once.

What a name means at an element, first hit wins: `state`, the run's state tree; what the element itself holds, then
each scope around it, inside out; an element's value in this case, by its id or by a name that only it has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from hawthorne.core.values import JSON
from hawthorne.flows.compile.context import Context
from hawthorne.flows.graph import Reading, Scope
from hawthorne.flows.machine.leaving import StepFailed
from hawthorne.flows.machine.state import Extra, Frame, Visit
from hawthorne.flows.machine.walk import Walk
from hawthorne.flows.model import Element
from hawthorne.flows.names import STATE, loop_items, names_at
from hawthorne.lang import feel
from hawthorne.lang.template import Template

Getter = Callable[[Walk, Frame, "Visit | None"], JSON]


def expression(
    desk: Context, element: Element, text: str, given: Iterable[str] = (), at: Element | None = None
) -> Reading | None:
    """Compile a FEEL text that belongs to an element; `given` are names that come on the spot (`result`). None, and a
    finding, when it cannot be compiled. `at` holds the text, when that is another element than the one it reads at."""
    text = feel.cited(text)
    extras = frozenset(given)
    known = names_at(desk.study, element.id or "")
    names = known if extras <= known else known | extras
    try:
        run = feel.compile(text, names=names, numbers="float", strict_names=True, clock=desk.graph.clock)
    except feel.FeelError as error:
        fix = error.fix or ""
        desk.error("expression", at or element, f"has an expression that cannot be read: {error.message}", fix)
        return None
    getters = tuple((name, _getter(desk, element, name)) for name in sorted(run.names - extras - {STATE}))
    tree = _state_reader(desk, element, [path for path in feel.paths(text) if path[0] == "state"], text)
    where = element.label

    def read(walk: Walk, frame: Frame, visit: Visit | None, extra: Extra | None) -> JSON:
        scope = dict(extra) if extra else {}
        for name, getter in getters:
            scope[name] = getter(walk, frame, visit)
        if tree is not None:
            scope["state"] = tree(walk, frame)
        try:
            return run(scope)
        except feel.FeelError as error:
            node = visit.node if visit else frame.scope.start
            assert node is not None
            raise StepFailed(node, f'"{where}": {error.message}', visit) from None

    return read


def template(desk: Context, element: Element, text: Any) -> Reading:
    """Compile a text with placeholders; exactly one placeholder gives the value itself, with its type."""
    if not isinstance(text, str):
        return lambda walk, frame, visit, extra: text
    parsed = Template.of(text)
    if not parsed.names:
        return lambda walk, frame, visit, extra: text
    getters: dict[str, Getter] = {}
    for path in parsed.names:
        found = _path_getter(desk, element, path)
        if found is not None:
            getters[path] = found

    def read(walk: Walk, frame: Frame, visit: Visit | None, extra: Extra | None) -> JSON:
        def look(path: str) -> tuple[bool, JSON]:
            getter = getters.get(path)
            return (False, None) if getter is None else (True, getter(walk, frame, visit))

        return parsed.value(look)

    return read


def nested(desk: Context, element: Element, value: Any) -> Reading | None:
    """A reading of a mapping or list whose texts may hold placeholders; None when none does."""
    if not _has_placeholder(value):
        return None

    def build(part: Any) -> Any:
        if isinstance(part, Mapping):
            pairs = [(key, build(item)) for key, item in part.items()]
            return lambda w, f, v, e: {key: read(w, f, v, e) for key, read in pairs}
        if isinstance(part, (list, tuple)):
            items = [build(item) for item in part]
            return lambda w, f, v, e: [read(w, f, v, e) for read in items]
        return template(desk, element, part)

    reading: Reading = build(value)
    return reading


def _has_placeholder(value: Any) -> bool:
    if isinstance(value, str):
        return bool(Template.of(value).names)
    if isinstance(value, Mapping):
        return any(_has_placeholder(item) for item in value.values())
    return isinstance(value, (list, tuple)) and any(_has_placeholder(item) for item in value)


# --- names -------------------------------------------------------------------------------------------------------


def _getter(desk: Context, element: Element, name: str) -> Getter:
    found = resolve(desk, element, name)
    return found if found is not None else lambda walk, frame, visit: None


def resolve(desk: Context, element: Element, name: str) -> Getter | None:
    """What a name means at an element, or None when nothing has it."""
    own = element.id or ""
    if name in desk.graph.lasting.get(own, ()):
        return lambda walk, frame, visit: walk.lasting[own][name]
    is_scope = own in desk.scopes
    if not is_scope and name in loop_items(element):
        return lambda walk, frame, visit: visit.own.get(name) if visit is not None and visit.own else None
    for scope in desk.scopes_at(element):
        if name in scope.properties or name in scope.fixed:
            return _inside(scope, name) if scope.id == own else _property(scope, name)
    return _value(desk, element, name)


def _property(scope: Scope, name: str) -> Getter:
    def get(walk: Walk, frame: Frame, visit: Visit | None) -> JSON:
        here: Frame | None = frame
        while here is not None and here.scope is not scope:
            here = here.parent
        return None if here is None else here.props.get(name)

    return get


def _inside(scope: Scope, name: str) -> Getter:
    """A sub-process's own property, read from outside of it: its last pass's, else its initial value."""

    def get(walk: Walk, frame: Frame, visit: Visit | None) -> JSON:
        frames = visit.frames if visit is not None else ()
        return frames[-1].props.get(name) if frames else scope.properties.get(name)

    return get


def _value(desk: Context, element: Element, name: str) -> Getter | None:
    id = name if name in desk.study.elements else desk.names.get(name)
    if id is None:
        return None
    held = desk.properties.get(id)
    if held is not None:
        return property_getter(desk, element, id)
    if id in desk.constants:
        constant = desk.constants[id]
        return lambda walk, frame, visit: constant
    return lambda walk, frame, visit: walk.values.get(id)


def property_getter(desk: Context, element: Element, id: str) -> Getter | None:
    """The value of a property by its id, where it is in scope."""
    held = desk.properties[id]
    if held.scope is None:
        if held.owner != element.id:
            _note_sharing(desk, f'"{element.label}" reads the lasting property "{held.name}" of another element')
        return lambda walk, frame, visit: walk.lasting[held.owner][held.name]
    if held.scope in desk.scopes_at(element):
        return _inside(held.scope, held.name) if held.owner == element.id else _property(held.scope, held.name)
    return None


def _path_getter(desk: Context, element: Element, path: str) -> Getter | None:
    first, *fields = path.split(".")
    if first == "state":
        tree = _state_reader(desk, element, [("state", *fields)], "{" + path + "}")
        assert tree is not None
        return lambda walk, frame, visit: _descend(tree(walk, frame), fields)
    getter = resolve(desk, element, first)
    if getter is None and path == "reached" and element.id:
        index = element.id
        _note_sharing(desk, f'"{element.label}" cites its own counter {{reached}}')
        return lambda walk, frame, visit: walk.reached[walk.graph.index[index]]
    if getter is None:
        return None
    return lambda walk, frame, visit: _descend(getter(walk, frame, visit), fields)


def _descend(value: JSON, fields: Iterable[str]) -> JSON:
    for name in fields:
        value = value.get(name) if isinstance(value, Mapping) else None
    return value


# --- the state tree ----------------------------------------------------------------------------------------------


def _note_sharing(desk: Context, reason: str) -> None:
    desk.shared.setdefault(reason)


def _state_reader(
    desk: Context, element: Element, paths: list[tuple[str, ...]], text: str
) -> Callable[[Walk, Frame], JSON] | None:
    """Builds just the parts of `state` that these paths ask for."""
    if not paths:
        return None
    own = {scope.id for scope in desk.scopes_at(element)}
    for path in paths:
        if path[1:3] != ("_meta", "instance") and (len(path) < 2 or path[1] not in own):
            _note_sharing(desk, f'"{element.label}" reads {".".join(path)}, which earlier participants share')
        if len(path) < 2 or path[1] == "trace":
            desk.graph.reads_trace = True

    def read(walk: Walk, frame: Frame) -> JSON:
        return _tree(walk, frame, paths)

    return read


def _tree(walk: Walk, frame: Frame, paths: list[tuple[str, ...]]) -> dict[str, JSON]:
    tree: dict[str, JSON] = {}
    for path in paths:
        if len(path) == 4 and path[1:3] == ("_meta", "reached"):
            reached = tree.setdefault("_meta", {}).setdefault("reached", {})
            reached[path[3]] = _count(walk, path[3])
        else:
            _whole(walk, frame, tree)
    return tree


def _count(walk: Walk, id: str) -> int | None:
    if id in walk.graph.index:
        return walk.reached[walk.graph.index[id]]
    return walk.taken[walk.graph.flow_index[id]] if id in walk.graph.flow_index else None


def _whole(walk: Walk, frame: Frame, tree: dict[str, JSON]) -> None:
    """The whole tree: counters, instances, the trace, and every scope that is open around the frame."""
    graph = walk.graph
    meta = tree.setdefault("_meta", {})
    counted = {node.id: n for node, n in zip(graph.nodes, walk.reached, strict=True) if n}
    meta["reached"] = counted | {flow.id: n for flow, n in zip(graph.flows, walk.taken, strict=True) if n}
    meta["instance"] = {
        (around.seat.pool.id if around.parent is None else around.scope.id): around.instance
        for around in frame.outward()
        if around.instance is not None
    }
    if walk.trace is not None:
        tree["trace"] = list(walk.trace)
    tree.update({id: dict(held) for id, held in walk.lasting.items()})
    tree.update({around.scope.id: dict(around.props) for around in frame.outward()})
