"""What a command is: a function of the house, the value that was told, and the command's id."""

from __future__ import annotations

from collections.abc import Callable

from hawthorne.bots.house import House, Receipt
from hawthorne.core.values import JSON

Command = Callable[[House, dict[str, JSON], str], Receipt | None]
"""Answers with a receipt, or with None when it notes the receipt itself, later (`house.receipt(id, ...)`)."""
