"""What may be planted on a simulated actor, what is refused, and what no trial can meet."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hawthorne.actors.expected import Expected, outlasts, over_normal
from hawthorne.actors.planted import Times
from hawthorne.actors.simulated import SimulatedActor
from hawthorne.core.draws import Draws
from hawthorne.core.errors import InvalidDocument, UsageError
from hawthorne.core.place import Place

MET = {"RE": frozenset({"Cue", "AX", "AY", "BX", "BY"}), "NB": frozenset({"2-back", "BurnIn"})}
STEPS = frozenset({"AX", "Return"})


def decode(**planted):
    return SimulatedActor.decode(planted, lambda path: Place(path=path))


@pytest.mark.parametrize(
    ("planted", "path", "says"),
    [
        ({"acuracy": {}}, "acuracy", 'did you mean "accuracy"?'),
        ({"accuracy": {"RE": {"BX": 1.2}}}, "accuracy.RE.BX", "1.2"),
        ({"accuracy": {"RE": {"BX": -0.1}}}, "accuracy.RE.BX", "from 0 to 1"),
        ({"accuracy": {"RE": {"BX": "high"}}}, "accuracy.RE.BX", "high"),
        ({"accuracy": {"RE": {"BX": True}}}, "accuracy.RE.BX", "True"),
        ({"accuracy": {"RE": {"BX": None}}}, "accuracy.RE.BX", "None"),
        ({"accuracy": {"RE": 0.9}}, "accuracy.RE", "{BX: 0.7}"),
        ({"accuracy": 0.9}, "accuracy", "mapping"),
        ({"accuracy": {"default": 2}}, "accuracy.default", "2"),
        ({"prompted": {"Hint:": {"RE": {"BX": 3}}}}, "prompted.Hint:.RE.BX", "3"),
        ({"prompted": ["Hint:"]}, "prompted", "Hint:"),
        ({"missRate": 1.5}, "missRate", "1.5"),
        ({"missRate": "often"}, "missRate", "often"),
        ({"absent": {"Return": 25}}, "absent.Return", "25"),
        ({"absent": "Return"}, "absent", "Return"),
        ({"responseTime": {"default": {"mu": 0.4, "sigm": 0.1}}}, "responseTime.default.sigm", 'did you mean "sigma"?'),
        ({"responseTime": {"default": {"sigma": 0.1}}}, "responseTime.default", "no mu"),
        ({"responseTime": {"RE": {"BX": {"mu": -1}}}}, "responseTime.RE.BX.mu", "-1"),
        ({"responseTime": {"RE": {"BX": 0.4}}}, "responseTime.RE.BX", "0.4"),
        ({"responseTime": {"RE": {"BX": {"mu": 0.4, "tau": "x"}}}}, "responseTime.RE.BX.tau", "x"),
        ({"spread": {"accurracy": 0.5}}, "spread.accurracy", 'did you mean "accuracy"?'),
        ({"spread": {"accuracy": -0.5}}, "spread.accuracy", "-0.5"),
        ({"slope": {"RE": math.inf}}, "slope.RE", "inf"),
        ({"slope": "steep"}, "slope", "steep"),
    ],
)
def test_what_cannot_be_planted_is_refused_with_its_place_and_the_rule(planted, path, says):
    made, findings = decode(**planted)
    assert made is None
    found = {finding.place.path: str(finding) for finding in findings}
    assert says in found[path]


def test_everything_wrong_is_found_at_once():
    _, findings = decode(accuracy={"default": 2}, missRate=-1, absnt={}, spread={"accuracy": "x"})
    assert len(findings) == 4


def test_what_a_document_says_of_an_actor_besides_is_left_aside():
    made, findings = decode(name="Planted", implementation="behaverse://simulated-actor", memory="conversation")
    assert made == SimulatedActor()
    assert findings == []


def test_a_table_may_say_something_of_every_condition_of_an_instrument():
    made, _ = decode(accuracy={"default": 0.5, "RE": {"default": 0.8, "BX": 0.6}}, slope=0.0,
                     responseTime={"RE": {"mu": 0.4, "tau": 0.1}})  # fmt: skip
    assert [made.expected("RE", "AX"), made.expected("RE", "BX"), made.expected("NB", "2-back")] == [0.8, 0.6, 0.5]
    assert made.expected_time("RE", "BX") == pytest.approx(0.5)
    assert made.expected_time("NB", "2-back") is None


def test_nothing_is_expected_where_nothing_is_planted():
    made, _ = decode(accuracy={"RE": {"BX": 0.6}})
    assert made.expected("RE", "AX") is None
    assert made.expected("RE", "BX") == 0.6


@pytest.mark.parametrize(
    ("planted", "says"),
    [
        ({"accuracy": {"RR": {"BX": 0.5}}}, 'no trial is of the instrument "RR"'),
        ({"accuracy": {"RE": {"BZ": 0.5}}}, "known: AX, AY, BX, BY, Cue"),
        ({"accuracy": {"RE": {"Cues": 0.5}}}, 'did you mean "Cue"?'),
        ({"accuracy": {"NB": {"3-back": 0.5}}}, 'did you mean "2-back"?'),
        ({"responseTime": {"RE": {"AXX": {"mu": 1}}}}, 'did you mean "AX"?'),
        ({"slope": {"NBB": 0.1}}, 'did you mean "NB"?'),
        ({"absent": {"Retrun": 0.2}}, 'did you mean "Return"?'),
        ({"prompted": {"Hnit:": {"RE": {"BX": 0.9}}}}, 'did you mean "Hint:"?'),
        ({"prompted": {"Hint:": {"RE": {"BXX": 0.9}}}}, 'did you mean "BX"?'),
    ],
)
def test_a_key_that_nothing_can_meet_is_a_warning_with_the_nearest_name(planted, says):
    made, _ = decode(**planted)
    found = made.lint(MET, STEPS, ["Please wait.\nHint: look twice."])
    (finding,) = [each for each in found if each.code != "not-planted"]
    assert finding.severity == "warning"
    assert says in str(finding) or says in finding.message
    assert finding.place.path


def test_what_can_be_met_gives_no_warning():
    made, _ = decode(accuracy={"default": 0.9, "RE": {"BX": 0.5}}, absent={"Return": 0.1}, slope={"default": 0.1},
                     prompted={"Hint:": {"RE": {"BX": 0.9}}}, responseTime={"default": {"mu": 1}})  # fmt: skip
    assert made.lint(MET, STEPS, ["x\n  Hint: look"]) == []
    assert made.lint(MET, STEPS, ["{hint}"]) == []  # a placeholder may become anything
    assert len(made.lint(MET, STEPS, ["See the Hint: there"])) == 1


def test_a_file_gives_every_finding_its_line_and_column(tmp_path):
    file = tmp_path / "planted.yaml"
    file.write_text("accuracy:\n  default: 0.9\n  RE:\n    BX: 72\nmissRate: 0.1\n")
    with pytest.raises(InvalidDocument) as caught:
        SimulatedActor.from_spec(str(file))
    (finding,) = caught.value.findings
    assert (finding.place.file, finding.place.line, finding.place.column) == (str(file), 4, 5)
    file.write_text("accuracy: {default: 0.9, RE: {BXX: 0.72}}\n")
    (finding,) = SimulatedActor.from_spec(str(file)).lint(MET, STEPS, [])
    assert (finding.place.line, finding.place.column) == (1, 31)


@pytest.mark.parametrize("text", [None, "- 1\n", "accuracy: [\n", "a: 1\na: 2\n"])
def test_a_file_that_cannot_be_read_is_an_error_of_use(tmp_path, text):
    file = tmp_path / "planted.yaml"
    if text is not None:
        file.write_text(text)
    with pytest.raises(UsageError, match=r"planted\.yaml"):
        SimulatedActor.from_spec(str(file))
    with pytest.raises(UsageError):
        SimulatedActor.from_spec("")


JUNK = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["default", "RE", "BX", "mu", "accuracy", "x", 3]), inner, max_size=3)
    ),
    max_leaves=8,
)
NAMES = ["accuracy", "prompted", "missRate", "absent", "responseTime", "spread", "slope", "accurate"]


@settings(max_examples=200)
@given(st.dictionaries(st.sampled_from(NAMES), JUNK, max_size=4))
def test_anything_planted_is_an_actor_or_findings_and_never_breaks(planted):
    made, findings = decode(**planted)
    assert (made is None) == bool(findings)
    if made is not None:
        made.lint(MET, STEPS, ["x"])
        assert decode(**made.describe().parameters)[0].planted.accuracy == made.planted.accuracy


# --- the numbers behind `expected` ---------------------------------------------------------------------------------


@pytest.mark.parametrize("sd", [0.1, 0.8, 3.0])
def test_the_grid_integrates_moments_of_a_normal_to_rounding(sd):
    assert over_normal(lambda x: 1.0, sd) == pytest.approx(1.0, abs=1e-14)
    assert over_normal(lambda x: x**4, sd) == pytest.approx(3 * sd**4, rel=1e-12)


def test_a_symmetric_spread_leaves_one_half_and_pulls_the_others_towards_it():
    wide = Expected(1.0, 0.0, 0.0)
    assert wide.share(0.5, 0.0, None) == pytest.approx(0.5)
    assert 0.5 < wide.share(0.9, 0.0, None) < 0.9
    # the classic approximation: the logit shrinks by about sqrt(1 + 0.346 sd^2) (Zeger, Liang & Albert 1988)
    assert wide.share(0.9, 0.0, None) == pytest.approx(1 / (1 + math.exp(-math.log(9) / math.sqrt(1.346))), abs=0.01)


@pytest.mark.parametrize(
    "times", [Times(0.4, 0.05, 0.1), Times(0.3, 0.0, 0.2), Times(0.5, 0.1, 0.0), Times(0.4, 0.2, 0.001)]
)
def test_the_share_of_times_that_outlast_a_moment_is_what_draws_give(times):
    draws = Draws.seeded(3)
    drawn = [
        times.mu + draws.at("n", i).normal(0, times.sigma) + draws.at("e", i).exponential(times.tau)
        for i in range(4000)
    ]
    for moment in (0.35, 0.5, 0.7):
        assert outlasts(times, moment) == pytest.approx(sum(t > moment for t in drawn) / 4000, abs=0.03)


def test_scored_trials_for_which_no_accuracy_is_planted_are_named_since_they_are_all_answered_wrong():
    made, _ = decode(accuracy={"RE": {"AX": 0.9, "Cue": 0.9, "BY": 0.9}}, prompted={"Hint:": {"RE": {"BX": 0.9}}})
    bare = [each for each in made.lint(MET, STEPS, ["Hint: look."]) if each.code == "not-planted"]
    assert [each.message.partition(":")[0] for each in bare] == [
        "accuracy says nothing of RE AY", "accuracy says nothing of NB 2-back"]  # fmt: skip
    made, _ = decode(accuracy={"default": 0.9})
    assert made.lint(MET, STEPS, []) == []
