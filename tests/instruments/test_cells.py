"""Which One and flanker: trials from cells, their order, and what an onlooker reads of them."""

from collections import Counter

import pytest
from small_tasks import ARROWS, DRAWN_BACK, SIMON, cells, findings, missed, pick, prepare, run, task

from hawthorne.instruments.flanker import FlankerPerceiver
from hawthorne.instruments.which_one import WhichOnePerceiver

SIMON_TASK = task({"B": {"Parameters": SIMON, "Trials": cells("Congruent", "Incongruent", "Neutral"),
                         "TrialOrder": {"ItemOccurrences": 4, "Replacement": "WithoutInBlock"}}})  # fmt: skip
ARROW_TASK = task({"B": {"Parameters": ARROWS, "Trials": cells("Congruent", "Incongruent"),
                         "TrialOrder": {"ItemOccurrences": 3}}})  # fmt: skip
UNIFORM = {"Distribution": {"Type": "Uniform"}}


def test_each_cell_occurs_as_often_as_asked_in_a_shuffled_order():
    for kind, parameters, times, conditions in [("WO", SIMON_TASK, 8, 3), ("FL", ARROW_TASK, 6, 2)]:
        order = pick(run(prepare(kind, parameters), missed)["ends"], "trialContext.condition")
        assert sorted(Counter(order).values()) == [times] * conditions
        assert order != sorted(order)


def test_the_target_has_its_button_s_colour_and_stands_where_the_congruency_says():
    for trial, row in zip(*(run(prepare("WO", SIMON_TASK), missed)[key] for key in ("trials", "ends")), strict=True):
        stimulus = trial.view["Stimulus"]
        right = next(b["position"] for b in stimulus["Buttons"] if b["color"] == stimulus["Target"]["color"])
        position = stimulus["Target"]["position"]
        condition = row["trialContext"]["condition"]
        assert condition == ("Neutral" if position == "Center" else "Congruent" if position == right else "Incongruent")
        assert stimulus["Target"]["symbol"] == "Disk"
        assert stimulus["NeutralColor"] == "#FFFFFF"
        assert trial.limit == 2.0


def test_a_flanker_shows_five_arrows_and_the_middle_one_says_the_side():
    for trial, row in zip(*(run(prepare("FL", ARROW_TASK), missed)[key] for key in ("trials", "ends")), strict=True):
        shown = trial.view["Stimulus"]
        assert shown in ("<<<<<", ">>>>>", "<<><<", ">><>>")
        assert (row["trialContext"]["condition"] == "Congruent") == (len(set(shown)) == 1)
        assert trial.options == ("Left", "Right")
        assert trial.limit == 1.5


@pytest.mark.parametrize(("kind", "parameters", "perceiver"), [("WO", SIMON_TASK, WhichOnePerceiver()),
                                                               ("FL", ARROW_TASK, FlankerPerceiver())])  # fmt: skip
def test_an_onlooker_who_is_always_right_scores_every_trial(kind, parameters, perceiver):
    def respond(trial):
        assert perceiver.claims(trial.view)
        read = perceiver.read({}, trial.view)
        conditions.append(read.condition)
        return read.right

    conditions = []
    played = run(prepare(kind, parameters), respond)
    assert all(pick(played["ends"], "result.isCorrect"))
    assert conditions == pick(played["ends"], "trialContext.condition")
    assert prepare(kind, parameters).conditions() == set(conditions)


def test_a_uniform_draw_takes_every_literal_and_an_exit_rule_counts_the_trials():
    parameters = task({"B": {"Parameters": SIMON | {"Congruency": UNIFORM},
                             "ExitRules": [{"Trials": 90}]}})  # fmt: skip
    played = run(prepare("WO", parameters), missed)
    counts = Counter(pick(played["ends"], "trialContext.condition"))
    assert len(played["ends"]) == 90
    assert set(counts) == {"Congruent", "Incongruent", "Neutral"}
    assert min(counts.values()) > 15


def orders(kind, block, subjects=(1, 2, 3)):
    prepared = prepare(kind, task({"B": block}))
    return [pick(run(prepared, missed, subject)["ends"], "trialContext.stimulus") for subject in subjects]


@pytest.mark.parametrize(
    ("kind", "block"),
    [
        ("WO", {"Parameters": SIMON, "Trials": cells("Congruent", "Incongruent")}),
        ("FL", {"Parameters": ARROWS, "Trials": cells("Congruent", "Incongruent"),
                "TrialOrder": {"ItemOccurrences": 3}}),
        ("FL", {"Parameters": ARROWS | {"Congruency": "Congruent", "CorrectButton": UNIFORM},
                "ExitRules": [{"Trials": 20}]}),
        ("NB", {"Parameters": DRAWN_BACK}),
    ],
)  # fmt: skip
def test_every_subject_meets_the_same_trials_unless_they_are_drawn_per_subject(kind, block):
    one, two, three = orders(kind, block)
    assert one == two == three
    block = block | {"TrialOrder": block.get("TrialOrder", {}) | {"Per": "Subject"}}
    one, two, three = orders(kind, block)
    assert one != two != three
    assert orders(kind, block) == [one, two, three]
    assert orders(kind, block, (3, 1)) == [three, one]
    if "Trials" in block and kind == "FL":
        assert sorted(one) == sorted(two)


def test_drawing_per_subject_changes_no_subject_s_draw_elsewhere():
    shared = {"Parameters": ARROWS, "Trials": cells("Congruent", "Incongruent"), "TrialOrder": {"ItemOccurrences": 5}}
    own = shared | {"TrialOrder": {"ItemOccurrences": 5, "Per": "Subject"}}
    alone = pick(run(prepare("FL", task({"A": shared})), missed)["ends"], "trialContext.stimulus")
    beside = pick(run(prepare("FL", task({"A": shared, "B": own})), missed)["ends"], "trialContext.stimulus")
    assert beside[: len(alone)] == alone


def test_two_entries_of_one_name_are_shuffled_each_for_itself():
    block = {"Parameters": ARROWS, "Trials": cells("Congruent", "Incongruent"), "TrialOrder": {"ItemOccurrences": 10}}
    played = run(prepare("FL", task({"A": block}, {"Name": "A"}, {"Name": "A"})), missed)
    shown = pick(played["ends"], "trialContext.stimulus")
    assert shown[:40] != shown[40:]


def test_a_cell_s_own_parameters_stand_before_the_block_s():
    cell = {"Parameters": {"Congruency": "Congruent", "CorrectButton": "Left", "MaxResponseTime": 0.5}}
    parameters = task({"B": {"Parameters": ARROWS, "Trials": [cell, *cells("Incongruent")]}})
    limits = Counter(trial.limit for trial in run(prepare("FL", parameters), missed)["trials"])
    assert limits == {0.5: 1, 1.5: 2}


def test_per_subject_is_refused_where_nothing_is_drawn():
    block = {"Parameters": ARROWS | {"Congruency": "Congruent", "CorrectButton": "Left"},
             "ExitRules": [{"Trials": 3}], "TrialOrder": {"Per": "Subject"}}  # fmt: skip
    assert "Blocks.B.TrialOrder.Per" in findings("FL", task({"B": block}))
