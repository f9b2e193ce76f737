"""What is written is valid by BPMN 2.0's own XML schema, which an engine that may be installed brings along."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest
from lxml import etree
from samples import MODELS, STUDIES, each

from hawthorne.core.document import Source
from hawthorne.flows.formats.xml_write import write_xml
from hawthorne.flows.read import read


@pytest.fixture(scope="module")
def schema() -> etree.XMLSchema:
    engine = find_spec("SpiffWorkflow")
    if engine is None or engine.origin is None:
        pytest.skip("SpiffWorkflow, which brings BPMN's schema, is not installed (extra `bench`)")
    found = Path(engine.origin).parent / "bpmn" / "parser" / "schema" / "BPMN20.xsd"
    if not found.is_file():
        pytest.skip("this SpiffWorkflow brings no BPMN schema")
    return etree.XMLSchema(etree.parse(found))


@pytest.mark.parametrize("path", each([*STUDIES, *MODELS]))
def test_what_is_written_is_valid(path: Path, schema: etree.XMLSchema) -> None:
    schema.assertValid(etree.fromstring(write_xml(read(Source.of_file(path))).encode()))
