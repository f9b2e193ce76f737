"""Steps of sessions a second, beside a toy environment of Gymnasium in the same run: blinding, validation and the full
history on, at 1,000 trials a session; and whether a step costs more when much lies behind it."""

from __future__ import annotations

import importlib
import json
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import hawthorne.protocol as hs
from bench.row import Row, Spread, rate, seconds

TRIALS = 1_000
AIM = 20_000
OWN = {"source": "own", "locator": {"section": "whole"}, "label": "own"}
RESPONSES: list[dict[str, Any]] = [
    {"id": "side", "kind": "choice", "prompt": "Which side has more dots?", "widget": "buttons", "cite": OWN,
     "options": [{"id": "left", "text": "Left"}, {"id": "right", "text": "Right"}]},
    {"id": "sure", "kind": "slider", "prompt": "How sure are you?", "range": [0, 100], "cite": OWN},
]  # fmt: skip


def study(asked: int) -> dict[str, Any]:
    """An invented study of 1,000 trials with `asked` responses a screen."""
    item = {"id": "q", "type": "text", "text": "Look at the dots.", "cite": OWN}
    page = {"id": "pg1", "items": [item], "responses": [each["id"] for each in RESPONSES[:asked]]}
    return {
        "schema": "hawthorne/protocol.v1", "id": "trials", "version": "1.0.0", "title": "Trials", "language": "en",
        "sources": [{"id": "own", "kind": "own", "citation": "invented", "licence": "CC0-1.0", "tier": "open"}],
        "units": [{"id": "p", "kind": "participant", "primary": True, "rows": {"per": "session"}, "keys": ["session"]}],
        "arms": [{"id": "only", "levels": {}, "cite": OWN}], "assignment": {"method": "balanced", "cite": OWN},
        "responses": RESPONSES[:asked], "stages": [{"id": "trial", "pages": [page], "cite": OWN}],
        "flow": {"loop": {"id": "trials", "over": {"times": TRIALS}, "do": {"stage": "trial"}}},
        "human": {}, "hypotheses": [], "analyses": [],
    }  # fmt: skip


def made(asked: int) -> hs.Env:
    with TemporaryDirectory() as folder:
        (Path(folder) / "protocol.json").write_text(json.dumps(study(asked)))
        return hs.make(folder)


VALUES = ("o1", 50)


def taken(env: hs.Env, marks: dict[int, float] | None = None) -> None:
    """One session from its first screen to its last; `marks` takes the moment after so many steps."""
    (session,) = env.group(env.spec(1, 7)[0])
    state = session.reset()
    step = 0
    while not state["done"]:
        shown = state["screen"]["responses"]
        state = session.step({each["id"]: value for each, value in zip(shown, VALUES, strict=False)})
        step += 1
        if marks is not None:
            marks[step] = time.process_time()


def rows(quick: bool) -> Iterator[Row]:
    repeats = 5 if quick else 11
    peer = toy()
    toys = None if peer is None else rate(TRIALS, seconds(peer, repeats))
    for asked, what in ((1, "one response"), (2, "two responses")):
        env = made(asked)
        mine = rate(TRIALS, seconds(partial(taken, env), repeats))
        note = "gymnasium is not installed" if toys is None else f"a Gymnasium toy, no history: {toys.median:,.0f}/s"
        ratio = None if toys is None else mine.median / toys.median
        yield Row("sessions", f"steps of a screen with {what}", mine, "/s", AIM, peer=ratio, note=note)
    late = []
    for _ in range(repeats):
        marks: dict[int, float] = {}
        taken(env, marks)
        early = (marks[60] - marks[10]) / 50
        late.append(early / ((marks[TRIALS - 1] - marks[TRIALS - 51]) / 50))
    yield Row("sessions", "rate at trial 1,000 over that at trial 10", Spread.of(late), "", 0.5)


def toy() -> Callable[[], None] | None:
    """A thousand steps of the least environment that Gymnasium allows: one choice, no history, no checks."""
    try:
        gymnasium: Any = importlib.import_module("gymnasium")
    except ImportError:
        return None

    class Toy(gymnasium.Env):  # type: ignore[misc]
        observation_space = gymnasium.spaces.Discrete(2)
        action_space = gymnasium.spaces.Discrete(2)

        def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[int, dict[str, Any]]:
            super().reset(seed=seed)
            self.trial = 0
            return 0, {}

        def step(self, action: int) -> tuple[int, float, bool, bool, dict[str, Any]]:
            self.trial += 1
            return action, 0.0, self.trial == TRIALS, False, {}

    wrapped = gymnasium.wrappers.PassiveEnvChecker(gymnasium.wrappers.OrderEnforcing(Toy()))

    def play() -> None:
        wrapped.reset()
        done = False
        while not done:
            _, _, done, _, _ = wrapped.step(1)

    return play
