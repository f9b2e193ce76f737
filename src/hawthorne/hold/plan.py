"""A plan: a document, a seed, how many, and who answers. Everything that its records depend on, and nothing else."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Literal

from hawthorne.core import digest
from hawthorne.core.actor import Actor, Mind
from hawthorne.core.case import Case
from hawthorne.core.document import Document, Kind, Program, Role, Setting, Size
from hawthorne.core.draws import Draws
from hawthorne.core.errors import Finding, InvalidDocument, UsageError, did_you_mean
from hawthorne.core.record import LEVELS, Log, Record
from hawthorne.core.registry import resolve
from hawthorne.hold.bind import Given, Player, bind, require, spread
from hawthorne.hold.blind import BlindMind
from hawthorne.hold.drive import drive
from hawthorne.hold.performing import Performing, claimed, told
from hawthorne.records.line import encode
from hawthorne.records.materials import gather

ClockName = Literal["virtual", "wall"]
CLOCKS = ("virtual", "wall")
SEEDS = 2**31
SAMPLE = 8
"""How many cases a dry run plays to say what to expect."""


@dataclass(frozen=True)
class Plan:
    """A run that could be made. Make it with `make`.

    `drawn` says that nobody gave the seed; `players` has whoever plays each role that somebody plays; `out` is where
    its calls write files (None: in memory). A plan travels to workers without its program, compiled there anew.
    """

    document: Document
    program: Program
    setting: Setting
    size: Size
    players: Mapping[str, Player]
    given: Mapping[str, Given]
    level: str = "facts"
    clock: ClockName = "virtual"
    drawn: bool = False
    performing: Performing = field(default_factory=Performing)
    out: Path | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        how = (self.level, self.clock, self.drawn, self.performing, self.out)
        return _again, (self.document, self.setting, dict(self.given), *how)

    def placed(self, out: Path) -> Plan:
        """The plan with the folder in which its calls write their files."""
        if not any(role.performs for role in self.program.roles):
            return self
        players = _players(self.document, self.program, self.given, self.performing, self.size, out)
        return replace(self, players=players, out=out)

    @property
    def seed(self) -> int | str:
        return self.setting.seed

    @property
    def actors(self) -> dict[str, Actor]:
        """Who plays each role."""
        return {role: player.actor for role, player in self.players.items()}

    @property
    def unplayed(self) -> tuple[Role, ...]:
        """The roles that nobody plays."""
        return tuple(role for role in self.program.roles if role.name not in self.players)

    @property
    def sequential(self) -> bool:
        """Whether its cases run in order, each begun with what the one before carried over."""
        return bool(self.program.shared)

    @cached_property
    def reproducible(self) -> frozenset[str]:
        """The roles whose answers come again with the seed."""
        return frozenset(role for role, player in self.players.items() if player.description.reproducible)

    @cached_property
    def durable(self) -> bool:
        """Whether an answer must be on the disk before it is used: it would not come again."""
        return len(self.reproducible) < len(self.players)

    def close(self) -> None:
        """End what its actors have started."""
        for player in self.players.values():
            close = getattr(player.actor, "close", None)
            if close is not None:
                close()

    def require_players(self) -> None:
        """Raises InvalidDocument naming each role that nobody plays, what it is asked, and how to say who does."""
        require(self.program.roles, self.players, self.document.source.name)

    def case(self, number: int, log: Log | None = None) -> Case:
        """Case `number` (from 1) in O(1), writing to `log` what the plan's level keeps."""
        if not 1 <= number <= self.size.cases:
            raise UsageError(f"there is no case {number}: the plan has cases 1 to {self.size.cases}")
        machine = self.program.machine(number)
        if log is None:
            return Case(number, machine, keep=())
        keep = LEVELS[self.level]
        if self.level == "facts" and self.durable:
            return Case(number, machine, self._shown(log), keep | {"put"})
        return Case(number, machine, log, keep)

    def _shown(self, log: Log) -> Log:
        """A log that keeps what was shown only to those whose answers do not come again."""
        quiet = self.reproducible

        def keep(record: Record) -> None:
            if record.what != "put" or record.who not in quiet:
                log(record)

        return keep

    def minds(self, number: int) -> dict[str, Mind]:
        """The minds of a case, by role; those who may see no more than a participant are behind a blind."""
        root = self.setting.draws.at("case", number, "actor")
        return {role: self._mind(player, number, root.at(role)) for role, player in self.players.items()}

    def _mind(self, player: Player, number: int, draws: Draws) -> Mind:
        mind = player.actor.open(number, draws)
        return BlindMind(mind) if player.description.sees == "view" else mind

    def facts(self) -> dict[str, Any]:
        """Everything that the plan's records depend on, as JSON; its digest is the plan's."""
        setting = self.setting
        return {
            "document": {"kind": self.document.kind, "digest": self.document.source.digest},
            "cites": {cited.name: cited.digest for cited in self.document.cites},
            "seed": str(setting.seed),
            "n": _json(setting.n),
            "size": self.size._asdict(),
            "level": self.level,
            "clock": self.clock,
            "actors": {role: _lasting(player) for role, player in self.players.items()},
            "budgets": {"max_steps": setting.max_steps, "max_passes": setting.max_passes},
            "epoch": setting.epoch,
        } | ({"claims": dict(setting.claims)} if setting.claims else {})

    @property
    def digest(self) -> str:
        """The digest of what the records depend on: two plans with one digest make the same records."""
        return digest.of_value(self.facts())

    def describe(self) -> dict[str, Any]:
        """What `--dry-run` says: cases, roles, who answers, what is shared, and what to expect. Writes nothing."""
        roles = [
            {
                "role": role.name,
                "title": role.title,
                "asks": role.asks,
                "answers": _answers(self.players.get(role.name)),
            }
            for role in self.program.roles
        ]
        return {
            "document": self.document.name,
            "cases": self.size.cases,
            "participants": self.size.participants,
            "seed": self.seed,
            "drawn": self.drawn,
            "clock": self.clock,
            "level": self.level,
            "roles": roles,
            "shared": list(self.program.shared),
            "expected": self.expected(),
        }

    def expected(self) -> dict[str, int] | None:
        """What the run would come to if its cases were like the first few, which are played in memory: `trials`,
        `records` and `bytes`, from so many `cases`. None where answers cost something (an actor whose answers do not
        come again), take real time, or nobody gives them."""
        played = min(SAMPLE, self.size.cases)
        if self.unplayed or self.durable or self.clock == "wall" or not played:
            return None
        trials = records = size = 0

        def log(record: Record) -> None:
            nonlocal trials, records, size
            trials += record.what == "row" and record.ask is not None
            records += 1
            size += len(encode(record))

        carry = None
        for number in range(1, played + 1):
            result = drive(self.case(number, log), self.minds(number), carry).result
            carry = result.carry if result is not None and self.sequential else None
        scale = self.size.cases / played
        whole = {"trials": trials, "records": records, "bytes": size}
        return {key: round(value * scale) for key, value in whole.items()} | {"cases": played}


