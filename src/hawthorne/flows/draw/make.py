"""A study drawn: the one entry to this room."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from hawthorne.flows.draw.compose import compose
from hawthorne.flows.draw.counts import filled, of_rows
from hawthorne.flows.draw.png import rasterized
from hawthorne.flows.draw.svg import write
from hawthorne.flows.model import Study

PICTURES = ("svg", "png")


def draw(
    study: Study,
    format: str = "svg",
    rows: Iterable[Mapping[str, Any]] | None = None,
    caption: str = "",
    automatic: bool = False,
) -> bytes:
    """A study as the bytes of a picture; `rows` are those of a run's `flow` table, whose counts it then shows."""
    counts = None if rows is None else of_rows(rows)
    if counts is not None:
        study = filled(study, counts)
    text = write(compose(study, automatic), study, counts, caption)
    return rasterized(text) if format == "png" else text.encode("utf-8")
