"""What a report says of a protocol that was taken: how sessions ended, whom analyses take, what was answered."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean, stdev
from typing import Any

from hawthorne.core.document import Column, Table
from hawthorne.reports.parts import Section

TABLES = frozenset({"sessions", "responses"})
"""The tables of a run that has sessions."""
MOST = 8
"""So many different values of a column are counted; of more only how many there are is said."""


def sections(tables: Mapping[str, Table]) -> list[Section]:
    """The sections of a run with these tables; a unit's table has the column `_included`."""
    units = [table for table in tables.values() if any(column.name == "_included" for column in table.columns)]
    return [_took_part(tables["sessions"]), *(section for unit in units for section in _unit(unit))]


def _took_part(sessions: Table) -> Section:
    statuses = [status for status, _ in Counter(row["status"] for row in sessions.rows).most_common()]
    rows = []
    for arm in _arms(sessions.rows):
        mine = [row for row in sessions.rows if row["arm"] == arm]
        ended = Counter(row["status"] for row in mine)
        refused = sum(row["refused"] or 0 for row in mine)
        rows.append({"arm": arm, "sessions": len(mine), **{each: ended[each] for each in statuses}, "refused": refused})
    columns = (
        Column("arm", "what participants were assigned to"), Column("sessions", "how many there are"),
        *(Column(each, "how many of them ended so") for each in statuses),
        Column("refused", "how many answers were refused"),
    )  # fmt: skip
    return Section("Who took part, and how sessions ended", (), (Table("", columns, rows),))


def _unit(unit: Table) -> Iterator[Section]:
    kept = [row for row in unit.rows if row["_included"]]
    left_out = Counter(why for row in unit.rows for why in json.loads(row["_excluded_by"]))
    told = [
        f"Analyses take {len(kept):,} of {len(unit.rows):,} rows: those that are done and that no exclusion holds of."
    ]
    told += [f"The exclusion {why} holds of {count:,}." for why, count in sorted(left_out.items())]
    names = [column.name for column in unit.columns if column.name.startswith(("resp.", "var."))]
    arms = _arms(unit.rows)
    rows = [{"value": name, **{arm: _summed([row[name] for row in kept if row["arm"] == arm]) for arm in arms}}
            for name in names]  # fmt: skip
    columns = (Column("value", "a response or a variable"), *(Column(arm, "in this arm") for arm in arms))
    tables = (Table("", columns, rows),) if kept and names else ()
    yield Section(f"What was answered: {unit.name}", tuple(told), tables)


def _arms(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    return sorted({row["arm"] for row in rows})


def _summed(values: Sequence[Any]) -> str | None:
    """The values of a column in a few words: a mean and a standard deviation, or how often each occurs.

    >>> _summed([1, 2, 3, None]), _summed(["yes", "no", "yes"]), _summed([None]), _summed([True, True])
    ('2.00 (SD 1.00, n 3)', 'yes 2, no 1', None, 'true 2')
    >>> _summed([{"code": "f"}, [1]]), _summed([4])
    ('n 2', '4.00 (n 1)')
    """
    there = [value for value in values if value is not None]
    if not there:
        return None
    if all(isinstance(value, (int, float)) and not isinstance(value, bool) for value in there):
        spread = f"SD {stdev(there):.2f}, " if len(there) > 1 else ""
        return f"{fmean(there):.2f} ({spread}n {len(there)})"
    if all(isinstance(value, (str, bool)) for value in there):
        counts = Counter(str(value).lower() if isinstance(value, bool) else value for value in there)
        if len(counts) <= MOST:
            ordered = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
            return ", ".join(f"{value} {count}" for value, count in ordered)
        return f"{len(counts)} different, n {len(there)}"
    return f"n {len(there)}"
