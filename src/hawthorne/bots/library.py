"""The library of skills: imported texts that a reviewer approves and that are assigned to bots one by one.

An entry is enabled when it is approved and its bytes are still those that were approved. A bot sees a line for a skill
(name, description, path) in its next system prompt when the feature is on, the skill is assigned to it, and enabled.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from hawthorne.bots.rules.prompts import PromptRules
from hawthorne.core import digest
from hawthorne.core.errors import did_you_mean
from hawthorne.core.values import JSON

NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
MOST_NAME = 64
MOST_BYTES = 64 * 1024
FEATURE = "skillsLibrary"
"""The switch under `features` in the configuration."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A skill of the library: `text` as stored, `sha256` as imported, `state` approved or disabled."""

    KIND: ClassVar[str] = "library"
    INSIDE: ClassVar[frozenset[str]] = frozenset()

    name: str
    description: str
    text: str
    sha256: str
    state: str
    source: str = ""
    at: float = 0.0

    @property
    def id(self) -> str:
        return self.name

    @property
    def path(self) -> str:
        """Where a bot would read it."""
        return f"skills-library/skills/{self.name}/SKILL.md"

    def as_json(self) -> dict[str, JSON]:
        """The entry of the library's index."""
        return {
            "name": self.name,
            "description": self.description,
            "source": self.source,
            "sha256": self.sha256,
            "importedAt": self.at,
            "reviewState": self.state,
            "warnings": [],
            "skippedFiles": [],
        }


class Refused(NamedTuple):
    """Why a request is not carried out: an HTTP status and a sentence."""

    status: int
    why: str


def front_matter(text: str) -> dict[str, str]:
    """The plain `key: value` lines between the first two lines of three dashes; empty where there are none.

    >>> front_matter("---\\nname: triage\\ndescription: Sort first.\\n---\\nBody")
    {'name': 'triage', 'description': 'Sort first.'}
    """
    lines = text.splitlines()
    if not lines or lines[0].rstrip() != "---" or "---" not in (line.rstrip() for line in lines[1:]):
        return {}
    end = next(i for i, line in enumerate(lines[1:], 1) if line.rstrip() == "---")
    pairs = (line.partition(":") for line in lines[1:end] if ":" in line and not line.startswith((" ", "\t", "#")))
    return {key.strip(): value.strip().strip("\"'") for key, _, value in pairs}


def install(
    known: Mapping[str, Entry], name: str, text: str, source: str = "", approved: bool = False, at: float = 0.0
) -> Entry | Refused:
    """Import a skill's text. The same bytes again are the same import; other bytes under its name are refused.

    >>> install({}, "triage", "---\\nname: sort\\n---\\n")
    Refused(status=400, why='the front matter names "sort", not "triage"')
    """
    if not NAME.fullmatch(name) or len(name) > MOST_NAME:
        return Refused(
            400,
            f'the name "{name[:MOST_NAME]}" is not in lower case with single dashes, {MOST_NAME} characters at most',
        )
    size = len(text.encode("utf-8", "surrogatepass"))
    if size > MOST_BYTES:
        return Refused(413, f"the skill has {size} bytes; {MOST_BYTES} is the most")
    front = front_matter(text)
    if front.get("name") != name:
        return Refused(400, f'the front matter names "{front.get("name", "")}", not "{name}"')
    sha256 = digest.of_bytes(text.encode("utf-8", "surrogatepass"))
    if name in known:
        if known[name].sha256 != sha256:
            return Refused(409, f'another skill is in the library under the name "{name}"')
        return known[name]
    state = "approved" if approved else "disabled"
    return Entry(name, front.get("description", ""), text, sha256, state, source, at)


def assign(known: Iterable[str], names: JSON) -> tuple[str, ...] | Refused:
    """The list that replaces a bot's assignments; each name must be in the library.

    >>> assign(["triage"], ["triag"])
    Refused(status=400, why='no skill "triag" in the library: did you mean "triage"?')
    """
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        return Refused(400, "skills must be a list of names")
    known = list(known)
    for name in names:
        if name not in known:
            return Refused(400, f'no skill "{name}" in the library: {did_you_mean(name, known)}'.rstrip(": "))
    return tuple(dict.fromkeys(names))


# --- what a bot sees ----------------------------------------------------------------------------------------------


class Reader(NamedTuple):
    """A bot as the library sees it: whether the feature is on, and what is assigned to it."""

    feature: bool
    assigned: tuple[str, ...] = ()


TESTS: Mapping[str, Callable[[Entry, Reader], bool]] = {
    "feature": lambda entry, reader: reader.feature,
    "assigned": lambda entry, reader: entry.name in reader.assigned,
    "approved": lambda entry, reader: entry.state == "approved",
    "unchanged": lambda entry, reader: digest.of_bytes(entry.text.encode("utf-8", "surrogatepass")) == entry.sha256,
}


def visible(entries: Iterable[Entry], reader: Reader, rules: PromptRules) -> tuple[Entry, ...]:
    """The entries that a bot sees, by name."""
    seen = (entry for entry in entries if all(TESTS[row](entry, reader) for row in rules.sight))
    return tuple(sorted(seen, key=lambda entry: entry.name))


def section(seen: Iterable[Entry]) -> str:
    """The section of the prompt: a line for each entry."""
    return "\n".join(f"- {entry.name}: {' '.join(entry.description.split())} ({entry.path})" for entry in seen)
