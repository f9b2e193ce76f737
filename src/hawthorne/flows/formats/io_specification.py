"""The input and output of activities as BPMN's schema asks for them, made for writing and taken out on reading.

A study's data associations name the data at their far end alone. BPMN's XML wants the near end too: an
`ioSpecification` of the activity with a data input or output for each association. What is made here has ids of one
pattern (`<activity>_io`, `_in_<source>`, `_result`, `_inputSet`, `_outputSet`) and says nothing else, by which it is
known again; any other specification is left as it is.
"""

from __future__ import annotations

import re
from collections.abc import Container

from hawthorne.flows.formats.markup import Tag
from hawthorne.flows.model import Element
from hawthorne.flows.vocabulary.load import is_a
from hawthorne.lang.nodes import Node

_NO_WORD = re.compile(r"[^\w.\-]")

Content = dict[str, list[Tag]]


# --- reading ------------------------------------------------------------------------------------------------------


def inline(items: list[tuple[str, Node]]) -> None:
    """Take a specification of the pattern out of an activity's items, and the ends that name its parts."""
    written = dict(items)
    specification = written.get("ioSpecification")
    if specification is None or specification.kind != "map" or "id" not in written:
        return
    own = _generated(specification, str(written["id"].value))
    if own is None:
        return
    items[:] = [item for item in items if item[0] != "ioSpecification"]
    for name, end in (("dataInputAssociations", "targetRef"), ("dataOutputAssociations", "sourceRef")):
        for body in _bodies(written.get(name)):
            body.value = [item for item in body.value if not (item[0] == end and _texts(item[2]) <= own)]


def _generated(specification: Node, activity: str) -> set[str] | None:
    """The ids of a specification's parts, where all of it is of the pattern."""
    own: set[str] = set()
    for key, _, node in specification.value:
        if key == "id":
            if node.value != f"{activity}_io":
                return None
        elif key in ("dataInputs", "dataOutputs"):
            if node.kind != "map" or any(body.value for _, _, body in node.value):
                return None
            begins = f"{activity}_in_" if key == "dataInputs" else f"{activity}_result"
            ids = {id for id, _, _ in node.value}
            if not all(id.startswith(begins) for id in ids):
                return None
            own |= ids
        elif key in ("inputSets", "outputSets"):
            if node.kind != "map" or [id for id, _, _ in node.value] != [f"{activity}_{key.removesuffix('s')}"]:
                return None
            if any(name not in ("dataInputRefs", "dataOutputRefs") for name, _, _ in node.value[0][2].value):
                return None
        else:
            return None
    return own


def _bodies(node: Node | None) -> list[Node]:
    if node is None:
        return []
    bodies = [item for _, _, item in node.value] if node.kind == "map" else list(node.value)
    return [body for body in bodies if body.kind == "map"]


def _texts(node: Node) -> set[str]:
    return {item.value for item in node.value} if node.kind == "seq" else {node.value}


# --- writing ------------------------------------------------------------------------------------------------------


def specify(element: Element, content: Content, taken: Container[str]) -> None:
    """Make the specification of an activity's associations, and give these their near ends. Nothing is made where the
    study has near ends of its own, or an id of the pattern is taken."""
    activity, inputs, outputs = element.id, content.get("dataInputAssociations", []), content.get(
        "dataOutputAssociations", [])  # fmt: skip
    if not (inputs or outputs) or activity is None or "ioSpecification" in content:
        return
    if not is_a(element.type, "bpmn:Activity", "bpmn:ChoreographyActivity"):
        return
    if any(_end(tag, "targetRef") for tag in inputs) or any(_end(tag, "sourceRef") for tag in outputs):
        return
    ids: list[str] = []
    for tag in inputs:
        stem = id = f"{activity}_in_{_NO_WORD.sub('_', '_'.join(_end(tag, 'sourceRef')))}"
        number = 1
        while id in ids:
            number += 1
            id = f"{stem}_{number}"
        ids.append(id)
    result = f"{activity}_result"
    names = [f"{activity}_{word}" for word in ("io", "inputSet", "outputSet")]
    if any(id in taken for id in (*ids, *names, *([result] if outputs else ()))):
        return
    for tag, id in zip(inputs, ids, strict=True):
        at = max((index + 1 for index, part in enumerate(tag.content) if _is(part, "sourceRef")), default=_first(tag))
        tag.content.insert(at, Tag("bpmn:targetRef", {}, [id]))
    for tag in outputs:
        tag.content.insert(_first(tag), Tag("bpmn:sourceRef", {}, [result]))
    made = Tag("bpmn:ioSpecification", {"id": names[0]})
    made.content += [Tag("bpmn:dataInput", {"id": id}) for id in ids]
    made.content += [Tag("bpmn:dataOutput", {"id": result})] if outputs else []
    made.content.append(Tag("bpmn:inputSet", {"id": names[1]}, [Tag("bpmn:dataInputRefs", {}, [id]) for id in ids]))
    refs: list[Tag | str] = [Tag("bpmn:dataOutputRefs", {}, [result])] if outputs else []
    made.content.append(Tag("bpmn:outputSet", {"id": names[2]}, refs))
    content["ioSpecification"] = [made]


def _is(part: Tag | str, name: str) -> bool:
    return isinstance(part, Tag) and part.name == f"bpmn:{name}"


def _end(tag: Tag, name: str) -> list[str]:
    return [str(part.content[0]) for part in tag.content if isinstance(part, Tag) and _is(part, name) and part.content]


def _first(tag: Tag) -> int:
    """Where the first end of an association stands: behind its documentation and extensions."""
    before = ("documentation", "extensionElements")
    return max((index + 1 for index, part in enumerate(tag.content) if any(_is(part, n) for n in before)), default=0)
