"""Evidence: what a world shows of a scenario that was played, frozen before anything is judged.

Judgements read this and nothing else, never the harness. Its JSON form (camelCase, as the fields' aliases) is what a
world answers when it is asked for its evidence; a key that is missing or unknown is refused, since an assertion over
an empty list would hold for the wrong reason.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from hawthorne.core.values import JSON

OFF_SCRIPT = "off script: "
"""How the reason of a turn begins whose script could not be kept: a call was not refused as it was to be, or bound a
value that there was not."""


class Part(BaseModel):
    """A part of the evidence."""

    model_config = ConfigDict(frozen=True, extra="forbid", alias_generator=to_camel, populate_by_name=True)


class Call(Part):
    """A tool call that a turn made: `result` is what the harness answered, `errored` whether it refused."""

    tool: str
    arguments: Mapping[str, JSON]
    errored: bool
    result: JSON = None


class TurnRow(Part):
    """An engine turn that has ended. `index` counts the bot's turns by their start, from 0; `system` is the prompt at
    its launch, `instructions` all that the model could read as such (stable and volatile), `prompt` the user message
    object; `model` and `permission_mode` are those that it was begun with; `reason` says why it did not end well;
    `seq_start` and `seq_end` order starts and ends over all bots."""

    bot: str
    index: int
    thread_id: str
    system: str
    instructions: str | None = None
    prompt: JSON = None
    tool_calls: tuple[Call, ...] = ()
    tools_offered: tuple[str, ...] | None = None
    outcome: str = "ok"
    reason: str | None = None
    model: str | None = None
    permission_mode: str | None = None
    seq_start: int | None = None
    seq_end: int | None = None


class Stage(Part):
    """A status that a node had, since when (seconds on the case's clock)."""

    status: str
    at: float | None = None
    seq: int | None = None


class Node(Part):
    """A node of the handoff tree, in the order of insertion. `has_parent` is present when true, `error` where it says
    why the work came to nothing."""

    bot: str
    status: str
    thread_id: str
    has_parent: bool = False
    history: tuple[Stage, ...] | None = None
    error: str | None = None


class Send(Part):
    """A message that the scenario sent, and its fate: `started`, `steered`, `queued` or `refused`."""

    bot: str
    text: str
    queued: bool | None = None
    fate: str | None = None
    reason: str | None = None
    status: int | None = None


class Activity(Part):
    """A line of activity in one of the bot's threads; one that was rewritten in place is listed in each form."""

    name: str
    thread_id: str | None = None
    seq: int | None = None


class ThreadState(Part):
    """A thread of a bot, at the end."""

    model_config = ConfigDict(frozen=True, extra="allow", alias_generator=to_camel, populate_by_name=True)

    thread_id: str
    title: str = ""


class BotState(Part):
    """A bot at the end: its id in the harness, and its threads that were not deleted; more may be said of it."""

    model_config = ConfigDict(frozen=True, extra="allow", alias_generator=to_camel, populate_by_name=True)

    id: str
    threads: tuple[ThreadState, ...] | None = None


class Evidence(Part):
    """All that is judged. `turns` are in the order of completion; `threads` hold the messages by thread id;
    `active_threads` has the thread with which each bot was created; `activities` and `proven` (prefixes that were
    waited for and seen) are by bot; `observations` by the name under which a step saved them.

    What a world of somebody else's may not know (`overruns`, `unused`, `bots`, histories, offered tools) may be left
    out; assertions over it then fail and say so. `wording` has the harness's sentences by key, for `{"$msg": key}`;
    `routines` and `opened` the ids of the routines and threads that the scenario named, by their names in it.
    """

    turns: tuple[TurnRow, ...]
    handoffs: tuple[Node, ...]
    active_threads: Mapping[str, str]
    threads: Mapping[str, tuple[Mapping[str, JSON], ...]]
    sends: tuple[Send, ...]
    observations: Mapping[str, Mapping[str, JSON]]
    activities: Mapping[str, tuple[Activity, ...]]
    proven: Mapping[str, tuple[str, ...]] = Field(default_factory=dict)
    overruns: tuple[TurnRow, ...] | None = None
    unused: Mapping[str, tuple[int, ...]] | None = None
    bots: Mapping[str, BotState] = Field(default_factory=dict)
    routines: Mapping[str, str] = Field(default_factory=dict)
    opened: Mapping[str, str] = Field(default_factory=dict)
    wording: Mapping[str, str] = Field(default_factory=dict)
    timeline: tuple[Any, ...] = ()
    partial: bool = False

    def turns_of(self, bot: str) -> tuple[TurnRow, ...]:
        """The turns of a bot, in the order of completion."""
        return tuple(turn for turn in self.turns if turn.bot == bot)

    def turn_of(self, bot: str, index: int) -> TurnRow | None:
        """A bot's turn by its index, or None."""
        return next((turn for turn in self.turns if turn.bot == bot and turn.index == index), None)

    def nodes_of(self, bot: str) -> tuple[Node, ...]:
        """The handoff nodes of a bot, in the order of insertion."""
        return tuple(node for node in self.handoffs if node.bot == bot)

    def as_json(self) -> dict[str, JSON]:
        """The JSON form, without what was left out."""
        return self.model_dump(mode="json", by_alias=True, exclude_unset=True)
