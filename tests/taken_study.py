"""Taking the fixtures: every study, policies, and the streams of States that come of them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import hawthorne.protocol as hs
from hawthorne.core.draws import Draws
from hawthorne.spaces.asked import form_of

STUDIES = Path(__file__).parent / "fixtures" / "studies"
NAMES = sorted(path.name for path in STUDIES.iterdir() if (path / "protocol.json").is_file())

Policy = Callable[[hs.State], dict[str, Any]]


def made(name: str) -> hs.Env:
    return hs.make(STUDIES / name)


def at_random(seed: object) -> Policy:
    """Valid answers, as far as each response alone goes; drawn anew after a refusal."""
    draws, calls = Draws.seeded(str(seed)), [0]

    def answers(state: hs.State) -> dict[str, Any]:
        calls[0] += 1
        found: dict[str, Any] = form_of(state).sample(draws.at(calls[0]))
        return found

    return answers


def seats(env: hs.Env, group: int = 1, seed: int = 7, **options: Any) -> list[hs.Session]:
    """The sessions of one group (or of one participant), opened."""
    size = len(env.design(_size(env), seed))
    return [env.open(spec, **options) for spec in env.design(size * group, seed)[-size:]]


def _size(env: hs.Env) -> int:
    for n in range(1, 13):
        try:
            env.design(n)
        except hs.ProtocolError:
            continue
        return n
    raise AssertionError("no group is so large")


def played(sessions: list[hs.Session], seed: object = 1) -> Iterator[tuple[hs.Session, hs.State]]:
    """Play a group at random, giving every State as it comes."""
    policies = [at_random((seed, session.participant)) for session in sessions]
    states = [session.reset() for session in sessions]
    yield from zip(sessions, states, strict=True)
    while not all(state["done"] for state in states):
        for k, session in enumerate(sessions):
            if not states[k]["done"]:
                waits = states[k]["timing"]["advance"] == "wait"
                states[k] = session.step({} if waits else policies[k](states[k]))
                yield session, states[k]


def stream(name: str, groups: int = 6, seed: int = 7) -> str:
    """The digest of all States of some groups of a study."""
    env, sha = made(name), hashlib.sha256()
    for group in range(1, groups + 1):
        for _, state in played(seats(env, group, seed)):
            sha.update(json.dumps(state, ensure_ascii=False).encode() + b"\n")
    return sha.hexdigest()


if __name__ == "__main__":  # writes the golden files anew: PYTHONPATH=src:tests:tests/protocol python -m taken_study
    import test_streams

    test_streams.GOLDEN.write_text(json.dumps({name: stream(name) for name in NAMES}, indent=2) + "\n")
    test_streams.TEXTS.mkdir(exist_ok=True)
    for each in NAMES:
        (test_streams.TEXTS / f"{each}.txt").write_text(test_streams.golden_texts(each), encoding="utf-8")
