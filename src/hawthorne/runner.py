"""For authors of runners: a program that plays steps of a study, spoken to over its standard input and output.

    from hawthorne.runner import serve

    def execute(step):
        reply = step.ask("Question", {"text": step.attributes["name"]})
        return {"said": reply["content"]}

    if __name__ == "__main__":
        serve(lambda plan: [id for id, each in plan["elements"].items() if each["type"] == "userTask"], execute)

Started by `hawthorne run STUDY --runner NAME="python3 that_file.py"`. The contract is JSON-RPC 2.0, one message a line
(`docs/performers.md`), so a runner can be written in any language; this module speaks it for Python.
"""

from __future__ import annotations

import json
import os
import queue
import sys
import threading
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import IO, Any

from hawthorne.core.values import JSON, plain
from hawthorne.lang import feel

PROTOCOL = 2
LAST_SECONDS = 5.0
"""How long a step may go on after the walk has ended."""


class Cancelled(Exception):
    """The walk has left the step; what it comes to is of no use any more."""


class _NoReply:
    """See `no_reply`."""


no_reply = _NoReply()
"""Returned by a pool that declines to answer: nothing is sent back."""

Execute = Callable[["Step"], Any]
Claims = Callable[[dict[str, Any]], Iterable[str]] | Iterable[str]


class Step:
    """One hand-off: what a step, or a pool that got a message, is given, and what it hands back.

    `values` are the values of elements by id, and `state` in it the properties by scope; `attributes` are the
    element's, placeholders filled in; `message` and `conversation` are a pool's. What `execute` returns is the result.
    """

    def __init__(self, server: _Server, params: Mapping[str, Any]) -> None:
        self._server = server
        self._inbox: queue.SimpleQueue[dict[str, Any] | None] = queue.SimpleQueue()
        self._received = 0
        self._sent = 0
        self._handed: dict[str, dict[str, Any]] = {"values": {}, "state": {}, "record": {}}
        self.id: str = params["element"]
        self.plan = server.plan
        self.elements: dict[str, dict[str, Any]] = server.plan.get("elements", {})
        self.element = self.elements.get(self.id, {})
        self.options: dict[str, Any] = server.plan.get("options", {})
        self.seed: str | None = server.plan.get("study", {}).get("seed")
        self.attributes: dict[str, Any] = params.get("attributes") or {}
        self.values: dict[str, Any] = params.get("values") or {}
        self.message: dict[str, Any] | None = params.get("message")
        self.conversation: dict[str, Any] | None = params.get("conversation")
        self.run_dir = Path(server.run.get("dir", "."))
        self.cache = Path(server.run.get("cache", "."))
        self.cancelled = False

    # --- what it hands back --------------------------------------------------------------------------------------

    def bind(self, id: str, value: JSON) -> None:
        """Give a data element, or a declared property, a value by its id."""
        self._handed["values"][id] = plain(value)

    def write(self, scope: str, name: str, value: JSON) -> None:
        """Write a property of a scope."""
        self._handed["state"].setdefault(scope, {})[name] = plain(value)

    def note(self, **record: JSON) -> None:
        """Add to the record of this step what is no value of the study: an actor, a version."""
        self._handed["record"].update(plain(record))

    def outputs(self, result: JSON) -> None:
        """Bind what the step's data edges make of a result. The walk does so itself with what `execute` returns."""
        known = {**self.values, "result": plain(result)}
        for edge in self.element.get("outputs", ()):
            text = edge.get("transformation")
            value = known["result"] if text is None else feel.evaluate(text, known, numbers="float")
            self.bind(edge["target"], value)

    # --- talking -------------------------------------------------------------------------------------------------

    def send(self, flow: str, content: JSON = None, id: str | None = None, in_reply_to: str | None = None) -> str:
        """Send a message along a flow that leaves this step; returns its id."""
        self._check()
        self._sent += 1
        id = id or f"{self.id}.{self._sent}"
        message = {"element": self.id, "flow": flow, "content": plain(content), "id": id}
        self._server.notify("message", message | ({"inReplyTo": in_reply_to} if in_reply_to else {}))
        return id

    def receive(self, timeout: float | None = None) -> dict[str, Any] | None:
        """The next message (`id`, `flow`, `content`, perhaps `inReplyTo`); None after so many seconds without one.

        Raises Cancelled when the walk leaves the step.
        """
        self._check()
        if self._inbox.empty():
            self._server.notify("waiting", {"element": self.id, "seen": self._received})
        try:
            message = self._inbox.get(timeout=timeout)
        except queue.Empty:
            return None
        self._check()
        self._received += 1
        return message

    def ask(
        self, flow: str, content: JSON = None, id: str | None = None, timeout: float | None = None
    ) -> dict[str, Any] | None:
        """Send a message and wait for the one that answers it; others that come meanwhile are dropped."""
        sent = self.send(flow, content, id)
        while True:
            message = self.receive(timeout)
            if message is None or message.get("inReplyTo") == sent:
                return message

    def log(self, text: str) -> None:
        """Say something to whoever watches the run; it is no record."""
        self._server.notify("log", {"text": text, "element": self.id})

    def prompt(self, text: str, default: str = "") -> str:
        """Ask whoever runs the study; `default` where nobody does."""
        return str(self._server.ask("prompt", {"element": self.id, "text": text, "default": default}))

    def unless_cancelled(self, work: Callable[[], Any]) -> Any:
        """Do something long on a thread of its own. Raises Cancelled at once when the walk leaves the step."""
        done: queue.SimpleQueue[tuple[bool, Any]] = queue.SimpleQueue()

        def run() -> None:
            try:
                done.put((True, work()))
            except BaseException as error:
                done.put((False, error))

        threading.Thread(target=run, daemon=True).start()
        while True:
            self._check()
            try:
                fine, found = done.get(timeout=0.05)
            except queue.Empty:
                continue
            if fine:
                return found
            raise found

    def _check(self) -> None:
        if self.cancelled:
            raise Cancelled

    # --- for the server ------------------------------------------------------------------------------------------

    def _deliver(self, message: dict[str, Any]) -> None:
        self._inbox.put(message)

    def _cancel(self) -> None:
        self.cancelled = True
        self._inbox.put(None)

    def _hand_back(self, result: Any) -> dict[str, Any]:
        if isinstance(result, _NoReply):
            return {"noReply": True}
        return {"result": plain(result)} | {key: part for key, part in self._handed.items() if part}


