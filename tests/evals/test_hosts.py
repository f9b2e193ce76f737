"""Every host keeps the laws of hosts; one that breaks a law is found."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from hawthorne.evals.worlds.host import Host, Moment
from hawthorne.evals.worlds.http import Http
from hawthorne.evals.worlds.inprocess import InProcess
from hawthorne.evals.worlds.paced import Paced
from hawthorne.evals.worlds.process import Server
from hawthorne.testing import check_host


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    made = Server(("--eval",))
    yield made
    made.close()


def test_the_host_in_this_process_keeps_the_laws() -> None:
    check_host(InProcess())


def test_the_host_over_http_keeps_the_laws(server: Server) -> None:
    host = Http(server.started())
    check_host(host)
    host.close()


def test_a_paced_host_keeps_them_too_and_sleeps_as_long_as_time_moves() -> None:
    slept: list[float] = []
    check_host(Paced(InProcess(), slept.append))
    assert sum(slept) == 5.0


class Forgetful(InProcess):
    """Gates do not stay open."""

    def signal(self, gate: str) -> None:
        pass


class Hasty(InProcess):
    """Time goes beyond what is due."""

    def advance(self, seconds: float | None = None) -> Moment:
        moment = super().advance(seconds)
        return self.pass_time(1.0)._replace(moved=True) if moment.moved else moment


class Restless(InProcess):
    """Something always seems to happen."""

    def advance(self, seconds: float | None = None) -> Moment:
        return super().advance(seconds)._replace(moved=True)


class Brittle(InProcess):
    """A restart begins anew."""

    def restart(self) -> None:
        self.__init__()  # type: ignore[misc]


@pytest.mark.parametrize("broken", [Forgetful, Hasty, Restless, Brittle])
def test_a_host_that_breaks_a_law_is_found(broken: type[Any]) -> None:
    host: Host = broken()
    with pytest.raises(AssertionError):
        check_host(host)
