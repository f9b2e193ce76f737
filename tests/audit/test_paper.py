"""The facts of a paper against each other: what fits, what cannot be, and whose fault it is.

The numbers are invented; the kinds of contradictions are those that published papers and their transcriptions have.
"""

from __future__ import annotations

import copy
import json
from fractions import Fraction

import pytest
from defects import STUDIES
from hypothesis import given, settings
from hypothesis import strategies as st

from hawthorne.audit.paper import claims, counts, effects, recompute, significance, spread, unit_data
from hawthorne.audit.paper.facts import Facts
from hawthorne.audit.paper.printed import Interval, decimals, rounded, whole_numbers
from hawthorne.audit.report import Outcome
from hawthorne.core.document import Source
from hawthorne.measure import correlations, summaries, tails
from hawthorne.protocols.model import Protocol
from hawthorne.protocols.model.human import Figure
from hawthorne.protocols.read import read
from hawthorne.protocols.release.folder import study_of

BASE = json.loads((STUDIES / "fixture_paper" / "protocol.json").read_text(encoding="utf-8"))


def facts(cells=(), tests=(), analysis=None, samples=None, **human) -> Facts:
    """The fixture with other human numbers, and its first analysis changed."""
    data = copy.deepcopy(BASE)
    data["human"] = {"cells": list(cells), "tests": list(tests), "samples": samples or [], **human}
    data["analyses"][0].update(analysis or {})
    return Facts(Protocol.model_validate(data))


def cell(id="a", arm="warm", n=None, variable="resp.returns", of=None, label=None, **stats) -> dict:
    made = {"id": id, "unit": "p", "by": {"arm": arm}, "variable": variable, "cite": "results", "stats": {}}
    if n is not None:
        made["n"] = {"v": n}
    if of is not None:
        made["of"] = of
    for name, value in stats.items():
        made["stats"][name] = [figure(each) for each in value] if isinstance(value, list) else figure(value, label)
    return made


def figure(text: str | float, label: str | None = None) -> dict:
    """A printed number: `"4.10"` has two decimals."""
    said = str(text)
    op = next((op for op in ("<=", ">=", "<", ">", "~") if said.startswith(op)), "=")
    said = said.removeprefix(op) if op != "=" else said
    value = float(said) if "." in said else int(said)
    made = {"v": value, "dp": len(said.partition(".")[2]), "op": op}
    return made | ({"label": label, "derivation": "worked out"} if label else {})


def a_test(statistic, value=None, df=(), p=None, n=None, effect=None, tails=None) -> dict:
    made = {"id": "t", "analysis": "returned", "statistic": statistic, "df": list(df), "cite": "results"}
    for name, said in (("value", value), ("p", p), ("n", n)):
        if said is not None:
            made[name] = figure(said)
    if effect is not None:
        made["effect"] = {"measure": effect[0], "value": figure(effect[1])}
    if tails is not None:
        made["tails"] = tails
    return made


def said(outcome: Outcome) -> list[tuple[str, str]]:
    return [(detail.code, detail.severity) for detail in outcome.details]


# --- printed numbers --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [("2.82", 2.815, 2.825), ("72", 71.5, 72.5), ("0.50", 0.495, 0.505), ("<.001", -float("inf"), 0.001)],
)
def test_a_printed_number_stands_for_half_a_unit_to_each_side(text, low, high):
    assert rounded(Figure(**figure(text))) == Interval(low, high)


def test_decimals_that_are_not_told_are_those_the_number_needs():
    assert [decimals(Figure(v=v)) for v in (2, 2.0, 2.5, 2.82)] == [0, 0, 1, 2]


@settings(max_examples=200)
@given(st.integers(1, 400), st.data(), st.integers(0, 2))
def test_a_true_percentage_always_fits_whichever_way_halves_are_rounded(n, data, dp):
    k = data.draw(st.integers(0, n))
    exact = Fraction(100 * k, n)
    scaled = exact * 10**dp
    for whole in {int(scaled + Fraction(1, 2)), -int(-scaled + Fraction(1, 2)) if scaled < 0 else round(scaled)}:
        printed = Figure(v=whole / 10**dp, dp=dp)
        assert k in whole_numbers(printed, Fraction(n, 100))
    cut = Figure(v=int(scaled) / 10**dp, dp=dp)
    assert k in whole_numbers(cut, Fraction(n, 100), cut=True)


