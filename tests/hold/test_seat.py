"""What a participant sees and says: States, errors, history, waiting, time."""

from __future__ import annotations

import copy
import json
import threading
from typing import Any

import orjson
import pytest
from paged import page, seated, text

from hawthorne.core.errors import UsageError
from hawthorne.hold.group import Deadlock
from hawthorne.hold.seat import Seat
from hawthorne.spaces.choice import Choice
from hawthorne.spaces.form import Constraint
from hawthorne.spaces.integer import Integer
from hawthorne.spaces.slider import Slider
from hawthorne.spaces.text import Text

SURE = ({"id": "sure", "kind": "slider", "prompt": "rate", "required": True, "range": [0, 100], "widget": "hslider"}, Slider((0, 100)))  # fmt: skip
AGREE = (
    {"id": "agree", "kind": "choice", "required": True, "options": [{"code": "yes", "text": "Yes"}, {"code": "no", "text": "No"}]},
    Choice(("yes", "no")),
)  # fmt: skip
WHY = ({"id": "why", "kind": "text", "prompt": "why?", "required": False}, Text())
FIRST = page(SURE, items=[text("q1", "How sure are you?")])
SECOND = page(AGREE, WHY)
KEYS = ["participant", "done", "step", "page", "screen", "seen", "answered", "events", "timing", "navigation"]


def one(*pages: Any, **options: Any) -> Seat:
    return seated({"participant": pages}, **options)[0]


def what(seat: Seat) -> list[tuple[str, Any]]:
    return [
        (record.what, record.value) for record in seat.group.records if record.what in ("given", "invalid", "wrote")
    ]


def test_the_first_state_has_the_keys_in_their_order() -> None:
    state = one(FIRST).reset()
    assert json.dumps(state) == json.dumps({
        "participant": "p1", "done": False, "step": 1, "page": 1,
        "screen": {
            "items": [{"id": "i1", "type": "text", "text": "How sure are you?"}],
            "responses": [{"id": "r1", "kind": "slider", "prompt": "rate", "required": True, "range": [0, 100], "widget": "hslider"}],
        },
        "seen": [], "answered": [], "events": [], "timing": {"advance": "self"}, "navigation": {"back": "not_allowed"},
    })  # fmt: skip


def test_names_count_on_and_the_history_says_what_was_seen_and_answered() -> None:
    seat = one(FIRST, SECOND, page(items=[text("bye", "Thanks.")]))
    seat.reset()
    second = seat.step({"r1": 72.0})
    assert [each["id"] for each in second["screen"]["responses"]] == ["r2", "r3"]
    assert second["screen"]["responses"][0]["options"] == [{"code": "o1", "text": "Yes"}, {"code": "o2", "text": "No"}]
    third = seat.step({"r2": "o2"})
    assert third["seen"] == [
        {"step": 1, "page": 1, "items": [{"id": "i1", "type": "text", "text": "How sure are you?"}]},
        {"step": 2, "page": 2, "items": []},
    ]
    assert third["answered"] == [
        {"step": 1, "id": "r1", "kind": "slider", "prompt": "rate", "value": 72, "text": None},
        {"step": 2, "id": "r2", "kind": "choice", "prompt": None, "value": "o2", "text": "No"},
    ]
    assert what(seat) == [("given", {"sure": 72}), ("wrote", 72), ("given", {"agree": "no"}), ("wrote", "no")]
    done = seat.step({})
    assert list(done) == KEYS
    assert (done["done"], done["step"], done["screen"]) == (True, 3, {"items": [], "responses": []})
    assert [entry["step"] for entry in done["seen"]] == [1, 2, 3]
    assert seat.status == "done"


def test_an_invalid_answer_gives_the_same_state_with_an_error_and_one_invalid_line() -> None:
    seat = one(SECOND)
    before = seat.reset()
    for wrong in ({"r1": "o3"}, {"r1": "yes"}, {}, {"r1": None}, {"r9": 1, "r1": "o1"}, [], None, {1: 2}, "r1"):
        lines = len(seat.group.records)
        after = seat.step(wrong)
        error = after.pop("error")
        assert json.dumps(after) == json.dumps(before)
        assert error["code"] in ("invalid_answers", "not_an_object")
        assert [record.what for record in seat.group.records[lines:]] == ["invalid"]
        assert "agree" not in json.dumps(error)
    assert seat.invalid == seat.in_a_row == 9
    assert seat.step({"r1": "o3"})["error"] == {
        "code": "invalid_answers", "message": "1 answer was not accepted",
        "responses": [{"id": "r1", "code": "not_an_option", "message": 'must be one of "o1", "o2", not "o3"'}],
    }  # fmt: skip
    assert seat.step({"r1": "o1"})["done"]


def test_an_answer_to_an_earlier_screen_is_unknown() -> None:
    seat = one(FIRST, FIRST)
    seat.reset()
    seat.step({"r1": 5})
    error = seat.step({"r1": 5})["error"]
    assert [(each["id"], each["code"]) for each in error["responses"]] == [
        ("r1", "unknown_response"),
        ("r2", "missing_required"),
    ]


