"""`text`: words, written freely."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from hawthorne.core.draws import Draws
from hawthorne.core.errors import UsageError
from hawthorne.core.values import JSON
from hawthorne.spaces.problem import Problem, shown

WORDS = ("blue", "river", "seven", "maybe", "table", "green", "often", "north", "paper", "light")


@dataclass(frozen=True, slots=True)
class Text:
    """A string. Its length is counted in code points after Unicode's composition (NFC), white space at the ends left
    out; the value is recorded as written.

    >>> Text(min_len=2).check(" a ")
    'must be a text of at least 2 characters, not 1'
    """

    kind: ClassVar[str] = "text"
    version: ClassVar[int] = 1
    open: ClassVar[bool] = False

    min_len: int = 0
    max_len: int | None = None

    def __post_init__(self) -> None:
        if self.min_len < 0 or (self.max_len is not None and self.max_len < self.min_len):
            raise UsageError(f"text: no text is from {self.min_len} to {self.max_len} characters long")

    def check(self, value: JSON) -> str | None:
        if not isinstance(value, str):
            return Problem("wrong_type", f"must be a text, not {shown(value)}")
        if not value.isascii():
            if any("\ud800" <= c <= "\udfff" for c in value):
                return Problem("wrong_type", "must be a text; this holds half of a surrogate pair")
            value = unicodedata.normalize("NFC", value)
        length = len(value.strip())
        if length < self.min_len:
            return Problem("too_short", f"must be a text of at least {self.min_len} characters, not {length}")
        if self.max_len is not None and length > self.max_len:
            return Problem("too_long", f"must be a text of at most {self.max_len} characters, not {length}")
        return None

    def sample(self, draws: Draws) -> JSON:
        words = [draws.at(i).choice(WORDS) for i in range(self.min_len // 4 + 1)]
        text = " ".join(words)
        if self.max_len is not None and len(text) > self.max_len:
            text = text[: self.max_len].rstrip().ljust(min(self.max_len, len(text)), "e")
        return text.ljust(self.min_len, "e")

    def schema(self) -> dict[str, Any]:
        result: dict[str, Any] = {"type": "string"}
        if self.min_len or self.max_len is not None:
            # Composition can join code points and (rarely) split one, and ends are trimmed: no bound on what is written
            # follows, but that something is.
            result |= {"minLength": 1} if self.min_len else {}
            size = {"rule": "size", "min": self.min_len, "max": self.max_len, "of": "NFC, trimmed, code points"}
            result["x-rules"] = [size]
        return result

    def examples(self) -> tuple[Sequence[JSON], Sequence[JSON]]:
        wrong: list[JSON] = [None, True, 1, ["a"], {"text": "a"}]
        wrong += [" " * (self.min_len + 1)] if self.min_len else []
        wrong += [] if self.max_len is None else ["a" * (self.max_len + 1)]
        return ["ä" * self.min_len, f" {'a' * self.min_len} "], wrong
