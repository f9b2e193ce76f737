"""Making the report of a run: where its numbers come from, then what its tables say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from shlex import quote
from typing import Any

from hawthorne.core.actor import Actor
from hawthorne.core.document import Document, Program, Table, Truth
from hawthorne.core.place import NOWHERE
from hawthorne.core.registry import names, resolve
from hawthorne.records.run import Run
from hawthorne.reports import flow, sessions, verdicts
from hawthorne.reports.parts import Section
from hawthorne.reports.report import Report

FLOW_TABLES = frozenset({"trials", "cases", "flow", "asks"})


def make(run: Run, document: Document, program: Program, tables: Mapping[str, Table]) -> Report:
    """The report of a run with these tables. Without a planted truth it has no recovery section."""
    sections: list[Section] = []
    if tables.keys() >= FLOW_TABLES:
        truths, note = truths_of(run, program, tables)
        sections += flow.sections(tables, truths)
        if note:
            sections.append(Section("No recovery", (note,)))
    if tables.keys() >= verdicts.TABLES:
        sections += verdicts.sections(tables)
    if tables.keys() >= sessions.TABLES:
        sections += sessions.sections(tables)
    sections.append(again(run))
    return Report(f"{document.name}: what the run came to", provenance(run), tuple(sections))


def provenance(run: Run) -> tuple[tuple[str, str], ...]:
    """Where the numbers come from."""
    header = run.header
    host = header.host
    lines = [
        ("study", f"{header.document['name']} ({header.document['kind']})"),
        ("protocol digest", header.digests.get("protocol", "–")),
        ("any-actor digest", header.digests.get("any-actor", "–")),
        ("document digest", str(header.document["digest"])),
        ("seed", f"{header.seed}" + (" (drawn)" if header.drawn else "")),
        ("size", f"{header.participants:,} participants in {header.cases:,} cases"),
        ("clock, level", f"{header.clock}, {header.level}"),
        *[(f"answers: {role}", _player(said)) for role, said in header.actors.items()],
        ("made by", f"hawthorne {header.hawthorne}, Python {host.get('python', '?')}"),
        ("played", _when(run)),
        ("run", str(run.folder) if run.folder is not None else "in memory"),
    ]
    return tuple(lines)


def _player(said: Mapping[str, Any]) -> str:
    """Who answered, and whether the answers come again with the seed."""
    whose = "the study's own" if said.get("own") else said.get("spec") or "handed in"
    again = "reproducible: the seed gives the same answers" if said.get("reproducible") else (
        "not reproducible: only the recorded answers can be played again")  # fmt: skip
    return f"{said['kind']} ({whose}; version {said.get('version', '?')}; {again})"


def _when(run: Run) -> str:
    header = run.header
    resumed = f", taken up again {len(header.resumed)} times" if header.resumed else ""
    return f"{header.started} to {header.finished or 'not finished yet'}{resumed}"


def truths_of(run: Run, program: Program, tables: Mapping[str, Table]) -> tuple[Sequence[Truth], str]:
    """What was planted in whoever answered; none, and why, where the study plants a truth on another."""
    actors = {role: actor for role, said in run.header.actors.items() if (actor := _cast(said)) is not None}
    for role in program.roles:
        if role.actor is not None and hasattr(role.actor, "decode") and role.name not in actors:
            return (), (f"The study plants a truth on {role.title or role.name}, but someone else answered in this "
                        "run: there is nothing planted to recover.")  # fmt: skip
    return program.truths(tables["trials"].rows, actors), ""


def _cast(said: Mapping[str, Any]) -> Actor | None:
    """An actor with a planted truth, made again from what the header says of it; None for any other."""
    kind = said["kind"]
    decode = getattr(resolve("actors", kind), "decode", None) if kind in names("actors") else None
    if decode is None:
        return None
    actor: Actor | None = decode(said.get("parameters", {}), lambda path: NOWHERE)[0]
    return actor


def _performing(said: Mapping[str, Any]) -> list[str]:
    """The options by which what a study calls was called."""
    words = ["--allow-code"] if said.get("allow_code") else []
    words += [f"--runner {quote(f'{name}={command}')}" for name, command in said.get("runners", {}).items()]
    return words + ([f"--step-timeout {said['step_timeout']:g}"] if said.get("step_timeout") else [])


def _sameness(run: Run) -> str:
    """How much the same a run is when it is played again."""
    anew = [role for role, said in run.header.actors.items() if not said.get("reproducible")]
    return f"{', '.join(anew)} answering anew" if anew else "with the same records byte for byte"


def _is_foreign(kind: str) -> bool:
    """Whether documents of a kind are the foreign files of another."""
    return any(getattr(resolve("kinds", name), "foreign", None) == kind for name in names("kinds") if name != kind)


def again(run: Run) -> Section:
    """Where the run is and how to play it again."""
    header = run.header
    if run.folder is None:
        return Section("Where the run is", ("In memory only: give `out` a folder to keep it.",))
    n = header.n
    count = " ".join(f"-n {pool}={k}" for pool, k in n.items()) if isinstance(n, Mapping) else f"-n {n}" if n else ""
    actors = " ".join(
        f"--actor {quote(role + '=' + said['spec'])}" for role, said in header.actors.items() if said.get("spec")
    )
    file = run.folder / "document" / str(header.document["file"])
    words = [
        "hawthorne run",
        quote(str(file)),
        "--compat" if _is_foreign(header.document["kind"]) else "",
        count,
        f"--seed {quote(str(header.seed))}",
        f"--level {header.level}",
        actors,
        *_performing(header.performing),
    ]
    command = " ".join(word for word in words if word)
    missing = (
        ()
        if header.finished
        else (f"It is not finished. Go on with it: hawthorne run --resume {quote(str(run.folder))}",)
    )
    return Section(
        "Where the run is, and how to play it again",
        (
            *missing,
            f"The run's folder is {run.folder}: the study as it was run, the records (parts/), the data sets (data/).",
            f"Play it again, {_sameness(run)}: {command}",
            f"Its tables and codebook: hawthorne tables {quote(str(run.folder))}",
        ),
    )
