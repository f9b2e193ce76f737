"""Provenance: where a run's data come from, as W3C PROV (PROV-O 2013) in Turtle.

The run is an activity. It used the study (an entity and a plan, with its digests) and the files that the study cites;
those who played its roles, and Hawthorne, are agents associated with it; its records, part by part, and the data sets
made of them are entities that it generated; the study's nodes that were reached are activities within it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from hawthorne.core import digest
from hawthorne.core.record import Record
from hawthorne.records.header import Header
from hawthorne.records.run import Run
from hawthorne.records.store import Store
from hawthorne.reports.turtle import Iri, Moment, Statements, Term, document

PREFIXES = {
    "prov": "http://www.w3.org/ns/prov#",
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "xsd": "http://www.w3.org/2001/XMLSchema#",
    "dcterms": "http://purl.org/dc/terms/",
    "hw": "urn:hawthorne:terms#",
}
OWN = frozenset({"run.json", "README.txt", "lock", "document", "parts", "tables"})
"""What a run folder holds beside the data sets."""

Subjects = dict[Iri, Statements]


def provenance(run: Run, records: Iterable[Record]) -> str:
    """The provenance of a run, as Turtle; `records` are its records with the facts, at whatever level it kept them."""
    header = run.header
    name = f"urn:hawthorne:run:{header.plan.removeprefix('sha256:')[:16]}:{header.started}"
    subjects: Subjects = {}
    study = _study(subjects, run)
    agents = _agents(subjects, name, header)
    subjects[Iri(name)] = _run(run, study, agents, list(subjects))
    _generated(subjects, name, run)
    _steps(subjects, name, records)
    return document(PREFIXES, subjects)


def _run(run: Run, study: Iri, agents: list[Iri], known: list[Iri]) -> Statements:
    header = run.header
    roles = [Iri(f"{agent.text}/association") for agent in agents if Iri(f"{agent.text}/association") in known]
    return {
        "a": Term("prov:Activity"),
        "rdfs:label": f"a run of {header.document['name']}",
        "prov:startedAtTime": Moment(header.started) if header.started else None,
        "prov:endedAtTime": Moment(header.finished) if header.finished else None,
        "prov:used": [study, *(iri for iri in known if iri.text.startswith(f"{study.text}/"))],
        "prov:wasAssociatedWith": agents,
        "prov:qualifiedAssociation": roles,
        "hw:action": "executed",
        "hw:with": f"hawthorne/{header.hawthorne}",
        "hw:run": run.folder.resolve().name if run.folder is not None else None,
        "hw:seed": str(header.seed),
        "hw:allocationSeed": [f"{gateway}={seed}" for gateway, seed in (header.allocationSeed or {}).items()],
        "hw:plan": header.digests.get("protocol"),
        "hw:settings": header.plan,
        "hw:clock": header.clock,
        "hw:cases": header.cases,
        "hw:participants": header.participants,
        "hw:resumed": [Moment(at) for at in header.resumed],
        **{f"hw:{status}": count for status, count in (header.counts or {}).items()},
    }


def _study(subjects: Subjects, run: Run) -> Iri:
    """The study and the copies of what it cites."""
    about, digests = run.header.document, run.header.digests
    study = Iri(f"urn:hawthorne:study:{about['digest'].removeprefix('sha256:')}")
    subjects[study] = {
        "a": [Term("prov:Entity"), Term("prov:Plan")],
        "rdfs:label": about["name"],
        "prov:atLocation": f"document/{about['file']}" if about.get("file") else None,
        "hw:digest": about["digest"],
        **{f"hw:{_word(name)}Digest": value for name, value in digests.items()},
    }
    if run.folder is not None:
        folder = run.folder / "document"
        for path in sorted(folder.rglob("*")):
            place = path.relative_to(folder).as_posix()
            if path.is_file() and place != about.get("file"):
                subjects[Iri(f"{study.text}/{place}")] = {
                    "a": Term("prov:Entity"),
                    "rdfs:label": place,
                    "prov:atLocation": f"document/{place}",
                    "hw:digest": _digest(path),
                }
    return study


def _word(name: str) -> str:
    """A name with hyphens as one word: `any-actor` is `anyActor`."""
    first, *rest = name.split("-")
    return first + "".join(part.capitalize() for part in rest)


def _agents(subjects: Subjects, name: str, header: Header) -> list[Iri]:
    """Those who played each role, with the association that says which; and the program itself."""
    found = []
    for role, player in header.actors.items():
        agent = Iri(f"{name}/actor/{role}")
        subjects[agent] = _actor(role, player)
        association = Iri(f"{agent.text}/association")
        subjects[association] = {"a": Term("prov:Association"), "prov:agent": agent,
                                 "prov:hadRole": Iri(f"{name}/role/{role}")}  # fmt: skip
        subjects[Iri(f"{name}/role/{role}")] = {"a": Term("prov:Role"), "rdfs:label": role}
        found.append(agent)
    program = Iri(f"urn:hawthorne:version:{header.hawthorne}")
    subjects[program] = {"a": Term("prov:SoftwareAgent"), "rdfs:label": f"hawthorne/{header.hawthorne}"}
    return [*found, program]


def _actor(role: str, player: Mapping[str, Any]) -> Statements:
    """An actor. One whose answers come again with the seed is software for certain."""
    software = [Term("prov:SoftwareAgent")] if player.get("reproducible") else []
    parameters = player.get("parameters")
    return {
        "a": [Term("prov:Agent"), *software],
        "rdfs:label": role,
        "hw:kind": str(player["kind"]),
        "hw:version": str(player["version"]) if "version" in player else None,
        "hw:specification": player.get("spec"),
        "hw:parameters": json.dumps(parameters, ensure_ascii=False, sort_keys=True) if parameters else None,
    }


def _generated(subjects: Subjects, name: str, run: Run) -> None:
    """The records, part by part with their receipts, and the data sets that were made of them."""
    records = Iri(f"{name}/records")
    parts = []
    for part in Store(run.folder).parts() if run.folder is not None else ():
        iri = Iri(f"{name}/parts/{part.path.name}")
        parts.append(iri)
        subjects[iri] = {
            "a": Term("prov:Entity"),
            "prov:atLocation": f"parts/{part.path.name}",
            "prov:wasGeneratedBy": Iri(name),
            "hw:digest": _digest(part.path),
            **{f"hw:{key}": count for key, count in (part.receipt or {}).items()},
        }
    subjects[records] = {
        "a": [Term("prov:Entity"), Term("prov:Collection")],
        "rdfs:label": "records",
        "prov:wasGeneratedBy": Iri(name),
        "prov:hadMember": parts,
    }
    for path in _data(run.folder):
        assert run.folder is not None
        place = path.relative_to(run.folder).as_posix()
        subjects[Iri(f"{name}/data/{place}")] = {
            "a": Term("prov:Entity"),
            "rdfs:label": place,
            "prov:atLocation": place,
            "prov:wasGeneratedBy": Iri(name),
            "prov:wasDerivedFrom": records,
            "hw:digest": _digest(path),
        }


def _data(folder: Path | None) -> list[Path]:
    if folder is None:
        return []
    return [path for path in sorted(folder.rglob("*"))
            if path.is_file() and path.relative_to(folder).parts[0] not in OWN and path.suffix != ".new"]  # fmt: skip


def _digest(path: Path) -> str:
    return digest.of_bytes(path.read_bytes())


def _steps(subjects: Subjects, name: str, records: Iterable[Record]) -> None:
    """The nodes that were reached, with how often; and how often each arm was drawn."""
    reached: Counter[str] = Counter()
    drawn: Counter[tuple[str, str]] = Counter()
    for record in records:
        who = (record.who or "").rpartition("/")[2]
        if record.what == "reached":
            reached[who] += 1
        elif record.what == "drew":
            drawn[who, str(record.value["flow"])] += 1
    for node, count in sorted(reached.items()):
        subjects[Iri(f"{name}/step/{node}")] = {
            "a": Term("prov:Activity"),
            "rdfs:label": node,
            "dcterms:isPartOf": Iri(name),
            "hw:reached": count,
            "hw:what": [f"{flow}: {times}" for (gateway, flow), times in sorted(drawn.items()) if gateway == node],
        }
