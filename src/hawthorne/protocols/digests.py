"""The digest of a protocol."""

from __future__ import annotations

from collections.abc import Mapping

from hawthorne.core import digest
from hawthorne.core.values import JSON


def digest_of(data: Mapping[str, JSON]) -> str:
    """The digest of a protocol's JSON form, 64 hexadecimal digits. What a release says of itself is no part of it, so
    that a protocol whose text was put back has the original's.

    >>> digest_of({"id": "a", "projection": None}) == digest_of({"id": "a"})
    True
    """
    return digest.of_value({key: value for key, value in data.items() if key != "projection"}).removeprefix("sha256:")
