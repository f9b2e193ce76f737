"""Routines in the house: what turns mean to their runs, and the commands.

A run's turn is known by its cause; a turn that goes on with handed-off work in the same thread is its turn too.
"""

from __future__ import annotations

from hawthorne.bots import running, runs, schedule
from hawthorne.bots.commands import Command
from hawthorne.bots.entities import Bot, Routine, Run, Turn, whole
from hawthorne.bots.facts import has_open_tree
from hawthorne.bots.house import House, Receipt, refusal
from hawthorne.bots.running import book_of, end, new_run, shelf, stop_turn
from hawthorne.core.values import JSON


def on_pass(house: House) -> None:
    """One pass over what is due and what is queued."""
    running.on_pass(house)


# --- what happens to turns ----------------------------------------------------------------------------------------


def run_of(house: House, turn: Turn) -> Run | None:
    """The open run that a turn belongs to."""
    kept = shelf(house)
    if turn.cause["kind"] == "routine":
        return kept.open.get(turn.cause["id"])
    if not turn.resumed:
        return None
    return next((run for run in kept.open.values() if run.thread_id == turn.thread_id), None)


def on_turn(house: House, turn: Turn, what: str) -> None:
    """A turn came to `launched`, `waiting` (for a person), `resolved` or `settled`."""
    run = run_of(house, turn)
    if run is None:
        return
    if what == "settled":
        _settled(house, run, turn)
    elif what == "waiting":
        house.take("run", run, "open", "status", attention="waiting")
    elif what == "resolved":
        house.take("run", run, "resolve", "status", attention=None)
    elif turn.resumed:
        house.take("run", run, "resume", "status")


def _settled(house: House, run: Run, turn: Turn) -> None:
    on = runs.after_turn(bool(turn.ok), has_open_tree(house, turn.thread_id), turn.stop_reason == "restart")
    output = runs.output(turn.reply, house.rules.routines) or None
    if on == "delegate":
        house.take("run", run, on, "status", output=output)
    else:
        why = house.say("routine.restarted") if on == "restart" else turn.stop_reason
        end(house, run, on, why, output)


def on_due(house: House, name: str) -> None:
    """An alarm rang."""
    house.stir("routines")


def on_bot_deleted(house: House, bot: Bot) -> None:
    """A bot is about to go: its runs are cancelled and its routines switched off."""
    kept = shelf(house)
    open_runs, switched_off = runs.orphaned(book_of(house), bot.id)
    for id in switched_off:
        house.change(kept.routines[id], enabled=False, next_run_at=None)
    for id in open_runs:
        end(house, kept.runs[id], "cancel", house.say("routine.unfit"))


def on_restart(house: House) -> None:
    """The harness was restarted: what ran has failed; what is queued stays so."""
    for run in list(shelf(house).open.values()):
        end(house, run, "restart", house.say("routine.restarted"), run.output)
    house.stir("routines")


# --- commands -----------------------------------------------------------------------------------------------------


def _unknown(kind: str, id: str) -> Receipt:
    return refusal(404, f'no {kind} "{id}"', f"{kind}.unknown")


def create_routine(house: House, value: dict[str, JSON], id: str) -> Receipt:
    """Add a routine."""
    if value["botId"] not in house.bots:
        return _unknown("bot", value["botId"])
    times = schedule.read(value["schedule"], house.now)
    if isinstance(times, str):
        return refusal(400, times, "routine.schedule")
    enabled = value.get("enabled", True)
    routine = Routine(
        house.next_id("routine"), value.get("name") or value["prompt"][:40], value["prompt"], value["botId"],
        schedule.write(times), house.now, house.now, enabled=enabled, overlap=value.get("overlap", "skip"),
        timeout_minutes=value.get("timeoutMinutes"),
        next_run_at=schedule.following(times, house.now) if enabled else None,
    )  # fmt: skip
    shelf(house).routines[routine.id] = routine
    house.create(routine)
    house.stir("routines")
    return Receipt(201, {"routine": whole(routine)})


FIELDS = {"name": "name", "prompt": "prompt", "overlap": "overlap", "timeoutMinutes": "timeout_minutes",
          "botId": "bot_id", "schedule": "schedule", "enabled": "enabled"}  # fmt: skip
"""What can be changed of a routine."""


def patch_routine(house: House, value: dict[str, JSON], id: str) -> Receipt:
    """Change a routine; its next time is found anew when its schedule changes or it is switched on."""
    routine = shelf(house).routines.get(value["routineId"])
    if routine is None:
        return _unknown("routine", value["routineId"])
    changes = {field: value[name] for name, field in FIELDS.items() if name in value}
    if changes.get("bot_id", routine.bot_id) not in house.bots:
        return _unknown("bot", changes.get("bot_id", routine.bot_id))
    times = schedule.read(changes.get("schedule", routine.schedule), house.now)
    if isinstance(times, str):
        return refusal(400, times, "routine.schedule")
    changes |= {"schedule": schedule.write(times)} if "schedule" in changes else {}
    enabled = changes.get("enabled", routine.enabled)
    next_run_at = routine.next_run_at
    if "schedule" in changes or enabled != routine.enabled:
        next_run_at = schedule.following(times, house.now) if enabled else None
    house.change(routine, **changes, next_run_at=next_run_at, updated_at=house.now)
    house.stir("routines")
    return Receipt(200, {"routine": whole(routine)})


def delete_routine(house: House, value: dict[str, JSON], id: str) -> Receipt:
    """Remove a routine; its open runs are cancelled."""
    kept = shelf(house)
    routine = kept.routines.pop(value["routineId"], None)
    if routine is None:
        return _unknown("routine", value["routineId"])
    for run in [run for run in kept.open.values() if run.routine_id == routine.id]:
        end(house, run, "cancel")
        stop_turn(house, run, house.say("routine.cancelled"))
    house.remove(routine)
    house.stir("routines")
    return Receipt(200, {"ok": True})


def run_routine(house: House, value: dict[str, JSON], id: str) -> Receipt:
    """Run it now: the pass is over before the answer is given, so that a deferral can be seen at once."""
    routine = shelf(house).routines.get(value["routineId"])
    if routine is None:
        return _unknown("routine", value["routineId"])
    run = new_run(house, routine, house.now, "manual")
    running.on_pass(house)
    return Receipt(201, {"run": whole(run)})


def cancel_run(house: House, value: dict[str, JSON], id: str) -> Receipt:
    """Cancel a run that is not over."""
    run = shelf(house).runs.get(value["runId"])
    if run is None:
        return _unknown("run", value["runId"])
    if not end(house, run, "cancel"):
        return refusal(409, f"the run is {run.status} already", "run.over")
    stop_turn(house, run, house.say("routine.cancelled"))
    house.stir("routines")
    return Receipt(200, {"run": whole(run)})


def seen_run(house: House, value: dict[str, JSON], id: str) -> Receipt:
    """A person has seen what a run wanted them to."""
    run = shelf(house).runs.get(value["runId"])
    if run is None:
        return _unknown("run", value["runId"])
    house.change(run, attention=None)
    return Receipt(200, {"run": whole(run)})


COMMANDS: dict[str, Command] = {
    "createRoutine": create_routine,
    "patchRoutine": patch_routine,
    "deleteRoutine": delete_routine,
    "runRoutine": run_routine,
    "cancelRun": cancel_run,
    "seenRun": seen_run,
}
