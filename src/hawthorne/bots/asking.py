"""The chain of asks of a turn: what its model is shown, what it answers, and the calls that it makes.

A link's answer is `{"text"}`, `{"calls"}` or both. Calls are made in order, and their results join the messages of the
next link. A text without calls ends the turn, unless words were steered into it that no link has shown yet: then one
more link is put (to a model that has nothing more to say, an empty text ends it). A silence ends the turn as an error;
the silence `overrun` says that a script has no turn of this index. The reasons of `rules.retries` put the link again.
"""

from __future__ import annotations

from hawthorne.bots import activities, ending, routines
from hawthorne.bots.computer import hooks as computer
from hawthorne.bots.entities import Message, Turn
from hawthorne.bots.handoffs import results
from hawthorne.bots.house import House
from hawthorne.bots.messages import append_message, branch
from hawthorne.bots.tools import dispatch
from hawthorne.bots.tools.result import Pending, Result
from hawthorne.core.ask import Answer, Ask, Silence
from hawthorne.core.machine import Put
from hawthorne.core.values import JSON
from hawthorne.spaces.turn import Turn as TurnSpace


def first_link(house: House, turn: Turn) -> None:
    """Put the first ask: the branch in view, and the turn's own prompt at its end."""
    turn.offered = dispatch.offered(house, turn)
    history = []
    for message in branch(house, house.threads[turn.thread_id]):
        if message.kind == "text" and message.id not in turn.lines:
            history.append(_remembered(house, turn, message))
    turn.messages = [*history, turn.prompt["message"]]
    put_link(house, turn)


def _remembered(house: House, turn: Turn, message: Message) -> dict[str, JSON]:
    """A message of the conversation as the turn's model is shown it: what others said in a room is theirs."""
    text = results.shown_again(house, message)
    if message.role == "user":
        return {"role": "user", "content": text}
    who = message.from_ or {}
    if who.get("botId", turn.bot_id) != turn.bot_id:
        return {"role": "user", "content": f"{who['name']}: {text}"}
    return {"role": "assistant", "content": text}


def put_link(house: House, turn: Turn) -> None:
    """Ask the model once more, with what was said to it meanwhile."""
    turn.messages += [{"role": "user", "content": text} for text in turn.steered]
    turn.steered.clear()
    turn.links += 1
    view: dict[str, JSON] = {
        "system": turn.system,
        "messages": list(turn.messages),
        "tools": dispatch.described(house, turn.offered),
        "turn": turn.index,
        "thread": turn.thread_id,
        "resumed": turn.resumed,
        **({} if turn.model is None else {"model": turn.model}),
    }
    space = TurnSpace(turn.offered, strict=False)
    ask = Ask(
        f"{house.case}/{turn.id}.{turn.links}", turn.bot_id, "turn", view, space, None, turn.thread_id, turn.index
    )
    turn.ask = ask.id
    house.asks[ask.id] = turn
    house.put(Put(ask))


def given(house: House, ask: Ask, answer: Answer | Silence) -> None:
    """A link is answered."""
    turn = house.asks.pop(ask.id, None)
    if turn is None or turn.ask != ask.id or not ending.is_live(house, turn):
        return
    turn.ask = None
    computer.heard(house, turn)
    if isinstance(answer, Silence):
        _silent(house, turn, answer.reason)
        return
    text, calls = answer.value.get("text", ""), answer.value.get("calls", [])
    if calls:
        turn.messages.append({"role": "assistant", "content": text, "calls": calls})
        _store(house, turn, text, None)
        turn.todo.extend(calls)
        make_calls(house, turn)
    elif turn.steered:
        turn.messages.append({"role": "assistant", "content": text})
        _store(house, turn, text, None)
        put_link(house, turn)
    else:
        _store(house, turn, text, True)
        ending.finish(house, turn)


def failed(house: House, ask: Ask, error: str) -> None:
    """Whoever should have answered a link broke."""
    turn = house.asks.pop(ask.id, None)
    if turn is not None and turn.ask == ask.id:
        turn.ask = None
        ending.fail(house, turn, error)


def _silent(house: House, turn: Turn, reason: str) -> None:
    tries = turn.tries.get(reason, 0)
    if tries < house.rules.retries.get(reason, 0):
        turn.tries[reason] = tries + 1
        put_link(house, turn)
    elif reason == "overrun":
        name = house.bots[turn.bot_id].name
        ending.fail(house, turn, house.say("turn.overrun", index=turn.index, name=name), "overrun")
    else:
        ending.fail(house, turn, house.say("turn.silent", why=reason))


def _store(house: House, turn: Turn, text: str, terminal: bool | None) -> None:
    if text:
        thread = house.threads[turn.thread_id]
        who = None if turn.group_id is None else {"botId": turn.bot_id, "name": house.bots[turn.bot_id].name}
        append_message(house, thread, "bot", text=text, turn_id=turn.id, turn_terminal=terminal,
                       turn_succeeded=terminal, from_=who)  # fmt: skip
        turn.reply = text


# --- calls of tools -----------------------------------------------------------------------------------------------


def make_calls(house: House, turn: Turn) -> None:
    """Make the calls of the present link that are still to be made, then ask on. One that waits for somebody holds up
    the rest."""
    while turn.todo:
        call = turn.todo.popleft()
        outcome = dispatch.call(house, turn, call["tool"], call.get("arguments", {}))
        if isinstance(outcome, Pending):
            turn.pending = (call, outcome.key)
            return
        record(house, turn, call, outcome)
        if not ending.is_live(house, turn) or turn.state != "running":
            return
    put_link(house, turn)


def record(house: House, turn: Turn, call: dict[str, JSON], result: Result) -> None:
    """Keep a call with its result: in the evidence, in the conversation, and in what the model is shown next."""
    arguments = call.get("arguments", {})
    evidence = {"tool": call["tool"], "arguments": arguments, "result": result.value, "errored": result.errored}
    turn.calls.append(evidence | ({"code": result.code} if result.code else {}))
    turn.messages.append({"role": "tool", "tool": call["tool"], "content": result.text, "errored": result.errored})
    thread = house.threads[turn.thread_id]
    activities.append(house, thread, call["tool"], "call", ok=not result.errored, arguments=arguments, turn=turn)


def resolve(house: House, turn: Turn, key: str, result: Result) -> None:
    """A call that waited for somebody has its result: the turn goes on."""
    if turn.pending is None or turn.pending[1] != key or not ending.is_live(house, turn):
        return
    call, _ = turn.pending
    turn.pending = None
    if turn.state == "waiting-on-person":
        house.take("turn", turn, "resolve")
        house.change(house.threads[turn.thread_id], activity="working")
        routines.on_turn(house, turn, "resolved")
    record(house, turn, call, result)
    make_calls(house, turn)
