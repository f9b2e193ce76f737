"""What the design deals: arms that are balanced differ by one at most, and so do balanced draws within an arm."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from hawthorne.audit.report import Detail, Outcome, judged
from hawthorne.audit.subject import Subject
from hawthorne.core.draws import Draws
from hawthorne.core.values import canonical
from hawthorne.protocols.design import Design

UNITS = 1000
"""So many participants or groups are dealt."""
EVEN = frozenset({"balanced", "sequential"})
"""The methods whose arms are even after every block."""


def check_balance(subject: Subject) -> Outcome:
    """After every participant, an arm has its share by its weight, give or take a block's worth."""
    protocol = subject.protocol
    if protocol.assignment.method not in EVEN:
        return judged((), 0)
    design, counts, found = Design(protocol, Draws.seeded(0)), Counter[str](), list[Detail]()
    weights = {arm.id: arm.weight for arm in protocol.arms}
    total = sum(weights.values())
    for unit in range(1, UNITS + 1):
        counts[design.of(unit).arm] += 1
        for arm, weight in weights.items():
            share = Fraction(unit * weight, total)
            if not found and abs(counts[arm] - share) > max(1, weight):
                found.append(Detail(f"arm:{arm}", "unbalanced", f"after {unit} units an arm is not even",
                                    str(float(share)), str(counts[arm])))  # fmt: skip
    return judged(found, UNITS)


def check_draws(subject: Subject) -> Outcome:
    """Within an arm the values of a balanced draw are as frequent as each other, give or take one; with weights, as
    often as they say after each of their rounds."""
    protocol = subject.protocol
    design, found = Design(protocol, Draws.seeded(0)), list[Detail]()
    dealt: dict[tuple[str, str], Counter[str]] = {}
    for unit in range(1, UNITS + 1):
        drawn = design.of(unit)
        for draw in protocol.draws:
            if draw.balanced and draw.kind in ("pick", "integer") and not draw.weights:
                dealt.setdefault((draw.id, drawn.arm), Counter())[canonical(drawn.draws[draw.id])] += 1
    for (draw_id, arm), counts in dealt.items():
        if max(counts.values()) - min(counts.values()) > 1:
            found.append(Detail(f"draw:{draw_id}", "unbalanced", f"in the arm {arm} its values are not even",
                                "counts that differ by one at most", str(sorted(counts.values()))))  # fmt: skip
    return judged(found, len(dealt))
