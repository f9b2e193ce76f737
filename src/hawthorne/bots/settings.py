"""Commands about settings, and about what turns ask of a person."""

from __future__ import annotations

from hawthorne.bots import asking
from hawthorne.bots.commands import Command
from hawthorne.bots.computer import hooks as computer
from hawthorne.bots.house import House, Receipt, refusal
from hawthorne.bots.shapes import problem
from hawthorne.bots.tools import approvals, dispatch
from hawthorne.bots.tools.result import Pending
from hawthorne.core.values import JSON


def patch_config(house: House, value: dict[str, JSON], id: str) -> Receipt:
    """Change settings: objects are merged, null takes a setting away. A greater limit lets waiting words go at once."""
    most = house.rules.limits.most_threads
    number = {"type": "integer", "minimum": 1, "maximum": most}
    switches = {"type": "object"}
    shape = {
        "properties": {
            "threads": {"type": "object", "properties": {"maxConcurrentPerBot": number}},
            "features": switches,
            "engine": {"type": "object", "properties": {"canSteer": {"type": "boolean"}}},
        }
    }
    why = problem(shape, value)
    if why is not None:
        return refusal(400, why, "config.shape")
    house.change(house.config, values=merged(house.config.values, value))
    house.stir()
    return Receipt(200, house.config.values)


def merged(known: dict[str, JSON], patch: dict[str, JSON]) -> dict[str, JSON]:
    """A merge patch (RFC 7386) applied to an object, as a new one.

    >>> merged({"a": {"b": 1, "c": 2}}, {"a": {"b": None}, "d": 3})
    {'a': {'c': 2}, 'd': 3}
    """
    result = dict(known)
    for name, value in patch.items():
        if value is None:
            result.pop(name, None)
        elif isinstance(value, dict):
            before = result.get(name)
            result[name] = merged(before if isinstance(before, dict) else {}, value)
        else:
            result[name] = value
    return result


def resolve_request(house: House, value: dict[str, JSON], id: str) -> Receipt:
    """A person answers what a turn asked: the turn goes on."""
    request = house.requests.get(value["requestId"])
    if request is None:
        return refusal(404, f'no request "{value["requestId"]}"', "request.unknown")
    allow = value["allow"]
    if not house.take("request", request, "allow" if allow else "deny"):
        return refusal(409, f"the request is {request.state} already", "request.settled")
    turn = house.turns[request.turn_id]
    if turn.pending is not None and turn.pending[1] == request.id:
        asking.resolve(house, turn, request.id, approvals.answered(house, turn, turn.pending[0], allow))
    return Receipt(200, {"ok": True, "requestId": request.id, "state": request.state})


def call_tool(house: House, value: dict[str, JSON], id: str) -> Receipt:
    """A call of a tool that reaches the harness from outside, for the live turn whose capability comes with it."""
    turn = computer.authorise(house, value.get("token"))
    if turn is None or turn.state != "running":
        return refusal(401, "no live turn has this capability", "capability.dead")
    call = {"tool": value["tool"], "arguments": value.get("arguments", {})}
    outcome = dispatch.call(house, turn, call["tool"], call["arguments"], waits=False)
    assert not isinstance(outcome, Pending)
    asking.record(house, turn, call, outcome)
    return Receipt(200, {"result": outcome.value, "isError": outcome.errored})


COMMANDS: dict[str, Command] = {
    "patchConfig": patch_config,
    "resolveRequest": resolve_request,
    "callTool": call_tool,
}
