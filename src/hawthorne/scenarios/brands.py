"""The blocks of skills in a prompt carry the brand of the harness in their tag; foreign files compare with theirs."""

from __future__ import annotations

import re
from dataclasses import fields, replace
from typing import Any

from hawthorne.records.judging import Assertion

TAG = "skill.block_tag"
"""The key of the tag among a harness's wordings."""

_OPENING = re.compile(r"<(?:[a-z]+-)?skill(?= id=\")")


def rebranded(assertion: Assertion, tag: str) -> Assertion:
    """The assertion with every opening of a skill's block in its texts under this tag.

    >>> import hawthorne.plugins
    >>> from hawthorne.core.registry import resolve
    >>> pinned = resolve("assertions", "systemPromptIncludes")("a", 0, '<some-skill id="tidy" version')
    >>> rebranded(pinned, "skill").includes
    '<skill id="tidy" version'
    """
    form: Any = assertion
    changed = {}
    for each in fields(form):
        value = getattr(form, each.name)
        if isinstance(value, str) and _OPENING.search(value):
            changed[each.name] = _OPENING.sub(f"<{tag}", value)
    made: Assertion = replace(form, **changed) if changed else assertion
    return made
