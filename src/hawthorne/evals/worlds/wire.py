"""The wire: JSON requests of one server, on one connection."""

from __future__ import annotations

import http.client
from urllib.parse import urlsplit

import orjson

from hawthorne.core.errors import UsageError
from hawthorne.core.values import JSON
from hawthorne.evals.worlds.answered import answered
from hawthorne.evals.worlds.host import HostBroke, Response

READ_SECONDS = 60.0


def address_of(url: str) -> tuple[str, int]:
    """The host and the port of a server's URL. Raises UsageError for what is none.

    >>> address_of("http://127.0.0.1:8700")
    ('127.0.0.1', 8700)
    """
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port or 80
    except ValueError:
        host, port = None, 0
    if host is None or parts.scheme != "http":
        raise UsageError(f'"{url}" is no URL of a server: write http://HOST:PORT')
    return host, port


class Wire:
    """Requests of the server at a URL. Raises UsageError for what is no URL."""

    def __init__(self, url: str) -> None:
        host, port = address_of(url)
        self.url = url
        self._connection = http.client.HTTPConnection(host, port, timeout=READ_SECONDS)

    def request(self, method: str, target: str, body: JSON = None, token: str | None = None) -> Response:
        """Make a request. Raises HostBroke where nobody answers."""
        headers = {"accept": "application/json"}
        if token is not None:
            headers["authorization"] = f"Bearer {token}"
        data = None
        if body is not None:
            data, headers["content-type"] = orjson.dumps(body), "application/json"
        try:
            self._connection.request(method, target, data, headers)
            answer = self._connection.getresponse()
            text = answer.read()
        except (OSError, http.client.HTTPException) as error:
            self._connection.close()
            raise HostBroke(f"{self.url} does not answer: {error or type(error).__name__}") from None
        try:
            return Response(answer.status, answered(orjson.loads(text), f"{method} {target}"))
        except orjson.JSONDecodeError:
            return Response(answer.status)

    def close(self) -> None:
        """End the connection."""
        self._connection.close()
