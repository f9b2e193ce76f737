"""The kind of study flows: how they are read, checked and compiled."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import PurePath
from typing import Any, ClassVar

from hawthorne.core.document import Conversion, Document, Setting, Source, Table
from hawthorne.core.errors import Finding, InvalidDocument, UsageError
from hawthorne.core.place import NOWHERE
from hawthorne.flows.brief import brief
from hawthorne.flows.check import check
from hawthorne.flows.compile import Compiled, compile_study
from hawthorne.flows.digests import digests
from hawthorne.flows.draw.make import PICTURES, draw
from hawthorne.flows.explore import soundness
from hawthorne.flows.formats.choreography import walkable
from hawthorne.flows.formats.conversion import FORMATS, convert
from hawthorne.flows.model import Study
from hawthorne.flows.nested import digests as with_nested
from hawthorne.flows.nested import files, nest
from hawthorne.flows.program import FlowProgram
from hawthorne.flows.read import read
from hawthorne.flows.seeds import check_seeds
from hawthorne.flows.vocabulary.load import activate, is_a

SUFFIXES = (
    *(".studyflow.yaml", ".studyflow.yml", ".studyflow", ".studyflow.png", ".studyflow.svg", ".bpmn", ".xml"),
    *(".timeline.json", ".png", ".svg", ".yaml", ".yml"),
)
"""How the names of studies end. The short ones are last: another kind's longer ending wins over them."""
OPERATOR = frozenset(
    {"condition", "accuracy", "prompted", "missRate", "absent", "responseTime", "spread", "slope", "algorithm",
     "allocationRatio", "blockSize", "stratifyBy", "strata", "seedDigest", "seed", "conditionExpression", "correct",
     "CorrectButton", "Congruency", "transformation", "name", "id", "documentation", "checklist"}
)  # fmt: skip
PARTICIPANT = frozenset({"template", "content", "instrument"})


class FlowKind:
    """See `hawthorne.core.document.Kind`."""

    kind: ClassVar[str] = "flow"
    version: ClassVar[int] = 1
    suffixes: ClassVar[tuple[str, ...]] = SUFFIXES
    formats: ClassVar[Mapping[str, str]] = FORMATS
    pictures: ClassVar[tuple[str, ...]] = PICTURES

    def read(self, source: Source) -> Document:
        study = nest(read(source), source.folder)
        name, seed = _name(source, study), _seed(study)
        return Document(self.kind, name, study, source, study.findings, seed, (*study.vocabularies, *files(study)))

    def check(self, document: Document) -> Sequence[Finding]:
        """The reader's findings and those of the static checks; where these are no errors the compiler's, and those
        of an exploration of every choice, with a note of how much was explored."""
        activate(document.model.vocabularies)
        findings = list(check(walkable(document.model)))
        if not any(finding.severity == "error" for finding in findings):
            compiled = self._compiled(document, Setting(_seed(document.model) or 0))
            findings += map(_claimable, compiled.findings)
            if not any(finding.severity == "error" for finding in findings):
                findings += soundness(compiled.graph, compiled.elements)
                findings += _shared(walkable(document.model), compiled)
        return findings

    def convert(self, document: Document, to: str, into: Source | None = None, form: str | None = None) -> Conversion:
        """See `hawthorne.core.document.Convertible`."""
        activate(document.model.vocabularies)
        return convert(document.source, to, into, form, document.model)

    def digests(self, document: Document) -> Mapping[str, str]:
        activate(document.model.vocabularies)
        return with_nested(document.model, digests(document.model))

    def info(self, document: Document) -> Mapping[str, Any]:
        activate(document.model.vocabularies)
        study: Study = walkable(document.model)
        if any(finding.severity == "error" for finding in check(study)):
            return _outline(document)
        compiled = self._compiled(document, Setting(document.seed or 0))
        graph = compiled.graph
        return {
            "study": document.name,
            "seed": document.seed,
            "pools": [{"id": p.id, "label": p.label, "instances": p.instances} for p in graph.pools],
            "roles": [
                {"id": r.name, "label": r.title, "plays": r.actor.describe().kind if r.actor else None, "asks": r.asks}
                for r in compiled.roles
            ],
            "tasks": [
                {"id": t.id, "label": t.label, "instrument": t.instrument, "timeline": t.timeline, "role": t.role,
                 "trials": t.prepared.trials if t.prepared else None, "file": t.file}
                for t in graph.tasks
            ],
            "arms": {
                rule.gateway: [flow.label for flow in graph.nodes[graph.index[rule.gateway]].outs]
                for rule in graph.randoms
            },
            "steps": len(graph.nodes),
            "flows": len(graph.flows),
            "elements": len(study.elements),
            "in order": list(compiled.shared),
        }  # fmt: skip

    def draw(
        self,
        document: Document,
        format: str,
        tables: Mapping[str, Table] | None = None,
        caption: str = "",
        automatic: bool = False,
    ) -> bytes:
        """See `hawthorne.core.document.Drawable`."""
        activate(document.model.vocabularies)
        activate(document.model.vocabularies)
        study: Study = document.model
        if not study.elements:
            raise InvalidDocument(document.findings)
        rows = None if tables is None else [dict(row) for row in tables["flow"].rows]
        if rows is not None and not any(row["id"] in study.elements for row in rows):
            raise UsageError(f'the run is none of "{document.source.name}": no id of its is in the study')
        return draw(study, format, rows, caption, automatic)

    def brief(self, document: Document) -> Mapping[str, Any]:
        """What an external runner is told of the study."""
        activate(document.model.vocabularies)
        return brief(walkable(document.model))

    def operator_fields(self) -> frozenset[str]:
        return OPERATOR

    def participant_fields(self) -> frozenset[str]:
        return PARTICIPANT

    def compile(self, document: Document, setting: Setting) -> FlowProgram:
        activate(document.model.vocabularies)
        _refuse_errors(check(walkable(document.model)))
        if setting.allocation_seeds is not None:
            _refuse_errors(check_seeds(walkable(document.model), setting.allocation_seeds))
        compiled = self._compiled(document, setting)
        _refuse_errors(compiled.findings)
        return FlowProgram(compiled, setting)

    def _compiled(self, document: Document, setting: Setting) -> Compiled:
        return compile_study(walkable(document.model), setting)


