import pytest
from told_study import FACTS, RECORDS, Writer, comes_back, is_lost

from hawthorne.core.errors import HawthorneError
from hawthorne.core.record import Record
from hawthorne.flows.tables import Facts, tables


@pytest.fixture(scope="module")
def made():
    return {table.name: table for table in tables(FACTS, RECORDS)}


def rows(table, **cells):
    return [row for row in table.rows if all(row[name] == cell for name, cell in cells.items())]


def test_there_are_four_tables_and_every_column_has_a_meaning(made):
    assert list(made) == ["trials", "cases", "flow", "asks"]
    for table in made.values():
        names = [column.name for column in table.columns]
        assert len(names) == len(set(names))
        assert all(column.meaning for column in table.columns)
        for row in table.rows:
            assert set(names) <= set(row)


def test_a_trial_is_a_row_with_its_arm_its_stimulus_and_its_state(made):
    row = rows(made["trials"], case=1, task="AX")[0]
    assert row["Arm"] == "standard"
    assert (row["subject"], row["visit"], row["instrument"], row["block"], row["trial"]) == (1, 1, "RE", "Test", 1)
    assert (row["stimulus.Letter"], row["condition"], row["context.state.arm"]) == ("A", "BX", "a")
    assert (row["response"], row["correct"], row["response_time"], row["outcome"]) == ("Match", False, 0.5, "answered")
    assert row["ask"] == "1/AX.1.1.0"


def test_stimulus_columns_of_one_task_are_null_in_the_rows_of_another(made):
    ax, nb = rows(made["trials"], case=1, task="AX")[0], rows(made["trials"], case=1, task="NB")[0]
    assert nb["stimulus.Value"] == "4"
    assert nb["stimulus.Letter"] is None
    assert nb["load"] == 2
    assert ax["stimulus.Value"] is None
    assert ax["load"] is None


def test_a_trial_without_a_readable_answer_has_null_in_every_answer_column(made):
    silent = [row for row in made["trials"].rows if row["outcome"] != "answered"]
    assert {row["outcome"] for row in silent} == {"late", "unreadable", "missed"}
    assert {(row["response"], row["correct"], row["response_time"]) for row in silent} == {(None, None, None)}


def test_a_late_reply_marks_its_trial_and_its_ask_and_is_kept(made):
    assert [row["trial"] for row in rows(made["trials"], outcome="late")] == [2]
    ask = rows(made["asks"], ask="1/AX.1.1.1")[0]
    assert (ask["outcome"], ask["reply"], ask["late_reply"], ask["took"]) == ("late", None, "Match", 2.1)


def test_what_the_participant_wrote_stays_when_it_names_no_option(made):
    ask = rows(made["asks"], ask="1/AX.1.1.2")[0]
    assert (ask["outcome"], ask["reply"]) == ("unreadable", "no idea")


def test_a_burn_in_trial_is_answered_but_not_scored_and_not_counted(made):
    burn_in = rows(made["trials"], condition="BurnIn")[0]
    assert (burn_in["outcome"], burn_in["correct"]) == ("answered", None)
    assert rows(made["cases"], case=1)[0]["NB.answered"] == 1


def test_a_case_says_how_it_ended_where_and_when(made):
    one, two, three, four = made["cases"].rows
    assert (one["status"], one["where"], one["where_label"], one["why"]) == ("ended", "End", "Completed", None)
    assert (two["status"], two["where"], two["absent_step"]) == ("ended", "Lost", "Return")
    assert two["when"] == 604802.0
    assert (three["status"], three["where"], three["why"]) == ("stuck", "Return", "an answer of Planted")
    assert (three["last_step"], three["absent_step"]) == ("Return", "Return")
    assert (four["AX.outcome"], four["where"]) == ("left", "Out")


def test_counts_of_a_task_that_was_not_reached_are_null_not_zero(made):
    one, two = made["cases"].rows[:2]
    assert (one["trials"], one["answered"], one["missed"], one["unreadable"]) == (4, 2, 1, 1)
    assert (one["AX.outcome"], one["AX.answered"], one["AX.missed"]) == ("finished", 1, 1)
    assert (two["NB.outcome"], two["NB.answered"], two["NB.missed"]) == ("not reached", None, None)
    assert (two["AX.answered"], two["AX.missed"]) == (0, 1)


def test_flow_counts_arrivals_at_nodes_and_along_flows(made):
    counts = {row["id"]: row for row in made["flow"].rows}
    assert set(counts) == {*FACTS.nodes, *FACTS.flows}
    assert [counts[name]["passes"] for name in ("In", "Arm", "F2", "F3", "AX", "Return", "NB", "Lost")] == [
        4, 4, 2, 2, 4, 3, 1, 1]  # fmt: skip
    assert (counts["F2"]["arm"], counts["F1"]["arm"]) == ("standard", None)
    assert (counts["Return"]["left"], counts["Return"]["open"]) == (1, 1)
    assert (counts["AX"]["left"], counts["AX"]["open"]) == (1, 0)


