"""Pages and stages as they are served: built once where nothing varies, once a session where nothing but constants
does, else when they are shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from hawthorne.core.instrument import Prepared
from hawthorne.core.values import JSON
from hawthorne.protocols.compile.expressions import Expression
from hawthorne.protocols.compile.responses import Asked, Served
from hawthorne.protocols.compile.telling import Telling, Viewer
from hawthorne.protocols.model.citing import Asset
from hawthorne.protocols.model.screens import AnyItem, ImageItem, ListItem, TableItem, TextItem
from hawthorne.spaces.form import Constraint, Form


class Screen(NamedTuple):
    """What is on the screen: items and responses as they are served, and the space of the page's answers. The lists are
    shared between screens and never changed."""

    items: list[JSON]
    responses: list[JSON]
    space: Form


class Shown:
    """An item, ready to be shown."""

    __slots__ = ("_item", "_make", "_telling", "fixed", "static", "when")

    def __init__(self, item: AnyItem, when: Expression | None, telling: Telling, assets: Mapping[str, Asset]) -> None:
        self.when = when
        self._item = item
        self._telling = telling
        self._make = _maker(item, assets)
        self.static = when is None and telling.static
        self.fixed = telling.fixed and (when is None or when.fixed)

    def __call__(self, seat: Viewer | None) -> Served:
        item = self._item
        return {"id": item.id, "type": item.type} | self._make(self._telling, seat)


def _maker(item: AnyItem, assets: Mapping[str, Asset]) -> Callable[[Telling, Viewer | None], Served]:
    if isinstance(item, TextItem):
        return lambda telling, seat: {"text": telling.say(item.text, seat)}
    if isinstance(item, TableItem):
        return lambda telling, seat: {"rows": [[telling.say(cell, seat) for cell in row] for row in item.rows]}
    if isinstance(item, ListItem):
        return lambda telling, seat: {"rows": [telling.say(point, seat) for point in item.rows]}
    if isinstance(item, ImageItem):
        asset = assets[item.asset]
        about = {"media_type": asset.media_type, "width": asset.width, "height": asset.height}
        about = {key: value for key, value in about.items() if value is not None}
        return lambda telling, seat: {
            "asset": asset.id, **({"alt": telling.say(asset.alt, seat)} if asset.alt is not None else {}), **about,
        }  # fmt: skip
    return lambda telling, seat: {}


class Rule(NamedTuple):
    """A page's rule: what it says when it is broken, and the expression over the page's answers."""

    message: str
    expression: Expression


class Page:
    """A page: `number` is its place in the stage, from 1; `asks` its responses; `final` says that somebody else may
    act on its answers, so that nobody goes back behind it."""

    __slots__ = ("_fixed", "_items", "_rules", "_static", "asks", "final", "id", "number")

    def __init__(
        self, id: str, number: int, items: Sequence[Shown], asks: Sequence[Asked], rules: Sequence[Rule]
    ) -> None:
        self.id = id
        self.number = number
        self.asks = tuple(asks)
        self.final = False
        self._items = tuple(items)
        self._rules = tuple(rules)
        parts: list[Any] = [*items, *asks]
        self._fixed = all(part.fixed for part in parts)
        static = all(part.static for part in parts) and not rules
        self._static = self._made(None) if static else None

    def screen(self, seat: Any) -> Screen:
        """The page as it is served to a seat. Raises Unserved."""
        if self._static is not None:
            return self._static
        if not self._fixed:
            return self._made(seat)
        known: dict[Page, Screen] = seat.screens
        found = known.get(self)
        if found is None:
            found = known[self] = self._made(seat)
        return found

    def _made(self, seat: Any) -> Screen:
        items = [item(seat) for item in self._items if item.when is None or item.when(seat) is True]
        built = [ask(seat) for ask in self.asks]
        parts = {ask.id: space for ask, (_, space) in zip(self.asks, built, strict=True)}
        optional = tuple(ask.id for ask in self.asks if not ask.required)
        rules = tuple(Constraint(rule.message, _holds(rule.expression, seat)) for rule in self._rules)
        return Screen(items, [served for served, _ in built], Form(parts, optional, rules))


class _Answering:
    """A seat as a page's rule reads it: with the page's answers among its own."""

    __slots__ = ("_seat", "scope")

    def __init__(self, seat: Any, answers: Mapping[str, JSON]) -> None:
        self._seat = seat
        self.scope = seat.scope | {"resp": seat.scope["resp"] | dict(answers)}

    def look_across(self, readings: Any) -> None:
        self._seat.look_across(readings)
        for root in ("role", "partner", "group"):
            self.scope[root] = self._seat.scope.get(root)


def _holds(expression: Expression, seat: Any) -> Callable[[Mapping[str, JSON]], bool]:
    return lambda answers: expression(_Answering(seat, answers)) is True


class Task(NamedTuple):
    """A task of the battery in a stage: the instrument's name, and the task made ready."""

    name: str
    prepared: Prepared


class Stage:
    """A stage: its pages, who sees it (None: everybody), when its screens leave, where one may go back to, its task."""

    __slots__ = ("back", "id", "limit", "lobby", "on_timeout", "pages", "role", "task", "timing")

    def __init__(self, model: Any, pages: Sequence[Page], task: Task | None) -> None:
        timing = model.timing
        self.id = model.id
        self.pages = tuple(pages)
        self.role = None if model.role == "all" else model.role
        self.back = model.navigation.back
        self.task = task
        self.lobby = timing.advance == "wait"
        self.limit: float | None = getattr(timing, "seconds", None) or getattr(timing, "max_seconds", None)
        self.on_timeout = getattr(timing, "on_timeout", "skip")
        self.timing = _timing(timing)


def _timing(timing: Any) -> dict[str, JSON]:
    """A timing as a screen shows it: what is declared, in the order of the format."""
    shown: dict[str, JSON] = {"advance": timing.advance}
    for key in ("seconds", "min_seconds", "max_seconds"):
        value = getattr(timing, key, None)
        if value:
            shown[key] = value
    return shown
