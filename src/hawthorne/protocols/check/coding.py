"""Coding rules against their cases (`coding.cases`): each case comes out as it says, every way that a rule can take has
a case, and on answers at random the rule gives values of its type."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hawthorne.core.draws import Draws
from hawthorne.core.errors import Finding
from hawthorne.core.values import JSON
from hawthorne.lang import feel
from hawthorne.lang.feel import FeelError, tree
from hawthorne.lang.feel.compile import compile_tree
from hawthorne.lang.template import as_text
from hawthorne.protocols.check.expressions import paths as paths_of
from hawthorne.protocols.check.expressions import read, resolve
from hawthorne.protocols.check.facts import Facts
from hawthorne.protocols.check.rows import Rows
from hawthorne.protocols.compile.expressions import ROOTS, Expression
from hawthorne.protocols.compile.variables import Coding, Given, coding
from hawthorne.protocols.model.measures import (
    AnyVariable,
    BinVariable,
    ExprVariable,
    ExternalVariable,
    MapVariable,
    ScoreVariable,
    TextVariable,
)
from hawthorne.protocols.model.walk import Path

CODE = "coding.cases"
RUNS = 500
"""How many random rows a rule is tried on …"""
ALL_RUNS = 20_000
"""… and all rules together; where there are very many, each is tried on fewer."""
ENDLESS = re.compile(r"""
    \( (?: \?: )?  (?: \\. | \[ (?: \\. | [^\]\\] )+ \] | [^\\()\[\]{}|*+?] )  (?: [*+] | \{\d+,\} ) \??
    \)  (?: [*+] | \{\d+,\} )""", re.VERBOSE)  # fmt: skip
"""A repeat of nothing but a repeat, as in `(a+)+`: a text that does not fit is tried in exponentially many ways."""
CLOSE = 1e-9
"""How far a number may be from what a case expects, and be it."""


def check(facts: Facts) -> Iterator[Finding]:
    rules = Rules(facts)
    for i, variable in enumerate(facts.protocol.variables):
        where: Path = ("variables", i)
        if isinstance(variable, ExternalVariable):
            continue
        malformed = list(_form(facts, where, variable))
        yield from malformed
        if malformed or rules.broken(variable.id):
            continue
        wrong = list(_cases(facts, where, variable, rules))
        yield from wrong
        yield from _covered(facts, where, variable, rules)
        if not wrong:
            yield from _at_random(facts, where, variable, rules)


class Rules:
    """The variables of a protocol as functions of values by their names; variables that they read are coded first."""

    def __init__(self, facts: Facts) -> None:
        self.calcs: dict[str, Expression] = {}
        self._rules: dict[str, Coding] = {}
        self.reads: dict[str, tuple[tuple[str, ...], ...]] = {}
        self._broken: set[str] = set()
        calcs = {calc.id: calc.expr for calc in facts.protocol.calcs}
        self._calc_texts = calcs
        for name in calcs:
            self._compile(name, ())
        for variable in facts.protocol.variables:
            try:
                self._rules[variable.id] = coding(variable, lambda text: Expression(text, self.calcs))
                paths = {path for text in sources(variable) for path in self._paths(text)}
            except (FeelError, re.error):
                self._broken.add(variable.id)
                continue
            self.reads[variable.id] = tuple(sorted(paths))
            if any(resolve(facts, path, None) is not None for path in self.reads[variable.id]):
                self._broken.add(variable.id)

    def _compile(self, name: str, within: tuple[str, ...]) -> None:
        if name in self.calcs or name in within or name not in self._calc_texts:
            return
        text = self._calc_texts[name]
        try:
            for path in paths_of(text):
                if path[0] == "calc" and len(path) > 1:
                    self._compile(path[1], (*within, name))
            self.calcs[name] = Expression(text, self.calcs)
        except FeelError:
            return

    def _paths(self, text: str, through: frozenset[str] = frozenset()) -> Iterator[tuple[str, ...]]:
        """The names that an expression reads, calculations followed."""
        for path in paths_of(text):
            if path[0] == "calc" and len(path) > 1:
                if path[1] in self._calc_texts and path[1] not in through:
                    yield from self._paths(self._calc_texts[path[1]], through | {path[1]})
            else:
                yield path

    def broken(self, name: str, within: frozenset[str] = frozenset()) -> bool:
        """Whether a rule, or one that it reads, cannot be run; other checks say why."""
        if name in self._broken or name in within or name not in self._rules:
            return True
        inner = [path[1] for path in self.reads[name] if path[0] == "var" and len(path) > 1]
        return any(self.broken(each, within | {name}) for each in inner)

    def value(self, name: str, given: Mapping[str, JSON]) -> JSON:
        """What a variable comes to."""
        return self._rules[name](self.reader(name, given))

    def reader(self, name: str, given: Mapping[str, JSON]) -> Given:
        """The values that a variable reads."""
        known = dict(given)
        for path in self.reads[name]:
            if path[0] == "var" and f"var.{path[1]}" not in known:
                known[f"var.{path[1]}"] = self.value(path[1], given)
        return Given(known)


def sources(variable: AnyVariable) -> list[str]:
    """The expressions that a rule reads."""
    if isinstance(variable, ExprVariable):
        return [variable.expr]
    if isinstance(variable, ScoreVariable):
        return [item.ref for item in variable.score.items]
    form = next((getattr(variable, key) for key in ("map", "bins", "text_rule") if hasattr(variable, key)), None)
    return [form.from_] if form is not None else []


def _form(facts: Facts, path: Path, variable: AnyVariable) -> Iterator[Finding]:
    """What is wrong with a rule itself."""
    if isinstance(variable, BinVariable):
        rule = variable.bins
        if list(rule.cuts) != sorted(set(rule.cuts)):
            yield facts.error(CODE, (*path, "bins", "cuts"), "the cuts do not rise", "write them in rising order")
        if len(rule.labels) != len(rule.cuts) + 1:
            message = f"{len(rule.labels)} labels stand for {len(rule.cuts) + 1} ranges"
            yield facts.error(CODE, (*path, "bins", "labels"), message, "one label more than there are cuts")
    if isinstance(variable, TextVariable):
        for k, pattern in enumerate(variable.text_rule.patterns):
            try:
                re.compile(pattern.re)
            except re.error as error:
                where = (*path, "text_rule", "patterns", k, "re")
                fix = "a mark such as ( or + that is meant as it is stands behind a \\"
                yield facts.error(CODE, where, f"`{pattern.re}` is no regular expression: {error}", fix)
            if ENDLESS.search(pattern.re):
                message = f"`{pattern.re}` repeats a repeat: some texts would be tried for ever"
                yield facts.error(CODE, (*path, "text_rule", "patterns", k, "re"), message, "one of the two is enough")
    if isinstance(variable, ScoreVariable):
        count = len(variable.score.items)
        if variable.score.min_valid is not None and variable.score.min_valid > count:
            where = (*path, "score", "min_valid")
            yield facts.error(CODE, where, f"{variable.score.min_valid} of {count} items can never be valid", "")


def _cases(facts: Facts, path: Path, variable: AnyVariable, rules: Rules) -> Iterator[Finding]:
    known = {".".join(read_path) for read_path in rules.reads[variable.id]}
    for i, case in enumerate(variable.cases):
        where = (*path, "cases", i)
        for name in case.given:
            if not any(each == name or each.startswith(f"{name}.") or name.startswith(f"{each}.") for each in known):
                message = f'the rule of "{variable.id}" does not read {name}'
                yield facts.error(CODE, (*where, "given", name), message, f"it reads {', '.join(sorted(known))}")
        found = rules.value(variable.id, case.given)
        if not same(found, case.expect):
            message = (
                f"var.{variable.id} is {as_text(found) or 'null'}, and {as_text(case.expect) or 'null'} is expected"
            )
            yield facts.error(CODE, where, message, "change the rule or the case")


def same(a: JSON, b: JSON) -> bool:
    """Whether two values are the same; numbers may differ by 1e-9.

    >>> same(1 / 3, 0.3333333333), same(True, 1), same("1", 1)
    (True, False, False)
    """
    if isinstance(a, bool) or isinstance(b, bool):
        return a is b
    if isinstance(a, (int, float)) and isinstance(b, (int, float)):
        return math.isclose(a, b, rel_tol=CLOSE, abs_tol=CLOSE)
    if isinstance(a, (list, tuple)) and isinstance(b, (list, tuple)):
        return len(a) == len(b) and all(map(same, a, b))
    return bool(a == b)


# --- coverage --------------------------------------------------------------------------------------------------------


def _covered(facts: Facts, path: Path, variable: AnyVariable, rules: Rules) -> Iterator[Finding]:
    for missing in uncovered(variable, rules):
        yield facts.error(CODE, path, f'uncovered: "{variable.id}" has no case for {missing}', "add one to its cases")


def uncovered(variable: AnyVariable, rules: Rules) -> Iterator[str]:
    """The ways of a rule that no case takes."""
    givens = [rules.reader(variable.id, case.given) for case in variable.cases]
    values = [[Expression(text)(given) for text in sources(variable)] for given in givens] if _plain(variable) else []
    if isinstance(variable, ExprVariable):
        for words, guards in _ways(read(variable.expr), ()):
            if not any(all((run(given.scope) is True) == wanted for run, wanted in guards) for given in givens):
                yield words
        if not any(_nothing(given, rules.reads[variable.id]) for given in givens) and rules.reads[variable.id]:
            yield "a missing answer"
        return
    if isinstance(variable, MapVariable):
        seen = {as_text(value) for (value,) in values if value is not None}
        yield from (f'"{key}"' for key in variable.map.to if key not in seen)
        if variable.map.else_ is not None and seen <= set(variable.map.to):
            yield "a value that is not mapped"
    elif isinstance(variable, BinVariable):
        rule = variable.bins
        reached = {str(case.expect) for case in variable.cases}
        yield from (f"the range {label}" for label in map(str, rule.labels) if label not in reached)
    elif isinstance(variable, ScoreVariable):
        for k, item in enumerate(variable.score.items):
            if item.reverse and not any(value[k] is not None for value in values):
                yield f"the reversed item {item.ref}"
    elif isinstance(variable, TextVariable):
        yield from _texts(variable, [value for (value,) in values if isinstance(value, str)])
    if not any(all(value is None for value in row) for row in values):
        yield "a missing answer"


def _plain(variable: AnyVariable) -> bool:
    return not isinstance(variable, ExprVariable)


def _texts(variable: TextVariable, texts: Sequence[str]) -> Iterator[str]:
    patterns = [re.compile(pattern.re, re.IGNORECASE) for pattern in variable.text_rule.patterns]
    first = [next((k for k, pattern in enumerate(patterns) if pattern.search(text)), None) for text in texts]
    for k, pattern in enumerate(variable.text_rule.patterns):
        if k not in first:
            yield f"the pattern `{pattern.re}`"
    if variable.text_rule.else_ is not None and None not in first:
        yield "a text in which no pattern is found"


def _nothing(given: Given, paths: Sequence[tuple[str, ...]]) -> bool:
    """Whether an answer that the rule reads is missing in a case."""
    answers = [path for path in paths if path[0] in ("resp", "role", "partner", "group")] or list(paths)
    return any(_looked_up(given.scope, path) is None for path in answers)


def _looked_up(scope: Any, path: Sequence[str]) -> Any:
    for key in path:
        scope = scope.get(key) if isinstance(scope, Mapping) else None
    return scope


Guards = tuple[tuple[feel.Compiled, bool], ...]


def _ways(node: tree.Node, guards: Guards) -> Iterator[tuple[str, Guards]]:
    """Every branch of every `if` outside of loops and filters, with the conditions that lead there."""
    if isinstance(node, tree.If):
        before = guards
        for k, (condition, result) in enumerate(zip(node.conditions, node.results, strict=True)):
            run = compile_tree(condition, names=ROOTS, numbers="float")
            here = (*before, (run, True))
            yield f"the {'if' if not k else 'else if'} branch at character {condition.at + 1}", here
            yield from _ways(result, here)
            before = (*before, (run, False))
        yield "the else branch", before
        yield from _ways(node.otherwise, before)
    elif not isinstance(node, (tree.For, tree.Quantified, tree.Filter, tree.FunctionLiteral)):
        for inner in tree.children(node):
            yield from _ways(inner, guards)


# --- at random -------------------------------------------------------------------------------------------------------


def _at_random(facts: Facts, path: Path, variable: AnyVariable, rules: Rules) -> Iterator[Finding]:
    names = sorted(set(_all_reads(variable.id, rules)))
    runs = min(RUNS, max(50, ALL_RUNS // len(facts.protocol.variables)))
    for row in Rows(facts, variable.unit).draw(names, runs, Draws.seeded("coding").at(variable.id)):
        value = rules.value(variable.id, row)
        fault = _fault(variable, value)
        if fault is not None:
            given = ", ".join(f"{name} = {as_text(each) or 'null'}" for name, each in row.items())[:200]
            yield facts.error(CODE, path, f"var.{variable.id} {fault} where {given}", "change the rule or its type")
            return


def _all_reads(name: str, rules: Rules) -> Iterator[tuple[str, ...]]:
    for path in rules.reads[name]:
        if path[0] == "var" and len(path) > 1:
            yield from _all_reads(path[1], rules)
        else:
            yield path


def _fault(variable: AnyVariable, value: JSON) -> str | None:
    """What is wrong with a rule's value, or None."""
    if value is None:
        return None
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    fits = {
        "number": number, "integer": number and float(value).is_integer() if number else False,
        "boolean": isinstance(value, bool), "text": isinstance(value, str),
        "category": not variable.levels or any(same(value, level) for level in variable.levels),
    }[variable.type]  # fmt: skip
    if not fits:
        return f"is {as_text(value)}, which is not of the type {variable.type}"
    if isinstance(variable, ScoreVariable) and variable.score.agg == "mean" and number:
        low, high = variable.score.range
        if not low <= value <= high:
            return f"is {as_text(value)}, outside of {low} to {high}"
    return None
