"""Groups: who sits where, and that whoever waits waits for somebody (`design.groups`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from hawthorne.core.errors import Finding
from hawthorne.protocols.check.facts import At, Facts
from hawthorne.protocols.model.flow import ParallelNode, RevealNode, SyncNode
from hawthorne.protocols.model.walk import Path

CODE = "design.groups"


def check(facts: Facts) -> Iterator[Finding]:
    protocol = facts.protocol
    if protocol.groups is None:
        people = sum(role.count for role in protocol.roles)
        if people > 1:
            fix = 'declare "groups", with a seat for each'
            yield facts.error(CODE, ("roles",), f"{people} people have roles, and there are no groups", fix)
        for at in facts.nodes:
            if isinstance(at.node, SyncNode):
                fix = "declare groups, or take it out"
                yield facts.error(CODE, (*at.path, "sync"), "there is nobody to wait for", fix)
        return
    yield from _seats(facts)
    yield from _scripted(facts)
    for at in facts.nodes:
        if isinstance(at.node, ParallelNode):
            yield from _parts(facts, at)
        elif isinstance(at.node, SyncNode):
            yield from _waits(facts, at, at.node)
        elif isinstance(at.node, RevealNode) and at.role is not None and at.node.reveal.to not in ("all", at.role):
            message = f'in the part of "{at.role}" the role "{at.node.reveal.to}" is told something'
            fix = f'move it into the part of "{at.node.reveal.to}", behind a sync'
            yield facts.error(CODE, (*at.path, "reveal", "to"), message, fix)


def _seats(facts: Facts) -> Iterator[Finding]:
    groups = facts.protocol.groups
    assert groups is not None
    if groups.size != len(groups.seats):
        message = f"a group of {groups.size} has {len(groups.seats)} seats"
        yield facts.error(CODE, ("groups", "size"), message, f'write "size": {len(groups.seats)}')
    sitting = Counter(seat.role for seat in groups.seats)
    for i, role in enumerate(facts.protocol.roles):
        if sitting[role.id] != role.count:
            message = f'the role "{role.id}" has the count {role.count} and sits on {sitting[role.id]} seats'
            yield facts.error(CODE, ("roles", i), message, "name it on as many seats as its count says")


def _scripted(facts: Facts) -> Iterator[Finding]:
    """A scripted role answers everything that it is asked."""
    protocol = facts.protocol
    drops = protocol.groups.on_drop if protocol.groups is not None else None
    if drops == "scripted" and not any(role.scripted for role in protocol.roles):
        where: Path = ("groups", "on_drop")
        yield facts.error(CODE, where, "no role has scripted answers", 'give one "scripted", or end the group')
    for i, role in enumerate(protocol.roles):
        if not role.scripted:
            continue
        for stage in protocol.stages:
            places = facts.played.get(stage.id, ())
            if stage.role not in ("all", role.id) or not any(at.role in (None, role.id) for at in places):
                continue
            for response in (name for page in stage.pages for name in page.responses):
                asked = facts.by_id["responses"].get(response)
                if asked is not None and asked.required and response not in role.scripted.answers:
                    message = f'the scripted role "{role.id}" has no answer to "{response}"'
                    yield facts.error(CODE, ("roles", i, "scripted"), message, "add it to its answers")


def _waits(facts: Facts, at: At, node: SyncNode) -> Iterator[Finding]:
    """Whoever is waited for is asked somewhere."""
    for i, need in enumerate(node.sync.needs):
        root, *rest = need.split(".")
        role = rest[0] if root == "role" and rest else None
        response = need.rpartition("resp.")[2]
        stages = [stage for stage in facts.asked.get(response, ()) if _is_played_by(facts, stage, role)]
        if response in facts.by_id["responses"] and not stages:
            who = f'the role "{role}"' if role is not None else "nobody"
            message = (
                f'the sync "{node.sync.id}" waits for ever: {who} is {"never " * (role is not None)}asked "{response}"'
            )
            yield facts.error(
                CODE, (*at.path, "sync", "needs", i), message, "put the response on a page that is played"
            )


def _is_played_by(facts: Facts, stage: str, role: str | None) -> bool:
    if role is None:
        return bool(facts.played.get(stage))
    meant = facts.by_id["stages"][stage].role in ("all", role)
    return meant and any(place.role in (None, role) for place in facts.played.get(stage, ()))


def _parts(facts: Facts, at: At) -> Iterator[Finding]:
    """In a parallel each role has a part, and only roles that sit in the group."""
    assert isinstance(at.node, ParallelNode)
    assert facts.protocol.groups is not None
    for role in {seat.role for seat in facts.protocol.groups.seats} - set(at.node.parallel.roles):
        message = f'the role "{role}" has no part in the parallel'
        where = (*at.path, "parallel", "roles")
        yield facts.find("warning", CODE, where, message, f'add "{role}": {{"sequence": []}} if it has nothing to do')
