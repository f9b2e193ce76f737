"""Times as timers write them: ISO 8601 durations, dates and cycles."""

from __future__ import annotations

import re
from datetime import UTC, datetime

YEAR, MONTH, WEEK, DAY, HOUR, MINUTE = 365 * 86400.0, 30 * 86400.0, 7 * 86400.0, 86400.0, 3600.0, 60.0

_NUMBER = r"(\d+(?:[.,]\d+)?)"
_DURATION = re.compile(
    rf"P(?:{_NUMBER}Y)?(?:{_NUMBER}M)?(?:{_NUMBER}W)?(?:{_NUMBER}D)?(?:T(?:{_NUMBER}H)?(?:{_NUMBER}M)?(?:{_NUMBER}S)?)?"
)
_UNITS = (YEAR, MONTH, WEEK, DAY, HOUR, MINUTE, 1.0)


def seconds(text: str) -> float:
    """An ISO 8601 duration in seconds; a year counts 365 days, a month 30. Raises ValueError with the rule.

    >>> seconds("P14D"), seconds("PT1M30.5S")
    (1209600.0, 90.5)
    """
    match = _DURATION.fullmatch(text.strip())
    parts = match.groups() if match else ()
    if not any(part is not None for part in parts) or text.strip().endswith("T"):
        raise ValueError(f'"{text}" is not an ISO 8601 duration: write PT30S, PT1H30M, P14D, P2W')
    return sum(unit * float(part.replace(",", ".")) for unit, part in zip(_UNITS, parts, strict=True) if part)


def moment(text: str) -> datetime:
    """An ISO 8601 date and time; without an offset it is UTC. Raises ValueError with the rule.

    >>> moment("2026-03-01T09:00:00+01:00").isoformat()
    '2026-03-01T09:00:00+01:00'
    """
    try:
        value = datetime.fromisoformat(text.strip())
    except ValueError:
        raise ValueError(f'"{text}" is not an ISO 8601 date and time: write 2026-03-01T09:00:00Z') from None
    return value if value.tzinfo else value.replace(tzinfo=UTC)


def cycle(text: str) -> float:
    """The period of a cycle `Rn/P...`, which is waited for once, in seconds; a cron text passes at once (0).

    >>> cycle("R3/PT10S"), cycle("0 9 * * 1")
    (10.0, 0.0)
    """
    text = text.strip()
    if re.match(r"R\d*/", text):
        return seconds(text.partition("/")[2].rpartition("/")[2])
    if len(text.split()) in (5, 6):
        return 0.0
    raise ValueError(f'"{text}" is not a timer cycle: write R3/PT10S')
