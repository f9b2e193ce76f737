"""SVG text as PNG bytes, by resvg: an optional part (`pip install "hawthorne[png]"`)."""

from __future__ import annotations

import importlib

from hawthorne.core.errors import UsageError

EXTRA = "png"


def rasterized(svg: str, zoom: int = 2) -> bytes:
    """The picture in pixels, `zoom` for each of the SVG's. Raises UsageError where the extra is not installed."""
    try:
        resvg = importlib.import_module("resvg_py")
    except ImportError:
        raise UsageError(
            f'a PNG needs resvg, which is not installed: pip install "hawthorne[{EXTRA}]", or draw an .svg'
        ) from None
    return bytes(resvg.svg_to_bytes(svg_string=svg, zoom=zoom))
