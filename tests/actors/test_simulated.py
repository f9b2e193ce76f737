"""Letter N: the simulated actor reads trials as a person would and answers with its planted probabilities."""

from __future__ import annotations

import math
import pickle
from statistics import mean, stdev

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_tasks import AX, DRAWN_BACK, SIMON, axcpt, cells, prepare, task

import hawthorne.plugins  # noqa: F401
from hawthorne.actors.simulated import SimulatedActor
from hawthorne.core.ask import Answer, Ask, Silence
from hawthorne.core.draws import Draws
from hawthorne.core.instrument import Outcome, Trial
from hawthorne.core.place import Place
from hawthorne.spaces.choice import Choice
from hawthorne.spaces.integer import Integer
from hawthorne.spaces.text import Text

BUTTONS = Choice(("Match", "NonMatch"), open=True)


def actor(**planted) -> SimulatedActor:
    made, findings = SimulatedActor.decode(planted, lambda path: Place(path=path))
    assert made is not None, findings
    return made


def mind(made, case=1, seed=7):
    return made.open(case, Draws.seeded(seed).at("case", case, "actor", "R"))


def ask(view, tail="AX.1.1.0", seat="1", space=BUTTONS, **more) -> Ask:
    return Ask(f"{seat}/{tail}", "R", tail.partition(".")[0], view, space, **more)


def play(made, kind, parameters, subjects=1, seed=7, **shown):
    """Let the actor play a task; returns (trial, reply, row) of every trial."""
    found = []
    prepared = prepare(kind, parameters)
    for subject in range(1, subjects + 1):
        head, game = mind(made, subject, seed), prepared.play(subject)
        index = 0
        while (trial := game.next()) is not None:
            if not isinstance(trial, Trial):
                continue
            question = ask(shown | trial.view, f"T.1.{trial.address}", str(subject), Choice(trial.options, open=True),
                           limit=trial.limit, position=(index, prepared.trials))  # fmt: skip
            index += 1
            reply = head.answer(question)
            answered = isinstance(reply, Answer)
            outcome = Outcome(reply.value, reply.took, True) if answered else Outcome(None, None, False)
            found.append((trial, reply, game.take(outcome)))
    return found


def accuracy(played, *conditions):
    rows = [row for _, _, row in played if row["result"]["isAnswered"] and row["result"]["isCorrect"] is not None]
    return mean(row["result"]["isCorrect"] for row in rows
                if not conditions or row["trialContext"]["condition"] in conditions)  # fmt: skip


def simon(n=100):
    return task({"B": {"Parameters": SIMON, "Trials": cells("Congruent", "Incongruent"),
                       "TrialOrder": {"ItemOccurrences": n}}})  # fmt: skip


# --- N -------------------------------------------------------------------------------------------------------------


def test_n_four_hundred_which_one_trials_tell_planted_accuracies_apart():
    played = play(actor(accuracy={"WO": {"Congruent": 0.95, "Incongruent": 0.6}}), "WO", simon())
    assert len(played) == 400
    assert accuracy(played, "Congruent") - accuracy(played, "Incongruent") > 0.25


def test_n_a_prompt_holds_only_where_a_line_begins_with_its_key():
    made = actor(accuracy={"default": 0.0}, prompted={"Hint:": {"RE": {"BX": 1.0}}})
    for text, share in [("Hint: wait", 1), ("Look.\n   Hint: wait", 1), ("A Hint: wait", 0), ("Hint wait", 0), ("", 0)]:
        played = play(made, "RE", axcpt(), Prompt=text)
        assert accuracy(played, "BX") == share, text
        assert accuracy(played, "AX") == 0
        assert made.prompt_key(text) == ("Hint:" if share else None)


def test_a_key_is_a_text_and_no_pattern():
    made = actor(accuracy={"default": 0.0}, prompted={"Plan (A)?": {"RE": {"BX": 1.0}}})
    assert made.prompt_key("Plan (A)? yes") == "Plan (A)?"
    assert made.prompt_key("Plan A") is None


