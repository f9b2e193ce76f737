"""The shipped schemas are those of the models, and both accept the same documents."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from changed import change
from defects import STUDIES
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from pydantic import ValidationError

from hawthorne.protocols.model import Protocol
from hawthorne.protocols.schemas import NAMES, shipped, text
from hawthorne.protocols.schemas.make import MODELS, encoded

PROTOCOLS = {folder.name: json.loads((folder / "protocol.json").read_text("utf-8"))
             for folder in sorted(STUDIES.iterdir()) if folder.is_dir()}  # fmt: skip
SCHEMA = Draft202012Validator(shipped("protocol"))


@pytest.mark.parametrize("name", NAMES)
def test_a_shipped_schema_is_the_models_own(name: str) -> None:
    assert text(name) == encoded(name), "run: python -m hawthorne.protocols.schemas.make"


@pytest.mark.parametrize("name", NAMES)
def test_a_schema_is_a_schema(name: str) -> None:
    Draft202012Validator.check_schema(shipped(name))
    assert shipped(name)["$id"] == f"hawthorne/{name}.v1"


@pytest.mark.parametrize("name", NAMES)
def test_every_key_is_described(name: str) -> None:
    schema = shipped(name)
    parts = {"": schema} | schema["$defs"]
    bare = [f"{part}.{key}" for part, body in parts.items() for key, field in body.get("properties", {}).items()
            if not {"description", "$ref"} & field.keys()]  # fmt: skip
    assert not bare
    assert all("description" in body for body in parts.values() if "properties" in body)


@pytest.mark.parametrize("name", PROTOCOLS)
def test_the_schema_accepts_every_fixture(name: str) -> None:
    assert [error.message for error in SCHEMA.iter_errors(PROTOCOLS[name])] == []


@given(st.data(), st.sampled_from(sorted(PROTOCOLS)))
@settings(max_examples=200, deadline=None)
def test_model_and_schema_agree_on_a_changed_protocol(data: st.DataObject, name: str) -> None:
    protocol = copy.deepcopy(PROTOCOLS[name])
    for _ in range(data.draw(st.integers(1, 2))):
        change(data, protocol)
    assert accepted(protocol) == SCHEMA.is_valid(protocol), _why(protocol)


def accepted(value: Any) -> bool:
    try:
        Protocol.model_validate(value)
    except ValidationError:
        return False
    return True


def _why(value: Any) -> str:
    try:
        Protocol.model_validate(value)
    except ValidationError as error:
        return f"only the schema accepts: {error}"
    return f"only the model accepts: {[(list(error.path), error.message[:200]) for error in SCHEMA.iter_errors(value)]}"


def test_every_model_has_a_schema() -> None:
    assert tuple(MODELS) == NAMES
