"""Labels: a name that repeats a number which its element reads from a declared value goes stale when that changes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from hawthorne.core.errors import Finding
from hawthorne.flows.check.expressions import expressions
from hawthorne.flows.model import Study
from hawthorne.flows.spelling.values import PLACEHOLDER

_NUMBER = re.compile(r"(?<![\w.{])(\d+(?:\.\d+)?)(\s?%)?(?![\w.]*\d)")


def check_labels(study: Study) -> Iterator[Finding]:
    """A name cites a constant that its expression reads, instead of repeating its number."""
    constants = dict(_constants(study))
    said: set[tuple[str, str]] = set()
    for expression in expressions(study):
        element = expression.holder
        label = element.attributes.get("name")
        if not isinstance(label, str) or PLACEHOLDER.search(label):
            continue
        read = set(re.findall(r"[^\W\d]\w*", expression.text))
        for number in _NUMBER.finditer(label):
            value = float(number[1]) / (100 if number[2] else 1)
            for name in sorted(read & constants.keys()):
                if constants[name] == value and (label, name) not in said:
                    said.add((label, name))
                    cited = "{" + name + (":%" if number[2] else "") + "}"
                    better = label[: number.start()] + cited + label[number.end() :]
                    message = f'the name "{label}" repeats the value of "{name}", which it need not know'
                    yield Finding("warning", "label", message, f'write "{better}"', element.where("name"))


def _constants(study: Study) -> Iterator[tuple[str, float]]:
    """The numbers that the study declares and nothing writes, by a name that one declaration has."""
    written = {element.attributes.get("targetRef") for root in study.roots for element in root.walk()
               if element.type == "bpmn:DataOutputAssociation"}  # fmt: skip
    found: dict[str, list[object]] = {}
    for element in study.elements.values():
        for declared in element.all("properties"):
            name = str(declared.attributes.get("name") or declared.id)
            found.setdefault(name, []).append(None if declared.id in written else declared.get("value"))
        entry = element.extension("studyflow:Parameters")
        values = entry.attributes.get("values") if entry is not None else None
        for name, value in values.items() if isinstance(values, Mapping) else ():
            found.setdefault(str(name), []).append(value)
    for name, declarations in found.items():
        number = _number(declarations[0]) if len(declarations) == 1 else None
        if number is not None:
            yield name, number


def _number(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        return None
    try:
        return float(value)
    except ValueError:
        return None
