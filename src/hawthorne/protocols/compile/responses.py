"""Responses as they are served: for each kind the keys that a screen shows and the space of its answers.

Codes are the document's own ids, in the order shown. An extra key is served only where the document declares it and it
is not the default; `widget` comes last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from hawthorne.core.errors import UsageError
from hawthorne.core.space import Space
from hawthorne.core.values import JSON
from hawthorne.protocols.compile.piping import Unserved
from hawthorne.protocols.compile.telling import Telling, Viewer
from hawthorne.protocols.model.responses import ChoiceScale, LikertScale, Option, Response
from hawthorne.spaces.allocation import Allocation
from hawthorne.spaces.choice import Choice
from hawthorne.spaces.integer import Integer
from hawthorne.spaces.interval import Interval
from hawthorne.spaces.keypress import Keypress
from hawthorne.spaces.likert import Likert
from hawthorne.spaces.matrix import Matrix
from hawthorne.spaces.multi_choice import MultiChoice
from hawthorne.spaces.number import Number
from hawthorne.spaces.ranking import Ranking
from hawthorne.spaces.slider import Slider
from hawthorne.spaces.text import Text

Served = dict[str, JSON]
Built = tuple[Served, Space]
Build = Callable[[Any, Telling, Viewer | None], Built]


class Asked:
    """A response, ready to be served: `id`, whether it is `required`, its `start` (what counts where a page's time ends
    with `default`), and the `words` that stand for its codes in texts."""

    __slots__ = ("_build", "_static", "_telling", "fixed", "id", "model", "required", "start", "static",
                 "words")  # fmt: skip

    def __init__(self, response: Response, telling: Telling) -> None:
        self.id = response.id
        self.model = response
        self.required = response.required
        self.start: JSON = getattr(response, "start", None)
        self.words = words_of(response)
        self._telling = telling
        self._build = BUILDERS[response.kind]
        self.static = telling.static
        self.fixed = telling.fixed
        self._static = self._serve(None) if telling.static else None

    def __call__(self, seat: Viewer) -> Built:
        """The response as a participant is served it, and the space of its answers. Raises Unserved."""
        return self._static or self._serve(seat)

    def _serve(self, seat: Viewer | None) -> Built:
        response, telling = self.model, self._telling
        served: Served = {"id": response.id, "kind": response.kind}
        if response.prompt is not None:
            served["prompt"] = telling.say(response.prompt, seat)
        served["required"] = response.required
        try:
            extras, space = self._build(response, telling, seat)
        except UsageError as error:
            raise Unserved(f'the response "{response.id}" cannot be asked: {error}') from None
        served |= extras
        if response.widget is not None:
            served["widget"] = response.widget
        return served, space


def words_of(response: Response) -> Mapping[Any, str]:
    """What stands in a text for a code: an option's text, a key's name."""
    coded = [*getattr(response, "options", ()), *getattr(response, "keys", ())]
    return {one.id: one.text for one in coded if one.text is not None}


def texts_of(response: Response) -> Iterator[str]:
    """Every text of a response that participants see."""
    scale = getattr(response, "scale", None)
    for part in (response, scale):
        for name in ("options", "rows", "keys"):
            yield from (one.text for one in getattr(part, name, ()) if one.text is not None)
        yield from getattr(part, "anchors", {}).values()
    yield from getattr(response, "end_labels", None) or ()
    yield from (text for text in (response.prompt, getattr(response, "unit_label", None)) if text is not None)


def bounds_of(response: Response) -> Iterator[str]:
    """Every bound of a response that is an expression."""
    bounds = [*getattr(response, "range", ()), *(getattr(response, name, None) for name in BOUNDS)]
    yield from (bound for bound in bounds if isinstance(bound, str))


def shuffled(response: Response) -> bool:
    """Whether something of a response is shown in an order of the session's own."""
    return getattr(response, "shuffle", False) is not False or getattr(response, "shuffle_rows", False)


BOUNDS = ("total", "min_each", "max_each")

# --- kinds -----------------------------------------------------------------------------------------------------------


def options_shown(options: Sequence[Option], telling: Telling, seat: Viewer | None) -> list[JSON]:
    """Options as a screen shows them."""
    shown = []
    for option in options:
        one: Served = {"code": option.id}
        if option.text is not None:
            one["text"] = telling.say(option.text, seat)
        if option.asset is not None:
            one["asset"] = option.asset
        shown.append(one)
    return shown


def _codes(options: Sequence[Option]) -> tuple[str, ...]:
    return tuple(option.id for option in options)


def _said(**extras: JSON) -> Served:
    return {key: value for key, value in extras.items() if value is not None}


def _choice(response: Any, telling: Telling, seat: Viewer | None) -> Built:
    options = telling.ordered(response.options, response.shuffle, seat)
    return {"options": options_shown(options, telling, seat)}, Choice(_codes(options))


def _multi_choice(response: Any, telling: Telling, seat: Viewer | None) -> Built:
    options = telling.ordered(response.options, response.shuffle, seat)
    extras = _said(min=response.min or None, max=response.max, exclusive=list(response.exclusive) or None)
    space = MultiChoice(_codes(options), response.min, response.max, response.exclusive)
    return {"options": options_shown(options, telling, seat)} | extras, space


