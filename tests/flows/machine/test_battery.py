"""Battery tasks in a walk: who answers, rows, contexts, results, refusals."""

from __future__ import annotations

import json

import pytest
from walked_study import HEAD, play, program_of

from hawthorne.core.ask import Answer, Fault, Silence
from hawthorne.core.document import Setting, Source
from hawthorne.flows.compile import compile_study
from hawthorne.flows.read import read

STUDY = (
    HEAD
    + """\
C:
  type: Collaboration
  extensionElements: [{type: studyflow:Study, seed: 21}]
  participants:
    Subjects: {name: Subjects, participantMultiplicity: {maximum: 4}, processRef: P}
    Planted:
      type: behaverse:SimulatedActor
      name: Planted
      memory: conversation
      accuracy: {default: 0.9, RE: {BX: 0.7}}
      prompted: {"Plan:": {RE: {BX: 0.95}}}
      missRate: 0.05
      absent: {Return: 0.5}
  messageFlows:
    Ask: {sourceRef: Subjects, targetRef: Planted, messageRef: M_T}
    Answer: {sourceRef: Planted, targetRef: Subjects, messageRef: M_R}
    Invite: {sourceRef: Return, targetRef: Planted}
    Came: {sourceRef: Planted, targetRef: Return}
M_T: {type: Message, itemRef: I_T}
M_R: {type: Message, itemRef: I_R}
I_T: {type: ItemDefinition, structureRef: cognitive:Trial}
I_R: {type: ItemDefinition, structureRef: cognitive:Response}
P:
  type: Process
  properties:
    p_arm: {name: arm, value: '"control"'}
    p_hint: {name: hint, value: '""'}
    p_scored: {name: scored_blocks, value: '["Test"]'}
    p_max: {name: max_unanswered, value: "0.5"}
    p_un: {name: unanswered}
  flowElements:
    Cfg:
      type: studyflow:Parameters
      values:
        timeline: T
        Timelines: {T: {Blocks: [{Instructions: "Read this."}, {Name: Test}]}}
        Blocks:
          Test:
            Parameters:
              StimulusType: UpperCaseLetters
              ResponsePatterns: [AX]
              UseNonMatchButton: true
              ItemSequence: {Sequence: {Type: Ordered, Values: [0, 23, 1, 23, 0, 24, 1, 24, -1, 0, 23]}}
              StimulusColor: "#ffffff"
              DistractorColor: "#ff0000"
              StimulusDisplayDuration: 0.5
              InterStimulusInterval: 1.5
    Hint: {type: agentic:Prompt, template: "{hint}"}
    Trials: {type: behaverse:BDMDataset, uri: data/trials.jsonl, schema: S}
    S:
      type: studyflow:Schema
      body: {tableSchema: {columns: [{name: context.state.arm}]}}
    In: {type: StartEvent}
    Arm: {type: cognitive:RandomGateway, algorithm: block, blockSize: 2}
    Plain: {type: Task}
    Plan:
      type: Task
      dataOutputAssociations:
        W1: {targetRef: p_arm, transformation: '"planning"'}
        W2: {targetRef: p_hint, transformation: '"Plan: wait for the X after an A."'}
    Meet: {type: ExclusiveGateway}
    AX:
      type: behaverse:Task
      name: AX-CPT
      instrument: RE
      dataInputAssociations: {I1: {sourceRef: [Cfg]}, I2: {sourceRef: [Hint]}}
      dataOutputAssociations:
        O1: {targetRef: Trials}
        O2:
          targetRef: p_un
          transformation: >-
            sum(result.blocks[block in scored_blocks].unanswered) / sum(result.blocks[block in scored_blocks].trials)
    TooMany:
      type: BoundaryEvent
      attachedToRef: AX
      eventDefinitions: {D: {type: ConditionalEventDefinition, condition: unanswered > max_unanswered}}
    Rest: {type: IntermediateCatchEvent, eventDefinitions: {T1: {type: TimerEventDefinition, timeDuration: P14D}}}
    Return: {type: SendTask}
    NoShow:
      type: BoundaryEvent
      attachedToRef: Return
      eventDefinitions: {T2: {type: TimerEventDefinition, timeDuration: P7D}}
    Out: {type: EndEvent}
    Lost: {type: EndEvent}
    Excluded: {type: EndEvent}
    F1: In -> Arm
    F2: Arm -> Plain
    F3: Arm -> Plan
    F4: Plain -> Meet
    F5: Plan -> Meet
    F6: Meet -> AX
    F7: AX -> Rest
    F8: Rest -> Return
    F9: Return -> Out
    F10: NoShow -> Lost
    F11: TooMany -> Excluded
"""
)


