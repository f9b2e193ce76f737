import json
import re
import xml.etree.ElementTree as ElementTree

import pytest
from told_study import FACTS, RECORDS, Writer

from hawthorne.core.document import Column, Table, Truth
from hawthorne.flows.tables import tables
from hawthorne.measure.estimate import Estimate
from hawthorne.reports.consort import consort_svg
from hawthorne.reports.flow import arm_columns, sections
from hawthorne.reports.parts import Figure, Section, Series
from hawthorne.reports.recovery import condensed
from hawthorne.reports.report import Report
from hawthorne.reports.svg import svg


def made(records=RECORDS):
    return {table.name: table for table in tables(FACTS, records)}


def cohort(arms=2, size=6):
    """Subjects of two arms, the second with a prompt; without it BX trials go wrong every other time, with it never."""
    records = []
    for case in range(1, size + 1):
        w = Writer(case)
        arm = case % arms
        w.start(arm)
        prompt = "Plan: wait." if arm else None
        for index in range(4):
            w.trial(
                "AX", index, "BX", "answered", bool(arm or (index + case // 2) % 2), 0.5 + 0.01 * case, prompt=prompt
            )
        w.reach(("Return", "F5"), ("NB", "F6"), ("End", "F7"))
        w.done(where="End")
        records += w.records
    return records


@pytest.fixture(scope="module")
def flow():
    truths = [Truth("accuracy", 0.5, "RE", "BX"), Truth("absent", 0.5, step="Return"), Truth("missed", 0.4, "RE")]
    return {section.title: section for section in sections(made(), truths)}


@pytest.fixture(scope="module")
def report(flow):
    table = Table("Odd <cells>", (Column("a|b", "with <marks>"), Column("n", "", "s")),
                  [{"a|b": "x|<y>\nz", "n": 1.0}, {"a|b": None, "n": None}])  # fmt: skip
    return Report("A <b>run</b>", (("study", "ax & co"),), (*flow.values(), Section("Odd", ("<p>",), (table,))))


def row(table, **cells):
    return next(row for row in table.rows if all(row[name] == cell for name, cell in cells.items()))


def test_the_flow_of_participants_counts_every_stage_by_arm(flow):
    table = flow["Flow of participants"].tables[0]
    assert row(table, stage="began") == {"stage": "began", "standard": 2, "planning": 2, "all": "4 (100 %)"}
    assert row(table, stage="came to N-back")["standard"] == 1
    ends = [row for row in table.rows if row["stage"].startswith(("ended", "stuck"))]
    assert sum(row["standard"] + row["planning"] for row in ends) == 4


def test_attrition_gives_a_reason_for_everyone_who_did_not_complete(flow):
    table = flow["Attrition"].tables[0]
    assert {(row["reason"], row["standard"], row["planning"]) for row in table.rows} == {
        ("absent at Come back", 0, 1), ("left AX-CPT", 0, 1), ("stuck: an answer of Planted", 1, 0)}  # fmt: skip


def test_gateways_show_each_way_out_and_boundary_events_their_count(flow):
    table = flow["Counts at gateways, boundary events and ends"].tables[0]
    ways = [row for row in table.rows if "→" in row["at"]]
    assert [way["passes"] for way in ways] == [2, 2]
    assert row(table, at="A week passed")["passes"] == 1


def test_the_diagram_has_a_column_an_arm_and_loses_nobody(flow):
    chart = flow["Flow of participants"].charts[0]
    assert [arm for arm, _ in chart.arms] == ["standard", "planning"]
    for _, stages in chart.arms:
        counts = [int(line.removeprefix("n = ")) for stage in stages for line in stage.lines if line.startswith("n = ")]
        lost = [int(stage.left[0].removeprefix("left: ")) if stage.left else 0 for stage in stages]
        done = sum(int(line.rpartition(": ")[2]) for line in stages[-1].lines if ": " in line)
        assert counts == [counts[0] - sum(lost[:i]) for i in range(len(counts))]
        assert counts[-1] - lost[len(counts) - 1] == done
    ElementTree.fromstring(consort_svg(chart))


def test_no_diagram_where_tasks_have_no_one_order():
    w = Writer(9)
    w.start(0)
    w.records.pop()  # the arrival at AX
    w.reach(("NB", "F6"), ("End", "F7"))
    w.done(where="End")
    assert next(sections(made([*RECORDS, *w.records]), [])).charts == ()


def test_missing_answers_are_counted_by_name(flow):
    table = flow["What is missing, by name"].tables[0]
    ax, back = row(table, step="AX-CPT"), row(table, step="Come back")
    assert (ax["put"], ax["answered"], ax["missed"], ax["late"], ax["unreadable"]) == (6, 2, 2, 1, 1)
    assert (back["kind"], back["answered"], back["absent"]) == ("asks", 1, 2)
    assert row(table, step="N-back")["not reached"] == 3


def test_without_a_planted_truth_there_is_no_recovery():
    titles = [section.title for section in sections(made(), [])]
    assert not any("Recovery" in title for title in titles)
    assert "Accuracy and response times" in titles


def test_a_run_without_trials_has_a_report_all_the_same():
    w = Writer(1)
    w.add("begin")
    w.reach(("In", None))
    w.done(where="In")
    assert "Accuracy" not in str(Report("r", (), tuple(sections(made(w.records), []))))


def test_recovery_is_over_subjects_and_by_prompt():
    truths = [Truth("accuracy", 0.5, "RE", "BX"), Truth("accuracy", 1.0, "RE", "BX", "Plan:")]
    found = next(section for section in sections(made(cohort()), truths) if "Recovery" in section.title)
    accuracy, effect = found.tables
    plain, planned = accuracy.rows
    assert (plain["prompt"], plain["recovered"].value, plain["n"]) == (None, 0.5, 3)
    assert (planned["prompt"], planned["recovered"].value, planned["n"]) == ("Plan:", 1.0, 3)
    assert plain["inside"]
    assert effect.rows[0]["planted"] == effect.rows[0]["recovered"].value == 0.5


def test_what_cannot_be_estimated_is_said_and_never_a_zero():
    truths = [Truth("accuracy", 0.5, "RE", "XX"), Truth("missed", 0.1, "RE")]
    found = next(section for section in sections(made(), truths) if "Recovery" in section.title)
    assert "accuracy of RE XX (no scored answers)" in " ".join(found.text)
    assert [table.name.partition(":")[0] for table in found.tables] == ["Missed"]


def test_truths_are_split_by_prompt_only_where_it_changes_them():
    same = [Truth("missed", 0.1, "RE", "AX"), Truth("missed", 0.1, "RE", "BX"), Truth("missed", 0.2, "NB", "1-back")]
    assert [(truth.instrument, truth.condition) for truth in condensed(same)] == [("RE", None), ("NB", "1-back")]


def test_arms_of_several_gateways_are_crossed_only_while_they_are_few():
    tabled = made()
    assert arm_columns(tabled) == ["Arm"]
    cases = tabled["cases"]
    extra = Column("Dose", "", levels=("1", "2", "3", "4"))
    wide = Table("cases", (*cases.columns[:3], extra, *cases.columns[3:]), cases.rows)
    assert arm_columns({"cases": wide}) == ["Arm"]


def test_the_text_fits_its_width_and_names_every_section(report):
    text = str(report)
    assert max(map(len, text.splitlines())) <= 120
    for section in report.sections:
        assert section.title in text
    assert "\x1b" not in text


def test_the_page_is_whole_by_itself_and_escapes_what_it_shows(report):
    page = report.html()
    assert not re.search(r'(?:src|href)="|https?://|<script', page)
    assert "A &lt;b&gt;run&lt;/b&gt;" in page
    assert "x|&lt;y&gt;" in page
    assert page.count("<svg") == sum(len(section.figures + section.charts) for section in report.sections) > 0


def test_markdown_keeps_its_tables_whole(report):
    lines = report.markdown().splitlines()
    heads = [i for i, line in enumerate(lines) if line.startswith("|---")]
    for i in heads:
        width = len(re.findall(r"(?<!\\)\|", lines[i]))
        assert len(re.findall(r"(?<!\\)\|", lines[i - 1])) == width
        assert len(re.findall(r"(?<!\\)\|", lines[i + 1])) == width


def test_json_has_the_numbers_unrounded(report):
    data = json.loads(json.dumps(report.as_json()))
    assert data["header"] == {"study": "ax & co"}
    section = next(section for section in data["sections"] if section["title"].startswith("Recovery"))
    recovered = section["tables"][0]["rows"][0]["recovered"]
    assert {"value", "low", "high", "n", "method"} <= recovered.keys()


@pytest.mark.parametrize("marks", [
    (Estimate("", 0.5, 0.4, 0.6, 3), Estimate("", 0.7, n=1)),
    (Estimate("", 0.5, 0.5, 0.5, 3), None),
    (None, Estimate("", None, reason="none")),
    (Estimate("", 1.0, 0.9, 1.0, 3), Estimate("", 0.0, 0.0, 0.1, 3)),
])  # fmt: skip
def test_a_figure_is_well_formed_and_its_marks_lie_inside(marks):
    figure = Figure("T", "s", ("a & b", "c"), (Series("x", marks), Series("y", marks)), floor=0.0, ceiling=1.0)
    root = ElementTree.fromstring(svg(figure))
    width, height = (float(root.get(name)) for name in ("width", "height"))
    for circle in root.iter("circle"):
        assert 0 <= float(circle.get("cx")) <= width
        assert 0 <= float(circle.get("cy")) <= height
