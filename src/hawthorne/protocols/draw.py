"""The flow of a protocol as a picture: stages from top to bottom, ways and roles side by side, frames around loops."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil
from typing import Any

from hawthorne.lang import letters
from hawthorne.protocols.model.flow import (
    BranchNode,
    CheckNode,
    EndNode,
    LoopNode,
    OverDraw,
    OverTimes,
    ParallelNode,
    RevealNode,
    SequenceNode,
    ShuffleNode,
    StageNode,
    SyncNode,
)
from hawthorne.protocols.model.protocol import Protocol

GAP, PAD, LINE, LEAST = 26.0, 14.0, 18.0, 120.0
LETTERS = 13.0
"""The size of the letters, in the picture's units."""
SLACK = 1.12
"""How much wider than Helvetica's the letters of another font may be (those of DejaVu Sans are)."""
MOST, TITLE = 44, 60
"""How many letters of a line, and of a frame's title, are shown at most; those of Chinese or Japanese count twice."""

STYLE = (
    "text{font:13px system-ui,'DejaVu Sans',sans-serif;fill:#1c2430}.soft{fill:#5b6675;font-size:12px}"
    ".stage{fill:#e8f1fb;stroke:#0b5cad}.frame{fill:none;stroke:#8a97a8;stroke-dasharray:5 4}"
    ".wait{fill:#fdf3dd;stroke:#b7791f}.check{fill:#f3e9f7;stroke:#7b3fa0}.end{fill:#f5f7fa;stroke:#1c2430;"
    "stroke-width:2}.arrow{stroke:#5b6675;fill:none;marker-end:url(#head)}"
)


@dataclass(frozen=True, slots=True)
class Block:
    """A drawn part: its size, and its parts of SVG relative to its corner."""

    width: float
    height: float
    parts: tuple[str, ...]

    def at(self, x: float, y: float) -> str:
        return f'<g transform="translate({x:g} {y:g})">{"".join(self.parts)}</g>'


def flow_svg(protocol: Protocol) -> str:
    """The picture as the text of an SVG file."""
    whole = _block(protocol.flow, _screens(protocol))
    width, height = whole.width + 2 * PAD, whole.height + 2 * PAD
    head = '<marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" '
        f'height="{height:g}" role="img" aria-label="The flow of {escape(protocol.title, quote=True)}">'
        f'<style>{STYLE}</style><defs>{head}<path d="M0 0 8 4 0 8z" fill="#5b6675"/></marker></defs>'
        f"{whole.at(PAD, PAD)}</svg>\n"
    )


def _screens(protocol: Protocol) -> dict[str, str]:
    """What a stage's box says below its id."""
    said = {}
    for stage in protocol.stages:
        answers = sum(len(page.responses) for page in stage.pages)
        pages = len(stage.pages)
        parts = [f"{pages} page{'s' * (pages != 1)}"] if pages else [f"instrument {stage.instrument}"]
        said[stage.id] = ", ".join([*parts, f"{answers} response{'s' * (answers != 1)}"] if pages else parts)
    return said


def _block(node: Any, screens: dict[str, str]) -> Block:
    if isinstance(node, StageNode):
        return _box("stage", node.stage, [screens.get(node.stage, "")])
    if isinstance(node, SequenceNode):
        return _down([_block(each, screens) for each in node.sequence])
    if isinstance(node, ShuffleNode):
        take = f"{node.take} of these, " if node.take else ""
        order = f"in the order of {node.by}" if node.by else "in random order"
        return _frame(take + order, _across([_block(each, screens) for each in node.shuffle]))
    if isinstance(node, BranchNode):
        ways = [_titled(f"if {way.when}", _block(way.do, screens)) for way in node.branch]
        other = _block(node.else_, screens) if node.else_ is not None else _box("end", "goes on", [])
        return _frame("the first that holds", _across([*ways, _titled("else", other)]))
    if isinstance(node, LoopNode):
        return _frame(_loop(node), _block(node.loop.do, screens))
    if isinstance(node, ParallelNode):
        return _frame(
            "at the same time",
            _across([_frame(role, _block(each, screens)) for role, each in node.parallel.roles.items()]),
        )
    return _leaf(node)


