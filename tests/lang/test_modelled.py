"""What pydantic finds wrong becomes findings: the value, the place, the nearest name; all at once."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag

from hawthorne.lang.jsontext import parse
from hawthorne.lang.modelled import decode


class Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Send(Part):
    kind: Literal["send"]
    bot: str


class Wait(Part):
    kind: Literal["wait"]
    seconds: float
    source: int | None = Field(None, alias="from")


def told(value: Any) -> str:
    return "loop" if "loop" in value else "stage"


class Stage(Part):
    stage: str


class Loop(Part):
    loop: int


Node = Annotated[Annotated[Stage, Tag("stage")] | Annotated[Loop, Tag("loop")], Discriminator(told)]


class Whole(Part):
    world: Literal["red", "green"] = "red"
    steps: tuple[Annotated[Send | Wait, Field(discriminator="kind")], ...] = ()
    nodes: tuple[Node, ...] = ()
    named: dict[str, Send] = {}


FAULTS = [
    ('{"wrld": "red"}', "unknown-key", "/wrld", 'did you mean "world"?'),
    ('{"world": "gren"}', "bad-value", "/world", 'did you mean "green"?'),
    ('{"steps": [{"kind": "sned", "bot": "a"}]}', "unknown-kind", "/steps/0/kind", 'did you mean "send"?'),
    ('{"steps": [{"bot": "a"}]}', "unknown-kind", "/steps/0", "known: send, wait"),
    ('{"steps": [{"kind": "send"}]}', "missing", "/steps/0/bot", 'write "bot"'),
    ('{"steps": [{"kind": "wait", "seconds": 1, "fro": 2}]}', "unknown-key", "/steps/0/fro", 'did you mean "from"?'),
    ('{"steps": [{"kind": "wait", "seconds": "x"}]}', "wrong-type", "/steps/0/seconds", "write a number"),
    ('{"steps": 3}', "wrong-type", "/steps", "write a list"),
    ('{"nodes": [{"stage": "a", "stag": 1}]}', "unknown-key", "/nodes/0/stag", 'did you mean "stage"?'),
    ('{"named": {"a/b": {"kind": "send", "bto": "c", "bot": "d"}}}', "unknown-key", "/named/a~1b/bto", "did you mean"),
]


@pytest.mark.parametrize(("text", "code", "path", "fix"), FAULTS)
def test_a_fault_has_its_code_its_pointer_and_its_fix(text: str, code: str, path: str, fix: str) -> None:
    read = parse(text.encode(), "x.json")
    made, findings = decode(Whole, read.value, read.places)
    assert made is None
    assert [(finding.code, finding.place.path) for finding in findings] == [(code, path)]
    assert fix in findings[0].fix or fix in findings[0].message
    assert findings[0].place.line == 1


def test_all_faults_come_at_once_in_the_order_of_the_text() -> None:
    text = "{" + ", ".join(f'"x{i}": 1' for i in range(5)) + "}"
    read = parse(text.encode(), "x.json")
    _, findings = decode(Whole, read.value, read.places)
    assert [finding.place.path for finding in findings] == [f"/x{i}" for i in range(5)]


def test_codes_can_have_other_names() -> None:
    read = parse(b'{"x": 1}', "x.json")
    _, findings = decode(Whole, read.value, read.places, {"unknown-key": "E01"})
    assert findings[0].code == "E01"


def test_a_value_without_faults_is_the_model() -> None:
    read = parse(b'{"steps": [{"kind": "wait", "seconds": 1, "from": 2}]}', "x.json")
    made, findings = decode(Whole, read.value, read.places)
    assert findings == []
    assert made is not None
    assert made.steps[0].source == 2  # type: ignore[union-attr]


def test_a_key_that_is_a_slip_of_none_lists_them_all() -> None:
    read = parse(b'{"steps": [{"kind": "wait", "seconds": 1, "secondary_seconds": 2}]}', "x.json")
    _, (found,) = decode(Whole, read.value, read.places)
    assert found.fix == "known: from, kind, seconds"


def test_a_part_that_is_no_object_is_told_its_keys() -> None:
    read = parse(b'{"named": {"a": "send"}}', "x.json")
    _, (found,) = decode(Whole, read.value, read.places)
    assert found.fix == "write an object; its keys are bot, kind"


def test_a_models_patterns_are_said_in_words() -> None:
    class Named(Part):
        name: Annotated[str, Field(pattern="^[a-z]+$")]

    read = parse(b'{"name": "A"}', "x.json")
    _, (found,) = decode(Named, read.value, read.places, None, {"^[a-z]+$": "small letters"})
    assert found.fix == "write small letters"


class Listed(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    terms: list[str] = Field(min_length=1, max_length=2)


@pytest.mark.parametrize(
    ("terms", "fix"), [([], "write at least 1 values"), (["a", "b", "c"], "write at most 2 values")]
)
def test_a_list_of_the_wrong_length_says_how_many_it_takes(terms: list[str], fix: str) -> None:
    read = parse(json.dumps({"terms": terms}).encode(), "x.json")
    _, (finding,) = decode(Listed, read.value, read.places)
    assert (finding.place.path, finding.fix) == ("/terms", fix)
