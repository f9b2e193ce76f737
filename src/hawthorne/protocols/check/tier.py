"""How far texts may go (`tier.policy`): tiers fit licences, no part is looser than its source, and whatever is withheld
can be withheld."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hawthorne.core.errors import Finding
from hawthorne.core.values import JSON
from hawthorne.protocols.check.facts import Facts
from hawthorne.protocols.model.citing import TIERS, Origin
from hawthorne.protocols.model.walk import Path
from hawthorne.protocols.squash import squash
from hawthorne.protocols.texts import cite_of, source_tier

CODE = "tier.policy"
FREE = ("CC0-", "PUBLIC-DOMAIN", "UNLICENSE", "0BSD", "PDDL-", "MIT-0")
"""How licences begin that ask for nothing."""
CLOSED = "ALL-RIGHTS-RESERVED"
SHORT = 12
"""A shorter value is a label, not a text."""


def check(facts: Facts) -> Iterator[Finding]:
    for i, source in enumerate(facts.protocol.sources):
        yield from _licence(facts, ("sources", i), source)
    for path, part in facts.parts:
        tier = getattr(part, "tier", None)
        if tier is not None and "withheld" in type(part).model_fields:
            yield from _looser(facts, path, part)
    yield from _values(facts)


def _licence(facts: Facts, path: Path, source: Origin) -> Iterator[Finding]:
    licence = (source.licence or "").upper()
    where = (*path, "tier")
    if source.tier in ("open", "attributed") and licence == CLOSED:
        message = f'the tier of "{source.id}" is {source.tier}, and its licence reserves all rights'
        yield facts.error(CODE, where, message, "withheld: its text does not ship")
    elif source.tier == "attributed" and not licence:
        message = f'the texts of "{source.id}" ship with their attribution, and it names no licence'
        yield facts.error(CODE, where, message, "name the licence (an SPDX identifier), or withhold them")
    elif source.tier == "open" and licence and source.kind != "own" and not licence.startswith(FREE):
        message = f'the tier of "{source.id}" is open, and its licence, {source.licence}, asks for more than nothing'
        yield facts.error(CODE, where, message, "attributed: its attribution ships along")
    elif source.tier in ("withheld", "local") and licence.startswith(FREE):
        message = f'the texts of "{source.id}" are {source.tier}, and its licence lets them ship'
        yield facts.warning(CODE, where, message, "open")


def _looser(facts: Facts, path: Path, part: Any) -> Iterator[Finding]:
    """A part's own tier only ever makes it stricter."""
    around = dict(facts.parts)
    chain = [(path[:i], around[path[:i]]) for i in range(len(path), 0, -1) if path[:i] in around]
    source = source_tier(facts.protocol, cite_of(facts.protocol, chain))
    if TIERS.index(part.tier) < TIERS.index(source):
        message = f"the tier {part.tier} is looser than the source's, which is {source}"
        yield facts.error(CODE, (*path, "tier"), message, f"leave it out, or say {source} or stricter")


def _values(facts: Facts) -> Iterator[Finding]:
    """Texts of a withheld source that stand where no placeholder can: values that expressions compare."""
    protocol = facts.protocol
    places: list[tuple[Path, JSON, Any]] = []
    for i, draw in enumerate(protocol.draws):
        if draw.public:
            places += [(("draws", i, "from"), draw.from_, draw)]
            places += [(("draws", i, "by_arm", arm), values, draw) for arm, values in (draw.by_arm or {}).items()]
    places += [(("feeds", i, "published"), feed.published, feed) for i, feed in enumerate(protocol.feeds)]
    for at in facts.nodes:
        loop = getattr(at.node, "loop", None)
        if loop is not None and isinstance(loop.over, tuple):
            places.append(((*at.path, "loop", "over"), loop.over, at.node))
    for path, value, part in places:
        tier = source_tier(protocol, cite_of(protocol, [(path, part)]))
        if tier in ("withheld", "local") and any(len(squash(text)) >= SHORT for text in _texts(value)):
            message = f"texts of a source that is {tier} stand among values, where no placeholder can stand for them"
            yield facts.error(CODE, path, message, "keep ids there, and the texts in items or in a factor's text")


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from _texts(inner)
    elif isinstance(value, (list, tuple)):
        for inner in value:
            yield from _texts(inner)
