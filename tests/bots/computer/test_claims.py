"""Claims: where a turn's computer is, what is next for its slot, and who owns what."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hawthorne.bots.computer.claims import (
    Lease,
    Owner,
    Scene,
    Slot,
    claim,
    destination,
    holder,
    proceed,
    released,
    stale,
)
from hawthorne.bots.computer.vm import status
from hawthorne.bots.rules.computer import ComputerRules

RULES = ComputerRules()
ME, OTHER = Owner("thread-1", "g1"), Owner("thread-2", "g2")
VM = "computer:vm:shared"


@pytest.mark.parametrize(
    ("computer", "browser", "seen", "state", "row"),
    [
        ("off", True, True, {}, "off"),
        ("browser", None, True, {}, "browser"),
        (None, True, True, {}, "browser"),
        ("vm", None, False, None, "vm"),
        ("vm", True, True, {"failed": True}, "vm"),
        (None, None, False, None, "unseen"),
        (None, False, True, {}, "ready"),
        (None, None, True, {}, "ready"),
        (None, False, True, {"stopped": ["shared"]}, "creatable"),
        (None, False, True, {"noContainers": True}, "creatable"),
        (None, False, True, {"failed": True}, "unfit"),
        (None, False, True, {"blocked": True}, "unfit"),
    ],
)
def test_where_a_turns_computer_is(computer: Any, browser: Any, seen: bool, state: Any, row: str) -> None:
    assert destination(computer, browser, seen, status(state, "shared"), RULES).row == f"destination.{row}"


@pytest.mark.parametrize(
    ("stage", "held", "told", "lease", "state", "lazy", "then", "reason"),
    [
        ("binding", None, False, None, {}, True, "bind", None),
        ("binding", ME, False, None, {}, True, "bind", None),
        ("binding", OTHER, False, None, {}, True, "wait", None),
        ("binding", OTHER, True, None, {}, True, "hold", None),
        ("checking", ME, False, None, {}, True, "lease", None),
        ("checking", ME, False, Lease(OTHER, 99.0), {}, True, "lease", None),
        ("checking", ME, False, Lease(ME, 99.0), {"blocked": True}, True, "hold", None),
        ("checking", ME, False, Lease(ME, 99.0), {"stopped": ["shared"]}, False, "start", None),
        ("checking", ME, False, Lease(ME, 99.0), {"noContainers": True}, False, "start", None),
        ("checking", ME, False, Lease(ME, 99.0), {"stopped": ["shared"]}, True, "fail", "unready"),
        ("checking", ME, False, Lease(ME, 99.0), {"failed": True}, True, "fail", "unready"),
        ("checking", ME, False, Lease(ME, 99.0), {"failed": True}, False, "fail", "unready"),
        ("checking", ME, False, Lease(ME, 9.0), {}, True, "fail", "lapsed"),
        ("checking", ME, False, Lease(ME, 99.0), {}, True, "claim", None),
    ],
)
def test_what_is_next_for_a_slot(
    stage: str, held: Any, told: bool, lease: Any, state: Any, lazy: bool, then: str, reason: str | None
) -> None:
    owners = {} if held is None else {VM: held}
    verdict = proceed(Slot(ME, VM, stage, lazy, told), Scene(owners, lease, status(state, "shared"), 10.0), RULES)
    assert (verdict.then, verdict.reason) == (then, reason)


def test_what_is_free_or_ones_own_can_be_claimed() -> None:
    owners, granted = claim({}, VM, ME)
    assert granted
    assert claim(owners, VM, ME) == (owners, True)
    assert claim(owners, VM, OTHER) == (owners, False)
    assert claim(released(owners, ME), VM, OTHER) == ({VM: OTHER}, True)
    assert holder(owners, VM, {"thread-1": "Ada"}) == "Ada"
    assert holder({}, VM, {}, "nobody") == "nobody"


OWNERS = st.builds(Owner, st.sampled_from(["t1", "t2"]), st.sampled_from(["g1", "g2"]))
DEEDS = st.tuples(st.sampled_from(["claim", "release"]), st.sampled_from(["a", "b"]), OWNERS)


@settings(max_examples=120)
@given(st.lists(DEEDS, max_size=20))
def test_a_resource_has_one_owner_and_no_owner_survives_its_generation(deeds: list[tuple[str, str, Owner]]) -> None:
    owners: Any = {}
    live: set[Owner] = set()
    for deed, resource, owner in deeds:
        before = owners.get(resource)
        if deed == "claim":
            owners, granted = claim(owners, resource, owner)
            live.add(owner)
            assert granted == (before in (None, owner))
            assert owners[resource] == (owner if granted else before)
        else:
            owners = released(owners, owner)
            live.discard(owner)
            assert owner not in owners.values()
        assert stale(owners, live) == []
