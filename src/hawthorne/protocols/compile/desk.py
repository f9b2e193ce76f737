"""What the compiler has on its desk: the protocol, what it found wrong, and every expression and text made ready."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from hawthorne.core.document import Document, Setting
from hawthorne.core.errors import Finding
from hawthorne.core.place import NOWHERE, Place
from hawthorne.lang.feel import FeelError
from hawthorne.protocols.compile.expressions import Expression
from hawthorne.protocols.compile.piping import Piped, piped
from hawthorne.protocols.compile.responses import words_of
from hawthorne.protocols.compile.survey import Survey
from hawthorne.protocols.compile.telling import Telling
from hawthorne.protocols.model import Protocol
from hawthorne.protocols.read import parse

Path = Sequence[str | int]
NULL = Expression("null")


class Desk:
    """One compilation. `final` are the responses that somebody else may act on."""

    def __init__(self, document: Document, setting: Setting) -> None:
        self.document = document
        self.protocol: Protocol = document.model
        self.setting = setting
        self.findings: list[Finding] = []
        self.survey = Survey(self.protocol)
        self.final: set[str | None] = set()
        self.within = frozenset(factor.id for factor in self.protocol.factors if factor.scope == "within")
        self.calcs: dict[str, Expression] = {}
        for k, calc in enumerate(self.protocol.calcs):
            self.calcs[calc.id] = self.expression(calc.expr, ("calcs", k, "expr"))
        self._words = {response.id: words_of(response) for response in self.protocol.responses}

    def error(self, code: str, message: str, fix: str, path: Path) -> None:
        """Take down what keeps the protocol from being played."""
        self.findings.append(Finding("error", code, message, fix, self.place(path)))

    def place(self, path: Path) -> Place:
        """Where a part of the document stands."""
        source = self.document.source
        return parse(source.name, source.data).places.of(path) if source.data else NOWHERE

    def expression(self, text: str, path: Path) -> Expression:
        """An expression made ready; null, and a finding, where it cannot be read."""
        try:
            made = Expression(text, self.calcs, self.within)
        except FeelError as error:
            self.error("ref.resolve", f'"{text}" cannot be read: {error}', "see the names that expressions know", path)
            return NULL
        self.final |= {reading.response for reading in made.across}
        return made

    def maybe(self, text: str | None, path: Path) -> Expression | None:
        """An expression, where there is one."""
        return None if text is None else self.expression(text, path)

    def piped(self, text: str, path: Path) -> Piped | None:
        """A text with its pipings made ready; None for one without any."""
        return piped(text, lambda reference: self.expression(reference, path), self._words_for)

    def saying(self, text: str, path: Path) -> Callable[[Any], str]:
        """A text as a function of whoever it is shown to."""
        made = self.piped(text, path)
        return (lambda seat: text) if made is None else made

    def telling(
        self, texts: Iterable[str], bounds: Iterable[str], path: Path, index: int = 0, shuffled: bool = False,
        looped: bool = False,
    ) -> Telling:  # fmt: skip
        """The varying parts of a response or an item."""
        pipes = {text: made for text in dict.fromkeys(texts) if (made := self.piped(text, path)) is not None}
        computed = {text: self.expression(text, path) for text in dict.fromkeys(bounds)}
        return Telling(pipes, computed, index, shuffled, looped)

    def _words_for(self, reference: str) -> Mapping[Any, str]:
        """The texts of the options that a reference to an answer has as values."""
        path = reference.split(".")
        return self._words.get(path[-1], {}) if len(path) > 1 and path[-2] == "resp" else {}
