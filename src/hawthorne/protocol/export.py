"""What came of an environment's sessions as files: run.json, records, unit rows, transcripts."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import orjson

import hawthorne
from hawthorne.core import digest
from hawthorne.core.errors import UsageError
from hawthorne.core.values import JSON, plain
from hawthorne.records import header
from hawthorne.records.line import encode

if TYPE_CHECKING:
    from hawthorne.protocol.env import Env
    from hawthorne.protocol.session import Session, Table

SCHEMA = "hawthorne/run.v1"
ABOUT = frozenset({"agent", "operator", "notes"})
RECORDS = "records.jsonl"


@cache
def code_hash() -> str:
    """The digest of the installed package: its code and its schemas, by path."""
    root = Path(hawthorne.__file__).parent
    files = sorted(path for path in root.rglob("*") if path.suffix in (".py", ".json"))
    return digest.of_value([[path.relative_to(root).as_posix(), digest.of_bytes(path.read_bytes())] for path in files])


def write(env: Env, folder: Path, tables: Iterable[tuple[Any, Table]], about: Mapping[str, Any]) -> Path:
    """Write a folder, which must not hold a run yet; `tables` are the groups with their programs. Raises UsageError."""
    unknown = sorted(set(about) - ABOUT)
    if unknown:
        raise UsageError(f"run.json has no part {', '.join(unknown)} that can be said: {', '.join(sorted(ABOUT))}")
    if (folder / "run.json").exists():
        raise UsageError(f"{folder} already holds a run")
    folder.mkdir(parents=True, exist_ok=True)
    for program, table in tables:
        place = folder if table.attempt == 1 else folder / "attempts" / str(table.attempt)
        place.mkdir(parents=True, exist_ok=True)
        with (place / RECORDS).open("ab") as file:
            file.writelines(map(encode, table.group.records))
        for name, data in program.projections(table.group.records):
            (place / name).parent.mkdir(parents=True, exist_ok=True)
            with (place / name).open("ab") as file:
                file.write(data)
    run = orjson.dumps(run_json(env, about), option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)
    (folder / "run.json").write_bytes(run)
    return folder


def run_json(env: Env, about: Mapping[str, Any]) -> dict[str, JSON]:
    """The provenance of what was played: protocol, engine, design, agent, every session, and what they came to."""
    sessions = env.sessions()
    model = env.document.model
    specs = [session.spec for session in sessions]
    host = header.host()
    done = sum(session.status == "done" for session in sessions)
    counts: dict[str, int] = {}
    for session in sessions:
        counts[session.status] = counts.get(session.status, 0) + 1
    return {
        "schema": SCHEMA,
        "run_id": str(uuid.uuid4()),
        "created": header.moment(),
        "status": "complete" if sessions and done == len(sessions) else "partial",
        "protocol": {
            "id": model.id, "version": model.version, "sha256": env.protocol_hash,
            "projection": "full" if model.projection is None else "public",
        },
        "engine": {"name": "hawthorne", "version": hawthorne.__version__, "code_sha256": env.code_hash, **host},
        "design": {
            "n": len({spec.participant for spec in specs}), "seed": specs[0].seed if specs else None,
            "spec_sha256": digest.of_value([spec.sha256 for spec in specs]),
            "coerce": sorted({session.options["coerce"] for session in sessions}),
            "history": sorted({session.options["history"] for session in sessions}),
        },
        "operator": plain(about.get("operator")),
        "agent": plain(about.get("agent")),
        "notes": plain(about.get("notes")),
        "sessions": [_session(session) for session in sessions],
        "counts": {"started": len(sessions), "done": done, "status": counts, "excluded": _excluded(env)},
    }  # fmt: skip


def _session(session: Session) -> dict[str, JSON]:
    return {
        "participant": session.participant, "spec_sha256": session.spec.sha256, "attempt": session.attempt,
        "status": session.status, "steps": session.steps, "invalid_answers": session.invalid,
        "coercions": len(session.coercions), **session.options,
    }  # fmt: skip


def _excluded(env: Env) -> dict[str, int]:
    """How many rows of the primary unit each exclusion takes out."""
    primary = next((unit.id for unit in env.document.model.units if unit.primary), None)
    found: dict[str, int] = {}
    for row in env.unit_tables().get(primary or "", ()):
        for rule in row["_excluded_by"]:
            found[rule] = found.get(rule, 0) + 1
    return found
