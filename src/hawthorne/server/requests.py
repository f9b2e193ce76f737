"""What of an HTTP request is looked at before the harness is asked: where it claims to come to, who asks, what it
carries. Each refusal has a row, which is its `code`.
"""

from __future__ import annotations

import hmac
import ipaddress
from collections.abc import Mapping
from typing import NamedTuple

import orjson

from hawthorne.core.values import JSON
from hawthorne.evals.worlds.host import Response

MOST_BYTES = 1 << 20
"""The largest body."""

DEEPEST = 64
"""How deep a body may be nested: what comes later walks it."""

LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})

INTERNAL = "/api/internal/"
"""Where a turn's capability is asked for, and not the key of the server."""

REFUSALS: Mapping[str, tuple[int, str]] = {
    "host.unknown": (403, "this server does not answer to that name"),
    "key.missing": (401, "give the key of this server as a bearer token"),
    "body.size": (413, f"the body is larger than {MOST_BYTES} bytes"),
    "body.type": (415, "the body must be application/json"),
    "body.json": (400, "the body is not JSON"),
    "body.deep": (400, f"the body is nested deeper than {DEEPEST} levels"),
}
"""The refusals of the door, by their code."""


class Refused(Exception):
    """A request that goes no further; `code` is the row that refused it."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code

    @property
    def response(self) -> Response:
        status, why = REFUSALS[self.code]
        return Response(status, {"error": why, "code": self.code})


class Door(NamedTuple):
    """Who may come in: by the names that the server answers to, and with its key, if it has one."""

    names: frozenset[str] = LOOPBACK
    key: str | None = None

    def admit(self, path: str, headers: Mapping[str, str]) -> str | None:
        """The bearer's token, if any. Raises Refused. A name that is not the server's own is that of a page which tries
        to reach it from a browser; an address is nobody's to give away."""
        name = host_of(headers.get("host", ""))
        if name not in self.names and not _is_address(name):
            raise Refused("host.unknown")
        scheme, _, token = headers.get("authorization", "").partition(" ")
        bearer = token.strip() if scheme.lower() == "bearer" and token.strip() else None
        if self.key is not None and not path.startswith(INTERNAL) and not _same(bearer, self.key):
            raise Refused("key.missing")
        return bearer


def host_of(header: str) -> str:
    """The name in a Host header, without its port.

    >>> host_of("127.0.0.1:8000"), host_of("[::1]:8000"), host_of("Localhost")
    ('127.0.0.1', '::1', 'localhost')
    """
    name = header.strip().lower()
    if name.startswith("["):
        return name[1:].partition("]")[0]
    return name.partition(":")[0]


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _same(said: str | None, key: str) -> bool:
    return said is not None and hmac.compare_digest(said.encode(), key.encode())


def body_of(data: bytes, content_type: str) -> JSON:
    """The body of a request; None where there is none. Raises Refused."""
    if len(data) > MOST_BYTES:
        raise Refused("body.size")
    if not data.strip():
        return None
    if content_type.partition(";")[0].strip().lower() != "application/json":
        raise Refused("body.type")
    try:
        body: JSON = orjson.loads(data)
    except orjson.JSONDecodeError:
        raise Refused("body.json") from None
    if _depth(body) > DEEPEST:
        raise Refused("body.deep")
    return body


def _depth(value: JSON) -> int:
    """How deep a value is nested, counted up to just beyond what is allowed."""
    level, depth = [value], 0
    while level and depth <= DEEPEST:
        depth += 1
        level = [item for each in level if isinstance(each, (dict, list))
                 for item in (each.values() if isinstance(each, dict) else each)]  # fmt: skip
    return depth
