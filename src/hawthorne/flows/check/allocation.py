"""Allocation: the configuration of a random gateway fits its arms."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hawthorne.core.errors import Finding
from hawthorne.flows.model import Element, Study
from hawthorne.flows.names import names_of
from hawthorne.flows.seeds import GATEWAY, SECRET, digest_of, revealed
from hawthorne.flows.spelling.values import PLACEHOLDER
from hawthorne.flows.wiring import Wiring, wirings

_RATIO = re.compile(r"\s*\d+\s*(:\s*\d+\s*)*\Z")


def check_allocation(study: Study) -> Iterator[Finding]:
    """Ratio, block, factors and algorithm of every random gateway agree."""
    for wiring in wirings(study):
        for node in wiring.nodes.values():
            entry = node.extension(GATEWAY)
            if entry is not None and len(wiring.outs.get(str(node.id), ())) > 1:
                yield from _arms(wiring, node, entry)
                yield from _factors(study, node, entry)


def _weights(entry: Element, arms: int) -> list[int] | None:
    """One weight for each arm, None where the ratio does not say so."""
    ratio = entry.attributes.get("allocationRatio")
    if ratio is None:
        return [1] * arms
    if not _RATIO.match(str(ratio)):
        return None
    weights = [int(part) for part in str(ratio).split(":")]
    return weights if len(weights) == arms and all(weight > 0 for weight in weights) else None


def _arms(wiring: Wiring, node: Element, entry: Element) -> Iterator[Finding]:
    flows = wiring.outs[str(node.id)]
    ratio = str(entry.attributes.get("allocationRatio", ""))
    if PLACEHOLDER.search(ratio):
        return
    weights = _weights(entry, len(flows))
    if weights is None:
        message = f'"{node.label}" has the ratio "{ratio}" and {len(flows)} arms'
        example = ":".join("1" for _ in flows)
        fix = f'write one positive whole number for each arm, as "{example}"'
        yield Finding("error", "ratio", message, fix, node.where("allocationRatio"))
        return
    size = entry.attributes.get("blockSize", 4)
    total = sum(weights)
    if entry.attributes.get("algorithm") == "block" and isinstance(size, int) and (size < 1 or size % total):
        message = f'"{node.label}" has blocks of {size}, which cannot hold the ratio {":".join(map(str, weights))}'
        fix = f"write a multiple of {total} as `blockSize`"
        yield Finding("error", "block-size", message, fix, node.where("blockSize"))
    for flow in flows:
        if "conditionExpression" in flow.attributes:
            message = f'"{node.label}" draws its arm, and "{flow.label}" has a condition, which is never read'
            fix = "remove the condition, or make it an exclusive gateway"
            yield Finding("warning", "unread-condition", message, fix, flow.where("conditionExpression"))


def _factors(study: Study, node: Element, entry: Element) -> Iterator[Finding]:
    algorithm = entry.attributes.get("algorithm", "simple")
    factors = [part.strip() for part in str(entry.attributes.get("stratifyBy", "")).split(",") if part.strip()]
    where = node.where("stratifyBy")
    if factors and algorithm == "simple":
        message = f'"{node.label}" is stratified, and the algorithm "simple" knows no strata'
        fix = "use `algorithm: block`, `alternation` or `minimization`"
        yield Finding("error", "strata", message, fix, where)
    if algorithm == "minimization" and not factors:
        message = f'"{node.label}" minimizes and names no factors'
        yield Finding(
            "error", "strata", message, "write `stratifyBy:` with the names of the factors", node.where("algorithm")
        )
    ratio = str(entry.attributes.get("allocationRatio", "1"))
    if algorithm == "minimization" and len(set(re.split(r"\s*:\s*", ratio.strip()))) > 1:
        message = f'"{node.label}" minimizes with the unequal ratio "{ratio}"'
        yield Finding("error", "ratio", message, "minimization needs equal arms", node.where("allocationRatio"))
    known = names_of(study).at(str(node.id))
    for factor in factors:
        if factor.partition(".")[0] not in known:
            message = f'"{node.label}" is stratified by "{factor}", which nothing declares here'
            yield Finding(
                "error", "strata", message, "declare a property of that name, written before the gateway", where
            )
    yield from _concealed(node, algorithm)


def _concealed(node: Element, algorithm: str) -> Iterator[Finding]:
    digest, seed = node.get("seedDigest"), revealed(node)
    if digest is None:
        return
    where = node.where("seedDigest")
    if not isinstance(digest, str) or not SECRET.match(digest):
        message = f'"{node.label}" has a seed digest that is none'
        yield Finding("error", "concealed", message, "write `sha256:` and 64 hexadecimal digits", where)
    elif seed is not None and digest_of(seed) != digest:
        message = f'"{node.label}" reveals an allocation seed that is not the one whose digest it registers'
        fix = "restore the seed that the run revealed"
        yield Finding("error", "concealed", message, fix, node.where("allocationSeed"))
    if algorithm == "alternation":
        message = f'"{node.label}" conceals its seed, and alternation draws nothing'
        yield Finding("error", "concealed", message, "use another algorithm, or remove `seedDigest`", where)
