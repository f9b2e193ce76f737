"""Expressions and pipings: each can be read, and each name in it stands for something that is there."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from hawthorne.core.errors import Finding, did_you_mean
from hawthorne.lang import feel
from hawthorne.lang.feel import FeelError, FeelNameError, tree
from hawthorne.protocols.check.facts import Facts
from hawthorne.protocols.check.types import check_types
from hawthorne.protocols.check.uses import Use, uses
from hawthorne.protocols.compile.expressions import ROOTS
from hawthorne.protocols.compile.piping import FORMATS, split
from hawthorne.protocols.model.design import Span
from hawthorne.protocols.model.flow import Loop, OverDraw, OverTimes
from hawthorne.protocols.model.part import Means

CODE = "ref.resolve"
Names = tuple[str, ...]
CALL = "call a function of FEEL, such as count(resp.x)"
CALLS = {"round": "write round half up(x, 0), or decimal(x, 2)"}
"""What is meant where a name of the protocol is called."""


def check(facts: Facts) -> Iterator[Finding]:
    """Codes: `ref.resolve` for what cannot be read or names nothing, `ref.types` for what cannot be compared."""
    for use in uses(facts):
        try:
            root = read(use.text)
        except FeelError as error:
            what = "piping" if use.wants == "text" else "expression"
            message = f"the {what} `{use.text}` cannot be read: {error.message} (character {error.position + 1})"
            yield facts.error(CODE, use.path, message, error.hint or f"names begin with {', '.join(sorted(ROOTS))}")
            continue
        faults = list(_faults(facts, use, root))
        yield from faults
        if not faults:
            yield from check_types(facts, use, root)
    yield from _braces(facts)
    yield from _circles(facts)
    yield from _columns(facts)


@lru_cache(maxsize=16384)
def read(text: str) -> tree.Node:
    """An expression's tree. Raises FeelError for what is not FEEL, for a name that no expression begins with, and for a
    call of a value."""
    root = feel.parse(text, ROOTS)
    _without_calls_of_values(text, root)
    if any(path[0] not in ROOTS for path in feel.paths(root)):
        feel.compile(text, names=ROOTS, numbers="float", strict_names=True)
    return root


def _without_calls_of_values(text: str, root: tree.Node) -> None:
    """No name of a protocol is a function: `round(...)` would call the round."""
    for node in tree.walk(root):
        called = node.function if isinstance(node, tree.Call) else None
        while isinstance(called, (tree.Path, tree.Filter)):
            called = called.base
        if isinstance(called, tree.Name) and called.name in ROOTS:
            raise FeelNameError(f"{called.name} is no function", text, called.at, CALLS.get(called.name, CALL))


@lru_cache(maxsize=16384)
def paths(text: str) -> tuple[Names, ...]:
    """The paths of names that an expression reads, in order; entries of items that a filter sees are left out. Raises
    FeelError as `read` does."""
    return tuple(sorted(path for path in feel.paths(read(text)) if path[0] in ROOTS))


def _faults(facts: Facts, use: Use, root: tree.Node) -> Iterator[Finding]:
    if use.wants in ("path", "text") and not _is_path(root):
        yield facts.error(CODE, use.path, f"`{use.text}` is no path of names", "write a path, such as resp.<id>")
        return
    for path in paths(use.text):
        fault = _allowed(use, path) or resolve(facts, path, use.inside)
        if fault is not None:
            yield facts.error(CODE, use.path, f"in `{use.text}`: {fault.message}", fault.fix)
        elif use.shown:
            yield from _visible(facts, use, path)


def _is_path(root: tree.Node) -> bool:
    """A name with keys; an item of a list may be picked by its number."""
    while isinstance(root, (tree.Path, tree.Filter)):
        if isinstance(root, tree.Filter) and not isinstance(root.test, tree.Number):
            return False
        root = root.base
    return isinstance(root, tree.Name)


class Fault(NamedTuple):
    message: str
    fix: str


def _allowed(use: Use, path: Names) -> Fault | None:
    if path[0] not in use.names:
        where = "a text for participants" if use.wants == "text" else "this place"
        return Fault(f"{path[0]} may not be read in {where}", f"here stand {', '.join(sorted(use.names))}")
    return None


def resolve(facts: Facts, path: Names, loops: Collection[str] | None) -> Fault | None:
    """Why a path of names stands for nothing, or None."""
    root, *rest = path
    if root in ("arm", "seat", "round"):
        return Fault(f"{root} has no parts", f"write {root}") if rest else None
    if root == "role" and not rest:
        return Fault(
            "role alone names nobody", "write seat for one's own role, role.<role>.resp.<id> for another's answer"
        )
    if root in ("role", "partner"):
        return _of_another(facts, root, rest)
    if root == "group":
        return _of_group(facts, rest)
    if root == "loop":
        return _of_loop(facts, rest, loops)
    return _of_collection(facts, root, rest)


COLLECTIONS = {
    "calc": "calcs", "draw": "draws", "factor": "factors", "feed": "feeds", "level_text": "factors",
    "resp": "responses", "var": "variables",
}  # fmt: skip


def _of_collection(facts: Facts, root: str, rest: list[str]) -> Fault | None:
    known = facts.by_id[COLLECTIONS[root]]
    if not rest:
        return Fault(f"{root} needs a name", f"write {root}.<id>")
    name, *fields = rest
    if name not in known:
        return Fault(f"nothing is called {root}.{name}", did_you_mean(name, known) or f"there is no {root}")
    if root == "level_text" and not known[name].text:
        return Fault(f'the factor "{name}" has no texts', 'give it "text": {level: text}')
    if root == "resp":
        return _of_response(known[name], fields)
    if fields and root in ("factor", "level_text", "var"):
        return Fault(f"{root}.{name} has no parts", f"write {root}.{name}")
    return None


def _of_response(response: Any, fields: list[str]) -> Fault | None:
    """The parts that an answer has: those of a key press, the rows of a matrix, the options of an allocation."""
    parts: Collection[str] = ()
    if response.kind == "keypress":
        parts = ("code", "rt_ms")
    elif response.kind == "matrix":
        parts = [row.id for row in response.rows]
    elif response.kind == "allocation":
        parts = [option.id for option in response.options]
    if fields and fields[0] not in parts:
        fix = did_you_mean(fields[0], parts) or f"the answer to a {response.kind} has no parts"
        return Fault(f'resp.{response.id} has no part "{fields[0]}"', fix)
    return None


def _of_another(facts: Facts, root: str, rest: list[str]) -> Fault | None:
    """`role.sender.resp.sent` and `partner.sender.resp.sent`."""
    known = facts.by_id["roles"]
    form = f"write {root}.<role>.resp.<id>"
    if not rest or len(rest) < 3 or rest[1] != "resp":
        return Fault(f"{'.'.join([root, *rest])} is no answer of a role", form)
    if rest[0] not in known:
        return Fault(f'no role is called "{rest[0]}"', did_you_mean(rest[0], known) or "the protocol has no roles")
    return _of_collection(facts, "resp", rest[2:])


def _of_group(facts: Facts, rest: list[str]) -> Fault | None:
    if facts.protocol.groups is None:
        return Fault("the protocol has no groups", "declare groups, or read resp.<id>")
    if len(rest) < 2 or rest[0] != "resp":
        return Fault(f"{'.'.join(['group', *rest])} is no answer of a group", "write group.resp.<id>")
    return _of_collection(facts, "resp", rest[1:2])


def _of_loop(facts: Facts, rest: list[str], loops: Collection[str] | None) -> Fault | None:
    known = facts.by_id["loops"]
    if len(rest) < 2:
        return Fault("loop needs the loop's id and a name", "write loop.<id>.<as> or loop.<id>.index")
    if rest[0] not in known:
        return Fault(f'no loop is called "{rest[0]}"', did_you_mean(rest[0], known) or "the flow has no loop")
    if loops is not None and rest[0] not in loops:
        return Fault(f'this is outside of the loop "{rest[0]}"', "it has a value only inside")
    words = (known[rest[0]].as_, "index")
    if rest[1] not in words:
        return Fault(f'the loop "{rest[0]}" has no "{rest[1]}"', did_you_mean(rest[1], words))
    return _of_pass(facts, known[rest[0]], rest[2:]) if rest[1] != "index" else None


def _of_pass(facts: Facts, loop: Loop, fields: list[str]) -> Fault | None:
    """A field that not every value of a loop has."""
    if not fields:
        return None
    for i, value in enumerate(_passes(facts, loop)):
        keys = list(value) if isinstance(value, dict) else []
        if fields[0] not in keys:
            fix = did_you_mean(fields[0], keys) or "its values are no objects"
            return Fault(f'value {i + 1} of the loop "{loop.id}" has no "{fields[0]}"', fix)
    return None


def _passes(facts: Facts, loop: Loop) -> Sequence[Any]:
    """The values that a loop may go over, of a range the first alone."""
    if isinstance(loop.over, OverTimes):
        return (1,)
    if not isinstance(loop.over, OverDraw):
        return loop.over
    draw = facts.by_id["draws"].get(loop.over.draw)
    sources = [] if draw is None else [draw.from_, *(draw.by_arm or {}).values()]
    lists = [source.range[:1] if isinstance(source, Span) else source for source in sources]
    if draw is not None and draw.kind == "pick":
        lists = [inner for each in lists for inner in each if isinstance(inner, list)]
    return [value for each in lists for value in each]


def _visible(facts: Facts, use: Use, path: Names, through: frozenset[str] = frozenset()) -> Iterator[Finding]:
    """What others answered is shown only where the groups say that it may be; calculations are followed."""
    groups = facts.protocol.groups
    if path[0] == "draw" and use.wants == "text" and not facts.by_id["draws"][path[1]].public:
        fix = f'give the draw "{path[1]}" "public": true if the source showed it'
        yield facts.error(CODE, use.path, f"`{use.text}` shows a draw that is not public", fix)
    response = path[3] if path[0] in ("role", "partner") and len(path) > 3 else None
    response = path[2] if path[0] == "group" else response
    if response is not None and groups is not None and response not in groups.visible:
        message = f'`{use.text}` shows what others answered to "{response}", which is not visible'
        yield facts.error(CODE, use.path, message, f'put "{response}" into groups.visible if the source showed it')
    if path[0] == "calc" and path[1] not in through:
        try:
            inner = paths(facts.by_id["calcs"][path[1]].expr)
        except FeelError:
            return
        for each in inner:
            if each[0] != "draw" and resolve(facts, each, None) is None:
                yield from _visible(facts, use, each, through | {path[1]})


def _braces(facts: Facts) -> Iterator[Finding]:
    """Double braces that are no piping would be served as they stand; so would one with an unknown format."""
    for text in facts.texts:
        if text.means is not Means.SHOWN or ("{{" not in text.value and "}}" not in text.value):
            continue
        for part in split(text.value):
            if isinstance(part, str) and ("{{" in part or "}}" in part):
                message = f"{part.strip()[:60]!r} holds braces that are no piping"
                yield facts.error(CODE, text.path, message, "write {{path}} or {{path|format}}")
            elif isinstance(part, tuple) and part[1] is not None and part[1] not in FORMATS:
                yield facts.error(CODE, text.path, f'unknown format "{part[1]}"', did_you_mean(part[1], FORMATS))


def _circles(facts: Facts) -> Iterator[Finding]:
    """Calculations, and variables, that read themselves."""
    for root, collection in (("calc", "calcs"), ("var", "variables")):
        reads: dict[str, set[str]] = {}
        for part in getattr(facts.protocol, collection):
            reads[part.id] = {path[1] for path in _read_by(part) if path[0] == root and len(path) > 1}
        for i, part in enumerate(getattr(facts.protocol, collection)):
            if part.id in _reached(reads, part.id):
                message = f"{root}.{part.id} reads itself"
                yield facts.error(CODE, (collection, i), message, "break the circle")


def _read_by(part: Any) -> Iterator[Names]:
    form = next((getattr(part, key) for key in ("map", "bins", "text_rule") if hasattr(part, key)), None)
    written = [getattr(part, "expr", None), getattr(form, "from_", None)]
    written += [item.ref for item in part.score.items] if hasattr(part, "score") else []
    for text in written:
        try:
            yield from paths(text) if text is not None else ()
        except FeelError:
            continue


def _reached(reads: dict[str, set[str]], start: str) -> set[str]:
    seen: set[str] = set()
    queue = list(reads.get(start, ()))
    while queue:
        name = queue.pop()
        if name not in seen:
            seen.add(name)
            queue += reads.get(name, ())
    return seen


def _columns(facts: Facts) -> Iterator[Finding]:
    """The columns of a unit: ids of responses and variables, or paths."""
    known = {*facts.by_id["responses"], *facts.by_id["variables"]}
    for i, unit in enumerate(facts.protocol.units):
        for k, column in enumerate(unit.columns):
            names = tuple(column.split("."))
            if len(names) == 1 and column not in known:
                fault = Fault(f'no response and no variable is called "{column}"', did_you_mean(column, known))
            elif len(names) > 1 and names[0] in ROOTS:
                found = resolve(facts, names, None)
                if found is None:
                    continue
                fault = found
            elif len(names) > 1:
                fault = Fault(f'"{column}" begins with no known name', did_you_mean(names[0], ROOTS))
            else:
                continue
            yield facts.error(CODE, ("units", i, "columns", k), fault.message, fault.fix)
