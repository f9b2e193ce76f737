"""Driving: an agent takes all sessions of a design, in turn, until they have ended."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Literal

from hawthorne.core.draws import Draws
from hawthorne.core.errors import HawthorneError, UsageError
from hawthorne.core.values import JSON
from hawthorne.hold.seat import State
from hawthorne.protocol.env import Env
from hawthorne.protocol.session import Session
from hawthorne.protocol.spec import SessionSpec
from hawthorne.spaces.asked import form_of

Agent = Callable[[State], Any]
OnInvalid = Literal["raise", "refuse", "random"]


class InvalidAgent(HawthorneError):
    """An agent that gave too many answers in a row which were not accepted."""


@dataclass(frozen=True, slots=True)
class RunSummary:
    """What driving came to: sessions by status, answered screens, refused answers."""

    sessions: int
    statuses: Mapping[str, int]
    steps: int
    invalid: int


def drive(
    env: Env,
    specs: Sequence[SessionSpec],
    agent: Agent | Mapping[str, Agent],
    *,
    max_steps: int = 10_000,
    max_invalid: int = 3,
    on_invalid: OnInvalid = "raise",
    workers: int = 1,
    **options: Any,
) -> RunSummary:
    """Open every spec and let the agent answer until all sessions have ended.

    `agent` takes a State and gives its answers; a mapping has one for each participant, role or "" (everybody else). A
    session that answers more than `max_steps` screens raises UsageError; after `max_invalid` refused answers in a row
    the session raises InvalidAgent, ends as `invalid` ("refuse"), or is answered at random ("random"). `workers`
    threads play groups side by side; a group is played by one. `options` go to `Env.open`. Raises Deadlock.
    """
    if on_invalid not in ("raise", "refuse", "random"):
        raise UsageError(f'on_invalid is "raise", "refuse" or "random", not "{on_invalid}"')
    groups: dict[object, list[Session]] = {}
    for spec in specs:
        groups.setdefault((spec.seed, spec.arms, spec.case), []).append(env.open(spec, **options))
    rules = _Rules(agent, max_steps, max_invalid, on_invalid)
    if workers == 1:
        for sessions in groups.values():
            _play(sessions, rules)
    else:
        with ThreadPoolExecutor(workers) as pool:
            for _ in pool.map(lambda sessions: _play(sessions, rules), groups.values()):
                pass
    every = [session for sessions in groups.values() for session in sessions]
    statuses: dict[str, int] = {}
    for session in every:
        statuses[session.status] = statuses.get(session.status, 0) + 1
    return RunSummary(len(every), statuses, sum(s.steps for s in every), sum(s.invalid for s in every))


@dataclass(frozen=True, slots=True)
class _Rules:
    agent: Agent | Mapping[str, Agent]
    max_steps: int
    max_invalid: int
    on_invalid: OnInvalid

    def agent_of(self, session: Session) -> Agent:
        if not isinstance(self.agent, Mapping):
            return self.agent
        for name in (session.participant, session.spec.seat, session.spec.role, ""):
            if name in self.agent:
                return self.agent[name]
        raise UsageError(f"no agent plays {session.participant} ({session.spec.role})")


def _play(sessions: Sequence[Session], rules: _Rules) -> None:
    """Play a group to its end, one step of each session in turn."""
    agents = [rules.agent_of(session) for session in sessions]
    states = [session.reset() for session in sessions]
    while not all(state["done"] for state in states):
        for k, session in enumerate(sessions):
            if not states[k]["done"]:
                states[k] = _step(session, states[k], agents[k], rules)


def _step(session: Session, state: State, agent: Agent, rules: _Rules) -> State:
    if state["timing"]["advance"] == "wait":
        return session.step({})
    if session.steps >= rules.max_steps:
        raise UsageError(f"{session.participant} answered {session.steps:,} screens and is not done (max_steps)")
    state = session.step(agent(state))
    if session.invalid_in_a_row < rules.max_invalid or state["done"]:
        return state
    if rules.on_invalid == "refuse":
        return session.close("invalid")
    if rules.on_invalid == "random":
        return session.step(_random(session, state))
    error = state["error"]
    why = "; ".join(f"{each['id']} {each['message']}" for each in error["responses"]) or error["message"]
    raise InvalidAgent(
        f"{session.participant} gave {session.invalid_in_a_row} answers in a row that were not accepted, "
        f"the last because: {why}"
    )


def _random(session: Session, state: State) -> dict[str, JSON]:
    """Valid answers drawn at random, at an address of the session's own."""
    spec = session.spec
    draws = Draws.seeded(spec.seed).at("drive", spec.participant, state["step"], session.invalid)
    answers: dict[str, JSON] = form_of(state).sample(draws)
    return answers
