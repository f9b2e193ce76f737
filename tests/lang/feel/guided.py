"""Texts guided by coverage: ``python tests/lang/feel/guided.py -max_total_time=600`` (needs the package atheris)."""

from __future__ import annotations

import importlib
import sys
from contextlib import suppress
from typing import Any

SCOPE = {"a": 1, "b": "go", "xs": [1, 2, 3], "foo bar": {"a": [1]}}


def check(feel: Any, text: str) -> None:
    """One text parses, or gives an error with a place; if it parses, it prints, reads and runs."""
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


def main() -> None:
    """Runs until the time is up, or until a text breaks a law."""
    atheris = importlib.import_module("atheris")
    with atheris.instrument_imports(include=["hawthorne.lang.feel"]):
        feel = importlib.import_module("hawthorne.lang.feel")
    atheris.Setup(sys.argv, lambda data: check(feel, atheris.FuzzedDataProvider(data).ConsumeUnicode(200)))
    atheris.Fuzz()


if __name__ == "__main__":
    main()
