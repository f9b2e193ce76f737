"""The way in which scenarios are played: in this process or against a server, on which clock, for how long at most."""

from __future__ import annotations

from dataclasses import dataclass

from hawthorne.core.actor import Actor
from hawthorne.core.errors import UsageError, did_you_mean
from hawthorne.evals.player import Player
from hawthorne.evals.wall import WallPlayer
from hawthorne.evals.worlds.http import HttpWorld
from hawthorne.evals.worlds.wire import address_of
from hawthorne.evals.worlds.world import InProcessWorld

CLOCKS = ("virtual", "wall")


@dataclass(frozen=True)
class Way:
    """`isolated`: against a server process; `url`: against one that stands already, which on the wall clock may be one
    that nobody can move, if its `data` folder is said. `max_wall` is the most seconds of
    real time that a play may be going to take; one that would take longer is skipped."""

    isolated: bool = False
    url: str | None = None
    clock: str = "virtual"
    max_wall: float | None = None
    data: str | None = None

    def __post_init__(self) -> None:
        if self.clock not in CLOCKS:
            raise UsageError(f'unknown clock "{self.clock}": {did_you_mean(self.clock, CLOCKS)}')
        if self.isolated and self.url:
            raise UsageError("isolated plays start their own server: give no url")
        if self.url is not None:
            address_of(self.url)
        if self.data is not None and (self.url is None or self.clock != "wall"):
            raise UsageError("a data folder is that of a server at a url, on the wall clock")

    def world(self) -> Actor:
        """The world that plays so."""
        if self.isolated or self.url:
            return HttpWorld(self.url, self.clock, self.data)
        return InProcessWorld(paced=self.clock == "wall")

    def player(self, world: Actor | None = None) -> Player | WallPlayer:
        """The player that plays so; `world` instead of its own."""
        if self.clock == "virtual":
            return Player(world or self.world())
        return WallPlayer(
            Player(world or self.world()), (self.isolated or self.data is not None) and world is None, self.max_wall
        )
