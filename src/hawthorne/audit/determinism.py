"""`design.determinism`: does the same seed make the same records, here and in a fresh process?

In the fresh process names hash to other numbers (another `PYTHONHASHSEED`), so an order that came from a set shows.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

from hawthorne.audit.report import Detail, Outcome, judged, skipped
from hawthorne.audit.subject import Subject
from hawthorne.core.document import Document, Source
from hawthorne.core.errors import HawthorneError
from hawthorne.core.record import Record
from hawthorne.core.registry import resolve
from hawthorne.hold import plan as plans
from hawthorne.hold.drive import drive
from hawthorne.hold.plan import Plan
from hawthorne.records.line import encode

SEED = 0
CASES = 4
"""How many cases are played."""


def check_determinism(subject: Subject) -> Outcome:
    """The same seed makes the same records: twice here, and in a process of its own."""
    try:
        plan = planned(subject.document)
    except HawthorneError as error:
        return skipped("unsupported", str(error).splitlines()[0])
    if plan is None:
        return skipped("unsupported", "whoever answers cannot answer again")
    first, second = played(plan), played(planned(subject.document) or plan)
    found = []
    if first != second:
        found.append(Detail("run", "differs", "the same seed made other records", first, second))
    elsewhere = _elsewhere(subject.document, first)
    if elsewhere not in (None, first):
        found.append(Detail("run", "differs_elsewhere", "another process made other records", first, str(elsewhere)))
    return judged(found, min(CASES, plan.size.cases), seed=SEED)


def planned(document: Document) -> Plan | None:
    """A plan in which whoever the document does not name answers at random; None where answers do not come again."""
    plan = plans.make(document, seed=SEED, level="full")
    others = {role.name: "random" for role in plan.unplayed if not role.performs}
    plan = plans.make(document, seed=SEED, level="full", actors=others) if others else plan
    return None if plan.unplayed or plan.durable or plan.clock == "wall" else plan


def played(plan: Plan) -> str:
    """The digest of the records of the first cases."""
    total = hashlib.sha256()

    def log(record: Record) -> None:
        total.update(encode(record))

    carry = None
    for number in range(1, min(CASES, plan.size.cases) + 1):
        result = drive(plan.case(number, log), plan.minds(number), carry).result
        carry = result.carry if result is not None and plan.sequential else None
    return total.hexdigest()


def _elsewhere(document: Document, first: str) -> str | None:
    """The same digest from a fresh process; None where the document has no file or plug-ins are not found there."""
    file = Path(document.source.name)
    if not file.is_file() or file.read_bytes() != document.source.data:
        return None
    path = os.pathsep.join(entry or os.getcwd() for entry in sys.path)
    environment = {**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": "4242"}
    command = [sys.executable, "-m", "hawthorne.audit.determinism", str(file), document.kind]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    return done.stdout.strip() if done.returncode == 0 else None


def main(file: str, kind: str) -> int:
    """Print the digest of a document's first cases."""
    found = resolve("kinds", kind)
    plan = planned((found() if isinstance(found, type) else found).read(Source.of_file(file)))
    if plan is None:
        return 1
    print(played(plan))
    return 0


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:]))
