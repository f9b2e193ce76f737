"""Write `docs/protocol-format.md`, every key of a protocol, from the JSON Schema that ships.

python docs/make_format.py
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from hawthorne.protocols.schemas import shipped

PAGE = Path(__file__).parent / "protocol-format.md"
HEAD = """# Every key of a protocol

What `protocol.json` (or `.yaml`) may hold, part by part, made from the JSON Schema that ships with Hawthorne
(`python docs/make_format.py`). [Protocols, from nothing](protocols.md) shows how the parts play together. A key in bold
must be there; behind `=` stands what a key is where it is left out. Every part may also hold `extensions`, which
Hawthorne carries along and never reads, and parts that quote a source may hold `tier`.
"""
LEFT_OUT = frozenset({"extensions", "withheld", "tier"})
FAMILIES = {
    "Node": "Nodes of the flow",
    "Item": "Items",
    "Response": "Responses",
    "Variable": "Variables",
    "": "Other parts",
}
"""Parts whose common keys stand in one table, by the end of their names."""
APART = frozenset({"ScoreItem"})
Schema = Mapping[str, Any]


def page() -> str:
    schema = shipped("protocol")
    parts = {name: part for name, part in schema["$defs"].items() if "properties" in part and name != "Withheld"}
    of = {end: {name: part for name, part in parts.items() if _family(name) == end} for end in FAMILIES}
    lines = [HEAD, "## The document\n", *_table(schema, ())]
    for end, heading in FAMILIES.items():
        shared = _common(list(of[end].values())) if end else []
        lines.append(f"## {heading}\n")
        if shared:
            lines += ["Keys that all of them have:\n", *_table(next(iter(of[end].values())), (), shared)]
        for name in sorted(of[end]):
            lines += [f"### {name}\n", f"{parts[name]['description']}\n", *_table(parts[name], shared)]
    return "\n".join(lines).rstrip() + "\n"


def _family(name: str) -> str:
    return next((end for end in FAMILIES if end and name.endswith(end) and name not in APART), "")


def _common(parts: list[Schema]) -> list[str]:
    """The keys that all of some parts have, in order, and have alike."""
    first = parts[0]["properties"]
    return [key for key in first if key not in LEFT_OUT
            and all(part["properties"].get(key) == first[key] for part in parts)]  # fmt: skip


def _table(part: Schema, without: Any, only: list[str] | None = None) -> Iterator[str]:
    rows = []
    for key, said in part["properties"].items():
        if key in LEFT_OUT or key in without or (only is not None and key not in only):
            continue
        must = key in part.get("required", ())
        default = said.get("default")
        told = default is not None and not isinstance(default, (list, dict))
        shown = f" = `{str(default).lower() if isinstance(default, bool) else default}`" if told else ""
        name = f"**`{key}`**" if must else f"`{key}`"
        rows.append(f"| {name} | {_type(said)}{shown} | {said.get('description', '')} |")
    if rows:
        yield "| key | value | meaning |\n|---|---|---|"
        yield from rows
        yield ""


def _all_of_a_family(members: list[Schema]) -> str:
    ends = {_family(each.get("$ref", "").rpartition("/")[2]) for each in members}
    return ends.pop() if len(ends) == 1 else ""


def _type(said: Schema) -> str:
    """What may stand there, in words, with links to the parts."""
    if "$ref" in said:
        name = said["$ref"].rpartition("/")[2]
        return {
            "Cited": "a cite, or its name",
            "Flow": "one of the [nodes of the flow](#nodes-of-the-flow)",
            "Extensions": "an object",
        }.get(name, f"[{name}](#{name.lower()})")
    if "const" in said:
        return f"`{said['const']}`"
    if "enum" in said:
        return ", ".join(f"`{word}`" for word in said["enum"])
    for key in ("anyOf", "oneOf"):
        if key in said and (end := _all_of_a_family(said[key])):
            return f"one of the [{FAMILIES[end].lower()}](#{FAMILIES[end].lower().replace(' ', '-')})"
        if key in said:
            return " or ".join(dict.fromkeys(_type(each) for each in said[key] if each.get("type") != "null"))
    if said.get("type") == "array":
        if "prefixItems" in said:
            return "[" + ", ".join(_type(each) for each in said["prefixItems"]) + "]"
        inner = _type(said["items"]) if said.get("items") else "anything"
        return f"a list: {inner}"
    if said.get("type") == "object":
        inner = said.get("additionalProperties")
        return f"an object: a name, and {_type(inner)}" if isinstance(inner, dict) and inner else "an object"
    words = {"string": "text", "integer": "a whole number", "number": "a number", "boolean": "true or false",
             "null": "null"}  # fmt: skip
    return words.get(str(said.get("type")), "anything")


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8", newline="\n")
