"""The laws of a host: what a scenario may rely on, whatever harness stands behind it."""

from __future__ import annotations

from typing import Any

from hawthorne.evals.worlds.host import Host

HELD = {"reply": "Held.", "gate": "check-host"}
SLOW = {"reply": "Slow.", "delayMs": 2000}
FINE = {"reply": "Fine."}


def check_host(host: Host) -> None:
    """Check a host that was just begun, with an empty harness behind it; its virtual clock stands at any moment.

    Raises AssertionError with the law that is broken.
    """
    ann, rob = (_made(host, name) for name in ("Ann", "Rob"))
    host.plan({ann: [HELD, FINE], rob: [SLOW]})
    start = host.settle()
    assert host.settle() == start, "settling twice changes nothing"
    assert not host.advance(1.0).moved, "nothing is due in an idle harness within a second"
    assert host.settle().now == start.now, "an advance that comes to nothing leaves the clock where it was"
    _gates(host, ann)
    _time(host, rob)
    _restarts(host, ann)


def _made(host: Host, name: str) -> str:
    response = host.request("POST", "/api/bots", {"name": name})
    assert response.status == 201, f"POST /api/bots is answered with 201, not {response.status}"
    body: Any = response.body
    bot: str = body["bot"]["id"]
    return bot


def _send(host: Host, bot: str) -> None:
    response = host.request("POST", f"/api/bots/{bot}/messages", {"text": "Go."})
    assert response.status == 202, f"a message is answered with 202, not {response.status}"


def _busy(host: Host, bot: str) -> bool:
    body: Any = host.request("GET", f"/api/bots/{bot}").body
    busy: bool = body["bot"]["busy"]
    return busy


def _gates(host: Host, bot: str) -> None:
    """A closed gate keeps a turn open; an open one lets it go, and says so in the evidence."""
    _send(host, bot)
    moment = host.settle()
    assert _busy(host, bot), "a bot is busy while a gate holds it"
    assert bot in moment.held.get("check-host", ()), "a moment names the bots that a closed gate holds up"
    host.signal("check-host")
    moment = host.settle()
    assert not _busy(host, bot), "a gate that is opened lets the turn end when the host settles"
    assert moment.turns.get(bot) == {"ok": 1}, "a moment counts the turns that have ended, by outcome"


def _time(host: Host, bot: str) -> None:
    """What takes time is due, not sooner and not later."""
    before = host.settle().now
    _send(host, bot)
    assert not host.advance(1.5).moved, "a turn of two seconds is not over after one and a half"
    moment = host.advance(5.0)
    assert moment.moved, "a turn of two seconds is over within five"
    assert round(moment.now - before, 6) == 2.0, "an advance moves to what is due, not beyond"
    assert round(host.pass_time(3.0).now - before, 6) == 5.0, "time that is let pass has passed"


def _restarts(host: Host, bot: str) -> None:
    """What is written outlives a restart."""
    before: Any = host.evidence()
    host.restart()
    after: Any = host.evidence()
    assert after["rows"] == before["rows"], "a restart keeps the evidence"
    assert not _busy(host, bot), "nothing is under way after a restart"
    _send(host, bot)
    assert host.settle().turns.get(bot) == {"ok": 2}, "turns go on counting where they were"
