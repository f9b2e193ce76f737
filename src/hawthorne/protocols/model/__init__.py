"""The parts of a protocol as frozen models, one module for each area; their docstrings describe the schema."""

from hawthorne.protocols.model.part import Means, Part
from hawthorne.protocols.model.protocol import SCHEMA, Protocol

__all__ = ["SCHEMA", "Means", "Part", "Protocol"]
