"""The protocol's digests: what changes them and what does not (law of the swap; acceptance letter P)."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from reading import FIXTURES, FOLDER, in_process, study_of
from respell import respell

from hawthorne.core import digest
from hawthorne.core.document import Source
from hawthorne.flows.canonical import canonical_form
from hawthorne.flows.digests import digests, protocol
from hawthorne.flows.emit import emit
from hawthorne.flows.formats.conversion import convert
from hawthorne.flows.model import Study
from hawthorne.flows.names import names_at
from hawthorne.flows.read import read
from hawthorne.lang.nodes import parse, plain

AX = (FOLDER / "ax_check.studyflow.yaml").read_text()
PLANTED = re.compile(r"    Planted:\n(      .*\n)+")


def ax(actor: str) -> Study:
    """The fixture with another actor in the place of the planted one."""
    text, count = PLANTED.subn(lambda _: f"    Planted: {actor}\n", AX)
    assert count == 1
    return study_of(text)


def test_letter_p_an_actor_is_swapped_and_the_digest_for_any_actor_stays() -> None:
    planted = study_of(AX)
    swapped = [
        ax("{type: studyflow:Actor, memory: conversation}"),
        ax(
            "{type: studyflow:Actor, name: A model, actorType: llm, implementation: 'claude://x', memory: conversation}"
        ),
        ax("{type: behaverse:SimulatedActor, documentation: Other., accuracy: {default: 0.5}, memory: conversation}"),
        ax("{extensionElements: [{type: studyflow:Actor, memory: conversation}], name: Long form}"),
    ]
    assert {digests(study)["any-actor"] for study in swapped} == {digests(planted)["any-actor"]}
    assert len({protocol(study) for study in [planted, *swapped]}) == 5


def test_what_an_actor_remembers_and_how_many_there_are_is_protocol() -> None:
    base = digests(ax("{type: studyflow:Actor, memory: conversation}"))["any-actor"]
    for actor in (
        "{type: studyflow:Actor}",
        "{type: studyflow:Actor, memory: conversation, participantMultiplicity: {maximum: 2}}",
    ):
        assert digests(ax(actor))["any-actor"] != base


def _protocol_spots(tree: object, path: tuple[object, ...] = ()) -> list[tuple[object, ...]]:
    """The paths to single values of a study that are its protocol."""
    items = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else None
    if items is None:
        return [path]
    return [spot for key, value in items for spot in _protocol_spots(value, (*path, key))]


def _is_protocol(path: tuple[object, ...]) -> bool:
    return path[0] not in ("id", "definitions", "layout", "state", "diagram") and not {
        "Planted",
        "Person",
        "Bot",
    } & set(path)


@pytest.mark.parametrize("seed", range(25))
def test_a_change_of_any_other_value_changes_both_digests(seed: int) -> None:
    draws = random.Random(seed)
    path = draws.choice([path for path in FIXTURES if "tiny_long" not in path.name])
    root = parse(path.read_bytes()).root
    assert root is not None
    tree = plain(root)
    before = digests(read(Source("a", emit(tree).encode())))
    spot = draws.choice(
        [spot for spot in _protocol_spots(tree) if _is_protocol(spot) and "when" not in spot and "action" not in spot]
    )
    holder: dict[object, object] | list[object] = tree
    for key in spot[:-1]:
        holder = holder[key]
    old = holder[spot[-1]]
    holder[spot[-1]] = (not old) if isinstance(old, bool) else old + 1 if isinstance(old, (int, float)) else f"{old}x"
    after = digests(read(Source("a", emit(tree).encode())))
    assert after["protocol"] != before["protocol"], spot
    assert after["any-actor"] != before["any-actor"], spot


def _shuffled(tree: object, draws: random.Random, depth: int = 0) -> object:
    """The same study with the keys of every body in another order (those of elements by id keep theirs)."""
    if isinstance(tree, list):
        return [_shuffled(item, draws, depth) for item in tree]
    if not isinstance(tree, dict):
        return tree
    items = [(key, _shuffled(value, draws, depth + 1)) for key, value in tree.items()]
    if depth > 0 and ("type" in tree or "sourceRef" in tree or "processRef" in tree):
        draws.shuffle(items)
    return dict(items)


@pytest.mark.parametrize("path", FIXTURES, ids=lambda path: path.name)
def test_the_order_of_keys_and_the_drawing_change_no_digest(path: Path) -> None:
    root = parse(path.read_bytes()).root
    assert root is not None
    tree = plain(root)
    moved = {
        **_shuffled(tree, random.Random(1)),
        "layout": {"x": {"fill": "red"}},
        "id": "other",
        "state": {"P": {"a": 1}},
    }
    assert digests(read(Source("a", emit(moved).encode()))) == digests(read(Source.of_file(path)))


@pytest.mark.parametrize(
    ("bare", "told"),
    [
        ("{type: Task}", "{type: Task, isForCompensation: false, startQuantity: 1}"),
        ("{type: cognitive:RandomGateway}", "{type: cognitive:RandomGateway, algorithm: simple, blockSize: 4}"),
        ("{type: behaverse:Task}", "{type: behaverse:Task, platform: behaverse, runtime: unity}"),
        ("{type: Task}", "{type: Task, icon: flask, progress: 40%, bounds: 1 2 3 4}"),
        ("{type: Task, checklist: '- [ ] a'}", "{type: Task, checklist: '- [x] a'}"),
        ("{type: Task}", "{type: Task, extensionElements: [{type: prov:Activity, action: executed}]}"),
        ("{type: Task}", "{type: Task, properties: [], dataInputAssociations: {}}"),
        ("{type: Task, documentation: a}", "{type: Task, documentation: [{text: a}]}"),
        ("{type: studyflow:Parameters, values: {a: 1.0}}", "{type: studyflow:Parameters, values: 'a: 1'}"),
    ],
)
def test_defaults_and_what_is_no_protocol_change_no_digest(bare: str, told: str) -> None:
    one, two = in_process(f"flowElements: {{A: {bare}}}"), in_process(f"flowElements: {{A: {told}}}")
    assert not [finding for finding in (*one.findings, *two.findings) if finding.severity == "error"]
    assert digests(one) == digests(two)


def test_an_empty_study_entry_is_no_protocol_and_a_seed_is() -> None:
    entry = "name: x\nextensionElements: [{{type: studyflow:Study, {}}}]"
    plain_one, empty, seeded = (
        in_process("name: x"),
        in_process(entry.format("runtime: local")),
        in_process(entry.format("seed: 2")),
    )
    assert digests(plain_one) == digests(empty)
    assert protocol(seeded) != protocol(empty)


def test_the_order_of_a_gateways_flows_is_protocol() -> None:
    flows = ["F: A -> B", "G: A -> C"]
    nodes = "A: {type: ExclusiveGateway}, B: {type: Task}, C: {type: Task}"
    one, two = (in_process(f"flowElements: {{{nodes}, {', '.join(order)}}}") for order in (flows, flows[::-1]))
    assert protocol(one) != protocol(two)


def test_digests_are_pinned_so_that_they_mean_the_same_tomorrow() -> None:
    study = study_of("definitions: {}\nP: {type: studyflow:Study, seed: 1, flowElements: {A: {type: Task, name: a}}}")
    text = (
        '[{"$type":"bpmn:Process","extensionElements":[{"$type":"studyflow:Study","seed":1}],'
        '"flowElements":[{"$type":"bpmn:Task","id":"A","name":"a"}],"id":"P"}]'
    )
    assert protocol(study) == digest.of_bytes(text.encode())
    assert protocol(study) == "sha256:bb02b08b20825be5c54be6414b7aaa9d01223cb4d0f49af8780cfaf6385db170"


@pytest.mark.parametrize("path", FIXTURES, ids=lambda path: path.name)
@pytest.mark.parametrize("seed", range(6))
def test_any_spelling_of_a_study_has_its_digests(path: Path, seed: int) -> None:
    root = parse(path.read_bytes()).root
    assert root is not None
    text = emit(respell(plain(root), random.Random(seed)))
    spelled, study = read(Source("spelled", text.encode())), read(Source.of_file(path))
    assert not spelled.findings, text
    assert canonical_form(spelled) == canonical_form(study)
    assert digests(spelled) == digests(study)
    assert text != path.read_text()


FOREIGN = """\
id: foreign
definitions: {targetNamespace: http://bpmn.io/schema/bpmn, "xmlns:other": "https://example.org/other"}
P:
  type: studyflow:Study
  properties: {p_n: {name: n, value: "1"}}
  flowElements:
    In: {type: StartEvent}
    A: {type: Task, name: twin, extensionElements: [{type: "other:Mark", colour: red, parts: [a, b]}]}
    B: {type: Task, name: twin}
    C: {type: Task, name: single}
    Out: {type: EndEvent}
    F1: In -> A
    F2: A -> B
    F3: B -> C
    F4: C -> Out
"""


def test_letter_h_foreign_extensions_are_protocol_and_a_name_of_two_elements_is_not_offered() -> None:
    source = Source("foreign.studyflow.yaml", FOREIGN.encode())
    study = read(source)
    assert [finding for finding in study.findings if finding.severity != "note"] == []
    again = read(Source("foreign.bpmn", convert(source, "xml").data))
    assert digests(again) == digests(study)
    assert protocol(study_of(FOREIGN.replace("colour: red", "colour: blue"))) != protocol(study)
    names = names_at(study, "C")
    assert {"single", "A", "B", "n"} <= names
    assert "twin" not in names
