"""The page of a protocol's keys is the one that is made from the schema that ships."""

from __future__ import annotations

import re
from types import ModuleType

import pages

from hawthorne.protocols.schemas import shipped

DOCS = pages.REPOSITORY / "docs"


def made() -> ModuleType:
    return pages.script("make_format")


def test_the_page_is_that_of_the_schema() -> None:
    assert (DOCS / "protocol-format.md").read_text(encoding="utf-8") == made().page(), "run docs/make_format.py"


def test_every_key_of_the_schema_stands_on_the_page() -> None:
    text = made().page()
    keys = {key for part in shipped("protocol")["$defs"].values() for key in part.get("properties", ())}
    keys -= set(shipped("protocol")["$defs"]["Withheld"]["properties"]) | made().LEFT_OUT
    assert {key for key in keys if f"`{key}`" not in text} == set()


def test_every_link_leads_to_a_heading() -> None:
    text = made().page()
    headings = {heading.lower().replace(" ", "-") for heading in re.findall(r"^#+ (.*)$", text, re.M)}
    assert set(re.findall(r"\(#([^)]*)\)", text)) <= headings
