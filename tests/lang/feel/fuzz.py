"""Random texts: each parses, or gives an error with a position. ``python tests/lang/feel/fuzz.py 1000000``: a million.

Half of the texts are random rows of the language's tokens, half are expressions with a piece cut, doubled or replaced.
A text that parses is printed and read again (the tree must be the same), compiled and evaluated within a few steps.
"""

from __future__ import annotations

import random
import sys
from contextlib import suppress

from hawthorne.lang import feel

TOKENS = (
    "1", "0", "2.5", ".5", "1e3", "99999999999999999999", '"a"', '"a\\"b"', '"\\u00e9"', '"', "@",
    '@"2026-01-31"', '@"PT5M"',
    "a", "b", "xs", "foo bar", "été", "🐎", "?", "item", "partial", "true", "false", "null", "and", "or", "not", "not(",
    "if", "then", "else", "for", "in", "return", "some", "every", "satisfies", "between", "instance of", "function(x) ",
    "number", "list<number>", "context<a: string>", "count(", "date and time(", "sum(", "string length(", "range(",
    "sort(xs, ", "x", "(", ")", "[", "]", "{", "}", "{a: 1", ", ", ":", ".", "..", "+", "-", "*", "/", "**", "=", "!=",
    "<", "<=", ">", ">=", "==", "&&", "||", "!", "'", ";", "%", "//", "/*", "*/", "\n", " ",
    "\t", "\\", "->", "=>", "#",
    "\x00", "\ud800", "matches(a, ", "external", "time offset", ".year", "for i in 1..3 return ",
)  # fmt: skip
SEEDS = (
    "sum(result.blocks[block in scored_blocks].unanswered) / sum(result.blocks[block in scored_blocks].trials)",
    'if a > 1 and b = "go" then {x: a, y: [1..3]} else for i in 1..3 return i * partial[-1]',
    'some x in xs satisfies x between 1 and 5 or x in (< 3, [5..9), >= 12)',
    'sort([3, 1, 2], function(a, b) a < b)[item > 1].year',
    'date and time("2026-01-31T10:00:00@Europe/Paris") + @"PT1H" - duration("P1D")',
    '{f: function(n: number) if n = 0 then 1 else n * f(n - 1), r: f(5)}.r',
    '-1.5e3 ** 2 instance of list<context<a: number, b: function<string> -> Any>>',
    'not(a != null) and matches("abc", "[a-c]+", "i") // a comment',
    'replace("abc", "(a)|b", "$1") = substring after("x.y", ".")',
)  # fmt: skip
SCOPE = {"a": 1, "b": "go", "xs": [1, 2, 3], "foo bar": {"a": [1]}, "result": {"blocks": []}, "scored_blocks": []}


def random_text(draws: random.Random) -> str:
    if draws.random() < 0.5:
        glue = draws.choice(["", " ", " "])
        return glue.join(draws.choice(TOKENS) for _ in range(draws.randint(1, 14)))
    text = draws.choice(SEEDS)
    for _ in range(draws.randint(1, 4)):
        low = draws.randrange(len(text) + 1)
        high = min(len(text), low + draws.randint(0, 12))
        piece = draws.choice((draws.choice(TOKENS), text[low:high] * 2, "", draws.choice(SEEDS)[low:high]))
        text = text[:low] + piece + text[high:]
    return text


def check(text: str) -> bool:
    """Whether a text parses. Raises AssertionError, or what went wrong, when a law is broken."""
    try:
        node = feel.parse(text, names=["foo bar"])
    except feel.FeelError as error:
        teaches = error.message and error.line >= 1 and error.column >= 1 and error.caret().count("\n") == 1
        if not teaches or not 0 <= error.position <= len(text):
            raise AssertionError("an error without a place") from error
        return False
    assert feel.parse(feel.format(node), names=["foo bar"]) == node
    with suppress(feel.FeelError):
        feel.compile(text, names=SCOPE.keys(), max_steps=2000)(SCOPE)
    return True


def run(count: int, seed: int = 0) -> int:
    """Checks so many texts; the number of those that parsed."""
    draws = random.Random(seed)
    parsed = 0
    for _ in range(count):
        text = random_text(draws)
        try:
            parsed += check(text)
        except Exception as error:
            error.add_note(f"the text was {text!r}")
            raise
    return parsed


if __name__ == "__main__":
    total = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    start = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    print(f"{run(total, start):,} of {total:,} texts parsed; every other gave an error with a position")
