"""The input and output of activities as BPMN's schema asks for them, made for writing and taken out on reading.

A study's data associations name the data at their far end alone. BPMN's XML wants the near end too: an
`ioSpecification` of the activity with a data input or output for each association. What is made here has ids of one
pattern, by which it is known again; any other specification is left as it is.
"""

from __future__ import annotations

from hawthorne.flows.nodes import Node


def inline(items: list[tuple[str, Node]]) -> None:
    """Take a specification of the pattern out of an activity's items, and the ends that name it."""


def write(element: object, content: object) -> None:
    """Make the specification of an activity's associations, and give them their near ends."""
