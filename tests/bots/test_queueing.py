"""How the head of a queue becomes one turn."""

from __future__ import annotations

import pytest

from hawthorne.bots.entities import QueueItem
from hawthorne.bots.queueing import head_run
from hawthorne.bots.rules.limits import Drain


def items(*rows) -> list[QueueItem]:
    return [
        QueueItem(
            f"queue-{i}", "bot-1", "thread-1", "x", at, i, **({"peer_ask": {"botId": who}} if who else {}), **more
        )
        for i, (at, who, more) in enumerate(rows)
    ]


GOLDEN = [
    ([], 0),
    ([(0, None, {})], 1),
    ([(0, None, {}), (60, None, {}), (185, None, {})], 2),
    ([(0, None, {}), (120, None, {})], 2),
    ([(0, None, {}), (120.5, None, {})], 1),
    ([(10, None, {}), (9, None, {})], 1),
    ([(0, None, {}), (0, "bot-2", {})], 1),
    ([(0, "bot-2", {}), (0, "bot-2", {}), (0, "bot-3", {})], 2),
    ([(0, None, {}), (0, None, {"unattended": True})], 1),
    ([(0, None, {})] * 40, 40),
    ([(0, None, {"surface": "room"})] * 40, 30),
]


@pytest.mark.parametrize(("rows", "length"), GOLDEN)
def test_neighbours_of_one_sender_within_the_window_are_one_turn(rows, length):
    assert len(head_run(items(*rows), Drain())) == length
