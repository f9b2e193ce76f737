"""What participants are served holds nothing that is not theirs: 200 sessions an arm of every fixture, and the surfaces
that the proofs do not reach."""

from __future__ import annotations

from pathlib import Path

import pytest

import hawthorne as hw
from hawthorne.audit.leak.clone import TOKEN, fresh, reordered, reworded
from hawthorne.audit.rounds import Field
from hawthorne.audit.subject import SEEDS
from hawthorne.audit.takes import Taker
from hawthorne.core.draws import Draws
from hawthorne.core.registry import resolve
from hawthorne.protocol import Env, to_text
from hawthorne.spaces.asked import form_of

STUDIES = Path(__file__).parent.parent / "fixtures" / "studies"
FIXTURES = sorted(path.name for path in STUDIES.iterdir() if path.is_dir())


@pytest.mark.parametrize("name", FIXTURES)
def test_two_hundred_sessions_an_arm_show_nothing_but_what_the_document_shows(name: str) -> None:
    played = Field(hw.load(STUDIES / name), SEEDS).play()
    assert played.sessions >= SEEDS
    assert {proof: list(found) for proof, found in played.found.items() if found} == {}


@pytest.mark.soak
@pytest.mark.parametrize("name", FIXTURES)
def test_two_thousand_sessions_an_arm_show_no_more(name: str) -> None:
    played = Field(hw.load(STUDIES / name), 10 * SEEDS).play()
    assert {proof: list(found) for proof, found in played.found.items() if found} == {}


@pytest.mark.parametrize("name", FIXTURES)
def test_a_clone_has_new_names_for_everything(name: str) -> None:
    document = hw.load(STUDIES / name)
    clone = fresh(document)
    assert clone.tokens
    assert all(arm.id in clone.tokens for arm in clone.document.model.arms)
    assert all(response.id in clone.tokens for response in clone.document.model.responses)
    assert all(item.id.startswith(TOKEN) for stage in clone.document.model.stages for page in stage.pages
               for item in page.items)  # fmt: skip
    assert clone.document.model.title == document.model.title


def test_reworded_protocols_keep_their_ids_and_their_texts() -> None:
    document = hw.load(STUDIES / "fixture_kinds")
    clone = reworded(document)
    assert clone.document.model.title in clone.tokens
    assert clone.document.model.stages[0].id == document.model.stages[0].id
    assert [response.prompt for response in clone.document.model.responses] == [
        response.prompt for response in document.model.responses
    ]


def test_reordered_protocols_have_the_same_arms() -> None:
    document = hw.load(STUDIES / "fixture_score")
    assert [arm.id for arm in reordered(document).document.model.arms] == ["lo", "hi"]


def test_a_case_is_played_in_its_own_arm_and_in_the_others() -> None:
    taker = Taker(hw.load(STUDIES / "fixture_score"))
    own = taker.script.design.of(3).arm
    arms = [taker.take(3, moved).arm for moved in range(2)]
    assert arms[0] == own
    assert sorted(arms) == sorted(taker.arms)


def test_the_same_session_is_played_by_sessions_of_the_public_interface() -> None:
    """A take is what `hawthorne.protocol` serves: the same State for the same answers."""
    document = hw.load(STUDIES / "fixture_score")
    env = Env(document, dict(resolve("kinds", "protocol")().digests(document)))
    take = Taker(document).take(1, rudely=False)
    session = env.open(env.design(1)[0])
    state = session.reset()
    for shot in take.seats[0]:
        if shot.state["done"]:
            break
        assert state == shot.state
        later = [entry for entry in take.seats[0][-1].state["answered"] if entry["step"] == state["step"]]
        state = session.step({entry["id"]: entry["value"] for entry in later})


@pytest.mark.parametrize("name", ["fixture_kinds", "fixture_trust"])
@pytest.mark.parametrize("make", [fresh, reworded])
def test_no_text_name_or_schema_of_a_session_holds_what_operators_know(name: str, make) -> None:
    document = make(hw.load(STUDIES / name)).document
    env = Env(document, {"protocol": "sha256:0"})
    for case in range(1, 6):
        sessions = env.group(env.spec(case)[0])
        told = []
        states = [session.reset() for session in sessions]
        for _ in range(60):
            for k, session in enumerate(sessions):
                state = states[k]
                told += [repr(state), to_text(state, history=True), repr(session.answer_schema())]
                told += list(session._seat.blind.assets.values())
                if not state["done"]:
                    waits = state["timing"]["advance"] == "wait"
                    draws = Draws.seeded(case).at(state["step"], session.invalid)
                    states[k] = session.step({} if waits else form_of(state).sample(draws))
        assert all(state["done"] for state in states)
        assert TOKEN not in " ".join(told)


def test_observations_of_gymnasium_hold_no_token() -> None:
    pytest.importorskip("gymnasium")
    from hawthorne.protocol.gym import ProtocolEnv

    env = ProtocolEnv(Env(fresh(hw.load(STUDIES / "fixture_kinds")).document, {"protocol": "sha256:0"}))
    for seed in range(3):
        seen, info = env.reset(seed=seed)
        env.action_space.seed(seed)
        for _ in range(40):
            assert TOKEN not in seen["screen"]
            assert TOKEN not in repr(info)
            seen, _, done, stuck, info = env.step(env.action_space.sample())
            if done or stuck:
                break