def _answers(player: Player | None) -> str:
    """Who plays a role, in words."""
    if player is None:
        return "nobody"
    return player.spec or player.description.kind + (" (as the document says)" if player.own else "")


def _json(n: int | Mapping[str, int] | None) -> int | dict[str, int] | None:
    return dict(n) if isinstance(n, Mapping) else n


def _lasting(player: Player) -> dict[str, Any]:
    """What of a player the records depend on; how it was named is not part of it."""
    return {key: value for key, value in player.as_json().items() if key not in ("spec", "own")}


def kind_of(document: Document) -> Kind:
    """The wing that a document belongs to."""
    kind = resolve("kinds", document.kind)
    made: Kind = kind() if isinstance(kind, type) else kind
    return made


def make(
    document: Document,
    n: int | Mapping[str, int] | None = None,
    seed: int | str | None = None,
    actors: Given | Mapping[str, Given] | None = None,
    clock: str | None = None,
    level: str = "facts",
    max_steps: int = 1_000_000,
    max_passes: int = 100_000,
    epoch: str = "2000-01-01T00:00:00Z",
    allocation_seeds: Mapping[str, str] | None = None,
    **performing: Any,
) -> Plan:
    """Make a plan.

    `n` counts participants (None: the document's own number); a seed that neither the caller nor the document gives is
    drawn and kept; `actors` says who plays: a specification or an actor for every role, or one by role (the key "" for
    every other role). What is said wins over the document's own actors. Roles may stay open here, for a session whose
    caller plays them: `require_players` says which. `allocation_seeds` are the secret seeds of concealed allocations,
    by gateway. `performing` are the fields of `Performing`: `allow_code`, `inputs`, `step_timeout`, `runners`,
    `start_timeout`.

    Raises InvalidDocument for a document with errors or with files that are not what it says, UsageError for words that
    are off.
    """
    if level not in LEVELS:
        raise UsageError(f'unknown level "{level}": {did_you_mean(level, LEVELS)}')
    if clock is not None and clock not in CLOCKS:
        raise UsageError(f'unknown clock "{clock}": {did_you_mean(clock, CLOCKS)}')
    if seed == "":
        raise UsageError("the seed is empty: give a number or a word, or leave it out")
    chosen = seed if seed is not None else document.seed
    how = told(performing)
    seed = secrets.randbelow(SEEDS) if chosen is None else chosen
    if how.runners:
        site = how.site(document, None, False)
        how = replace(how, claims=claimed(how, _brief(document), site))
    secret = dict(allocation_seeds or {})
    setting = Setting(seed, n, max_steps, max_passes, epoch, secret, how.claims)
    program = kind_of(document).compile(document, setting)
    materials = [*program.materials, *how.companions(program.roles, document)]
    document, findings = gather(document, materials, how.folders, how.allow_code)
    _refuse(findings)
    size = program.size(n)
    given = spread(actors, program.roles)
    players = _players(document, program, given, how, size, None)
    _refuse(_uncallable(document, program, players, given, how))
    time: ClockName = "wall" if clock == "wall" else "virtual"
    return Plan(document, program, setting, size, players, given, level, time, chosen is None, how)


