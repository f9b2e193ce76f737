"""The steps of a scenario: what is done to the harness, in order. Names and defaults are those of the original format;
steps of our own, and what we added to others, are marked in the schema."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from pydantic import Discriminator, Field, StrictBool, StrictStr

from hawthorne.scenarios.fields import OURS, Key, Maybe, Number, Part, Values, Whole, Words
from hawthorne.scenarios.skill import Skill

WAIT_MS = 20_000.0
"""How long a step waits when it does not say."""
RUN_WAIT_MS = 30_000.0
"""How long a step waits for a routine's run when it does not say."""

ORIGINAL = "active"
"""The thread that a bot was created with."""
NODE = "node"
"""The thread of a bot's first handoff node."""

Ours = Field(default=None, json_schema_extra=OURS)


class Send(Part):
    """Send a user message to the bot's original thread, or to `thread`."""

    kind: Literal["send"]
    bot: Key
    text: StrictStr
    thread: Maybe[StrictStr] = Ours
    """`active`, `node`, or a name that an `openThread` gave."""
    send_id: Maybe[StrictStr] = Ours
    """The same id twice is one message."""
    expect_status: Maybe[Whole] = Ours
    """The HTTP status that the answer must have; when absent, any below 300."""


class WaitForTurns(Part):
    """Wait until so many turns of the bot have ended."""

    kind: Literal["waitForTurns"]
    bot: Key
    count: Whole
    timeout_ms: Maybe[Number] = None


class WaitForNodeStatus(Part):
    """Wait until the bot's first handoff node has exactly this status."""

    kind: Literal["waitForNodeStatus"]
    bot: Key
    status: StrictStr
    timeout_ms: Maybe[Number] = None
    nth: Maybe[Whole] = Ours
    """Which node of the bot: from 0, negative from the end."""
    any: Maybe[StrictBool] = Ours
    """Whether any node of the bot will do."""


class WaitForBusy(Part):
    """Wait until the bot is busy, or is not."""

    kind: Literal["waitForBusy"]
    bot: Key
    busy: StrictBool
    timeout_ms: Maybe[Number] = None
    waiting_for_teammates: Maybe[StrictBool] = Ours
    """Whether the bot must wait for teammates at the same time, or must not."""


class WaitForActivity(Part):
    """Wait until a line of activity of the bot begins so."""

    kind: Literal["waitForActivity"]
    bot: Key
    name_prefix: Words
    timeout_ms: Maybe[Number] = None


class CreateRoutine(Part):
    """Create a routine that only runs when it is told to."""

    kind: Literal["createRoutine"]
    routine: StrictStr
    bot: Key
    prompt: StrictStr


class RunRoutine(Part):
    """Run a routine now."""

    kind: Literal["runRoutine"]
    routine: StrictStr


class SnapshotRoutineRun(Part):
    """Save what the latest run of the routine looks like at this moment."""

    kind: Literal["snapshotRoutineRun"]
    routine: StrictStr
    save_as: StrictStr


class WaitForRoutineRun(Part):
    """Wait until the latest run of the routine has exactly this status."""

    kind: Literal["waitForRoutineRun"]
    routine: StrictStr
    status: StrictStr
    timeout_ms: Maybe[Number] = None


class WriteGate(Part):
    """Open a gate; it stays open."""

    kind: Literal["writeGate"]
    gate: StrictStr


class InstallSkill(Part):
    """Install a user skill; turns that start from now on can see it."""

    kind: Literal["installSkill"]
    skill: Skill


class SetConfig(Part):
    """Change the harness's configuration."""

    kind: Literal["setConfig"]
    config: Values


class SetSkillAssignment(Part):
    """Replace the library skills that the bot is assigned."""

    kind: Literal["setSkillAssignment"]
    bot: Key
    skills: tuple[StrictStr, ...]


class SetVmState(Part):
    """Replace the state of the machine behind the computer."""

    kind: Literal["setVmState"]
    state: Values


class ConsumeDump(Part):
    """Wait until a turn that has started is told of, and forget it."""

    kind: Literal["consumeDump"]
    timeout_ms: Maybe[Number] = None


class CaptureComputer(Part):
    """Remember the way to the computer that the bot's turn was given."""

    kind: Literal["captureComputer"]
    bot: Key


class PollComputerGate(Part):
    """Ask, as a screen call of the bot's captured turn would, whether it may use the computer, and save the answer."""

    kind: Literal["pollComputerGate"]
    bot: Key
    save_as: StrictStr


class _Request(Part):
    """A request of the harness whose answer may be pinned and saved."""

    expect_status: Maybe[Whole] = None
    """The HTTP status that the answer must have; when absent, any below 300."""
    save_as: Maybe[StrictStr] = None
    """The name under which the answer is saved: its body, and its status as `httpStatus`."""


class Interrupt(_Request):
    """Stop what the bot does in its thread, and what it waits for there."""

    kind: Literal["interrupt"]
    bot: Key
    thread: Maybe[StrictStr] = None


