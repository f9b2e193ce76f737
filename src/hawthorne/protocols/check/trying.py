"""What is worked out when a screen is served, tried on answers at random: bounds, spaces, values in texts, scripted
answers. What never fits is an error; what does not always fit is a warning, for a session that comes to it fails."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from hawthorne.core.draws import Draws
from hawthorne.core.errors import Finding, HawthorneError
from hawthorne.core.space import Space
from hawthorne.core.values import JSON, shown
from hawthorne.lang.feel import FeelError
from hawthorne.protocols.check.coding import Rules
from hawthorne.protocols.check.expressions import paths, read, resolve
from hawthorne.protocols.check.facts import Facts, part_at
from hawthorne.protocols.check.rows import Rows
from hawthorne.protocols.check.uses import SESSION, Use, uses
from hawthorne.protocols.compile.expressions import Expression
from hawthorne.protocols.compile.piping import split
from hawthorne.protocols.compile.responses import BUILDERS, bounds_of
from hawthorne.protocols.compile.telling import Telling
from hawthorne.protocols.compile.variables import Given
from hawthorne.protocols.model.walk import Path

SPACES, VALUES, TYPES = "design.spaces", "reach.values", "ref.types"
RUNS, FEWEST = 60, 12
"""How many random rows each is tried on, and at least …"""
ALL_RUNS = 20_000
"""… and all together."""
SAMPLES = 1000
"""How many answers to a page are tried against its rules: as many as are drawn for who answers at random."""
ENOUGH = 20
"""So many of them that keep the rules are enough: then those who answer at random will find one."""
NONE: frozenset[str] = frozenset()
ANSWERED = frozenset({"resp", "role", "partner", "group", "loop", "round"})
NUMBERS = frozenset({"int", "money", "percent"})
"""Formats that write numbers."""


def check(facts: Facts) -> Iterator[Finding]:
    tries = _Tries(facts)
    for i, response in enumerate(facts.protocol.responses):
        if any(bounds_of(response)):
            yield from tries.space(("responses", i), response)
    for use in uses(facts):
        if use.wants == "text" and tries.sound(use.text, use):
            yield from tries.text(use)
    for i, stage in enumerate(facts.protocol.stages):
        for j, page in enumerate(stage.pages):
            if page.constraints:
                yield from tries.rules(("stages", i, "pages", j), page)
    for i, role in enumerate(facts.protocol.roles):
        if role.scripted:
            for id, value in role.scripted.answers.items():
                if id in facts.by_id["responses"]:
                    where: Path = ("roles", i, "scripted", "answers", id)
                    yield from tries.answer(where, facts.by_id["responses"][id], value)


class _Tries:
    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.calcs = Rules(facts).calcs
        self.runs = max(FEWEST, min(RUNS, ALL_RUNS // (1 + sum(use.shown for use in uses(facts)))))
        self.uses = {(use.path, use.text): use for use in uses(facts)}

    @lru_cache(maxsize=4096)  # noqa: B019 (lives as long as one check)
    def sound(self, text: str, use: Use | None = None) -> bool:
        """Whether an expression can be read, all that it names is there, and rows at random can be made for it."""
        try:
            found = self._reads(text)
            read(text)
        except FeelError:
            return False
        inside = use.inside if use is not None else None
        draws = self.facts.by_id["draws"]
        if any(
            path[0] == "draw" and draws[path[1]].by_arm is not None for path in found if path[1:2] and path[1] in draws
        ):
            return False
        return all(
            path[0] in SESSION and path[0] not in ("feed", "level_text") and resolve(self.facts, path, inside) is None
            for path in found
        )

    def _reads(self, text: str, through: frozenset[str] = frozenset()) -> list[tuple[str, ...]]:
        """The names that an expression reads, calculations followed. Raises FeelError."""
        found: list[tuple[str, ...]] = []
        known = self.facts.by_id["calcs"]
        for path in paths(text):
            if path[0] == "calc" and len(path) > 1 and path[1] in known and path[1] not in through:
                found += self._reads(known[path[1]].expr, through | {path[1]})
            else:
                found.append(path)
        return found

    def readers(self, texts: list[str], within: frozenset[str] | None) -> Iterator[Given]:
        """Rows at random for what some expressions read, nothing missing."""
        names = sorted({path for text in texts for path in self._reads(text)})
        rows = Rows(self.facts, "", within or frozenset(), 0.0)
        for row in rows.draw(names, self.runs, Draws.seeded("tried").at(*texts[:1])):
            yield Given(row)

    def space(self, path: Path, response: Any) -> Iterator[Finding]:
        """Whether a response whose bounds are worked out can be answered."""
        bounds = list(bounds_of(response))
        within = [use.loops for (where, _), use in self.uses.items() if where[:2] == path and use.loops is not None]
        if not all(self.sound(text) for text in bounds):
            return
        telling = Telling({}, {text: Expression(text, self.calcs) for text in bounds}, 0, False, False)
        plain = _plain(response)
        faults = []
        for reader in self.readers(bounds, within[0] if within else None):
            try:
                BUILDERS[response.kind](plain, telling, reader)  # type: ignore[arg-type]
                faults.append("")
            except (HawthorneError, FeelError, OverflowError) as error:
                faults.append(str(error))
        yield from self.told(SPACES, path, f'"{response.id}" cannot be answered', faults, "change its bounds")

    def text(self, use: Use) -> Iterator[Finding]:
        """Whether a value that a text shows is there, and a number where it is written as one."""
        answers = all(path[0] in ANSWERED for path in paths(use.text))
        if answers and not self._formats(use):
            return  # whether it is there is told by `reach.values`, and any value can be written
        expression = Expression(use.text, self.calcs)
        nothing, wrong = [], []
        for reader in self.readers([use.text], use.loops):
            value = _value(expression, reader)
            nothing.append("it is null" if value is None else "")
            if value is not None and (isinstance(value, bool) or not isinstance(value, (int, float))):
                wrong.append(f"it is {shown(value)}")
            elif value is not None:
                wrong.append("")
        fix = 'show it only where it is there ("when"), or give the calculation another way'
        yield from self.told(VALUES, use.path, f"`{use.text}` has no value to show", nothing, fix)
        if self._formats(use) and wrong:
            yield from self.told(TYPES, use.path, f"`{use.text}` is written as a number and is none", wrong,
                                 "leave the format out, or show a number")  # fmt: skip

    def _formats(self, use: Use) -> bool:
        value: Any = self.facts.protocol
        for step in use.path:
            value = part_at(value, step)
        pipes = [part for part in split(value) if isinstance(part, tuple)] if isinstance(value, str) else []
        return any(part[0] == use.text and part[1] in NUMBERS for part in pipes)

    def rules(self, path: Path, page: Any) -> Iterator[Finding]:
        """Whether some answers keep the rules of a page."""
        asked = [self.facts.by_id["responses"][id] for id in page.responses]
        texts = [rule.expr for rule in page.constraints]
        bounds = [text for each in asked for text in bounds_of(each)]
        if not all(self.sound(text) for text in (*texts, *bounds)):
            return
        constant = next((i for i, text in enumerate(texts) if not self._reads(text)), None)
        if constant is not None and _value(Expression(texts[constant], self.calcs), Given({})) is not True:
            message = f"`{texts[constant]}` is no rule that an answer could keep"
            where: Path = (*path, "constraints", constant, "expr")
            yield self.facts.error(SPACES, where, message, "compare an answer of this page with something")
            return
        kept = self._kept(path, asked, texts, bounds)
        if kept < ENOUGH:
            message = f"{kept or 'none'} of {SAMPLES} random answers keep{'s' * (kept < 2)} the rules of the page"
            fix = "look whether any answer can; those who answer at random may find none"
            yield self.facts.warning(SPACES, (*path, "constraints"), message, fix)

    def _kept(self, path: Path, asked: list[Any], texts: list[str], bounds: list[str]) -> int:
        """How many of the random answers to a page keep its rules, until there are enough."""
        rules = [Expression(text, self.calcs) for text in texts]
        telling = Telling({}, {text: Expression(text, self.calcs) for text in bounds}, 0, False, False)
        within = [use.loops for (where, _), use in self.uses.items() if where[:4] == path and use.loops is not None]
        own, root = {each.id for each in asked}, Draws.seeded("rules").at(*texts[:1])
        names = sorted({name for text in (*texts, *bounds) for name in self._reads(text)
                        if name[0] != "resp" or name[1] not in own})  # fmt: skip
        rows = Rows(self.facts, "", within[0] if within else NONE, 0.0)
        kept = 0
        for k, row in enumerate(rows.draw(names, SAMPLES, root)):
            draws = root.at("answers", k)
            try:
                spaces = [BUILDERS[each.kind](_plain(each), telling, Given(row))[1] for each in asked]  # type: ignore[arg-type]
            except (HawthorneError, FeelError, OverflowError):
                continue
            answers = {f"resp.{each.id}": space.sample(draws.at(n))
                       for n, (each, space) in enumerate(zip(asked, spaces, strict=True))
                       if each.required or draws.at("skip", n).below(3)}  # fmt: skip
            kept += all(_value(rule, Given(row | answers)) is True for rule in rules)
            if kept == ENOUGH:
                break
        return kept

    def answer(self, path: Path, response: Any, value: JSON) -> Iterator[Finding]:
        """Whether a scripted answer is one that the response takes."""
        text = value[1:].strip() if isinstance(value, str) and value.startswith("=") else None
        if any(bounds_of(response)) or (text is not None and not self.sound(text)):
            return
        try:
            space = _space(response)
        except HawthorneError:
            return
        given = [value]
        if text is not None:
            expression = Expression(text, self.calcs)
            given = [
                _value(expression, reader) for reader in self.readers([text], frozenset(self.facts.by_id["loops"]))
            ]
        faults = []
        for each in given:
            problem = None if each is None and not response.required else space.check(each)
            faults.append("" if problem is None else f"{shown(each)}: it {problem}")
        what = f'the scripted answer to "{response.id}" is refused'
        yield from self.told(SPACES, path, what, faults, "write an answer that the response takes")

    def told(self, code: str, path: Path, what: str, faults: list[str], fix: str) -> Iterator[Finding]:
        bad = [fault for fault in faults if fault]
        if bad and len(bad) == len(faults):
            yield self.facts.error(code, path, f"{what}: {bad[0]}", fix)
        elif bad:
            message = f"{what} after {len(bad)} of {len(faults)} random answers, such as: {bad[0]}"
            yield self.facts.warning(code, path, message, fix)


def _plain(response: Any) -> Any:
    """A response in the order in which it is written."""
    orders = [name for name in ("shuffle", "shuffle_rows") if hasattr(response, name)]
    return response.model_copy(update=dict.fromkeys(orders, False)) if orders else response


def _space(response: Any) -> Space:
    """The space of a response without expressions for bounds. Raises HawthorneError."""
    return BUILDERS[response.kind](_plain(response), Telling({}, {}, 0, False, False), None)[1]


def _value(expression: Expression, reader: Given) -> Any:
    """What an expression comes to; nothing where it asks for too much."""
    try:
        return expression(reader)
    except FeelError:
        return None
