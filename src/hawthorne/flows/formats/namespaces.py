"""The namespaces of BPMN files, and the prefixes that this house calls them by, whatever a file calls them."""

from __future__ import annotations

from collections.abc import Iterable

from hawthorne.flows.vocabulary.load import load

BPMN = "http://www.omg.org/spec/BPMN/20100524/MODEL"
BPMNDI = "http://www.omg.org/spec/BPMN/20100524/DI"
DC = "http://www.omg.org/spec/DD/20100524/DC"
DI = "http://www.omg.org/spec/DD/20100524/DI"
XSI = "http://www.w3.org/2001/XMLSchema-instance"
XML = "http://www.w3.org/XML/1998/namespace"
SVG = "http://www.w3.org/2000/svg"
KEYS = "urn:hawthorne:keys"
"""The namespace of what a study says that XML cannot say in BPMN's words; see `xml_write`."""

STANDARD = {
    BPMN: "bpmn",
    BPMNDI: "bpmndi",
    DC: "dc",
    DI: "di",
    XSI: "xsi",
    XML: "xml",
    "http://www.omg.org/spec/BPMN/non-normative/color/1.0": "color",
    "http://bpmn.io/schema/bpmn/biocolor/1.0": "bioc",
    KEYS: "hawthorne",
}
UNDECLARED = "urn:hawthorne:undeclared:"
"""With a prefix behind it, the namespace of a prefix that a study uses and declares nowhere."""
NONE = "nons"
"""The prefix of elements that stand in no namespace."""

EXCHANGE = "studyflow:exchange"
"""The mark of a choreography task that stands in a process, where BPMN's XML knows none: it is written as a task."""
EXCHANGED = {
    "studyflow:participants": "participantRef",
    "studyflow:initiator": "initiatingParticipantRef",
    "studyflow:loopType": "loopType",
    "studyflow:messageFlows": "messageFlowRef",
}
"""What such a task says of its participants, by the attribute that says it."""
TAGS = {"endPointRefs": "endPointRef", "messageFlowRefs": "messageFlowRef", "ioBinding": "ioBinding"}
"""Properties of many parts whose tag is neither the type of a part nor the property's own name, and one whose is."""


class Names:
    """The prefix of each namespace of one file. `foreign` are those of other programs, with the prefix they keep."""

    def __init__(self, declared: Iterable[tuple[str | None, str]]) -> None:
        self._prefixes = STANDARD | load().uris
        self._taken = set(self._prefixes.values()) | {NONE}
        self.foreign: dict[str, str] = {}
        for prefix, uri in declared:
            if prefix is not None:
                self.prefix(uri, prefix)

    def prefix(self, uri: str, hint: str | None = None) -> str:
        """The prefix of a namespace: BPMN's and the vocabularies' own, else what the file calls it."""
        if not uri:
            self.foreign[NONE] = ""
            return NONE
        if uri not in self._prefixes:
            name = hint or "ns"
            number = 1
            while name in self._taken:
                number += 1
                name = f"{hint or 'ns'}{number}"
            self._taken.add(name)
            self._prefixes[uri] = name
            if uri != UNDECLARED + name:
                self.foreign[name] = uri
        return self._prefixes[uri]
