"""Which words of a screen are not the same in every arm."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from html import escape
from typing import Any

Words = list[str]


def texts(view: Mapping[str, Any]) -> Iterator[str]:
    """The texts of a screen in the order of reading: what `Marked` is asked for, one after the other."""
    for event in view.get("events", ()):
        yield event["text"]
    for item in view.get("items", ()):
        yield from item_texts(item)
    for response in view.get("responses", ()):
        yield from response_texts(response)


def item_texts(item: Mapping[str, Any]) -> Iterator[str]:
    yield from (item[key] for key in ("text", "alt") if item.get(key))
    for row in item.get("rows", ()):
        yield from row if isinstance(row, list) else [row]


def response_texts(response: Mapping[str, Any]) -> Iterator[str]:
    if response.get("prompt"):
        yield response["prompt"]
    for part in ("options", "rows", "keys"):
        yield from (each.get("text") or each.get("code", "") for each in response.get(part, ()))
    yield from response.get("anchors", {}).values()
    yield from response.get("end_labels") or ()


class Marked:
    """The texts of one arm's screen as HTML, with `<mark>` around the words that another arm does not have there."""

    def __init__(self, own: Sequence[str], others: Sequence[Sequence[str]]) -> None:
        self._marks: dict[str, list[str]] = {}
        for i, text in enumerate(own):
            twins = [other[i] if i < len(other) else "" for other in others]
            self._marks.setdefault(text, []).append(marked(text, twins))

    @property
    def differs(self) -> bool:
        return any("<mark>" in text for texts in self._marks.values() for text in texts)

    def __call__(self, text: str) -> str:
        """The next place at which this text stands, as HTML."""
        waiting = self._marks.get(text)
        if not waiting:
            return escape(text)
        return waiting.pop(0) if len(waiting) > 1 else waiting[0]


def marked(text: str, twins: Sequence[str]) -> str:
    """A text as HTML with the words marked that are not at their place in every twin.

    >>> marked("Many are red", ["Few are red"])
    '<mark>Many</mark> are red'
    """
    words = _words(text)
    same = [True] * len(words)
    for twin in twins:
        kept = [False] * len(words)
        for block in SequenceMatcher(None, words, _words(twin), autojunk=False).get_matching_blocks():
            kept[block.a : block.a + block.size] = [True] * block.size
        same = [before and now for before, now in zip(same, kept, strict=True)]
    return _html(words, same)


def _words(text: str) -> Words:
    words: Words = []
    for line in text.split("\n"):
        words += [*line.split(" "), "\n"]
    return words[:-1]


def _html(words: Words, same: Sequence[bool]) -> str:
    parts: list[str] = []
    open_ = False
    for word, is_same in zip(words, same, strict=True):
        glue = "" if not parts or word == "\n" or parts[-1].endswith("\n") else " "
        if not is_same and not open_:
            parts.append(f"{glue}<mark>{escape(word)}")
        elif is_same and open_:
            parts.append(f"</mark>{glue}{escape(word)}")
        else:
            parts.append(glue + escape(word))
        open_ = not is_same
    return "".join(parts) + "</mark>" * open_