# --- counts -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("percent", "n", "codes"),
    [
        ("77", 21, [("no_integer_count", "warn")]),  # 16 of 21 are 76.2 %, 17 are 81.0 %
        ("77", 22, []),  # 17 of 22
        ("30", 20, []),
        ("29", 88, [("no_integer_count", "warn")]),  # 26 of 88 are 29.5 %, cut off
        ("12.5", 8, []),
        ("~77", 21, []),
    ],
)
def test_some_whole_count_makes_a_percentage(percent, n, codes):
    assert said(counts.check_percent(facts([cell(n=n, of="writes", percent=percent)]))) == codes


def test_a_share_that_was_cut_off_is_told_apart():
    details = counts.check_percent(facts([cell(n=88, of="writes", percent="29")])).details
    assert "cut off" in details[0].message


def test_a_percentage_that_we_worked_out_fails_where_one_of_the_source_warns():
    own = counts.check_percent(facts([cell(n=21, of="writes", percent="77", label="derived")]))
    assert own.status == "fail"


@pytest.mark.parametrize(
    ("mean", "n", "codes"),
    [("4.86", 50, []), ("4.855", 50, [("no_integer_sum", "warn")]), ("5.19", 28, [("no_integer_sum", "warn")]),
     ("5.18", 28, []), ("5.19", 300, [])],
)  # fmt: skip
def test_some_whole_sum_makes_a_mean_of_whole_numbers(mean, n, codes):
    assert said(counts.check_percent(facts([cell(n=n, variable="resp.honest", mean=mean)]))) == codes


def test_shares_of_one_question_make_up_the_whole():
    parts = [cell("a", n=50, of="writes", percent="44"), cell("b", n=50, of="keeps", percent="60")]
    assert said(counts.check_percent(facts(parts))) == [("shares_of_a_set", "warn")]
    parts[1]["stats"]["percent"]["v"] = 56
    assert said(counts.check_percent(facts(parts))) == []


def sample(analysed, recruited=None, excluded=()):
    made = {"id": "main", "analysed": {"v": analysed}, "cite": "results",
            "excluded": [{"reason": "left", "n": {"v": n}} for n in excluded]}  # fmt: skip
    return [made | ({"recruited": {"v": recruited}} if recruited else {})]


@pytest.mark.parametrize(
    ("sizes", "analysed", "codes"),
    [
        ((50, 50), 100, []),
        ((100, 100), 100, [("total_in_each_cell", "fail")]),
        ((50, 49), 100, [("cells_do_not_add_up", "warn")]),
    ],
)
def test_cells_add_up_to_the_sample(sizes, analysed, codes):
    cells = [cell(arm, arm, n, "resp.honest") for arm, n in zip(("warm", "cold"), sizes, strict=True)]
    found = said(counts.check_n(facts(cells, samples=sample(analysed))))
    assert [each for each in found if each[0] != "official_n"] == codes


@pytest.mark.parametrize(
    ("recruited", "excluded", "codes"),
    [(102, (2,), []), (102, (1,), ["exclusions"]), (102, (), []), (99, (), ["more_analysed_than_recruited"])],
)
def test_exclusions_are_the_difference(recruited, excluded, codes):
    found = counts.check_n(facts(samples=sample(100, recruited, excluded)))
    assert [detail.code for detail in found.details] == codes


# --- spread -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stats", "codes"),
    [
        ({"mean": "4.86", "sd": "1.31"}, []),
        ({"mean": "4.86", "sd": "3.10"}, ["sd_too_large"]),
        ({"mean": "4.86", "sd": "2.93"}, ["sd_too_large"]),
        ({"mean": "4.86", "sd": "2.90"}, []),  # the most there is
        ({"mean": "4.5", "sd": "0.10"}, ["sd_too_small"]),
        ({"mean": "7.20", "sd": "1.31"}, ["mean_out_of_range"]),
        ({"mean": "4.86", "sd": "1.31", "se": "0.19"}, []),
        ({"mean": "4.86", "sd": "1.31", "se": "0.31"}, ["sd_and_se"]),
        ({"mean": "4.86", "sd": "1.31", "ci": ["4.49", "5.23"]}, []),
        ({"mean": "4.86", "sd": "1.31", "ci": ["4.50", "5.22"]}, []),  # the normal's quantile
        ({"mean": "4.86", "sd": "1.31", "ci": ["4.69", "5.43"]}, ["ci_and_mean"]),
        ({"mean": "4.86", "sd": "1.31", "ci": ["4.10", "5.62"]}, ["ci_and_sd"]),
    ],
)
def test_a_spread_is_possible_on_its_scale(stats, codes):
    found = spread.check_sd(facts([cell(n=50, variable="resp.honest", **stats)]))
    assert [detail.code for detail in found.details] == codes


