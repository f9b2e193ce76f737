"""A withheld text in pieces: its placeholders, and what is told of each piece so that it can be found again.

Pipes (`{{...}}`) stay as they are and divide a text into pieces. A piece that is nothing in the normal form (white
space, a bullet) stays too. Every other piece becomes as many `░` as it has code points, with its line breaks where
they were.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from hawthorne.core.values import JSON, canonical
from hawthorne.protocols.release.rolling import rolled
from hawthorne.protocols.squash import DASH, PROFILE, Difference, differences, restored, squash

FILL = "░"
PIPE = re.compile(r"(\{\{.*?\}\})", re.DOTALL)
_NOT_BREAKS = re.compile(r"[^\n\r]")


def divided(text: str) -> list[str]:
    """A text as pieces and pipes, in turn: pieces at even places (possibly empty), pipes at odd ones.

    >>> divided("You sent {{resp.sent}} of it.")
    ['You sent ', '{{resp.sent}}', ' of it.']
    """
    return PIPE.split(text)


def pieces(text: str) -> list[str]:
    """The pieces of a text that a placeholder stands for.

    >>> pieces("{{a}} {{b}}: yes")
    [': yes']
    """
    return [piece for piece in divided(text)[::2] if squash(piece)]


def placeholder(text: str) -> str:
    """The text with placeholders for its pieces.

    >>> placeholder("Hi {{draw.name}}!")
    '░░░{{draw.name}}░'
    """
    parts = divided(text)
    return "".join(part if i % 2 or not squash(part) else _NOT_BREAKS.sub(FILL, part) for i, part in enumerate(parts))


def is_placeholder(text: str) -> bool:
    """Whether nothing of a text is left but placeholders (at least one), pipes, and what stays beside them."""
    left = squash("".join(divided(text)[::2]))
    return bool(left) and not left.replace(FILL, "")


def filled(text: str, found: Sequence[str | None]) -> str:
    """A text with its placeholders replaced by what was found for each, in order; None leaves one as it is.

    >>> filled("░░░{{draw.name}}░", ["Hi ", None])
    'Hi {{draw.name}}░'
    """
    rest = iter(found)
    parts = [(next(rest) or part) if not i % 2 and FILL in part else part for i, part in enumerate(divided(text))]
    return "".join(parts)


def told(piece: str, at: str, number: int, locator: Mapping[str, Any]) -> dict[str, JSON]:
    """What is told of a withheld piece: lengths, digests, where it stands, and its sealed spacing and typography."""
    form = squash(piece)
    bare = form.replace(DASH, "")
    return {
        "at": at, "piece": number, "len": len(piece), "sha256": digest(piece), "squash_len": len(form),
        "squash_sha256": digest(form), "roll_len": len(bare), "roll": rolled(bare), "locator": dict(locator),
        "profile": PROFILE, "layout": sealed(form, differences(piece)),
    }  # fmt: skip


def told_locally(piece: str, at: str, number: int) -> dict[str, JSON]:
    """What is told of a local piece: that it is there, and how long it is."""
    return {"at": at, "piece": number, "len": len(piece)}


def digest(text: str) -> str:
    """SHA-256 of a text's UTF-8 bytes, in hexadecimal digits."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def sealed(form: str, found: Sequence[Difference]) -> str:
    """The spacing and typography of a piece, readable only to those who have its letters.

    Word lengths identify a text, so they are not told in the open: the list of differences is mixed with a key stream
    (SHAKE-256) made of the normal form itself. Whoever finds the letters in their own copy of the source, however it
    is broken into lines, gets the very text back.
    """
    steps, end = [], 0
    for at, count, raw in found:
        steps.append(at - end if (count, raw) == (0, " ") else [at - end, count, raw])
        end = at + count
    return base64.b64encode(_mixed(canonical(steps).encode("utf-8", "surrogatepass"), form)).decode("ascii")


def unsealed(form: str, layout: str) -> str | None:
    """The text of a normal form and its sealed layout; None where they do not belong together.

    >>> unsealed("afix", sealed("afix", differences("a ﬁx")))
    'a ﬁx'
    >>> unsealed("xxxx", sealed("afix", differences("a ﬁx"))) is None
    True
    """
    try:
        steps = json.loads(_mixed(base64.b64decode(layout, validate=True), form).decode("utf-8", "surrogatepass"))
        found, end = [], 0
        for step in steps:
            skip, count, raw = (step, 0, " ") if isinstance(step, int) else step
            found.append(Difference(end + skip, count, raw))
            end += skip + count
        return restored(form, found)
    except (ValueError, TypeError):
        return None


def _mixed(data: bytes, form: str) -> bytes:
    key = b"hawthorne layout 1\n" + form.encode("utf-8", "surrogatepass")
    stream = hashlib.shake_256(key).digest(len(data))
    return bytes(a ^ b for a, b in zip(data, stream, strict=True))
