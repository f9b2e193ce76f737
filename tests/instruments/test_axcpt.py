"""Letter I: the AX-CPT's conditions and its one right button."""

from hypothesis import given, settings
from hypothesis import strategies as st
from small_tasks import AX, axcpt, pick, prepare, run, task

from hawthorne.instruments.axcpt import AXCPTPerceiver, classify

CONDITIONS = ["Cue", "AX", "Cue", "BX", "Cue", "AY", "Cue", "BY", "Distractor", "Cue", "AX"]


def test_i_the_sequence_gives_its_conditions_and_match_is_right_on_ax_alone():
    played = run(prepare("RE", axcpt()), lambda trial: "Match")
    assert pick(played["ends"], "trialContext.condition") == CONDITIONS
    correct = pick(played["ends"], "result.isCorrect")
    assert correct == [condition == "AX" for condition in CONDITIONS]
    assert played["result"]["blocks"] == [
        {"block": "Test", "trials": 11, "answered": 11, "unanswered": 0, "correct": 2}
    ]


def test_match_is_right_after_an_a_wherever_the_pair_falls():
    assert classify([0, 0, 23], "AX")[2] == ("X", False, "Cue", True)


def test_i_a_responder_who_never_matches_misses_the_two_ax_alone():
    played = run(prepare("RE", axcpt()), lambda trial: "NonMatch")
    assert played["result"]["blocks"][0]["correct"] == 9


def test_a_trial_shows_letter_colour_and_options_in_their_order():
    trial = run(prepare("RE", axcpt()), lambda trial: "Match")["trials"][8]
    assert list(trial.view.items()) == [
        ("TrialIndex", 8),
        ("Stimulus", {"Letter": "A", "Color": "#FF0000", "IsDistractor": True}),
        ("ResponseOptions", ["Match", "NonMatch"]),
        ("MaxResponseTime", 5.0),
        ("Scene", "RE"),
    ]
    assert (trial.address, trial.limit) == ("1.8", 5.0)


def test_a_row_has_the_keys_of_an_event_in_their_order():
    row = run(prepare("RE", axcpt()), lambda trial: "Match")["ends"][3]
    assert row == {
        "object": {"name": "RE.TrialEnd"},
        "trialContext": {
            "task": {"id": "RE", "timelineName": "T", "seed": 7},
            "block": {"id": 1, "name": "Test", "gameBlockIndex": 1},
            "trial": {"id": 4, "indexInBlock": 4},
            "condition": "BX",
            "stimulus": {"Letter": "X", "Color": "#FFFFFF", "IsDistractor": False},
            "types": ["TaskEvent", "BlockEvent", "TrialEvent", "TrialEnd"],
        },
        "result": {
            "isAnswered": True,
            "isCorrect": False,
            "response": "Match",
            "responseTime": 0.5,
            "outcome": "answered",
        },
    }
    assert list(row["trialContext"]) == ["task", "block", "trial", "condition", "stimulus", "types"]


def test_sequence_length_wraps_the_sequence_around():
    played = run(prepare("RE", axcpt(SequenceLength=13)), lambda trial: "Match")
    letters = pick(played["ends"], "trialContext.stimulus.Letter")
    assert letters == list("AXBXAYBYAAXAX")


def test_windows_and_colours_go_through_their_sequences_trial_by_trial():
    changes = {
        "StimulusDisplayDuration": [0.5, 1.0],
        "InterStimulusInterval": [1, 2, 3],
        "StimulusColor": ["#aa0000", "#bb0000"],
    }
    trials = run(prepare("RE", axcpt(**changes)), lambda trial: "Match")["trials"]
    assert [trial.limit for trial in trials[:4]] == [1.5, 3.0, 3.5, 2.0]
    assert [trial.view["Stimulus"]["Color"] for trial in trials[:3]] == ["#AA0000", "#BB0000", "#AA0000"]


def test_a_reference_reads_another_parameter_of_the_block():
    changes = {"InterStimulusInterval": {"Reference": "Gap"}, "Gap": 1.25}
    assert prepare("RE", axcpt(**changes)).limit_total == round(11 * 1.75, 6)


def test_another_pattern_of_two_letters_is_played_by_its_own_classes():
    played = run(prepare("RE", axcpt(ResponsePatterns=["BY"])), lambda trial: "Match")
    assert pick(played["ends"], "trialContext.condition")[:8] == ["Cue", "BY", "Cue", "AY", "Cue", "BX", "Cue", "AX"]


@settings(max_examples=60)
@given(st.lists(st.sampled_from([0, 0, 23, 23, 1, 24, -1, 25, -26]), min_size=1, max_size=40))
def test_an_onlooker_who_sees_the_letters_alone_reads_the_same_conditions_and_answers(items):
    perceiver, memory = AXCPTPerceiver(), {}
    for letter, distracts, condition, match in classify(items, "AX"):
        shown = {"Stimulus": {"Letter": letter, "IsDistractor": distracts}, "ResponseOptions": ["match", "non-match"]}
        assert perceiver.claims(shown)
        read = perceiver.read(memory, shown)
        assert (read.condition, read.right) == (condition, "match" if match else "non-match")


def test_the_declared_conditions_are_those_that_rows_can_have():
    assert prepare("RE", axcpt()).conditions() == set(CONDITIONS)
    assert prepare("RE", task({"B": {"Parameters": AX | {"ItemSequence": [0, 23]}}})).conditions() == {"Cue", "AX"}
