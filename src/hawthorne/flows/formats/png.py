"""PNG pictures that carry a study: one `iTXt` chunk with the keyword `studyflow`, right before the end.

The chunk's layout is PNG's (RFC 2083 and its extension for international text): keyword, NUL, compression flag 0,
compression method 0, language and translated keyword, both empty and each ended by NUL, then the text in UTF-8.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from typing import NamedTuple

from hawthorne.core.errors import Finding, InvalidDocument, Severity
from hawthorne.core.place import Place

SIGNATURE = b"\x89PNG\r\n\x1a\n"
KEYWORD = b"studyflow"
TEXTS = (b"iTXt", b"tEXt", b"zTXt")
LARGEST = 64_000_000
"""How many bytes a study's chunk may hold."""


class Chunk(NamedTuple):
    """A chunk of a picture; `whole` says whether its bytes are all there, `sound` whether its check sum fits."""

    kind: bytes
    data: bytes
    whole: bool
    sound: bool


class Embedded(NamedTuple):
    """The bytes of an embedded study, None where there are none, and what is wrong with the picture."""

    data: bytes | None
    findings: tuple[Finding, ...]


def is_png(data: bytes) -> bool:
    """Whether bytes begin as a PNG picture does."""
    return data.startswith(SIGNATURE[:4])


def chunks(data: bytes) -> Iterator[Chunk]:
    """The chunks of a picture, up to its end or to where it is cut off."""
    at = len(SIGNATURE)
    while at < len(data):
        if at + 8 > len(data):
            yield Chunk(b"", b"", False, False)
            return
        size, kind = struct.unpack_from(">I4s", data, at)
        body = data[at + 8 : at + 8 + size]
        check = data[at + 8 + size : at + 12 + size]
        whole = len(body) == size and len(check) == 4
        yield Chunk(kind, body, whole, whole and zlib.crc32(kind + body) == int.from_bytes(check, "big"))
        if not whole or kind == b"IEND":
            return
        at += 12 + size


def embedded(data: bytes, name: str | None = None) -> Embedded:
    """The study that a picture carries. What is wrong is a finding, never an exception."""
    found: bytes | None = None
    findings: list[Finding] = []
    seen: set[bytes] = set()

    def find(severity: Severity, message: str, fix: str) -> None:
        findings.append(Finding(severity, "picture", message, fix, Place(name, 1, 1)))

    if not data.startswith(SIGNATURE):
        find("error", "the picture's first bytes are damaged", "take the file from where it came from once more")
        return Embedded(None, tuple(findings))
    other = ""
    for chunk in chunks(data):
        seen.add(chunk.kind)
        ours = chunk.kind in TEXTS and chunk.data.startswith(KEYWORD + b"\0") and found is None
        if not chunk.whole:
            if ours:
                find(
                    "error",
                    "the picture is cut off inside its study",
                    "take the file once more from where it came from",
                )
                return Embedded(None, tuple(findings))
            continue
        if ours and chunk.kind == b"iTXt":
            if not chunk.sound:
                find("error", "the check sum of the embedded study is wrong: the picture is damaged",
                     "take the file once more from where it came from")  # fmt: skip
                return Embedded(None, tuple(findings))
            text, other = _text(chunk.data)
            found = text
        elif ours:
            other = f"the study stands in a {chunk.kind.decode('ascii')} chunk, which is not read"
        elif not chunk.sound:
            kind = chunk.kind.decode("ascii", "replace")
            find("warning", f"the check sum of the picture's {kind} chunk is wrong", "draw the picture anew")
    if b"IEND" not in seen:
        severity: Severity = "warning" if found is not None else "error"
        find(severity, "the picture is cut off", "take the file once more from where it came from")
    elif found is None:
        find(
            "error", other or "no study is embedded in this picture", "write it with `hawthorne convert STUDY OUT.png`"
        )
    elif len(found) > LARGEST:
        find("error", f"the embedded study holds more than {LARGEST:,} bytes", "a study is smaller")
        return Embedded(None, tuple(findings))
    return Embedded(found, tuple(findings))


def _text(data: bytes) -> tuple[bytes | None, str]:
    """The text of an `iTXt` chunk, or why there is none."""
    rest = data[len(KEYWORD) + 1 :]
    if len(rest) < 4:
        return None, "the embedded study is empty"
    if rest[0] != 0:
        return None, "the embedded study is compressed, which is not read"
    parts = rest[2:].split(b"\0", 2)
    return (parts[2], "") if len(parts) == 3 else (None, "the chunk of the embedded study is damaged")


def embed(picture: bytes, text: str, name: str | None = None) -> bytes:
    """A picture with a study in it, in place of any that it carried.

    Raises InvalidDocument for what is no whole picture.

    >>> embedded(embed(blank(2, 2), "a: 1")).data
    b'a: 1'
    """
    found = list(chunks(picture)) if picture.startswith(SIGNATURE) else []
    if not found or found[-1].kind != b"IEND" or not all(chunk.whole for chunk in found):
        message = "this is no whole PNG picture"
        raise InvalidDocument([Finding("error", "picture", message, "give a picture that opens", Place(name))])
    kept = [chunk for chunk in found[:-1] if not (chunk.kind in TEXTS and chunk.data.split(b"\0", 1)[0] == KEYWORD)]
    data = KEYWORD + b"\0\0\0\0\0" + text.encode("utf-8")
    return SIGNATURE + b"".join(
        _chunk(kind, body) for kind, body in (*((c.kind, c.data) for c in kept), (b"iTXt", data), (b"IEND", b""))
    )


def blank(width: int, height: int, rows: bytes | None = None) -> bytes:
    """A picture in shades of grey; `rows` has a byte for each pixel, white where there is none."""
    rows = rows if rows is not None else b"\xff" * (width * height)
    lines = b"".join(b"\0" + rows[y * width : (y + 1) * width] for y in range(height))
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(lines, 9)), (b"IEND", b""))
    return SIGNATURE + b"".join(_chunk(kind, body) for kind, body in parts)


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
