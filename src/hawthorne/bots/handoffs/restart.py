"""What a restart means: whatever ran has failed, and is never run again. Words that waited still wait."""

from __future__ import annotations

from hawthorne.bots import ending, routines, settling
from hawthorne.bots.computer import hooks as computer
from hawthorne.bots.handoffs import tree
from hawthorne.bots.house import House, Receipt


def restarted(house: House) -> Receipt:
    """The harness was restarted. Called with the turns and nodes as the log has them."""
    why = house.say("coord.restarted")
    for node in list(house.nodes.values()):
        if tree.is_open(house, node):
            tree.take(house, node, "fail", error=why)
    for turn in list(house.live.values()):
        ending.interrupt(house, turn, "restart")
    routines.on_restart(house)
    settling.settle_all(house)
    computer.on_restart(house)
    house.stir()
    return Receipt(200, {"ok": True})
