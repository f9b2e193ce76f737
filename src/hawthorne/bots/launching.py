"""How a turn that has begun comes to its model's first link."""

from __future__ import annotations

from hawthorne.bots import asking, ending, prompts, routines
from hawthorne.bots.computer import hooks as computer
from hawthorne.bots.entities import Turn
from hawthorne.bots.house import House


def launch(house: House, turn: Turn) -> None:
    """Ask the turn's model for the first time, once the computer is ready."""
    if not ending.is_live(house, turn) or turn.launched or turn.state != "dispatching":
        return
    ready = computer.prepare(house, turn)
    if ready == "waiting":
        house.change(house.threads[turn.thread_id], activity="parked.computer")
        return
    if ready != "ready":
        ending.fail(house, turn, ready)
        return
    if not house.take("turn", turn, "launch"):
        return
    bot = house.bots[turn.bot_id]
    turn.launched = True
    turn.seq_start = house.next_seq()
    turn.system, turn.instructions, turn.prompt = prompts.assemble(house, turn)
    house.change(turn, index=bot.turns)
    bot.turns += 1
    house.change(house.threads[turn.thread_id], activity="working")
    computer.on_launch(house, turn)
    routines.on_turn(house, turn, "launched")
    asking.first_link(house, turn)
