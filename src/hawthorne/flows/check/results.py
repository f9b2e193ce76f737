"""Results: a data edge reads of `result` only what the step's type hands back."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hawthorne.core.errors import Finding, did_you_mean
from hawthorne.flows.check.expressions import Expression, expressions
from hawthorne.flows.model import Study
from hawthorne.flows.vocabulary.load import Type, load

_START = re.compile(r'"(?:[^"\\]|\\.)*"|(?<![\w.])result(?!\w)')
_KEY = re.compile(r"\s*\.\s*([^\W\d]\w*)")


def check_results(study: Study) -> Iterator[Finding]:
    """Follow every `result.a[…].b` through the types that the vocabulary declares."""
    vocabulary = load()
    for expression in expressions(study):
        owner = study.elements.get(expression.at or "")
        if "result" not in expression.given or owner is None:
            continue
        carried = [known for entry in owner.extensions if (known := vocabulary.type(entry.type)) is not None]
        for handed in [vocabulary.type(known.result) for known in carried if known.result is not None]:
            if handed is not None:
                yield from _follow(study, expression, handed)


def _follow(study: Study, expression: Expression, handed: Type) -> Iterator[Finding]:
    for start in _START.finditer(expression.text):
        if start[0] != "result":
            continue
        here: Type | None = handed
        for key, at in keys_after(expression.text, start.end()):
            if here is None:
                break
            declared = here.properties.get(key)
            if declared is None:
                local = here.name.partition(":")[2]
                message = f'"{expression.label}" reads "{key}" of a {local}, which holds no such field'
                fix = did_you_mean(key, here.properties)
                yield Finding("error", "unknown-field", message, fix, expression.place(study, at))
                break
            here = load().type(declared.type) if ":" in declared.type else None


def keys_after(text: str, at: int) -> Iterator[tuple[str, int]]:
    """The keys of a path and where they stand, filters between them passed over.

    >>> list(keys_after("result.blocks[block in x].trials + 1", 6))
    [('blocks', 7), ('trials', 26)]
    """
    while True:
        while text[at : at + 1] == "[":
            at = _closing(text, at)
        match = _KEY.match(text, at)
        if match is None:
            return
        yield match[1], match.start(1)
        at = match.end()


def _closing(text: str, at: int) -> int:
    depth = 0
    for index in range(at, len(text)):
        depth += (text[index] == "[") - (text[index] == "]")
        if depth == 0:
            return index + 1
    return len(text)
