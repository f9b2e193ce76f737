"""`form`: a page of several answers, given together."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from hawthorne.core.draws import Draws
from hawthorne.core.errors import UsageError
from hawthorne.core.space import Coded, Normed, Space
from hawthorne.core.values import JSON
from hawthorne.spaces.codes import declared, stranger
from hawthorne.spaces.problem import Problem, listed, shown

TRIES = 1000
"""How often a sample is drawn anew before the constraints count as unsatisfiable."""


@dataclass(frozen=True, slots=True)
class Constraint:
    """A rule over a page's answers: what it says, and whether it holds of answers that are each valid."""

    message: str
    holds: Callable[[Mapping[str, JSON]], bool]


@dataclass(frozen=True, slots=True)
class Form:
    """An object from name to answer. Parts that are `optional` may be left out, or null. It is valid as a whole or not
    at all; `problems` says what is wrong with each part.

    >>> from hawthorne.spaces.integer import Integer
    >>> from hawthorne.spaces.text import Text
    >>> form = Form({"age": Integer((18, 99)), "remark": Text()}, optional=("remark",))
    >>> form.check({"age": 30}) is None, form.check({"age": 3})
    (True, '"age" must be a whole number from 18 to 99, not 3')
    """

    kind: ClassVar[str] = "form"
    version: ClassVar[int] = 1
    open: ClassVar[bool] = False

    parts: Mapping[str, Space]
    """The spaces by name, in the order shown; none: a page with nothing to answer."""
    optional: tuple[str, ...] = ()
    constraints: tuple[Constraint, ...] = ()

    def __post_init__(self) -> None:
        if self.parts:
            declared(tuple(self.parts), "form")
        for name in self.optional:
            if name not in self.parts:
                raise UsageError(f'form: the optional "{name}" is none of the parts {listed(self.parts)}')

    def problems(self, value: JSON) -> dict[str, Problem]:
        """What is wrong, by name of the part (`""`: with the whole); empty for a valid value."""
        if not isinstance(value, dict):
            return {"": Problem("wrong_type", f"must be an object with the answers' names as keys, not {shown(value)}")}
        found: dict[str, Problem] = {}
        for name in value:
            if name not in self.parts:
                found[name] = Problem("unknown_response", f"is not asked for here; known: {listed(self.parts)}")
        for name, space in self.parts.items():
            answer = value.get(name)
            if answer is None:
                if name not in self.optional:
                    found[name] = Problem("missing_required", "must be answered")
                continue
            problem = space.check(answer)
            if problem is not None:
                found[name] = problem if isinstance(problem, Problem) else Problem("constraint", problem)
        if not found:
            broken = next((rule.message for rule in self.constraints if not rule.holds(value)), None)
            return {} if broken is None else {"": Problem("constraint", broken)}
        return found

    def check(self, value: JSON) -> str | None:
        problems = self.problems(value)
        if not problems:
            return None
        sentence = "; ".join(f'"{name}" {problem}' if name else problem for name, problem in problems.items())
        return Problem("invalid_answers", sentence)

    def blinded(self, first: int = 1) -> Form:
        """The page under opaque names, the first of which is `r<first>`: on a screen they count on."""
        names = self.names(first)
        parts = {
            name: space.blinded() if isinstance(space, Coded) else space
            for name, space in zip(names, self.parts.values(), strict=True)
        }
        optional = tuple(name for name, real in zip(names, self.parts, strict=True) if real in self.optional)
        rules = tuple(Constraint(rule.message, _Behind(self, first, rule.holds)) for rule in self.constraints)
        return Form(parts, optional, rules)

    def names(self, first: int = 1) -> tuple[str, ...]:
        """The opaque names of the parts, in order."""
        return tuple(f"r{k}" for k in range(first, first + len(self.parts)))

    def blind(self, value: JSON, first: int = 1) -> JSON:
        found = {}
        for name, (real, space) in zip(self.names(first), self.parts.items(), strict=True):
            if real in value:
                item = value[real]
                found[name] = space.blind(item) if item is not None and isinstance(space, Coded) else item
        return found

    def unblind(self, value: JSON, first: int = 1) -> JSON:
        found = {}
        for name, (real, space) in zip(self.names(first), self.parts.items(), strict=True):
            if name in value:
                item = value[name]
                found[real] = space.unblind(item) if item is not None and isinstance(space, Coded) else item
        return found

    def normal(self, value: JSON) -> JSON:
        """The answers that were given, in the order of the page; what was skipped is left out."""
        found = {}
        for name, space in self.parts.items():
            item = value.get(name)
            if item is not None:
                found[name] = space.normal(item) if isinstance(space, Normed) else item
        return found

    def sample(self, draws: Draws) -> JSON:
        """Every part is answered, the optional ones too. Raises UsageError when no answer meets the constraints."""
        for attempt in range(TRIES):
            here = draws.at(attempt)
            value = {name: space.sample(here.at(i)) for i, (name, space) in enumerate(self.parts.items())}
            if all(rule.holds(value) for rule in self.constraints):
                return value
        rules = "; ".join(rule.message for rule in self.constraints)
        raise UsageError(f"form: none of {TRIES} samples meets the page's rules: {rules}")

    def schema(self) -> dict[str, Any]:
        schemas = {name: space.schema() for name, space in self.parts.items()}
        for name, space in self.parts.items():
            if name in self.optional:
                schemas[name] = {"anyOf": [schemas[name], {"type": "null"}]}
            elif space.check(None) is None:  # an answer that is required is not null, whatever its own space says
                schemas[name] = {"allOf": [schemas[name], {"not": {"type": "null"}}]}
        result: dict[str, Any] = {
            "type": "object",
            "properties": schemas,
            "required": [name for name in self.parts if name not in self.optional],
            "additionalProperties": False,
        }
        if self.constraints:
            result["x-rules"] = [{"rule": "page", "message": rule.message} for rule in self.constraints]
        return result

    def examples(self) -> tuple[Sequence[JSON], Sequence[JSON]]:
        full = self.sample(Draws.seeded("form"))
        wrong: list[JSON] = [None, [], full | {stranger(self.parts): 1}]
        for name, space in self.parts.items():
            wrong += [full | {name: item} for item in space.examples()[1] if item is not None]
            if name not in self.optional:
                wrong += [full | {name: None}, {key: full[key] for key in full if key != name}]
        return [full], wrong


@dataclass(frozen=True, slots=True)
class _Behind:
    """A rule of a page, asked of answers under opaque names."""

    form: Form
    first: int
    holds: Callable[[Mapping[str, JSON]], bool]

    def __call__(self, value: Mapping[str, JSON]) -> bool:
        return self.holds(self.form.unblind(value, self.first))