def _leaf(node: Any) -> Block:
    if isinstance(node, SyncNode):
        return _box("wait", f"wait: {node.sync.id}", [f"for {need}" for need in node.sync.needs])
    if isinstance(node, RevealNode):
        return _box("wait", f"tell {node.reveal.to}", [_short(node.reveal.text)])
    if isinstance(node, CheckNode):
        return _box("check", f"check {node.check.response}", [node.check.pass_, f"else {node.check.on_fail}"])
    assert isinstance(node, EndNode), f"not a node: {node!r}"
    return _box("end", f"end: {node.end.code}", [f"shows {node.end.stage}"] if node.end.stage else [])


def _loop(node: LoopNode) -> str:
    over = node.loop.over
    if isinstance(over, OverTimes):
        said = f"{over.times} times"
    elif isinstance(over, OverDraw):
        said = f"for each of draw.{over.draw}"
    else:
        said = f"for each of {len(over)}"
    order = "" if node.loop.order == "fixed" else f", {node.loop.order} order"
    until = f", until {node.loop.until}" if node.loop.until else ""
    return f"{node.loop.id}: {said}{order}{until}"


def _short(text: str, most: int = MOST) -> str:
    """The text, or as much of its beginning as is shown.

    >>> _short("one two", 5), _short("一二三四", 5)
    ('one …', '一二…')
    """
    room = most
    for at, letter in enumerate(text):
        room -= 2 if letters.is_wide(letter) else 1
        if room < 0 or (room == 0 and at + 1 < len(text)):
            return text[:at] + "…"
    return text


def _wide(lines: Iterable[str]) -> float:
    return max([LEAST, *(_span(line) + 2 * PAD for line in lines)])


def _span(line: str) -> float:
    """How wide a line is, on a whole number."""
    return float(ceil(letters.width(line, LETTERS) * SLACK))


def _box(style: str, title: str, lines: Sequence[str]) -> Block:
    whole = [line for line in (title, *lines) if line]
    title, *lines = map(_short, whole)
    width, height = _wide([title, *lines]), LINE * (1 + len(lines)) + 14
    words = [f'<text x="{width / 2:g}" y="22" text-anchor="middle">{escape(title)}</text>']
    for i, line in enumerate(lines):
        y = 22 + LINE * (i + 1)
        words.append(f'<text class="soft" x="{width / 2:g}" y="{y:g}" text-anchor="middle">{escape(line)}</text>')
    hint = f"<title>{escape(chr(10).join(whole))}</title>" if [title, *lines] != whole else ""
    return Block(width, height, (hint, f'<rect class="{style}" width="{width:g}" height="{height:g}" rx="7"/>', *words))


def _titled(title: str, block: Block) -> Block:
    title = _short(title)
    width = max(block.width, _span(title))
    words = f'<text class="soft" x="{width / 2:g}" y="13" text-anchor="middle">{escape(title)}</text>'
    return Block(width, block.height + LINE + 4, (words, block.at((width - block.width) / 2, LINE + 4)))


def _frame(title: str, block: Block) -> Block:
    title = _short(title, TITLE)
    width = max(block.width, _span(title)) + 2 * PAD
    height = block.height + LINE + 2 * PAD
    frame = f'<rect class="frame" width="{width:g}" height="{height:g}" rx="9"/>'
    words = f'<text class="soft" x="{PAD:g}" y="{LINE:g}">{escape(title)}</text>'
    return Block(width, height, (frame, words, block.at((width - block.width) / 2, LINE + PAD)))


def _down(blocks: Sequence[Block]) -> Block:
    if not blocks:
        return _box("end", "nothing", [])
    width, y = max(block.width for block in blocks), 0.0
    parts = []
    for i, block in enumerate(blocks):
        if i:
            parts.append(f'<path class="arrow" d="M{width / 2:g} {y - GAP:g}V{y - 1:g}"/>')
        parts.append(block.at((width - block.width) / 2, y))
        y += block.height + GAP
    return Block(width, y - GAP, tuple(parts))


def _across(blocks: Sequence[Block]) -> Block:
    if not blocks:
        return _box("end", "nothing", [])
    height, x = max(block.height for block in blocks), 0.0
    parts = []
    for block in blocks:
        parts.append(block.at(x, 0))
        x += block.width + GAP
    return Block(x - GAP, height, tuple(parts))
