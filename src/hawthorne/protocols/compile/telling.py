"""What a screen's texts and bounds come to for one participant: pipings written out, bounds as numbers, options in
order.

Everything that varies is compiled beforehand, by its text; a screen that has nothing of the kind is built once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from hawthorne.core.draws import Draws
from hawthorne.protocols.compile.expressions import Expression, Reader
from hawthorne.protocols.compile.piping import Piped, Unserved, tidy
from hawthorne.protocols.model.responses import DrawnOrder, Order

Number = int | float
T = TypeVar("T", bound="Coded")


class Coded(Protocol):
    """An option, a row or a key: something with an id."""

    @property
    def id(self) -> str: ...


class Viewer(Reader, Protocol):
    """Whoever a screen is made for."""

    draws: Draws
    passes: tuple[int, ...]


class Telling:
    """The varying parts of one response or item: its pipings and computed bounds by their text, and its place among the
    responses, at which its order is drawn."""

    __slots__ = ("_bounds", "_index", "_pipes", "fixed", "static")

    def __init__(
        self, pipes: Mapping[str, Piped], bounds: Mapping[str, Expression], index: int, shuffled: bool, looped: bool
    ) -> None:
        self._pipes = pipes
        self._bounds = bounds
        self._index = index
        self.static = not (pipes or bounds or shuffled)
        late: Iterable[Piped | Expression] = (*pipes.values(), *bounds.values())
        self.fixed = all(part.fixed for part in late) and not (shuffled and looped)

    def say(self, text: str, seat: Viewer | None) -> str:
        """A text with its pipings written out."""
        piped = self._pipes.get(text) if self._pipes else None
        if piped is None or seat is None:
            return text
        return piped(seat)

    def bound(self, value: Number | str, seat: Viewer | None) -> Number:
        """A bound as a number, whole where it is integral. Raises Unserved for one without a value."""
        if not isinstance(value, str):
            return value
        assert seat is not None, "a computed bound is known only when it is served"
        found = self._bounds[value](seat)
        if isinstance(found, bool) or not isinstance(found, int | float):
            raise Unserved(f"the bound {value} has no number here: {found!r}")
        if isinstance(found, float) and found.is_integer():
            return int(found)
        number: Number = tidy(found)
        return number

    def ordered(self, options: Sequence[T], order: Order, seat: Viewer | None, pins: bool = True) -> Sequence[T]:
        """The options in the order in which they are shown; pinned ones keep their end."""
        if order is False or seat is None:
            return options
        if isinstance(order, DrawnOrder):
            return self._drawn(options, order.draw, seat)
        draws = seat.draws.at("order", self._index, *seat.passes)
        if order == "reverse":
            return options[::-1] if draws.below(2) else options
        if not pins:
            return draws.shuffled(options)
        ends = {end: [option for option in options if getattr(option, "pin", None) == end] for end in ("first", "last")}
        middle = [option for option in options if getattr(option, "pin", None) is None]
        return [*ends["first"], *draws.shuffled(middle), *ends["last"]]

    def _drawn(self, options: Sequence[T], draw: str, seat: Viewer) -> Sequence[T]:
        by_id = {option.id: option for option in options}
        drawn: Any = seat.scope["draw"].get(draw)
        if not isinstance(drawn, list) or not {str(id) for id in drawn} == by_id.keys():
            raise Unserved(f"the order of the options is draw.{draw}, which does not name each of them once: {drawn!r}")
        return [by_id[str(id)] for id in drawn]
