"""The flow: in what order stages are played, by whom, and under what conditions. A tree of nodes of one key each."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Discriminator, Field, Tag

from hawthorne.core.values import JSON
from hawthorne.protocols.model.citing import Cited, Tier, Withheld
from hawthorne.protocols.model.part import ON_FAIL, Expr, Filled, Id, Many, Name, Part, Positive, Ref, Shown


class Node(Part):
    """What all nodes have."""

    id: Id | None = None
    """Its id, by which a shuffle's constraints know it; a stage's node is known by the stage too."""
    tags: Many[Id] = ()
    """Its tags, by which a shuffle's constraints know it."""
    max_steps: Positive | None = None
    """At the flow's root: the most screens that one participant can see."""
    cite: Cited | None = None
    """Where the source describes it."""


class StageNode(Node):
    """A stage is played."""

    stage: Id
    """Its id."""


class SequenceNode(Node):
    """Nodes one after the other."""

    sequence: Many[AnyNode]
    """The nodes."""


class NoAdjacent(Part):
    """No two nodes with a tag stand beside one another."""

    type: Literal["no_adjacent"]
    """`no_adjacent`"""
    tag: Id
    """The tag."""


class MaxRun(Part):
    """At most so many nodes with a tag stand in a row."""

    type: Literal["max_run"]
    """`max_run`"""
    tag: Id
    """The tag."""
    n: Positive
    """How many."""


class First(Part):
    """A node comes first."""

    type: Literal["first"]
    """`first`"""
    id: Id
    """Which."""


class Before(Part):
    """A node comes before another."""

    type: Literal["before"]
    """`before`"""
    a: Id
    """The earlier one."""
    b: Id
    """The later one."""


OrderRule = Annotated[NoAdjacent | MaxRun | First | Before, Field(discriminator="type")]
"""A rule for the order of a shuffle."""


class ShuffleNode(Node):
    """Nodes in random order."""

    shuffle: Filled[AnyNode]
    """The nodes."""
    take: Positive | None = None
    """How many of them are played; none: all."""
    by: Ref | None = None
    """The draw that fixes the order (`draw.order`): positions from 1, or ids of nodes."""
    constraints: Many[OrderRule] = ()
    """Rules for the order."""


class Case(Part):
    """One way of a branch."""

    when: Expr
    """It is taken when this is true and no earlier one is."""
    do: AnyNode
    """What is played then."""


class BranchNode(Node):
    """The first way whose condition is true."""

    branch: Filled[Case]
    """The ways in order."""
    else_: AnyNode | None = Field(default=None, alias="else")
    """What is played when none is."""


class OverDraw(Part):
    """A pass for each value of a draw."""

    draw: Name
    """The draw: a list."""


class OverTimes(Part):
    """A number of passes."""

    times: Positive
    """How many; the value of a pass is its number, from 1."""


def _over(value: Any) -> str | None:
    if isinstance(value, (list, tuple)):
        return "{list}"
    if isinstance(value, dict):
        return next((f"{{{key}}}" for key in ("draw", "times") if key in value), None)
    return "{draw}" if isinstance(value, OverDraw) else "{times}" if isinstance(value, OverTimes) else None


class Loop(Part):
    """A node for each of several values."""

    id: Name
    """Its id: `loop.<id>.<as>` is the pass's value, `loop.<id>.index` the pass's number from 1."""
    over: Annotated[
        Annotated[Many[JSON], Tag("{list}")]
        | Annotated[OverDraw, Tag("{draw}")]
        | Annotated[OverTimes, Tag("{times}")],
        Discriminator(_over),
    ]
    """The values: a list, a draw's, or so many times."""
    as_: Name = Field(default="value", alias="as")
    """The name of a pass's value."""
    order: Literal["fixed", "shuffle", "latin"] = "fixed"
    """As written; in random order; or by the row of a Latin square that is the participant's."""
    do: AnyNode
    """What is played in each pass."""
    until: Expr | None = None
    """The loop ends early after a pass in which this is true."""


class LoopNode(Node):
    """A loop."""

    loop: Loop
    """The loop."""


