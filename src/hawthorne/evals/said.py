"""A step of a scenario in a few words, for a timeline and a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

LONGEST = 60


def said_of(step: Mapping[str, Any]) -> str:
    """The step in words.

    >>> said_of({"kind": "send", "bot": "chief", "text": "Please plan the week."})
    'send chief: "Please plan the week."'
    >>> said_of({"kind": "waitForNodeStatus", "bot": "lead", "status": "running", "timeoutMs": 20000})
    'wait: node of lead is running'
    """
    kind, bot = step["kind"], step.get("bot", "")
    phrases = {
        "send": f'send {bot}: "{step.get("text")}"',
        "waitForTurns": f"wait: {step.get('count')} turns of {bot}",
        "waitForNodeStatus": f"wait: node of {bot} is {step.get('status')}",
        "waitForBusy": f"wait: {bot} is {'busy' if step.get('busy') else 'not busy'}",
        "waitForActivity": f"wait: {bot} shows {_wording(step.get('namePrefix'))}",
        "waitForRoutineRun": f"wait: run of {step.get('routine')} is {step.get('status')}",
        "createRoutine": f"create routine {step.get('routine')} of {bot}",
        "writeGate": f"open gate {step.get('gate')}",
        "installSkill": f"install skill {(step.get('skill') or {}).get('id')}",
        "advanceClock": f"let {step.get('ms', 0) / 1000:g} s pass",
        "restartServer": "restart",
        "pollComputerGate": f"poll the computer's gate for {bot}",
    }
    words = "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in kind)
    text = phrases.get(kind) or " ".join(part for part in (words, bot or step.get("routine", "")) if part)
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def _wording(text: str | Mapping[str, str] | None) -> str:
    """A text in quotes, or the key of one of the harness's sentences."""
    return str(text.get("$msg")) if isinstance(text, Mapping) else f'"{text}"'
