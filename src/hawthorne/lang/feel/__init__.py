"""FEEL, the expression language of DMN 1.5: right, compiled, with errors that teach. It stands alone.

>>> from hawthorne.lang import feel
>>> feel.evaluate("if score >= 3 then \\"pass\\" else \\"fail\\"", {"score": 4})
'pass'
>>> due = feel.compile("trials > 10 and arm = \\"go\\"", numbers="float")
>>> due({"trials": 12, "arm": "go"})
True
"""

from __future__ import annotations

from .agree import differences
from .cite import cited
from .closures.calls import CLOCK
from .compile import Compiled, UnaryTests, compile, evaluate, unary_tests
from .durations import MonthsDuration, TimeDuration
from .errors import FeelError, FeelLimitError, FeelNameError, FeelSyntaxError, FeelWarning
from .format import format
from .lint import lint
from .names import special_keys
from .parse import parse, parse_unary_tests
from .reads import names, paths
from .temporal import Date, DateTime, Time
from .text import literal as show
from .text import to_json
from .types import coerced
from .values import Function, Range, to_feel

__all__ = [
    "CLOCK",
    "Compiled",
    "Date",
    "DateTime",
    "FeelError",
    "FeelLimitError",
    "FeelNameError",
    "FeelSyntaxError",
    "FeelWarning",
    "Function",
    "MonthsDuration",
    "Range",
    "Time",
    "TimeDuration",
    "UnaryTests",
    "cited",
    "coerced",
    "compile",
    "differences",
    "evaluate",
    "format",
    "lint",
    "names",
    "parse",
    "parse_unary_tests",
    "paths",
    "show",
    "special_keys",
    "to_feel",
    "to_json",
    "unary_tests",
]