def test_the_rule_of_a_page_is_told_in_its_own_words() -> None:
    rule = Constraint("the second must be more", lambda answers: answers["a"] < answers["b"])
    a, b = ({"id": name, "kind": "integer", "required": True} for name in "ab")
    seat = one(page((a, Integer()), (b, Integer()), constraints=(rule,)))
    state = seat.reset()
    assert state.rules == ("the second must be more",)
    error = seat.step({"r1": 2, "r2": 1})["error"]
    assert error == {"code": "constraint", "message": "the second must be more", "responses": []}


def test_what_can_be_sent_never_breaks_a_session() -> None:
    seat = one(SECOND)
    before = seat.reset()
    wrong = [{"r1": float("nan")}, {"r1": object()}, {"r1": "\ud800"}, {"\ud800": 1}, {"r1": "x" * 300_000}, {"r1": 10**500},
             {"r1": {"a": {2, 3}}}, {"r1": b"o1"}, {"r" * 9999: 1}]  # fmt: skip
    for answers in wrong:
        after = seat.step(answers)
        orjson.dumps(after)
        del after["error"]
        assert after == before
    assert len(what(seat)) == len(wrong)


def test_a_state_is_the_participants_own_and_its_history_is_read_only() -> None:
    seat = one(FIRST, SECOND)
    seat.reset()["screen"]["items"].clear()
    state = seat.step({"r1": 1})
    state["screen"]["responses"][0]["options"].reverse()
    state["seen"].clear()
    again = seat.state
    assert again["screen"]["responses"][0]["options"][0]["code"] == "o1"
    with pytest.raises(TypeError, match="read-only"):
        again["seen"][0]["items"].append(1)
    mine = copy.deepcopy(again)
    mine["seen"][0]["items"].append(1)
    assert seat.state["seen"] == again["seen"]
    assert again["seen"][0] is seat.state["seen"][0]


def test_history_can_be_left_out_or_cut() -> None:
    for history, lengths in (("full", [0, 1, 2, 3]), ("last:2", [0, 1, 2, 2]), ("none", [0, 0, 0, 0])):
        seat = one(FIRST, FIRST, FIRST, FIRST, history=history)
        states = [seat.reset(), *(seat.step({f"r{k}": k}) for k in (1, 2, 3))]
        assert [len(state["seen"]) for state in states] == lengths
        assert [len(state["answered"]) for state in states] == lengths
    with pytest.raises(UsageError, match="last:K"):
        one(FIRST, history="some")


def test_reset_never_begins_anew_and_nothing_happens_before_it_or_after_the_end() -> None:
    seat = one(FIRST)
    assert seat.step({})["error"]["code"] == "not_started"
    assert seat.state["error"]["code"] == "not_started"
    seat.reset()
    done = seat.step({"r1": 1})
    assert seat.reset() == done
    assert seat.step({"r1": 1}) == done | {
        "error": {
            "code": "session_done",
            "message": "the session is over; nothing more can be answered",
            "responses": [],
        }
    }


def test_going_back_shows_the_same_screen_under_the_same_names_and_the_answer_counts_anew() -> None:
    seat = one(FIRST, page(WHY, navigation={"back": "allowed"}), FIRST)
    first = seat.reset()
    assert seat.back()["error"]["code"] == "back_not_allowed"
    seat.step({"r1": 5})
    again = seat.back()
    assert again["screen"] == first["screen"]
    assert (again["step"], [entry["step"] for entry in again["seen"]]) == (1, [2])
    second = seat.step({"r1": 6})
    assert [each["id"] for each in second["screen"]["responses"]] == ["r2"]
    assert [(entry["id"], entry["value"]) for entry in second["answered"]] == [("r1", 6)]
    assert [entry["step"] for entry in second["seen"]] == [1]
    third = seat.step({})
    assert [entry["step"] for entry in third["seen"]] == [1, 2]
    assert [each["id"] for each in third["screen"]["responses"]] == ["r3"]


def test_refusing_and_leaving_end_the_part_with_their_status() -> None:
    for end, status in (("refuse", "refused"), ("leave", "left")):
        seat = one(FIRST, SECOND)
        seat.reset()
        assert getattr(seat, end)("no reason")["done"]
        assert seat.status == status
        assert seat.step({})["error"]["code"] == "session_done"


def test_lenient_reading_takes_what_was_plainly_meant_and_keeps_what_was_sent() -> None:
    seat = one(FIRST, SECOND, coerce="lenient")
    seat.reset()
    assert "error" in seat.step({"r1": "high"})
    assert "error" not in seat.step({"r1": " 72 "})
    assert seat.step({"r2": "yes"})["done"]
    assert what(seat)[1:] == [("given", {"sure": 72}), ("wrote", 72), ("given", {"agree": "yes"}), ("wrote", "yes")]
    assert seat.readings == [
        {"step": 1, "id": "r1", "sent": " 72 ", "taken": 72}, {"step": 2, "id": "r2", "sent": "yes", "taken": "o1"},
    ]  # fmt: skip