def test_n_the_first_key_that_says_something_of_the_trial_wins():
    unsent = {"RE": {"AX": 0.0, "BX": 0.0}}
    prompted = {"None": unsent, "One": {"RE": {"AX": 1.0}}, "Two": {"RE": {"BX": 1.0, "AX": 0.0}}}
    made = actor(accuracy={"default": 0.0}, prompted=prompted)
    played = play(made, "RE", axcpt(), A="Two", B="One")
    assert accuracy(played, "AX") == accuracy(played, "BX") == 1
    assert made.expected("RE", "AX", "Two\nOne") == 1.0


def test_n_half_of_the_trials_are_missed_at_a_miss_rate_of_one_half():
    played = play(actor(missRate=0.5), "WO", simon())
    assert 0.4 < mean(reply == Silence("missed") for _, reply, _ in played) < 0.6


def test_n_a_message_without_options_is_answered_ready():
    assert mind(actor(missRate=1.0)).answer(ask({"Prompt": "Shall we?"}, "Go.1", space=Text())) == Answer("READY")


def test_a_question_that_takes_no_ready_is_answered_with_a_valid_value():
    reply = mind(actor()).answer(ask({"text": "Your age?"}, "Age.1", space=Integer((18, 99))))
    assert 18 <= reply.value <= 99


TARGET = {"Buttons": [{"position": "Left", "color": "red"}, {"position": "Right", "color": "blue"}]}


@pytest.mark.parametrize(
    ("stimuli", "options", "condition", "right"),
    [
        ([TARGET | {"Target": {"position": "Left", "color": "red"}}], ["Left", "Right"], "WO Congruent", "Left"),
        ([TARGET | {"Target": {"position": "Left", "color": "blue"}}], ["Left", "Right"], "WO Incongruent", "Right"),
        ([TARGET | {"Target": {"position": "Center", "color": "blue"}}], ["Left", "Right"], "WO Neutral", "Right"),
        ([{"Letter": "A"}], ["Match", "NonMatch"], "RE Cue", "NonMatch"),
        ([{"Letter": "A"}, {"Letter": "X"}], ["match", "non-match"], "RE AX", "match"),
        ([{"Letter": "A"}, {"Letter": "Y"}], ["match", "non-match"], "RE AY", "non-match"),
        (["B", "X"], ["Match", "NonMatch"], "RE BX", "NonMatch"),
        (["B", "Y"], ["Match", "NonMatch"], "RE BY", "NonMatch"),
        (["A", {"Letter": "Q", "IsDistractor": True}], ["Match", "NonMatch"], "RE Distractor", "NonMatch"),
        (["A", {"Letter": "Q", "IsDistractor": True}, "X"], ["Match", "NonMatch"], "RE AX", "Match"),
        (["<<><<"], ["Left", "Right"], "FL Incongruent", "Right"),
        (["<<<<<"], ["right", "left"], "FL Congruent", "left"),
        ([">>>>>"], ["ArrowLeft", "ArrowRight"], "FL Congruent", "ArrowRight"),
        ([{"Value": "4", "Load": 2}], ["Match", "NonMatch"], "NB BurnIn", "NonMatch"),
        ([{"Value": v, "Load": 2} for v in "474"], ["Match", "Non_match"], "NB 2-back", "Match"),
        ([{"Value": v} for v in "44"], ["Match", "NonMatch"], "NB 1-back", "Match"),
        ([{"Value": v} for v in "45"], ["Match", "NonMatch"], "NB 1-back", "NonMatch"),
    ],
)
def test_n_the_perception_table(stimuli, options, condition, right):
    instrument, _, word = condition.partition(" ")
    made = actor(accuracy={"default": 0.0, instrument: {word: 1.0}})
    head = mind(made)
    replies = [
        head.answer(ask({"TrialIndex": i, "Stimulus": stimulus, "ResponseOptions": options}, f"T.1.1.{i}"))
        for i, stimulus in enumerate(stimuli)
    ]
    assert replies[-1].value == right


