"""A place in the tokens of a text, with the names in scope: what every parsing function is given."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING

from . import foreign
from .errors import FeelLimitError, FeelSyntaxError
from .names import FUNCTION_TABLE, MEMBER_TABLE, NameTable, canonical, needs_call, table_of
from .tokens import KEYWORDS, Token, is_plain, tokenize, words
from .tree import Node

if TYPE_CHECKING:
    from collections.abc import Iterator

#: How deep brackets, conditionals, loops and function bodies may nest.
MAX_NESTING = 100

_VALUE_FIRST = {"number", "string", "at", "name"}
_OPENERS = {"(", "[", "{", "-", "]"}


class Cursor:
    """Tokens, the index of the next one, and the names known here.

    ``operation(cursor, floor)`` parses an expression of operators that bind at least as tightly as ``floor``.
    """

    def __init__(
        self,
        text: str,
        names: Iterable[str],
        members: Iterable[str],
        operation: Callable[[Cursor, int], Node],
    ) -> None:
        self.text = text
        self.tokens = tokenize(text)
        self.index = 0
        self.nesting = 0
        self.filters = 0
        self.closing_range = False
        self.names = table_of(frozenset(names))
        self.members = table_of(frozenset(members))
        self.locals: list[str] = []
        self.local_names: dict[str, list[tuple[tuple[str, ...], str]]] = {}
        self.local_members = NameTable()
        self._operation = operation

    @property
    def token(self) -> Token:
        return self.tokens[self.index]

    @cached_property
    def labels(self) -> frozenset[str]:
        """Every word that a colon follows: the keys that contexts of this text may have."""
        return frozenset(a.text for a, b in zip(self.tokens, self.tokens[1:], strict=False) if b.text == ":")

    def expression(self, floor: int = 0) -> Node:
        """An expression, one level deeper."""
        self.nesting += 1
        if self.nesting > MAX_NESTING:
            raise FeelLimitError(f"the expression nests deeper than {MAX_NESTING} levels", self.text, self.token.at)
        closing, self.closing_range = self.closing_range, False
        node = self._operation(self, floor)
        self.closing_range = closing
        self.nesting -= 1
        return node

    def same_level(self, floor: int) -> Node:
        """An operand of an operator, at the level of the operator."""
        return self._operation(self, floor)

    def next(self) -> Token:
        token = self.tokens[self.index]
        if token.kind != "end":
            self.index += 1
        return token

    def peek(self, ahead: int = 1) -> Token:
        return self.tokens[min(self.index + ahead, len(self.tokens) - 1)]

    def sees(self, *texts: str) -> bool:
        """Whether the next token is one of some symbols or keywords."""
        token = self.tokens[self.index]
        return token.text in texts and token.kind in ("symbol", "name")

    def takes(self, *texts: str) -> bool:
        """As ``sees``, and if so the token is passed."""
        if self.sees(*texts):
            self.index += 1
            return True
        return False

    def expect(self, text: str, where: str) -> Token:
        if not self.sees(text):
            raise self.unexpected(f"'{text}' is expected {where}")
        return self.next()

    def error(self, message: str, hint: str | None = None, at: int | None = None) -> FeelSyntaxError:
        return FeelSyntaxError(message, self.text, self.token.at if at is None else at, hint)

    def unexpected(self, expectation: str) -> FeelSyntaxError:
        """The error at the next token; constructs of other languages get their FEEL spelling."""
        token = self.token
        if token.kind == "symbol" and token.text in foreign.SYMBOLS:
            message, hint = foreign.SYMBOLS[token.text]
            return self.error(message, hint)
        if token.kind == "name" and token.text in foreign.WORDS:
            return self.error(f"'{token.text}' is not expected here", foreign.WORDS[token.text])
        before = self.tokens[self.index - 1] if self.index else token
        pair = foreign.PAIRS.get((before.text[-1:], token.text))
        if pair is not None and before.kind == token.kind == "symbol":
            return self.error("two operators stand side by side", pair)
        found = "the text ends" if token.kind == "end" else f"unexpected {token.text!r}"
        return self.error(found, expectation)

    def unfinished(self) -> FeelSyntaxError:
        """The error of a token after the end of an expression."""
        if self.token.text in foreign.LEFTOVERS:
            return self.error(f"unexpected {self.token.text!r}", foreign.LEFTOVERS[self.token.text])
        return self.unexpected("the expression ends before this; an operator may be missing")

    def starts_value(self, token: Token) -> bool:
        """Whether a token can begin an expression."""
        if token.kind == "name":
            return token.text not in KEYWORDS or token.text in _VALUE_KEYWORDS
        return token.kind in _VALUE_FIRST or token.text in _OPENERS

    @contextmanager
    def scope(self, names: Iterable[str] = ()) -> Iterator[None]:
        """Local names inside a block."""
        depth = len(self.locals)
        for name in names:
            self.declare(name)
        yield
        while len(self.locals) > depth:
            self.local_names[words(self.locals.pop())[0]].pop()

    def declare(self, name: str) -> None:
        if not is_plain(name) and len(words(name)) > 1:
            self.locals.append(name)
            self.local_names.setdefault(words(name)[0], []).append((words(name), name))
            self.local_members.add(name)

    def name(self) -> str:
        """A name read as a value: the longest that is known, else the words that stand side by side."""
        found = [self._local(), self.names.match(self.tokens, self.index), self._function()]
        if self.filters:
            found += [self.members.match(self.tokens, self.index), self.local_members.match(self.tokens, self.index)]
        at = self.token.at
        name = self._longest(found)
        if found[2] is not None and name == found[2][0] and self._goes_on(self.index):
            hint = f"a call has parentheses: '{name}({self.token.text})'"
            raise self.error(f"{name!r} is a function", hint, at)
        return name

    def member(self) -> str:
        """The name after a full stop."""
        tables = (self.members, self.names, self.local_members, MEMBER_TABLE)
        return self._longest([table.match(self.tokens, self.index) for table in tables])

    def _longest(self, found: list[tuple[str, int] | None]) -> str:
        known = [match for match in found if match is not None]
        if known:
            name, stop = max(known, key=lambda match: match[1])
            if stop - self.index > 1 or not self._goes_on(stop):
                self.index = stop
                return name
        return self._side_by_side()

    def _goes_on(self, stop: int) -> bool:
        token = self.tokens[stop]
        return token.kind == "name" and token.text not in KEYWORDS

    def _side_by_side(self) -> str:
        start = self.index
        self.index += 1
        first = self.tokens[start]
        if first.text in foreign.WORDS and self._goes_on(self.index):
            raise self.error(f"'{first.text}' is no operator", foreign.WORDS[first.text], first.at)
        while self._goes_on(self.index):
            if self.token.text in foreign.WORDS:
                raise self.unexpected("")
            self.index += 1
        return canonical(self.tokens, start, self.index - 1)

    def _local(self) -> tuple[str, int] | None:
        best: tuple[str, int] | None = None
        for parts, name in self.local_names.get(self.token.text, ()):
            stop = self.index + len(parts)
            written = tuple(token.text for token in self.tokens[self.index : stop])
            if written == parts and (best is None or stop > best[1]):
                best = name, stop
        return best

    def _function(self) -> tuple[str, int] | None:
        found = FUNCTION_TABLE.match(self.tokens, self.index)
        if found is None:
            return None
        name, stop = found
        if needs_call(name) and self.tokens[stop].text != "(":
            return None
        return found

    def label(self) -> str | None:
        """A name followed by a colon, which is passed too; None when none stands here."""
        stop = self.index
        while self.may_name(self.tokens[stop]):
            stop += 1
        if self.token.kind != "name" or self.tokens[stop].text != ":":
            return None
        name = canonical(self.tokens, self.index, stop - 1)
        self.index = stop + 1
        return name

    @staticmethod
    def may_name(token: Token) -> bool:
        """Whether a token may stand in a name (grammar rules 27 to 30)."""
        return token.kind in ("name", "number") or (token.kind == "symbol" and token.text in _NAME_SYMBOLS)

    def bound_name(self, *stops: str) -> str:
        """A name being declared: everything up to one of the stops."""
        start = self.index
        if self.token.kind != "name" or self.token.text in KEYWORDS:
            raise self.unexpected("a name is expected here")
        while self.may_name(self.token) and not self.sees(*stops, "return", "satisfies"):
            self.index += 1
        return canonical(self.tokens, start, self.index - 1)


#: Symbols inside names; two of them may be read as one token.
_NAME_SYMBOLS = {".", "/", "-", "'", "+", "*", "..", "**"}
_VALUE_KEYWORDS = {"if", "for", "some", "every", "function", "true", "false", "null"}