def _players(
    document: Document, program: Program, given: Mapping[str, Given], how: Performing, size: Size, out: Path | None
) -> dict[str, Player]:
    site = how.site(document, out, size.cases > 1)
    runners = cache(lambda name: how.runner(name, _brief(document), site))
    return bind(program.roles, given, lambda role: how.performer(role, site, runners))


def _brief(document: Document) -> Mapping[str, Any]:
    """What external runners are told of a document."""
    tell = getattr(kind_of(document), "brief", None)
    if tell is None:
        raise UsageError(f"a document of the kind {document.kind} has no steps that a runner could play")
    brief: Mapping[str, Any] = tell(document)
    return brief


def _uncallable(
    document: Document, program: Program, players: Mapping[str, Player], given: Mapping[str, Given], how: Performing
) -> list[Finding]:
    """What cannot be called of what will be."""
    site = how.site(document, None, False)
    roles = [role for role in program.roles if role.performs and role.name in players and role.name not in given]
    roles = [role for role in roles if role.performs not in how.runners]
    return [finding for role in roles for finding in how.problems(role, site)]


def _refuse(findings: Sequence[Finding]) -> None:
    errors = [finding for finding in findings if finding.severity == "error"]
    if errors:
        raise InvalidDocument(errors)


def _again(
    document: Document, setting: Setting, given: dict[str, Given], level: str, clock: ClockName, drawn: bool,
    how: Performing, out: Path | None,
) -> Plan:  # fmt: skip
    """The plan on the other side of a pipe."""
    program = kind_of(document).compile(document, setting)
    size = program.size(setting.n)
    players = _players(document, program, given, how, size, out)
    return Plan(document, program, setting, size, players, given, level, clock, drawn, how, out)
