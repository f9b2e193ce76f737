"""Where a protocol uses expressions, and which names may stand there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple
from weakref import WeakKeyDictionary

from hawthorne.protocols.check.facts import Facts
from hawthorne.protocols.compile.piping import split
from hawthorne.protocols.model.part import Means
from hawthorne.protocols.model.walk import Path

SESSION = frozenset(
    {"arm", "calc", "draw", "factor", "feed", "group", "level_text", "loop", "partner", "resp", "role", "round", "seat"}
)
"""What a session knows while it is played."""
ROWS = SESSION | {"var"}
"""What a row of a unit's table knows."""
TEXT = frozenset({"calc", "draw", "feed", "group", "level_text", "loop", "partner", "resp", "round"})
"""What a text for participants may show: no arm, no factor, no id of a role, no variable."""


Loops = frozenset[str]
NO_LOOPS: Loops = frozenset()


class Use(NamedTuple):
    """An expression where it is used.

    `wants` is `condition`, `number`, `value`, `path` or `text` (a piping); `names` are the roots allowed; `loops` the
    ids of the loops around it in any of the places where it is used, `inside` of those around all of them (None: every
    loop may be read, as where rows are made); `stage` the stage on which it is
    used, if it is one's; `shown` says that participants see its value.
    """

    path: Path
    text: str
    wants: str
    names: frozenset[str]
    loops: frozenset[str] | None = None
    stage: str | None = None
    shown: bool = False
    inside: frozenset[str] | None = None


_known: WeakKeyDictionary[Facts, tuple[Use, ...]] = WeakKeyDictionary()


def uses(facts: Facts) -> tuple[Use, ...]:
    """Every expression of a protocol and every piping in its texts; worked out once."""
    if facts not in _known:
        _known[facts] = tuple(_uses(facts))
    return _known[facts]


def _uses(facts: Facts) -> Iterator[Use]:
    around = _Around(facts)
    for text in facts.texts:
        if text.key:
            continue
        if text.means is Means.EXPRESSION:
            yield _expression(text.path, text.value, around)
        elif text.means is Means.SHOWN and "{{" in text.value:
            stage, loops, inside = around(text.path)
            for part in split(text.value):
                if isinstance(part, tuple):
                    yield Use(text.path, part[0], "text", TEXT, loops, stage, True, inside)
        elif text.means is None and text.path[0] == "roles" and text.value.startswith("="):
            yield Use(text.path, text.value[1:], "value", SESSION)


WANTS = {
    "when": "condition", "until": "condition", "pass": "condition", "filter": "condition", "needs": "path",
    "outcome": "path", "second": "path", "covariates": "path", "by": "path", "variable": "path", "from": "path",
    "ref": "path", "columns": "path", "range": "number", "total": "number", "min_each": "number",
    "max_each": "number", "data": "value",
}  # fmt: skip
"""What an expression must come to, by the key under which it stands."""


def _expression(path: Path, text: str, around: _Around) -> Use:
    top = str(path[0])
    stage, loops, inside = around(path)
    key = next(str(step) for step in reversed(path) if isinstance(step, str) and (step in WANTS or step == "expr"))
    wants = "condition" if "constraints" in path else WANTS.get(key, "value")
    shown = top == "responses" or "data" in path
    if top in ("exclusions", "variables", "analyses", "human", "feeds", "units"):
        return Use(path, text, wants, ROWS)
    if "needs" in path:
        return Use(path, text, wants, frozenset({"role", "group"}), loops, inside=inside)
    if path[-1] == "by":
        return Use(path, text, wants, frozenset({"draw"}), loops, inside=inside)
    return Use(path, text, wants, SESSION, loops, stage, shown, inside)


class _Around:
    """The stage and the loops around a place. A response, or a stage, that is used in several places has the loops of
    them all."""

    def __init__(self, facts: Facts) -> None:
        self._stages = facts.protocol.stages
        self._responses = facts.protocol.responses
        self._asked = facts.asked
        self._loops = {stage.id: frozenset().union(*facts.loops_of(stage.id)) for stage in self._stages}
        self._inside = {stage.id: _common(facts.loops_of(stage.id)) for stage in self._stages}
        self._nodes = {at.path: frozenset(loop.id for loop in at.loops) for at in facts.nodes}
        self._own = {at.path: at.node.loop.id for at in facts.nodes if hasattr(at.node, "loop")}

    def __call__(self, path: Path) -> tuple[str | None, Loops | None, Loops | None]:
        """The stage, the loops around any of the places, and those around all of them."""
        top = path[0]
        if top == "stages":
            stage = self._stages[int(path[1])].id
            return stage, self._loops[stage], self._inside[stage]
        if top == "responses":
            stages = self._asked.get(self._responses[int(path[1])].id, ())
            every = [self._loops.get(stage, NO_LOOPS) for stage in stages]
            return None, NO_LOOPS.union(*every), _common([self._inside.get(stage, NO_LOOPS) for stage in stages])
        if top == "flow":
            inner = path
            while inner not in self._nodes:
                inner = inner[:-1]
            own = {self._own[inner]} if inner in self._own and path[-1] == "until" else set()
            here = self._nodes[inner] | own
            return None, here, here
        return None, None, None


def _common(places: Sequence[Loops]) -> Loops:
    return frozenset.intersection(*places) if places else NO_LOOPS
