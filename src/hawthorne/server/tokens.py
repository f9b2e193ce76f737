"""Tokens: what a bearer shows, and which capability of the harness it stands for. The harness knows no secrets."""

from __future__ import annotations

import secrets

UNKNOWN = "?"
"""What the harness is told of a token that stands for nothing: no capability is called so."""


class Tokens:
    """Random tokens for capabilities. They live as long as the process: a restart ends every turn and its
    capabilities."""

    def __init__(self) -> None:
        self._by_capability: dict[str, str] = {}
        self._by_token: dict[str, str] = {}

    def mint(self, capability: str) -> str:
        """The token of a capability, the same each time."""
        if capability not in self._by_capability:
            token = secrets.token_urlsafe(24)
            self._by_capability[capability] = token
            self._by_token[token] = capability
        return self._by_capability[capability]

    def capability(self, token: str | None) -> str | None:
        """The capability that a token stands for; None where none is shown."""
        return None if token is None else self._by_token.get(token, UNKNOWN)
