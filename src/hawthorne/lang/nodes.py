"""YAML text to a tree of nodes, each with its line and column. What YAML itself refuses becomes a finding.

The tree is built from the parser's events, so nothing in a file can run code or grow: tags mean what YAML 1.2's core
schema says or are refused, aliases are bounded, nesting is bounded, a key written twice is found.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import Any, NamedTuple

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.reader import ReaderError

from hawthorne.core.errors import Finding
from hawthorne.core.place import Place
from hawthorne.lang.faults import explain

DEEPEST = 200
"""How deep collections may nest."""
LARGEST = 1_000_000
"""How many nodes a file may hold once its aliases are written out."""

_CORE_TAGS = {f"tag:yaml.org,2002:{name}": name for name in ("str", "int", "float", "bool", "null", "map", "seq")}


class Node:
    """A part of a YAML file.

    `kind` is `map`, `seq` or `scalar`. `value` is the text of a scalar, a list of nodes, or a list of (key, key node,
    node). `style` is a scalar's: `` (plain), `'`, `"`, `|` or `>`; a collection's: `flow` or ``. Lines and columns are
    1-based; a scalar's are those of its first character inside the quotes or the block, 0 where nothing is written.
    `size` counts the nodes of the tree below, aliases written out.
    """

    __slots__ = ("column", "kind", "line", "size", "style", "value")

    def __init__(self, kind: str, value: Any, line: int, column: int, style: str = "", size: int = 1) -> None:
        self.kind = kind
        self.value = value
        self.line = line
        self.column = column
        self.style = style
        self.size = size

    @property
    def is_null(self) -> bool:
        """Whether this is nothing at all, or one of the words for it."""
        return self.kind == "scalar" and self.style == "" and self.value in NULLS


NULLS = frozenset({"", "~", "null", "Null", "NULL"})
_INTEGER = re.compile(r"[-+]?[0-9]+\Z")
_BASED = re.compile(r"0o[0-7]+\Z|0x[0-9a-fA-F]+\Z")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?\Z")
_BOOLEANS = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
_MARK = "!"
"""The style of a scalar that carries a tag which makes it text."""


def scalar(node: Node) -> Any:
    """A scalar's value by YAML 1.2's core schema: `no`, `1:30` and dates are text, 010 is ten.

    Infinities and NaN are text too, since no JSON value is either.

    >>> [scalar(Node("scalar", text, 1, 1)) for text in ("no", "1:30", "010", "0x1F", "1e3", "~", "true", ".inf")]
    ['no', '1:30', 10, 31, 1000.0, None, True, '.inf']
    """
    text = node.value
    if node.style:
        return text
    if text in NULLS:
        return None
    if text in _BOOLEANS:
        return _BOOLEANS[text]
    if _INTEGER.match(text):
        return int(text) if len(text) < 4000 else text
    if _BASED.match(text):
        return int(text, 0)
    if _FLOAT.match(text):
        number = float(text)
        return number if abs(number) != float("inf") else text
    return text


def plain(node: Node) -> Any:
    """A node as a JSON value. A lone `{name}` is a placeholder that YAML takes for a mapping: it stays that text."""
    if node.kind == "scalar":
        return scalar(node)
    if node.kind == "seq":
        return [plain(item) for item in node.value]
    name = placeholder(node)
    return name if name is not None else {key: plain(item) for key, _, item in node.value}


def placeholder(node: Node) -> str | None:
    """The text of a placeholder that was written without quotes (`{name}`), else None."""
    if node.kind == "map" and node.style == "flow" and len(node.value) == 1:
        key, _, item = node.value[0]
        if item.is_null and item.line == 0 and _PLACEHOLDER.match(key):
            return "{" + key + "}"
    return None


_PLACEHOLDER = re.compile(r"[^\W\d][\w-]*(\.[^\W\d][\w-]*)*(:%)?\Z")


_BREAK = re.compile(r"\r\n|\r|\n")
_LINE = re.compile(r"(?P<indent> *)(?P<text>[^\r\n]*)")


def line_starts(text: str) -> list[int]:
    """The offsets at which the lines of a text begin.

    >>> line_starts("a\\nb\\r\\n")
    [0, 2, 5]
    """
    return [0, *(found.end() for found in _BREAK.finditer(text))]


def _code(character: Any) -> int:
    return ord(character) if isinstance(character, str) else int(character)


class Parsed(NamedTuple):
    """A file's text, its root node (None where there is none), and what was found."""

    text: str
    root: Node | None
    findings: tuple[Finding, ...]


