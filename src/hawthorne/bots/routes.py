"""Routes: every request that the harness answers, as data; the server and the world in process both use them.

`resolve` makes of a request a command (to be told to the case), a query (to be read from the view) or a refusal.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple
from urllib.parse import parse_qsl

from hawthorne.bots.bodies import BODIES
from hawthorne.bots.shapes import problem
from hawthorne.core.values import JSON


class Route(NamedTuple):
    """One endpoint. Parts of the path in braces are put into the value under that name; `query` names the parameters
    that may stand behind the question mark; `internal` routes take the bearer's token into the value as `token`."""

    method: str
    path: str
    does: str
    """The name of a command, or of a query."""
    about: str
    statuses: tuple[int, ...]
    reads: bool = False
    internal: bool = False
    query: tuple[str, ...] = ()

    @property
    def body(self) -> Mapping[str, Any]:
        """The shape of the value: body, path and query parameters together."""
        return BODIES.get(self.does, {})


class Told(NamedTuple):
    """A command to be told."""

    name: str
    value: dict[str, JSON]


class Asked(NamedTuple):
    """A query to be read from the view."""

    name: str
    value: dict[str, JSON]


class Refusal(NamedTuple):
    """A request that is neither."""

    status: int
    body: dict[str, JSON]


ROUTES: tuple[Route, ...] = (
    Route("GET", "/api/health", "health", "Who is there.", (200,), reads=True),
    Route("GET", "/api/bots", "bots", "The team.", (200,), reads=True, query=("messages",)),
    Route("POST", "/api/bots", "createBot", "Add a bot.", (201, 400)),
    Route("GET", "/api/bots/{botId}", "bot", "One bot.", (200, 404), reads=True, query=("messages",)),
    Route("PATCH", "/api/bots/{botId}", "patchBot", "Change a bot.", (200, 400, 404, 409)),
    Route("PATCH", "/api/bots/{botId}/profile", "patchBot", "Change a bot.", (200, 400, 404, 409)),
    Route("DELETE", "/api/bots/{botId}", "deleteBot", "Remove a bot.", (200, 404, 409)),
    Route("POST", "/api/bots/{botId}/messages", "send", "Say something to a bot.", (202, 400, 404, 409)),
    Route("POST", "/api/bots/{botId}/interrupt", "interrupt", "Stop a turn.", (200, 404)),
    Route("DELETE", "/api/bots/{botId}/queue/{queueId}", "cancelQueued", "Take queued words back.", (200, 400, 404)),
    Route("POST", "/api/bots/{botId}/rerun", "rerun", "Repeat a message, perhaps edited.", (202, 400, 404, 409)),
    Route("POST", "/api/bots/{botId}/tasks", "openThread", "Open a thread.", (201, 400, 404)),
    Route("PATCH", "/api/bots/{botId}/tasks/{threadId}", "patchThread", "Name a thread.", (200, 400, 404)),
    Route("DELETE", "/api/bots/{botId}/tasks/{threadId}", "deleteThread", "Delete a thread.", (200, 404, 409)),
    Route("GET", "/api/threads/{threadId}/messages", "threadMessages", "A thread.", (200, 404), reads=True),
    Route("GET", "/api/groups", "groups", "The rooms.", (200,), reads=True),
    Route("POST", "/api/groups", "createGroup", "Open a room.", (201, 400, 404)),
    Route("DELETE", "/api/groups/{groupId}", "deleteGroup", "Close a room.", (200, 404, 409)),
    Route("POST", "/api/groups/{groupId}/messages", "sayToGroup", "Say something in a room.", (202, 400, 404)),
    Route("POST", "/api/groups/{groupId}/queue/{queueId}/steer", "steerGroup", "Have words join the turn under way.",
          (202, 404, 409)),
    Route("POST", "/api/groups/{groupId}/interrupt", "interruptGroup", "Stop a room's turn.", (200, 404)),
    Route("GET", "/api/config", "config", "The settings.", (200,), reads=True),
    Route("PATCH", "/api/config", "patchConfig", "Change settings.", (200, 400)),
    Route("PUT", "/api/config", "patchConfig", "Change settings.", (200, 400)),
    Route("GET", "/api/handoffs", "handoffs", "Handed-off work.", (200,), reads=True),
    Route("GET", "/api/requests", "requests", "What turns ask of a person.", (200,), reads=True),
    Route("POST", "/api/requests/{requestId}", "resolveRequest", "Answer a turn's request.", (200, 400, 404, 409)),
    Route("PUT", "/api/bots/{botId}/skills-library", "setSkills", "Assign library skills.", (200, 400, 404)),
    Route("GET", "/api/skills-library", "skillsLibrary", "The library of skills.", (200,), reads=True),
    Route("POST", "/api/skills-library", "installLibrarySkill", "Import a library skill.", (200, 201, 400, 409, 413)),
    Route("PATCH", "/api/skills-library/{name}", "reviewLibrarySkill", "Approve or disable one.", (200, 400, 404)),
    Route("GET", "/api/skills", "skills", "The skills that people put in place.", (200,), reads=True),
    Route("POST", "/api/skills", "installSkill", "Put a user skill in place.", (201, 400)),
    Route("DELETE", "/api/skills/{skillId}", "removeSkill", "Take a user skill away.", (200, 404)),
    Route("GET", "/api/routines", "routines", "Routines and their runs.", (200,), reads=True),
    Route("POST", "/api/routines", "createRoutine", "Add a routine.", (201, 400, 404)),
    Route("PATCH", "/api/routines/{routineId}", "patchRoutine", "Change a routine.", (200, 400, 404)),
    Route("DELETE", "/api/routines/{routineId}", "deleteRoutine", "Remove a routine.", (200, 404)),
    Route("POST", "/api/routines/{routineId}/run", "runRoutine", "Run it now.", (201, 404)),
    Route("POST", "/api/routine-runs/{runId}/cancel", "cancelRun", "Cancel a run.", (200, 404, 409)),
    Route("POST", "/api/routine-runs/{runId}/seen", "seenRun", "A run's notice was read.", (200, 404)),
    Route("PUT", "/api/vm", "setVmState", "Replace the state of the shared computer.", (200, 400)),
    Route("GET", "/api/vm", "vm", "The shared computer: its state, who holds it.", (200,), reads=True),
    Route("POST", "/api/bots/{botId}/computer/control", "takeControl", "A person takes the wheel.", (200, 404, 409)),
    Route("DELETE", "/api/bots/{botId}/computer/control", "releaseControl", "And lets go.", (200, 404)),
    Route("GET", "/api/internal/computer-control", "computerGate", "Whether the screen may be used now.",
          (200, 401, 403, 404), internal=True, query=("botId",)),
    Route("POST", "/api/internal/computer-control", "askHands", "Ask a person for hands.",
          (200, 401, 403, 404), internal=True, query=("botId",)),
    Route("DELETE", "/api/internal/computer-control", "dropHands", "Withdraw that.",
          (200, 401, 403, 404), internal=True, query=("botId",)),
    Route("POST", "/api/internal/tools", "callTool", "Call a tool for a live turn.", (200, 400, 401), internal=True),
)  # fmt: skip


