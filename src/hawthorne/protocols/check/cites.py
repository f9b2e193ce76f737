"""Cites: every part that can be taken over from a source says where it stands there (`ref.cite`), and what is missing
from the source is told as a departure (`ref.departures`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hawthorne.core.errors import Finding, did_you_mean
from hawthorne.protocols.check.facts import Facts, part_at
from hawthorne.protocols.model.analyses import Analysis, Hypothesis
from hawthorne.protocols.model.citing import Asset, Cite
from hawthorne.protocols.model.design import Arm, Assignment, Calc, Draw, Factor, Feed, Groups, OfficialN, Scripted
from hawthorne.protocols.model.flow import CheckNode, RevealNode
from hawthorne.protocols.model.human import Acknowledgement, Cell, Figure, HumanTest, Sample, UnitData
from hawthorne.protocols.model.measures import Exclusion, Variable
from hawthorne.protocols.model.responses import Answerable
from hawthorne.protocols.model.screens import Constraint, Item, Stage
from hawthorne.protocols.model.walk import Path

CODE = "ref.cite"
CITABLE = (
    Analysis, Answerable, Arm, Asset, Assignment, Calc, Cell, CheckNode, Constraint, Draw, Exclusion, Factor, Feed,
    Groups, HumanTest, Item, OfficialN, RevealNode, Sample, Scripted, Stage, UnitData, Variable,
)  # fmt: skip
"""Parts that must say where they come from."""
BARE = ("divider",)
"""Types of items that say nothing."""


def check(facts: Facts) -> Iterator[Finding]:
    for path, part in facts.parts:
        if isinstance(part, CITABLE) and part.cite is None and getattr(part, "type", None) not in BARE:
            name = getattr(part, "id", None)
            what = f'"{name}"' if isinstance(name, str) else _noun(part, path)
            yield facts.error(CODE, path, f"{what} has no cite", 'say where it comes from: "cite": a cite or its name')
        elif isinstance(part, Hypothesis) and part.cite is None and part.human.cite is None:
            yield facts.error(CODE, path, f'the hypothesis "{part.id}" has no cite', "cite it, or what was found")
        cite = getattr(part, "cite", None)
        if isinstance(cite, str) and cite not in facts.protocol.cites:
            fix = did_you_mean(cite, facts.protocol.cites) or "declare it among the cites"
            yield facts.error(CODE, (*path, "cite"), f'no cite is called "{cite}"', fix)
        if isinstance(part, Cite):
            yield from _place(facts, path, part)


def _noun(part: Any, path: Path) -> str:
    """A part without an id in words: what it is."""
    if isinstance(part, CheckNode):
        return f'the check of "{part.check.response}"'
    if isinstance(part, Constraint):
        return f"the constraint `{part.expr}`"
    return "the reveal" if isinstance(part, RevealNode) else f"the part {path[-1]}"


def _place(facts: Facts, path: Path, cite: Cite) -> Iterator[Finding]:
    """Whether a cite's source is there and has the page."""
    sources = facts.by_id["sources"]
    source = sources.get(cite.source)
    if source is None:
        fix = did_you_mean(cite.source, sources)
        yield facts.error(CODE, (*path, "source"), f'no source is called "{cite.source}"', fix)
        return
    pages = source.file.pages if source.file is not None else None
    page = cite.locator.page
    if page is not None and pages is not None and page > pages:
        where = (*path, "locator", "page")
        yield facts.error(CODE, where, f'page {page} of "{source.id}"', f"the source has {pages} pages")


DEPARTURES = "ref.departures"
KINDS = {
    "stage": "stages", "response": "responses", "arm": "arms", "factor": "factors", "draw": "draws",
    "variable": "variables", "analysis": "analyses", "hypothesis": "hypotheses", "asset": "assets", "cell": "cells",
    "feed": "feeds", "calc": "calcs", "exclusion": "exclusions", "unit": "units", "role": "roles",
}  # fmt: skip


def departures(facts: Facts) -> Iterator[Finding]:
    """Each part that is missing from its source has a departure, and each departure is about a part."""
    told = {departure.where.partition(":")[2] for departure in facts.protocol.departures}
    for path, part in facts.parts:
        if _label(facts, part) == "missing":
            if isinstance(part, Figure):
                message = "a number that is missing from the source has no value"
                yield facts.error(DEPARTURES, path, message, "leave it out: what is absent is unknown")
            elif not told.intersection(_names(facts, path)):
                name = next(iter(_names(facts, path)), str(path[-1]))
                message = f'"{name}" is missing from its source, and no departure says so'
                yield facts.error(DEPARTURES, path, message, f'add a departure with "where": "<kind>:{name}"')
    items = {item.id for stage in facts.protocol.stages for page in stage.pages for item in page.items}
    for i, departure in enumerate(facts.protocol.departures):
        kind, _, name = departure.where.partition(":")
        known = items if kind == "item" else facts.by_id.get(KINDS.get(kind, ""))
        if known is not None and name not in known:
            fix = did_you_mean(name, known)
            yield facts.error(DEPARTURES, ("departures", i, "where"), f'no {kind} is called "{name}"', fix)
        if departure.severity == "blocking":
            message = f'"{departure.id}" is a departure that blocks: {departure.reason}'
            fix = "settle it before anybody takes part; `make` wants `allow_blocked`"
            yield facts.warning(DEPARTURES, ("departures", i, "severity"), message, fix)


def _label(facts: Facts, part: Any) -> str | None:
    if isinstance(part, Acknowledgement):
        return None
    if isinstance(part, Figure) and part.label is not None:
        return part.label
    cite = getattr(part, "cite", None)
    cite = facts.protocol.cites.get(cite) if isinstance(cite, str) else cite
    return cite.label if isinstance(cite, Cite) else None


def _names(facts: Facts, path: Path) -> list[str]:
    """The ids of a part and of the parts around it, inner ones first."""
    here: Any = facts.protocol
    names: list[str] = []
    for step in path:
        here = part_at(here, step)
        name = getattr(here, "id", None)
        if isinstance(name, str):
            names.insert(0, name)
    return names