def serve(
    claims: Claims, execute: Execute, live: bool = True, name: str | None = None, close: Callable[[], Any] | None = None
) -> None:
    """Play what is handed over until the walk shuts the runner down.

    `claims` are the ids of the elements to play, or a function of the plan that gives them; it may raise to refuse the
    study in its own words. `execute` plays one hand-off: on the main thread, or, where another is under way, on a
    thread of its own. `close` is called at the end.
    """
    _Server(claims, execute, live, name or Path(sys.argv[0]).stem).run_until_shutdown()
    if close is not None:
        close()


class _Server:
    """The runner's side of the pipe."""

    def __init__(self, claims: Claims, execute: Execute, live: bool, name: str) -> None:
        self._claims, self._execute, self._live, self._name = claims, execute, live, name
        self._out: IO[str] = os.fdopen(os.dup(1), "w", encoding="utf-8")
        os.dup2(2, 1)  # what is printed must not end up among the messages
        self._lock = threading.Lock()
        self._steps: dict[str, Step] = {}
        self._asked: dict[str, queue.SimpleQueue[Any]] = {}
        self._work: queue.SimpleQueue[tuple[Any, Step] | None] = queue.SimpleQueue()
        self._busy = False
        self.plan: dict[str, Any] = {}
        self.run: dict[str, Any] = {}

    def run_until_shutdown(self) -> None:
        threading.Thread(target=self._listen, daemon=True).start()
        while (task := self._work.get()) is not None:
            self._play(*task)
            self._busy = False

    def notify(self, method: str, params: JSON) -> None:
        self._write({"method": method, "params": params})

    def ask(self, method: str, params: JSON) -> Any:
        replies: queue.SimpleQueue[Any] = queue.SimpleQueue()
        with self._lock:
            id = f"r{len(self._asked) + 1}"
            self._asked[id] = replies
        self._write({"id": id, "method": method, "params": params})
        return replies.get()

    def _listen(self) -> None:
        for line in sys.stdin:
            said = json.loads(line)
            if "method" in said:
                if self._hear(said["method"], said.get("params") or {}, said.get("id")):
                    break
            elif said.get("id") in self._asked:
                self._asked[said["id"]].put(said.get("result"))
        for step in list(self._steps.values()):
            step._cancel()
        self._work.put(None)
        last = threading.Timer(LAST_SECONDS, os._exit, (1,))  # nobody is left who could end a step that hangs
        last.daemon = True
        last.start()

    def _hear(self, method: str, params: dict[str, Any], id: Any) -> bool:
        """Take a message; True for the last one."""
        if method == "initialize":
            self._initialize(params, id)
        elif method == "execute":
            step = Step(self, params)
            self._steps[step.id] = step
            if self._busy:
                threading.Thread(target=self._play, args=(id, step), daemon=True).start()
            else:
                self._busy = True
                self._work.put((id, step))
        elif method == "message" and params.get("element") in self._steps:
            self._steps[params["element"]]._deliver(params["message"])
        elif method == "cancel" and params.get("element") in self._steps:
            self._steps[params["element"]]._cancel()
        elif method == "shutdown":
            self._write({"id": id, "result": {}})
            return True
        elif id is not None:
            self._write({"id": id, "error": {"code": -32601, "message": f"no such method: {method}"}})
        return False

    def _initialize(self, params: dict[str, Any], id: Any) -> None:
        try:
            self.plan = json.loads(Path(params["plan"]).read_text(encoding="utf-8"))
            self.run = params.get("run") or {}
            elements = list(self._claims(self.plan) if callable(self._claims) else self._claims)
        except Exception as error:
            self._write({"id": id, "error": {"code": 1, "message": str(error) or type(error).__name__}})
            return
        said = {"protocol": PROTOCOL, "elements": elements, "live": self._live, "runner": self._name}
        self._write({"id": id, "result": said})

    def _play(self, id: Any, step: Step) -> None:
        try:
            answer = {"result": step._hand_back(self._execute(step))}
        except Cancelled:
            answer = {"error": {"code": 2, "message": "cancelled"}}
        except Exception as error:
            answer = {"error": {"code": 1, "message": f"{type(error).__name__}: {error}".rstrip(": ")}}
        if self._steps.get(step.id) is step:
            del self._steps[step.id]
        self._write({"id": id, **answer})

    def _write(self, message: Mapping[str, Any]) -> None:
        text = json.dumps({"jsonrpc": "2.0", **message}, ensure_ascii=False, allow_nan=False)
        with self._lock:
            self._out.write(text + "\n")
            self._out.flush()
