"""A server process of one's own, in a temporary folder."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from hawthorne.evals.worlds.host import HostBroke
from hawthorne.evals.worlds.wire import Wire

BOOT_SECONDS = 20.0
END_SECONDS = 10.0


class Server:
    """A server process, started when it is first needed; `words` are those of `hawthorne bots serve`."""

    def __init__(self, words: Sequence[str]) -> None:
        self._words = tuple(words)
        self._process: subprocess.Popen[bytes] | None = None
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._url = ""

    @property
    def folder(self) -> Path:
        """Its data folder."""
        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(prefix="hawthorne-eval-")
        return Path(self._folder.name)

    def started(self) -> str:
        """The URL of the running server. Raises HostBroke where it does not come up."""
        if self._process is not None and self._process.poll() is None:
            return self._url
        command = [sys.executable, "-m", "hawthorne", "bots", "serve", "--data", str(self.folder), "--json"]
        self._process = subprocess.Popen(
            [*command, *self._words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
        )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        try:
            self._url = json.loads(line)["url"]
        except (ValueError, KeyError, TypeError):
            self._process.kill()
            _, errors = self._process.communicate()
            raise HostBroke(f"the server did not start: {(line + errors).decode(errors='replace')[-2000:]}") from None
        _await_health(self._url)
        return self._url

    def kill(self) -> None:
        """Kill the process, as a power cut would; `started` starts it again over the same folder."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()

    def close(self) -> None:
        """End the process and remove its folder."""
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.communicate(timeout=END_SECONDS)
            except subprocess.TimeoutExpired:
                self.kill()
        self._process = None
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None


def _await_health(url: str) -> None:
    """Wait until a server answers. Raises HostBroke."""
    deadline = time.monotonic() + BOOT_SECONDS
    while True:
        wire = Wire(url)
        try:
            if wire.request("GET", "/api/health").fine:
                return
        except HostBroke:
            pass
        finally:
            wire.close()
        if time.monotonic() > deadline:
            raise HostBroke(f"{url} did not come up in {BOOT_SECONDS:g} s")
        time.sleep(0.02)
