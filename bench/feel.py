"""FEEL beside the other FEEL of PyPI and beside Python's own `eval`, in one run: compiled, and compiled each time."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

from bench.row import Row, Spread, rate, seconds
from hawthorne.lang import feel


class Case(NamedTuple):
    """An expression, what says the same in Python, what says it to bkflow-feel (None: it cannot), the scope; the aims
    are evaluations a second in the float and in the decimal lane, and how many times as fast as bkflow-feel."""

    text: str
    python: str
    peer: str | None
    scope: Mapping[str, Any]
    aims: tuple[int | None, int | None]
    times: int | None


XS = {"xs": [1, 2, 3, 4, 5]}
CASES = (
    Case("a > b", "a > b", "a > b", {"a": 3, "b": 2}, (None, None), 50),
    Case('a > 1 and y = "go"', 'a > 1 and y == "go"', 'a > 1 and y = "go"', {"a": 3, "y": "go"},
         (500_000, 150_000), 50),
    Case("a + b * 2 > 5 and a < 10", "a + b * 2 > 5 and a < 10", "a + b * 2 > 5 and a < 10", {"a": 3, "b": 2},
         (None, None), 50),
    Case("xs[item > 2]", "[x for x in xs if x > 2]", "xs[item > 2]", XS, (None, None), 25),
    Case("sum(xs) / count(xs)", "sum(xs) / len(xs)", None, XS, (None, None), None),
    Case("every x in [1, 2, 3, 4, 5] satisfies x > 0", "all(x > 0 for x in [1, 2, 3, 4, 5])",
         "every x in [1, 2, 3, 4, 5] satisfies x > 0", {}, (None, None), 25),
    Case("list contains([1, 2, 3, 4, 5], 5)", "5 in [1, 2, 3, 4, 5]", "list contains([1, 2, 3, 4, 5], 5)", {},
         (None, None), 25),
)  # fmt: skip


def peer() -> Callable[[str, Mapping[str, Any]], Any] | None:
    """bkflow-feel's one function, or None where it is not installed."""
    try:
        module = importlib.import_module("bkflow_feel.api")
    except ImportError:
        return None
    parse: Callable[[str, Mapping[str, Any]], Any] = module.parse_expression
    return parse


def rows(quick: bool) -> Iterator[Row]:
    """For every case: compilations a second, and evaluations a second in both lanes with their peers."""
    repeats, other = (3 if quick else 7), peer()
    for case in CASES:
        names = case.scope.keys()
        compiling = _a_second(partial(feel.compile, case.text, names=names, numbers="float"), 200, repeats)
        yield Row("feel", f"{case.text} (compiled)", compiling, "/s", note="texts compiled a second")
        code = compile(case.python, "<python>", "eval")
        python = _a_second(partial(eval, code, dict(case.scope)), 20_000, repeats)
        slow = None
        if other is not None and case.peer is not None:
            slow = _a_second(partial(other, case.peer, dict(case.scope)), 50, repeats)
        for lane, aim in zip(("float", "decimal"), case.aims, strict=True):
            run = feel.compile(case.text, names=names, numbers=lane)
            mine = _a_second(partial(run, case.scope), 20_000, repeats)
            yield _row(case, lane, aim, mine, python, slow, other is None)


def _row(
    case: Case, lane: str, aim: int | None, mine: Spread, python: Spread, slow: Spread | None, absent: bool
) -> Row:
    said = f"Python's eval: {python.median:,.0f}/s; "
    if slow is None:
        said += "bkflow-feel is not installed" if absent else "bkflow-feel cannot say it"
        return Row("feel", f"{case.text} ({lane})", mine, "/s", aim, note=said)
    times = mine.median / slow.median
    said += f"bkflow-feel: {slow.median:,.0f}/s, at least × {case.times} is aimed at"
    return Row("feel", f"{case.text} ({lane})", mine, "/s", aim, peer=times, note=said)


def _a_second(evaluate: Callable[[], Any], count: int, repeats: int) -> Spread:
    def many() -> None:
        for _ in range(count):
            evaluate()

    return rate(count, seconds(many, repeats))


def main() -> None:
    """Print the rows: ``python -m bench.feel``."""
    for row in rows(quick=True):
        ratio = "" if row.peer is None else f"× {row.peer:,.0f}"
        print(f"{row.what:60} {row.value.median:12,.0f} {row.unit} {ratio:>8}  {row.note}")


if __name__ == "__main__":
    main()