@settings(max_examples=150)
@given(st.lists(st.integers(1, 7), min_size=2, max_size=30))
def test_no_true_mean_and_spread_are_called_impossible(values):
    n = len(values)
    mean = sum(values) / n
    sd = (sum((value - mean) ** 2 for value in values) / (n - 1)) ** 0.5
    stats = {"mean": f"{mean:.2f}", "sd": f"{sd:.2f}", "se": f"{sd / n**0.5:.2f}"}
    whole = facts([cell(n=n, variable="resp.honest", **stats)])
    assert said(spread.check_sd(whole)) == []
    assert said(counts.check_percent(whole)) == []


# --- p values and degrees of freedom ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("test", "codes"),
    [
        (a_test("t", "2.68", [98], "0.009"), []),
        (a_test("t", "-2.68", [98], "0.009"), []),
        (a_test("t", "2.68", [98], "<.01"), []),
        (a_test("t", "2.68", [98], "<.001"), ["p_value"]),
        (a_test("t", "2.68", [98], "0.09"), ["p_decision"]),
        (a_test("t", "1.80", [98], "0.04"), ["other_tails"]),
        (a_test("t", "1.80", [98], "0.04", tails=1), []),
        (a_test("F", "7.18", [1, 98], "0.009"), []),
        (a_test("F", "<1", [1, 98], ">.25"), []),
        (a_test("chi2", "8.05", [1], "0.005"), []),
        (a_test("chi2", "3.90", [2], "<.05"), ["p_decision"]),
        (a_test("z", "1.96", p="0.05"), []),
        (a_test("r", "0.25", [98], "0.012"), []),
        (a_test("r", "0.25", n=100, p="0.012"), []),
        (a_test("F", "49.1", [1, 312], "<.001"), []),
    ],
)
def test_a_p_value_follows_from_its_statistic(test, codes):
    assert [detail.code for detail in significance.check_p(facts(tests=[test])).details] == codes


@settings(max_examples=100)
@given(st.floats(0.1, 6), st.integers(5, 300))
def test_no_true_p_value_is_called_wrong(t, df):
    printed = a_test("t", f"{t:.2f}", [df], f"{tails.student_tails(float(f'{t:.2f}'), df):.3f}")
    assert significance.check_p(facts(tests=[printed])).details == ()


@pytest.mark.parametrize(
    ("analysis", "test", "codes"),
    [
        ({"test": "t_ind"}, a_test("t", "2.68", [98], n=100), []),
        ({"test": "t_ind"}, a_test("t", "2.68", [120], n=120), ["df"]),  # it would be 118
        ({"test": "t_welch"}, a_test("t", "2.68", [94.2], n=100), []),
        ({"test": "t_welch"}, a_test("t", "2.68", [99.1], n=100), ["df"]),
        ({"test": "pearson"}, a_test("r", "0.25", [98], n=100), []),
        ({"test": "anova_2x2"}, a_test("F", "4.5", [1, 72], n=75), ["df"]),  # four cells: 71
        ({"test": "anova_2x2"}, a_test("F", "4.5", [1, 72], n=76), []),
        ({"test": "chi2"}, a_test("chi2", "8.05", [1], n=100), []),
        ({"test": "chi2"}, a_test("chi2", "8.05", [2], n=100), ["df"]),
        ({"test": "t_paired"}, a_test("t", "2.68", [99], n=100), []),
    ],
)
def test_degrees_of_freedom_are_those_of_the_design(analysis, test, codes):
    assert [detail.code for detail in significance.check_df(facts(tests=[test], analysis=analysis)).details] == codes


