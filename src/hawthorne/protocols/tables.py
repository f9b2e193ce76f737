"""The tables of a protocol's run: one for each unit, `responses` (a row for each answer, with the words that were
shown), `sessions` (a row for each participant), and `trials` where a stage plays a task. One codebook for all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from hawthorne.core.document import Column, Table
from hawthorne.core.record import Record
from hawthorne.core.values import JSON, canonical
from hawthorne.protocols.compile.build import Compiled
from hawthorne.protocols.compile.screens import Stage
from hawthorne.protocols.machine.ends import STATUSES
from hawthorne.protocols.model import Protocol
from hawthorne.protocols.model.design import Unit
from hawthorne.protocols.told import Told, tell
from hawthorne.records.columns import Columns, flat

Row = dict[str, JSON]

ENDED = (
    "done", "screened_out", "failed_check", *sorted(set(STATUSES.values())), "incomplete_group", "failed", "stuck",
    "unfinished",
)  # fmt: skip
"""How a session can end."""

HEAD: Mapping[str, str] = {
    "_unit": "the unit that the row stands for",
    "_id": "the row's name: unit, participant or group, and the passes of loops",
    "_session": "the participant's label; empty in rows of groups",
    "_group": "the group's label; empty where participants are alone",
    "_seed": "the seed of the run",
    "_status": "how the session or the group ended; only done ones enter analyses",
    "_included": "whether analyses take the row: it is done, and no exclusion holds",
    "_excluded_by": "the exclusions that hold of the row, or of the session or group that it belongs to",
    "arm": "the arm to which the participant was assigned",
}
RESPONSES = (
    Column("session", "the participant's label"),
    Column("case", "number of the session or group, from 1"),
    Column("role", "the seat in the group"),
    Column("stage", "the stage in which it was asked"),
    Column("step", "number of the screen among those the participant was served, from 1"),
    Column("page", "number of the page in its stage, from 1"),
    Column("pass", "the passes of the loops around, outermost first", missing={"none": "asked outside of loops"}),
    Column("response", "the response's id"),
    Column("kind", "the response's kind"),
    Column("text", "the words that stood on the screen"),
    Column("prompt", "the question beside the response"),
    Column("value", "the answer, with the protocol's ids", missing={"skipped": "left out, or its time was over"}),
    Column("answer", "the answer in the words of the screen", missing={"skipped": "left out, or its time was over"}),
    Column("took", "how long the page took", "s", missing={"unknown": "nobody timed it"}),
    Column("at", "when it was given, on the case's clock", "s"),
    Column("ask", "id of the ask"),
    Column("refused", "how many answers to the page were refused before"),
    Column("taken_back", "whether the participant went back behind it and answered anew"),
)
SESSIONS = (
    Column("session", "the participant's label"),
    Column("case", "number of the session or group, from 1"),
    Column("role", "the seat in the group"),
    Column("arm", "the arm to which the participant was assigned"),
    Column("status", "how the session ended", levels=ENDED),
    Column("code", "the code of the end that the flow came to", missing={"none": "it came to none"}),
    Column("screens", "how many screens were served"),
    Column("answers", "how many responses were answered or passed by"),
    Column("refused", "how many answers were refused"),
    Column("ended", "when it ended, on the case's clock", "s"),
)


def tables(protocol: Protocol, compiled: Compiled, records: Iterable[Record]) -> tuple[Table, ...]:
    """The tables of a run."""
    book = _Book(protocol, compiled)
    units = {unit.id: _words(book.names(unit)) for unit in protocol.units}
    responses, sessions = _words(column.name for column in RESPONSES), _words(column.name for column in SESSIONS)
    trials: Columns | None = None
    for told in tell(compiled.script, records):
        for record in told.records:
            if record.what == "row" and record.who is not None:
                _, name = told.apart(record.who)
                if name in units and "_unit" in record.value:
                    units[name].append(book.row(record.value))
                elif record.ask is not None:
                    trials = trials or Columns({})
                    trials.append(_trial(told, record, compiled.stages[name]))
        for row in told.responses():
            responses.append(_cells(row))
        for row in told.sessions():
            sessions.append(row)
    made = [Table(unit.id, book.columns(unit, units[unit.id].names), units[unit.id]) for unit in protocol.units]
    made += [Table("responses", RESPONSES, responses), Table("sessions", SESSIONS, sessions)]
    if trials is not None:
        made.append(Table("trials", tuple(Column(name, TRIAL.get(name, "as the instrument records it"))
                                          for name in trials.names), trials))  # fmt: skip
    return tuple(made)


TRIAL = {
    "session": "the participant's label", "case": "number of the session or group, from 1",
    "stage": "the stage that plays the task", "instrument": "the task's name", "at": "when it was scored",
    "ask": "id of the ask",
}  # fmt: skip


def _words(names: Iterable[str]) -> Columns:
    return Columns({name: "word" for name in names})  # noqa: C420


def _cells(row: Mapping[str, JSON]) -> Row:
    """A row as a table holds it: lists and objects as their JSON text."""
    return {name: canonical(value) if isinstance(value, list | dict) else value for name, value in row.items()}


def _trial(told: Told, record: Record, stage: Stage) -> Row:
    seat, _ = told.apart(record.who)
    assert stage.task is not None
    row: Row = {"session": told.session(seat), "case": told.number, "stage": stage.id, "instrument": stage.task.name}
    for key, value in record.value.items():
        if key != "context":
            row |= dict(flat(key, value))
    return row | {"at": record.at, "ask": record.ask}


class _Book:
    """What the columns of unit tables mean."""

    def __init__(self, protocol: Protocol, compiled: Compiled) -> None:
        self._protocol = protocol
        self._asked = compiled.survey.asked
        self._store = {response.id: response.store or response.id for response in protocol.responses}
        self._responses = {self._store[response.id]: response for response in reversed(protocol.responses)}
        self._variables = {variable.id: variable for variable in protocol.variables}

    def names(self, unit: Unit) -> list[str]:
        """The columns that every table of the unit has, in order; further ones come as rows bring them."""
        protocol = self._protocol
        names = [*HEAD, *(f"factor.{factor.id}" for factor in protocol.factors if factor.scope == "between")]
        names += [f"draw.{draw.id}" for draw in protocol.draws]
        if unit.rows.per == "session":
            ids = {id for each in self._asked.values() for id in each}
            names += [f"resp.{self._store[response.id]}" for response in protocol.responses if response.id in ids]
        elif unit.rows.per == "group":
            names += [f"role.{role}.resp.{self._store[id]}" for role, ids in self._asked.items() for id in ids]
        elif unit.rows.per == "response":
            names += ["response", "pass", "value"]
        names = list(dict.fromkeys(names))
        return names + [f"var.{variable.id}" for variable in protocol.variables if variable.unit == unit.id]

    def row(self, row: Mapping[str, JSON]) -> Row:
        """A unit row as its table holds it: answers under the names by which they are stored. Of several responses
        that are stored under one name the first that was answered counts."""
        cells: Row = {}
        for name, value in _cells(row).items():
            root, dot, id = name.rpartition("resp.")
            column = f"{root}resp.{self._store[id]}" if dot and id in self._store else name
            if cells.get(column) is None:
                cells[column] = value
        return cells

    def columns(self, unit: Unit, names: Sequence[str]) -> tuple[Column, ...]:
        """The columns of a unit's table, with the unit's own first where it names some."""
        own = [name for said in unit.columns for name in (said, f"resp.{said}", f"var.{said}") if name in names]
        head = [name for name in names if name in HEAD]
        order = dict.fromkeys([*head, *own, *names])
        return tuple(self._column(name) for name in order)

    def _column(self, name: str) -> Column:
        if name in HEAD:
            levels = (
                ENDED if name == "_status" else tuple(arm.id for arm in self._protocol.arms) if name == "arm" else ()
            )
            return Column(name, HEAD[name], levels=levels)
        root, _, id = name.partition(".")
        last = name.rpartition(".")[2]
        if root == "factor":
            factor = next((each for each in self._protocol.factors if each.id == id), None)
            return Column(name, f"the level of the factor {id}", levels=() if factor is None else factor.levels)
        if root == "draw":
            return Column(name, f"what was drawn for {id} before the session began")
        if root == "var" and id in self._variables:
            return self._variable(name, self._variables[id])
        if root in ("resp", "role") and last in self._responses:
            return self._response(name, self._responses[last], name.split(".")[1] if root == "role" else None)
        if root == "loop":
            return Column(name, f"the pass of the loop {name.split('.')[1]}: {last}")
        return Column(name, {"response": "the response's id", "pass": "the passes of the loops around",
                             "value": "the answer, with the protocol's ids"}.get(name, name))  # fmt: skip

    def _variable(self, name: str, variable: Any) -> Column:
        meaning = variable.note or f"a variable of the protocol ({variable.type})"
        return Column(name, meaning, levels=tuple(str(level) for level in variable.levels))

    def _response(self, name: str, response: Any, role: str | None) -> Column:
        options = [*getattr(response, "options", ()), *getattr(response, "keys", ())]
        said = response.prompt or f"an answer of the kind {response.kind}"
        texts = "; ".join(f"{option.id}: {option.text}" for option in options if option.text is not None)
        meaning = (f"{role}: " if role else "") + said + (f" ({texts})" if texts else "")
        missing = {"missing": "not asked, or passed by"}
        return Column(name, meaning, getattr(response, "unit_label", None) or "",
                      tuple(option.id for option in options), missing)  # fmt: skip
