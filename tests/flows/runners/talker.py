"""A runner for the tests: what a step does is the text of its `name`."""

from __future__ import annotations

import os
import sys
import time

from hawthorne.runner import Step, no_reply, serve


def claims(plan: dict) -> list[str]:
    if "refuse" in sys.argv:
        raise ValueError("this study is not for me")
    with open(os.environ.get("STARTS", os.devnull), "a") as file:
        file.write("start\n")
    wanted = [id for id, each in plan["elements"].items() if (each["attributes"].get("name") or "").startswith("do ")]
    return [*wanted, "NOWHERE"] if "wrong" in sys.argv else wanted


def execute(step: Step) -> object:
    words = step.attributes["name"].split() if step.message is None else ["do", step.element["name"].split()[1]]
    match words[1]:
        case "add":
            print("adding", end="")
            return sum(step.values["numbers"])
        case "ask":
            return [step.ask(step.attributes.get("flow", "Out"), {"question": k})["content"] for k in (1, 2)]
        case "twice":
            first, second = step.send("Out", 1), step.send("Out", 2)
            told = {message["inReplyTo"]: message["content"] for message in (step.receive(), step.receive())}
            return [told[first], told[second]]
        case "wait":
            return step.receive()["content"]
        case "answer":
            if step.message["content"].get("question") == 2 and "silent" in sys.argv:
                return no_reply
            return f"{step.message['content']}"
        case "fail":
            raise LookupError("no electrode")
        case "sleep":
            return step.unless_cancelled(lambda: time.sleep(60))
        case "hang":
            time.sleep(60)
        case "die":
            os._exit(7)
        case "write":
            step.bind("total", 5)
            step.write("P", "other", [1])
            step.note(version="3")
            return None
    return None


if __name__ == "__main__":
    serve(claims, execute, name="talker")
