"""Reading a timeline: its entries in the order of play, as pages and blocks.

`Timelines.<name>.Blocks` lists entries. An entry is classified by the first key it has of `Instructions`, `Blocks`,
`Name`, `WaitMessage` and `Timeline`: a page, a group, a block, a page, or another timeline's entries in its place.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hawthorne.core.errors import did_you_mean, nearest
from hawthorne.instruments.refusals import Refusals, join, shown

ENTRY_KEYS = ("Instructions", "Blocks", "Name", "WaitMessage", "Timeline")
GROUP_KEYS = frozenset({"Blocks", "Name", "Description"})


@dataclass(frozen=True, slots=True)
class PageEntry:
    """A page; `again` says that it is shown again before a failed block that it stands before is repeated."""

    name: str
    again: bool = False


@dataclass(frozen=True, slots=True)
class BlockEntry:
    """A block: `definition` is the timeline's entry merged over `Blocks.<name>`, `path` says where a key stands."""

    name: str
    definition: Mapping[str, Any]
    own: Mapping[str, Any]
    own_path: str
    shared_path: str = ""

    def path(self, *keys: str | int) -> str:
        """The path of a key of the block: in the timeline's entry when it is written there, else under `Blocks`.

        >>> entry = BlockEntry("B", {}, {"Parameters": {"NValue": 2}}, "Timelines.T.Blocks.0", "Blocks.B")
        >>> entry.path("Parameters", "NValue"), entry.path("Parameters", "Streams")
        ('Timelines.T.Blocks.0.Parameters.NValue', 'Blocks.B.Parameters.Streams')
        """
        if not self.shared_path or _holds(self.own, keys):
            return join(self.own_path, *keys)
        return join(self.shared_path, *keys)


Entry = PageEntry | BlockEntry


def read_timeline(parameters: Mapping[str, Any], timeline: str, refusals: Refusals) -> list[Entry]:
    """The entries of `Timelines.<timeline>` in the order of play; what cannot be read goes to `refusals`."""
    timelines = parameters.get("Timelines")
    if not isinstance(timelines, Mapping):
        fix = _key_fix(parameters, "Timelines") or "write Timelines: {NAME: {Blocks: [...]}}"
        refusals.add("Timelines", "no-timelines", _no_timelines(parameters, timeline), fix)
        return []
    for name, value in timelines.items():
        if value is None:
            refusals.add(
                join("Timelines", str(name)),
                "empty-timeline",
                f'timeline "{name}" is null: an empty definition has no trials to run',
                "write its Blocks, or leave the entry out",
            )
    return _Reader(parameters, timelines, refusals).timeline(timeline, (), "Timelines")


def merge(under: Any, over: Any) -> Any:
    """`over` laid over `under`, mapping by mapping.

    >>> merge({"a": {"x": 1, "y": 2}, "b": 3}, {"a": {"y": 9}})
    {'a': {'x': 1, 'y': 9}, 'b': 3}
    """
    if not (isinstance(under, Mapping) and isinstance(over, Mapping)):
        return over
    merged = dict(under)
    for key, value in over.items():
        merged[key] = merge(under[key], value) if key in under else value
    return merged