def errors(text: str, seed: int = 7) -> list[str]:
    study = read(Source("s.studyflow.yaml", text.encode()))
    return [
        f.message for f in (*study.findings, *compile_study(study, Setting(seed)).findings) if f.severity == "error"
    ]


def match(ask):
    return Answer("Match", 0.4)


def test_i_the_ax_sequence_has_its_conditions_and_matches_only_on_ax():
    walked = play(program_of(STUDY), 1, {"AX": match})
    trials = [row for row in walked.rows() if row["object"]["name"] == "RE.TrialEnd"]
    conditions = [row["trialContext"]["condition"] for row in trials]
    assert conditions == ["Cue", "AX", "Cue", "BX", "Cue", "AY", "Cue", "BY", "Distractor", "Cue", "AX"]
    assert sum(row["result"]["isCorrect"] for row in trials) == 2


def test_each_trial_is_one_ask_with_its_window_and_one_row():
    walked = play(program_of(STUDY), 1, {"AX": match})
    trials = [ask for ask in walked.asks if ask.step == "AX"]
    assert [ask.id for ask in trials[:2]] == ["1/AX.1.1.0", "1/AX.1.1.1"]
    assert {ask.limit for ask in trials} == {2.0}
    assert [ask.position for ask in trials][:2] == [(0, 11), (1, 11)]
    assert [ask.turn for ask in trials] == list(range(11))
    rows = [r for r in walked.records if r.what == "row"]
    assert [r.ask for r in rows] == [None, *(ask.id for ask in trials), None]
    assert [rows[0].value["object"]["name"], rows[-1].value["object"]["name"]] == ["RE.TaskStart", "RE.TaskEnd"]


def test_a_prompt_is_written_out_in_what_is_shown_and_parameters_are_left_out():
    program = program_of(STUDY)
    shown = {}
    for case in (1, 2):
        walked = play(program, case, {"AX": match})
        shown[walked.noted("drew")[0][1]["flow"]] = next(a.view for a in walked.asks if a.step == "AX")
    assert list(shown["F3"])[:2] == ["Hint", "TrialIndex"]
    assert shown["F3"]["Hint"] == "Plan: wait for the X after an A."
    assert shown["F2"]["Hint"] == ""
    assert "Cfg" not in shown["F3"]


def test_l_rows_carry_the_subject_the_case_and_the_states_that_the_schema_names():
    program = program_of(STUDY)
    contexts = [play(program, case, {"AX": match}).rows()[1]["context"] for case in (1, 2, 3)]
    assert [context["subject"] for context in contexts] == [1, 2, 3]
    assert [context["case"] for context in contexts] == [1, 2, 3]
    assert all(list(context["state"]) == ["arm"] for context in contexts)
    assert {context["state"]["arm"] for context in contexts[:2]} == {"control", "planning"}


def test_l_without_a_schema_rows_state_every_property_in_scope():
    walked = play(program_of(STUDY.replace(", schema: S}", "}")), 1, {"AX": match})
    assert list(walked.rows()[1]["context"]["state"]) == [
        "arm",
        "hint",
        "max_unanswered",
        "scored_blocks",
        "unanswered",
    ]


def test_l_rows_of_all_cases_make_one_file_by_case_then_record():
    program = program_of(STUDY)
    records = [record for case in (1, 2) for record in play(program, case, {"AX": match}).records]
    files: dict[str, bytes] = {}
    for name, data in program.projections(records):
        files[name] = files.get(name, b"") + data
    lines = [json.loads(line) for line in files["data/trials.jsonl"].splitlines()]
    assert [line["context"]["case"] for line in lines] == [1] * 13 + [2] * 13
    assert json.loads(files["state.json"])["_meta"]["reached"]["Arm"] == 2


def test_l_early_leavers_do_not_shift_the_number_of_a_subject():
    program = program_of(STUDY)
    play(program, 1, {"AX": lambda ask: Silence("missed")})
    assert play(program, 3, {"AX": match}).rows()[1]["context"]["subject"] == 3


def test_too_many_unanswered_trials_leave_by_the_conditional_boundary():
    walked = play(program_of(STUDY), 1, {"AX": lambda ask: Silence("missed")})
    assert walked.result.where == "Excluded"
    assert ("P.unanswered", 1.0) in walked.noted("wrote") or ("P.unanswered", 1) in walked.noted("wrote")
    assert walked.now == 11 * 2.0


