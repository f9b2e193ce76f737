"""The shape of what each command is told: the body of its request, and what its path names."""

from __future__ import annotations

from typing import Any

STRING: dict[str, Any] = {"type": "string"}
OPTIONAL_STRING: dict[str, Any] = {"type": ["string", "null"]}
WORDS: dict[str, Any] = {"type": "string", "maxLength": 32000}
COUNT: dict[str, Any] = {"type": "string", "pattern": "^[0-9]{1,6}$"}
"""A whole number as a query has it."""
NAMES: dict[str, Any] = {"type": "array", "items": STRING}


def body(required: str = "", **properties: Any) -> dict[str, Any]:
    """An object with these properties; those named (blank between them) must be there."""
    return {"type": "object", "properties": properties, "required": required.split()}


MODEL: dict[str, Any] = {"type": ["string", "null"], "minLength": 1, "maxLength": 200}
PERMISSION: dict[str, Any] = {"enum": ["ask", "auto", None]}

PROFILE: dict[str, Any] = {
    "name": {"type": "string", "minLength": 1, "maxLength": 80},
    "title": OPTIONAL_STRING,
    "description": OPTIONAL_STRING,
    "section": OPTIONAL_STRING,
    "hidden": {"type": "boolean"},
    "chiefOfStaff": {"type": "boolean"},
    "managedSections": NAMES,
    "acknowledgePeerScope": {"type": "boolean"},
    "peers": {"type": ["array", "null"], "items": STRING},
    "approvePeerComms": {"type": "boolean"},
    "computer": {"enum": ["vm", "browser", "off", "cloud", "local", None]},
    "browser": {"type": ["boolean", "null"]},
    "maxConcurrentThreads": {"type": ["integer", "null"], "minimum": 1, "maximum": 10},
    "parkDirectMessages": {"type": "boolean"},
    "model": MODEL,
    "permissionMode": PERMISSION,
}

ROUTINE: dict[str, Any] = {
    "name": {"type": "string", "minLength": 1, "maxLength": 80},
    "prompt": {"type": "string", "minLength": 1, "maxLength": 32000},
    "botId": STRING,
    "enabled": {"type": "boolean"},
    "schedule": {"type": "object"},
    "overlap": {"enum": ["skip", "queue"]},
    "timeoutMinutes": {"type": ["integer", "null"], "minimum": 1, "maximum": 10080},
}

GATE: dict[str, Any] = body("botId", botId=STRING, token=OPTIONAL_STRING)

BODIES: dict[str, dict[str, Any]] = {
    "bots": body(messages=COUNT),
    "bot": body("botId", botId=STRING, messages=COUNT),
    "createBot": body("name", **PROFILE),
    "patchBot": body("botId", botId=STRING, **PROFILE),
    "deleteBot": body("botId", botId=STRING),
    "send": body("botId text", botId=STRING, text=WORDS, threadId=STRING, sendId=STRING, replyToId=STRING,
                 images={"type": "array"}, guarded={"type": "boolean"}),
    "interrupt": body("botId", botId=STRING, threadId=STRING),
    "cancelQueued": body("botId queueId threadId", botId=STRING, queueId=STRING, threadId=STRING),
    "rerun": body("botId", botId=STRING, threadId=STRING, messageId=STRING, text=WORDS),
    "resolveRequest": body("requestId allow", requestId=STRING, allow={"type": "boolean"}),
    "openThread": body("botId", botId=STRING, title={"type": "string", "maxLength": 80}, text=WORDS),
    "patchThread": body("botId threadId", botId=STRING, threadId=STRING, title={"type": "string", "maxLength": 80},
                        model=MODEL, permissionMode=PERMISSION),
    "deleteThread": body("botId threadId", botId=STRING, threadId=STRING),
    "createGroup": body("name members", name={"type": "string", "minLength": 1, "maxLength": 80},
                        members=NAMES | {"minItems": 1}),
    "deleteGroup": body("groupId", groupId=STRING),
    "sayToGroup": body("groupId text", groupId=STRING, text=WORDS, botId=STRING),
    "steerGroup": body("groupId queueId", groupId=STRING, queueId=STRING),
    "interruptGroup": body("groupId", groupId=STRING),
    "patchConfig": {"type": "object"},
    "installSkill": {"type": "object"},
    "removeSkill": body("skillId", skillId=STRING),
    "installLibrarySkill": body("name instructions", name=STRING, instructions=STRING, source=STRING,
                                reviewState={"enum": ["approved", "disabled"]}),
    "reviewLibrarySkill": body("name reviewState", name=STRING, reviewState={"enum": ["approved", "disabled"]}),
    "setSkills": body("botId skills", botId=STRING, skills=NAMES),
    "createRoutine": body("botId prompt schedule", **ROUTINE),
    "patchRoutine": body("routineId", routineId=STRING, **ROUTINE),
    "deleteRoutine": body("routineId", routineId=STRING),
    "runRoutine": body("routineId", routineId=STRING),
    "cancelRun": body("runId", runId=STRING),
    "seenRun": body("runId", runId=STRING),
    "setVmState": {"type": "object"},
    "takeControl": body("botId", botId=STRING),
    "releaseControl": body("botId", botId=STRING),
    "computerGate": GATE,
    "askHands": GATE,
    "dropHands": GATE,
    "callTool": body("tool", tool=STRING, arguments={"type": "object"}, token=OPTIONAL_STRING),
}  # fmt: skip
"""By command; the parts of the upper levels add theirs."""
