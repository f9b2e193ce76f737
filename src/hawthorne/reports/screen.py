"""One screen as HTML: what a participant sees, with controls that do nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from html import escape
from typing import Any

from hawthorne.reports.html import wide

Say = Callable[[str], str]
"""A text of the screen as HTML."""


def screen(view: Mapping[str, Any], say: Say) -> str:
    """The screen's items, responses and what stands around them."""
    parts = [f'<p class="event">{say(event["text"])}</p>' for event in view.get("events", ())]
    parts += [_item(item, say) for item in view["items"]]
    parts += [_response(response, say) for response in view["responses"]]
    return "".join(parts) + _foot(view)


def _foot(view: Mapping[str, Any]) -> str:
    timing, back = view.get("timing", {}), view.get("navigation", {}).get("back") == "allowed"
    said = []
    if timing.get("advance") == "wait":
        said.append("waits for others")
    elif timing.get("advance") == "timed":
        said.append(f"leaves by itself after {timing['seconds']:g} s")
    said += [f"at least {timing['min_seconds']:g} s"] if timing.get("min_seconds") else []
    said += [f"at most {timing['max_seconds']:g} s"] if timing.get("max_seconds") else []
    note = f"<small>{', '.join(said)}</small>" if said else ""
    buttons = '<button disabled class="back">Back</button>' if back else ""
    if timing.get("advance", "self") == "self":
        buttons += "<button disabled>Continue</button>"
    return f'<div class="foot">{note}<span>{buttons}</span></div>'


def _item(item: Mapping[str, Any], say: Say) -> str:
    kind = item["type"]
    if kind == "divider":
        return "<hr>"
    if kind == "image":
        return f'<p class="image">{say(item["alt"]) if item.get("alt") else "image"}</p>'
    if kind == "table":
        rows = "".join("<tr>" + "".join(f"<td>{say(cell)}</td>" for cell in row) + "</tr>" for row in item["rows"])
        return f"<table>{rows}</table>"
    if kind == "list":
        return "<ul>" + "".join(f"<li>{say(row)}</li>" for row in item["rows"]) + "</ul>"
    tag = "blockquote" if kind == "quote" else "p"
    return f"<{tag}>{say(item['text'])}</{tag}>"


def _response(response: Mapping[str, Any], say: Say) -> str:
    prompt = f"<legend>{say(response['prompt'])}</legend>" if response.get("prompt") else ""
    optional = "" if response["required"] else '<small class="optional">may be left out</small>'
    draw = CONTROLS.get(response["kind"], _text)
    name = "" if prompt else f' aria-label="{_name(response)}"'
    kind = escape(response["kind"])
    return f'<fieldset disabled class="{kind}"{name}>{prompt}{draw(response, say)}{optional}</fieldset>'


def _name(response: Mapping[str, Any], part: str = "") -> str:
    """What a control is called where no label of its own is seen: the prompt, or the response's id without one."""
    name = response.get("prompt") or response.get("id") or response["kind"]
    return escape(f"{name} ({part})" if part else name)


def _label(option: Mapping[str, Any], say: Say) -> str:
    return say(option["text"]) if option.get("text") else f"<em>image {escape(str(option.get('alt', '')))}</em>"


def _options(kind: str) -> Callable[[Mapping[str, Any], Say], str]:
    def draw(response: Mapping[str, Any], say: Say) -> str:
        rows = [f'<label><input type="{kind}"> {_label(option, say)}</label>' for option in response["options"]]
        return "".join(rows) + _limits(response)

    return draw


def _limits(response: Mapping[str, Any]) -> str:
    said = [f"{word} {response[key]}" for key, word in (("min", "at least"), ("max", "at most")) if response.get(key)]
    return f"<small>{', '.join(said)}</small>" if said else ""


def _ranking(response: Mapping[str, Any], say: Say) -> str:
    rows = [f'<label><input class="rank" size="2"> {_label(option, say)}</label>' for option in response["options"]]
    return "".join(rows) + f"<small>ranked, {response.get('top') or 'all'}</small>"


def _likert(response: Mapping[str, Any], say: Say) -> str:
    low, high = response["range"]
    anchors = response.get("anchors", {})
    points = [
        f'<label><input type="radio"><br>{point}<br><span>{say(anchors[str(point)]) if str(point) in anchors else ""}'
        "</span></label>"
        for point in range(low, high + 1)
    ]
    return f'<div class="points">{"".join(points)}</div>'


def _slider(response: Mapping[str, Any], say: Say) -> str:
    low, high = response["range"]
    words = response.get("end_labels") or ("", "")
    ends = [f"{number}{f' ({say(word)})' if word else ''}" for number, word in zip((low, high), words, strict=True)]
    return (
        f'<div class="slider"><span>{ends[0]}</span><input type="range" aria-label="{_name(response)}">'
        f"<span>{ends[1]}</span></div>"
    )


def _field(response: Mapping[str, Any], say: Say) -> str:
    low, high = response.get("range") or (None, None)
    within = f"<small>{_between(low, high)}</small>" if (low, high) != (None, None) else ""
    return f'<input size="8" aria-label="{_name(response)}"> {escape(response.get("unit_label") or "")} {within}'


def _between(low: Any, high: Any) -> str:
    if low is None or high is None:
        return f"at most {high}" if low is None else f"at least {low}"
    return f"{low} to {high}"


def _text(response: Mapping[str, Any], say: Say) -> str:
    limit = response.get("max_len")
    within = f"<small>at most {limit} characters</small>" if limit else ""
    return f'<textarea rows="2" aria-label="{_name(response)}"></textarea>{within}'


def _matrix(response: Mapping[str, Any], say: Say) -> str:
    scale = response["scale"]
    if scale["kind"] == "likert":
        low, high = scale["range"] if "range" in scale else scale["points"]
        anchors = scale.get("anchors", {})
        heads = [f"{point} {escape(anchors.get(str(point), ''))}" for point in range(low, high + 1)]
    else:
        heads = [escape(option.get("text", "")) for option in scale["options"]]
    head = "<tr><td></td>" + "".join(f'<th scope="col">{each}</th>' for each in heads) + "</tr>"
    rows = []
    for row in response["rows"]:
        cells = "".join(f'<td><input type="radio" aria-label="{escape(row["text"])}: {each}"></td>' for each in heads)
        rows.append(f'<tr><th scope="row">{say(row["text"])}</th>{cells}</tr>')
    return wide(f"<table>{head}{''.join(rows)}</table>", response.get("prompt") or response["id"])


def _allocation(response: Mapping[str, Any], say: Say) -> str:
    rows = [f'<label><input size="4"> {_label(option, say)}</label>' for option in response["options"]]
    return "".join(rows) + f"<small>{response['total']} in all</small>"


def _interval(response: Mapping[str, Any], say: Say) -> str:
    ends = [f'{word} <input size="6" aria-label="{_name(response, word)}">' for word in ("from", "to")]
    return f"{' '.join(ends)} <small>{_between(*response['range'])}</small>"


def _keys(response: Mapping[str, Any], say: Say) -> str:
    window = f"<small>within {response['window_ms']} ms</small>" if response.get("window_ms") else ""
    return " ".join(f"<kbd>{say(key['text'])}</kbd>" for key in response["keys"]) + window


CONTROLS: dict[str, Callable[[Mapping[str, Any], Say], str]] = {
    "choice": _options("radio"), "multi_choice": _options("checkbox"), "ranking": _ranking, "likert": _likert,
    "slider": _slider, "integer": _field, "number": _field, "text": _text, "matrix": _matrix,
    "allocation": _allocation, "interval": _interval, "keypress": _keys,
}  # fmt: skip