def test_q_the_absent_leave_by_the_timer_at_no_cost_of_real_time_and_are_the_same_on_a_rerun():
    def ends() -> list[str | None]:
        program = program_of(STUDY, n=30)
        (role,) = program.roles
        found = []
        for case in range(1, 31):
            draws = Setting(7).draws.at("case", case, "actor", role.name)
            mind = role.actor.open(case, draws)
            walked = play(program, case, default=mind.answer)
            found.append(walked.result.where)
        return found

    first = ends()
    assert first == ends()
    assert 8 <= first.count("Lost") <= 22
    assert set(first) <= {"Out", "Lost", "Excluded"}


def test_a_task_result_holds_the_file_and_the_counts_of_its_blocks():
    text = STUDY.replace("p_un: {name: unanswered}", "p_un: {name: unanswered}\n    p_r: {name: whole}").replace(
        "O1: {targetRef: Trials}", "O1: {targetRef: Trials}\n        O3: {targetRef: p_r}"
    )
    walked = play(program_of(text), 1, {"AX": match})
    whole = dict(walked.noted("wrote"))["P.whole"]
    assert whole["TaskId"] == "RE"
    assert whole["IsCompleted"] is True
    assert whole["trials"] == 11
    assert whole["events"] == "data/trials.jsonl"
    assert whole["blocks"] == [{"block": "Test", "trials": 11, "answered": 11, "unanswered": 0, "correct": 2}]


def test_parameters_that_cite_the_run_are_prepared_when_the_task_is_reached():
    text = STUDY.replace("StimulusDisplayDuration: 0.5", 'StimulusDisplayDuration: "{max_unanswered}"')
    walked = play(program_of(text), 1, {"AX": match})
    assert {ask.limit for ask in walked.asks if ask.step == "AX"} == {2.0}


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("instrument: RE", "instrument: QQ", "QQ"),
        ("        timeline: T\n", "", "timeline"),
        ("timeline: T\n", "timeline: Nowhere\n", "Nowhere"),
        ("ItemSequence:", "ItemSequenc:", "ItemSequenc"),
        ("ResponsePatterns: [AX]", 'ResponsePatterns: ["A*X"]', "A*X"),
        ("Type: Ordered", "Type: Random", "Random"),
        ("    Parameters:", "    RepeatTrials: 3\n            Parameters:", "RepeatTrials"),
        ("{Name: Test}]", "{Nme: Test}]", "Nme"),
        ("{Name: Test}]", "{Timeline: T}]", "T"),
        ("Timelines: {T:", "Timelines: {T: null, U:", "T"),
        ("        timeline: T\n", "        timeline: T\n        Bot: {LLM: x}\n", "Bot.LLM"),
        ("        timeline: T\n", "        timeline: [T]\n", "timeline"),
        ("M_R: {type: Message, itemRef: I_R}", "M_R: {type: Message, itemRef: I_T}", "wrong way"),
    ],
)
def test_o_what_cannot_be_played_is_refused_and_the_key_is_named(old, new, said):
    assert old in STUDY
    found = errors(STUDY.replace(old, new))
    assert any(said in message for message in found), found


def test_o_a_godot_task_is_refused_unless_a_simulated_actor_answers():
    godot = STUDY.replace("instrument: RE", "instrument: RE\n      runtime: godot")
    assert errors(godot) == []
    start = godot.index("      type: behaverse:SimulatedActor")
    end = godot.index("  messageFlows:")
    found = errors(godot[:start] + "      type: studyflow:Actor\n      memory: conversation\n" + godot[end:])
    assert any("godot" in message for message in found)


def test_two_partners_without_a_named_message_are_an_error():
    text = STUDY.replace("messageRef: M_T", "").replace(", messageRef: M_R", "").replace(", }", "}")
    text = text.replace("  messageFlows:\n", "    Other: {type: studyflow:Actor, name: Other}\n  messageFlows:\n"
                        "    Ask2: {sourceRef: Subjects, targetRef: Other}\n")  # fmt: skip
    assert any("more than one partner" in message for message in errors(text))


def test_a_trial_whose_actor_broke_failed_and_was_not_missed():
    walked = play(program_of(STUDY), 1, {"AX": lambda ask: Fault("no answers left")})
    trials = [row for row in walked.rows() if row["object"]["name"] == "RE.TrialEnd"]
    assert {row["result"]["outcome"] for row in trials} == {"failed"}
    assert {row["result"]["isAnswered"] for row in trials} == {False}
