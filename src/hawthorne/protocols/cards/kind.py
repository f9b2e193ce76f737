"""The kind of the documents beside a protocol: cards of studies, provenances of runs, States."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePath
from typing import Any, ClassVar, NoReturn

from pydantic import BaseModel

from hawthorne.core import digest
from hawthorne.core.document import Document, Setting, Source
from hawthorne.core.errors import Finding, InvalidDocument, did_you_mean
from hawthorne.core.place import Place
from hawthorne.lang.jsontext import parse
from hawthorne.lang.modelled import decode
from hawthorne.protocols.cards.run import Run
from hawthorne.protocols.cards.state import State
from hawthorne.protocols.cards.study import Study
from hawthorne.protocols.model import Means
from hawthorne.protocols.model.walk import keys_that_mean
from hawthorne.protocols.read import CODES, inside
from hawthorne.protocols.read import parse as read_text

CODE = "schema.valid"
MODELS: dict[str, type[BaseModel]] = {"study": Study, "run": Run, "state": State}
SCHEMAS = {f"hawthorne/{name}.v1": name for name in MODELS}


class CardKind:
    """See `hawthorne.core.document.Kind`. Cards are read and checked, never played."""

    kind: ClassVar[str] = "card"
    version: ClassVar[int] = 1
    suffixes: ClassVar[tuple[str, ...]] = ("study.json", "run.json", "state.json")
    schemas: ClassVar[tuple[str, ...]] = tuple(SCHEMAS)
    """What the key `schema` of such a document says."""

    def read(self, source: Source) -> Document:
        parsed = parse(source.data, source.name)
        findings = list(parsed.findings)
        model: BaseModel | None = None
        if not parsed.broken:
            name, wrong = _which(source, parsed.value)
            if wrong is not None:
                findings.append(wrong)
            elif name is not None:
                model, found = decode(MODELS[name], parsed.value, parsed.places, CODES)
                findings += found
        said = parsed.value.get("id") if isinstance(parsed.value, dict) else None
        title = said if isinstance(said, str) else PurePath(source.name).name
        return Document(self.kind, title, model, source, tuple(findings))

    def check(self, document: Document) -> Sequence[Finding]:
        findings = list(document.findings)
        if isinstance(document.model, Study):
            findings += _beside(document, document.model)
        return findings

    def digests(self, document: Document) -> Mapping[str, str]:
        whole = digest.of_value(parse(document.source.data, document.source.name).value)
        return {"protocol": whole, "any-actor": whole}

    def info(self, document: Document) -> Mapping[str, Any]:
        model = document.model
        return {"card": type(model).__name__.lower() if model is not None else None, "name": document.name}

    def operator_fields(self) -> frozenset[str]:
        """A study's card gives its hypothesis away: no participant sees any of it."""
        every = (Means.ID, Means.OPERATOR, Means.EXPRESSION)
        return keys_that_mean(Study, *every) | keys_that_mean(Run, *every)

    def participant_fields(self) -> frozenset[str]:
        return frozenset()

    def compile(self, document: Document, setting: Setting) -> NoReturn:
        """Raises InvalidDocument: a card has nothing to play."""
        message = f'"{document.source.name}" is a card, which has nothing to play'
        fix = "play the protocol.json beside it"
        raise InvalidDocument([Finding("error", "card", message, fix, Place(document.source.name, 1, 1))])


def _which(source: Source, value: Any) -> tuple[str | None, Finding | None]:
    """Which card a document is: as its `schema` says, else as the file is called."""
    place = Place(source.name, 1, 1)
    if not isinstance(value, dict):
        return None, Finding("error", CODE, "the file holds no object", "write a JSON object", place)
    said = value.get("schema")
    if isinstance(said, str):
        if said in SCHEMAS:
            return SCHEMAS[said], None
        return None, Finding("error", CODE, f'unknown schema "{said}"', did_you_mean(said, SCHEMAS), place)
    if "hawthorne" in value and "plan" in value:
        message = "this is the header of a run's folder, not the provenance of a protocol's run"
        return None, Finding("error", CODE, message, "name the folder: `hawthorne report FOLDER`", place)
    return next((name for name in MODELS if PurePath(source.name).name.endswith(f"{name}.json")), "study"), None


def _beside(document: Document, study: Study) -> Iterator[Finding]:
    """Whether the protocol that a card names lies beside it and is the same study's."""
    source = document.source
    if source.folder is None:
        return
    places = parse(source.data, source.name).places
    file = inside(source.folder, study.protocol.path)
    if file is None:
        message = f'the protocol "{study.protocol.path}" is not there'
        yield Finding("error", "ref.assets", message, "put it into the folder", places.of(["protocol", "path"]))
        return
    data = file.read_bytes()
    if study.protocol.sha256 is not None and digest.of_bytes(data) != f"sha256:{study.protocol.sha256[-64:]}":
        message = f'the protocol "{study.protocol.path}" is not the one that was digested'
        fix = f"it is {digest.of_bytes(data)}"
        yield Finding("error", "ref.assets", message, fix, places.of(["protocol", "sha256"]))
    value = read_text(file.name, data).value
    said = value.get("id") if isinstance(value, dict) else None
    if said is not None and said != study.id:
        message = f'the card is of "{study.id}", the protocol of "{said}"'
        yield Finding("error", "ref.ids", message, "give both files the same id", places.of(["id"]))
