"""A State as plain text: one rendering for whoever reads text instead of JSON, a language model as a rule.

The text is a pure function of the State. It says what is on the screen and in which form an answer is given, and
nothing more; an example answer would be an anchor, so there is none. What changes the text changes `VERSION`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from hawthorne.spaces.grid import described

VERSION = "hawthorne/text.v1"

Shown = Mapping[str, Any]


def to_text(state: Mapping[str, Any], history: bool = False) -> str:
    """The text of a State; with `history` also of the screens seen and the answers given before.

    >>> rate = {"id": "r1", "kind": "slider", "prompt": "rate", "required": True, "range": [0, 100]}
    >>> screen = {"items": [{"id": "i1", "type": "text", "text": "How sure are you?"}], "responses": [rate]}
    >>> print(to_text({"done": False, "screen": screen, "events": [], "timing": {"advance": "self"},
    ...                "navigation": {"back": "not_allowed"}}))
    How sure are you?
    <BLANKLINE>
    [r1] rate
    A number from 0 to 100 in steps of 1.
    <BLANKLINE>
    Answer with one JSON object: {"r1": <number>}
    """
    blocks: list[str] = []
    if history and state["seen"]:
        blocks += ["--- Before ---", *_before(state), "--- Now ---"]
    blocks += _problem(state.get("error"))
    blocks += [event["text"] for event in state["events"] if event.get("text")]
    blocks += [block for item in state["screen"]["items"] for block in item_text(item)]
    blocks += [_response(shown) for shown in state["screen"]["responses"]]
    blocks += _time(state["timing"], state["navigation"])
    blocks.append(_how(state))
    return "\n\n".join(blocks)


def _how(state: Mapping[str, Any]) -> str:
    """How to answer."""
    if state["done"]:
        return "The session is over."
    if state["timing"]["advance"] == "wait":
        return "There is nothing to answer yet. To look again, answer with an empty JSON object: {}"
    responses = state["screen"]["responses"]
    if not responses:
        return "To go on, answer with an empty JSON object: {}"
    parts = ", ".join(f'"{shown["id"]}": {FORMS[shown["kind"]](shown)}' for shown in responses)
    optional = [shown["id"] for shown in responses if not shown["required"]]
    skipped = f" ({', '.join(optional)} may be left out)" if optional else ""
    return f"Answer with one JSON object: {{{parts}}}{skipped}"


def _problem(error: Mapping[str, Any] | None) -> Iterator[str]:
    if error is not None:
        lines = [f"[{each['id']}] {each['message']}" for each in error["responses"]]
        yield "\n".join([f"Not accepted: {error['message']}.", *lines])


def _before(state: Mapping[str, Any]) -> Iterator[str]:
    """The screens seen and the answers given, screen by screen."""
    said: dict[int, list[str]] = {}
    for entry in state["answered"]:
        prompt = f"{entry['prompt']} " if entry["prompt"] else ""
        words = entry["text"] if entry["text"] is not None else _value(entry["value"])
        said.setdefault(entry["step"], []).append(f"{prompt}Your answer: {words}")
    for entry in state["seen"]:
        blocks = [block for item in entry["items"] for block in item_text(item)] + said.get(entry["step"], [])
        if blocks:
            yield "\n".join(blocks)


def _value(value: Any) -> str:
    return "[" + ", ".join(map(str, value)) + "]" if isinstance(value, list) else str(value)


def _time(timing: Mapping[str, Any], navigation: Mapping[str, Any]) -> Iterator[str]:
    said = []
    if timing["advance"] == "timed":
        said.append(f"This screen stays for {_seconds(timing['seconds'])}.")
    if "min_seconds" in timing:
        said.append(f"You can go on after {_seconds(timing['min_seconds'])}.")
    if "max_seconds" in timing:
        said.append(f"You have {_seconds(timing['max_seconds'])}.")
    if navigation["back"] == "allowed":
        said.append("You may go back to the screen before.")
    if said:
        yield " ".join(said)


def _seconds(number: float) -> str:
    return f"{number:g} second{'' if number == 1 else 's'}"


# --- items -----------------------------------------------------------------------------------------------------------


def item_text(item: Shown) -> Iterator[str]:
    """An item as blocks of text."""
    kind = item["type"]
    if kind == "divider":
        yield "---"
    elif kind == "list":
        yield "\n".join(f"- {row}" for row in item["rows"])
    elif kind == "table":
        yield "\n".join(" | ".join(map(str, row)) for row in item["rows"])
    elif kind == "image":
        yield f"[picture {item['asset']}] {item.get('alt', '')}".rstrip()
    elif kind == "quote":
        yield "\n".join(f"> {line}" for line in item["text"].splitlines())
    elif kind == "audio_transcript":
        yield f"[sound] {item['text']}"
    else:
        yield item["text"]


# --- responses -------------------------------------------------------------------------------------------------------


def _response(shown: Shown) -> str:
    """A response: its id and question, what there is to choose from, and what an answer is."""
    head = f"[{shown['id']}]" + (f" {shown['prompt']}" if shown.get("prompt") else "")
    head += "" if shown["required"] else " (optional)"
    return "\n".join([head, *SENTENCES[shown["kind"]](shown)])


def _listed(options: list[Shown]) -> list[str]:
    return [f"  {option['code']}: {_called(option)}" for option in options]


def _called(option: Shown) -> str:
    picture = f"[picture {option['asset']}] {option.get('alt', '')}".rstrip() if "asset" in option else ""
    required = "" if option.get("required", True) else " (optional)"
    return " ".join(part for part in (option.get("text", ""), picture) if part) + required


def _choice(shown: Shown) -> list[str]:
    return [*_listed(shown["options"]), "Choose one."]


def _multi_choice(shown: Shown) -> list[str]:
    least, most = shown.get("min", 0), shown.get("max")
    number = f"{least} to {most}" if least and most else f"at least {least}" if least else "any number"
    if most and not least:
        number = f"up to {most}"
    alone = shown.get("exclusive")
    lone = f" Alone, if at all: {', '.join(alone)}." if alone else ""
    return [*_listed(shown["options"]), f"Choose {number}.{lone}"]


def _ranking(shown: Shown) -> list[str]:
    top = shown.get("top")
    return [*_listed(shown["options"]), f"Put {'all' if top is None else f'the best {top}'} in order, best first."]


def _point(anchors: Mapping[str, str], point: int) -> str:
    words = anchors.get(str(point))
    return f"{point} ({words})" if words else str(point)


def _likert(shown: Shown) -> list[str]:
    (low, high), anchors = shown["range"], shown.get("anchors", {})
    between = [_point(anchors, point) for point in range(low + 1, high) if str(point) in anchors]
    middle = f", {', '.join(between)}" if between else ""
    return [f"A whole number from {_point(anchors, low)}{middle} to {_point(anchors, high)}."]


def _slider(shown: Shown) -> list[str]:
    ends = [str(end) for end in shown["range"]]
    if "end_labels" in shown:
        ends = [f"{end} ({label})" for end, label in zip(ends, shown["end_labels"], strict=True)]
    start = f" The handle stands at {shown['start']}." if "start" in shown else ""
    return [f"A number from {ends[0]} to {ends[1]} in steps of {shown.get('step', 1)}.{start}"]


def _unit(shown: Shown) -> str:
    return f" ({shown['unit_label']})" if shown.get("unit_label") else ""


def _integer(shown: Shown) -> list[str]:
    return [f"A whole number{described(*shown.get('range', (None, None)))}{_unit(shown)}."]


def _number(shown: Shown) -> list[str]:
    places = shown.get("decimals")
    decimals = "" if places is None else f" with at most {places} decimal{'' if places == 1 else 's'}"
    return [f"A number{described(*shown.get('range', (None, None)))}{decimals}{_unit(shown)}."]


def _text(shown: Shown) -> list[str]:
    length = described(shown.get("min_len"), shown.get("max_len"))
    return [f"Text{length} characters." if length else "Text."]


def _matrix(shown: Shown) -> list[str]:
    scale = SENTENCES[shown["scale"]["kind"]](shown["scale"])
    return [*_listed(shown["rows"]), "For each:", *scale]


def _allocation(shown: Shown) -> list[str]:
    share = f" Each share{described(shown.get('min_each'), shown.get('max_each'))}" if _bounded(shown) else " Shares"
    total = "exactly" if shown.get("must_sum", True) else "at most"
    omit = " What is left out has 0." if shown.get("allow_omit") else ""
    steps = f"in steps of {shown.get('step', 1)}"
    return [*_listed(shown["options"]), f"Divide {total} {shown['total']}.{share} {steps}.{omit}"]


def _bounded(shown: Shown) -> bool:
    return "min_each" in shown or "max_each" in shown


def _interval(shown: Shown) -> list[str]:
    between = described(*shown.get("range", (None, None)))
    order = "the second greater than" if shown.get("order") == "lo<hi" else "the second not less than"
    return [f"Two numbers{between}, {order} the first."]


def _keypress(shown: Shown) -> list[str]:
    window = f" Within {shown['window_ms']} milliseconds." if "window_ms" in shown else ""
    times = {
        "required": " With the time it took in milliseconds.", "absent": "",
    }.get(shown.get("rt", "optional"), " With the time it took in milliseconds, if you know it.")  # fmt: skip
    return [*_listed(shown["keys"]), f"Press one key.{window}{times}"]


SENTENCES: Mapping[str, Callable[[Shown], list[str]]] = {
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
"""What each kind says of itself."""


def _fixed(form: str) -> Callable[[Shown], str]:
    return lambda shown: form


def _per(key: str, form: str) -> Callable[[Shown], str]:
    return lambda shown: "{" + ", ".join(f'"{each["code"]}": {form}' for each in shown[key]) + "}"


def _pressed(shown: Shown) -> str:
    return '{"code": "<code>"}' if shown.get("rt") == "absent" else '{"code": "<code>", "rt_ms": <number>}'


FORMS: Mapping[str, Callable[[Shown], str]] = {
    "choice": _fixed('"<code>"'),
    "multi_choice": _fixed('["<code>", ...]'),
    "ranking": _fixed('["<code>", ...]'),
    "likert": _fixed("<number>"),
    "slider": _fixed("<number>"),
    "integer": _fixed("<number>"),
    "number": _fixed("<number>"),
    "text": _fixed('"<text>"'),
    "matrix": lambda shown: _per("rows", FORMS[shown["scale"]["kind"]](shown["scale"]))(shown),
    "allocation": _per("options", "<number>"),
    "interval": _fixed("[<number>, <number>]"),
    "keypress": _pressed,
}
"""The form of each kind's answers."""
