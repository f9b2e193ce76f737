"""XML text to a tree with the place of every tag and attribute. What XML itself refuses becomes a finding.

Nothing is fetched and nothing expands: a file that declares a document type or an entity is refused before it is
parsed, depth and size are bounded.
"""

from __future__ import annotations

import codecs
import re
from bisect import bisect_right
from typing import Any, NamedTuple

from lxml import etree

from hawthorne.core.errors import Finding
from hawthorne.core.place import Place

DEEPEST = 100
"""How deep elements may nest."""
LARGEST = 16_000_000
"""How many characters a file may hold."""
MOST = 100_000
"""How many elements a file may hold."""

_PROLOG = re.compile(r"\s*(?:<\?.*?\?>\s*|<!--.*?-->\s*)*", re.DOTALL)
_BEGINS = re.compile(rb"(\xef\xbb\xbf)?\s*<[?!A-Za-z]")
_DECLARED = re.compile(rb"""<\?xml[^>]{0,200}?encoding\s*=\s*["']([A-Za-z0-9._-]{1,40})["']""")
_TAG = re.compile(
    r"""<!--.*?-->|<!\[CDATA\[.*?\]\]>|<\?.*?\?>|</[^>]*>|<([^\s/>!?]+)((?:[^>"']|"[^"]*"|'[^']*')*)>""", re.DOTALL
)
_ATTRIBUTE = re.compile(r"""([^\s=/]+)\s*=\s*(["'])(.*?)\2""", re.DOTALL)
_BREAK = re.compile(r"\r\n|\r|\n")
_TEXT_CODECS = re.compile(r"utf-(8|16|16-le|16-be|32|32-le|32-be)|ascii|iso8859-\d+|cp\d+|koi8-[rtu]|mac-\w+|gb\w+|"
                          r"big5\w*|euc_\w+|shift_jis\w*")  # fmt: skip


class Spot(NamedTuple):
    """Where an element stands: 1-based line and column of its tag, of each attribute's value (by its name with its
    prefix and without), and of its content."""

    line: int
    column: int
    attributes: dict[str, tuple[int, int]]
    content: tuple[int, int]


class Tree(NamedTuple):
    """A file's text, its root (None where there is none), the places of its elements, and what was found. `comments`
    counts the comments."""

    text: str
    root: Any
    spots: dict[Any, Spot]
    findings: tuple[Finding, ...]
    comments: int = 0


def looks_like_xml(data: bytes) -> bool:
    """Whether bytes look like XML, in any encoding that XML names by its first bytes."""
    if data[:4].replace(b"\xff\xfe", b"").replace(b"\xfe\xff", b"")[:2] in (b"<\x00", b"\x00<"):
        return True
    return _BEGINS.match(data) is not None


def parse_tree(data: bytes, name: str | None = None) -> Tree:
    """Read XML bytes. Whatever is wrong with them is a finding, never an exception."""
    text, finding = _decode(data, name)
    if finding is None and len(text) > LARGEST:
        finding = _error(
            "xml", f"the file holds more than {LARGEST:,} characters", "a study is smaller", Place(name, 1)
        )
    if finding is None:
        finding = _declares(text, name)
    if finding is not None:
        return Tree(text, None, {}, (finding,))
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, huge_tree=False, load_dtd=False, dtd_validation=False, encoding="utf-8"
    )
    try:
        root = etree.fromstring(text.encode("utf-8"), parser)
    except (etree.XMLSyntaxError, UnicodeEncodeError, ValueError) as error:
        return Tree(text, None, {}, (_malformed(error, name),))
    if root.getroottree().docinfo.doctype:
        message = "the file declares a document type (DTD)"
        return Tree(text, None, {}, (_error("xml-dtd", message, "remove it: BPMN needs none", Place(name, 1, 1)),))
    finding = _bounded(root, name)
    if finding is not None:
        return Tree(text, None, {}, (finding,))
    comments = sum(1 for _ in root.iter(etree.Comment))
    return Tree(text, root, _spots(text, root), (), comments)


def _error(code: str, message: str, fix: str, place: Place) -> Finding:
    return Finding("error", code, message, fix, place)


