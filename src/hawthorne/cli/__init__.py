"""The command line: `hawthorne VERB`. One file per verb; a verb's file is imported when it is used.

Nothing heavy may be imported here: `hawthorne --help` must answer at once.
"""

from __future__ import annotations

import io
import sys

from hawthorne.cli.app import call


def main() -> None:
    """The entry point of the `hawthorne` command."""
    for stream in (sys.stdout, sys.stderr):  # a terminal or pipe of another encoding shows `?`, never a traceback
        if isinstance(stream, io.TextIOWrapper) and stream.errors == "strict":
            stream.reconfigure(errors="replace")
    sys.exit(call(sys.argv[1:]))
