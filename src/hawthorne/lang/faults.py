"""What a YAML parser's complaints mean for whoever wrote the file."""

from __future__ import annotations

import re

_FAULTS: tuple[tuple[str, str, str], ...] = (
    (
        r"expected <block end>, but found '?<block (mapping|sequence) start>",
        "this line is indented deeper than the ones it belongs to",
        "align it with the keys above",
    ),
    (
        r"expected <block end>, but found",
        "this does not belong to the lines above",
        "check the indentation, and put texts with special characters in quotes",
    ),
    (
        r"expected ',' or '\}'",
        "a `{` is not closed, or a comma is missing",
        "close it with `}`, or put the text in quotes",
    ),
    (
        r"expected ',' or '\]'",
        "a `[` is not closed, or a comma is missing",
        "close it with `]`, or put the text in quotes",
    ),
    (
        r"mapping values are not allowed",
        "this `: ` follows a value",
        "put the text that holds it in quotes, or align the line with the keys above",
    ),
    (r"sequence entries are not allowed", "a `- item` stands behind a key", "write it on the next line, indented"),
    (
        r"could not find expected ':'",
        "a line with neither `key: value` nor `- item`",
        "write `key: value`, or put it in quotes",
    ),
    (r"character '\\t'|'\\t'", "a tab stands where YAML wants spaces", "indent with spaces"),
    (
        r"unexpected end of stream|stream end",
        "the file ends in the middle of something",
        "close the quote or the bracket above",
    ),
    (r"cannot start any token", "a text begins with a character that YAML keeps for itself", "put the text in quotes"),
    (r"document start", "this stands outside of the mapping above", "align it with the keys that begin at the margin"),
    (
        r"unknown escape|expected escape",
        "a backslash in double quotes is no escape",
        "write `\\\\`, or use single quotes",
    ),
    (r"expected alphabetic or numeric", "`&`, `*` or `!` begins a text", "put the text in quotes"),
    (r"expected the node content", "a value is missing here", "write it, or put it in quotes"),
    (
        r"a comment or a line break|chomping|indentation indicator",
        "a `|` or `>` is followed by text",
        "write the text on the next line, indented",
    ),
)


def explain(problem: str) -> tuple[str, str]:
    """A complaint in plain words, and what to do; the complaint itself when it is not known.

    >>> explain("mapping values are not allowed here")
    ('this `: ` follows a value', 'put the text that holds it in quotes, or align the line with the keys above')
    """
    for pattern, meaning, fix in _FAULTS:
        if re.search(pattern, problem):
            return meaning, fix
    return problem, "check the indentation, the quotes and the brackets here"
