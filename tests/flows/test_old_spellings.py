"""Spellings of older versions are read, kept, and reported with what replaces them; in YAML and in XML alike."""

from __future__ import annotations

import json
import textwrap

import pytest
from reading import study_of
from samples import again, same

from hawthorne.flows.check import check
from hawthorne.flows.model import Study

OLD = [
    ("participants", "X: {type: behaverse:SimulatedTaker}", "behaverse:SimulatedActor"),
    ("participants", "X: {type: studyflow:Actor, implementation: behaverse://simulated-taker}", "simulated-actor"),
    ("participants", "X: {type: studyflow:Actor, implementation: simulate://planted}", "behaverse:SimulatedActor"),
    ("participants", "X: {type: studyflow:Actor, implementation: simulate://null}", "behaverse:SimulatedActor"),
    ("flowElements", "X: {type: behaverse:Task, runtime: simulated}", "chosen by who answers"),
    ("flowElements", "X: {type: behaverse:Task, implementation: simulate://assessment-unity}", "chosen by who answers"),
    ("flowElements", "X: {type: behaverse:Task, scene: NB}", "`instrument`"),
    ("flowElements", "X: {type: behaverse:Task, behaverseScene: NB}", "`instrument`"),
    ("flowElements", "X: {type: behaverse:Task, configurations: 'Timelines: {T: null}'}", "studyflow:Parameters"),
    ("flowElements", "X: {type: behaverse:Task, failedTrialRate: 0.2}", "`result.blocks`"),
    ("flowElements", "X: {type: behaverse:Task, ScoredBlocks: [A]}", "lists the blocks"),
    ("flowElements", "X: {type: behaverse:Task, agentType: bot}", "who answers"),
    ("flowElements", "X: {type: behaverse:Task, botConfigurations: 'Speed: 20'}", "`Bot:` entry"),
    ("flowElements", "X: {type: cognitive:CognitiveTask, instrument: jspsych}", "`platform`"),
    ("flowElements", "X: {type: cognitive:BehaverseTask}", "behaverse:Task"),
    ("flowElements", "X: {type: Task, implementation: 'https://github.com/jspsych/a@v1'}", "jspsych://"),
    ("flowElements", "X: {type: cognitive:Rest, restDuration: 60}", "`timeDuration`"),
    ("flowElements", "X: {type: Task, name: '${task}'}", "without the dollar"),
    ("flowElements", "X: {type: agentic:LLMCall}", "`actorType: llm`"),
    ("flowElements", "X: {type: DataStoreReference, bdmDataLevel: trials}", "behaverse:BDMDataset"),
    ("roots", "X: {type: ItemDefinition, structureRef: behaverse:Trial}", "cognitive:Trial"),
    ("roots", "X: {type: ItemDefinition, structureRef: behaverse:Response}", "cognitive:Response"),
]


def old(where: str, line: str) -> Study:
    root = {
        "participants": "C: {type: Collaboration, participants:",
        "flowElements": "P: {type: Process, flowElements:",
    }
    if where == "roots":
        return study_of(f"definitions: {{}}\n{line}\n")
    return study_of(f"definitions: {{}}\n{root[where]} {{{line}}}}}\n")


@pytest.mark.parametrize(("where", "line", "now"), OLD, ids=[line for _, line, _ in OLD])
def test_an_old_spelling_says_what_replaces_it(where: str, line: str, now: str) -> None:
    study = old(where, line)
    for each in (study, again(study)):
        found = [finding for finding in check(each) if finding.code == "renamed"]
        assert found, line
        assert any(now in finding.fix for finding in found), [finding.fix for finding in found]
        assert all(finding.place.line for finding in found)
    same(study, again(study))


def test_a_checklist_that_was_a_documentation_is_one_in_both_formats() -> None:
    study = study_of(textwrap.dedent("""
        definitions: {}
        P: {type: Process, documentation: [{text: "- [ ] a", checklist: true}, "other"]}
    """))  # fmt: skip
    assert study.roots[0].attributes["checklist"] == "- [ ] a"
    assert study.roots[0].attributes["documentation"] == ("other",)
    same(study, again(study))


def test_a_state_that_was_json_text_on_the_study_is_the_files_own() -> None:
    state = json.dumps({"P": {"n": 1}})
    study = study_of(f"definitions: {{}}\nP: {{type: studyflow:Study, state: '{state}'}}\n")
    assert study.state == {"P": {"n": 1}}
    assert again(study).state == study.state
