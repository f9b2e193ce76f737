"""`hawthorne run --dry-run`: what a run would be, from a few of its cases played in memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Console

from hawthorne.cli.envelope import FINE, WRONG, Said
from hawthorne.cli.findings import show as show_findings
from hawthorne.core.errors import Finding
from hawthorne.hold.bind import nobody
from hawthorne.hold.plan import Plan


def rehearsed(plan: Plan, findings: Sequence[Finding]) -> Said:
    """Cases, roles, who answers, what is shared, expected trials and bytes."""
    missing = [each for role in plan.unplayed for each in nobody(role, plan.document.source.name)]
    found = [*findings, *missing]
    result: dict[str, Any] = {
        "document": plan.document.name,
        "cases": plan.size.cases,
        "participants": plan.size.participants,
        "seed": plan.seed,
        "seed drawn": plan.drawn,
        "clock": plan.clock,
        "level": plan.level,
        "order": "in order, each begun with what the one before carried over" if plan.sequential else "any",
        "shared": list(plan.program.shared),
        "roles": {role.name: _who(plan, role.name) for role in plan.program.roles},
        "expected": None if missing else expected(plan),
        "digest": plan.digest,
    }

    def show(console: Console) -> None:
        show_findings(found, console)
        for name, value in result.items():
            console.print(f"{name:<14}", end="", style="bold")
            console.print(_text(value), soft_wrap=True, markup=False)

    return Said(result, found, WRONG if missing else FINE, show)


def _who(plan: Plan, role: str) -> dict[str, Any]:
    player = plan.players.get(role)
    if player is None:
        return {"kind": None}
    return {"kind": player.description.kind, "own": player.own, "reproducible": player.description.reproducible}


def expected(plan: Plan) -> dict[str, Any] | None:
    """Trials and bytes of the whole run, as the plan expects them; None where it cannot say."""
    found = plan.expected()
    return None if found is None else {**{k: v for k, v in found.items() if k != "cases"}, "from cases": found["cases"]}


def _text(value: Any) -> str:
    if value is None:
        return "not known without playing"
    if isinstance(value, dict):
        return "; ".join(f"{key}: {_text(item)}" for key, item in value.items()) or "–"
    if isinstance(value, list):
        return "; ".join(map(_text, value)) or "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:,}" if isinstance(value, int) else str(value)
