"""A study as an environment of Gymnasium (one participant) or of PettingZoo (a group in parallel).

They need the extra `gym`. What is seen: `screen` (the State as text, see `to_text`), `asked` (which of the declared
responses are on the screen), `range` (the ends of those that are numbers) and `step`. An action answers all declared
responses; what is not on the screen is ignored. An action that is not accepted gives the same observation and says why
in `info["error"]`; the State itself is in `info["state"]`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

try:
    import gymnasium
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import ParallelEnv
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(f'{error.name} is not installed: pip install "hawthorne[gym]"', name=error.name) from None

from hawthorne.core.values import JSON
from hawthorne.hold.group import Deadlock
from hawthorne.hold.seat import State
from hawthorne.hold.trial import ANSWER
from hawthorne.protocol.actions import Part, part_of
from hawthorne.protocol.env import Env, make
from hawthorne.protocol.errors import ProtocolError
from hawthorne.protocol.session import Session
from hawthorne.protocol.spec import SessionSpec
from hawthorne.spaces.asked import OPEN
from hawthorne.spaces.prose import to_text

Reward = Callable[[State], float]
Observation = dict[str, Any]
MOST = 1_000
"""The most options of a trial of a task, whose buttons no protocol declares."""

FAR = float(2**53)
"""Where the open end of a range lies: beyond, a float does not hold every whole number."""


class Screen(spaces.Space[str]):
    """The space of a screen's text: any string."""

    def __init__(self) -> None:
        super().__init__((), None)

    def contains(self, x: Any) -> bool:
        return isinstance(x, str)

    def sample(self, mask: Any = None, probability: Any = None) -> str:
        return ""

    @property
    def is_np_flattenable(self) -> bool:
        return False

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Screen)

    def __repr__(self) -> str:
        return "Screen()"


def _nothing(state: State) -> float:
    return 0.0


class Declared:
    """The declared responses of a study as parts of actions: `response_1` is the first that it declares."""

    def __init__(self, env: Env) -> None:
        model = env.document.model
        self.parts: dict[str, Part] = {}
        self._names: dict[str, str] = {}
        for k, response in enumerate(model.responses, 1):
            self._names[response.id] = f"response_{k}"
            self.parts[f"response_{k}"] = part_of(response)
        if any(stage.instrument is not None for stage in model.stages):
            self._names[ANSWER] = "trial"
            self.parts["trial"] = Part(spaces.Discrete(MOST), lambda shown, k: shown["options"][int(k)]["code"])
        self.actions = spaces.Dict({name: part.space for name, part in self.parts.items()})
        n = len(self.parts)
        self.observations = spaces.Dict(
            {
                "screen": Screen(),
                "asked": spaces.MultiBinary(n),
                "range": spaces.Box(-FAR, FAR, (n, 2), np.float64),
                "step": spaces.Box(0, np.iinfo(np.int64).max, (), np.int64),
            }
        )

    def observe(self, session: Session, state: State) -> Observation:
        """What is seen of a State; errors are no part of it."""
        asked = np.zeros(len(self.parts), np.int8)
        ends = np.full((len(self.parts), 2), (-FAR, FAR))
        order, known = list(self.parts), session.names
        for shown in state["screen"]["responses"]:
            k = order.index(self._names[known[shown["id"]]])
            asked[k] = 1
            for side, end in enumerate(shown.get("range", OPEN)):
                if end is not None:
                    ends[k, side] = end
        text = to_text({key: value for key, value in state.items() if key != "error"})
        return {"screen": text, "asked": asked, "range": ends, "step": np.array(state["step"], np.int64)}

    def answers(self, session: Session, state: State, action: Mapping[str, Any]) -> dict[str, JSON]:
        """What an action answers to a State; a part that is none of its space is passed on, to be refused."""
        answers: dict[str, JSON] = {}
        known = session.names
        for shown in state["screen"]["responses"]:
            name = self._names[known[shown["id"]]]
            part = self.parts[name]
            value: Any = action.get(name)
            if part.space.contains(value):
                try:
                    value = part.answer(shown, value)
                except IndexError:
                    value = int(value)
            answers[shown["id"]] = value
        return answers


def _env(study: str | Path | Env) -> Env:
    return study if isinstance(study, Env) else make(study)


def _info(session: Session, state: State) -> dict[str, Any]:
    return {"state": state, "participant": session.participant} | (
        {"error": state["error"]} if "error" in state else {}
    )


