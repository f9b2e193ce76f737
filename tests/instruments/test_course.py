"""Letter K and the course of a task: ids, repeats, exit rules, pages shown again, counts."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_tasks import AX, DRAWN_BACK, SIMON, axcpt, cells, missed, pick, prepare, run, task

from hawthorne.core.instrument import Outcome
from hawthorne.instruments.tally import tally

FAIL_AFTER_TWO = [{"Trials": 2, "Type": "Failures", "Action": "FailBlock"}]


def wrong(trial):
    """A wrong answer to everything but an AX: for blocks without one."""
    return "Match"


def block(items=(1, 24, 1, 24), **rules):
    return {"Parameters": AX | {"ItemSequence": list(items)}} | rules


def test_k_a_failed_block_is_played_three_times_with_running_ids():
    played = run(prepare("RE", task({"B": block(ExitRules=FAIL_AFTER_TWO)})), wrong)
    assert pick(played["ends"], "trialContext.block.id") == [1, 1, 2, 2, 3, 3]
    assert set(pick(played["ends"], "trialContext.block.gameBlockIndex")) == {1}
    assert pick(played["ends"], "trialContext.trial.id") == [1, 2, 3, 4, 5, 6]
    assert pick(played["ends"], "trialContext.trial.indexInBlock") == [1, 2, 1, 2, 1, 2]
    assert [trial.address for trial in played["trials"]] == ["1.0", "1.1", "2.0", "2.1", "3.0", "3.1"]
    assert played["result"]["blocks"] == [{"block": "B", "trials": 6, "answered": 6, "unanswered": 0, "correct": 0}]


def test_pages_that_say_so_are_shown_again_and_take_a_block_id():
    """Pages P1 and P2 (again), a block failing until its repeats end, a break, a nested timeline's block failing."""
    failing = block(ExitRules=FAIL_AFTER_TWO)
    parameters = task(
        {"A": failing, "B": failing},
        {"Instructions": "P1"},
        {"Instructions": "P2", "ShowAgainOnNextBlockFailure": True},
        {"Name": "A"},
        {"WaitMessage": "Break"},
        {"Timeline": "U"},
    )
    parameters["Timelines"]["U"] = {"Blocks": [{"Name": "B"}]}
    played = run(prepare("RE", parameters), wrong)
    ids = pick(played["ends"], "trialContext.block.id")
    assert list(dict.fromkeys(ids)) == [3, 5, 7, 9, 10, 11]
    assert played["pages"] == 5
    names = dict(zip(ids, pick(played["ends"], "trialContext.block.gameBlockIndex"), strict=True))
    assert names == {3: 1, 5: 1, 7: 1, 9: 2, 10: 2, 11: 2}


def test_only_the_run_of_pages_right_before_a_block_is_shown_again():
    again = {"Instructions": "P", "ShowAgainOnNextBlockFailure": True}
    parameters = task(
        {"B": block(ExitRules=FAIL_AFTER_TWO, MaxRepeats=1)}, again, {"Instructions": "Q"}, again, {"Name": "B"}
    )
    assert run(prepare("RE", parameters), wrong)["pages"] == 4


def rules(*listed, **more):
    return run(prepare("RE", task({"B": block([1, 24] * 5, ExitRules=list(listed), **more)})), lambda trial: "NonMatch")


@pytest.mark.parametrize(
    ("rule", "trials"),
    [
        ({"Trials": 4}, 4),
        ({"Trials": 4, "Type": "All"}, 4),
        ({"Trials": 3, "Type": "Successes"}, 3),
        ({"Trials": 3, "Type": "Successes", "Consecutive": True}, 3),
        ({"Trials": 1, "Type": "Failures"}, 10),
        ({"Time": 1}, 10),
    ],
)
def test_an_exit_rule_ends_the_block_after_so_many_outcomes(rule, trials):
    assert len(rules(rule)["ends"]) == trials


def test_consecutive_counts_a_run_at_the_end_and_misses_are_failures():
    answers = iter([None, "NonMatch", None, None, "NonMatch"])

    def respond(trial):
        value = next(answers)
        return missed(trial) if value is None else value

    rule = {"Trials": 2, "Type": "Failures", "Consecutive": True}
    played = run(prepare("RE", task({"B": block([1, 24] * 5, ExitRules=[rule])})), respond)
    assert len(played["ends"]) == 4


def test_one_holding_rule_that_fails_the_block_fails_it():
    failing = {"Trials": 3, "Type": "All", "Action": "FailBlock"}
    assert len(rules({"Trials": 3}, failing, MaxRepeats=1)["ends"]) == 6


def test_accuracy_below_the_least_fails_the_block_up_to_its_repeats():
    assert len(run(prepare("RE", task({"B": block(MinAccuracyRequired=0.5)})), wrong)["ends"]) == 12
    assert len(run(prepare("RE", task({"B": block(MinAccuracyRequired=0.5, MaxRepeats=0)})), wrong)["ends"]) == 4
    right = run(prepare("RE", task({"B": block(MinAccuracyRequired=1)})), lambda trial: "NonMatch")
    assert len(right["ends"]) == 4


def test_a_repeat_draws_afresh_and_all_subjects_meet_the_same():
    parameters = task({"B": {"Parameters": SIMON, "Trials": cells("Congruent", "Incongruent"),
                             "TrialOrder": {"ItemOccurrences": 5},
                             "MinAccuracyRequired": 1, "MaxRepeats": 1}})  # fmt: skip
    prepared = prepare("WO", parameters)
    first, second = (pick(run(prepared, missed, s)["ends"], "trialContext.stimulus.Target") for s in (1, 2))
    assert first == second
    assert first[:20] != first[20:]


