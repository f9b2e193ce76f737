"""Studies as environments of Gymnasium and PettingZoo: their own checkers pass, and no action breaks a session."""

from __future__ import annotations

import json
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from taken_study import NAMES, STUDIES, made

pytest.importorskip("gymnasium", reason="gymnasium and pettingzoo are the extra `gym`")
pytest.importorskip("pettingzoo", reason="gymnasium and pettingzoo are the extra `gym`")

from gymnasium.utils.env_checker import check_env
from pettingzoo.test import parallel_api_test

import hawthorne
import hawthorne.protocol as hs
from hawthorne.protocol.gym import ParallelProtocol, ProtocolEnv

GROUPS = [name for name in NAMES if made(name).document.model.groups is not None]
ALONE = [name for name in NAMES if name not in GROUPS]


@pytest.mark.parametrize("name", ALONE)
def test_gymnasiums_checker_passes(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*not having a spec.*")  # it was not made through a registry
        check_env(ProtocolEnv(STUDIES / name, render_mode="ansi"))


@pytest.mark.parametrize("name", [name for name in GROUPS if len(made(name).spec(1)) > 1])
def test_a_study_of_groups_is_none_for_one_and_the_error_names_the_other(name: str) -> None:
    with pytest.raises(hs.ProtocolError, match="ParallelProtocol") as caught:
        ProtocolEnv(STUDIES / name)
    assert caught.value.code == "group_study"


@pytest.mark.parametrize("name", GROUPS)
def test_pettingzoos_parallel_checker_passes(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        parallel_api_test(ParallelProtocol(STUDIES / name), num_cycles=200)
    assert "Passed" in capsys.readouterr().out


def test_the_action_space_is_all_declared_responses_and_tells_no_id() -> None:
    env = made("fixture_kinds")
    space = ProtocolEnv(env).action_space
    assert set(space.keys()) == {f"response_{k}" for k in range(1, len(env.document.model.responses) + 1)}
    assert not any(response.id in str(space) for response in env.document.model.responses if "_" in response.id)


def test_random_actions_come_to_an_end_and_what_is_not_accepted_is_said() -> None:
    env = ProtocolEnv(STUDIES / "fixture_kinds")
    env.action_space.seed(3)
    errors, ends = 0, 0
    for _ in range(40):
        seen, info = env.reset()
        for _ in range(400):
            after, _, done, stuck, info = env.step(env.action_space.sample())
            assert not stuck
            if "error" in info:
                errors += 1
                assert same(after, seen)
            seen = after
            if done:
                ends += 1
                break
    assert ends == 40
    assert errors > 0


def same(one: Any, other: Any) -> bool:
    return all(np.array_equal(one[key], other[key]) for key in one)


def test_an_action_that_is_none_gives_the_same_observation_and_the_error() -> None:
    env = ProtocolEnv(STUDIES / "fixture_score")
    seen, info = env.reset(seed=1)
    assert seen["asked"].tolist() == [1, 0, 0]
    assert seen["range"][0].tolist() == [0, 100]
    assert seen["screen"] == hs.to_text(info["state"])
    for wrong in ({}, {"response_1": "high"}, {"response_1": np.array(7.0)}, {"response_2": np.array(0.5)}):
        after, reward, done, stuck, info = env.step(wrong)
        assert same(after, seen)
        assert (reward, done, stuck) == (0.0, False, False)
        assert info["error"]["responses"][0]["id"] == "r1"
        assert after in env.observation_space
    after, *_ = env.step({"response_1": np.array(0.5)})
    assert after["step"] == 2


def test_each_reset_is_the_next_participant_and_a_seed_begins_the_design_anew() -> None:
    env = ProtocolEnv(STUDIES / "fixture_score")
    labels = [env.reset(seed=5)[1]["participant"], *(env.reset()[1]["participant"] for _ in range(2))]
    assert labels == ["p1", "p2", "p3"]
    assert env.reset(seed=5)[1]["participant"] == "p1"
    spec = env.study.design(9, 2)[7]
    assert env.reset(options={"spec": spec})[1]["participant"] == "p8"
    assert env.study.sessions() == []


def test_a_reward_is_of_the_state_after_the_step() -> None:
    env = ProtocolEnv(STUDIES / "fixture_score", reward=lambda state: state["step"] + 0.5 * state["done"])
    env.reset()
    rewards = []
    done = False
    while not done:
        _, reward, done, _, _ = env.step(env.action_space.sample())
        rewards.append(reward)
    assert rewards == [2.0, 2.5]


def test_an_action_on_a_screen_that_was_not_seen_is_not_taken() -> None:
    """Who waited when the round began answers nothing in it, though another one's move ends the waiting."""
    env = ParallelProtocol(STUDIES / "fixture_trust")
    env.reset(seed=1)
    streams = []
    while env.agents:
        waiting = {agent for agent in env.agents if env._states[agent]["timing"]["advance"] == "wait"}
        answered = {agent: len(env._states[agent]["answered"]) for agent in env.agents}
        *_, infos = env.step({agent: env.action_space(agent).sample() for agent in env.agents})
        for agent in waiting & infos.keys():
            assert len(infos[agent]["state"]["answered"]) == answered[agent]
            assert "error" not in infos[agent]
        streams.append(json.dumps({agent: info["state"] for agent, info in infos.items()}))
    assert len(streams) > 2


def test_without_the_extra_the_error_says_how_to_install_it() -> None:
    code = (
        "import sys; sys.modules['pettingzoo'] = None\n"
        "try:\n    import hawthorne.protocol.gym\nexcept ModuleNotFoundError as error:\n    print(error)"
    )
    source = str(Path(hawthorne.__file__).parents[1])
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env={"PYTHONPATH": source})
    assert done.stdout == 'pettingzoo is not installed: pip install "hawthorne[gym]"\n'