def test_n_a_break_in_the_trial_index_starts_a_fresh_stream():
    made = actor(accuracy={"default": 0.0, "RE": {"Cue": 1.0}})
    for indexes, right in [((0, 1), False), ((0, 0), True), ((4, 6), True), ((4, 5), False)]:
        head = mind(made)
        first, second = (
            head.answer(ask({"TrialIndex": i, "Stimulus": "B", "ResponseOptions": ["Match", "NonMatch"]}, f"T.1.1.{n}"))
            for n, i in enumerate(indexes)
        )
        assert first.value == "NonMatch"
        assert (second.value == "NonMatch") is right


def test_each_conversation_has_a_memory_of_its_own_and_those_without_one_share_it():
    made = actor(accuracy={"default": 0.0, "RE": {"AX": 1.0}})

    def last(*threads):
        head = mind(made)
        asked = zip(("A", "X"), threads, strict=True)
        views = [({"Stimulus": letter, "ResponseOptions": ["Match", "NonMatch"]}, thread) for letter, thread in asked]
        return [head.answer(ask(view, f"T.1.1.{i}", thread=thread)) for i, (view, thread) in enumerate(views)][-1].value

    assert last(None, None) == last("one", "one") == "Match"
    assert last("one", "two") == "Match"  # a Cue answered wrong


def test_the_trial_may_stand_one_level_down_in_the_view():
    trial = {"TrialIndex": 0, "Stimulus": "<<<<<", "ResponseOptions": ["Left", "Right"]}
    head = mind(actor(accuracy={"default": 1.0}))
    assert head.answer(ask({"Hint": "x", "Trial": trial})).value == "Left"


def test_without_a_wrong_option_the_right_one_is_given():
    trial = {"Stimulus": "<<<<<", "ResponseOptions": ["Left"]}
    assert mind(actor()).answer(ask(trial)).value == "Left"


def test_a_trial_that_nobody_can_read_is_answered_with_some_option():
    made = actor(accuracy={"default": 1.0})
    view = {"Stimulus": {"Text": "Agree?"}, "ResponseOptions": ["yes", "no"]}
    values = {mind(made, case).answer(ask(view, seat=str(case))).value for case in range(1, 30)}
    assert values == {"yes", "no"}


def test_recalled_exchanges_are_remembered_and_nothing_else_changes():
    made = actor(
        accuracy={"default": 0.7}, missRate=0.1, responseTime={"default": {"mu": 0.4, "sigma": 0.05, "tau": 0.1}}
    )
    trials = [trial for trial, _, _ in play(made, "NB", task({"B": {"Parameters": DRAWN_BACK}}))]
    asks = [ask(trial.view, f"T.1.{trial.address}") for trial in trials]
    whole = mind(made)
    replies = [whole.answer(question) for question in asks]
    for cut in (1, 7, 19):
        head = mind(made)
        for question, reply in zip(asks[:cut], replies[:cut], strict=True):
            head.recall(question, reply)
        assert [head.answer(question) for question in asks[cut:]] == replies[cut:]


# --- absence -------------------------------------------------------------------------------------------------------


def test_q_the_same_subjects_are_absent_at_every_visit_and_on_every_run():
    made = actor(absent={"Return": 0.25})

    def absent(visit, seed=7):
        asked = {case: ask({}, f"Return.{visit}", str(case), Text()) for case in range(1, 401)}
        return [case for case in asked if mind(made, case, seed).answer(asked[case]) == Silence("absent")]

    assert 0.19 < len(absent(1)) / 400 < 0.31
    assert absent(1) == absent(2) != absent(1, seed=8)
    assert mind(made).answer(ask({}, "Other.1", space=Text())) == Answer("READY")


def test_who_is_absent_at_one_step_says_nothing_of_another():
    made = actor(absent={"Return": 0.5, "Later": 0.5})
    replies = [[mind(made, case).answer(ask({}, f"{step}.1", str(case), Text())) == Silence("absent")
                for step in ("Return", "Later")] for case in range(1, 401)]  # fmt: skip
    assert 60 < sum(first and second for first, second in replies) < 140


def test_seats_of_one_case_are_absent_each_for_itself():
    head = mind(actor(absent={"Return": 0.5}))
    gone = [head.answer(ask({}, "Return.1", f"1/{i}", Text())) == Silence("absent") for i in range(1, 101)]
    assert 30 < sum(gone) < 70


