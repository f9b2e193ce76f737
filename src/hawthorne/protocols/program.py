"""A compiled protocol as a program: its machines, its files, its tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from hawthorne.core.actor import Actor
from hawthorne.core.document import Document, Role, Setting, Size, Table, Truth
from hawthorne.core.errors import UsageError
from hawthorne.core.performer import Material
from hawthorne.core.record import Record
from hawthorne.protocols.compile.build import Compiled, build
from hawthorne.protocols.design import Design, official_n
from hawthorne.protocols.machine.play import Play
from hawthorne.protocols.model import Protocol
from hawthorne.protocols.projections import projections
from hawthorne.protocols.tables import tables


class ProtocolProgram:
    """See `hawthorne.core.document.Program`. A case is one session, or one group; `n` counts participants."""

    shared: tuple[str, ...] = ()
    materials: tuple[Material, ...] = ()

    def __init__(self, protocol: Protocol, compiled: Compiled) -> None:
        self.protocol = protocol
        self.compiled = compiled
        self.people = tuple(sitting for sitting in compiled.script.sittings if sitting.scripted is None)
        self.roles = tuple(
            Role(sitting.name, sitting.name, asks=_asks(compiled, sitting.role)) for sitting in self.people
        )

    @property
    def design(self) -> Design:
        return self.compiled.script.design

    def size(self, n: int | Mapping[str, int] | None) -> Size:
        """The cases and participants for `-n`; None is the number that the source analysed, or one for each arm."""
        seats = len(self.people)
        if isinstance(n, Mapping):
            raise UsageError("a protocol's n is one number: its participants")
        if n is None:
            n = official_n(self.protocol) or len(self.protocol.arms) * seats
        if n < 1:
            raise UsageError(f"a run has at least one participant, not {n}")
        if n % seats:
            below = n - n % seats
            fits = f"{below} or {below + seats}" if below else f"{seats} at least"
            raise UsageError(f"n_not_multiple: {n} participants cannot sit in groups of {seats}: take {fits}")
        return Size(n // seats, n)

    def machine(self, case: int) -> Play:
        return Play(self.compiled.script, case)

    def inner(self, case: int, prefix: str) -> Play:
        """See `hawthorne.core.document.Nestable`."""
        return Play(self.compiled.script, case, prefix)

    def projections(self, records: Iterable[Record]) -> Iterable[tuple[str, bytes]]:
        return projections(self.compiled, records)

    def tables(self, records: Iterable[Record]) -> Sequence[Table]:
        return tables(self.protocol, self.compiled, records)

    def truths(self, trials: Sequence[Mapping[str, Any]], actors: Mapping[str, Actor]) -> Sequence[Truth]:
        """A protocol plants nothing."""
        return ()


def compile_protocol(document: Document, setting: Setting, arms: Sequence[str] | None = None) -> ProtocolProgram:
    """The program of a read protocol; `arms` plays some of its arms only.

    Raises InvalidDocument for a document with errors, UsageError for an arm that it does not have.
    """
    return ProtocolProgram(document.model, build(document, setting, arms))


def _asks(compiled: Compiled, role: str) -> str:
    """What a role is asked, in words."""
    ids = compiled.survey.asked.get(role, ())
    return ", ".join(ids[:8]) + (f" and {len(ids) - 8} more" if len(ids) > 8 else "")