class Parallel(Part):
    """A node for each role, at the same time."""

    roles: dict[Name, AnyNode]
    """What each role plays."""


class ParallelNode(Node):
    """Roles play at the same time."""

    parallel: Parallel
    """Who plays what."""


class Sync(Part):
    """A point where a participant waits for others."""

    id: Name
    """Its id."""
    needs: Filled[Ref]
    """What must have been answered: `role.sender.resp.offer`, or `group.resp.give` for every seat's; in a loop: in
    this pass."""
    scope: Literal["group"] = "group"
    """Among whom."""


class SyncNode(Node):
    """Everybody who comes here waits."""

    sync: Sync
    """For what."""


class Reveal(Part):
    """Something that participants are told; it is among the next screen's events."""

    to: Name = "all"
    """Who is told: a role, or `all`. In a role's own part of a `parallel` it is that role."""
    event: Literal["partner_action", "feedback", "timeout", "returned", "waiting", "round_start", "payoff"]
    """What kind of event it is."""
    text: Shown
    """What is said."""
    data: dict[Name, Expr] = Field(default_factory=dict)
    """Values that the text shows, as values."""
    when: Expr | None = None
    """It is said when this is true."""
    tier: Tier | None = None
    """Stricter than its source's, or nothing."""
    withheld: Many[Withheld] = ()
    """What its placeholders stand for."""


class RevealNode(Node):
    """Participants are told something."""

    reveal: Reveal
    """What."""


class Check(Part):
    """A check of attention or comprehension."""

    response: Name
    """The response that is checked."""
    pass_: Expr = Field(alias="pass")
    """It is passed when this is true."""
    on_fail: Annotated[str, Field(pattern=ON_FAIL)] = "continue"
    """Else: go on; end with `failed_check`; or `repeat:<k>`: play again, k times at most, then end so."""
    again: Id | None = None
    """Where a repeat begins: a stage before the check in the same sequence; none: its first node."""
    public_feedback: Shown | None = None
    """What the participant is told who did not pass."""
    tier: Tier | None = None
    """Stricter than its source's, or nothing."""
    withheld: Many[Withheld] = ()
    """What its placeholders stand for."""


class CheckNode(Node):
    """An answer is checked."""

    check: Check
    """What, and what follows."""


class End(Part):
    """The session's end."""

    code: Literal["complete", "screened_out", "failed_check"] = "complete"
    """How it ends; no participant sees it."""
    stage: Id | None = None
    """The closing screens."""


class EndNode(Node):
    """The session ends here."""

    end: End
    """How."""


NODES = ("stage", "sequence", "shuffle", "branch", "loop", "parallel", "sync", "reveal", "check", "end")
"""The keys by which nodes are told apart."""


_NODES: dict[type, str] = {
    StageNode: "{stage}", SequenceNode: "{sequence}", ShuffleNode: "{shuffle}", BranchNode: "{branch}",
    LoopNode: "{loop}", ParallelNode: "{parallel}", SyncNode: "{sync}", RevealNode: "{reveal}",
    CheckNode: "{check}", EndNode: "{end}",
}  # fmt: skip


def _node(value: Any) -> str | None:
    if isinstance(value, dict):
        found = next((key for key in NODES if key in value), None) or next(iter(value), None)
        return None if found is None else f"{{{found}}}"
    return _NODES.get(type(value))


AnyNode = Annotated[
    Annotated[StageNode, Tag("{stage}")]
    | Annotated[SequenceNode, Tag("{sequence}")]
    | Annotated[ShuffleNode, Tag("{shuffle}")]
    | Annotated[BranchNode, Tag("{branch}")]
    | Annotated[LoopNode, Tag("{loop}")]
    | Annotated[ParallelNode, Tag("{parallel}")]
    | Annotated[SyncNode, Tag("{sync}")]
    | Annotated[RevealNode, Tag("{reveal}")]
    | Annotated[CheckNode, Tag("{check}")]
    | Annotated[EndNode, Tag("{end}")],
    Discriminator(_node),
]
"""A node of any kind."""

for _model in (SequenceNode, ShuffleNode, Case, BranchNode, Loop, LoopNode, Parallel, ParallelNode):
    _model.model_rebuild()
