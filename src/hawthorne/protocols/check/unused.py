"""What is declared and used nowhere (`ref.unused`, warnings): leftovers of another study, as a rule."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath

from hawthorne.core.errors import Finding
from hawthorne.lang.feel import FeelError
from hawthorne.protocols.check.expressions import paths as paths_of
from hawthorne.protocols.check.facts import Facts
from hawthorne.protocols.check.uses import uses
from hawthorne.protocols.model.citing import Cite
from hawthorne.protocols.model.flow import LoopNode, OverDraw
from hawthorne.protocols.model.responses import DrawnOrder
from hawthorne.protocols.read import paths

CODE = "ref.unused"
OWN = ("protocol.json", "protocol.yaml", "protocol.yml")
USUAL = frozenset(
    {*OWN, "study.json", "run.json", "readme.md", "readme.txt", "readme",
     "license", "license.md", "license.txt", "changelog.md", "attribution.txt", "citation.cff"}
)  # fmt: skip
"""Files that a study's folder may hold beside those that the protocol names."""


def check(facts: Facts) -> Iterator[Finding]:
    for collection, used in _used(facts).items():
        for i, part in enumerate(getattr(facts.protocol, collection)):
            if part.id not in used:
                asked = collection == "responses"
                message = f'"{part.id}" is {"on no page" if asked else "used nowhere"}'
                fix = f"{'put it on one' if asked else 'use it'}, or take it out of {collection}"
                yield facts.warning(CODE, (collection, i), message, fix)
    names = {cite for _, part in facts.parts if isinstance(cite := getattr(part, "cite", None), str)}
    for name in facts.protocol.cites:
        if name not in names:
            yield facts.warning(CODE, ("cites", name), f'the cite "{name}" is used nowhere', "take it out")
    yield from _files(facts)


def _used(facts: Facts) -> dict[str, set[str]]:
    """The ids that are used, by collection."""
    protocol = facts.protocol
    read_names = _read(facts)
    shown = {
        item.asset for stage in protocol.stages for page in stage.pages for item in page.items if item.type == "image"
    }
    options = [
        option
        for response in protocol.responses
        for part in (response, getattr(response, "scale", None))
        for option in getattr(part, "options", ())
    ]
    drawn = {at.node.loop.over.draw for at in facts.nodes
             if isinstance(at.node, LoopNode) and isinstance(at.node.loop.over, OverDraw)}  # fmt: skip
    orders = [getattr(response, "shuffle", None) for response in protocol.responses]
    drawn |= {order.draw for order in orders if isinstance(order, DrawnOrder)}
    grouped = {key.removeprefix("factor.") for cell in protocol.human.cells for key in cell.by}
    within = {factor.id for factor in protocol.factors if factor.scope == "within"}
    varied = read_names["factor"] | read_names["level_text"] | grouped | within
    return {
        "sources": {part.source for _, part in facts.parts if isinstance(part, Cite)},
        "assets": shown | {option.asset for option in options if option.asset is not None},
        "roles": {seat.role for seat in protocol.groups.seats} if protocol.groups else set(facts.by_id["roles"]),
        "factors": varied | _by_arms(facts, read_names["roots"]),
        "draws": read_names["draw"] | drawn,
        "feeds": read_names["feed"],
        "calcs": read_names["calc"],
        "responses": set(facts.asked),
        "stages": set(facts.played),
    }  # fmt: skip


def _by_arms(facts: Facts, roots: set[str]) -> set[str]:
    """The factors of a study whose expressions read the arm itself."""
    return set(facts.by_id["factors"]) if "arm" in roots else set()


def _read(facts: Facts) -> dict[str, set[str]]:
    """The names that expressions read, by their root; `roots` are the roots that sessions read."""
    found: dict[str, set[str]] = {root: set() for root in ("factor", "level_text", "draw", "feed", "calc", "roots")}
    for use in uses(facts):
        try:
            names = paths_of(use.text)
        except FeelError:
            continue
        for path in names:
            if len(path) > 1 and path[0] in found:
                found[path[0]].add(path[1])
            if use.path[0] in ("stages", "responses", "flow", "calcs"):
                found["roots"].add(path[0])
    return found


def _files(facts: Facts) -> Iterator[Finding]:
    """Files in the study's folder that the protocol does not name; a protocol of another name has no folder of its
    own."""
    source = facts.document.source
    folder = source.folder
    if folder is None or not folder.is_dir() or PurePath(source.name).name not in OWN:
        return
    named = set(paths(facts.protocol))
    for file in sorted(folder.rglob("*")):
        name = file.relative_to(folder).as_posix()
        usual = name.lower() in USUAL or any(part.startswith(".") for part in name.split("/"))
        if file.is_file() and name not in named and not usual:
            message = f'the protocol does not name the file "{name}" in its folder'
            yield facts.warning(CODE, (), message, "take it out of the folder; it is never read")
