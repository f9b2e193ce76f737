"""An environment: a study, ready to be taken by anybody."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from hawthorne.core.case import Case
from hawthorne.core.document import Document, Setting, Source
from hawthorne.core.errors import HawthorneError, InvalidDocument, UsageError
from hawthorne.core.record import LEVELS, Log, Record
from hawthorne.core.registry import resolve
from hawthorne.core.values import JSON
from hawthorne.hold.group import UNTIMED, WALL, Clock, Group
from hawthorne.hold.seat import Seat
from hawthorne.protocol import export
from hawthorne.protocol.errors import ProtocolError
from hawthorne.protocol.session import SNAPSHOT, Session, Table
from hawthorne.protocol.spec import SessionSpec
from hawthorne.protocols.design import official_n
from hawthorne.protocols.program import ProtocolProgram, compile_protocol

FILES = ("protocol.json", "protocol.yaml", "protocol.yml")

_Key = tuple[int | str, tuple[str, ...] | None, int]


def make(path: str | Path, *, assets: str = "check", allow_blocked: bool = False, projection_ok: bool = True) -> Env:
    """The environment of a study: its folder, or the protocol's file. Reads JSON (or YAML) and never imports a thing.

    `assets` "check" refuses a study whose images are missing or not those that it declares, "ignore" plays it anyway.
    A study with a departure that blocks is refused unless `allow_blocked`, a release with placeholders in place of its
    texts without `projection_ok`. Raises ProtocolError.
    """
    file = _file(Path(path))
    kind = resolve("kinds", "protocol")()
    try:
        document: Document = kind.read(Source.of_file(file))
    except OSError as error:
        raise ProtocolError(str(path), "unreadable", f"the file cannot be read: {error.strerror}") from None
    findings = list(kind.check(document))
    if assets == "ignore":
        findings = [finding for finding in findings if not finding.code.startswith("ref.asset")]
    elif assets != "check":
        raise ProtocolError(str(path), "bad_option", f'assets is "check" or "ignore", not "{assets}"')
    if any(finding.severity == "error" for finding in findings):
        raise ProtocolError.of(str(path), findings)
    blocking = [f'"{each.id}" ({each.reason})' for each in document.model.departures if each.severity == "blocking"]
    if blocking and not allow_blocked:
        raise ProtocolError(str(path), "blocked", f"departures that block: {', '.join(blocking)}; see allow_blocked")
    if not projection_ok and document.model.projection is not None:
        raise ProtocolError(str(path), "projection", "this is a release whose withheld texts are placeholders")
    return Env(document, dict(kind.digests(document)))


def _file(path: Path) -> Path:
    if path.is_file():
        return path
    found = next((path / name for name in FILES if (path / name).is_file()), None)
    if found is None:
        what = "holds no protocol.json" if path.is_dir() else "is not there"
        raise ProtocolError(str(path), "no_protocol", f'"{path}" {what}')
    return found


class Env:
    """A study and everybody who takes it. Safe to use from several threads: each group has its lock."""

    def __init__(self, document: Document, digests: Mapping[str, str]) -> None:
        self.document = document
        self.protocol_hash = digests["protocol"]
        self._programs: dict[tuple[int | str, tuple[str, ...] | None], ProtocolProgram] = {}
        self._tables: dict[_Key, list[Table]] = {}
        self._sessions: list[Session] = []
        self._lock = threading.Lock()
        self._program(0, None)

    @property
    def study_id(self) -> str:
        return str(self.document.model.id)

    @property
    def code_hash(self) -> str:
        """The digest of the installed engine's code and schemas."""
        return export.code_hash()

    def official_n(self) -> int | None:
        """How many participants the source analysed; None where it does not say."""
        return official_n(self.document.model)

    # --- design and sessions -------------------------------------------------------------------------------------

    def design(self, n: int | str, seed: int | str = 0, arms: Sequence[str] | None = None) -> list[SessionSpec]:
        """One spec for each of `n` participants ("official": as many as the source analysed), in the order of their
        labels; specs of one group share `group`. `arms` cuts the design down to these arms. The first specs of a larger
        design are those of a smaller one. Raises ProtocolError."""
        if n == "official":
            count = self.official_n()
            if count is None:
                raise ProtocolError(self.study_id, "no_official_n", "the source does not say how many were analysed")
        elif isinstance(n, int) and not isinstance(n, bool):
            count = n
        else:
            raise ProtocolError(self.study_id, "bad_n", f'n is a number of participants or "official", not {n!r}')
        kept = None if arms is None else tuple(arms)
        try:
            program = self._program(seed, kept)
            cases = program.size(count).cases
        except UsageError as error:
            code, colon, text = str(error).partition(": ")
            known = bool(colon) and code.replace("_", "").isalpha() and " " not in code
            raise ProtocolError(self.study_id, *((code, text) if known else ("bad_design", str(error)))) from None
        specs: list[SessionSpec] = []
        for case in range(1, cases + 1):
            specs += self._specs(program, case, count, seed, kept, len(specs))
        return specs

    def spec(self, case: int, seed: int | str = 0, arms: Sequence[str] | None = None) -> list[SessionSpec]:
        """The specs of case `case` (from 1) of the design of a seed: one, or one for each seat of a group. The design
        ends with this case."""
        kept = None if arms is None else tuple(arms)
        program = self._program(seed, kept)
        size = len(program.people)
        return list(self._specs(program, case, case * size, seed, kept, (case - 1) * size))

    def _specs(
        self, program: ProtocolProgram, case: int, n: int, seed: int | str, arms: tuple[str, ...] | None, before: int
    ) -> Iterator[SessionSpec]:
        script = program.compiled.script
        seats = [seat for seat in program.machine(case).seats if seat.scripted is None]
        for index, seat in enumerate(seats, before):
            yield SessionSpec(
                index=index, participant=f"p{seat.number}", arm=seat.drawn.arm, draws=seat.drawn.draws, role=seat.role,
                group=f"g{case}" if script.grouped else None, seat=seat.name, case=case, n=n, seed=seed,
                protocol_hash=self.protocol_hash, arms=arms,
            )  # fmt: skip

    def open(
        self, spec: SessionSpec, *, coerce: str = "strict", clock: str | Clock = UNTIMED, history: str = "full"
    ) -> Session:
        """A session of a spec. A seat that was opened before is opened as a new attempt, in a new group.

        `coerce` "lenient" takes what was plainly meant (and keeps what was sent); `clock` is "untimed" (screens stay
        until they are answered), "wall", or a function that returns seconds; `history` is "full", "last:K" or "none".
        Raises ProtocolError for a spec of another protocol.
        """
        self._fits(spec, clock)
        with self._lock:
            tables = self._tables.setdefault((spec.seed, spec.arms, spec.case), [])
            table = next((each for each in tables if not each.group.seats[spec.seat].taken), None)
            if table is None:
                table = self._table(spec, clock, len(tables) + 1)
                tables.append(table)
            seat = table.group.seats[spec.seat].take(history, coerce)
            session = Session(seat, table, self._asset)
            self._sessions.append(session)
            return session

    def _table(self, spec: SessionSpec, clock: str | Clock, attempt: int) -> Table:
        program = self._program(spec.seed, spec.arms)
        specs = {each.seat: each for each in
                 self._specs(program, spec.case, spec.n, spec.seed, spec.arms, 0)}  # fmt: skip
        first = spec.index - list(specs).index(spec.seat)
        specs = {name: replace(each, index=first + k) for k, (name, each) in enumerate(specs.items())}
        if specs.get(spec.seat) != spec:
            raise ProtocolError("spec", "spec_mismatch", f"the design gives {spec.participant} another spec")

        def case(log: Log) -> Case:
            return Case(spec.case, program.machine(spec.case), log, LEVELS["facts"])

        group = Group(case, clock=clock)
        for name, each in specs.items():
            Seat(group, name, each.participant)
        return Table(group, specs, attempt, clock if isinstance(clock, str) else "function")

    def group(
        self, spec: SessionSpec, *, coerce: str = "strict", clock: str | Clock = UNTIMED, history: str = "full"
    ) -> list[Session]:
        """The sessions of everybody in a spec's group, opened together, which the environment does not keep: they are
        in no table and no log of it. For whoever plays very many."""
        self._fits(spec, clock)
        table = self._table(spec, clock, 1)
        return [Session(seat.take(history, coerce), table, self._asset) for seat in table.group.seats.values()]

    def _fits(self, spec: SessionSpec, clock: str | Clock) -> None:
        if not isinstance(spec, SessionSpec):
            raise ProtocolError("spec", "spec_mismatch", f"a session is opened with a spec of `design`, not {spec!r}")
        if spec.protocol_hash != self.protocol_hash:
            raise ProtocolError("spec", "spec_mismatch", "the spec was made for another protocol or another version")
        if isinstance(clock, str) and clock not in (UNTIMED, WALL):
            raise ProtocolError("clock", "bad_option", f'clock is "untimed", "wall" or a function, not "{clock}"')

    def sessions(self) -> list[Session]:
        """The sessions that were opened, in order."""
        return list(self._sessions)

    def restore(self, snapshot: str | bytes, clock: Clock | None = None) -> Session:
        """The session of a snapshot as it was, in a group of its own. `clock` goes on where a function told the time.

        Raises ProtocolError for a snapshot of another protocol, or for none."""
        try:
            kept = json.loads(snapshot)
            if kept["schema"] != SNAPSHOT:
                raise ValueError
        except (ValueError, TypeError, KeyError):
            raise ProtocolError("snapshot", "bad_snapshot", f"this is no snapshot ({SNAPSHOT})") from None
        spec = SessionSpec.from_json(kept["spec"])
        if spec.protocol_hash != self.protocol_hash:
            raise ProtocolError("snapshot", "spec_mismatch", "the snapshot is of another protocol")
        moment = [0.0]
        said = kept["clock"]
        with self._lock:
            table = self._table(spec, UNTIMED if said == UNTIMED else (lambda: moment[0]), kept["attempt"])
            table.clock = said
            tables = self._tables.setdefault((spec.seed, spec.arms, spec.case), [])
            tables.append(table)
            found = {}
            for name, options in kept["seats"].items():
                seat = table.group.seats[name].take(options["history"], options["coerce"])
                found[name] = Session(seat, table, self._asset)
                self._sessions.append(found[name])
        for at, name, verb, value in kept["acts"]:
            moment[0] = at
            try:
                table.act(table.group.seats[name], verb, value)
            except HawthorneError:  # what was raised then is raised again, and was dealt with then
                continue
        if said != UNTIMED:
            table.group.go_on(kept["now"], clock)
        return found[spec.seat]

    # --- what came of it -----------------------------------------------------------------------------------------

    def unit_tables(self, include_excluded: bool = True) -> dict[str, list[dict[str, JSON]]]:
        """The rows of each of the protocol's units, by unit, of the sessions that have ended; in the order of the
        design whatever the order of ending. A row of a later attempt says so in `_attempt`."""
        tables: dict[str, list[dict[str, JSON]]] = {unit.id: [] for unit in self.document.model.units}
        for table in self._in_order():
            for record in table.group.records:
                row = record.value
                if record.what != "row" or "_unit" not in row or not (include_excluded or row["_included"]):
                    continue
                more = {"_attempt": table.attempt} if table.attempt > 1 else {}
                tables[row["_unit"]].append({**row, **more})
        return tables

    def events(self) -> list[dict[str, JSON]]:
        """The operator's log: what the machine recorded, group by group; answers that were read leniently; screens
        whose time was not enforced."""
        found: list[dict[str, JSON]] = []
        for table in self._in_order():
            attempt = {"attempt": table.attempt}
            found += [attempt | _line(record) for record in table.group.records]
            for seat in table.group.seats.values():
                who = attempt | {"case": table.group.case.number, "participant": seat.participant}
                found += [who | {"what": "coerced"} | reading for reading in seat.readings]
                found += [who | {"what": "timing_not_enforced", "step": step} for step in seat.unenforced]
        return found

    def export(self, path: str | Path, **about: Any) -> Path:
        """Write what came of the sessions into a folder: `run.json`, the records, the tables and the transcripts.
        `about` goes into run.json: `agent`, `operator` (who ran it, with what). Returns the folder."""
        tables = [(self._program(spec.seed, spec.arms), table) for spec, table in
                  ((next(iter(table.specs.values())), table) for table in self._in_order())]  # fmt: skip
        return export.write(self, Path(path), tables, about)

    def records(self) -> list[Record]:
        """The records of all groups, in order."""
        return [record for table in self._in_order() for record in table.group.records]

    def _in_order(self) -> list[Table]:
        def order(entry: tuple[_Key, list[Table]]) -> tuple[str, str, int]:
            (seed, arms, case), _ = entry
            return (str(seed), str(arms), case)

        with self._lock:
            return [table for _, tables in sorted(self._tables.items(), key=order) for table in tables]

    # --- inside --------------------------------------------------------------------------------------------------

    def _program(self, seed: int | str, arms: tuple[str, ...] | None) -> ProtocolProgram:
        found = self._programs.get((seed, arms))
        if found is None:
            try:
                found = compile_protocol(self.document, Setting(seed), arms)
            except InvalidDocument as error:
                raise ProtocolError.of(self.document.source.name, error.findings) from None
            self._programs[seed, arms] = found
        return found

    def _asset(self, id: str) -> bytes:
        asset = next(asset for asset in self.document.model.assets if asset.id == id)
        data = next((cited.data for cited in self.document.cites if cited.name == asset.path), None)
        if data is None or hashlib.sha256(data).hexdigest() != asset.sha256:
            raise ProtocolError(asset.path, "ref.asset", "the asset's file is missing or is not what was declared")
        return data


def _line(record: Record) -> dict[str, JSON]:
    return {key: value for key, value in record._asdict().items() if value is not None}
