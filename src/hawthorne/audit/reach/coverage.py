"""What was reached while a protocol was played: stages, items, options, levels; and what never was, with the condition
that stands nearest before it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hawthorne.audit.report import Detail
from hawthorne.audit.takes import Take
from hawthorne.core.values import JSON
from hawthorne.lang.feel import FeelError
from hawthorne.protocols.check.expressions import paths
from hawthorne.protocols.check.facts import At, Facts
from hawthorne.protocols.check.reach import verdicts
from hawthorne.protocols.model import Means

MOST_POINTS = 21
"""A scale with more points need not be exercised at each."""


class Coverage:
    """A tally over takes of the document itself."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.stages: set[tuple[str, str]] = set()
        self.items: set[tuple[str, str]] = set()
        self.values: dict[str, set[Any]] = {}
        self.arms: set[str] = set()
        self._read = sorted(_read(facts))
        self._pages = {stage.id: len(stage.pages) for stage in facts.protocol.stages}

    def see(self, take: Take) -> None:
        self.arms |= set(take.arms.values())
        for name, shots in take.shots.items():
            arm = take.arms[name]
            for ask in {id(shot.ask): shot.ask for shot in shots if shot.ask is not None}.values():
                for item in ask.view.get("items", ()):
                    self.items.add((ask.step, item["id"]))
                if ask.space.kind != "nothing" or ask.step in self._pages:
                    self.stages.add((arm, ask.step))
        several = len(take.arms) > 1
        for record in take.records:
            if record.what == "wrote" and record.who is not None and "resp." in record.who:
                response = record.who.partition("resp.")[2].partition("[")[0]
                self.values.setdefault(response, set()).update(_exercised(record.value))
            elif record.what == "reached" and record.who is not None:
                seat, _, stage = record.who.rpartition("/")
                if stage in self._pages:
                    self.stages.add((take.arms.get(seat, take.arm) if several else take.arm, stage))

    # --- stages and items --------------------------------------------------------------------------------------------

    def missing(self) -> Iterator[Detail]:
        """Stages that no arm, or not every arm, came to; items that nobody saw."""
        arms = [arm.id for arm in self.facts.protocol.arms]
        for stage, places in self.facts.played.items():
            never = [arm for arm in arms if (arm, stage) not in self.stages]
            if len(never) == len(arms):
                yield Detail(
                    f"stage:{stage}", "unreached", "no session came here" + self._why(places), "a session", "none"
                )
            else:
                for arm in never:
                    if self._meant(places, arm):
                        continue
                    yield Detail(f"stage:{stage}", f"unreached_in_{arm}", f"no session of the arm {arm} came here"
                                 + self._why(places), "a session", "none", "warn")  # fmt: skip
        reached = {stage for _, stage in self.stages}
        for each in self.facts.protocol.stages:
            for page in each.pages if each.id in reached else ():
                for item in page.items:
                    if item.when is not None and (each.id, item.id) not in self.items:
                        yield Detail(f"item:{each.id}.{page.id}.{item.id}", "unreached",
                                     f"nobody saw it: `{item.when}` was never true", "a session", "none")  # fmt: skip

    @property
    def complete(self) -> bool:
        return not any(True for _ in self.missing())

    def _guards(self, at: At) -> list[tuple[str, bool]]:
        """The conditions on the way to a node, outer ones first, and whether each must hold or must not."""
        found: list[tuple[str, bool]] = []
        node: Any = self.facts.protocol.flow
        for k, step in enumerate(at.path[1:], 1):
            if step == "branch" and len(at.path) > k + 1:
                cases = node.branch
                index = at.path[k + 1]
                assert isinstance(index, int)
                found += [(case.when, False) for case in cases[:index]] + [(cases[index].when, True)]
            elif step == "else":
                found += [(case.when, False) for case in node.branch]
            node = (
                node[step]
                if isinstance(step, int) or isinstance(node, Mapping)
                else getattr(node, ALIAS.get(step, step))
            )
        return found

    def _why(self, places: tuple[At, ...]) -> str:
        guards = [guard for at in places for guard in self._guards(at)[-1:]]
        said = [f"`{text}` was never {'true' if must else 'false'}" for text, must in dict.fromkeys(guards)]
        return f": {'; '.join(said)}" if said else ""

    def _meant(self, places: tuple[At, ...], arm: str) -> bool:
        """Whether the document itself keeps an arm away from every place of a stage."""
        return bool(places) and all(
            any(self._shut(text, must, arm) for text, must in self._guards(at)) for at in places
        )

    def _shut(self, text: str, must: bool, arm: str) -> bool:
        protocol = self.facts.protocol
        one = protocol.model_copy(update={"arms": tuple(each for each in protocol.arms if each.id == arm)})
        facts = Facts(self.facts.document)
        facts.protocol = one
        try:
            if not {path[0] for path in paths(text)} & {"arm", "factor"}:
                return False
        except FeelError:
            return False
        return verdicts(facts, text) == {not must}

    # --- options -----------------------------------------------------------------------------------------------------

    def unexercised(self) -> Iterator[Detail]:
        """Options, points and levels that conditions may read and that no session came with."""
        responses = self.facts.by_id["responses"]
        for root, name in self._read:
            if root == "resp" and name in responses:
                met = self.values.get(name, set())
                for value in _possible(responses[name]):
                    if value not in met:
                        yield Detail(f"response:{name}", f"unexercised_{value}", f"nobody answered {value!r}, and "
                                     "conditions read this response", str(value), "never")  # fmt: skip
            elif root == "factor" and name in self.facts.by_id["factors"]:
                yield from self._levels(self.facts.by_id["factors"][name])

    def _levels(self, factor: Any) -> Iterator[Detail]:
        met = {arm.levels.get(factor.id) for arm in self.facts.protocol.arms if arm.id in self.arms}
        for level in factor.levels if factor.scope == "between" else ():
            if level not in met:
                yield Detail(f"factor:{factor.id}", f"unexercised_{level}", "no arm that was played has this level",
                             level, "never")  # fmt: skip

    @property
    def read(self) -> int:
        return len(self._read)


ALIAS = {"else": "else_"}


def _read(facts: Facts) -> set[tuple[str, str]]:
    """The responses and factors that conditions read."""
    found: set[tuple[str, str]] = set()
    keys = {"when", "until", "pass"}
    for text in facts.texts:
        if text.means is Means.EXPRESSION and text.path[0] in ("flow", "stages") and text.path[-1] in keys:
            try:
                found |= {(path[-2], path[-1]) if "resp" in path[:-1] and path[-2] == "resp" else (path[0], path[1])
                          for path in paths(text.value) if len(path) > 1}  # fmt: skip
            except FeelError:
                continue
    return found


def _possible(response: Any) -> list[Any]:
    if response.kind in ("choice", "multi_choice"):
        return [option.id for option in response.options]
    if response.kind == "keypress":
        return [key.id for key in response.keys]
    if response.kind == "likert" and response.points[1] - response.points[0] < MOST_POINTS:
        return list(range(response.points[0], response.points[1] + 1))
    return []


def _exercised(value: JSON) -> set[Any]:
    if isinstance(value, list):
        return {item for item in value if not isinstance(item, (list, dict))}
    if isinstance(value, dict):
        return {value["code"]} if "code" in value else set()
    return {value}
