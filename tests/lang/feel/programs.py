"""Hypothesis strategies of programs: trees that the parser can make, over a small scope."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from hypothesis import strategies as st

from hawthorne.lang.feel import tree

SCOPE: dict[str, Any] = {
    "a": 3, "b": 0.5, "n": None, "t": True, "s": "go", "xs": [3, 1, 2], "words": ["go", "stop"], "none": [],
    "rows": [{"k": 1, "v": "x"}, {"k": 2, "v": "y"}, {"k": 2}], "ctx": {"k": 7, "in": {"deep": [1, 2]}},
}  # fmt: skip
NAMES = (*SCOPE, "k", "v", "item", "i", "j", "p", "unknown")
KEYS = ("k", "v", "deep", "year", "days", "start", "two words")
ONE_ARGUMENT = (
    "not", "count", "sum", "min", "max", "mean", "abs", "string length", "upper case", "string", "reverse", "flatten",
    "distinct values", "floor", "number", "date", "duration", "all", "any", "median", "mode", "even", "get entries",
)  # fmt: skip
TWO_ARGUMENTS = (
    "contains", "starts with", "append", "concatenate", "list contains", "index of", "modulo", "substring", "union",
    "decimal", "remove", "is", "before", "get value", "string join", "split",
)  # fmt: skip
TYPES = (
    *(tree.TypeName(name) for name in ("number", "string", "boolean", "Any", "date", "days and time duration")),
    tree.TypeName("list", (tree.TypeName("number"),)),
    tree.TypeName("context", (tree.TypeName("Any"),), ("k",)),
)

numbers = st.one_of(
    st.integers(0, 12).map(Decimal), st.sampled_from([Decimal("0.5"), Decimal("2.25"), Decimal("1000000")])
).map(tree.Number)
strings = st.sampled_from(["", "go", "a b", 'say "hi"', "é\n"]).map(tree.String)
moments = st.sampled_from(["2026-01-31", "PT90M", "P1Y2M", "10:30:00Z", "2026-01-31T10:00:00", "nothing"]).map(
    tree.AtLiteral
)
names = st.sampled_from(NAMES).map(tree.Name)
leaves = st.one_of(
    numbers, numbers, names, names, names, strings, moments, st.booleans().map(tree.Boolean), st.just(tree.Null())
)


def _chain(kind: type[tree.Chain], operators: str | tuple[str, ...], inner: st.SearchStrategy[Any]) -> Any:
    return st.lists(st.tuples(st.sampled_from(operators), inner), min_size=1, max_size=3).flatmap(
        lambda rest: inner.map(lambda first: kind(tuple(o for o, _ in rest), (first, *(n for _, n in rest))))
    )


def _path(pair: tuple[tree.Node, tuple[str, ...]]) -> tree.Node:
    base, keys = pair
    return tree.Path(base.base, base.keys + keys) if isinstance(base, tree.Path) else tree.Path(base, keys)


def _iterations(inner: st.SearchStrategy[Any]) -> Any:
    small = st.builds(
        tree.Span, numbers.filter(lambda n: n.value < 13), st.integers(0, 4).map(Decimal).map(tree.Number)
    )
    one = st.builds(tree.Iteration, st.sampled_from(["i", "j", "a"]), st.one_of(inner, small))
    return st.lists(one, min_size=1, max_size=2, unique_by=lambda iteration: iteration.name).map(tuple)


def _context(entries: dict[str, tree.Node]) -> tree.Node:
    return tree.ContextLiteral(tuple(entries), tuple(entries.values()))


def _call(name: str, *arguments: tree.Node) -> tree.Node:
    return tree.Call(tree.Name(name), arguments)


def _own_call(pair: tuple[tree.Node, list[tree.Node]]) -> tree.Node:
    body, arguments = pair
    parameters = tuple(tree.Parameter(name) for name in ("i", "p")[: len(arguments)])
    return tree.Call(tree.FunctionLiteral(parameters, body), tuple(arguments))


def _extend(inner: st.SearchStrategy[Any]) -> Any:
    pair = st.lists(inner, min_size=2, max_size=3).map(tuple)
    test = st.builds(tree.UnaryTest, st.sampled_from(["=", "!=", "<", "<=", ">", ">="]), inner)
    ranges = st.builds(tree.RangeLiteral, inner, inner, st.booleans(), st.booleans())
    return st.one_of(
        _chain(tree.Sum, "+-", inner),
        _chain(tree.Product, "*/", inner),
        # Powers of powers take long in decimals; one is enough.
        st.builds(lambda a, b: tree.Power(("**",), (a, b)), names, numbers.filter(lambda n: n.value < 13)),
        st.builds(tree.Negate, inner),
        st.builds(tree.Comparison, st.sampled_from(["=", "!=", "<", "<=", ">", ">="]), inner, inner),
        pair.map(tree.And),
        pair.map(tree.Or),
        st.builds(tree.Between, inner, inner, inner),
        st.builds(lambda value, tests: tree.In(value, tuple(tests)), inner,
                  st.lists(st.one_of(inner, test, ranges), min_size=1, max_size=3)),
        st.builds(tree.InstanceOf, inner, st.sampled_from(TYPES)),
        st.builds(lambda c, r, o: tree.If((c,), (r,), o), inner, inner, inner),
        st.builds(lambda c, r, d, q, o: tree.If((c, d), (r, q), o), inner, inner, inner, inner, names),
        st.tuples(inner, st.lists(st.sampled_from(KEYS), min_size=1, max_size=2).map(tuple)).map(_path),
        st.builds(tree.Filter, inner, inner),
        st.builds(tree.Filter, st.sampled_from(["rows", "xs", "words"]).map(tree.Name), inner),
        st.builds(_call, st.sampled_from(ONE_ARGUMENT), inner),
        st.builds(_call, st.sampled_from(TWO_ARGUMENTS), inner, inner),
        st.builds(tree.For, _iterations(inner), inner),
        st.builds(tree.Quantified, st.sampled_from(["some", "every"]), _iterations(inner), inner),
        ranges,
        st.lists(inner, max_size=3).map(tuple).map(tree.ListLiteral),
        st.dictionaries(st.sampled_from(["k", "v", "p", "two words"]), inner, max_size=3).map(_context),
        st.tuples(inner, st.lists(inner, max_size=2)).map(_own_call),
        test,
    )  # fmt: skip


trees = st.recursive(leaves, _extend, max_leaves=14)
