"""Every built-in function: its forms, and what it does, as data (DMN 1.5, 10.3.4).

A form is written ``name(parameter: type, …)``. After the type, ``?`` marks a parameter that may be left out and ``~``
one that may be null; ``...`` one that takes every further argument.
"""

from __future__ import annotations

from dataclasses import dataclass

FORMS: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = (
    (
        "conversion",
        (
            ("date(from: any)", "a date from text or from a date and time"),
            ("date(year: number, month: number, day: number)", "a date from its parts"),
            ("date and time(from: any)", "a date and time from text"),
            ("date and time(date: any, time: time)", "a date (or the date of a date and time) with a time"),
            (
                "date and time(year: number, month: number, day: number, hour: number, minute: number, second: number)",
                "a local date and time from its parts",
            ),
            (
                "date and time(year: number, month: number, day: number, hour: number, minute: number, second: number, "
                "offset: any~)",
                "a date and time from its parts with an offset (a duration)",
            ),
            (
                "date and time(year: number, month: number, day: number, hour: number, minute: number, second: number, "
                "timezone: any~)",
                "a date and time from its parts in a named zone",
            ),
            ("time(from: any)", "a time from text, from a date and time, or from a date (midnight, UTC)"),
            ("time(hour: number, minute: number, second: number, offset: any~?)", "a time from its parts"),
            (
                "number(from: string, grouping separator: string~, decimal separator: string~)",
                "a number from text; separators are null, or one of space, comma, full stop",
            ),
            ("number(from: any)", "a number from text"),
            ("string(from: any~)", "the text of any value; null for null"),
            ("duration(from: any)", "a duration from text"),
            ("years and months duration(from: any, to: any)", "whole months between two dates"),
        ),
    ),
    (
        "boolean",
        (
            ("not(negand: any~)", "true for false, false for true, else null"),
            (
                "is defined(value: any~)",
                "whether a name is declared, or a value is not null (ours, not the standard's)",
            ),
        ),
    ),
    (
        "string",
        (
            (
                "substring(string: string, start position: number, length: number?)",
                "characters from a position, counted from 1, or from the end when negative",
            ),
            ("string length(string: string)", "the number of characters (code points)"),
            ("upper case(string: string)", "the text in capitals"),
            ("lower case(string: string)", "the text in small letters"),
            (
                "substring before(string: string, match: string)",
                "what stands before the first match; empty without one",
            ),
            ("substring after(string: string, match: string)", "what follows the first match; empty without one"),
            (
                "replace(input: string, pattern: string, replacement: string, flags: string~?)",
                "matches of a pattern replaced; $1 to $9 are its groups",
            ),
            ("contains(string: string, match: string)", "whether the text holds another"),
            ("starts with(string: string, match: string)", "whether the text begins with another"),
            ("ends with(string: string, match: string)", "whether the text ends with another"),
            ("matches(input: string, pattern: string, flags: string~?)", "whether a pattern is found in the text"),
            ("split(string: string, delimiter: string)", "the parts between matches of a pattern"),
            ("string join(list: list, delimiter: string~?)", "strings joined; nulls are left out"),
        ),
    ),
    (
        "list",
        (
            ("list contains(list: list, element: any~)", "whether an item equals the element"),
            ("list replace(list: list, position: number, newItem: any~)", "the list with one item replaced"),
            (
                "list replace(list: list, match: function, newItem: any~)",
                "the list with each item that matches replaced",
            ),
            ("count(list: list)", "the number of items"),
            ("min(list: items...)", "the least item"),
            ("max(list: items...)", "the greatest item"),
            ("sum(list: items...)", "the sum of numbers, or of durations"),
            ("mean(list: items...)", "the arithmetic mean"),
            ("all(list: items...)", "whether every item is true (three-valued)"),
            ("any(list: items...)", "whether an item is true (three-valued)"),
            (
                "sublist(list: list, start position: number, length: number?)",
                "items from a position, counted from 1, or from the end when negative",
            ),
            ("append(list: list, item: any~...)", "the list with items added at its end"),
            ("concatenate(list: list...)", "one list of several"),
            ("insert before(list: list, position: number, newItem: any~)", "the list with an item inserted"),
            ("remove(list: list, position: number)", "the list without one item"),
            ("reverse(list: list)", "the items in reverse"),
            ("index of(list: list, match: any~)", "the positions of the items equal to a value"),
            ("union(list: list...)", "one list of several, without repetitions"),
            ("distinct values(list: list)", "the list without repetitions"),
            ("flatten(list: list)", "the items of nested lists in one list"),
            ("product(list: items...)", "the product of numbers"),
            ("median(list: items...)", "the middle of the sorted numbers, or the mean of the two in the middle"),
            ("stddev(list: items...)", "the sample standard deviation (n − 1)"),
            ("mode(list: items...)", "the most frequent numbers, in order"),
            ("sort(list: list, precedes: function?)", "the items in the order of a function of two items"),
        ),
    ),
    (
        "numeric",
        (
            ("decimal(n: number, scale: number)", "rounded to decimals, half to even"),
            ("floor(n: number, scale: number?)", "rounded down"),
            ("ceiling(n: number, scale: number?)", "rounded up"),
            ("round up(n: number, scale: number)", "rounded away from zero"),
            ("round down(n: number, scale: number)", "rounded towards zero"),
            ("round half up(n: number, scale: number)", "rounded to nearest, half away from zero"),
            ("round half down(n: number, scale: number)", "rounded to nearest, half towards zero"),
            ("abs(n: any)", "the magnitude of a number or a duration"),
            ("modulo(dividend: number, divisor: number)", "the remainder, with the divisor's sign"),
            ("sqrt(number: number)", "the square root"),
            ("log(number: number)", "the natural logarithm"),
            ("exp(number: number)", "e raised to a number"),
            ("odd(number: number)", "whether a number is an odd integer"),
            ("even(number: number)", "whether a number is an even integer"),
        ),
    ),
    (
        "temporal",
        (
            ("now()", "the clock's date and time"),
            ("today()", "the clock's date"),
            ("day of year(date: day)", "the day's number in its year"),
            ("day of week(date: day)", "the weekday's English name"),
            ("month of year(date: day)", "the month's English name"),
            ("week of year(date: day)", "the ISO 8601 week"),
            ("is(value1: any~, value2: any~)", "whether two values are the same element of one type"),
        ),
    ),
    (
        "range",
        (
            ("before(a: any, b: any)", "a ends before b begins; each is a point or a range"),
            ("after(a: any, b: any)", "a begins after b ends"),
            ("meets(range1: range, range2: range)", "the first ends where the second begins"),
            ("met by(range1: range, range2: range)", "the first begins where the second ends"),
            ("overlaps(range1: range, range2: range)", "they share a point"),
            ("overlaps before(range1: range, range2: range)", "the first begins earlier and ends inside the second"),
            ("overlaps after(range1: range, range2: range)", "the first begins inside the second and ends later"),
            ("finishes(a: any, range: range)", "a ends where the range ends"),
            ("finished by(range: range, a: any)", "the range ends where a ends"),
            ("includes(range: range, a: any)", "a lies in the range"),
            ("during(a: any, range: range)", "a lies in the range"),
            ("starts(a: any, range: range)", "a begins where the range begins"),
            ("started by(range: range, a: any)", "the range begins where a begins"),
            ("coincides(a: any, b: any)", "the same point, or the same range"),
            ("range(from: string)", "a range from its text, with literals as its ends"),
        ),
    ),
    (
        "context",
        (
            ("get value(m: context, key: string)", "the value of an entry"),
            ("get entries(m: context)", "the entries as contexts of key and value"),
            ("context(entries: list)", "a context from such entries"),
            ("context put(context: context, key: string, value: any~)", "the context with one entry set"),
            ("context put(context: context, keys: list, value: any~)", "the context with one entry set along a path"),
            ("context merge(contexts: list)", "one context of several; later entries win"),
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a form; ``rest`` takes every further argument."""

    name: str
    type: str
    optional: bool = False
    nullable: bool = False
    rest: bool = False


@dataclass(frozen=True, slots=True)
class Signature:
    """One form of a function."""

    name: str
    parameters: tuple[Parameter, ...]
    group: str
    summary: str
    text: str

    @property
    def least(self) -> int:
        """The fewest arguments of a call by position."""
        return sum(1 for parameter in self.parameters if not parameter.optional)

    @property
    def most(self) -> int:
        """The most arguments of a call by position."""
        return 1_000_000 if self.parameters and self.parameters[-1].rest else len(self.parameters)


def _read_parameter(text: str) -> Parameter:
    name, _, kind = text.partition(":")
    kind = kind.strip()
    plain = kind.rstrip("?~.")
    marks = kind[len(plain) :]
    return Parameter(name.strip(), plain, "?" in marks, "~" in marks, "..." in marks)


def _read(form: str, group: str, summary: str) -> Signature:
    name, _, inside = form.rstrip(")").partition("(")
    parameters = tuple(_read_parameter(part) for part in inside.split(",") if part.strip())
    return Signature(name, parameters, group, summary, form.translate({ord("~"): None}))


SIGNATURES: tuple[Signature, ...] = tuple(
    _read(form, group, summary) for group, forms in FORMS for form, summary in forms
)

#: The forms of each function by name.
BUILTINS: dict[str, tuple[Signature, ...]] = {
    name: tuple(form for form in SIGNATURES if form.name == name) for name in {form.name for form in SIGNATURES}
}