# --- time, spread, slope -------------------------------------------------------------------------------------------


def test_no_time_is_known_where_none_is_planted():
    made = actor(responseTime={"RE": {"BX": {"mu": 0.5}}})
    took = {row["trialContext"]["condition"]: reply.took for _, reply, row in play(made, "RE", axcpt())}
    assert took["BX"] == 0.5
    assert took["AX"] is None


def test_times_have_the_planted_mean_and_spread_and_whole_milliseconds():
    made = actor(responseTime={"default": {"mu": 0.4, "sigma": 0.05, "tau": 0.1}})
    times = [reply.took for _, reply, _ in play(made, "WO", simon(), subjects=20)]
    assert abs(mean(times) - 0.5) < 0.005
    assert abs(stdev(times) - math.hypot(0.05, 0.1)) < 0.005
    assert all(time == round(time, 3) >= 0 for time in times)
    assert made.expected_time("WO", "Congruent") == pytest.approx(0.5, abs=1e-6)


def test_a_time_is_never_negative():
    made = actor(responseTime={"default": {"mu": 0.01, "sigma": 1.0}})
    times = [reply.took for _, reply, _ in play(made, "WO", simon(), subjects=5)]
    assert min(times) == 0
    assert made.expected_time("WO", "Congruent") == pytest.approx(mean(times), abs=0.03)


def test_the_pace_of_a_subject_is_its_own_and_one_for_all_conditions_of_an_instrument():
    made = actor(
        responseTime={"WO": {"Congruent": {"mu": 0.4}, "Incongruent": {"mu": 0.8}}}, spread={"responseTime": 0.1}
    )
    means = []
    for subject in range(1, 200):
        head = mind(made, subject)
        arms = [TARGET | {"Target": {"position": side, "color": "red"}} for side in ("Left", "Right")]
        views = [{"Stimulus": arm, "ResponseOptions": ["Left", "Right"]} for arm in arms]
        took = [head.answer(ask(view, f"T.1.1.{i}", str(subject))).took for i, view in enumerate(views)]
        assert took[1] == pytest.approx(2 * took[0], abs=0.002)
        means.append(took[0])
    assert mean(means) == pytest.approx(0.4, abs=0.01)
    assert stdev(means) == pytest.approx(0.04, abs=0.006)


@pytest.mark.parametrize(("p", "sd"), [(0.72, 0.0), (0.72, 0.8), (0.95, 0.8), (0.6, 1.5), (0.0, 1.0), (1.0, 1.0)])
def test_recovered_accuracy_is_the_planted_share_with_the_spread_integrated_out(p, sd):
    made = actor(accuracy={"default": p}, spread={"accuracy": sd})
    shares = [accuracy(play(made, "WO", simon(10), seed=1000 + i)) for i in range(150)]
    error = 4 * stdev(shares) / math.sqrt(len(shares))
    assert made.expected("WO", "Congruent") == pytest.approx(mean(shares), abs=max(error, 1e-12))


def test_a_subject_who_is_good_at_one_instrument_need_not_be_at_another():
    made = actor(accuracy={"default": 0.5}, spread={"accuracy": 100.0})
    arrows = {"Stimulus": "<<<<<", "ResponseOptions": ["Left", "Right"]}
    target = {
        "Stimulus": TARGET | {"Target": {"position": "Left", "color": "red"}},
        "ResponseOptions": ["Left", "Right"],
    }
    right = [[mind(made, case).answer(ask(view, f"T.1.1.{i}", str(case))).value == "Left"
              for i, view in enumerate([arrows, arrows, target])] for case in range(1, 401)]  # fmt: skip
    assert sum(first == again for first, again, _ in right) > 390
    assert 150 < sum(first == other for first, _, other in right) < 250