def test_burn_in_feeds_no_exit_rule():
    parameters = task({"B": {"Parameters": DRAWN_BACK, "ExitRules": [{"Trials": 3}]}})
    assert len(run(prepare("NB", parameters), missed)["ends"]) == 5


def test_the_task_is_bracketed_by_its_start_and_its_end():
    rows = run(prepare("RE", axcpt()), missed)["rows"]
    assert rows[0] == {"object": {"name": "RE.TaskStart"},
                       "trialContext": {"task": {"id": "RE", "timelineName": "T", "seed": 7},
                                        "types": ["TaskEvent", "TaskStart"]}}  # fmt: skip
    assert rows[-1]["object"]["name"] == "RE.TaskEnd"


def test_outcomes_have_three_names():
    outcomes = iter([Outcome("match", 0.61149, True), Outcome("dunno", 0.5, True), *[Outcome(None, None, False)] * 9])
    ends = run(prepare("RE", axcpt()), lambda trial: next(outcomes))["ends"]
    assert ends[0]["result"] == {"isAnswered": True, "isCorrect": False, "response": "Match", "responseTime": 0.611,
                                 "outcome": "answered"}  # fmt: skip
    assert ends[1]["result"] == {"isAnswered": False, "isCorrect": False, "response": None, "responseTime": None,
                                 "outcome": "unreadable"}  # fmt: skip
    assert ends[2]["result"]["outcome"] == "missed"


def test_a_play_that_is_cut_is_not_completed():
    play = prepare("RE", axcpt()).play(1)
    play.start()
    play.next()
    play.take(Outcome("Match", 0.4, True))
    assert play.result()["IsCompleted"] is False
    assert run(prepare("RE", axcpt()), missed)["result"]["IsCompleted"] is True


def test_a_window_of_nothing_is_thirty_seconds_and_the_bot_s_own_replaces_every_window():
    none = axcpt(StimulusDisplayDuration=0, InterStimulusInterval=0)
    assert {trial.limit for trial in run(prepare("RE", none), missed)["trials"]} == {30.0}
    bot = axcpt() | {"Bot": {"MaxExternalResponseTime": 12, "Speed": 3}}
    assert {trial.limit for trial in run(prepare("RE", bot), missed)["trials"]} == {12.0}


def test_the_longest_play_counts_the_repeats_that_a_failing_block_may_have():
    parameters = task({"A": block(), "B": block(ExitRules=FAIL_AFTER_TWO, MaxRepeats=4)})
    prepared = prepare("RE", parameters)
    assert (prepared.trials, prepared.limit_total, prepared.blocks()) == (8, 20.0 + 5 * 20.0, ("A", "B"))


def test_pages_before_one_block_are_not_shown_again_before_the_next():
    again = {"Instructions": "P", "ShowAgainOnNextBlockFailure": True}
    blocks = {"A": block(), "B": block(ExitRules=FAIL_AFTER_TWO)}
    played = run(prepare("RE", task(blocks, again, {"Name": "A"}, {"Name": "B"})), lambda trial: "Match")
    assert played["pages"] == 1


@pytest.mark.parametrize(
    "first",
    [
        [{"Trials": 2, "Type": "Failures", "Action": "FailBlock"}],  # as many trials in all, in more blocks
        [{"Trials": 2, "Type": "Failures"}],  # fewer trials in as many blocks
        [{"Trials": 3, "Type": "Failures", "Action": "FailBlock"}],
    ],
)
def test_what_one_subject_did_before_changes_nothing_for_another(first):
    parameters = task({"A": block(ExitRules=first, MaxRepeats=1), "B": block()})
    prepared, alone = prepare("RE", parameters), prepare("RE", parameters)
    run(prepared, wrong, 1)
    second, only = (run(made, lambda trial: "NonMatch", 2) for made in (prepared, alone))
    assert second == only
    assert run(prepared, wrong, 3) == run(alone, wrong, 3)


REPLIES = st.sampled_from(["Match", "NonMatch", "perhaps", None])
RULES = st.fixed_dictionaries(
    {},
    optional={
        "ExitRules": st.lists(
            st.fixed_dictionaries(
                {"Trials": st.integers(1, 4)},
                optional={
                    "Type": st.sampled_from(["All", "Successes", "Failures"]),
                    "Consecutive": st.booleans(),
                    "Action": st.sampled_from(["EndBlock", "FailBlock"]),
                },
            ),
            max_size=2,
        ),
        "MinAccuracyRequired": st.sampled_from([0.3, 0.8]),
        "MaxRepeats": st.integers(0, 2),
    },
)


@settings(max_examples=60, deadline=None)
@given(RULES, RULES, st.lists(REPLIES, min_size=1, max_size=7), st.sampled_from(["RE", "NB"]))
def test_the_counts_of_a_play_are_the_tally_of_its_rows(first, second, replies, kind):
    made = {"RE": {"Parameters": AX}, "NB": {"Parameters": DRAWN_BACK}}[kind]
    parameters = task(
        {"A": made | first, "B": made | second}, {"Name": "A"}, {"Instructions": "p"}, {"Name": "B"}, {"Name": "A"}
    )
    turn = iter(range(10**6))

    def respond(trial):
        value = replies[next(turn) % len(replies)]
        return Outcome(value, None if value is None else 0.5, value is not None)

    played = run(prepare(kind, parameters), respond)
    assert played["result"]["blocks"] == tally(played["rows"])
    assert played["result"]["trials"] == sum(pick(played["ends"], "result.isAnswered"))
    assert pick(played["ends"], "trialContext.trial.id") == list(range(1, len(played["ends"]) + 1))
    assert len({trial.address for trial in played["trials"]}) == len(played["trials"])
