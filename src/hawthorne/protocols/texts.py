"""The texts of a protocol that participants see: where each stands, where it comes from, and how far it may go.

The walk is over the document's JSON form, so that a release can put placeholders where it found the texts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from hawthorne.core.values import JSON
from hawthorne.lang.jsontext import pointer

Path = tuple[str | int, ...]

TIERS = ("open", "attributed", "withheld", "local")
"""From the loosest to the strictest."""

OURS = ("own", "reported", "derived")
"""Labels of texts that are the authors' own words, whatever the source's tier: those ship."""

SHOWN = frozenset({"text", "prompt", "alt", "unit_label", "anchors", "end_labels", "message", "public_feedback"})
"""Keys whose texts (or lists and objects of texts) participants see."""

HOLDING = frozenset({"options", "rows", "keys", "scale"})
"""Keys whose objects hold such keys; a text directly in one of their lists is shown too."""

LABELS = frozenset({"options", "keys", "anchors", "end_labels", "unit_label", "scale"})
"""Keys under which texts are labels, which are short as a rule."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A text that participants see.

    `owner` is the path of the part that has its cite, `at` the path from there, `id` a name for reports
    (`s1.pg1.q1`, `sure.options.yes`); `kind` is `item`, `prompt`, `label`, `row`, `alt`, `level`, `event` or
    `message`; `cite` is the resolved cite ({} where there is none) and `tier` the effective tier.
    """

    text: str
    owner: Path
    at: Path
    id: str
    kind: str
    cite: Mapping[str, Any] = field(default_factory=dict)
    tier: str = "open"
    role: str = ""

    @property
    def path(self) -> Path:
        return self.owner + self.at

    @property
    def pointer(self) -> str:
        return pointer(self.path)

    @property
    def source(self) -> str:
        return str(self.cite.get("source", ""))

    @property
    def label(self) -> str:
        return str(self.cite.get("label", ""))


def shown(data: Mapping[str, JSON]) -> list[Shown]:
    """Every text of a protocol that participants see, in the order of the document."""
    return [text for part in parts(data) for text in _texts(data, part)]


@dataclass(frozen=True, slots=True)
class Cited:
    """A part of the protocol that holds texts for participants: its path, its name for reports, its JSON object, and
    the part around it whose cite holds where it has none."""

    path: Path
    id: str
    value: Mapping[str, Any]
    around: Mapping[str, Any] | None = None

    def text_id(self, at: Path) -> str:
        """The name of one of its texts for reports: ids instead of indexes, without the final `text`."""
        words = [self.id]
        here: Any = self.value
        for step in at:
            here = here[step]
            word = here["id"] if isinstance(step, int) and isinstance(here, dict) and "id" in here else step
            words.append(str(word))
        return ".".join(words[:-1] if words[-1] == "text" else words)


def parts(data: Mapping[str, JSON]) -> Iterator[Cited]:
    """The parts that hold texts for participants."""
    for key in ("assets", "factors", "responses"):
        for i, part in enumerate(data.get(key, ())):
            yield Cited((key, i), str(part.get("id", i)), part)
    for i, stage in enumerate(data.get("stages", ())):
        for j, page in enumerate(stage.get("pages", ())):
            at: Path = ("stages", i, "pages", j)
            name = f"{stage.get('id', i)}.{page.get('id', j)}"
            for k, item in enumerate(page.get("items", ())):
                yield Cited((*at, "items", k), f"{name}.{item.get('id', k)}", item, stage)
            for k, constraint in enumerate(page.get("constraints", ())):
                yield Cited((*at, "constraints", k), f"{name}.constraints.{k}", constraint, stage)
    yield from _nodes(data.get("flow"), ("flow",))


def _nodes(value: JSON, path: Path) -> Iterator[Cited]:
    """The nodes of the flow that say something to participants."""
    if isinstance(value, dict):
        for key in ("reveal", "check"):
            if isinstance(value.get(key), dict):
                yield Cited((*path, key), ".".join(map(str, (*path, key))), value[key], value)
        for key, inner in value.items():
            yield from _nodes(inner, (*path, key))
    elif isinstance(value, list):
        for i, inner in enumerate(value):
            yield from _nodes(inner, (*path, i))


def _texts(data: Mapping[str, JSON], part: Cited) -> Iterator[Shown]:
    cite = cite_of(data, part.value) or (cite_of(data, part.around) if part.around else {})
    tier = tier_of(data, part.value, cite)
    for at, text in _strings(part.value, ()):
        role = str(part.value.get("role", ""))
        yield Shown(text, part.path, at, part.text_id(at), _kind(part, at), cite, tier, role)


def _strings(value: JSON, at: Path, held: bool = False) -> Iterator[tuple[Path, str]]:
    """The texts of a part: all under a key of `SHOWN`, and those directly in a list under a key of `HOLDING`."""
    if isinstance(value, str):
        if value.strip() and at:
            yield at, value
    elif isinstance(value, list):
        for i, inner in enumerate(value):
            yield from _strings(inner, (*at, i))
    elif isinstance(value, dict):
        for key, inner in value.items():
            if held or key in SHOWN:
                yield from _strings(inner, (*at, key), held=True)
            elif key in HOLDING and isinstance(inner, (list, dict)):
                yield from _strings(inner, (*at, key))


def _kind(part: Cited, at: Path) -> str:
    first = part.path[0]
    if any(step in LABELS for step in at):
        return "label"
    if "rows" in at:
        return "row"
    if at[-1] == "alt":
        return "alt"
    if at[-1] == "message":
        return "message"
    return {"factors": "level", "responses": "prompt", "flow": "event"}.get(str(first), "item")


def cite_of(data: Mapping[str, JSON], part: Mapping[str, Any]) -> Mapping[str, Any]:
    """A part's cite; a name stands for one of the protocol's `cites`. {} where there is none."""
    cite = part.get("cite")
    if isinstance(cite, str):
        cite = data.get("cites", {}).get(cite)
    return cite if isinstance(cite, dict) else {}


def tier_of(data: Mapping[str, JSON], part: Mapping[str, Any], cite: Mapping[str, Any]) -> str:
    """The effective tier of a part: the stricter one of its own and of the source that it was taken over from word
    for word. The authors' own words are theirs, whatever they cite."""
    tiers = [part.get("tier") or "open"]
    if cite and cite.get("label") not in OURS:
        tiers += [
            each.get("tier") or "open" for each in data.get("sources", ()) if each.get("id") == cite.get("source")
        ]
    return strictest(tiers)


def strictest(tiers: Sequence[str]) -> str:
    """The strictest of some tiers.

    >>> strictest(["open", "withheld"])
    'withheld'
    """
    return max(tiers, key=lambda tier: TIERS.index(tier) if tier in TIERS else 0)


def at(data: JSON, path: Sequence[str | int]) -> Any:
    """The part of a value at a path."""
    for step in path:
        data = data[step]
    return data
