"""The kind of protocols: how they are read, checked and compiled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from hawthorne.core import digest
from hawthorne.core.document import Document, Setting, Source, Table
from hawthorne.core.errors import Finding, InvalidDocument, UsageError
from hawthorne.core.values import JSON
from hawthorne.protocols.cards.state import State
from hawthorne.protocols.check import check
from hawthorne.protocols.digests import digest_of
from hawthorne.protocols.draw import flow_svg
from hawthorne.protocols.model import SCHEMA, Means, Protocol
from hawthorne.protocols.model.walk import keys_that_mean, models
from hawthorne.protocols.program import ProtocolProgram, compile_protocol
from hawthorne.protocols.read import parse, read

SUFFIXES = ("protocol.json", "protocol.yaml", "protocol.yml")
SERVED = frozenset(key for part in models(State) for key in part.model_fields)
"""Keys of a State, under which participants are served something else than the document's own text."""


class ProtocolKind:
    """See `hawthorne.core.document.Kind`."""

    kind: ClassVar[str] = "protocol"
    version: ClassVar[int] = 1
    suffixes: ClassVar[tuple[str, ...]] = SUFFIXES
    pictures: ClassVar[tuple[str, ...]] = ("svg",)
    schemas: ClassVar[tuple[str, ...]] = (SCHEMA,)
    """What the key `schema` of such a document says."""

    def read(self, source: Source) -> Document:
        return read(source)

    def check(self, document: Document) -> Sequence[Finding]:
        return check(document)

    def digests(self, document: Document) -> Mapping[str, str]:
        """`protocol` is of the whole document with the files it cites, whatever text it was read from; `any-actor` is
        the same: no part of a protocol says who plays it."""
        whole = protocol_digest(document)
        return {"protocol": whole, "any-actor": whole}

    def info(self, document: Document) -> Mapping[str, Any]:
        protocol: Protocol | None = document.model
        if protocol is None:
            return {"protocol": document.name}
        items = sum(len(page.items) for stage in protocol.stages for page in stage.pages)
        primary = next((unit for unit in protocol.units if unit.primary), None)
        official = primary.official_n.total if primary is not None and primary.official_n is not None else None
        return {
            "protocol": protocol.id,
            "version": protocol.version,
            "title": protocol.title,
            "status": protocol.status,
            "arms": [{"id": arm.id, "levels": _levels(arm.levels), "weight": arm.weight} for arm in protocol.arms],
            "roles": [{"id": role.id, "count": role.count, "scripted": bool(role.scripted)} for role in protocol.roles],
            "group size": protocol.groups.size if protocol.groups is not None else 1,
            "units": [{"id": unit.id, "kind": unit.kind, "rows": unit.rows.per} for unit in protocol.units],
            "official n": official,
            "stages": len(protocol.stages),
            "items": items,
            "responses": {response.id: response.kind for response in protocol.responses},
            "variables": len(protocol.variables),
            "analyses": len(protocol.analyses),
            "hypotheses": len(protocol.hypotheses),
            "sources": [{"id": source.id, "tier": source.tier} for source in protocol.sources],
            "projection": protocol.projection is not None,
        }

    def operator_fields(self) -> frozenset[str]:
        """The keys whose texts no participant sees, as the model's types mark them."""
        marked = keys_that_mean(Protocol, Means.ID, Means.EXPRESSION, Means.OPERATOR)
        return marked - self.participant_fields() - SERVED

    def participant_fields(self) -> frozenset[str]:
        return keys_that_mean(Protocol, Means.SHOWN)

    def compile(self, document: Document, setting: Setting) -> ProtocolProgram:
        errors = [finding for finding in check(document) if finding.severity == "error"]
        if errors:
            raise InvalidDocument(errors)
        return compile_protocol(document, setting)

    def draw(
        self,
        document: Document,
        format: str,
        tables: Mapping[str, Table] | None = None,
        caption: str = "",
        automatic: bool = False,
    ) -> bytes:
        """The flow as SVG. Raises InvalidDocument for a document that cannot be read, UsageError for counts."""
        if document.model is None:
            raise InvalidDocument(document.findings)
        if tables is not None:
            raise UsageError("the picture of a protocol shows no counts of a run: see the run's report")
        return flow_svg(document.model).encode()

    def facts(self, document: Document) -> Sequence[tuple[str, str]]:
        protocol: Protocol = document.model
        arms = [f"{arm.id} ({', '.join(arm.levels.values())})" if arm.levels else arm.id for arm in protocol.arms]
        sources = [f"{source.citation} ({source.licence})" for source in protocol.sources]
        return [
            ("title", protocol.title),
            ("protocol", f"{protocol.id} {protocol.version}, {protocol.status}"),
            ("arms", "; ".join(arms)),
            ("sources", "; ".join(sources)),
            ("digest", protocol_digest(document)),
        ]


def protocol_digest(document: Document) -> str:
    """The digest of a protocol's JSON form: that of the text where it holds no protocol. The files that it cites are in
    it by the digests that it declares for them, which `check` compares."""
    if document.model is None:
        return digest.of_bytes(document.source.data)
    return f"sha256:{digest_of(json_form(document))}"


def json_form(document: Document) -> JSON:
    """The JSON value of a document's text: what it does not say stays unsaid."""
    return parse(document.source.name, document.source.data).value


def _levels(levels: Mapping[str, str]) -> str:
    return ", ".join(f"{factor} {level}" for factor, level in levels.items())
