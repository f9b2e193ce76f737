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