# --- statistics and effects -------------------------------------------------------------------------------------------

MEANS = [
    cell("a", "warm", 50, "resp.honest", mean="4.86", sd="1.31"),
    cell("b", "cold", 50, "resp.honest", mean="4.12", sd="1.45"),
]
SHARES = [cell("a", "warm", 50, of="writes", percent="72"), cell("b", "cold", 50, of="writes", percent="44")]
HONEST = {"outcome": "resp.honest", "test": "t_ind", "effect": {"measure": "d"}}


@pytest.mark.parametrize(
    ("cells", "analysis", "test", "codes"),
    [
        (MEANS, HONEST, a_test("t", "2.68", [98]), []),
        (MEANS, HONEST, a_test("t", "-2.68", [98]), []),
        (MEANS, HONEST, a_test("t", "3.68", [98]), ["statistic"]),
        (MEANS, HONEST, a_test("F", "7.17", [1, 98]), []),
        (MEANS, HONEST | {"test": "anova_oneway"}, a_test("F", "7.17", [1, 98]), []),
        (SHARES, {}, a_test("chi2", "8.05", [1]), []),
        (SHARES, {}, a_test("chi2", "6.94", [1]), ["other_variant"]),
        (SHARES, {"options": {"yates": True}}, a_test("chi2", "6.94", [1]), []),
        (SHARES, {}, a_test("chi2", "9.50", [1]), ["statistic"]),
        (SHARES, {"test": "prop_z"}, a_test("z", "2.84"), []),
        (SHARES, {"test": "fisher_2x2"}, a_test("p_only", p="0.008"), []),
        (SHARES[:1], {"test": "binom", "groups": None}, a_test("p_only", p="0.003"), []),
    ],
)
def test_a_statistic_is_that_of_its_cells(cells, analysis, test, codes):
    assert [detail.code for detail in recompute.check_stat(facts(cells, [test], analysis)).details] == codes


@pytest.mark.parametrize(("f", "codes"), [("3.33", []), ("1.20", []), ("33.0", ["statistic"])])
def test_an_effect_of_two_factors_is_a_main_effect_or_the_interaction(f, codes):
    """The main effects have F(1, 116) = 3.33 each, the interaction 1.20."""
    data = copy.deepcopy(BASE)
    data["factors"].append({"id": "tea", "levels": ["hot", "iced"], "cite": "own"})
    means = {("warm", "hot"): "5.0", ("warm", "iced"): "4.2", ("cold", "hot"): "4.2", ("cold", "iced"): "4.0"}
    cells = [cell(f"{a}_{b}", a, 30, "resp.honest", mean=mean, sd="1.5") | {"by": {"light": a, "tea": b}}
             for (a, b), mean in means.items()]  # fmt: skip
    data["human"] = {"cells": cells, "tests": [a_test("F", f, [1, 116])]}
    data["analyses"][0] |= {"test": "anova_2x2", "outcome": "resp.honest", "second": "factor.tea",
                            "groups": {"by": "factor.light", "order": ["warm", "cold"]}}  # fmt: skip
    outcome = recompute.check_stat(Facts(Protocol.model_validate(data)))
    assert outcome.count == 1
    assert [detail.code for detail in outcome.details] == codes


def test_of_all_counts_that_percentages_may_be_of_one_is_enough():
    """77 % of 22 and 30 % of 20 make 9.45; no counts of 21 and 21 make the percentages."""
    shares = [cell("a", "warm", 22, of="writes", percent="77"), cell("b", "cold", 20, of="writes", percent="30")]
    assert said(recompute.check_stat(facts(shares, [a_test("chi2", "9.5", [1])]))) == []
    large = [cell("a", "warm", 900, of="writes", percent="77"), cell("b", "cold", 900, of="writes", percent="30")]
    outcome = recompute.check_stat(facts(large, [a_test("chi2", "400", [1])]))
    assert [detail.code for detail in outcome.details] == []


