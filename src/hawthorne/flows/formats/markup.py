"""XML text of a tree of tags."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

_NAME = re.compile(r"[^\W\d][\w.\-]*\Z")
_UNSAFE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_TEXT = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;"})
_VALUE = _TEXT | str.maketrans({'"': "&quot;", "\n": "&#10;", "\t": "&#9;"})


@dataclass(slots=True)
class Tag:
    """An element to write: its name with prefix, its attributes, its texts and elements. `raw` is content that is
    markup already."""

    name: str
    attributes: dict[str, str] = field(default_factory=dict)
    content: list[Tag | str] = field(default_factory=list)
    raw: str = ""


def is_text(text: str) -> bool:
    """Whether XML can hold a text.

    >>> is_text("a\\nb"), is_text("a\\x01b")
    (True, False)
    """
    return _UNSAFE.search(text) is None


def is_name(name: str) -> bool:
    """Whether a name can be a tag's or an attribute's, with a prefix or without.

    >>> [is_name(name) for name in ("a:b", "b", "1b", "a:b:c", "xmlns:a")]
    [True, True, False, False, False]
    """
    prefix, colon, local = name.partition(":")
    return name != "xmlns" and bool(_NAME.match(local if colon else prefix)) and (
        not colon or (prefix != "xmlns" and bool(_NAME.match(prefix)))
    )  # fmt: skip


def markup(root: Tag) -> str:
    """The text of a document.

    >>> print(markup(Tag("a", {"b": '"'}, [Tag("c", {}, ["x < y"]), Tag("d")])), end="")
    <?xml version="1.0" encoding="UTF-8"?>
    <a b="&quot;">
      <c>x &lt; y</c>
      <d/>
    </a>
    """
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + "".join(f"{line}\n" for line in _lines(root, ""))


def inline(tag: Tag) -> str:
    """The text of a tag on one line, without white space between its elements."""
    if not tag.content and not tag.raw:
        return f"<{_start(tag)}/>"
    inner = "".join(item.translate(_TEXT) if isinstance(item, str) else inline(item) for item in tag.content)
    return f"<{_start(tag)}>{inner}{tag.raw}</{tag.name}>"


def _lines(tag: Tag, indent: str) -> Iterator[str]:
    if not tag.content or tag.raw or any(isinstance(item, str) for item in tag.content):
        yield indent + inline(tag)
        return
    yield f"{indent}<{_start(tag)}>"
    for item in tag.content:
        assert isinstance(item, Tag)
        yield from _lines(item, indent + "  ")
    yield f"{indent}</{tag.name}>"


def _start(tag: Tag) -> str:
    return tag.name + "".join(f' {name}="{value.translate(_VALUE)}"' for name, value in tag.attributes.items())
