"""The walk over a protocol: every text has its place and its reader, and none is left out."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from defects import STUDIES

import hawthorne as hw
from hawthorne.protocols.kind import ProtocolKind
from hawthorne.protocols.model import Means, Protocol
from hawthorne.protocols.model.walk import keys_that_mean, models, parts, texts

FIXTURES = sorted(folder.name for folder in STUDIES.iterdir() if folder.is_dir())
WORDS = {
    "kind", "type", "widget", "role", "scope", "pin", "rt", "back", "advance", "schema", "tier", "label", "checked",
    "media_type", "square", "method", "within_order", "shuffle", "on_timeout", "order", "event", "agg", "test",
    "measure", "sign", "direction", "status", "matching", "anonymity", "on_drop", "rows", "code", "from", "op",
    "statistic", "stage", "profile",
}  # fmt: skip
"""Keys whose values are words of closed lists."""


@pytest.mark.parametrize("name", FIXTURES)
def test_every_text_is_met_at_its_place(name: str) -> None:
    document = hw.load(STUDIES / name)
    value = json.loads(document.source.data)
    met = list(texts(document.model))
    for text in met:
        here = value
        for step in text.path:
            here = here[step]
        assert text.key or here == text.value
    there = {text.path for text in met if not text.key}
    missed = [path for path, text in _strings(value) if path not in there and path[-1] not in WORDS]
    assert not missed


@pytest.mark.parametrize("name", FIXTURES)
def test_every_part_is_met_at_its_place(name: str) -> None:
    document = hw.load(STUDIES / name)
    value = json.loads(document.source.data)
    for path, part in parts(document.model):
        here = value
        for step in path:
            here = here[step]
        assert type(part).model_validate(here) == part


def test_what_participants_see_is_marked_in_the_model() -> None:
    kind = ProtocolKind()
    shown = {"text", "prompt", "alt", "anchors", "end_labels", "unit_label", "message", "public_feedback", "rows"}
    assert kind.participant_fields() == shown
    secret = {"when", "statement", "title", "citation", "note", "reason", "levels", "expr", "cites", "pass", "where"}
    assert secret <= kind.operator_fields()
    assert not kind.operator_fields() & kind.participant_fields()


def test_every_text_field_of_the_model_says_who_reads_it() -> None:
    assert len(models(Protocol)) > 90
    marked = keys_that_mean(Protocol, *Means)
    assert {"id", "expr", "text", "title", "from"} <= marked


def _strings(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], str]]:
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _strings(inner, (*path, key))
    elif isinstance(value, list):
        for i, inner in enumerate(value):
            yield from _strings(inner, (*path, i))
