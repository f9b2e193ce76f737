"""Letter O: what cannot be played is refused before the first trial, all at once, naming the key and the value."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_tasks import AX, DRAWN_BACK, KINDS, SIMON, TWO_BACK, axcpt, cells, findings, prepare, run, task

from hawthorne.core.draws import Draws
from hawthorne.core.errors import InvalidDocument

IN_TEST = "Blocks.Test.Parameters."
SEQUENCE = "Timelines.T.Blocks"


def listed(*entries):
    """An AX-CPT whose timeline lists these entries."""
    return task({"Test": {"Parameters": AX}}, *entries)


def ruled(**rules):
    """An AX-CPT whose block has these keys beside its parameters."""
    return task({"Test": {"Parameters": AX} | rules})


@pytest.mark.parametrize(
    ("parameters", "path", "says"),
    [
        (axcpt(ItemSequence=...), IN_TEST + "ItemSequence", ["ItemSequence is missing"]),
        (axcpt(ItemSequence=..., ItemSequense=[1]), IN_TEST + "ItemSequence", ['did you mean "ItemSequence"?']),
        (axcpt(ResponsePatterns=["A*X"]), IN_TEST + "ResponsePatterns", ["A*X", "two capital letters"]),
        (axcpt(ResponsePatterns=["AX", "BY"]), IN_TEST + "ResponsePatterns", ["exactly one"]),
        (axcpt(ItemSequence={"Sequence": {"Type": "Random", "Values": [1]}}),
         IN_TEST + "ItemSequence.Sequence.Type", ['"Random"', "Ordered"]),
        (axcpt(ItemSequence={"Sequence": {"Type": "Ordered"}}), IN_TEST + "ItemSequence.Sequence.Values", ["Values"]),
        (axcpt(ItemSequence={"Sequence": {"Values": [0, 26]}}), IN_TEST + "ItemSequence.Sequence.Values.1", ["26"]),
        (axcpt(ItemSequence={"Distribution": {"Type": "Uniform"}}), IN_TEST + "ItemSequence", ["Distribution"]),
        (axcpt(ItemSequence=[]), IN_TEST + "ItemSequence", ["no values"]),
        (axcpt(ItemSequence=None), IN_TEST + "ItemSequence", ["null"]),
        (axcpt(UseNonMatchButton=False), IN_TEST + "UseNonMatchButton", ["false", "only true"]),
        (axcpt(StimulusType="Digits"), IN_TEST + "StimulusType", ["Digits", "UpperCaseLetters"]),
        (axcpt(InterStimulusInterval=-1), IN_TEST + "InterStimulusInterval", ["-1", "seconds"]),
        (axcpt(InterStimulusInterval={"Reference": "Gep"}, Gap=1),
         IN_TEST + "InterStimulusInterval.Reference", ["Gep", 'did you mean "Gap"?']),
        (axcpt(InterStimulusInterval={"Reference": "Gap"}, Gap={"Reference": "InterStimulusInterval"}),
         IN_TEST + "InterStimulusInterval", ["refers to itself"]),
        (ruled(RepeatTrials=2), "Blocks.Test.RepeatTrials", ["RepeatTrials"]),
        (ruled(Inherits="B"), "Blocks.Test.Inherits", ["Inherits"]),
        (ruled(MaxRepeat=2), "Blocks.Test.MaxRepeat", ['did you mean "MaxRepeats"?']),
        (ruled(Adapt={"x": 1}), "Blocks.Test.Adapt", ["daptive"]),
        (ruled(MinAccuracyRequired=80), "Blocks.Test.MinAccuracyRequired", ["80"]),
        (ruled(ExitRules=[{"Type": "All"}]), "Blocks.Test.ExitRules.0.Trials", ["Trials"]),
        (ruled(ExitRules=[{"Trials": 2, "Type": "Failure"}]),
         "Blocks.Test.ExitRules.0.Type", ['did you mean "Failures"?']),
        (ruled(ExitRules=[{"Trials": 2, "Action": "Stop"}]),
         "Blocks.Test.ExitRules.0.Action", ["Stop"]),
        (ruled(Trials=[{}]), "Blocks.Test.Trials", ["ItemSequence"]),
        (ruled(TrialOrder={"Per": "Subject"}), "Blocks.Test.TrialOrder.Per", ["nothing"]),
        (ruled(TrialOrder={"Per": "Subjects"}),
         "Blocks.Test.TrialOrder.Per", ['did you mean "Subject"?']),
        (listed({"Instruction": "x"}), SEQUENCE + ".0", ['did you mean "Instructions"?']),
        (listed({"name": "Test"}), SEQUENCE + ".0", ['did you mean "Name"?']),
        (listed("Test"), SEQUENCE + ".0", ['"Test"']),
        (listed({"Name": "Tset"}), SEQUENCE + ".0.Name", ['"Tset"', 'did you mean "Test"?']),
        (listed({"Blocks": [{"Name": "Test"}], "Repeat": 2}), SEQUENCE + ".0.Repeat", ["Repeat"]),
        (listed({"Timeline": "T"}), SEQUENCE + ".0.Timeline", ["T > T"]),
        (listed({"Timeline": "Q"}), SEQUENCE + ".0.Timeline", ['"Q"']),
        (listed({"Instructions": "x"}), SEQUENCE, ["no trials"]),
        (axcpt() | {"Bot": {"LLM": "x"}}, "Bot.LLM", ["Bot.LLM", "flows"]),
        (axcpt() | {"Bot": {"ResponseSource": "x"}}, "Bot.ResponseSource", ["who answers"]),
        ({"Blocks": {}}, "Timelines", ["no Timelines"]),
        ({"TimeLines": {}}, "Timelines", ['did you mean "Timelines"?']),
        ({"Timelines": {"T": None}}, "Timelines.T", ["null"]),
        ({"Timelines": {"T": {"blocks": []}}}, "Timelines.T.Blocks", ['did you mean "Blocks"?']),
    ],
)  # fmt: skip
def test_o_ax_cpt_refusals_name_the_key_and_the_rule(parameters, path, says):
    found = findings("RE", parameters)
    assert path in found, found
    for words in says:
        assert words in found[path]


@pytest.mark.parametrize(
    ("kind", "values", "more", "path", "says"),
    [
        ("WO", SIMON | {"SecondaryFeature": "Flanker"}, {}, "Parameters.SecondaryFeature", ['"Flanker"', '"Position"']),
        ("WO", SIMON | {"ButtonColors": ["#00f"]}, {}, "Parameters.ButtonColors", ["1 values"]),
        ("WO", SIMON | {"ButtonColors": ["#00f", "#00F"]}, {}, "Parameters.ButtonColors", ["differ"]),
        ("WO", SIMON | {"Congruency": "Congruent"}, {"Trials": None}, "Trials", ["how many trials"]),
        ("WO", SIMON, {"Trials": [{"Parameters": {"Congruency": "Congrunt"}}]}, "Trials.0.Parameters.Congruency",
         ["Congrunt", 'did you mean "Congruent"?']),
        ("WO", SIMON, {"Trials": [{"Parameters": {"Congruency": {"Distribution": {"Type": "Normal"}}}}]},
         "Trials.0.Parameters.Congruency", ["Normal", "Uniform"]),
        ("WO", SIMON, {"Trials": [{"Parameters": {"Congruency": "Neutral"}, "MinAccuracyRequired": 1}]},
         "Trials.0.MinAccuracyRequired", ["cannot be played"]),
        ("WO", SIMON, {"TrialOrder": {"Replacement": "With"}}, "TrialOrder.Replacement", ["WithoutInBlock"]),
        ("WO", SIMON, {"TrialOrder": {"ItemOccurrences": 10**9}}, "TrialOrder.ItemOccurrences", ["1000000000"]),
        ("FL", {"MaxResponseTime": 2, "Congruency": "Neutral", "CorrectButton": "Left"}, {"ExitRules": [{"Trials": 2}]},
         "Parameters.Congruency", ["Neutral"]),
        ("FL", {"Congruency": "Congruent", "CorrectButton": "Left"}, {"ExitRules": [{"Trials": 2}]},
         "Parameters.MaxResponseTime", ["missing"]),
        ("NB", TWO_BACK | {"NValue": 0}, {}, "Parameters.NValue", ["0"]),
        ("NB", TWO_BACK | {"NValue": "two"}, {}, "Parameters.NValue", ["two", "whole number"]),
        ("NB", TWO_BACK | {"Streams": [{}]}, {}, "Parameters.StimulusValue", ["missing"]),
        ("NB", DRAWN_BACK | {"StreamSize": 10**9}, {}, "Parameters.StreamSize", ["100000"]),
        ("NB", DRAWN_BACK | {"FeatureValuesCount": 1}, {}, "Parameters.FeatureValuesCount", ["from 2 to 9"]),
        ("NB", TWO_BACK | {"PlayerPaced": "yes"}, {}, "Parameters.PlayerPaced", ["true or false"]),
    ],
)  # fmt: skip
def test_o_the_other_instruments_refuse_by_key_too(kind, values, more, path, says):
    found = findings(kind, task({"Test": {"Parameters": values} | more}))
    assert f"Blocks.Test.{path}" in found, found
    for words in says:
        assert words in found[f"Blocks.Test.{path}"]


def test_o_everything_is_refused_at_once():
    parameters = axcpt(ItemSequence=..., ResponsePatterns=["A*X"], StimulusColor=3) | {"Bot": {"Prompt": "x"}}
    parameters["Timelines"]["T"]["Blocks"].append({"Nam": "x"})
    assert len(findings("RE", parameters)) == 5


def test_o_a_timeline_that_is_not_defined_is_named_with_the_nearest():
    (text,) = findings("RE", axcpt() | {"Timelines": {"Main": {"Blocks": []}}}, timeline="Mian").values()
    assert '"Mian"' in text
    assert 'did you mean "Main"?' in text


def test_o_a_circle_of_timelines_is_refused_with_its_path():
    parameters = task({"Test": {"Parameters": AX}}, {"Name": "Test"}, {"Timeline": "U"})
    parameters["Timelines"]["U"] = {"Blocks": [{"Timeline": "T"}]}
    assert "T > U > T" in findings("RE", parameters)["Timelines.U.Blocks.0.Timeline"]


def test_a_key_of_the_timeline_s_own_entry_is_refused_where_it_stands():
    parameters = listed({"Name": "Test", "Parameters": {"ResponsePatterns": ["A"]}})
    assert list(findings("RE", parameters)) == ["Timelines.T.Blocks.0.Parameters.ResponsePatterns"]


def test_a_name_that_blocks_does_not_define_stands_alone():
    parameters = task({}, {"Name": "Alone", "Parameters": AX})
    assert run(prepare("RE", parameters), lambda trial: "Match")["result"]["blocks"][0]["block"] == "Alone"
    del parameters["Timelines"]["T"]["Blocks"][0]["Parameters"]["ItemSequence"]
    assert list(findings("RE", parameters)) == ["Timelines.T.Blocks.0.Parameters.ItemSequence"]


def test_the_timeline_s_entry_is_merged_over_its_block_mapping_by_mapping():
    parameters = listed({"Name": "Test", "Parameters": {"ItemSequence": [0, 23]}})
    assert prepare("RE", parameters).trials == 2


def test_groups_and_nested_timelines_play_in_their_place():
    one = {"Parameters": AX | {"ItemSequence": [0]}}
    entries = [{"Name": "A"}, {"Blocks": [{"Name": "B"}, {"Timeline": "U"}]}, {"Name": "D"}]
    parameters = task(dict.fromkeys("ABCD", one), *entries)
    parameters["Timelines"]["U"] = {"Blocks": [{"Name": "C"}]}
    assert prepare("RE", parameters).blocks() == ("A", "B", "C", "D")


WRONG = st.sampled_from([None, True, -1, 1.5, 10**12, "", "words", [], {}, [None], {"Sequence": 3}, {"Reference": "x"},
                         {"Distribution": None}, float("nan")])  # fmt: skip
GOOD = {
    "RE": task({"Test": {"Parameters": AX, "ExitRules": [{"Trials": 3, "Type": "All"}], "MaxRepeats": 1}}),
    "NB": task({"Test": {"Parameters": DRAWN_BACK, "MinAccuracyRequired": 0.5}}),
    "WO": task({"Test": {"Parameters": SIMON, "Trials": cells("Neutral"), "TrialOrder": {"ItemOccurrences": 2}}}),
    "FL": task({"Test": {"Parameters": {"MaxResponseTime": 1}, "Trials": cells("Congruent")}}, {"Instructions": "Go"},
               {"Name": "Test", "Description": "x"}),
}  # fmt: skip


def places(value, path=()):
    """The path of every value in a document."""
    yield path
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, entry in entries:
        yield from places(entry, (*path, key))


def changed(value, path, new):
    if not path:
        return new
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = changed(value[path[0]], path[1:], new)
    return copy


@settings(max_examples=250, deadline=None)
@given(st.sampled_from(list(GOOD)), st.data(), WRONG)
def test_any_value_changed_is_played_or_refused_with_a_path_and_never_breaks(kind, data, new):
    path = data.draw(st.sampled_from(list(places(GOOD[kind]))))
    refused = ()
    try:
        run(KINDS[kind]().prepare(changed(GOOD[kind], path, new), "T", Draws.seeded(1)), lambda trial: trial.options[0])
    except InvalidDocument as error:
        refused = error.findings
    assert all(finding.message and finding.fix for finding in refused)
