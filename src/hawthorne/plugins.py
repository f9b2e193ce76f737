"""Every extension point of the house on one page.

A plug-in package registers under the entry-point group `hawthorne.<point>`, with the same `module:Name` targets as the
built-ins here. `hawthorne points` prints this page; `hawthorne.testing` has the conformance checks of each contract.
"""

from __future__ import annotations

from hawthorne.core.registry import Point, install

POINTS = (
    Point(
        "kinds",
        "hawthorne.core.document:Kind",
        "a kind of document: how it is read, checked and compiled to a machine",
        {
            "flow": "hawthorne.flows.kind:FlowKind",
            "scenario": "hawthorne.scenarios.kind:ScenarioKind",
            "foreign-scenario": "hawthorne.scenarios.kind:ForeignScenarioKind",
            "protocol": "hawthorne.protocols.kind:ProtocolKind",
            "card": "hawthorne.protocols.cards.kind:CardKind",
        },
    ),
    Point(
        "instruments",
        "hawthorne.core.instrument:Instrument",
        "a cognitive task: its trials, its scoring, its course",
        {
            "RE": "hawthorne.instruments.axcpt:AXCPT",
            "WO": "hawthorne.instruments.which_one:WhichOne",
            "NB": "hawthorne.instruments.nback:NBack",
            "FL": "hawthorne.instruments.flanker:Flanker",
        },
    ),
    Point(
        "perceivers",
        "hawthorne.core.instrument:Perceiver",
        "how a simulated actor reads a trial, from what was shown alone",
        {
            "RE": "hawthorne.instruments.axcpt:AXCPTPerceiver",
            "WO": "hawthorne.instruments.which_one:WhichOnePerceiver",
            "NB": "hawthorne.instruments.nback:NBackPerceiver",
            "FL": "hawthorne.instruments.flanker:FlankerPerceiver",
        },
    ),
    Point(
        "actors",
        "hawthorne.core.actor:Actor",
        "who answers a role",
        {
            "random": "hawthorne.actors.random:RandomActor",
            "person": "hawthorne.actors.person:PersonActor",
            "script": "hawthorne.actors.script:ScriptActor",
            "simulated": "hawthorne.actors.simulated:SimulatedActor",
            "replay": "hawthorne.actors.replay:ReplayActor",
            "runner": "hawthorne.actors.runner:RunnerActor",
            "turns": "hawthorne.actors.turns:TurnsActor",
        },
    ),
    Point(
        "performers",
        "hawthorne.core.performer:Performer",
        "who carries out what a document calls, by the scheme of the reference",
        {
            "python": "hawthorne.actors.performers.python:PythonPerformer",
            "shell": "hawthorne.actors.performers.shell:ShellPerformer",
        },
    ),
    Point(
        "spaces",
        "hawthorne.core.space:Space",
        "a response kind: what a valid answer is",
        {
            "choice": "hawthorne.spaces.choice:Choice",
            "multi_choice": "hawthorne.spaces.multi_choice:MultiChoice",
            "ranking": "hawthorne.spaces.ranking:Ranking",
            "likert": "hawthorne.spaces.likert:Likert",
            "slider": "hawthorne.spaces.slider:Slider",
            "integer": "hawthorne.spaces.integer:Integer",
            "number": "hawthorne.spaces.number:Number",
            "text": "hawthorne.spaces.text:Text",
            "matrix": "hawthorne.spaces.matrix:Matrix",
            "allocation": "hawthorne.spaces.allocation:Allocation",
            "interval": "hawthorne.spaces.interval:Interval",
            "keypress": "hawthorne.spaces.keypress:Keypress",
            "form": "hawthorne.spaces.form:Form",
            "turn": "hawthorne.spaces.turn:Turn",
            "anything": "hawthorne.spaces.anything:Anything",
        },
    ),
    Point(
        "assertions",
        "hawthorne.records.judging:Assertion",
        "what a scenario pins: how it is judged, from frozen evidence",
        {
            "sendNotQueued": "hawthorne.measure.assertions.send_not_queued:SendNotQueued",
            "toolCalls": "hawthorne.measure.assertions.tool_calls:ToolCalls",
            "toolNames": "hawthorne.measure.assertions.tool_names:ToolNames",
            "turnOrder": "hawthorne.measure.assertions.turn_order:TurnOrder",
            "instructionsInclude": "hawthorne.measure.assertions.instructions_include:InstructionsInclude",
            "systemPromptIncludes": "hawthorne.measure.assertions.system_prompt_includes:SystemPromptIncludes",
            "systemPromptOmits": "hawthorne.measure.assertions.system_prompt_omits:SystemPromptOmits",
            "promptIncludes": "hawthorne.measure.assertions.prompt_includes:PromptIncludes",
            "handoffTree": "hawthorne.measure.assertions.handoff_tree:HandoffTree",
            "transcriptIncludes": "hawthorne.measure.assertions.transcript_includes:TranscriptIncludes",
            "gateAnswer": "hawthorne.measure.assertions.gate_answer:GateAnswer",
            "routineRunSnapshot": "hawthorne.measure.assertions.routine_run_snapshot:RoutineRunSnapshot",
            "activitySeen": "hawthorne.measure.assertions.activity_seen:ActivitySeen",
            "noActivityPrefix": "hawthorne.measure.assertions.no_activity_prefix:NoActivityPrefix",
            "activityCount": "hawthorne.measure.assertions.activity_count:ActivityCount",
            "busyMax": "hawthorne.measure.assertions.busy_max:BusyMax",
            "instructionsOmit": "hawthorne.measure.assertions.instructions_omit:InstructionsOmit",
            "noOverrun": "hawthorne.measure.assertions.no_overrun:NoOverrun",
            "nodeHistory": "hawthorne.measure.assertions.node_history:NodeHistory",
            "observed": "hawthorne.measure.assertions.observed:Observed",
            "promptOmits": "hawthorne.measure.assertions.prompt_omits:PromptOmits",
            "receipt": "hawthorne.measure.assertions.receipt:Receipt",
            "resultOnce": "hawthorne.measure.assertions.result_once:ResultOnce",
            "scriptConsumed": "hawthorne.measure.assertions.script_consumed:ScriptConsumed",
            "scriptKept": "hawthorne.measure.assertions.script_kept:ScriptKept",
            "threadCount": "hawthorne.measure.assertions.thread_count:ThreadCount",
            "toolResultIncludes": "hawthorne.measure.assertions.tool_result_includes:ToolResultIncludes",
            "toolsOffered": "hawthorne.measure.assertions.tools_offered:ToolsOffered",
            "transcriptOmits": "hawthorne.measure.assertions.transcript_omits:TranscriptOmits",
            "transcriptOrder": "hawthorne.measure.assertions.transcript_order:TranscriptOrder",
            "turnOutcome": "hawthorne.measure.assertions.turn_outcome:TurnOutcome",
            "turnSettings": "hawthorne.measure.assertions.turn_settings:TurnSettings",
            "turnThreads": "hawthorne.measure.assertions.turn_threads:TurnThreads",
        },
    ),
    Point(
        "worlds",
        "hawthorne.core.actor:Actor",
        "where a scenario is played: an actor of its role `world`, which holds a harness",
        {
            "inprocess": "hawthorne.evals.worlds.world:InProcessWorld",
            "http": "hawthorne.evals.worlds.http:HttpWorld",
        },
    ),
    Point(
        "executors",
        "hawthorne.hold.executors:Executor",
        "where the shards of a run are played",
        {
            "local": "hawthorne.hold.executors.local:Local",
            "processes": "hawthorne.hold.executors.processes:Processes",
        },
    ),
)

install(POINTS)