def resolve(
    method: str, target: str, body: JSON = None, token: str | None = None, routes: tuple[Route, ...] = ROUTES
) -> Told | Asked | Refusal:
    """What a request means. `target` is the path with its query string; `token` the bearer's capability id, if any.

    >>> resolve("GET", "/api/bots?messages=50")
    Asked(name='bots', value={'messages': '50'})
    >>> resolve("GET", "/api/nothing").status
    404
    """
    path, _, query = target.partition("?")
    parts = path.split("/")
    methods = []
    for route in routes:
        named = _matches(route.path.split("/"), parts)
        if named is None:
            continue
        if route.method != method:
            methods.append(route.method)
            continue
        return _meant(route, named, dict(parse_qsl(query)), body, token)
    if methods:
        return Refusal(405, {"error": f"{path} takes {', '.join(methods)}, not {method}", "code": "route.method"})
    return Refusal(404, {"error": f"nothing is at {path}", "code": "route.unknown"})


def _matches(pattern: list[str], parts: list[str]) -> dict[str, str] | None:
    if len(pattern) != len(parts):
        return None
    named = {}
    for expected, part in zip(pattern, parts, strict=True):
        if expected.startswith("{"):
            if not part:
                return None
            named[expected[1:-1]] = part
        elif expected != part:
            return None
    return named


def _meant(
    route: Route, named: dict[str, str], query: dict[str, str], body: JSON, token: str | None
) -> Told | Asked | Refusal:
    if body is not None and not isinstance(body, dict):
        return Refusal(400, {"error": "the body must be an object", "code": "body.shape"})
    value: dict[str, JSON] = dict(body or {})
    value |= {name: query[name] for name in route.query if name in query}
    value |= named
    if route.internal:
        value["token"] = token
    why = problem(route.body, value)
    if why is None and route.reads:
        return Asked(route.does, value)
    if why is not None:
        return Refusal(400, {"error": why, "code": "body.shape"})
    return Told(route.does, value)
