"""What is wrong with an answer: one sentence, and a short code for whoever sorts refusals."""

from __future__ import annotations

from collections.abc import Iterable

from hawthorne.core.values import shown

__all__ = ["CODES", "Problem", "listed", "shown"]


class Problem(str):
    """The sentence itself (it is a `str`), with its `code`: one of `CODES`.

    >>> problem = Problem("off_step", "must be a multiple of 5")
    >>> problem, problem.code
    ('must be a multiple of 5', 'off_step')
    """

    __slots__ = ("code",)
    code: str

    def __new__(cls, code: str, sentence: str) -> Problem:
        assert code in CODES, code
        problem = super().__new__(cls, sentence)
        problem.code = code
        return problem

    def __getnewargs__(self) -> tuple[str, str]:  # type: ignore[override]
        return (self.code, str(self))


CODES = frozenset({
    "wrong_type", "not_an_option", "too_few", "too_many", "duplicate", "out_of_range", "off_step", "too_short",
    "too_long", "bad_sum", "bad_order", "missing_required", "unknown_response", "constraint", "invalid_answers",
})  # fmt: skip
"""The closed list of codes."""


def listed(words: Iterable[str], most: int = 12) -> str:
    """Words as a sentence lists them.

    >>> listed(["a", "b"]), listed(list("abcd"), most=2)
    ('"a", "b"', '"a", "b" and 2 more')
    """
    words = list(words)
    text = ", ".join(f'"{word}"' for word in words[:most])
    return text if len(words) <= most else f"{text} and {len(words) - most} more"
