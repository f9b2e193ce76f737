"""That every wait ends (`design.groups`): the roles' ways are walked side by side, as a group would walk them.

Once on the most favourable ways, on which every branch asks what is in it: who is stuck there waits for ever. Once on
the least favourable: who is stuck only there may wait for what some ways, or some orders, never ask.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from hawthorne.core.errors import Finding
from hawthorne.lang.feel import FeelError
from hawthorne.protocols.check.expressions import paths
from hawthorne.protocols.check.facts import Facts
from hawthorne.protocols.check.reach import verdicts
from hawthorne.protocols.model.flow import EndNode, LoopNode, ShuffleNode, StageNode, SyncNode
from hawthorne.protocols.model.walk import Path

CODE = "design.groups"
OWN = frozenset({"resp", "partner", "seat", "var"})
"""What differs between the seats of a group."""


class Event(NamedTuple):
    """An answer to a page (`asks`), or a wait at the sync `id` (`needs`)."""

    asks: str | None = None
    id: str = ""
    needs: tuple[str, ...] = ()
    path: Path = ()


class Over(NamedTuple):
    """The way ends here."""


Way = list[Event | Over]


def check(facts: Facts) -> Iterator[Finding]:
    groups = facts.protocol.groups
    if groups is None or not any(True for _ in facts.syncs):
        return
    roles = list(dict.fromkeys(seat.role for seat in groups.seats))
    told: set[Path] = set()
    for hopeful in (True, False):
        stuck = _stuck({role: _Walk(facts, role, hopeful).way() for role in roles})
        for role, event, lacking in stuck:
            if event.path in told:
                continue
            told.add(event.path)
            what = f'"{role}" {"waits for ever" if hopeful else "may wait for ever"} at the sync "{event.id}": '
            why = f"{', '.join(lacking)} {'has no answer by then' if hopeful else 'need not have an answer by then'}"
            fix = "move it behind where that is asked, or take the circle of waits apart"
            found = facts.error if hopeful else facts.warning
            yield found(CODE, event.path, what + why, fix)
        if stuck:
            return


def _stuck(ways: dict[str, Way]) -> list[tuple[str, Event, list[str]]]:
    """The roles that cannot come to the end of their ways, where they stand and what they lack."""
    at, answered = dict.fromkeys(ways, 0), {role: set[str]() for role in ways}
    moved = True
    while moved:
        moved = False
        for role, way in ways.items():
            while at[role] < len(way):
                event = way[at[role]]
                if isinstance(event, Over):
                    at[role] = len(way)
                elif event.asks is not None:
                    answered[role].add(event.asks)
                elif _lacking(event, answered):
                    break
                at[role] += 1
                moved = True
    found = []
    for role, way in ways.items():
        event = way[at[role]] if at[role] < len(way) else None
        if isinstance(event, Event):
            found.append((role, event, _lacking(event, answered)))
    return found


def _lacking(event: Event, answered: dict[str, set[str]]) -> list[str]:
    lacking = []
    for need in event.needs:
        names = need.split(".")
        who = [names[1]] if names[0] == "role" and len(names) > 3 else list(answered)
        response = names[-1]
        if any(role in answered and response not in answered[role] for role in who):
            lacking.append(need)
    return lacking


class _Walk:
    """One role's way through the flow."""

    def __init__(self, facts: Facts, role: str, hopeful: bool) -> None:
        self.facts, self.role, self.hopeful = facts, role, hopeful

    def way(self) -> Way:
        return self.node(self.facts.protocol.flow, ("flow",))

    def node(self, node: Any, path: Path) -> Way:
        if isinstance(node, StageNode):
            return self.stage(node.stage)
        if isinstance(node, EndNode):
            return [*(self.stage(node.end.stage) if node.end.stage is not None else []), Over()]
        if isinstance(node, SyncNode):
            return [Event(id=node.sync.id, needs=node.sync.needs, path=(*path, "sync"))]
        if isinstance(node, LoopNode):
            return self.loop(node, path)
        if isinstance(node, ShuffleNode):
            return self.shuffle(node, path)
        if hasattr(node, "branch"):
            return self.branch(node, path)
        if hasattr(node, "parallel"):
            part = node.parallel.roles.get(self.role)
            return [] if part is None else self.node(part, (*path, "parallel", "roles", self.role))
        return self.sequence(node, path)

    def sequence(self, node: Any, path: Path) -> Way:
        found: Way = []
        for i, inner in enumerate(getattr(node, "sequence", ())):
            found += self.node(inner, (*path, "sequence", i))
        return found

    def stage(self, name: str) -> Way:
        stage = self.facts.by_id["stages"].get(name)
        if stage is None or stage.role not in ("all", self.role) or stage.timing.advance == "wait":
            return []
        return [Event(asks=response) for page in stage.pages for response in page.responses]

    def loop(self, node: LoopNode, path: Path) -> Way:
        inner = self.node(node.loop.do, (*path, "loop", "do"))
        return inner if self.hopeful or node.loop.until is None or not self.parts(node.loop.until) else _apart([inner])

    def parts(self, condition: str) -> bool:
        """Whether a condition may be another one for another seat."""
        try:
            return any(name[0] in OWN or name[0] == "calc" for name in paths(condition))
        except FeelError:
            return True

    def shuffle(self, node: ShuffleNode, path: Path) -> Way:
        inner = [self.node(each, (*path, "shuffle", i)) for i, each in enumerate(node.shuffle)]
        if not self.hopeful and node.take is not None and node.take < len(inner):
            return _apart(inner)
        every = [event for way in inner for event in way if not isinstance(event, Over)]
        late = self.hopeful or len(inner) == 1
        if late and len(inner) == 1:
            return inner[0]
        return sorted(every, key=lambda event: (event.asks is None) is late)

    def branch(self, node: Any, path: Path) -> Way:
        ways: list[Way] = []
        for i, case in enumerate(node.branch):
            found = verdicts(self.facts, case.when, self.role)
            if found == {False}:
                continue
            ways.append(self.node(case.do, (*path, "branch", i, "do")))
            if found == {True}:
                break
        else:
            ways.append([] if node.else_ is None else self.node(node.else_, (*path, "else")))
        if len(ways) == 1:
            return ways[0]
        if self.hopeful:
            return [event for way in sorted(ways, key=_waits) for event in way if not isinstance(event, Over)]
        return _apart(ways)


def _waits(way: Way) -> int:
    return sum(isinstance(event, Event) and event.asks is None for event in way)


def _apart(ways: list[Way]) -> Way:
    """Ways of which nobody knows which is taken: every wait may be come to, and only what is asked on all of them is
    surely asked. (A group ends with who ends otherwise than complete, so an end keeps nobody waiting but by what it
    leaves unasked.)"""
    waits: Way = [event for way in ways for event in way if isinstance(event, Event) and event.asks is None]
    if len(ways) == 1:
        return waits
    asked = [[event for event in way if isinstance(event, Event) and event.asks is not None] for way in ways]
    common = [event for event in asked[0] if all(event in other for other in asked[1:])]
    over: Way = [Over()] if all(any(isinstance(event, Over) for event in way) for way in ways) else []
    return [*waits, *common, *over]