def test_the_slope_turns_accuracy_about_the_middle_of_the_visit():
    made = actor(accuracy={"default": 0.7}, slope={"default": 0, "WO": 0.02})
    played = play(made, "WO", simon(50), subjects=40)
    early = accuracy([p for p in played if p[0].view["TrialIndex"] < 100])
    late = accuracy([p for p in played if p[0].view["TrialIndex"] >= 100])
    positions = [(i, 200) for i in range(200)]
    assert made.expected("WO", "Congruent", None, positions[:100]) == pytest.approx(early, abs=0.02)
    assert made.expected("WO", "Congruent", None, positions[100:]) == pytest.approx(late, abs=0.02)
    assert late - early > 0.2
    assert made.expected("RE", "AX", None, positions) == 0.7


def test_misses_and_times_beyond_the_window_are_expected_together():
    made = actor(
        missRate=0.1, responseTime={"default": {"mu": 0.4, "sigma": 0.1, "tau": 0.3}}, spread={"responseTime": 0.2}
    )
    subjects = [
        [reply.took for _, reply, _ in play(made, "WO", simon(10), seed=seed) if isinstance(reply, Answer)]
        for seed in range(300)
    ]
    taken = [took for times in subjects for took in times]
    late = mean(took >= 0.8 for took in taken)
    means = [mean(took for took in times if took < 0.8) for times in subjects]
    assert made.expected_missed("WO", "Congruent") == 0.1
    assert made.expected_missed("WO", "Congruent", [0.8]) == pytest.approx(0.1 + 0.9 * late, abs=0.015)
    assert made.expected_missed("WO", "Congruent", [0.8, 60.0]) == pytest.approx(0.1 + 0.9 * late / 2, abs=0.01)
    assert made.expected_time("WO", "Congruent", [0.8]) == pytest.approx(mean(means), abs=0.006)


# --- draws ---------------------------------------------------------------------------------------------------------


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 50))
def test_an_added_parameter_changes_no_draw_of_another(seed, case):
    less = actor(accuracy={"default": 0.6})
    more = actor(accuracy={"default": 0.6}, responseTime={"default": {"mu": 0.3, "tau": 0.1}}, absent={"Later": 0.5},
                 spread={"responseTime": 0.2})  # fmt: skip
    trials = [trial for trial, _, _ in play(less, "RE", axcpt())]
    for made in (less, more):
        head = mind(made, case, seed)
        values = [head.answer(ask(trial.view, f"T.1.{trial.address}", str(case))).value for trial in trials]
        if made is less:
            wanted = values
    assert values == wanted


def test_answers_depend_on_the_ask_alone_and_not_on_what_was_asked_before():
    made = actor(accuracy={"default": 0.5})
    views = [{"Stimulus": "<<<<<", "ResponseOptions": ["Left", "Right"]}] * 40
    asks = [ask(view, f"T.1.1.{i}") for i, view in enumerate(views)]
    forth, back = mind(made), mind(made)
    assert [forth.answer(a) for a in asks] == [back.answer(a) for a in reversed(asks)][::-1]


def test_an_actor_survives_being_sent_to_a_worker():
    made = actor(accuracy={"default": 0.8, "RE": {"BX": 0.4}}, prompted={"Hint:": {"RE": {"BX": 0.9}}}, missRate=0.1)
    mind(made)
    made.prompt_key("Hint:")
    other = pickle.loads(pickle.dumps(made))
    assert other == made
    assert play(other, "RE", task({"B": {"Parameters": AX}})) == play(made, "RE", task({"B": {"Parameters": AX}}))


def test_it_describes_what_is_planted_in_the_words_of_the_document():
    planted = {
        "accuracy": {"default": 0.9, "RE": {"BX": 0.72}},
        "prompted": {"Hint:": {"RE": {"BX": 0.9}}},
        "missRate": 0.03,
        "absent": {"Return": 0.25},
        "responseTime": {"default": {"mu": 0.4, "sigma": 0.05, "tau": 0.1}},
        "spread": {"accuracy": 0.5, "responseTime": 0.1},
        "slope": {"default": 0.0, "RE": 0.01},
    }
    about = actor(**planted).describe()
    assert about.parameters == planted
    assert (about.kind, about.reproducible, about.sees) == ("simulated", True, "key")
    assert actor(**about.parameters) == actor(**planted)
