"""Concealed allocation: a gateway registers the digest of its secret seed, and whoever runs the study gives the seed.

Until a run is finished nothing in its folder says the seed, so that nobody who enrols can know the next arm; the
finished run reveals it, so that everybody can draw the arms again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from hawthorne.core import digest
from hawthorne.core.errors import Finding, UsageError, did_you_mean
from hawthorne.flows.model import Element, Study

GATEWAY = "cognitive:RandomGateway"
SECRET = re.compile(r"sha256:[0-9a-f]{64}\Z")
SHORTEST = 32
"""How many characters a secret seed has at least: fewer could be found by trying."""


def concealing(study: Study) -> Iterator[tuple[str, Element]]:
    """The random gateways that conceal their seed, with their ids."""
    for id, element in study.elements.items():
        if element.extension(GATEWAY) is not None and element.get("seedDigest") is not None:
            yield id, element


def revealed(element: Element) -> str | None:
    """The seed that the document itself reveals, as a copy of a finished run does."""
    seed = element.get("allocationSeed")
    return str(seed) if seed is not None else None


def digest_of(seed: str) -> str:
    """What a gateway registers of its secret seed, as `seedDigest`.

    >>> digest_of("correct horse battery staple etc.")[:19]
    'sha256:d173c86c8677'
    """
    return digest.of_bytes(seed.encode("utf-8"))


def check_seeds(study: Study, seeds: Mapping[str, str]) -> list[Finding]:
    """What is wrong with the secret seeds given for a run: one that is missing, too short, or not the registered one.

    Raises UsageError for a seed of no gateway that conceals any.
    """
    gateways = dict(concealing(study))
    for name in seeds:
        if name not in gateways:
            known = did_you_mean(name, gateways) or "this study has none"
            raise UsageError(f'no gateway that conceals its allocation has the id "{name}": {known}')
    found = [_wrong(id, element, seeds.get(id, revealed(element))) for id, element in gateways.items()]
    return [finding for finding in found if finding is not None]


def _wrong(id: str, element: Element, seed: str | None) -> Finding | None:
    where = element.where("seedDigest")
    if seed is None:
        message = f'"{element.label}" conceals its allocation, and nobody gave its secret seed'
        fix = f"give it with --allocation-seed {id}=SEED or --allocation-seed {id}=@FILE"
        return Finding("error", "allocation-seed", message, fix, where)
    if len(seed) < SHORTEST:
        message = f'the secret seed of "{element.label}" has {len(seed)} characters'
        fix = f"a seed that must not be guessed has {SHORTEST} or more; register the digest of such a one"
        return Finding("error", "allocation-seed", message, fix, where)
    if digest_of(seed) != element.get("seedDigest"):
        message = f'the secret seed of "{element.label}" is not the one whose digest the study registers'
        return Finding("error", "allocation-seed", message, "give the seed that was registered", where)
    return None
