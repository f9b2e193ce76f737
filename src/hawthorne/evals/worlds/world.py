"""A world: the actor of a scenario's role `world`. It holds a harness and does the scenario's steps to it.

It is asked to boot, then each step, then for the evidence; see `hawthorne.scenarios.machine`. What a step takes is what
it took on the harness's clock.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from hawthorne.bots.rules import Rules
from hawthorne.bots.wording import COMPAT
from hawthorne.core.actor import Description
from hawthorne.core.ask import Answer, Ask, Silence
from hawthorne.core.draws import Draws
from hawthorne.core.errors import HawthorneError, UsageError
from hawthorne.core.values import JSON
from hawthorne.evals.boot import boot
from hawthorne.evals.broken import Stuck, TimedOut
from hawthorne.evals.evidence import freeze
from hawthorne.evals.said import said_of
from hawthorne.evals.stage import Deed, Stage
from hawthorne.evals.steps import STEPS
from hawthorne.evals.worlds.host import Host, Moment
from hawthorne.evals.worlds.inprocess import InProcess
from hawthorne.evals.worlds.paced import Paced

HOW = ((Stuck, "stuck"), (TimedOut, "timed-out"))

HostOf = Callable[[bool], Host]
"""Makes a host for a scenario, given whether it is read in compatible mode."""


class WorldMind:
    """A world for one play of a scenario."""

    def __init__(self, host_of: HostOf) -> None:
        self._host_of = host_of
        self._stage: Stage | None = None
        self._failed = False
        self._next = 0

    def answer(self, ask: Ask) -> Answer:
        """Do what the ask says."""
        view = ask.view
        if view["kind"] == "evidence":
            return Answer(self._evidence())
        if view["kind"] == "boot":
            return self._do(view, lambda stage: boot(stage, view["scenario"]))
        return self._do(view, lambda stage: STEPS[view["kind"]](stage, view))

    def recall(self, ask: Ask, answer: Answer | Silence) -> None:
        """Do again what was done before: a harness in this process is gone with it."""
        if ask.view["kind"] != "evidence":
            self.answer(ask)

    # --- inside --------------------------------------------------------------------------------------------------

    def _do(self, view: Mapping[str, Any], act: Callable[[Stage], str]) -> Answer:
        how, began, stage = None, Moment(0.0), self._stage
        try:
            if stage is None:
                stage = self._stage = Stage(self._host_of(bool(view.get("compat"))), compat=bool(view.get("compat")))
            began = stage.moment
            detail = act(stage)
        except HawthorneError as error:
            how = next((word for kind, word in HOW if isinstance(error, kind)), "failed")
            detail = str(error)
        if stage is None:
            return Answer({"ok": False, "how": how, "detail": detail})
        if view["kind"] != "boot":
            ended = stage.moment
            stage.deeds.append(Deed(self._next, view["kind"], said_of(view), began.now, ended.now, began.seq, ended.seq,
                                    how is None, detail))  # fmt: skip
            self._next += 1
        self._failed = self._failed or how is not None
        outcome = {"ok": how is None, "detail": detail} | ({} if how is None else {"how": how})
        return Answer(outcome, round(stage.now - began.now, 6))

    def _evidence(self) -> JSON:
        stage = self._stage
        if stage is None:
            return None
        try:
            return freeze(stage.host.evidence(), stage, self._failed)
        finally:
            stage.host.close()


@dataclass(frozen=True, slots=True)
class InProcessWorld:
    """`inprocess`: the harness in this process, on the virtual clock. `rules` None are the harness's own; a foreign
    scenario meets its pinned wording. `paced` plays in real time."""

    rules: Rules | None = None
    paced: bool = False

    kind: ClassVar[str] = "inprocess"
    version: ClassVar[int] = 1

    @classmethod
    def from_spec(cls, text: str) -> InProcessWorld:
        if text:
            raise UsageError(f'the world in this process takes no words, not "{text}"')
        return cls()

    def open(self, case: int, draws: Draws) -> WorldMind:
        return WorldMind(self._host)

    def _host(self, compat: bool) -> Host:
        host = InProcess(self.rules or rules_of(compat))
        return Paced(host) if self.paced else host

    def describe(self) -> Description:
        return Description(self.kind, {}, reproducible=True, sees="key")


def rules_of(compat: bool) -> Rules:
    """The harness's rules, with the wording that foreign scenarios compare with in compatible mode."""
    return Rules(wording=COMPAT) if compat else Rules()