def _claimable(finding: Finding) -> Finding:
    """What nothing known performs may be claimed by a runner, so that a run can be refused for it and a study not."""
    return replace(finding, severity="warning") if finding.code == "no-performer" else finding


def _refuse_errors(findings: Iterable[Finding]) -> None:
    errors = [finding for finding in findings if finding.severity == "error"]
    if errors:
        raise InvalidDocument(errors)


def _outline(document: Document) -> Mapping[str, Any]:
    """What can be said of a study that has errors: its parts, counted, not compiled."""
    study = walkable(document.model)
    holders = [part for root in study.of_type("Collaboration") for part in root.all("participants")]
    pools = [part for part in holders if "processRef" in part.attributes] or list(study.processes)
    elements = list(study.elements.values())
    return {
        "study": document.name,
        "seed": document.seed,
        "pools": [{"id": pool.id, "label": pool.label} for pool in pools],
        "roles": [{"id": part.id, "label": part.label} for part in holders if part not in pools],
        "steps": sum(is_a(element.type, "bpmn:FlowNode") for element in elements),
        "flows": sum(element.type == "bpmn:SequenceFlow" for element in elements),
        "elements": len(elements),
    }


def _shared(study: Study, compiled: Compiled) -> Iterable[Finding]:
    """A note for each reason why participants take part one after the other."""
    place = study.processes[0].place if study.processes else NOWHERE
    for why in compiled.shared:
        message = f"participants take part in order, each begun with what the one before left: {why}"
        yield Finding("note", "shared-state", message, "without it, they would not depend on one another", place)


def _name(source: Source, study: Study) -> str:
    if study.id:
        return study.id
    name = PurePath(source.name).name
    return next((name.removesuffix(suffix) for suffix in SUFFIXES if name.endswith(suffix)), name)


def _seed(study: Study) -> int | str | None:
    entry = study.study.extension("studyflow:Study") if study.study else None
    return entry.attributes.get("seed") if entry else None
