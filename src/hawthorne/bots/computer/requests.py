"""Commands of the computer: the gate, hands, a person at the wheel, and the machine of a fixture."""

from __future__ import annotations

from hawthorne.bots import ending
from hawthorne.bots.commands import Command
from hawthorne.bots.computer import claiming, polls, vm
from hawthorne.bots.computer.desk import Poll, desk
from hawthorne.bots.computer.entities import Control, Machine, Slot
from hawthorne.bots.house import House, Receipt, refusal
from hawthorne.core.values import JSON


def computer_gate(house: House, value: dict[str, JSON], id: str) -> Receipt | None:
    """A call of the screen is about to be made. The first one of a lazy turn begins its claim, and is answered when
    that has come to an end, or after the grace."""
    token, bot_id = value.get("token"), value["botId"]
    verdict, slot = polls.meets(house, token, bot_id)
    if verdict.then != "begin" or slot is None:
        return polls.answered(house, verdict, slot, bot_id)
    house.used(f"computer.{verdict.row}")
    poll = Poll(id, token, bot_id, slot.id)
    desk(house).polls[id] = poll
    begin(house, slot)
    if id in desk(house).polls:
        house.alarm(f"computer:poll:{id}", round(house.now + house.rules.computer.grace, 6))
    return None


def begin(house: House, slot: Slot) -> None:
    """Begin the claim of a lazy slot: once for a turn."""
    slot.order = house.next_order()
    if house.take("slot", slot, "begin"):
        claiming.pursue(house, slot)


def ask_hands(house: House, value: dict[str, JSON], id: str) -> Receipt:
    """A bot asks a person for hands."""
    return _hands(house, value, True)


def drop_hands(house: House, value: dict[str, JSON], id: str) -> Receipt:
    """A bot withdraws that."""
    return _hands(house, value, False)


def _hands(house: House, value: dict[str, JSON], wanted: bool) -> Receipt:
    verdict, slot = polls.meets(house, value.get("token"), value["botId"])
    if verdict.then == "refuse":
        return polls.answered(house, verdict, slot, value["botId"])
    control = control_of(house, value["botId"])
    house.change(control, help_open=wanted)
    return Receipt(200, {"held": control.held, "helpOpen": control.help_open})


def control_of(house: House, bot_id: str) -> Control:
    """Who has the wheel of a bot's computer."""
    control = desk(house).controls.get(bot_id)
    if control is None:
        control = desk(house).controls[bot_id] = Control(bot_id)
        house.create(control)
    return control


def take_control(house: House, value: dict[str, JSON], id: str) -> Receipt:
    """A person takes the wheel: calls of the screen are refused, not queued, until it is let go."""
    if value["botId"] not in house.bots:
        return refusal(404, f'no bot "{value["botId"]}"', "bot.unknown")
    control = control_of(house, value["botId"])
    if not house.change(control, held=True, help_open=False):
        return refusal(409, "a person has the wheel already", "control.held")
    return Receipt(200, {"held": True, "helpOpen": False})


def release_control(house: House, value: dict[str, JSON], id: str) -> Receipt:
    """And lets go of it."""
    if value["botId"] not in house.bots:
        return refusal(404, f'no bot "{value["botId"]}"', "bot.unknown")
    house.change(control_of(house, value["botId"]), held=False)
    return Receipt(200, {"held": False, "helpOpen": control_of(house, value["botId"]).help_open})


def set_vm_state(house: House, value: dict[str, JSON], id: str) -> Receipt:
    """Replace the state of the machine, never merge it; claims that hung on it go on."""
    wrong = vm.problems(value)
    if wrong:
        return refusal(400, "; ".join(wrong), "vm.state")
    kept = desk(house)
    if kept.machine is None:
        kept.machine = Machine(house.rules.computer.target, value)
        house.create(kept.machine)
    else:
        house.change(kept.machine, state=value)
    _stall(house, value)
    claiming.pursue_all(house)
    return Receipt(200, {"state": value, "status": vm.status(value, kept.machine.id).as_json(kept.machine.id)})


def _stall(house: House, state: dict[str, JSON]) -> None:
    """The watchdog stops the turns whose models give no sign of life."""
    for turn in list(house.live.values()):
        if turn.launched and (state.get("stall") or state.get("stallThread") == turn.thread_id):
            ending.fail(house, turn, house.say("turn.stalled"))


COMMANDS: dict[str, Command] = {
    "computerGate": computer_gate,
    "askHands": ask_hands,
    "dropHands": drop_hands,
    "takeControl": take_control,
    "releaseControl": release_control,
    "setVmState": set_vm_state,
}
