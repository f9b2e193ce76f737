"""The scenario: names and defaults of the original format; what is ours is marked in the schema (`x-extension`).

A scenario is pure data: it holds no code, so whatever it causes goes through the harness's own doors.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field, StrictBool, StrictStr

from hawthorne.core.values import JSON
from hawthorne.records.judging import COORDINATE
from hawthorne.scenarios.fields import OURS, Maybe, Number, Part, Values, Whole
from hawthorne.scenarios.pinned import as_json
from hawthorne.scenarios.skill import LibrarySkill
from hawthorne.scenarios.steps import Step

Ours = Field(default=None, json_schema_extra=OURS)


class ToolCall(Part):
    """A call that a scripted model makes. Its arguments may hold references (`@key`) and values that earlier calls
    returned (`{"$from": "call0.result.requests[0].id"}`)."""

    tool: Maybe[StrictStr] = None
    """The tool; `coordinate_bots` when absent."""
    arguments: Values = Field(default_factory=dict)
    expect_error: Maybe[StrictBool] = None
    """The harness must refuse the call; without it, the call must succeed."""

    @property
    def name(self) -> str:
        return COORDINATE if self.tool is None else self.tool


class ScriptedTurn(Part):
    """What a model does in one turn: its calls in order; then it waits for the gate, takes its time, and fails or
    replies."""

    steps: Maybe[tuple[ToolCall, ...]] = None
    reply: Maybe[StrictStr] = None
    """The text of the answer; none is stored when absent."""
    gate: Maybe[StrictStr] = None
    """Hold the turn until this gate is open."""
    delay_ms: Maybe[Number] = None
    fail: Maybe[StrictBool] = None
    exits: Maybe[Whole] = Ours
    """How often the model's process ends before the turn does; the harness may start it again."""

    @property
    def calls(self) -> tuple[ToolCall, ...]:
        return self.steps or ()


class Bot(Part):
    """A bot and the turns that its model replays, whatever the thread."""

    key: StrictStr
    """How the scenario names the bot: `key`, or `@key` in scripted arguments."""
    name: StrictStr
    section: Maybe[StrictStr] = None
    chief_of_staff: Maybe[StrictBool] = None
    managed_sections: Maybe[tuple[StrictStr, ...]] = None
    acknowledge_peer_scope: Maybe[StrictBool] = None
    computer: Maybe[Literal["vm", "browser", "off"]] = None
    browser: Maybe[StrictBool] = None
    turns: tuple[ScriptedTurn, ...]
    allow_overrun: Maybe[StrictBool] = Ours
    """More engine turns than scripted ones are no failure."""
    allow_unused_turns: Maybe[StrictBool] = Ours
    """Scripted turns that are never reached are no failure."""
    allow_broken_turns: Maybe[StrictBool] = Ours
    """Turns whose script cannot be kept are no failure: a call that is not refused as it says, a binding of nothing."""

    @property
    def acknowledges(self) -> bool | None:
        """The consent that the bot is created with: reach beyond its section is consented to unless said otherwise."""
        if self.acknowledge_peer_scope is None and self.managed_sections:
            return True
        return self.acknowledge_peer_scope


class Golden(Part):
    """Where a scenario made of a real conversation comes from: the version of the redactor that must make it again."""

    from_: Literal["redacted-thread"] = Field(alias="from")
    redactor: Whole


class Scenario(Part):
    """One behaviour, pinned."""

    schema_: Maybe[StrictStr] = Field(default=None, alias="$schema", json_schema_extra=OURS)
    """The JSON Schema by which an editor checks the file; nothing reads it."""
    id: StrictStr
    title: StrictStr
    behavior: StrictStr
    """One sentence: the behaviour that this scenario pins."""
    issue: Maybe[Number] = None
    world: Literal["coordination", "localVm"]
    gates: tuple[StrictStr, ...] = ()
    """The gates that the scenario uses."""
    library_skills: tuple[LibrarySkill, ...] = ()
    bots: tuple[Bot, ...]
    steps: tuple[Step, ...]
    assertions: tuple[Any, ...]
    """What must be so in the end: assertions of the registry, see `hawthorne.records.judging.Assertion`."""
    golden: Maybe[Golden] = None

    def as_json(self) -> dict[str, JSON]:
        """The scenario as its file has it, in normal form."""
        whole = self.model_copy(update={"assertions": ()})
        return Part.as_json(whole) | {"assertions": [as_json(each) for each in self.assertions]}

    def bot(self, key: str) -> Bot | None:
        """The bot of a key, or None."""
        return next((bot for bot in self.bots if bot.key == key), None)
