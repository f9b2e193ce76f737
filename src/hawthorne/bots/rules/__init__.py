"""The rules of the harness: one frozen object, all of it data. A mutant is `replace(rules, ...)`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from hawthorne.bots.rules.admission import ADMISSION, Row
from hawthorne.bots.rules.computer import ComputerRules
from hawthorne.bots.rules.edges import EDGES, TERMINAL, Edge
from hawthorne.bots.rules.limits import Drain, Handoffs, Limits
from hawthorne.bots.rules.prompts import PromptRules
from hawthorne.bots.rules.reach import GUARDS, PATCHES, PROFILES, REACH
from hawthorne.bots.rules.routines import RoutineRules
from hawthorne.bots.wording import OURS


@dataclass(frozen=True, slots=True)
class Rules:
    """What decides. Rows and edges are looked up by the code that applies them and noted when they are used: an edge
    as `took <machine>.<source>.<on>`, a row as `took <table>.<row>`."""

    admission: tuple[Row, ...] = ADMISSION
    edges: tuple[Edge, ...] = EDGES
    terminal: frozenset[str] = TERMINAL
    reach: tuple[str, ...] = REACH
    guards: tuple[str, ...] = GUARDS
    patches: tuple[str, ...] = PATCHES
    profiles: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: PROFILES)
    drain: Drain = field(default_factory=Drain)
    handoffs: Handoffs = field(default_factory=Handoffs)
    limits: Limits = field(default_factory=Limits)
    prompts: PromptRules = field(default_factory=PromptRules)
    routines: RoutineRules = field(default_factory=RoutineRules)
    computer: ComputerRules = field(default_factory=ComputerRules)
    can_steer: bool = True
    retries: Mapping[str, int] = field(default_factory=lambda: {"exited": 1})
    """How often a link is put again when its model ends with this silence before it answered."""
    wording: Mapping[str, str] = field(default_factory=lambda: OURS)


__all__ = [
    "ADMISSION", "EDGES", "ComputerRules", "Drain", "Edge", "Handoffs", "Limits", "PromptRules", "RoutineRules", "Row",
    "Rules",
]  # fmt: skip
