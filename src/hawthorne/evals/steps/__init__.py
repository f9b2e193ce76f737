"""The steps of a scenario, each a function of the stage and of the step as its document has it.

A step returns what it came to, in a few words, or raises StepFailed. All are written over `Host`, so they mean the
same in this process and over HTTP.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from hawthorne.evals.stage import Stage
from hawthorne.evals.steps import computer, moments, routines, settings, talking, waiting

Perform = Callable[[Stage, Mapping[str, Any]], str]

STEPS: Mapping[str, Perform] = {
    "send": talking.send,
    "interrupt": talking.interrupt,
    "rerun": talking.rerun,
    "cancelQueued": talking.cancel_queued,
    "resolveRequest": talking.resolve_request,
    "waitForTurns": waiting.wait_for_turns,
    "waitForNodeStatus": waiting.wait_for_node_status,
    "waitForBusy": waiting.wait_for_busy,
    "waitForActivity": waiting.wait_for_activity,
    "waitForRoutineRun": waiting.wait_for_routine_run,
    "createRoutine": routines.create_routine,
    "runRoutine": routines.run_routine,
    "snapshotRoutineRun": routines.snapshot_routine_run,
    "cancelRun": routines.cancel_run,
    "installSkill": settings.install_skill,
    "setConfig": settings.set_config,
    "setSkillAssignment": settings.set_skill_assignment,
    "patchBot": settings.patch_bot,
    "deleteBot": settings.delete_bot,
    "openThread": settings.open_thread,
    "patchThread": settings.patch_thread,
    "deleteThread": settings.delete_thread,
    "setVmState": computer.set_vm_state,
    "consumeDump": computer.consume_dump,
    "captureComputer": computer.capture_computer,
    "pollComputerGate": computer.poll_computer_gate,
    "writeGate": moments.write_gate,
    "advanceClock": moments.advance_clock,
    "restartServer": moments.restart_server,
}
"""Every step by its kind."""
