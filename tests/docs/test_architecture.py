"""The page of the architecture tells of every room, at the level that the linter holds it to."""

from __future__ import annotations

import re
import tomllib

import pages

PAGE = pages.REPOSITORY / "ARCHITECTURE.md"
PROJECT = pages.REPOSITORY / "pyproject.toml"


def test_the_rooms_stand_at_their_levels():
    contract = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"][0]
    held = {
        room: level for level, layer in enumerate(reversed(contract["layers"])) for room in re.findall(r"\w+", layer)
    }
    told = {}
    for level, names in re.findall(r"^\| (\d) \| ([^|]+) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE):
        told |= {room: int(level) for room in re.findall(r"`(\w+)`", names)}
    assert told == held
