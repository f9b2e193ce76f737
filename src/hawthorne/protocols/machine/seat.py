"""A seat: one participant's place in a case, and everything that is theirs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from hawthorne.core.draws import Draws
from hawthorne.core.values import JSON
from hawthorne.protocols.compile.expressions import Across
from hawthorne.protocols.compile.screens import Page, Screen, Stage
from hawthorne.protocols.design import Drawn

if TYPE_CHECKING:
    from hawthorne.protocols.machine.frames import Frame
    from hawthorne.protocols.machine.play import Play

Passes = tuple[int, ...]


class Sitting(NamedTuple):
    """A seat of the document: its name (the role that is asked), its role, its place (from 0), what stands before its
    ids in notes, and what the document lets it answer (None: a person sits there)."""

    name: str
    role: str
    place: int
    label: str
    scripted: Mapping[str, Any] | None = None


class Mark(NamedTuple):
    """A screen that one can go back to: everything as it was when it was served first."""

    stage: Stage
    page: Page
    visit: int
    step: int
    frames: tuple[Frame, ...]
    scope: dict[str, dict[str, JSON]]
    passes: Passes
    within: tuple[str, ...]
    round: JSON
    said: int
    records: dict[str, int]


class Seat:
    """One participant.

    `scope` is what expressions read, kept up to date; `said` has what was answered, in order, as (who, ask id) pairs
    for those who may go back. `passes` are the numbers of the loops' passes around, outermost first, `within` the
    loops' ids. `kept` has every answer by response and passes, for other seats' readings and for loops' rows.
    """

    __slots__ = ("ask", "code", "drawn", "draws", "events", "kept", "label", "lobby", "loops", "name", "number", "over",
                 "page", "passes", "play", "prefix", "records", "resp", "role", "said", "scope", "screens", "scripted",
                 "served", "sitting", "stack", "stage", "status", "steps", "suffix", "sync", "trail",
                 "within")  # fmt: skip

    def __init__(self, play: Play, sitting: Sitting, prefix: str, number: int, drawn: Drawn, draws: Draws) -> None:
        self.play = play
        self.sitting = sitting
        self.name, self.role, self.label = sitting.name, sitting.role, sitting.label
        self.scripted = sitting.scripted
        self.prefix = prefix
        self.number = number
        self.drawn = drawn
        self.draws = draws
        self.resp: dict[str, JSON] = {}
        self.loops: dict[str, JSON] = {}
        self.scope: dict[str, Any] = {}
        self.screens: dict[Page, Screen] = {}
        self.stack: list[Frame] = []
        self.passes: Passes = ()
        self.within: tuple[str, ...] = ()
        self.suffix = ""
        self.kept: dict[tuple[str, Passes], JSON] = {}
        self.records: dict[str, list[tuple[Passes, dict[str, JSON], dict[str, JSON]]]] = {}
        self.events: list[JSON] = []
        self.trail: list[Mark] = []
        self.said: list[tuple[str, str | None]] = []
        self.lobby: tuple[Stage, Page] | None = None
        self.sync: Any = None
        self.ask: str | None = None
        self.stage: Stage | None = None
        self.page: Page | None = None
        self.steps = 0
        self.served = 0
        self.over = False
        self.status = ""
        self.code: str | None = None

    def look_across(self, readings: Iterable[Across]) -> None:
        """Bring what other seats answered into the scope."""
        self.play.others.look(self, readings)

    def move(self, passes: Passes) -> None:
        """Be in these passes of the loops around."""
        self.passes = passes
        self.suffix = f"[{'.'.join(map(str, passes))}]" if passes else ""
