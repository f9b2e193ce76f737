"""The static checks of a study: everything that can be said of it without playing it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from hawthorne.core.errors import Finding
from hawthorne.flows.check.allocation import check_allocation
from hawthorne.flows.check.contract import check_columns, check_stated
from hawthorne.flows.check.decisions import check_decisions
from hawthorne.flows.check.endpoints import check_attachments, check_data, check_flows, check_references
from hawthorne.flows.check.entry_exit import check_entry_exit
from hawthorne.flows.check.expressions import check_expressions
from hawthorne.flows.check.ids import check_ids
from hawthorne.flows.check.labels import check_labels
from hawthorne.flows.check.materials import check_materials
from hawthorne.flows.check.messages import check_ends, check_structures, check_waits
from hawthorne.flows.check.parallel import check_parallel
from hawthorne.flows.check.paths import (
    check_connected,
    check_joins,
    check_loops,
    check_process,
    check_starts,
    check_sub_processes,
)
from hawthorne.flows.check.placeholders import check_placeholders
from hawthorne.flows.check.properties import check_implementations, check_properties
from hawthorne.flows.check.results import check_results
from hawthorne.flows.check.timers import check_timers
from hawthorne.flows.check.values import check_multiplicity, check_renamed, check_values
from hawthorne.flows.check.writes import check_writes
from hawthorne.flows.model import Study

Check = Callable[[Study], Iterable[Finding]]

CHECKS: tuple[Check, ...] = (
    check_process,
    check_ids,
    check_flows,
    check_attachments,
    check_references,
    check_data,
    check_connected,
    check_starts,
    check_sub_processes,
    check_loops,
    check_joins,
    check_expressions,
    check_results,
    check_timers,
    check_decisions,
    check_allocation,
    check_ends,
    check_structures,
    check_waits,
    check_values,
    check_multiplicity,
    check_renamed,
    check_properties,
    check_implementations,
    check_materials,
    check_entry_exit,
    check_writes,
    check_parallel,
    check_columns,
    check_stated,
    check_labels,
    check_placeholders,
)
"""Each says one kind of thing; all are asked, whatever the others find."""


def check(study: Study) -> list[Finding]:
    """Everything to say of a study, the reader's findings included, in the order of the file."""
    if not study.roots:
        return list(study.findings)
    found = dict.fromkeys(study.findings)
    for one in CHECKS:
        found |= dict.fromkeys(one(study))
    return sorted(found, key=lambda finding: (finding.place.line or 0, finding.place.column or 0))