def test_every_arrival_at_an_activity_leaves_by_a_flow_by_a_boundary_event_or_stays_open(made):
    counts = {row["id"]: row for row in made["flow"].rows}
    for node in ("AX", "Return", "NB", "Plan"):
        out = sum(row["passes"] for row in made["flow"].rows if row["source"] == node)
        assert counts[node]["passes"] == out + counts[node]["left"] + counts[node]["open"]


def test_an_ask_nobody_answers_is_absent_and_one_withdrawn_is_abandoned(made):
    outcomes = {row["ask"]: row["outcome"] for row in rows(made["asks"], step="Return")}
    assert outcomes == {"1/Return.1": "answered", "2/Return.1": "absent", "3/Return.1": "absent"}
    w = Writer(1)
    w.start(0)
    w.reach(("Return", "F5"))
    w.add("left", "Return", value={"by": "Many", "cause": "message"})
    w.done(where="Out")
    asks = tables(FACTS, w.records)[3]
    assert [row["outcome"] for row in asks.rows] == ["abandoned"]


@pytest.mark.parametrize(("why", "outcome"), [("refused", "refused"), ("left", "abandoned"), ("tired", "refused")])
def test_a_silence_that_is_given_names_its_reason(why, outcome):
    w = Writer(1)
    w.start(0)
    w.reach(("Return", "F5"))
    w.add("given", "Planted", "1/Return.1", why=why)
    w.done(where="End")
    ask = tables(FACTS, w.records)[3].rows[0]
    assert (ask["outcome"], ask["reply"], ask["reason"]) == (outcome, None, why)


def test_a_trial_put_but_never_scored_is_abandoned_with_what_was_shown():
    w = Writer(1)
    w.start(0)
    view = {"Hint": "Plan: wait.", "TrialIndex": 0, "Stimulus": {"Letter": "Q"}, "Scene": "RE"}
    w.add("put", "Planted", "1/AX.1.1.0", {"step": "AX", "view": view, "limit": 2.0})
    w.at = 1.0
    w.add("left", "AX", value={"by": "Many", "cause": "timer"})
    w.done(where="Out")
    trials, cases, _, asks = tables(FACTS, w.records)
    row = trials.rows[0]
    assert (row["outcome"], row["stimulus.Letter"], row["prompt"], row["at"]) == ("abandoned", "Q", "Plan: wait.", 1.0)
    assert (cases.rows[0]["trials"], cases.rows[0]["answered"]) == (1, 0)
    assert (asks.rows[0]["kind"], asks.rows[0]["outcome"], asks.rows[0]["opened"]) == ("trial", "abandoned", 0.0)


def test_a_prompt_sent_when_the_task_began_holds_for_its_trials():
    w = Writer(1)
    w.start(1)
    w.add("sent", "Ask", value={"content": {"Hint": "Plan: wait."}, "id": "1/AX.1"})
    w.trial("AX", 0, "BX", "answered", True, 0.5)
    w.done(where="End")
    assert tables(FACTS, w.records)[0].rows[0]["prompt"] == "Plan: wait."


def test_instances_that_share_a_case_are_subjects_of_their_own():
    records = []
    for instance in ("1", "2"):
        w = Writer(1)
        w.start(0)
        w.trial("AX", 0, "BX", "answered", True, 0.5)
        w.reach(("End", "F7"))
        for record in w.records:
            who = record.who if record.who in (None, "Planted") else f"{instance}/{record.who}"
            ask = record.ask and record.ask.replace("1/AX", f"1/{instance}/AX")
            value = record.value
            if record.what == "row":
                value = value | {"context": {"subject": int(instance), "state": {}}}
            records.append(record._replace(who=who, ask=ask, value=value))
    records.append(Record(1, 99, 1.0, "done", value={"status": "ended", "where": "End"}))
    trials, cases, flow, _ = tables(FACTS, records)
    assert [(row["case"], row["subject"], row["ask"]) for row in trials.rows] == [
        (1, 1, "1/1/AX.1.1.0"), (1, 2, "1/2/AX.1.1.0")]  # fmt: skip
    assert [(row["subject"], row["answered"], row["where"]) for row in cases.rows] == [(1, 1, "End"), (2, 1, "End")]
    assert next(row for row in flow.rows if row["id"] == "AX")["subjects"] == 2


def test_a_case_whose_records_stop_is_unfinished():
    cases = tables(FACTS, is_lost()[:5])[1]
    assert (cases.rows[0]["status"], cases.rows[0]["when"]) == ("unfinished", None)


def test_records_of_a_case_that_do_not_stand_together_are_refused():
    one, two = comes_back(1), comes_back(2)
    with pytest.raises(HawthorneError, match="case 1 do not stand together"):
        tables(FACTS, [*one[:3], *two, *one[3:]])


def test_an_arm_column_never_hides_a_column_of_ours():
    facts = Facts(FACTS.nodes | {"condition": ("C", "bpmn:ExclusiveGateway")}, FACTS.flows,
                  {"condition": {"F2": "x"}}, FACTS.tasks)  # fmt: skip
    w = Writer(1)
    w.add("drew", "condition", value={"flow": "F2", "arm": 0, "visit": 1, "u": 0.1})
    w.trial("AX", 0, "BX", "answered", True, 0.5)
    row = tables(facts, w.records)[0].rows[0]
    assert (row["condition"], row["condition.arm"]) == ("BX", "x")
