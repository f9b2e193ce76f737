"""Option codes: the short strings by which an answer names an option, a row or a key."""

from __future__ import annotations

from collections.abc import Collection, Sequence, Sized

from hawthorne.core.errors import UsageError
from hawthorne.core.values import JSON
from hawthorne.spaces.problem import Problem, listed, shown


def declared(codes: Collection[str], what: str) -> tuple[str, ...]:
    """The codes as a tuple. Raises UsageError unless they are distinct strings, at least one."""
    if isinstance(codes, str) or not codes:
        raise UsageError(f"{what}: at least one code is needed, as a list of strings")
    seen: set[str] = set()
    for code in codes:
        if not isinstance(code, str):
            raise UsageError(f"{what}: a code must be a string, not {code!r}")
        if code in seen:
            raise UsageError(f'{what}: the code "{code}" stands there twice')
        seen.add(code)
    return tuple(codes)


def opaque(letter: str, codes: Sized) -> tuple[str, ...]:
    """As many opaque codes, in order.

    >>> opaque("o", ["yes", "no"])
    ('o1', 'o2')
    """
    return tuple(f"{letter}{k}" for k in range(1, len(codes) + 1))


def veiled(letter: str, codes: Sequence[str], code: str) -> str:
    """The opaque code that stands for one of these codes."""
    return f"{letter}{codes.index(code) + 1}"


def unveiled(codes: Sequence[str], name: str) -> str:
    """The code that an opaque one stands for.

    >>> unveiled(["yes", "no"], veiled("o", ["yes", "no"], "no"))
    'no'
    """
    return codes[int(name[1:]) - 1]


def not_an_option(value: JSON, options: Collection[str]) -> Problem:
    """The refusal of a value that is no option."""
    code = "not_an_option" if isinstance(value, str) else "wrong_type"
    return Problem(code, f"must be one of {listed(options)}, not {shown(value)}")


def distinct(value: JSON, options: frozenset[str] | tuple[str, ...], names: Collection[str]) -> Problem | None:
    """Whether a value is a list of distinct options; how many is the caller's rule."""
    if not isinstance(value, list):
        return Problem("wrong_type", f"must be a list of options ({listed(names)}), not {shown(value)}")
    for item in value:
        if not isinstance(item, str) or item not in options:
            return not_an_option(item, names)
    if len(set(value)) < len(value):
        twice = next(item for item in value if value.count(item) > 1)
        return Problem("duplicate", f"must name each option once; {shown(twice)} stands there twice")
    return None


def stranger(options: Collection[str]) -> str:
    """A string that is none of these codes: an invalid example.

    >>> stranger(["a", "other"])
    'other?'
    """
    word = "other"
    while word in options:
        word += "?"
    return word
