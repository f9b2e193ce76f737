"""Small protocols of the tests, from parts; and how they are played."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from hawthorne.core.ask import Answer, Ask, Reply, Silence
from hawthorne.core.case import Case
from hawthorne.core.document import Document, Setting, Source
from hawthorne.core.record import Record
from hawthorne.protocols.program import ProtocolProgram, compile_protocol
from hawthorne.protocols.read import read
from hawthorne.testing.machine import play, sampled

STUDIES = Path(__file__).parent / "fixtures" / "studies"
FIXTURES = sorted(path.name for path in STUDIES.glob("fixture_*"))

Doc = dict[str, Any]


def question(id: str, kind: str = "integer", **more: Any) -> Doc:
    """A response; an integer from 0 to 10 unless said otherwise."""
    ranged = {"range": [0, 10]} if kind == "integer" else {}
    return {"id": id, "kind": kind, **ranged, **more}


def stage(id: str, *responses: str, text: str | None = None, **more: Any) -> Doc:
    """A stage of one page with one text and these responses."""
    items = [{"id": f"{id}_text", "type": "text", "text": text if text is not None else f"This is {id}."}]
    return {"id": id, "pages": [{"id": "pg1", "items": items, "responses": list(responses)}], **more}


def paper(flow: Doc, responses: list[Doc], stages: list[Doc], **parts: Any) -> Doc:
    """A whole protocol around a flow."""
    base = {
        "schema": "hawthorne/protocol.v1", "id": "small", "version": "1.0.0", "title": "Small",
        "sources": [{"id": "own", "kind": "own", "citation": "Invented", "tier": "open"}],
        "units": [{"id": "p", "kind": "participant", "primary": True, "rows": {"per": "session"}}],
        "arms": [{"id": "only"}], "assignment": {"method": "balanced"}, "responses": responses, "stages": stages,
        "flow": flow, "human": {}, "hypotheses": [], "analyses": [],
    }  # fmt: skip
    return base | parts


def group(*roles: str, **more: Any) -> Doc:
    """The parts of a protocol for groups with these seats."""
    seats = [{"role": role} for role in roles]
    named = [{"id": role, "count": roles.count(role)} for role in dict.fromkeys(roles)]
    return {"roles": named, "groups": {"size": len(roles), "seats": seats, **more}}


def document(doc: Doc) -> Document:
    """The document of a protocol's parts."""
    made = read(Source("protocol.json", json.dumps(doc).encode()))
    assert not made.findings, "\n".join(map(str, made.findings))
    return made


def program(doc: Doc, seed: int = 1, arms: list[str] | None = None) -> ProtocolProgram:
    return compile_protocol(document(doc), Setting(seed=seed), arms)


def fixture(name: str, seed: int = 1) -> ProtocolProgram:
    """The program of a study among the fixtures."""
    return compile_protocol(read(Source.of_file(STUDIES / name / "protocol.json")), Setting(seed=seed))


def answering(given: Mapping[str, Any], otherwise: Callable[[Ask], Reply] | None = None) -> Callable[[Ask], Reply]:
    """Whoever gives these answers by response (a list: one after the other), and valid ones to all else."""
    left = {id: list(value) if isinstance(value, list) else value for id, value in given.items()}
    other = otherwise or sampled()

    def answer(ask: Ask) -> Reply:
        reply = other(ask)
        if isinstance(reply, Answer) and isinstance(reply.value, dict):
            for id in reply.value:
                said = left.get(f"{ask.role}.{id}", left.get(id))
                if said is not None:
                    reply.value[id] = said.pop(0) if isinstance(said, list) else said
                if isinstance(reply.value[id], Silence):
                    return reply.value[id]
        return reply

    return answer


def played(made: ProtocolProgram, answer: Callable[[Ask], Reply] | None = None, number: int = 1) -> list[Record]:
    """The full record of a case."""
    log: list[Record] = []
    play(Case(number, made.machine(number), log.append), answer or sampled())
    return log


def views(log: list[Record], role: str | None = None) -> list[Doc]:
    """What was shown, in order."""
    return [record.value["view"] for record in log if record.what == "put" and role in (None, record.who)]


def notes(log: list[Record], what: str) -> list[tuple[str | None, Any]]:
    """(who, value) of the facts of a kind."""
    return [(record.who, record.value) for record in log if record.what == what]


def rows(log: list[Record], unit: str = "p") -> list[Doc]:
    """The rows of a unit."""
    return [record.value for record in log if record.what == "row" and record.who == unit]


def texts(view: Doc) -> list[str]:
    return [item["text"] for item in view["items"]]
