"""Counting the comments of a YAML file: they do not come along to XML."""

from __future__ import annotations

import re

from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

_COMMENT = re.compile(r"(?:^|(?<=\s))#[^\n]*", re.MULTILINE)


def comments(text: str) -> int:
    """How many comments stand in YAML text; 0 for what is no YAML.

    >>> comments("# a\\nb: c # d\\ne: 'f # g'\\nh: |\\n  # i\\n")
    2
    """
    if _COMMENT.search(text) is None:
        return 0
    count, at = 0, 0
    try:
        for event in YAML(typ="safe", pure=True).parse(text):
            if type(event).__name__ == "ScalarEvent":
                start, end = event.start_mark.index, event.end_mark.index
                count += len(_COMMENT.findall(text, at, max(at, start)))
                at = max(at, end)
    except (YAMLError, ValueError, RecursionError):
        return 0
    return count + len(_COMMENT.findall(text, at))
