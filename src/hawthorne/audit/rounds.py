"""Rounds: the sessions that all proofs share. Each case is played once in every arm, by the protocol and its clones.

A case is played in its own arm and, all else being equal, in every other one; so an arm has as many sessions as there
are cases, and what two arms show can be compared session by session.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from hawthorne.audit.found import Found
from hawthorne.audit.leak import canary, cross_session, differential, labels
from hawthorne.audit.leak.clone import Clone, fresh, reordered, reworded
from hawthorne.audit.leak.errors import Errors
from hawthorne.audit.leak.prefix import Prefix
from hawthorne.audit.leak.structure import Structure
from hawthorne.audit.reach.coverage import Coverage
from hawthorne.audit.report import Detail
from hawthorne.audit.takes import Given, Take, Taker
from hawthorne.core.document import Document
from hawthorne.core.errors import HawthorneError
from hawthorne.protocols.check.facts import Facts
from hawthorne.protocols.model import Means

PROBED = 3
"""In so many cases an arm every screen is tried with every wrong answer, and neighbours are played in turns."""
EACH = 4
"""Every so many cases the arms are put in another order, too."""
CAP = 5000
"""No more sessions are played to reach what was not reached."""
UNITS = 2000
"""So many places of the design are compared."""
PATIENCE = 150
"""After so many cases that reached nothing new the search is given up."""

Step = Callable[[int, int], None]
"""Is told how many cases were played, of how many."""


@dataclass
class Rounds:
    """What the proofs found, by their ids (`leak.canary`); `sessions` is how many were played an arm."""

    found: dict[str, Found] = field(default_factory=dict)
    sessions: int = 0
    searched: int = 0
    read: int = 0

    def of(self, proof: str) -> Found:
        return self.found.setdefault(proof, Found())


class Field:
    """A protocol and its clones at play. Raises HawthorneError where it cannot be compiled."""

    def __init__(self, document: Document, sessions: int) -> None:
        self.rounds = Rounds()
        self.facts = Facts(document)
        self.own = Taker(document)
        people = len(self.own.program.people)
        self.cases = -(-sessions // people)
        self.rounds.sessions = self.cases * people
        self.clones: dict[str, tuple[Clone, Taker]] = {}
        for name, make in (("fresh", fresh), ("reworded", reworded), ("reordered", reordered)):
            try:
                clone = make(document)
                self.clones[name] = (clone, Taker(clone.document))
            except (HawthorneError, ValueError) as error:
                why = f"the protocol cannot be played under other {WORDS[name]}: {str(error).splitlines()[0]}"
                self.rounds.of(PROOFS[name]).add([Detail("protocol", "no_clone", why, severity="warn")])
        texts = (text.value for text in self.facts.texts if text.means is Means.SHOWN)
        self.structure, self.prefix, self.coverage = Structure(texts), Prefix(self.facts), Coverage(self.facts)
        self.options = labels.Options(self.own)

    def play(self, step: Step = lambda done, of: None) -> Rounds:
        for case in range(1, self.cases + 1):
            step(case - 1, self.cases)
            self._case(case)
        self._search()
        self._apart()
        self._design()
        of = self.rounds.of
        of("leak.labels").add(labels.numbers(self.own, lambda: Taker(self.facts.document, 1)))
        of("leak.labels").add(labels.options(self.options, self._second))
        of("reach.dynamic").add(self.coverage.missing())
        of("reach.options").add(self.coverage.unexercised())
        self.rounds.read = self.coverage.read
        return self.rounds

    # --- one case ----------------------------------------------------------------------------------------------------

    def _case(self, case: int) -> None:
        of = self.rounds.of
        for moved in range(len(self.own.arms)):
            take = self.own.take(case, moved)
            self._own(take)
            if moved == 0:
                first = take
                self.options.see(take)
            else:
                of("leak.prefix").add(self.prefix.compare(first, take))
            self._clones(case, moved, take)
            if case <= PROBED:
                self._probe(case, moved, take)

    def _own(self, take: Take) -> None:
        of = self.rounds.of
        self.coverage.see(take)
        of("leak.structure").add(self.structure.look(take))
        if take.fault is not None and "has no value here" not in take.fault[1]:
            code, why = take.fault
            of("reach.dynamic").add([Detail("flow", code, f"session {take.case} of {take.arm}: {why}", "an end", code)])

    def _clones(self, case: int, moved: int, take: Take) -> None:
        of = self.rounds.of
        for name, (clone, taker) in self.clones.items():
            if name == "reordered":
                if case % EACH != 1:
                    continue
                places = {arm: k for k, arm in enumerate(taker.arms)}
                other = taker.take(case, moved, Given(self.own.moved(moved), places))
            else:
                probe = Errors(of("leak.errors"), clone.tokens) if case == 1 else None
                other = taker.take(case, moved, probe=probe)
                of("leak.canary").add(canary.look(other, clone.tokens, take))
            of(PROOFS[name]).add(differential.compare(take, other, name, f"under other {WORDS[name]}"))

    def _probe(self, case: int, moved: int, take: Take) -> None:
        found = self.rounds.of("leak.errors")
        probed = self.own.take(case, moved, probe=Errors(found, {}))
        found.add(differential.compare(take, probed, "counts", "what is refused changes what comes after"))

    # --- after all cases ---------------------------------------------------------------------------------------------

    def _search(self) -> None:
        """Play on, policy after policy, until everything is reached, nothing new comes, or the cap is met."""
        idle, known = 0, len(self.coverage.stages) + len(self.coverage.items)
        for case in count(self.cases + 1):
            if idle >= PATIENCE or self.rounds.searched >= CAP or self._covered():
                return
            for moved in range(len(self.own.arms)):
                self.coverage.see(self.own.take(case, moved, rudely=False))
                self.rounds.searched += len(self.own.program.people)
            reached = (
                len(self.coverage.stages) + len(self.coverage.items) + sum(map(len, self.coverage.values.values()))
            )
            idle, known = (idle + 1, known) if reached == known else (0, reached)

    def _covered(self) -> bool:
        return self.coverage.complete and not any(True for _ in self.coverage.unexercised())

    def _apart(self) -> None:
        found = self.rounds.of("leak.cross_session")
        for case in range(1, min(PROBED, self.cases) + 1):
            for moved in range(len(self.own.arms)):
                found.count += 1
                found.add(cross_session.interleaved(self.own, case, moved))
                found.add(cross_session.faster(self.own, case, moved))

    def _design(self) -> None:
        """The arms that the design gives depend on no name."""
        clone = self.clones.get("fresh")
        if clone is None:
            return
        one, other = self.own.script.design, clone[1].script.design
        for unit in range(1, UNITS + 1):
            a, b = one.of(unit), other.of(unit)
            if (a.place, a.rank) != (b.place, b.rank):
                detail = Detail("arms", "assignment", f"participant {unit} has another arm under other ids",
                                str(a.place), str(b.place))  # fmt: skip
                self.rounds.of("leak.permutation").add([detail])
                return

    def _second(self) -> Any:
        """Which options stand first with another seed."""
        taker = Taker(self.facts.document, 1)
        found = labels.Options(taker)
        for case in range(1, self.cases + 1):
            found.see(taker.take(case, rudely=False))
        return found


PROOFS = {"fresh": "leak.permutation", "reworded": "leak.differential", "reordered": "leak.permutation"}
WORDS = {"fresh": "ids", "reworded": "operators' words", "reordered": "orders of the arms"}