@pytest.mark.parametrize(
    ("cells", "analysis", "test", "codes"),
    [
        (MEANS, HONEST, a_test("t", "2.68", [98], effect=("d", "0.54")), []),
        (MEANS, HONEST, a_test("t", "2.68", [98], effect=("d", "0.64")), ["effect"]),
        (MEANS, HONEST, a_test("t", "2.68", [98], effect=("g", "0.53")), []),
        (MEANS, HONEST, a_test("t", "2.68", [98], effect=("r", "0.26")), []),
        (MEANS, HONEST, a_test("t", "2.68", [98], effect=("eta2_p", "0.07")), []),
        (MEANS, HONEST, a_test("F", "7.17", [1, 98], effect=("eta2_p", "0.17")), ["effect"]),
        (MEANS, HONEST, a_test("t", "2.68", [98], effect=("raw_diff", "0.74")), []),
        (SHARES, {}, a_test("chi2", "8.05", [1], n=100, effect=("risk_diff", "0.28")), []),
        (SHARES, {}, a_test("chi2", "8.05", [1], n=100, effect=("risk_diff", "0.38")), ["effect"]),
        (SHARES, {}, a_test("chi2", "8.05", [1], n=100, effect=("log_or", "1.19")), []),
        (SHARES, {}, a_test("chi2", "8.05", [1], n=100, effect=("cohen_h", "0.57")), []),
        (SHARES, {}, a_test("chi2", "8.05", [1], n=100, effect=("r", "0.28")), []),
    ],
)
def test_an_effect_follows_from_the_statistic_or_the_cells(cells, analysis, test, codes):
    assert [detail.code for detail in effects.check_effect(facts(cells, [test], analysis)).details] == codes


@settings(max_examples=60, deadline=None)
@given(*[st.floats(1, 7)] * 3, *[st.floats(0.3, 2.5)] * 3, *[st.integers(5, 80)] * 3)
def test_no_true_f_is_called_wrong(m1, m2, m3, s1, s2, s3, n1, n2, n3):
    printed = [(f"{m:.2f}", f"{s:.2f}", n) for m, s, n in ((m1, s1, n1), (m2, s2, n2), (m3, s3, n3))]
    found = summaries.one_way([summaries.Summary(m, s, n) for m, s, n in ((m1, s1, n1), (m2, s2, n2), (m3, s3, n3))])
    cuts = [(rounded(Figure(**figure(m))), rounded(Figure(**figure(s))).size, n) for m, s, n in printed]
    values = recompute._one_way(cuts)
    assert values.meets(Interval(found, found))


# --- claims -----------------------------------------------------------------------------------------------------------


def hypothesis(significant=True, direction=1, from_="reported"):
    return {"significant": significant, "direction": direction, "from": from_}


def claimed(human, cells=(), tests=()):
    made = facts(cells, tests)
    data = copy.deepcopy(BASE)
    data["human"] = {"cells": list(cells), "tests": list(tests)}
    data["hypotheses"] = [data["hypotheses"][0] | {"human": human}]
    return Facts(Protocol.model_validate(data), made.study)


@pytest.mark.parametrize(("direction", "codes"), [(1, []), (-1, [("direction", "fail")]), (None, [])])
def test_a_finding_points_the_way_its_cells_differ(direction, codes):
    assert said(claims.check_direction(claimed(hypothesis(direction=direction), SHARES))) == codes


def test_a_share_of_the_option_coded_lowest_points_the_other_way():
    shares = [cell("a", "warm", 50, of="keeps", percent="28"), cell("b", "cold", 50, of="keeps", percent="56")]
    assert said(claims.check_direction(claimed(hypothesis(direction=1), shares))) == []


@pytest.mark.parametrize(
    ("significant", "p", "from_", "codes"),
    [
        (True, "0.005", "reported", []),
        (True, "<.05", "reported", []),
        (True, "0.20", "reported", [("verdict", "warn")]),
        (True, "0.20", "recomputed", [("verdict", "fail")]),
        (False, ">.05", "reported", []),
        (False, "<.001", "reported", [("verdict", "warn")]),
        (None, "0.20", "reported", []),
    ],
)
def test_a_finding_is_as_significant_as_its_p_value(significant, p, from_, codes):
    made = claimed(hypothesis(significant, 1, from_), tests=[a_test("p_only", p=p)])
    assert said(claims.check_verdict(made)) == codes


# --- the source's own data --------------------------------------------------------------------------------------------