class OpenThread(_Request):
    """Open another thread of the bot, under a name of the scenario's own."""

    kind: Literal["openThread"]
    bot: Key
    thread: StrictStr
    title: Maybe[StrictStr] = None


class PatchThread(_Request):
    """Change a thread."""

    kind: Literal["patchThread"]
    bot: Key
    thread: Maybe[StrictStr] = None
    patch: Values


class PatchBot(_Request):
    """Change the bot."""

    kind: Literal["patchBot"]
    bot: Key
    patch: Values


class DeleteThread(_Request):
    """Delete a thread of the bot."""

    kind: Literal["deleteThread"]
    bot: Key
    thread: Maybe[StrictStr] = None


class DeleteBot(_Request):
    """Delete the bot."""

    kind: Literal["deleteBot"]
    bot: Key


class Rerun(_Request):
    """Take the conversation up again from a user message, perhaps with other words."""

    kind: Literal["rerun"]
    bot: Key
    thread: Maybe[StrictStr] = None
    nth: Whole = -1
    """Which user message of the thread: from 0, negative from the end."""
    text: Maybe[StrictStr] = None


class CancelQueued(_Request):
    """Take a message back that is queued."""

    kind: Literal["cancelQueued"]
    bot: Key
    nth: Whole = 0
    """Which queued message of the bot, oldest first: from 0, negative from the end."""
    thread: Maybe[StrictStr] = None
    """The thread that the request names; when absent, the message's own."""


class CancelRun(_Request):
    """Cancel the latest run of the routine."""

    kind: Literal["cancelRun"]
    routine: StrictStr


class ResolveRequest(_Request):
    """Answer what a turn of the bot asks a person."""

    kind: Literal["resolveRequest"]
    bot: Key
    approve: StrictBool = True
    nth: Whole = 0
    """Which open request of the bot, oldest first: from 0, negative from the end."""


class RestartServer(Part):
    """Stop the harness at once and start it again on what it has written."""

    kind: Literal["restartServer"]


class AdvanceClock(Part):
    """Let time pass; what falls due on the way happens at its time."""

    kind: Literal["advanceClock"]
    ms: Number


ORIGINAL_STEPS = (
    Send, WaitForTurns, WaitForNodeStatus, WaitForBusy, WaitForActivity, CreateRoutine, RunRoutine, SnapshotRoutineRun,
    WaitForRoutineRun, WriteGate, InstallSkill, SetConfig, SetSkillAssignment, SetVmState, ConsumeDump, CaptureComputer,
    PollComputerGate,
)  # fmt: skip
EXTENSIONS = (
    Interrupt, OpenThread, PatchThread, PatchBot, DeleteThread, DeleteBot, Rerun, CancelQueued, CancelRun,
    ResolveRequest, RestartServer, AdvanceClock,
)  # fmt: skip

Waiting = WaitForTurns | WaitForNodeStatus | WaitForBusy | WaitForActivity | WaitForRoutineRun | ConsumeDump
"""The steps that say how long they wait."""

Step = Annotated[
    Send | WaitForTurns | WaitForNodeStatus | WaitForBusy | WaitForActivity | CreateRoutine | RunRoutine
    | SnapshotRoutineRun | WaitForRoutineRun | WriteGate | InstallSkill | SetConfig | SetSkillAssignment | SetVmState
    | ConsumeDump | CaptureComputer | PollComputerGate | Interrupt | OpenThread | PatchThread | PatchBot | DeleteThread
    | DeleteBot | Rerun | CancelQueued | CancelRun | ResolveRequest | RestartServer | AdvanceClock,
    Discriminator("kind"),
]  # fmt: skip


def word(step: type[Part]) -> str:
    """The kind of a step, as documents have it.

    >>> word(Send), word(AdvanceClock)
    ('send', 'advanceClock')
    """
    return str(get_args(step.model_fields["kind"].annotation)[0])


ANYWHERE = frozenset({
    "send", "waitForTurns", "waitForBusy", "waitForActivity", "writeGate", "installSkill",
    *(word(step) for step in EXTENSIONS),
})  # fmt: skip
"""The steps of every world."""
ONLY = {
    "coordination": frozenset({"waitForNodeStatus", "createRoutine", "runRoutine", "snapshotRoutineRun",
                               "waitForRoutineRun", "setConfig", "setSkillAssignment"}),
    "localVm": frozenset({"setVmState", "consumeDump", "captureComputer", "pollComputerGate"}),
}  # fmt: skip
"""The steps that only one world knows."""


def timeout_of(step: Part) -> float | None:
    """How long a step waits at most, in milliseconds; None for one that does not wait.

    >>> timeout_of(WaitForBusy(kind="waitForBusy", bot="a", busy=True))
    20000.0
    """
    if isinstance(step, CaptureComputer):
        return WAIT_MS
    if not isinstance(step, Waiting):
        return None
    if step.timeout_ms is not None:
        return step.timeout_ms
    return RUN_WAIT_MS if isinstance(step, WaitForRoutineRun) else WAIT_MS
