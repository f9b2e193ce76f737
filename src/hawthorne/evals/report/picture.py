"""The picture of a timeline: time runs down, one column for what the scenario did and one a bot.

Every row is one event. A bar in a bot's column is a turn, a thin one a piece of handed-off work in one status; a bar in
the first column is how long a step took to come true.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from hawthorne.evals.report.rows import Mark, Rows, rows_of
from hawthorne.evals.timeline import STEPS
from hawthorne.lang import letters

Event = Mapping[str, Any]

LINE = 21
HEAD = 40
GUTTER = 64
LETTERS, SLACK = 12.5, 1.12
"""The size of letters, and how much wider than Helvetica's those of another font may be."""
STEP_MOST, BOT_MOST = 56, 40
"""How many letters of an event are shown at most."""
BAR, THIN, TRACKS = 9, 5, 3
TURN, NODE, TEXT = 6, 36, 56
"""Where a bot's turns, its work and the words begin in its column."""
STEP_TEXT = 18
LEAST = 80.0
"""The least room for words in a column."""

OVER = frozenset({"completed", "failed", "cancelled"})
"""The statuses that nothing follows."""

LEGEND = (
    "Time runs down; a row is one event. Wide bars are turns (grey: never ended), thin ones handed-off work in one "
    "status (orange: waits for teammates; grey: for a slot), blue ones steps that wait. Point at anything for more."
)
COLOURS = {
    "ok": "#2f9e63", "bad": "#d1383d", "open": "#8a94a3", "running": "#2f9e63", "completed": "#2f9e63",
    "source": "#6c7a8c", "waiting": "#d9912b", "resume": "#8b6fd1", "queued": "#8a94a3", "failed": "#d1383d",
    "cancelled": "#d1383d", "wait": "#3b7dd8", "step": "#8a94a3",
}  # fmt: skip


def picture(events: Sequence[Event]) -> str:
    """The timeline as SVG; text and lines take the colour of the page."""
    rows = rows_of(events)
    left: dict[str, int] = {}
    width = GUTTER
    for lane in rows.lanes:
        left[lane] = width
        width += _width(lane, rows)
    height = HEAD + LINE * rows.count + 14
    parts = [_columns(rows, left, width, height), *_clock(rows, width)]
    parts += [_mark(mark, left[mark.event["lane"]], rows.count) for mark in rows.marks]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" font-family="system-ui, sans-serif" font-size="{LETTERS:g}" fill="currentColor">'
        f"<title>What happened, from top to bottom</title>{''.join(parts)}</svg>"
    )


def _width(lane: str, rows: Rows) -> int:
    """How wide a lane is: as its longest event needs."""
    longest = max((letters.width(_shown(mark.event), LETTERS, bool(mark.event.get("bad")))
                   for mark in rows.marks if mark.event["lane"] == lane), default=0.0)  # fmt: skip
    named = letters.width(lane, LETTERS, bold=True)
    return int(max(longest, named, LEAST) * SLACK) + (STEP_TEXT if lane == STEPS else TEXT) + 16


def _shown(event: Event) -> str:
    words, most = _words(event), STEP_MOST if event["lane"] == STEPS else BOT_MOST
    return words if len(words) <= most else words[: most - 1] + "…"


def _columns(rows: Rows, left: Mapping[str, int], width: int, height: int) -> str:
    parts = []
    for lane, x in left.items():
        name = "the scenario" if lane == STEPS else lane
        parts.append(f'<text x="{x + 6}" y="20" font-weight="600">{escape(name)}</text>')
        parts.append(f'<path d="M{x} 8V{height - 4}" stroke="currentColor" stroke-opacity=".13"/>')
    parts.append('<text x="4" y="20" opacity=".75">time</text>')
    parts.append(f'<path d="M0 29H{width}" stroke="currentColor" stroke-opacity=".35"/>')
    return "".join(parts)


def _clock(rows: Rows, width: int) -> list[str]:
    """The time, wherever it has moved on."""
    parts, before = [], None
    for mark in rows.marks:
        at = mark.event["from"]
        if at != before:
            y = _y(mark.row)
            if before is not None:
                parts.append(f'<path d="M0 {y}H{width}" stroke="currentColor" stroke-opacity=".25" '
                             'stroke-dasharray="3 3"/>')  # fmt: skip
            parts.append(f'<text x="4" y="{y + 15}" opacity=".75">{_seconds(at)}</text>')
            before = at
    return parts


def _seconds(at: float) -> str:
    """A time on the clock.

    >>> _seconds(0.0), _seconds(5.25), _seconds(1800.0)
    ('0 s', '5.25 s', '30 min')
    """
    return f"{at / 60:g} min" if at >= 600 and at % 60 == 0 else f"{round(at, 3):g} s"


def _y(row: int) -> int:
    return HEAD + LINE * row


def _mark(mark: Mark, x: int, count: int) -> str:
    event = mark.event
    words, colour = _words(event), _colour(event)
    bar = ""
    if event["lane"] == STEPS:
        lasted = event["what"] == "wait" and mark.end is not None and mark.end > mark.row + 1
        bar = _bar(x + 6, mark.row, mark.end if lasted and mark.end else mark.row + 1, 4, colour)
        at = x + STEP_TEXT
    elif event["what"] == "turn":
        end = count if mark.end is None else mark.end
        bar = _bar(x + TURN + min(mark.track, TRACKS - 1) * (BAR + 1), mark.row, end, BAR, colour)
        at = x + TEXT
    elif event["what"] == "node":
        over = event["text"] in OVER
        end = mark.row + 1 if over else count if mark.end is None else mark.end
        bar = _bar(x + NODE + min(event["node"], 2) * (THIN + 1), mark.row, end, THIN, colour)
        at = x + TEXT
    else:
        bar = f'<circle cx="{x + TEXT - 6}" cy="{_y(mark.row) + 10}" r="2.5" fill="{colour}"/>'
        at = x + TEXT + 2
    style = f' fill="var(--bad, {COLOURS["bad"]})" font-weight="600"' if event.get("bad") else _soft(event)
    detail = event.get("detail", "")
    hint = escape(f"{words}: {detail}" if detail else words)
    return (
        f'<g><title>{hint}</title>{bar}<text x="{at}" y="{_y(mark.row) + 15}"{style}>{escape(_shown(event))}</text></g>'
    )


def _soft(event: Event) -> str:
    return ' opacity=".75"' if event["what"] == "activity" else ""


def _words(event: Event) -> str:
    if event["lane"] == STEPS:
        return f"{'✗ ' if event.get('bad') else ''}{event['text']}"
    if event["what"] == "turn":
        held = f" until gate {event['gate']}" if "gate" in event else ""
        return f"{event['text']} ({event['cause']}){held}"
    return f"work: {event['text']}" if event["what"] == "node" else event["text"]


def _colour(event: Event) -> str:
    if event.get("bad"):
        return COLOURS["bad"]
    if event["what"] == "turn":
        return COLOURS["ok"] if "to" in event else COLOURS["open"]
    return COLOURS.get(event["text"] if event["what"] == "node" else event["what"], COLOURS["open"])


def _bar(x: int, row: int, end: int, width: int, colour: str) -> str:
    height = max(LINE * (end - row) - 5, LINE - 5)
    return f'<rect x="{x}" y="{_y(row) + 3}" width="{width}" height="{height}" rx="2" fill="{colour}"/>'
