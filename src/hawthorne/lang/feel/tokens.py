"""Text to tokens: numbers, strings, at-literals, words and symbols, each with its place.

Words are split at spaces and at the symbols that a FEEL name may hold (``. / - ' + *``); the parser joins them again
where the names in scope say so (DMN 1.5, 10.3.1.2, grammar rules 26 to 30).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from .errors import FeelLimitError, FeelSyntaxError

# Grammar rules 28 and 29; `$` is added because names of study documents may hold it.
_START = (
    "?A-Z_a-z$\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02ff\u0370-\u037d\u037f-\u1fff\u200c-\u200d\u2070-\u218f\u2c00-\u2fef"
    "\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd\U00010000-\U000effff"
)
_PART = _START + "0-9\u00b7\u0300-\u036f\u203f-\u2040"
# Grammar rule 61 (white space) and rule 62 (vertical space).
_SPACE = "\t\n\u000b\u000c\r \u0085\u00a0\u1680\u180e\u2000-\u200b\u2028\u2029\u202f\u205f\u3000\ufeff"

_TOKEN = re.compile(
    rf"""
      (?P<space>(?:[{_SPACE}]+|//[^\n\r]*|/\*.*?\*/)+)
    | (?P<number>(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?)
    | (?P<string>"(?:[^"\\]|\\.)*")
    | (?P<at>@[{_SPACE}]*"(?:[^"\\]|\\.)*")
    | (?P<name>[{_START}][{_PART}]*)
    | (?P<symbol>===|!==|==|&&|\|\||\.\.|\*\*|->|=>|!=|<=|>=|[-+*/=<>(){{}}\[\],:.'!;%&|^~`\#\\])
    """,
    re.VERBOSE | re.DOTALL,
)
_SURROGATE = re.compile("[\ud800-\udfff]")
_ESCAPE = re.compile(r"""\\(u[0-9a-fA-F]{4}|U[0-9a-fA-F]{6}|["'\\nrt])""")
_SIMPLE_ESCAPES = {"n": "\n", "r": "\r", "t": "\t"}

KEYWORDS = frozenset(
    {
        "and", "or", "between", "in", "if", "then", "else", "for", "return", "some", "every", "satisfies", "instance",
        "of", "function", "true", "false", "null",
    }
)  # fmt: skip

#: Longest text read, in code points.
MAX_TEXT = 250_000


class Token(NamedTuple):
    """``kind`` is one of number, string, at, name, symbol, end; ``text`` as written; ``at`` and ``end`` are offsets."""

    kind: str
    text: str
    at: int
    end: int


def tokenize(text: str) -> list[Token]:
    """The tokens of a text, with an ``end`` token last.

    Raises FeelSyntaxError at a character that no token begins with, at an open string and an open comment.

    >>> [token.text for token in tokenize('a >= 1.5 // why')]
    ['a', '>=', '1.5', '']
    """
    if len(text) > MAX_TEXT:
        raise FeelLimitError(f"the text is longer than {MAX_TEXT:,} characters", text, MAX_TEXT)
    tokens = list(_scan(text))
    tokens.append(Token("end", "", len(text), len(text)))
    return tokens


def _scan(text: str) -> Iterator[Token]:
    at, size, match = 0, len(text), _TOKEN.match
    while at < size:
        found = match(text, at)
        if found is None:
            raise _no_token(text, at)
        kind, end = found.lastgroup or "", found.end()
        if kind == "symbol" and text.startswith("/*", at):
            raise FeelSyntaxError("a comment is opened and never closed", text, at, "close it with */")
        if kind != "space":
            yield Token(kind, found.group(), at, end)
        at = end


def _no_token(text: str, at: int) -> FeelSyntaxError:
    if text[at] == '"':
        return FeelSyntaxError("a string is opened and never closed", text, at, 'close it with "')
    if text[at] == "@":
        return FeelSyntaxError(
            "'@' begins a date, time or duration", text, at, 'write for example @"2026-01-31" or @"PT5M"'
        )
    return FeelSyntaxError(f"the character {text[at]!r} means nothing in FEEL", text, at)


def unescape(quoted: str) -> str:
    r"""The value of a quoted string (grammar rules 35 and 64). A backslash before any other character stays.

    >>> unescape(r'"a\tb\u00e9\s"')
    'a\tbé\\s'
    """
    body = quoted[1:-1]
    value = _ESCAPE.sub(_escaped, body) if "\\" in body else body
    if not value.isascii() and _SURROGATE.search(value):
        # Two escapes may write one character beyond the basic plane as a surrogate pair; half a pair is no character.
        value = value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return value


def _escaped(found: re.Match[str]) -> str:
    code = found.group(1)
    if code[0] in "uU":
        number = int(code[1:], 16)
        return chr(number) if number <= 0x10FFFF else found.group()
    return _SIMPLE_ESCAPES.get(code, code)


def is_plain(name: str) -> bool:
    """Whether a name is one word, so that it needs no declaration to be read.

    >>> is_plain("age"), is_plain("Monthly Salary"), is_plain("if")
    (True, False, False)
    """
    found = _TOKEN.fullmatch(name)
    return found is not None and found.lastgroup == "name" and name not in KEYWORDS


@lru_cache(maxsize=4096)
def words(name: str) -> tuple[str, ...]:
    """The token texts that write a name; empty when no tokens can.

    >>> words("foo+bar's age")
    ('foo', '+', 'bar', "'", 's', 'age')
    """
    try:
        return tuple(token.text for token in _scan(name))
    except FeelSyntaxError:
        return ()
