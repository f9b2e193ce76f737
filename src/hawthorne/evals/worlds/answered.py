"""Answers of a harness that may be anybody's: what is looked for in one and is not there is named, with the request."""

from __future__ import annotations

from typing import Any

from hawthorne.core.values import JSON
from hawthorne.evals.worlds.host import HostBroke


class Answered(dict[str, Any]):
    """An object of an answer. A member that it lacks is no mistake of whoever looks for it, but of whoever answered."""

    __slots__ = ("request",)

    def __init__(self, members: dict[str, JSON], request: str) -> None:
        super().__init__(members)
        self.request = request

    def __missing__(self, name: str) -> JSON:
        has = ", ".join(self) or "nothing"
        raise HostBroke(f'{self.request} is answered without "{name}" where it is looked for (there is {has})')


def answered(value: JSON, request: str) -> JSON:
    """An answer of which every object is one that names what it lacks.

    >>> answered({"bots": [{"id": "b"}]}, "GET /api/bots")["bots"][0]["name"]
    Traceback (most recent call last):
    ...
    hawthorne.evals.worlds.host.HostBroke: GET /api/bots is answered without "name" where it is looked for (there is id)
    """
    if isinstance(value, dict):
        return Answered({name: answered(member, request) for name, member in value.items()}, request)
    return [answered(item, request) for item in value] if isinstance(value, list) else value
