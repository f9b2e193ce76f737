"""Tools about conversations: `list_threads`, `close_thread`, `start_thread`, `send_to_bot`."""

from __future__ import annotations

from hawthorne.bots.entities import Bot, Thread, Turn
from hawthorne.bots.house import House
from hawthorne.bots.threads import new_thread, say_first
from hawthorne.bots.tools import who
from hawthorne.bots.tools.result import Result, refused
from hawthorne.core.values import JSON


def list_threads(house: House, turn: Turn, arguments: dict[str, JSON]) -> Result:
    """The bot's own threads, and those that it opened with others; never anybody else's."""
    return Result({"threads": [_card(thread) for thread in _mine(house, turn)]})


def close_thread(house: House, turn: Turn, arguments: dict[str, JSON]) -> Result:
    """Close a thread that is not at work. The next work for its bot gets a thread of its own."""
    id = arguments["thread_id"]
    thread = next((thread for thread in _mine(house, turn) if thread.id == id), None)
    if thread is None:
        return refused(house.say("tool.no_thread", id=id), "tool.no_thread")
    if thread.id in house.live or thread.items or _has_work(house, thread):
        return refused(house.say("tool.running"), "tool.running")
    bot = house.bots[turn.bot_id]
    house.change(thread, closed_by={"botId": bot.id, "name": bot.name, "at": house.now})
    for pair, standing in list(house.pairs.items()):
        if standing == thread.id:
            del house.pairs[pair]
    return Result({"closed": thread.id})


def start_thread(house: House, turn: Turn, arguments: dict[str, JSON]) -> Result:
    """Open a further thread of the bot's own; where work is not coordinated, of a teammate too."""
    target = house.bots[turn.bot_id]
    if "bot_id" in arguments:
        found = who.reached(house, turn, arguments["bot_id"]) if arguments["bot_id"] != turn.bot_id else target
        if isinstance(found, Result):
            return found
        target = found
    if target.id != turn.bot_id and "coordinate_bots" in turn.offered:
        return refused(house.say("tool.elsewhere", name=target.name), "tool.elsewhere")
    return _open(house, turn, target, arguments["title"], arguments["message"])


def send_to_bot(house: House, turn: Turn, arguments: dict[str, JSON]) -> Result:
    """Give work to a bot in a fresh thread; the sender is never resumed."""
    target = who.reached(house, turn, arguments["bot_id"])
    if isinstance(target, Result):
        return target
    return _open(house, turn, target, arguments["title"], arguments["message"])


def _open(house: House, turn: Turn, target: Bot, title: str, message: str) -> Result:
    most = house.rules.limits.own_threads
    if turn.opened >= most:
        return refused(house.say("tool.threads", most=most), "tool.threads")
    turn.opened += 1
    bot = house.bots[turn.bot_id]
    opened_by = {"botId": bot.id, "name": bot.name, "kind": "work", "at": house.now}
    thread = new_thread(house, target, title, "opened", opened_by=opened_by)
    who_asks = {"botId": bot.id, "name": bot.name} if target is not bot else None
    cause = {"kind": "thread", "id": thread.id, "turn": turn.id}
    came = say_first(house, target, thread, message, cause, peer_ask=who_asks, from_=who_asks)
    return Result({"threadId": thread.id, "title": title, "queued": "queued" in came})


def _mine(house: House, turn: Turn) -> list[Thread]:
    own = turn.bot_id
    return [
        thread
        for thread in house.threads.values()
        if thread.group_id is None and (thread.bot_id == own or (thread.opened_by or {}).get("botId") == own)
    ]


def _has_work(house: House, thread: Thread) -> bool:
    terminal = house.rules.terminal
    return any(node.thread_id == thread.id and node.status not in terminal for node in house.nodes.values())


def _card(thread: Thread) -> dict[str, JSON]:
    known: dict[str, JSON] = {"id": thread.id, "botId": thread.bot_id, "title": thread.title, "busy": thread.busy}
    known |= {} if thread.opened_by is None else {"openedBy": thread.opened_by}
    return known | ({} if thread.closed_by is None else {"closedBy": thread.closed_by})
