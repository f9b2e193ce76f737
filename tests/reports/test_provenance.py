"""Provenance is Turtle that says of the run, the study, who played, the records and the data sets what they are."""

from __future__ import annotations

from pathlib import Path

import pytest

import hawthorne as hw
from hawthorne.core import digest
from hawthorne.reports.turtle import Iri, Term, document

rdflib = pytest.importorskip("rdflib", reason="rdflib, which reads Turtle, is not installed")

DEMO = Path(hw.__file__).parent / "demo" / "template.studyflow.yaml"
PROV = rdflib.Namespace("http://www.w3.org/ns/prov#")
OURS = rdflib.Namespace("urn:hawthorne:terms#")


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    return hw.run(hw.plan(DEMO, n=4, seed=3), tmp_path_factory.mktemp("prov") / "run")


@pytest.fixture(scope="module")
def graph(run):
    return rdflib.Graph().parse(data=hw.prov(run), format="turtle")


@pytest.fixture(scope="module")
def activity(graph):
    return next(graph.subjects(OURS.action, rdflib.Literal("executed")))


def test_the_run_is_an_activity_with_its_times_seed_and_plan(run, graph, activity):
    assert (activity, rdflib.RDF.type, PROV.Activity) in graph
    began = graph.value(activity, PROV.startedAtTime)
    assert began.datatype == rdflib.XSD.dateTime
    assert began.toPython() <= graph.value(activity, PROV.endedAtTime).toPython()
    assert str(graph.value(activity, OURS.seed)) == "3"
    assert str(graph.value(activity, OURS.plan)) == run.header.digests["protocol"]
    assert str(graph.value(activity, OURS["with"])) == f"hawthorne/{hw.__version__}"


def test_it_used_the_study_with_the_digest_of_the_copy(run, graph, activity):
    study = graph.value(activity, PROV.used)
    assert {PROV.Entity, PROV.Plan} <= set(graph.objects(study, rdflib.RDF.type))
    copy = run.folder / str(graph.value(study, PROV.atLocation))
    assert str(graph.value(study, OURS.digest)) == digest.of_bytes(copy.read_bytes())
    assert str(graph.value(study, OURS.anyActorDigest)) == run.header.digests["any-actor"]


def test_whoever_played_a_role_is_an_agent_associated_with_it(run, graph, activity):
    associations = list(graph.objects(activity, PROV.qualifiedAssociation))
    roles = {str(graph.value(graph.value(one, PROV.hadRole), rdflib.RDFS.label)) for one in associations}
    assert roles == set(run.header.actors)
    for one in associations:
        agent = graph.value(one, PROV.agent)
        assert agent in set(graph.objects(activity, PROV.wasAssociatedWith))
        assert (agent, rdflib.RDF.type, PROV.SoftwareAgent) in graph
        assert str(graph.value(agent, OURS.kind)) == "simulated"


def test_records_and_data_sets_are_entities_that_it_generated_with_their_digests(run, graph, activity):
    located = [one for one in graph.subjects(PROV.wasGeneratedBy, activity) if graph.value(one, PROV.atLocation)]
    places = {str(graph.value(one, PROV.atLocation)): one for one in located}
    files = {path.relative_to(run.folder).as_posix() for path in run.folder.rglob("*") if path.is_file()}
    made = {file for file in files if file.endswith((".jsonl", "state.json"))}
    assert set(places) == made
    for place, entity in places.items():
        assert str(graph.value(entity, OURS.digest)) == digest.of_bytes((run.folder / place).read_bytes())
    receipts = [graph.value(one, OURS.cases).toPython() for one in located if "parts/" in str(one)]
    assert sum(receipts) == 4


def test_the_steps_that_were_reached_are_parts_of_it(run, graph, activity):
    counts: dict[str, int] = {}
    for record in run.records():
        if record.what == "reached":
            counts[record.who] = counts.get(record.who, 0) + 1
    part = rdflib.URIRef("http://purl.org/dc/terms/isPartOf")
    said = {str(graph.value(one, rdflib.RDFS.label)): graph.value(one, OURS.reached).toPython()
            for one in graph.subjects(part, activity)}  # fmt: skip
    assert said == counts


def test_a_run_in_memory_has_provenance_too(graph):
    text = hw.prov(hw.run(hw.plan(DEMO, n=1, seed=3)))
    assert len(rdflib.Graph().parse(data=text, format="turtle")) > 20


@pytest.mark.parametrize("text", ['a "b"\n\\c\t', "\u2028 ü 🎲", "<>{}|^`", "\x00\x7f"])
def test_any_text_survives_turtle(text):
    subject = Iri("urn:s")
    written = document({"p": "urn:p#"}, {subject: {"p:says": text, "p:is": Term("p:x"), "p:none": None}})
    (value,) = rdflib.Graph().parse(data=written, format="turtle").objects(predicate=rdflib.URIRef("urn:p#says"))
    assert str(value) == text


def test_any_name_is_an_iri():
    written = document({"p": "urn:p#"}, {Iri('urn:a <b> "c" {ü}'): {"p:is": 1}})
    assert len(rdflib.Graph().parse(data=written, format="turtle")) == 1