def _ranking(response: Any, telling: Telling, seat: Viewer | None) -> Built:
    options = telling.ordered(response.options, response.shuffle, seat)
    extras = {"options": options_shown(options, telling, seat)} | _said(top=response.top)
    return extras, Ranking(_codes(options), response.top)


def _points(scale: Any, telling: Telling, seat: Viewer | None) -> Served:
    anchors = {point: telling.say(text, seat) for point, text in scale.anchors.items()}
    return {"range": list(scale.points)} | _said(anchors=anchors or None)


def _likert(response: Any, telling: Telling, seat: Viewer | None) -> Built:
    return _points(response, telling, seat), Likert(response.points)


def _slider(response: Any, telling: Telling, seat: Viewer | None) -> Built:
    low, high = (telling.bound(end, seat) for end in response.range)
    labels = None if response.end_labels is None else [telling.say(text, seat) for text in response.end_labels]
    step = None if response.step == 1 else response.step
    extras = _said(step=step, start=response.start, end_labels=labels)
    return {"range": [low, high]} | extras, Slider((low, high), response.step)


def _range(response: Any, telling: Telling, seat: Viewer | None) -> tuple[Any, Any]:
    low, high = (None if end is None else telling.bound(end, seat) for end in response.range)
    return low, high


def _ranged(ends: tuple[Any, Any]) -> Served:
    return {} if ends == (None, None) else {"range": list(ends)}


def _unit(response: Any, telling: Telling, seat: Viewer | None) -> str | None:
    return None if response.unit_label is None else telling.say(response.unit_label, seat)


def _integer(response: Any, telling: Telling, seat: Viewer | None) -> Built:
    ends = _range(response, telling, seat)
    return _ranged(ends) | _said(unit_label=_unit(response, telling, seat)), Integer(ends)


def _number(response: Any, telling: Telling, seat: Viewer | None) -> Built:
    ends = _range(response, telling, seat)
    extras = _said(decimals=response.decimals, unit_label=_unit(response, telling, seat))
    return _ranged(ends) | extras, Number(ends, response.decimals)


def _text(response: Any, telling: Telling, seat: Viewer | None) -> Built:
    extras = _said(min_len=response.min_len or None, max_len=response.max_len, multiline=response.multiline or None)
    return extras, Text(response.min_len, response.max_len)


def _matrix(response: Any, telling: Telling, seat: Viewer | None) -> Built:
    rows = telling.ordered(response.rows, response.shuffle_rows, seat)
    shown = [{"code": row.id, "text": telling.say(row.text, seat)} | ({} if row.required else {"required": False})
             for row in rows]  # fmt: skip
    served, space = _scale(response.scale, telling, seat)
    optional = tuple(row.id for row in rows if not row.required)
    return {"rows": shown, "scale": served}, Matrix(tuple(row.id for row in rows), space, optional)


def _scale(scale: LikertScale | ChoiceScale, telling: Telling, seat: Viewer | None) -> Built:
    if isinstance(scale, LikertScale):
        return {"kind": "likert"} | _points(scale, telling, seat), Likert(scale.points)
    options = options_shown(scale.options, telling, seat)
    return {"kind": "choice", "options": options}, Choice(_codes(scale.options))


def _allocation(response: Any, telling: Telling, seat: Viewer | None) -> Built:
    options = telling.ordered(response.options, response.shuffle, seat)
    total, least = telling.bound(response.total, seat), telling.bound(response.min_each, seat)
    most = None if response.max_each is None else telling.bound(response.max_each, seat)
    step = None if response.step == 1 else response.step
    extras = _said(step=step, min_each=least or None, max_each=most)
    extras |= {} if response.must_sum else {"must_sum": False}
    extras |= {"allow_omit": True} if response.allow_omit else {}
    space = Allocation(_codes(options), total, response.step, least, most, response.must_sum, response.allow_omit)
    return {"options": options_shown(options, telling, seat), "total": total} | extras, space


def _interval(response: Any, telling: Telling, seat: Viewer | None) -> Built:
    ends = _range(response, telling, seat)
    extras = {} if response.order == "lo<=hi" else {"order": response.order}
    return _ranged(ends) | extras, Interval(ends, response.order)


def _keypress(response: Any, telling: Telling, seat: Viewer | None) -> Built:
    keys = [{"code": key.id, "text": telling.say(key.text, seat)} for key in response.keys]
    extras = _said(window_ms=response.window_ms, rt=None if response.rt == "optional" else response.rt)
    space = Keypress(tuple(key.id for key in response.keys), response.window_ms, response.rt)
    return {"keys": keys} | extras, space


BUILDERS: Mapping[str, Build] = {
    "choice": _choice,
    "multi_choice": _multi_choice,
    "ranking": _ranking,
    "likert": _likert,
    "slider": _slider,
    "integer": _integer,
    "number": _number,
    "text": _text,
    "matrix": _matrix,
    "allocation": _allocation,
    "interval": _interval,
    "keypress": _keypress,
}
