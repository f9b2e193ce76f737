"""Letter J: the N-back's burn-in, its conditions and its windows."""

from hypothesis import given, settings
from hypothesis import strategies as st
from small_tasks import DRAWN_BACK, TWO_BACK, findings, missed, pick, prepare, run, task

from hawthorne.core.draws import Draws
from hawthorne.instruments.nback import NBackPerceiver, generate


def two_back(**changes):
    return task({"Test": {"Parameters": TWO_BACK | changes}})


def test_j_the_first_n_digits_are_burn_in_and_the_others_match_or_not():
    played = run(prepare("NB", two_back()), lambda trial: "Match")
    conditions = pick(played["ends"], "trialContext.condition")
    assert conditions == ["BurnIn", "BurnIn", "Match", "Match", "NonMatch", "Match"]
    assert pick(played["ends"], "result.isCorrect") == [None, None, True, True, False, True]
    assert {trial.limit for trial in played["trials"]} == {2.7}
    assert {trial.view["MaxResponseTime"] for trial in played["trials"]} == {2.7}


def test_j_burn_in_is_never_counted_even_when_it_is_answered():
    answered = run(prepare("NB", two_back()), lambda trial: "NonMatch")["result"]
    silent = run(prepare("NB", two_back()), missed)["result"]
    assert answered["blocks"] == [{"block": "Test", "trials": 4, "answered": 4, "unanswered": 0, "correct": 1}]
    assert silent["blocks"] == [{"block": "Test", "trials": 4, "answered": 0, "unanswered": 4, "correct": 0}]
    assert (answered["trials"], silent["trials"]) == (6, 0)


def test_rows_and_stimuli_carry_the_load():
    played = run(prepare("NB", two_back()), lambda trial: "Match")
    assert set(pick(played["ends"], "trialContext.load")) == {2}
    assert played["trials"][1].view["Stimulus"] == {"Value": "7", "Load": 2}


def test_a_stream_may_stand_in_its_entry_by_name_or_in_the_block():
    values = {"StimulusValue": [4, 7, 4, 7, 1, 7]}
    wanted = run(prepare("NB", two_back()), lambda trial: "Match")["ends"]
    for streams, more in [
        ([values], {}),
        ({"Digits": values}, {}),
        (["Digits"], values),
        ([{"Parameters": values}], {}),
    ]:
        assert run(prepare("NB", two_back(Streams=streams, **more)), lambda trial: "Match")["ends"] == wanted


def test_the_player_s_own_pace_makes_the_window_the_response_time():
    trials = run(prepare("NB", two_back(PlayerPaced=True, MaxResponseTime=4)), lambda trial: "Match")["trials"]
    assert {trial.limit for trial in trials} == {4.0}


def test_a_stream_size_cuts_or_repeats_the_digits_written():
    values = [trial.view["Stimulus"]["Value"] for trial in run(prepare("NB", two_back(StreamSize=8)), missed)["trials"]]
    assert values == ["4", "7", "4", "7", "1", "7", "4", "7"]


@settings(max_examples=80)
@given(st.integers(0, 10**6), st.integers(1, 4), st.integers(2, 9), st.data())
def test_a_drawn_stream_has_exactly_as_many_matches_as_asked(seed, n, count, data):
    size = data.draw(st.integers(1, 30))
    matches = data.draw(st.integers(0, max(0, size - n)))
    digits = generate(Draws.seeded(seed), n, size, matches, count)
    assert len(digits) == size
    assert set(digits) <= set(range(1, count + 1))
    assert sum(a == b for a, b in zip(digits, digits[n:], strict=False)) == matches


def test_a_drawn_stream_is_the_same_for_every_subject_and_another_for_another_seed():
    parameters = task({"Test": {"Parameters": DRAWN_BACK}})
    first, second = (pick(run(prepare("NB", parameters), missed, s)["ends"], "trialContext.stimulus") for s in (1, 2))
    other = pick(run(prepare("NB", parameters, seed=8), missed)["ends"], "trialContext.stimulus")
    assert first == second != other


def test_too_many_matches_are_refused_with_the_number_that_fits():
    parameters = task({"Test": {"Parameters": DRAWN_BACK | {"MatchCount": 19}}})
    (message,) = findings("NB", parameters).values()
    assert "19" in message
    assert "at most 18 matches" in message


def test_two_streams_are_refused():
    assert "2 entries" in findings("NB", two_back(Streams=[{}, {}]))["Blocks.Test.Parameters.Streams"]


def test_an_onlooker_reads_the_condition_by_its_load():
    prepared = prepare("NB", two_back())
    memory, perceiver = {}, NBackPerceiver()
    read = [perceiver.read(memory, trial.view) for trial in run(prepared, missed)["trials"]]
    assert [p.condition for p in read] == ["BurnIn", "BurnIn"] + ["2-back"] * 4
    assert [p.right for p in read] == ["NonMatch", "NonMatch", "Match", "Match", "NonMatch", "Match"]
    assert prepared.conditions() == {"BurnIn", "2-back"}
    assert prepared.windows() == {"BurnIn": (2.7,) * 2, "2-back": (2.7,) * 4}
