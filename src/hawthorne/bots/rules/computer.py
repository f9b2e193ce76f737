"""The shared computer: where a turn's computer is, how it is claimed, and what the gate before a call answers.

Each table is read from the top: the first row of its surface of which one condition holds decides.
"""

from __future__ import annotations

from dataclasses import dataclass

from hawthorne.bots.rules.admission import Row

DESTINATION: tuple[Row, ...] = (
    Row("destination", "off", ("off",), "none"),
    Row("destination", "browser", ("browser",), "browser"),
    Row("destination", "vm", ("vm",), "eager"),
    Row("destination", "unseen", ("unseen",), "none"),
    Row("destination", "ready", ("ready",), "lazy"),
    Row("destination", "creatable", ("creatable",), "eager"),
    Row("destination", "unfit", (), "none"),
)

CLAIM: tuple[Row, ...] = (
    Row("binding", "free", ("free",), "bind"),
    Row("binding", "held", ("untold",), "wait"),
    Row("binding", "waiting", (), "hold"),
    Row("checking", "unleased", ("unleased",), "lease"),
    Row("checking", "blocked", ("blocked",), "hold"),
    Row("checking", "startable", ("startable",), "start"),
    Row("checking", "unready", ("unready",), "fail", "unready"),
    Row("checking", "lapsed", ("lapsed",), "fail", "lapsed"),
    Row("checking", "ready", (), "claim"),
)

GATE: tuple[Row, ...] = (
    Row("gate", "capability", ("dead",), "refuse"),
    Row("gate", "bot", ("unknown",), "refuse"),
    Row("gate", "foreign", ("foreign",), "refuse"),
    Row("gate", "person", ("held",), "hold"),
    Row("gate", "dormant", ("dormant",), "begin"),
    Row("gate", "failed", ("failed",), "hold", "vm.claim_failed"),
    Row("gate", "contended", ("contended",), "hold", "vm.contention"),
    Row("gate", "open", (), "pass"),
)


@dataclass(frozen=True, slots=True)
class ComputerRules:
    """The tables of the computer and its clocks in seconds: `grace` for the call that begins a claim, `patience` for a
    claim that waits its turn, `lease` from the last sign of life. `target` is the key of the shared machine."""

    destination: tuple[Row, ...] = DESTINATION
    claim: tuple[Row, ...] = CLAIM
    gate: tuple[Row, ...] = GATE
    grace: float = 5.0
    patience: float = 30 * 60.0
    lease: float = 30 * 60.0
    target: str = "shared"
