"""What passes `validate` plays to its end: over changed protocols, a few here and thousands in the soak tests."""

from __future__ import annotations

from collections import Counter

from mutate_papers import WAYS, at_random, changed
from paper_law import STUDIES, judged

from hawthorne.core.document import Source

SOURCES = [Source.of_file(path) for path in STUDIES]
COUNT = 120


def test_a_changed_protocol_is_told_what_is_wrong_or_plays_to_its_end() -> None:
    outcomes = Counter[str]()
    broken = []
    for each in (*changed(SOURCES, COUNT, seed=1), *at_random(SOURCES, COUNT // 2, seed=1)):
        outcome = judged(each.source, cases=1)
        outcomes[outcome.what] += 1
        if outcome.what == "broken":
            broken.append(f"{each.name}: {outcome.why}")
    assert broken == []
    assert outcomes["played"] > COUNT // 10
    assert outcomes["refused"] > COUNT // 3


def test_the_mutator_makes_the_same_protocols_again_and_uses_all_its_ways() -> None:
    one, two = (list(changed(SOURCES, 600, seed=4)) for _ in range(2))
    assert [each.source.data for each in one] == [each.source.data for each in two]
    assert {way for each in one for way in each.ways} == {way.__name__ for way in WAYS}
