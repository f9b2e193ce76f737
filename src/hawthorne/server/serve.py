"""Serving a harness: from a data folder to a listening socket."""

from __future__ import annotations

import socket
from collections.abc import Callable
from pathlib import Path

import uvicorn

from hawthorne.core.actor import Actor, Mind
from hawthorne.core.ask import Answer, Ask, Fault, Silence
from hawthorne.core.draws import Draws
from hawthorne.core.errors import HawthorneError
from hawthorne.server.app import App
from hawthorne.server.desk import Desk, EvalDesk
from hawthorne.server.requests import LOOPBACK, Door
from hawthorne.server.scripted import Scripted
from hawthorne.server.standing import CASE


class ServerBroke(HawthorneError):
    """A server that cannot listen where it was told to."""


class Nobody:
    """The mind of a bot for which nobody said who answers: each turn fails, and says so."""

    def answer(self, ask: Ask) -> Fault:
        return Fault("nobody answers for this bot: start the server with --actor SPEC")

    def recall(self, ask: Ask, answer: Answer | Silence) -> None:
        """There is nothing to remember."""


def minds_of(actor: Actor | None) -> Callable[[str], Mind]:
    """The mind of each bot: one that the actor opens for it."""
    if actor is None:
        return lambda role: Nobody()
    draws = Draws.seeded(0)
    return lambda role: actor.open(CASE, draws.at("bot", role))


def serve(
    data: Path,
    host: str = "127.0.0.1",
    port: int = 0,
    evaluation: bool = False,
    scripted: bool = False,
    key: str | None = None,
    actor: Actor | None = None,
    ready: Callable[[str], None] = lambda url: None,
) -> None:
    """Serve until the process is told to stop: in real time, or with `evaluation` as a player moves it. The bots are
    answered for by `actor`, or with `scripted` by files in the data folder. `ready` is told the URL once the socket
    listens. Raises StoreError for a folder that another process serves, ServerBroke for an address that cannot be
    had."""
    listening = listen(host, port)
    desk: Desk | EvalDesk
    if evaluation:
        desk = EvalDesk(data)
    elif scripted:
        files = Scripted(data)
        desk = Desk(data, files.mind_of, files)
    else:
        desk = Desk(data, minds_of(actor))
    app = App(desk, Door(LOOPBACK | {host.lower()}, key))
    config = uvicorn.Config(app, log_level="warning", access_log=False, lifespan="on", server_header=False)
    address = listening.getsockname()
    name = f"[{address[0]}]" if ":" in address[0] else address[0]
    ready(f"http://{name}:{address[1]}")
    try:
        uvicorn.Server(config).run(sockets=[listening])
    finally:
        desk.close()


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; port 0 takes a free one. Raises ServerBroke."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # the protocol is named, or the event loop would leave Nagle's algorithm on: 40 ms for each answer
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except (OSError, OverflowError) as error:
        listening.close()
        raise ServerBroke(f"cannot listen at {host}:{port}: {error}") from None
    listening.listen(128)
    return listening
