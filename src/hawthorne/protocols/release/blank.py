"""Files that stand in for withheld ones: a picture of the same size in one colour, a recording of silence."""

from __future__ import annotations

import struct
import zlib

SIGNATURE = b"\x89PNG\r\n\x1a\n"
GREY = 0xB0
LARGEST = 10_000
"""The most pixels of a side: a declared size must not fill the disk."""


def png(width: int, height: int, grey: int = GREY) -> bytes:
    """A PNG of `width` x `height` pixels in one grey (8 bits, PNG specification, third edition).

    >>> size_of(png(3, 2))
    (3, 2)
    """
    width, height = (max(1, min(side, LARGEST)) for side in (width, height))
    row = b"\x00" + bytes([grey]) * width  # filter 0, then the pixels
    packed = zlib.compress(row * height, 9)
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return SIGNATURE + _chunk(b"IHDR", header) + _chunk(b"IDAT", packed) + _chunk(b"IEND", b"")


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def wav() -> bytes:
    """A WAV file of no samples: one channel, 8 kHz, 8 bits."""
    form = struct.pack("<4sIHHIIHH", b"fmt ", 16, 1, 1, 8000, 8000, 1, 8)
    return b"RIFF" + struct.pack("<I", 4 + len(form) + 8) + b"WAVE" + form + b"data" + struct.pack("<I", 0)


def size_of(data: bytes) -> tuple[int, int] | None:
    """The width and height of a PNG, a GIF or a JPEG; None of anything else."""
    if data.startswith(SIGNATURE):
        width, height = struct.unpack(">II", data[16:24])
        return width, height
    if data[:4] == b"GIF8" and len(data) >= 10:
        width, height = struct.unpack("<HH", data[6:10])
        return width, height
    return _jpeg_size(data) if data[:2] == b"\xff\xd8" else None


def _jpeg_size(data: bytes) -> tuple[int, int] | None:
    """From the frame header (marker SOF0 ... SOF15 but DHT, JPG and DAC; ISO/IEC 10918-1, B.2.2)."""
    at = 2
    while at + 9 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        (length,) = struct.unpack(">H", data[at + 2 : at + 4])
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return width, height
        at += 2 + length
    return None
