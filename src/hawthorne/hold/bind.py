"""Who plays which role: a document's own actors, and those that whoever runs the study names."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hawthorne.core.actor import Actor, Description
from hawthorne.core.document import Role
from hawthorne.core.errors import Finding, InvalidDocument, UsageError, did_you_mean
from hawthorne.core.place import Place
from hawthorne.core.registry import names, resolve
from hawthorne.hold.performing import code_not_allowed

Given = str | Actor
"""An actor, or its specification `kind:text` as `--actor` takes it."""

EVERY = ""
"""The key of whoever plays every role that is not named."""


@dataclass(frozen=True, slots=True)
class Player:
    """Who plays a role: the actor, its description, and the specification it was made from (None: an object, or
    the document's own, which `own` says)."""

    role: str
    actor: Actor
    description: Description
    spec: str | None = None
    own: bool = False

    def as_json(self) -> dict[str, Any]:
        """The player's entry in the run's header."""
        about = self.description
        pairs = {
            "kind": about.kind,
            "version": self.actor.version,
            "spec": self.spec,
            "own": self.own or None,
            "parameters": about.parameters,
            "reproducible": about.reproducible,
            "sees": about.sees,
        }
        return {key: value for key, value in pairs.items() if value is not None}


def actor_of(given: Given) -> Actor:
    """The actor of a specification. Raises UnknownName or UsageError.

    An object that is an actor already is returned as it is.
    """
    if not isinstance(given, str):
        return given
    kind, _, text = given.partition(":")
    made: Actor = resolve("worlds" if kind in names("worlds") else "actors", kind).from_spec(text)
    return made


def spread(actors: Given | Mapping[str, Given] | None, roles: Sequence[Role]) -> dict[str, Given]:
    """What was said of each role, by role; raises UsageError for roles that the document does not have.

    >>> spread("random", [Role("A"), Role("B")])
    {'A': 'random', 'B': 'random'}
    >>> spread({"": "random", "B": "script:b.json"}, [Role("A"), Role("B")])
    {'A': 'random', 'B': 'script:b.json'}
    >>> spread({"Subjct": "random"}, [Role("Subject")])
    Traceback (most recent call last):
    ...
    hawthorne.core.errors.UsageError: the document has no role "Subjct": did you mean "Subject"?
    """
    if actors is None:
        return {}
    names = [role.name for role in roles]
    if not isinstance(actors, Mapping):
        actors = {EVERY: actors}
    unknown = [name for name in actors if name != EVERY and name not in names]
    if unknown:
        raise UsageError("\n".join(f'the document has no role "{name}": {_known(name, names)}' for name in unknown))
    found = {}
    for role in roles:
        if role.name in actors:
            found[role.name] = actors[role.name]
        elif EVERY in actors and (role.performs is None or _replays(actors[EVERY])):
            found[role.name] = actors[EVERY]
    return found


def _replays(given: Given) -> bool:
    """Whether an actor gives recorded answers: it stands for a performer too, whose calls are then not made."""
    return given.partition(":")[0] == "replay" if isinstance(given, str) else given.kind == "replay"


def _known(name: str, names: Sequence[str]) -> str:
    return did_you_mean(name, names) or "it has none that anybody plays"


def _none(role: Role) -> Actor | None:
    return None


def bind(
    roles: Sequence[Role], given: Mapping[str, Given], performer: Callable[[Role], Actor | None] = _none
) -> dict[str, Player]:
    """The players of the roles that somebody plays, in the document's order; what is given wins over its own.
    `performer` makes the actor of a role that performs calls."""
    players: dict[str, Player] = {}
    for role in roles:
        said = given.get(role.name)
        actor = actor_of(said) if said is not None else performer(role) or role.actor
        if actor is not None:
            spec = said if isinstance(said, str) else None
            players[role.name] = Player(role.name, actor, actor.describe(), spec, said is None)
    return players


def nobody(role: Role, file: str) -> Sequence[Finding]:
    """The findings that nobody plays a role, or that what it calls may not be."""
    if role.performs is not None:
        return code_not_allowed(role, file)
    title = f" ({role.title})" if role.title and role.title != role.name else ""
    asks = f"; it is asked: {role.asks}" if role.asks else ""
    return [
        Finding(
            "error",
            "no-actor",
            f'nobody plays the role "{role.name}"{title}{asks}',
            f"say who does with --actor {role.name}=SPEC, for example --actor {role.name}=random",
            Place(file),
        )
    ]


def require(roles: Sequence[Role], players: Mapping[str, Player], file: str) -> None:
    """Raises InvalidDocument naming every role that nobody plays."""
    findings = [finding for role in roles if role.name not in players for finding in nobody(role, file)]
    if findings:
        raise InvalidDocument(findings)
