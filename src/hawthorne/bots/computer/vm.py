"""The machine behind the computer, as a fixture says it is: pure functions of its state and of what was done since.

`{}` is one shared machine that exists, runs and is ready; None is no machine at all.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from hawthorne.core.values import JSON

KEYS: Mapping[str, str] = {
    "failed": "flag",
    "blocked": "flag",
    "blockedTarget": "text",
    "containers": "names",
    "noContainers": "flag",
    "stopped": "names",
    "stoppedAt": "number",
    "clockOffset": "number",
    "stall": "flag",
    "stallThread": "text",
}
"""What a fixture may say, and of which kind it is.

`failed`: the desktop is not ready; `blocked`, `blockedTarget`: asking for the status hangs until it is cleared;
`containers`: the machines that exist (not said: all), `noContainers`: none; `stopped`: those that exist but do not run,
since `stoppedAt`; `clockOffset`: milliseconds by which the clock of leases is ahead; `stall`, `stallThread`: the model
of the turns that are under way, or of one thread's, gives no sign of life any more.
"""

PROBLEM = "the desktop is not ready"
NO_MACHINE = "there is no machine"


class Status(NamedTuple):
    """What is known of a machine: `container` is running, stopped, missing or none; a `blocked` one does not answer."""

    container: str
    ready: bool
    blocked: bool = False
    problem: str | None = None

    def as_json(self, target: str) -> dict[str, JSON]:
        """The status as a client sees it."""
        fixed = {"network": "loopback", "security": "hardened", "persistence": "durable", "managed": True}
        return fixed | {
            "target_key": target,
            "container": self.container,
            "ready": self.ready,
            "resumable": self.container == "stopped",
            "problem": self.problem,
        }


def problems(state: JSON) -> list[str]:
    """What is wrong with a fixture's state; empty for a sound one.

    >>> problems({"failed": 1, "stoped": []})
    ['failed must be true or false', 'stoped is not a key of the state']
    """
    if not isinstance(state, Mapping):
        return ["the state is not an object"]
    found = []
    for key, value in state.items():
        kind = KEYS.get(key)
        if kind is None:
            found.append(f"{key} is not a key of the state")
        elif kind == "flag" and not isinstance(value, bool):
            found.append(f"{key} must be true or false")
        elif kind == "text" and not isinstance(value, str):
            found.append(f"{key} must be a text")
        elif kind == "number" and not _is_number(value):
            found.append(f"{key} must be a number")
        elif kind == "names" and not (isinstance(value, list) and all(isinstance(item, str) for item in value)):
            found.append(f"{key} must be a list of names")
    return found


def _is_number(value: JSON) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) <= 1e15


def status(state: Mapping[str, JSON] | None, target: str) -> Status:
    """A machine's status.

    >>> status({}, "shared")
    Status(container='running', ready=True, blocked=False, problem=None)
    >>> status({"stopped": ["shared"]}, "shared").container, status(None, "shared").container
    ('stopped', 'none')
    """
    if state is None:
        return Status("none", False, problem=NO_MACHINE)
    blocked = bool(state.get("blocked")) or state.get("blockedTarget") == target
    if state.get("noContainers") or target not in state.get("containers", [target]):
        return Status("missing", False, blocked, "the machine does not exist")
    if target in state.get("stopped", []):
        return Status("stopped", False, blocked, "the machine is stopped")
    if state.get("failed"):
        return Status("running", False, blocked, PROBLEM)
    return Status("running", True, blocked)


def started(state: Mapping[str, JSON], target: str) -> dict[str, JSON]:
    """The state after the machine was started, or made and started."""
    after = {key: value for key, value in state.items() if key != "noContainers"}
    if "stopped" in after:
        after["stopped"] = [name for name in after["stopped"] if name != target]
    if state.get("noContainers"):
        after["containers"] = [target]
    elif "containers" in after and target not in after["containers"]:
        after["containers"] = [*after["containers"], target]
    return after


def lease_clock(state: Mapping[str, JSON] | None, now: float) -> float:
    """The moment that leases go by, in seconds."""
    return round(now + (state or {}).get("clockOffset", 0) / 1000, 6)