def parse(data: bytes, name: str | None = None) -> Parsed:
    """Read a file's bytes. Whatever is wrong with them is a finding, never an exception."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        column = error.start - (data.rfind(b"\n", 0, error.start) + 1) + 1
        finding = Finding(
            "error",
            "encoding",
            f"byte {data[error.start]:#04x} is not UTF-8",
            "save the file as UTF-8",
            Place(name, line, column),
        )
        return Parsed("", None, (finding,))
    return parse_text(text, name)


def parse_text(text: str, name: str | None = None, line: int = 1, column: int = 1) -> Parsed:
    """Read YAML text that stands at this line and column of a file (each of its lines is indented to that column)."""
    composer = _Composer(text, name, line - 1, column - 1)
    root = composer.compose()
    return Parsed(text, root, tuple(composer.findings))


class _Composer:
    def __init__(self, text: str, name: str | None, line: int, column: int) -> None:
        self.findings: list[Finding] = []
        self._text = text
        self._starts = line_starts(text)
        self._name = name
        self._line, self._column = line, column
        self._anchors: dict[str, Node | None] = {}

    def compose(self) -> Node | None:
        try:
            return self._document()
        except _Stop:
            return None
        except MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            what = " ".join(str(error.problem or error.context or "cannot be read").split())
            place = self._place(*self._at(mark)) if mark is not None else Place(self._name)
            meaning, fix = explain(what)
            self._find("yaml", f"not YAML: {meaning}", fix, place)
        except ReaderError as error:
            line = bisect_right(self._starts, error.position)
            at = self._place(line, error.position - self._starts[line - 1] + 1)
            self._find(
                "yaml", f"the character U+{_code(error.character):04X} is not allowed in YAML", "take it out", at
            )
        except (YAMLError, ValueError, RecursionError) as error:
            self._find("yaml", f"not YAML: {' '.join(str(error).split())}", "", Place(self._name))
        return None

    def _document(self) -> Node | None:
        yaml = YAML(typ="safe", pure=True)
        events = yaml.parse(self._text)
        root: Node | None = None
        documents = 0
        for event in events:
            kind = type(event).__name__
            if kind == "DocumentStartEvent":
                documents += 1
                if documents > 1:
                    place = self._place(*self._at(event.start_mark))
                    self._find("yaml", "a second document begins here", "a study is one document: remove `---`", place)
                    break
                root = self._node(events, next(events), 0)
        return root

    def _node(self, events: Iterator[Any], event: Any, depth: int) -> Node:
        line, column = self._at(event.start_mark)
        kind = type(event).__name__
        if kind == "ScalarEvent":
            node = self._scalar(event, line, column)
        elif kind == "AliasEvent":
            return self._alias(event.anchor, line, column)
        else:
            if depth >= DEEPEST:
                self._stop("yaml", f"nested more than {DEEPEST} deep", "", self._place(line, column))
            if event.anchor:
                self._anchors[event.anchor] = None
            self._check_tag(event, ("map", "seq"), line, column)
            read = self._mapping if kind == "MappingStartEvent" else self._sequence
            node = read(events, line, column, depth)
            if event.flow_style:
                node.style = "flow"
        if event.anchor:
            self._anchors[event.anchor] = node
        if node.size > LARGEST:
            self._stop("yaml", f"more than {LARGEST} nodes once its aliases are written out", "",
                       self._place(line, column))  # fmt: skip
        return node

    def _mapping(self, events: Iterator[Any], line: int, column: int, depth: int) -> Node:
        items: list[tuple[str, Node, Node]] = []
        first: dict[str, Node] = {}
        size = 1
        while type(event := next(events)).__name__ != "MappingEndEvent":
            key = self._node(events, event, depth + 1)
            if key.line == 0:
                line_of, column_of = self._at(event.start_mark)
                key.line, key.column = line_of + self._line, column_of + self._column
            value = self._node(events, next(events), depth + 1)
            size += key.size + value.size
            text = self._key(key)
            if text is None:
                continue
            if text in first:
                self._find("duplicate-key", f'the key "{text}" stands here a second time',
                           f"it stands on line {first[text].line} already: rename or remove one",
                           self._place_of(key))  # fmt: skip
                continue
            first[text] = key
            items.append((text, key, value))
        return Node("map", items, line + self._line, column + self._column, size=size)

    def _key(self, key: Node) -> str | None:
        if key.kind != "scalar":
            self._find("yaml", "a key is a list or a mapping", "a key is text", self._place_of(key))
            return None
        if key.value == "<<" and not key.style:
            self._find("merge-key", 'the key "<<" merges mappings, which YAML 1.2 does not have',
                       "write the keys out", self._place_of(key))  # fmt: skip
            return None
        return str(key.value)

    def _sequence(self, events: Iterator[Any], line: int, column: int, depth: int) -> Node:
        items = []
        while type(event := next(events)).__name__ != "SequenceEndEvent":
            items.append(self._node(events, event, depth + 1))
        size = 1 + sum(item.size for item in items)
        return Node("seq", items, line + self._line, column + self._column, size=size)

    def _scalar(self, event: Any, line: int, column: int) -> Node:
        style = event.style or ""
        if style in ("'", '"'):
            column += 1
        elif style in ("|", ">"):
            line, column = self._block(line)
        elif event.value == "" and event.start_mark.index == event.end_mark.index:
            # Nothing stands here: no line says so, which is how `{name}` is told from `{name: null}`.
            return Node("scalar", "", 0 if not self._tagged(event, line, column) else line, column)
        if self._tagged(event, line, column):
            style = style or _MARK
        return Node("scalar", event.value, line + self._line, column + self._column, style)

    def _tagged(self, event: Any, line: int, column: int) -> bool:
        return self._check_tag(event, ("str", "int", "float", "bool", "null"), line, column) == "str"

    def _check_tag(self, event: Any, fine: tuple[str, ...], line: int, column: int) -> str | None:
        tag = None if event.tag is None else str(event.tag)
        if tag is None or tag == "!":
            return None if tag is None else "str"
        name = _CORE_TAGS.get(tag)
        if name not in fine:
            self._find("tag", f'the tag "{tag}" is not read', "remove it: the place says the type",
                       self._place(line, column))  # fmt: skip
        return name

    def _block(self, line: int) -> tuple[int, int]:
        """Where the text of a block scalar begins whose indicator stands on this line."""
        for start in self._starts[line:]:
            content = _LINE.match(self._text, start)
            if content is not None and content["text"]:
                return line + 1, len(content["indent"]) + 1
        return line + 1, 1

    def _at(self, mark: Any) -> tuple[int, int]:
        """The line and column of a mark, by the line breaks that editors know."""
        line = bisect_right(self._starts, mark.index)
        return line, mark.index - self._starts[line - 1] + 1

    def _alias(self, anchor: str, line: int, column: int) -> Node:
        node = self._anchors.get(anchor)
        if node is None:
            inside = anchor in self._anchors
            what = f'the alias "*{anchor}" ' + ("stands inside what it names" if inside else "names no anchor")
            self._stop("yaml", what, f"write the part out, or mark it with &{anchor} above", self._place(line, column))
        assert node is not None
        return node

    def _place(self, line: int, column: int) -> Place:
        return Place(self._name, line + self._line, column + self._column)

    def _place_of(self, node: Node) -> Place:
        return Place(self._name, node.line or None, node.column or None)

    def _find(self, code: str, message: str, fix: str, place: Place) -> None:
        self.findings.append(Finding("error", code, message, fix, place))

    def _stop(self, code: str, message: str, fix: str, place: Place) -> None:
        self._find(code, message, fix, place)
        raise _Stop


class _Stop(Exception):
    """The file cannot be read further; the finding is written already."""