# --- several seats ---------------------------------------------------------------------------------------------------


def two(clock: Any = "untimed") -> list[Seat]:
    return seated({"sender": [FIRST, {"sync": "back"}, SECOND], "receiver": [{"sync": "back"}, FIRST]}, clock)


def test_a_seat_that_waits_sees_so_and_nothing_of_the_others() -> None:
    sender, receiver = two()
    sender.reset()
    waiting = receiver.reset()
    assert waiting["screen"]["responses"] == []
    assert waiting["timing"] == {"advance": "wait"}
    assert waiting["events"] == [{"id": "e1", "type": "waiting", "text": "Please wait."}]
    assert receiver.step({}) == waiting
    assert receiver.step({"r1": 1})["error"]["code"] == "waiting"
    assert sender.step({"r1": 4})["screen"]["responses"][0]["id"] == "r2"
    moved = receiver.step({})
    assert (moved["step"], moved["screen"]["responses"][0]["id"], "error" in moved) == (2, "r1", False)


def test_what_a_seat_sees_does_not_depend_on_when_it_was_taken() -> None:
    early, late = two(), two()
    streams = []
    for sender, receiver, first in ((*early, True), (*late, False)):
        if first:
            receiver.reset()
        sender.reset()
        sender.step({"r1": 4})
        streams.append((receiver.step({}) if first else receiver.reset())["screen"])
    assert streams[0] == streams[1]


def test_nobody_can_move_is_said_with_the_sync_and_the_seats() -> None:
    _, receiver = two()
    receiver.reset()
    with pytest.raises(
        Deadlock, match=r'p2 \(receiver\) waits for "back"; nobody has taken the seat of p1 \(sender\)'
    ) as caught:
        receiver.step({})
    assert (caught.value.sync, caught.value.missing) == ("back", ("p1 (sender)",))
    stuck, other = seated({"a": [{"sync": "never"}], "b": [{"sync": "no"}]})
    stuck.reset(), other.reset()
    with pytest.raises(Deadlock, match="a"):
        stuck.step({})
    assert stuck.state["done"]
    assert any(record.what == "stuck" for record in stuck.group.records)


def test_seats_are_played_from_several_threads_under_one_lock() -> None:
    pages = [page(({"id": f"n{k}", "kind": "integer", "required": True}, Integer())) for k in range(40)]
    seats = seated({"a": pages, "b": pages})

    def play(seat: Seat) -> None:
        state = seat.reset()
        while not state["done"]:
            state = seat.step({each["id"]: 1 for each in state["screen"]["responses"]})

    threads = [threading.Thread(target=play, args=(seat,)) for seat in seats]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [seat.steps for seat in seats] == [40, 40]
    numbers = [record.n for record in seats[0].group.records]
    assert numbers == sorted(set(numbers))


# --- time ------------------------------------------------------------------------------------------------------------


def test_a_screen_whose_time_is_over_takes_no_answer() -> None:
    now = [100.0]
    seat = one(FIRST | {"limit": 30, "timing": {"advance": "self", "max_seconds": 30}}, SECOND, clock=lambda: now[0])
    assert seat.reset()["timing"] == {"advance": "self", "max_seconds": 30, "remaining": 30}
    now[0] += 12.5
    assert seat.state["timing"]["remaining"] == 17.5
    now[0] += 20
    late = seat.step({"r1": 5})
    assert (late["error"]["code"], late["step"]) == ("timed_out", 2)
    assert what(seat)[0][0] == "invalid"
    now[0] += 2
    assert seat.step({"r2": "o1"})["done"]
    assert [record.took for record in seat.group.records if record.what == "given"] == [2.0]


def test_a_screen_that_must_be_looked_at_cannot_be_left_early() -> None:
    now = [0.0]
    seat = one(
        page(timing={"advance": "timed", "seconds": 3}, limit=3),
        page(timing={"advance": "self", "min_seconds": 2}),
        FIRST,
        clock=lambda: now[0],
    )
    seat.reset()
    assert seat.step({})["error"] == {
        "code": "too_early",
        "message": "this screen stays for 3 more seconds",
        "responses": [],
    }
    now[0] = 3.0
    assert seat.state["step"] == 2
    now[0] = 4.0
    assert seat.step({})["error"]["code"] == "too_early"
    now[0] = 5.0
    assert seat.step({})["step"] == 3


def test_untimed_screens_leave_when_they_are_stepped_over() -> None:
    seat = one(page(timing={"advance": "timed", "seconds": 3}, limit=3), FIRST)
    assert seat.reset()["timing"] == {"advance": "timed", "seconds": 3}
    assert seat.step({})["step"] == 2
