"""The gate before a call of the screen: whether the call may be made, and why not.

A call that may not be made is refused and never queued. The first call of a lazy turn begins its claim and waits a
short grace for it; who asks again meanwhile is told at once that the computer is in use.
"""

from __future__ import annotations

from typing import NamedTuple

from hawthorne.bots.carrier import Say
from hawthorne.bots.rules.admission import Verdict, admit
from hawthorne.bots.rules.computer import ComputerRules
from hawthorne.core.values import JSON


class Capability(NamedTuple):
    """What lets a turn, and nobody else, act: bound to its generation, not revoked, its lease not run out."""

    generation: str
    live: bool = True
    lapsed: bool = False


def alive(capability: Capability | None, generation: str | None) -> bool:
    """Whether a capability authorises anything: `generation` is that of its thread's live turn (None: it has none).

    >>> alive(Capability("g1"), "g1"), alive(Capability("g1"), "g2")
    (True, False)
    """
    return capability is not None and capability.live and not capability.lapsed and capability.generation == generation


class Facts(NamedTuple):
    """What the rows of `GATE` look at."""

    dead: bool = False
    unknown: bool = False
    foreign: bool = False
    held: bool = False
    dormant: bool = False
    failed: bool = False
    contended: bool = False


class Call(NamedTuple):
    """A call of the screen that is about to be made: whether its capability is alive, whether the bot that it names is
    known and is the capability's own, whether a person has taken over, the stage of the turn's slot (None: it has
    none), and whether the turn owns the resource."""

    live: bool
    known: bool
    own: bool
    held: bool = False
    stage: str | None = None
    owned: bool = False


def facts_of(call: Call) -> Facts:
    """What holds for a call now."""
    return Facts(
        dead=not call.live,
        unknown=not call.known,
        foreign=not call.own,
        held=call.held,
        dormant=call.stage == "mounted",
        failed=call.stage == "failed",
        contended=call.stage != "claimed" or not call.owned,
    )


def pass_through(call: Call, rules: ComputerRules) -> Verdict:
    """What a call meets: `pass`, `hold` (its reason is the key of the text that says why; none: a person has taken
    over), `begin` (the claim is to be begun, then ask again), or `refuse`."""
    return admit(rules.gate, "gate", facts_of(call))


STATUS = {"gate.capability": 401, "gate.bot": 404, "gate.foreign": 403}
"""The HTTP status of a refusal, by its row."""


def answer(verdict: Verdict, asked: bool, say: Say, **places: object) -> tuple[int, dict[str, JSON]]:
    """The HTTP status and body of a verdict; `asked`: the bot has asked a person for hands; `places` fill the text.

    >>> answer(Verdict("hold", None, "gate.person"), False, say=lambda key, **places: key)
    (200, {'held': True, 'helpOpen': False})
    """
    if verdict.then == "refuse":
        return STATUS.get(verdict.row, 403), {"error": say(verdict.row), "code": verdict.row}
    if verdict.then == "hold" and verdict.reason is not None:
        return 200, {"held": True, "helpOpen": False, "blockedReason": say(verdict.reason, **places)}
    return 200, {"held": verdict.then == "hold", "helpOpen": asked}
