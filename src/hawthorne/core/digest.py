"""SHA-256 digests of bytes and of values."""

from __future__ import annotations

import hashlib

from hawthorne.core.values import JSON, canonical


def of_bytes(data: bytes) -> str:
    """`sha256:<64 hex>` of raw bytes.

    >>> of_bytes(b"")[:15]
    'sha256:e3b0c442'
    """
    return "sha256:" + hashlib.sha256(data).hexdigest()


def of_value(value: JSON) -> str:
    """The digest of a value's canonical text, so the order of keys does not count.

    >>> of_value({"a": 1, "b": 2}) == of_value({"b": 2.0, "a": 1})
    True
    """
    return of_bytes(canonical(value).encode("utf-8"))
