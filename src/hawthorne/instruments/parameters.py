"""Reading a block's parameters: literals, references and ordered sequences, every refusal with its key's path."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from hawthorne.core.errors import did_you_mean, nearest
from hawthorne.instruments.refusals import Refusals, shown
from hawthorne.instruments.timeline import BlockEntry

T = TypeVar("T")
Keys = tuple[str | int, ...]
MOST_TRIALS = 100_000
"""The most trials that one block may have: a slip of a key must not fill the memory."""


class WrongValue(ValueError):
    """A value that a reader does not take; its text is the rule."""


class Parameters:
    """The parameters of one block (or of one of its trial cells, which stand before the block's).

    Each method returns None where the value is missing or wrong, after it has told `refusals`.
    """

    def __init__(self, entry: BlockEntry, refusals: Refusals) -> None:
        self.entry = entry
        self.refusals = refusals
        self.layers: list[tuple[Mapping[str, Any], Keys]] = []
        own = entry.definition.get("Parameters", {})
        if isinstance(own, Mapping):
            self.layers.append((own, ("Parameters",)))
        else:
            self.refuse(("Parameters",), "wrong-type", f"Parameters is {shown(own)}", "a mapping")

    def over(self, layer: Mapping[str, Any], keys: Keys) -> Parameters:
        """These parameters with a layer before them, whose keys stand below `keys` in the block."""
        other = Parameters.__new__(Parameters)
        other.entry, other.refusals = self.entry, self.refusals
        other.layers = [(layer, keys), *self.layers]
        return other

    # --- refusing --------------------------------------------------------------------------------------------------

    def refuse(self, keys: Keys, code: str, message: str, fix: str = "") -> None:
        self.refusals.add(self.entry.path(*keys), code, f'block "{self.entry.name}": {message}', fix)

    def where(self, name: str) -> Keys:
        """The keys at which a parameter stands, or would stand."""
        for layer, keys in self.layers:
            if name in layer:
                return (*keys, name)
        return ("Parameters", name)

    # --- reading ---------------------------------------------------------------------------------------------------

    def has(self, name: str) -> bool:
        return any(name in layer for layer, _ in self.layers)

    def raw(self, name: str) -> Any:
        """The parameter's value with references followed, or None (a missing one is not refused)."""
        chain = [name]
        value = self._first(name)
        while isinstance(value, Mapping) and set(value) == {"Reference"}:
            target = value["Reference"]
            if target in chain:
                circle = " > ".join([*chain, str(target)])
                self.refuse(self.where(name), "circular-reference", f"{name} refers to itself: {circle}",
                            "write a value at one of them")  # fmt: skip
                return None
            if not isinstance(target, str) or not self.has(target):
                self.refuse((*self.where(chain[-1]), "Reference"), "unknown-reference",
                            f"{chain[-1]} refers to {shown(target)}, which the block does not have",
                            did_you_mean(str(target), self.names()) or "name another")  # fmt: skip
                return None
            chain.append(target)
            value = self._first(target)
        return value

    def names(self) -> list[str]:
        """The names of all parameters that are written."""
        return [str(name) for layer, _ in self.layers for name in layer]

    def need(self, name: str) -> Any:
        """The parameter's value; a missing one is refused with the nearest written name."""
        if not self.has(name):
            near = nearest(name, self.names(), 1)
            fix = f'"{near[0]}" is written: did you mean "{name}"?' if near else f"write {name} among its Parameters"
            self.refuse(self.where(name), "missing-key", f"{name} is missing", fix)
            return None
        value = self.raw(name)
        if value is None and self._first(name) is None:
            self.refuse(self.where(name), "wrong-type", f"{name} is null", f"write a value for {name}")
        return value

    def value(self, name: str, read: Callable[[Any], T], default: T | None = None) -> T | None:
        """One value, turned by `read`; `default` (when given) stands for a missing one."""
        if default is not None and not self.has(name):
            return default
        raw = self.need(name)
        return None if raw is None else self._turn(name, raw, read, self.where(name))

    def must(self, name: str, wanted: Any) -> None:
        """Refuse anything but the one value that can be played."""
        raw = self.need(name)
        if raw is not None and (raw != wanted or isinstance(raw, bool) != isinstance(wanted, bool)):
            self.refuse(self.where(name), "unplayable", f"{name} is {shown(raw)}",
                        f"only {shown(wanted)} can be played")  # fmt: skip

    def ordered(self, name: str, read: Callable[[Any], T], default: T | None = None) -> tuple[T, ...] | None:
        """An ordered sequence: `{Sequence: {Type: Ordered, Values: [...]}}`, a list, or one value for every trial.

        Whoever reads trial i takes the value at i modulo the length.
        """
        if default is not None and not self.has(name):
            return (default,)
        raw = self.need(name)
        if raw is None:
            return None
        keys = self.where(name)
        if isinstance(raw, Mapping):
            if "Sequence" not in raw:
                self.refuse(keys, "unplayable", f"{name} is {shown(dict(raw))}",
                            "a value, a list, or {Sequence: {Type: Ordered, Values: [...]}}")  # fmt: skip
                return None
            keys = (*keys, "Sequence")
            raw = self._values(name, raw["Sequence"], keys)
            keys = (*keys, "Values")
            if raw is None:
                return None
        if not isinstance(raw, list | tuple):
            turned = self._turn(name, raw, read, keys)
            return None if turned is None else (turned,)
        if not raw:
            self.refuse(keys, "empty-sequence", f"{name} has no values", "write at least one")
            return None
        found = [self._turn(name, item, read, (*keys, i)) for i, item in enumerate(raw)]
        return None if any(item is None for item in found) else tuple(item for item in found if item is not None)

    def _values(self, name: str, sequence: Any, keys: Keys) -> Sequence[Any] | None:
        if not isinstance(sequence, Mapping):
            self.refuse(keys, "wrong-type", f"{name} has the Sequence {shown(sequence)}", "{Type: Ordered, Values: []}")
            return None
        kind = sequence.get("Type", "Ordered")
        if kind != "Ordered":
            self.refuse((*keys, "Type"), "unplayable", f"{name} is a sequence of type {shown(kind)}",
                        "only Ordered can be played")  # fmt: skip
            return None
        values = sequence.get("Values")
        if not isinstance(values, list | tuple):
            what = "has no Values" if values is None else f"has the Values {shown(values)}"
            self.refuse((*keys, "Values"), "missing-key", f"{name} {what}", "a list")
            return None
        return values

    def _turn(self, name: str, raw: Any, read: Callable[[Any], T], keys: Keys) -> T | None:
        try:
            return read(raw)
        except WrongValue as wrong:
            self.refuse(keys, "wrong-value", f"{name} is {shown(raw)}", str(wrong))
            return None

    def _first(self, name: str) -> Any:
        return next((layer[name] for layer, _ in self.layers if name in layer), None)


# --- readers of one value: they return it in Python's own type or raise WrongValue with the rule ----------------------


def seconds(value: Any) -> float:
    """A duration: a finite number of seconds, 0 or more."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value) or value < 0:
        raise WrongValue("a number of seconds, 0 or more")
    return float(value)


def text(value: Any) -> str:
    """A text that is not empty."""
    if not isinstance(value, str) or not value:
        raise WrongValue("a text")
    return value


def whole(least: int, most: int = MOST_TRIALS) -> Callable[[Any], int]:
    """A reader of whole numbers in [least, most]."""

    def read(value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int | float) or value != value // 1:
            raise WrongValue("a whole number")
        if not least <= value <= most:
            raise WrongValue(f"a whole number from {least} to {most}")
        return int(value)

    return read


def one_of(*words: str) -> Callable[[Any], str]:
    """A reader of one of these words; the rule names the nearest."""

    def read(value: Any) -> str:
        if value not in words:
            near = nearest(str(value), words, 1)
            raise WrongValue(f'did you mean "{near[0]}"?' if near else "one of " + ", ".join(words))
        return str(value)

    return read


def flag(value: Any) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise WrongValue("true or false")
    return value