def with_data(tmp_path, text, cells, tests, **analysis):
    """A trust game's analysis: its description, and data that reproduce its numbers or do not."""
    data = copy.deepcopy(BASE)
    data["analyses"][0] = {"id": "returned", "unit": "p", "test": "spearman", "outcome": "var.sent",
                           "second": "var.returned", "cite": "results"} | analysis  # fmt: skip
    data["human"] = {"cells": cells, "tests": tests, "unit_data": [
        {"unit": "p", "path": "p.csv", "sha256": "0" * 64, "tier": "open", "cite": "results",
         "columns": {"s": "var.sent", "b": "var.returned", "share": "var.share"}}]}  # fmt: skip
    (tmp_path / "p.csv").write_text(text)
    (tmp_path / "protocol.json").write_text(json.dumps(data))
    study = study_of(read(Source.of_file(tmp_path / "protocol.json")))
    return Facts(study.protocol, study)


PAIRS = "s,b,share\n2,1,0.5\n4,5,1.25\n5,2,0.4\n8,12,1.5\n10,3,0.3\n"


def test_an_analysis_described_otherwise_than_it_was_made_is_found(tmp_path):
    """The printed correlation is that with the share returned, and the analysis says: with the amount."""
    share = correlations.spearman([2, 4, 5, 8, 10], [0.5, 1.25, 0.4, 1.5, 0.3])
    test = a_test("r", f"{share:.2f}", n=5)
    wrong = unit_data.check_unit_data(with_data(tmp_path, PAIRS, [], [test]))
    assert said(wrong) == [("data_statistic", "warn")]
    assert wrong.details[0].expected == "0.5"
    right = unit_data.check_unit_data(with_data(tmp_path, PAIRS, [], [test], second="var.share"))
    assert said(right) == []


def test_a_mean_that_the_data_do_not_make_is_flagged(tmp_path):
    cells = [cell("c", "warm", 5, "var.sent", mean="5.80", sd="3.19") | {"by": {}},
             cell("d", "warm", 5, "var.sent", mean="5.90") | {"by": {}}]  # fmt: skip
    found = unit_data.check_unit_data(with_data(tmp_path, PAIRS, cells, []))
    assert [(detail.where, detail.code) for detail in found.details] == [("cell:d", "data_mean")]


def test_without_data_nothing_is_said():
    assert unit_data.check_unit_data(facts()).reason == "not_declared"


# --- what the authors know of -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("where", "status"), [(None, "pass"), ("cell:a", "pass"), ("cell:other", "warn")], ids=["any", "here", "elsewhere"]
)
def test_a_contradiction_of_the_source_that_is_acknowledged_is_green(where, status):
    known = {"check": "paper.percent", "text": "the source prints it so"} | ({"where": where} if where else {})
    outcome = counts.check_percent(facts([cell(n=21, of="writes", percent="77")], acknowledged=[known]))
    assert outcome.status == status
    assert len(outcome.details) == 1


def test_our_own_contradiction_cannot_be_acknowledged():
    known = {"check": "paper.percent", "text": "well"}
    own = facts([cell(n=21, of="writes", percent="77", label="derived")], acknowledged=[known])
    assert counts.check_percent(own).status == "fail"


# --- golden values ----------------------------------------------------------------------------------------------------


def test_p_values_and_statistics_have_their_golden_values():
    table = [[32, 7], [9, 30]]
    a, b = summaries.Summary(7.849, 2.022, 3243), summaries.Summary(7.243, 2.423, 3087)
    golden = [
        (tails.f_tail(49.1, 1, 312), 1.505326e-11), (tails.f_tail(17.7, 1, 78), 6.85102e-05),
        (tails.student_tails(17.7**0.5, 78), 6.85102e-05), (tails.chi_square_tail(27.2, 1), 1.83459e-07),
        (summaries.chi_square(table), 27.19974), (tails.chi_square_tail(summaries.chi_square(table), 1), 1.83484e-07),
        (summaries.chi_square(table, yates=True), 24.88596),
        (tails.chi_square_tail(summaries.chi_square(table, yates=True), 1), 6.08238e-07),
        (summaries.fisher(table), 2.821165e-07), (summaries.odds_ratio(table), 15.2381),
        (summaries.student(a, b), 10.8236), (summaries.welch(a, b), 10.7759),
    ]  # fmt: skip
    for value, expected in golden:
        assert value == pytest.approx(expected, rel=5e-6)
