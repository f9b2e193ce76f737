"""A study as BPMN 2.0 XML with its diagram interchange. `xml_read` undoes it: the same canonical form, drawing, state.

What BPMN's XML cannot say as the study says it (an unknown key that is no text, a text with a control character, an
unknown word for a whole mapping) stands as JSON in an element `hawthorne:keys` among the extensions.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hawthorne.flows.formats import interchange
from hawthorne.flows.formats.generic import write_generic
from hawthorne.flows.formats.markup import Tag, is_name, is_text, markup
from hawthorne.flows.formats.namespaces import NONE, STANDARD, UNDECLARED
from hawthorne.flows.formats.xml_parts import keys_tag
from hawthorne.flows.formats.xml_tags import Tags
from hawthorne.flows.model import Study
from hawthorne.flows.vocabulary.load import load


def write_xml(study: Study) -> str:
    """The study's XML text."""
    return markup(write_definitions(study))


def write_definitions(study: Study) -> Tag:
    """The element `definitions` with everything below, and the namespaces that it uses."""
    tags = Tags(study)
    root = Tag("bpmn:definitions")
    if study.id is not None:
        root.attributes["id"] = study.id
    keys: dict[str, Any] = {}
    first: list[Tag] = []
    last: list[Tag] = []
    for key, value in study.definitions.items():
        listed = [write_generic(item) for item in value] if isinstance(value, list) and value else []
        if listed and None not in listed:
            (last if key == "relationship" else first).extend(tag for tag in listed if tag is not None)
        elif isinstance(value, str) and is_text(value) and is_name(key) and key != "id":
            root.attributes[key] = value
        elif not (key.startswith("xmlns:") or key == "xmlns") or not isinstance(value, str):
            keys.setdefault("definitions", {})[key] = value
    if study.state and tags.state is None:
        keys["state"] = study.state
    diagrams, left = interchange.write(study)
    root.content += [*first, *(tags.root(element) for element in study.roots), *diagrams, *last]
    if keys | left:
        root.content.append(keys_tag(keys | left))
    _declare(root, study.definitions)
    return root


def _declare(root: Tag, definitions: Mapping[str, Any]) -> None:
    """Declare every namespace that is used, and those that the study declares."""
    known = {prefix: uri for uri, prefix in (STANDARD | load().uris).items() if prefix != "xml"}
    declared = {
        key.partition(":")[2]: uri
        for key, uri in definitions.items()
        if key.startswith("xmlns:") and isinstance(uri, str) and uri and is_text(uri)
    }
    used: dict[str, None] = dict.fromkeys(("bpmn", "bpmndi", "dc", "di", "xsi"))
    stack = [root]
    while stack:
        tag = stack.pop()
        for name in (tag.name, *tag.attributes):
            used.setdefault(name.partition(":")[0] if ":" in name else "")
        stack += [item for item in tag.content if isinstance(item, Tag)]
    names = {}
    for prefix in (*used, *declared):
        if prefix not in ("", "xml", NONE) and is_name(f"{prefix}:a"):
            names[f"xmlns:{prefix}"] = known.get(prefix) or declared.get(prefix) or UNDECLARED + prefix
    default = definitions.get("xmlns")
    if isinstance(default, str) and default and is_text(default):
        names["xmlns"] = default
    root.attributes = names | root.attributes