class ProtocolEnv(gymnasium.Env[Observation, dict[str, Any]]):
    """A study for one participant at a time; each `reset` is the next one of the design, and one with a seed the first
    of the design of that seed. `options={"spec": spec}` takes a spec. `reward` is of the State after a step (none: 0).

    Raises ProtocolError for a study of groups: see `ParallelProtocol`.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012  (Gymnasium's own word)

    def __init__(
        self, study: str | Path | Env, seed: int | str = 0, reward: Reward = _nothing, render_mode: str | None = None,
        history: str = "full",
    ) -> None:  # fmt: skip
        self.study = _env(study)
        if len(self.study.spec(1, seed)) > 1:
            message = "several people play this study together: ParallelProtocol is for them"
            raise ProtocolError(self.study.study_id, "group_study", message)
        self.render_mode = render_mode
        self._declared = Declared(self.study)
        self.action_space = self._declared.actions
        self.observation_space = self._declared.observations
        self._seed, self._case = seed, 0
        self._reward, self._history = reward, history
        self._session: Session | None = None
        self._state: State | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        if seed is not None:
            self._seed, self._case = seed, 0
        self._case += 1
        spec: SessionSpec = (options or {}).get("spec") or self.study.spec(self._case, self._seed)[0]
        (self._session,) = self.study.group(spec, history=self._history)
        self._state = self._session.reset()
        return self._declared.observe(self._session, self._state), _info(self._session, self._state)

    def step(self, action: dict[str, Any]) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        session, state = self._session, self._state
        assert session is not None and state is not None, "call reset() first"  # noqa: PT018
        stuck = False
        try:
            state = session.step(self._declared.answers(session, state, action))
        except Deadlock:
            stuck, state = True, session.state
        self._state = state
        seen = self._declared.observe(session, state)
        return seen, float(self._reward(state)), bool(state["done"]), stuck, _info(session, state)

    def render(self) -> str | None:
        return None if self._state is None or self.render_mode is None else to_text(self._state)


class ParallelProtocol(ParallelEnv[str, Observation, dict[str, Any]]):
    """A study of groups, one group at a time: `player_1` is its first seat. Each round every agent that has something
    to answer answers; who waits sees what comes of it. `reward` is of an agent's State after a round (none: 0)."""

    metadata = {"render_modes": ["ansi"], "render_fps": 1, "name": "hawthorne_protocol"}  # noqa: RUF012

    def __init__(
        self, study: str | Path | Env, seed: int | str = 0, reward: Reward = _nothing, render_mode: str | None = None,
        history: str = "full",
    ) -> None:  # fmt: skip
        self.study = _env(study)
        self.render_mode = render_mode
        self._declared = Declared(self.study)
        self._seed, self._case = seed, 0
        self._reward, self._history = reward, history
        self.possible_agents = [f"player_{k}" for k, _ in enumerate(self.study.spec(1, seed), 1)]
        self.agents: list[str] = []
        self._actions = {agent: Declared(self.study).actions for agent in self.possible_agents}
        self._sessions: dict[str, Session] = {}
        self._states: dict[str, State] = {}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._declared.observations

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._actions[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        if seed is not None:
            self._seed, self._case = seed, 0
        self._case += 1
        spec: SessionSpec = (options or {}).get("spec") or self.study.spec(self._case, self._seed)[0]
        sessions = self.study.group(spec, history=self._history)
        self._sessions = dict(zip(self.possible_agents, sessions, strict=True))
        self._states = {agent: session.reset() for agent, session in self._sessions.items()}
        self.agents = list(self.possible_agents)
        return self._seen(self.agents), self._infos(self.agents)

    def step(
        self, actions: dict[str, dict[str, Any]]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        agents, stuck = list(self.agents), False
        before = dict(self._states)
        for agent in agents:
            if agent in actions and before[agent]["timing"]["advance"] != "wait" and not before[agent]["done"]:
                session, state = self._sessions[agent], before[agent]
                if session.done:  # ended by what another one did just now
                    continue
                self._states[agent] = session.step(self._declared.answers(session, state, actions[agent]))
        for agent in agents:
            if "error" not in self._states[agent]:
                self._states[agent] = self._sessions[agent].state
        if all(self._states[agent]["timing"]["advance"] == "wait" for agent in agents):
            stuck = self._poll(agents)
        self.agents = [agent for agent in agents if not self._states[agent]["done"] and not stuck]
        return (
            self._seen(agents),
            {agent: float(self._reward(self._states[agent])) for agent in agents},
            {agent: bool(self._states[agent]["done"]) for agent in agents},
            dict.fromkeys(agents, stuck),
            self._infos(agents),
        )

    def render(self) -> str | None:
        if self.render_mode is None:
            return None
        return "\n\n".join(f"[{agent}]\n{to_text(state)}" for agent, state in self._states.items())

    def _poll(self, agents: list[str]) -> bool:
        """Let time go on for those who wait; True where nobody will ever move."""
        try:
            for agent in agents:
                self._states[agent] = self._sessions[agent].step({})
        except Deadlock:
            return True
        return False

    def _seen(self, agents: list[str]) -> dict[str, Observation]:
        return {agent: self._declared.observe(self._sessions[agent], self._states[agent]) for agent in agents}

    def _infos(self, agents: list[str]) -> dict[str, dict[str, Any]]:
        return {agent: _info(self._sessions[agent], self._states[agent]) for agent in agents}