class _Reader:
    """One reading of a timeline and of those that it names."""

    def __init__(self, parameters: Mapping[str, Any], timelines: Mapping[str, Any], refusals: Refusals) -> None:
        self.timelines = timelines
        self.refusals = refusals
        blocks = parameters.get("Blocks")
        if blocks is not None and not isinstance(blocks, Mapping):
            refusals.add("Blocks", "wrong-type", f"Blocks is {shown(blocks)}", "a mapping from block names to blocks")
        self.blocks: Mapping[str, Any] = blocks if isinstance(blocks, Mapping) else {}

    def timeline(self, name: Any, within: tuple[str, ...], path: str) -> list[Entry]:
        if not isinstance(name, str) or name not in self.timelines:
            fix = did_you_mean(str(name), [str(key) for key in self.timelines]) or "define it under Timelines"
            self.refusals.add(path, "unknown-timeline", f"timeline {shown(name)} is not defined under Timelines", fix)
            return []
        if name in within:
            chain = " > ".join((*within, name))
            self.refusals.add(
                path, "timeline-in-itself", f'timeline "{name}" plays itself: {chain}', "break the circle"
            )
            return []
        definition = self.timelines[name]
        own_path = join("Timelines", name)
        if definition is None:
            return []
        if not isinstance(definition, Mapping):
            self.refusals.add(own_path, "wrong-type", f'timeline "{name}" is {shown(definition)}', "{Blocks: [...]}")
            return []
        if definition.get("ExitRules"):
            self.refusals.add(
                join(own_path, "ExitRules"), "unplayable", f'timeline "{name}" has exit rules of its own',
                "write ExitRules on its blocks: only those can be played",
            )  # fmt: skip
        return self.entries(definition, (*within, name), own_path)

    def entries(self, holder: Mapping[str, Any], within: tuple[str, ...], path: str) -> list[Entry]:
        blocks = holder.get("Blocks")
        here = join(path, "Blocks")
        if not isinstance(blocks, list | tuple):
            what = "is missing" if "Blocks" not in holder else f"is {shown(blocks)}"
            self.refusals.add(here, "wrong-type", f"{here} {what}", _key_fix(holder, "Blocks") or "a list of entries")
            return []
        found: list[Entry] = []
        for i, entry in enumerate(blocks):
            found += self.entry(entry, within, join(here, i))
        return found

    def entry(self, entry: Any, within: tuple[str, ...], path: str) -> list[Entry]:
        key = next((key for key in ENTRY_KEYS if key in entry), None) if isinstance(entry, Mapping) else None
        if key in ("Instructions", "WaitMessage"):
            value = entry[key]
            again = key == "Instructions" and entry.get("ShowAgainOnNextBlockFailure") is True
            return [PageEntry(value if isinstance(value, str) else key, again)]
        if key == "Blocks":
            for other in entry:
                if other not in GROUP_KEYS:
                    self.refusals.add(join(path, other), "unknown-key", f'a group of blocks cannot have "{other}"',
                                      did_you_mean(other, GROUP_KEYS))  # fmt: skip
            return self.entries(entry, within, path)
        if key == "Timeline":
            return self.timeline(entry[key], within, join(path, "Timeline"))
        if key == "Name":
            return self.block(entry, path)
        self._unknown(entry, path)
        return []

    def block(self, entry: Mapping[str, Any], path: str) -> list[Entry]:
        name = entry["Name"]
        if not isinstance(name, str) or not name:
            self.refusals.add(join(path, "Name"), "wrong-type", f"a block's Name is {shown(name)}", "a text")
            return []
        shared = self.blocks.get(name)
        if shared is None:
            if "Parameters" not in entry:
                fix = did_you_mean(name, [str(key) for key in self.blocks])
                self.refusals.add(join(path, "Name"), "unknown-block",
                                  f'block "{name}" is not defined under Blocks and brings no Parameters',
                                  fix or "define it under Blocks")  # fmt: skip
                return []
            return [BlockEntry(name, entry, entry, path)]
        if not isinstance(shared, Mapping):
            self.refusals.add(join("Blocks", name), "wrong-type", f'block "{name}" is {shown(shared)}', "a mapping")
            return []
        return [BlockEntry(name, merge(shared, entry), entry, path, join("Blocks", name))]

    def _unknown(self, entry: Any, path: str) -> None:
        keys = [str(key) for key in entry] if isinstance(entry, Mapping) else []
        near = next((near[0] for key in keys if (near := nearest(key, ENTRY_KEYS, 1))), None)
        fix = f'did you mean "{near}"?' if near else "one of " + ", ".join(ENTRY_KEYS)
        what = f"with the keys {', '.join(keys)}" if keys else shown(entry)
        self.refusals.add(path, "unknown-entry", f"an entry of a timeline cannot be {what}", fix)


def _holds(value: Any, keys: tuple[str | int, ...]) -> bool:
    for key in keys:
        within = key in value if isinstance(value, Mapping) else False
        if isinstance(value, list | tuple) and isinstance(key, int):
            within = 0 <= key < len(value)
        if not within:
            return False
        value = value[key]
    return True


def _no_timelines(parameters: Mapping[str, Any], timeline: str) -> str:
    if "Timelines" in parameters:
        return f"Timelines is {shown(parameters['Timelines'])}, not a mapping from names to timelines"
    return f'timeline "{timeline}" is not defined: the parameters have no Timelines'


def _key_fix(holder: Mapping[str, Any], name: str) -> str:
    near = nearest(name, [str(key) for key in holder if key != name], 1)
    return f'"{near[0]}" is written: did you mean "{name}"?' if near else ""
