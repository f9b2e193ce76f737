"""Texts guided by coverage: ``python tests/lang/feel/guided.py -max_total_time=600`` (needs the package atheris)."""

from __future__ import annotations

import sys
from contextlib import suppress

import atheris

with atheris.instrument_imports(include=["hawthorne.lang.feel"]):
    from hawthorne.lang import feel

SCOPE = {"a": 1, "b": "go", "xs": [1, 2, 3], "foo bar": {"a": [1]}}


def one(data: bytes) -> None:
    """One text parses, or gives an error with a place; if it parses, it prints, reads and runs."""
    text = atheris.FuzzedDataProvider(data).ConsumeUnicode(200)
    try:
        node = feel.parse(text, names=["foo bar"])
    except feel.FeelError as error:
        if not 0 <= error.position <= len(text):
            raise AssertionError("an error without a place") from error
        return
    if feel.parse(feel.format(node), names=["foo bar"]) != node:
        raise AssertionError(f"{text!r} does not print to itself")
    with suppress(feel.FeelError):
        feel.compile(text, names=SCOPE.keys(), max_steps=2000)(SCOPE)


if __name__ == "__main__":
    atheris.Setup(sys.argv, one)
    atheris.Fuzz()
