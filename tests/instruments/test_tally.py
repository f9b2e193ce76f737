"""The one rule of counting, on the records of any build."""

from hawthorne.instruments.tally import tally


def event(name, block, trial, *types, condition=None, **result):
    context = {"block": block, "trial": {"id": trial}, "types": list(types)}
    if condition is not None:
        context["condition"] = condition
    return {"object": {"name": name}, "trialContext": context, "result": result}


def end(block, trial, answered, correct=None, condition="x", name="RE.TrialEnd"):
    return event(name, {"id": 1, "name": block}, trial, "TrialEnd", condition=condition, isAnswered=answered,
                 isCorrect=correct)  # fmt: skip


def test_a_build_that_ends_its_trials_is_the_authority():
    events = [
        event("RE.TrialStart", {"id": 1, "name": "A"}, 1, "TrialStart"),
        event("RE.Click", {"id": 1, "name": "A"}, 1, "Click"),
        end("A", 1, False, False),
        event("RE.Click", {"id": 1, "name": "A"}, 9, "Click"),
    ]
    assert tally(events) == [{"block": "A", "trials": 1, "answered": 0, "unanswered": 1, "correct": 0}]


def test_burn_in_is_not_counted():
    assert tally([end("A", 1, True, True, "BurnIn"), end("A", 2, True, True)])[0]["trials"] == 1
    assert tally([end("A", 1, True, None, "BurnIn")]) == []


def test_without_ends_a_trial_is_one_that_started_or_was_answered():
    block = {"id": 1, "name": "A"}
    events = [
        event("X.TrialStart", block, 1, "TrialStart"),
        event("X.TrialStart", block, 2, "TrialStart"),
        event("X.Click", block, 2, "Click"),
        event("X.End", block, 3, "TrialEnd", responseTime=0.4),
        event("X.End", block, 4, "TrialEnd", responseTime=None),
    ]
    assert tally(events) == [{"block": "A", "trials": 3, "answered": 2, "unanswered": 1, "correct": None}]


def test_a_trial_whose_every_stream_is_closed_cannot_be_answered():
    block = {"id": 1, "name": "A"}
    closed, open_ = {"userResponseType": "BurnInDisabled"}, {"userResponseType": "None"}
    for streams, trials in [([closed], 1), ([closed, closed], 1), ([closed, open_], 2), ([], 2)]:
        events = [
            event("X.TrialStart", block, 1, "TrialStart"),
            event("X.TrialEnd", block, 1, "TrialEnd", streamResults=streams),
            event("X.TrialStart", block, 2, "TrialStart"),
        ]
        assert tally(events)[0]["trials"] == trials


def test_blocks_come_by_first_appearance_of_their_name_and_unnamed_ones_last():
    events = [
        end(None, 1, True, True), end("B", 2, True, True), end("A", 3, False, False), end("B", 4, True, False),
    ]  # fmt: skip
    assert tally(events) == [
        {"block": "B", "trials": 2, "answered": 2, "unanswered": 0, "correct": 1},
        {"block": "A", "trials": 1, "answered": 0, "unanswered": 1, "correct": 0},
        {"block": None, "trials": 1, "answered": 1, "unanswered": 0, "correct": 1},
    ]


def test_a_block_that_is_played_again_adds_to_its_entry():
    first, again = end("A", 1, True, True), end("A", 1, True, True)
    again["trialContext"]["block"] = {"id": 2, "name": "A"}
    assert tally([first, again])[0]["trials"] == 2


def test_one_trial_that_says_nothing_of_correctness_makes_its_block_s_unknown():
    counts = tally([end("A", 1, True, True), end("A", 2, True, None), end("A", 3, True, True), end("B", 4, True, True)])
    assert [block["correct"] for block in counts] == [None, 1]


def test_events_without_a_trial_count_nothing():
    assert tally([{}, {"trialContext": None}, {"object": {"name": "RE.TaskEnd"}, "trialContext": {"trial": {}}}]) == []
