"""Types after ``instance of`` and in the parameters of functions (grammar rules 51 and 52)."""

from __future__ import annotations

from .cursor import Cursor
from .names import NameTable, canonical
from .tokens import KEYWORDS
from .tree import TypeName

#: The types that the language names; any other name is a type that the caller defines.
TYPE_NAMES = (
    "Any", "Null", "number", "string", "boolean", "date", "time", "date and time", "days and time duration",
    "years and months duration", "list", "context", "range", "function",
)  # fmt: skip
_TABLE = NameTable(TYPE_NAMES)


def parse_type(cursor: Cursor) -> TypeName:
    """A type. Raises FeelSyntaxError where none begins."""
    at = cursor.token.at
    if cursor.token.kind != "name":
        raise cursor.unexpected("a type is expected here, such as number, string or list<number>")
    name = _type_name(cursor)
    if name == "function":
        return _function_type(cursor, at)
    if name in ("list", "range") and cursor.takes("<"):
        part = parse_nested(cursor)
        cursor.expect(">", f"after the type inside {name}<…>")
        return TypeName(name, (part,), at=at)
    if name == "context" and cursor.takes("<"):
        return _context_type(cursor, at)
    return TypeName(name, at=at)


def parse_nested(cursor: Cursor) -> TypeName:
    """A type inside another one, where the nesting is counted."""
    cursor.nesting += 1
    if cursor.nesting > 100:
        raise cursor.error("types nest too deep")
    part = parse_type(cursor)
    cursor.nesting -= 1
    return part


def _type_name(cursor: Cursor) -> str:
    known = _TABLE.match(cursor.tokens, cursor.index) or cursor.names.match(cursor.tokens, cursor.index)
    if known is not None:
        name, cursor.index = known
        return name
    start = cursor.index
    cursor.next()
    if cursor.tokens[start].text == "function":
        return "function"
    while (cursor.token.kind == "name" and cursor.token.text not in KEYWORDS) or cursor.sees("."):
        cursor.next()
    return canonical(cursor.tokens, start, cursor.index - 1)


def _context_type(cursor: Cursor, at: int) -> TypeName:
    labels: list[str] = []
    parts: list[TypeName] = []
    while not cursor.takes(">"):
        if parts:
            cursor.expect(",", "between the fields of context<…>")
        label = cursor.label()
        if label is None:
            raise cursor.unexpected("a field is written 'name: type'")
        labels.append(label)
        parts.append(parse_nested(cursor))
    return TypeName("context", tuple(parts), tuple(labels), at=at)


def _function_type(cursor: Cursor, at: int) -> TypeName:
    parts: list[TypeName] = []
    if cursor.takes("<"):
        while not cursor.takes(">"):
            if parts:
                cursor.expect(",", "between the parameters of function<…>")
            parts.append(parse_nested(cursor))
        cursor.expect("->", "before the type of the function's result")
        return TypeName("function", tuple(parts), result=parse_nested(cursor), at=at)
    return TypeName("function", at=at)


def parse_type_text(text: str) -> TypeName:
    """A type from its text.

    >>> parse_type_text("list<number>")
    TypeName(name='list', parts=(TypeName(name='number', parts=(), labels=(), result=None),), labels=(), result=None)
    """
    cursor = Cursor(text, (), (), lambda cursor, floor: parse_type(cursor))
    kind = parse_type(cursor)
    if cursor.token.kind != "end":
        raise cursor.unexpected("the type ends before this")
    return kind