def _decode(data: bytes, name: str | None) -> tuple[str, Finding | None]:
    """The text of XML bytes: the encoding is told by a byte order mark, else declared, else UTF-8."""
    marks = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
    encoding = next((word for mark, word in marks if data.startswith(mark)), None)
    if encoding is None:
        declared = _DECLARED.match(data.lstrip()[:300])
        encoding = declared[1].decode("ascii") if declared else "utf-8"
        if encoding.lower().startswith(("utf-16", "utf-32")):
            encoding = "utf-8"  # whoever could read the declaration byte by byte knows better
        try:
            known = codecs.lookup(encoding).name
        except LookupError:
            known = ""
        if not _TEXT_CODECS.fullmatch(known):
            message = f'the encoding "{encoding}" is not known'
            return "", _error("encoding", message, "save the file as UTF-8", Place(name, 1, 1))
    try:
        return data.decode(encoding), None
    except (UnicodeDecodeError, UnicodeError) as error:
        start = getattr(error, "start", 0)
        line = data[:start].count(b"\n") + 1
        column = start - (data.rfind(b"\n", 0, start) + 1) + 1
        byte = f"byte {data[start]:#04x}" if start < len(data) else "the end of the file"
        message = f"{byte} is not {encoding.removesuffix('-sig').upper()}"
        return "", _error(
            "encoding", message, "save the file as UTF-8, and declare no other", Place(name, line, column)
        )


def _declares(text: str, name: str | None) -> Finding | None:
    """A document type, which could declare entities or name files."""
    prolog = _PROLOG.match(text.lstrip("\ufeff"))
    end = prolog.end() if prolog else 0
    if not text.startswith("<!DOCTYPE", end):
        return None
    line = len(_BREAK.findall(text[:end])) + 1
    message = "the file declares a document type (DTD), which could name other files or grow without end"
    return _error("xml-dtd", message, "remove `<!DOCTYPE …>`: BPMN needs none", Place(name, line, 1))


def _malformed(error: Exception, name: str | None) -> Finding:
    line, column = getattr(error, "position", None) or (1, 1)
    what = " ".join(str(getattr(error, "msg", None) or error).split())
    what = re.sub(r", line \d+, column \d+( \(.*\))?$", "", what)
    fix = "check the tags and their ends, the quotes, and `&` (written `&amp;`) here"
    return _error("xml", f"not XML: {what}", fix, Place(name, max(line, 1), max(column, 1)))


def _bounded(root: Any, name: str | None) -> Finding | None:
    depth = count = 0
    for event, element in etree.iterwalk(root, events=("start", "end", "pi")):
        if event == "pi":
            continue
        depth += 1 if event == "start" else -1
        count += event == "start"
        if depth > DEEPEST:
            place = Place(name, element.sourceline)
            return _error("xml", f"elements nest more than {DEEPEST} deep", "a study is flatter", place)
        if count > MOST:
            return _error("xml", f"more than {MOST:,} elements", "a study is smaller", Place(name, element.sourceline))
    for entity in root.iter(etree.Entity):
        return _error("xml", f"the entity {entity.text} is not read", "write the text itself", Place(name, 1))
    return None


def _spots(text: str, root: Any) -> dict[Any, Spot]:
    """The place of every element: the tags of the text, in order, are the elements of the tree."""
    breaks = [match.end() for match in _BREAK.finditer(text)]

    def at(offset: int) -> tuple[int, int]:
        line = bisect_right(breaks, offset)
        return line + 1, offset - (breaks[line - 1] if line else 0) + 1

    spots = []
    for tag in _TAG.finditer(text):
        if tag[1] is None:
            continue
        start = tag.start(2)
        attributes = {found[1]: at(start + found.start(3)) for found in _ATTRIBUTE.finditer(tag[2])}
        for key, place in list(attributes.items()):
            attributes.setdefault(key.rpartition(":")[2], place)
        line, column = at(tag.start())
        spots.append(Spot(line, column, attributes, at(tag.end())))
    elements = [element for element in root.iter() if isinstance(element.tag, str)]
    if len(spots) != len(elements):
        return {element: Spot(element.sourceline or 1, 1, {}, (element.sourceline or 1, 1)) for element in elements}
    return dict(zip(elements, spots, strict=True))


def markup_in(element: Any) -> str:
    """The markup inside an element, as text in the one form of exclusive canonical XML."""
    parts = [_escaped(element.text or "")]
    for child in element:
        if isinstance(child.tag, str):
            parts.append(etree.tostring(child, method="c14n", exclusive=True, with_tail=False).decode("utf-8"))
        parts.append(_escaped(child.tail or ""))
    return "".join(parts)


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\r", "&#xD;")


def is_markup(text: str) -> bool:
    """Whether a text is the inside of an element, as `markup_in` gives it."""
    tree = parse_tree(f"<a>{text}</a>".encode(errors="replace"))
    return tree.root is not None and markup_in(tree.root) == text
