"""What can go wrong while cases are held, each said so that the reader knows what to do next."""

from __future__ import annotations

from shlex import quote

from hawthorne.core.errors import HawthorneError


class Interrupted(HawthorneError):
    """The run was stopped by hand; `folder` is where it can be taken up again, or None where it was in memory."""

    def __init__(self, folder: str | None = None) -> None:
        self.folder = folder
        how = (
            f"what is recorded is kept; go on with: hawthorne run --resume {quote(folder)}"
            if folder
            else "nothing was kept"
        )
        super().__init__(f"interrupted; {how}")

    def __reduce__(self) -> tuple[type[Interrupted], tuple[str | None]]:
        return type(self), (self.folder,)


class MachineBroke(HawthorneError):
    """A machine raised, or did not end when it was told that nothing more will come: a bug of the program, not of the
    study. The records up to it are kept, so the run can be resumed with a mended program."""


class WorkerBroke(HawthorneError):
    """A worker process died twice over the same shard."""


class AsyncMind(HawthorneError):
    """An actor that takes real time was asked under the virtual clock."""
