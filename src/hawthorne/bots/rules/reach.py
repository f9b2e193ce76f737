"""Rows by name: whom a bot reaches, and what is looked at before work is handed off. The functions are elsewhere."""

from __future__ import annotations

REACH: tuple[str, ...] = ("self", "hidden", "team", "peer")
"""The tests of `hawthorne.bots.reach`, in order; the first that fails says why."""

GUARDS: tuple[str, ...] = (
    "parent",
    "address",
    "ancestor",
    "duplicate",
    "echo",
    "room",
    "depth",
    "requests",
    "lifetime",
    "retained",
    "route",
)
"""The checks of `hawthorne.bots.handoffs.guards`, in order; the first that holds decides."""

PATCHES: tuple[str, ...] = ("count", "length", "exists", "chief", "acknowledged", "peers", "busy")
"""The rules of `hawthorne.bots.teams` for a change of a bot, in order."""

PROFILES: dict[str, tuple[str, ...]] = {
    "coordinating": (
        "coordinate_bots",
        "list_room_targets",
        "list_bots",
        "list_threads",
        "close_thread",
        "start_thread",
        "request_approval",
    ),
    "own-thread": (
        "coordinate_bots",
        "list_room_targets",
        "list_bots",
        "list_threads",
        "close_thread",
        "request_approval",
    ),
    "delegating": (
        "list_room_targets",
        "list_bots",
        "list_threads",
        "close_thread",
        "start_thread",
        "delegate_bot",
        "check_delegation",
        "wait_delegation",
        "ask_bot",
        "send_to_bot",
        "post_to_room",
        "request_approval",
    ),
}
"""The tools that a turn is offered, by profile: what is offered is presentation, every call is authorised again."""
