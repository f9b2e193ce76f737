"""Steps that say something to a bot, stop it, or take words back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hawthorne.core.values import JSON
from hawthorne.evals.stage import Stage
from hawthorne.evals.steps.asking import answered, asked, nth_of

Step = Mapping[str, Any]


def send(stage: Stage, step: Step) -> str:
    """Say something to a bot. Its fate is kept: `started`, `steered`, `queued` or `refused`."""
    bot, thread = stage.bot(step["bot"]), stage.thread(step["bot"], step.get("thread"))
    body = {"text": step["text"], "threadId": thread}
    if "sendId" in step:
        body["sendId"] = step["sendId"]
    response = stage.request("POST", f"/api/bots/{bot}/messages", body)
    receipt = _receipt(response.status, response.body if isinstance(response.body, dict) else {})
    stage.sends.append({"bot": step["bot"].removeprefix("@"), "text": step["text"]} | receipt)
    answered(stage, step, response)
    reason = f" ({receipt['reason']})" if "reason" in receipt else ""
    return f"{receipt['fate']}{reason}"


def _receipt(status: int, body: Mapping[str, JSON]) -> dict[str, JSON]:
    if not 200 <= status < 300:
        return {"fate": "refused", "status": status} | ({"reason": body["code"]} if "code" in body else {})
    fate = "queued" if body.get("queued") else "steered" if body.get("steered") else "started"
    queued = {"queued": True} if fate == "queued" else {}
    reason = {"reason": body["reason"]} if "reason" in body else {}
    return queued | {"fate": fate, "status": status} | reason


def interrupt(stage: Stage, step: Step) -> str:
    """Stop what a bot does in a thread."""
    body = {"threadId": stage.thread(step["bot"], step.get("thread"))}
    return asked(stage, step, "POST", f"/api/bots/{stage.bot(step['bot'])}/interrupt", body)


def rerun(stage: Stage, step: Step) -> str:
    """Take a conversation up again from a user message."""
    thread = stage.thread(step["bot"], step.get("thread"))
    messages = stage.look(f"/api/threads/{thread}/messages")["messages"]
    typed = [each for each in messages if each["role"] == "user" and each["kind"] == "text"]
    body = {"threadId": thread, "messageId": nth_of(typed, step.get("nth", -1), "user message of the thread")["id"]}
    if "text" in step:
        body["text"] = step["text"]
    return asked(stage, step, "POST", f"/api/bots/{stage.bot(step['bot'])}/rerun", body)


def cancel_queued(stage: Stage, step: Step) -> str:
    """Take words back that are queued."""
    bot = stage.bot(step["bot"])
    team = stage.look("/api/bots")
    own = {task["threadId"] for each in team["bots"] if each["id"] == bot for task in each["tasks"]}
    queued = [item for thread, items in team["botQueuedMessages"].items() if thread in own for item in items]
    queued.sort(key=lambda item: item["queuedAt"])
    item = nth_of(queued, step.get("nth", 0), "queued message of the bot")
    thread = item["threadId"] if "thread" not in step else stage.thread(step["bot"], step["thread"])
    return asked(stage, step, "DELETE", f"/api/bots/{bot}/queue/{item['queueId']}", {"threadId": thread})


def resolve_request(stage: Stage, step: Step) -> str:
    """Answer what a turn of the bot asks a person."""
    bot = stage.bot(step["bot"])
    requests = stage.look("/api/requests")["requests"]
    waiting = [each for each in requests if each["botId"] == bot and each["state"] == "open"]
    request = nth_of(waiting, step.get("nth", 0), "open request of the bot")
    return asked(stage, step, "POST", f"/api/requests/{request['id']}", {"allow": step.get("approve", True)})
