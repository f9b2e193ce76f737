"""Sessions in the manner of Gymnasium: `import hawthorne.protocol as hs`.

`make(study)` reads a study and gives its environment; `env.design(n, seed)` says who gets what; `env.open(spec)` is one
participant's session: `reset()` gives its first State, `step(answers)` the next. Nothing here prompts anybody: how a
State becomes a prompt, what is remembered, which model answers is the caller's choice.
"""

import hawthorne.plugins  # noqa: F401  (installs the built-in names)
from hawthorne.hold.group import Deadlock
from hawthorne.hold.seat import State
from hawthorne.protocol.drive import InvalidAgent, RunSummary, drive
from hawthorne.protocol.env import Env, make
from hawthorne.protocol.errors import ProtocolError
from hawthorne.protocol.session import Session
from hawthorne.protocol.spec import SessionSpec
from hawthorne.spaces.asked import answer_schema
from hawthorne.spaces.prose import VERSION as TEXT_VERSION
from hawthorne.spaces.prose import to_text

__all__ = [
    "TEXT_VERSION", "Deadlock", "Env", "InvalidAgent", "ProtocolError", "RunSummary", "Session", "SessionSpec", "State",
    "answer_schema", "drive", "make", "to_text",
]  # fmt: skip
