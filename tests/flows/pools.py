"""Studies of one pool and of two, from what is in them."""

from __future__ import annotations

from textwrap import indent

HEAD = "definitions: {targetNamespace: http://bpmn.io/schema/bpmn}\n"


def one_pool(elements: str, roots: str = "") -> str:
    return HEAD + roots + "P:\n  type: studyflow:Study\n  flowElements:\n" + indent(elements, "    ")


def two_pools(left: str, right: str, messages: str) -> str:
    both = "  participants:\n    Left: {processRef: L}\n    Right: {processRef: R}\n  messageFlows:\n"
    text = HEAD + "C:\n  type: Collaboration\n" + both + indent(messages, "    ")
    for name, elements in (("L", left), ("R", right)):
        text += f"{name}:\n  type: Process\n  flowElements:\n" + indent(elements, "    ")
    return text
