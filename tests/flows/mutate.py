"""A seeded mutator: whole studies broken in the ways that people and programs break them."""

from __future__ import annotations

import copy
import random
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from hawthorne.core.document import Source
from hawthorne.flows.emit import emit
from hawthorne.lang.nodes import parse, plain

EXPRESSIONS = ("conditionExpression", "transformation", "condition", "loopCondition", "loopCardinality", "timeDuration")
TYPES = ("Task", "StartEvent", "EndEvent", "ParallelGateway", "Tasc", "cognitive:Rest", "behaverse:Tusk", "SubProcess",
         "DataObjectReference", "Participant", "lab:Thing", "prov:Activity", "LoopCharacteristics", "")  # fmt: skip
VALUES = (None, True, -1, 0, 3.5, "", "x", "{x}", [], ["a", "b"], {}, {"a": None}, {"type": "Task"}, [[1], {"b": 2}])
MARKS = "{}[]:,\"'#&*!|>%@`\t?- \n\\"
BYTES = (b"\xff", b"\x00", b"\xc3\x28", b"\r", b"\xe2\x80\xa8", b"\xef\xbb\xbf")


class Mutant(NamedTuple):
    """A broken study: what was done to which, and its bytes."""

    name: str
    what: str
    source: Source


def mutants(sources: Sequence[Source], count: int, seed: int = 0) -> Iterator[Mutant]:
    """`count` mutants in a fixed order: the same seed gives the same bytes."""
    for number in range(count):
        source = sources[number % len(sources)]
        draws = random.Random(f"{seed}:{number}")
        mutate = WAYS[(number // len(sources)) % len(WAYS)]
        data = mutate(source.data, draws)
        name = f"mutant-{number}-{mutate.__name__}"
        yield Mutant(name, mutate.__name__, Source(f"{name}.studyflow.yaml", data))


# --- the tree -----------------------------------------------------------------------------------------------------


def _on_tree(change: Callable[[list[tuple[Any, Any]], random.Random], None]) -> Callable[[bytes, random.Random], bytes]:
    def mutate(data: bytes, draws: random.Random) -> bytes:
        root = parse(data).root
        assert root is not None
        tree = copy.deepcopy(plain(root))
        change(list(_spots(tree)), draws)
        return emit(tree).encode()

    mutate.__name__ = change.__name__
    return mutate


def _spots(tree: Any) -> Iterator[tuple[Any, Any]]:
    """Every (container, key) of a tree."""
    items = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    for key, value in list(items):
        yield tree, key
        yield from _spots(value)


def drop_key(spots: list[tuple[Any, Any]], draws: random.Random) -> None:
    holder, key = draws.choice([spot for spot in spots if isinstance(spot[0], dict)])
    del holder[key]


def rename_key(spots: list[tuple[Any, Any]], draws: random.Random) -> None:
    holder, key = draws.choice([spot for spot in spots if isinstance(spot[0], dict)])
    items = [(_slip(name, draws) if name == key else name, value) for name, value in holder.items()]
    holder.clear()
    holder.update(items)


def rename_reference(spots: list[tuple[Any, Any]], draws: random.Random) -> None:
    ids = {key for holder, key in spots if isinstance(holder, dict)}
    named = [(h, k) for h, k in spots if isinstance(h[k], str) and (h[k] in ids or "->" in h[k])]
    holder, key = draws.choice(named)
    holder[key] = _slip(holder[key], draws)


def change_type(spots: list[tuple[Any, Any]], draws: random.Random) -> None:
    holder, key = draws.choice([spot for spot in spots if spot[1] == "type"])
    holder[key] = draws.choice(TYPES)


def change_value(spots: list[tuple[Any, Any]], draws: random.Random) -> None:
    holder, key = draws.choice(spots)
    holder[key] = copy.deepcopy(draws.choice(VALUES))


def cut_expression(spots: list[tuple[Any, Any]], draws: random.Random) -> None:
    found = [(h, k) for h, k in spots if k in EXPRESSIONS and isinstance(h[k], str)] or [
        s for s in spots if s[1] == "name"
    ]
    holder, key = draws.choice(found)
    text = str(holder[key])
    at = draws.randrange(len(text))
    holder[key] = draws.choice((text[:at], text[at:], text[:at] + draws.choice('()[]"=+.') + text[at:]))


def move_part(spots: list[tuple[Any, Any]], draws: random.Random) -> None:
    (here, one), (there, two) = draws.choice(spots), draws.choice(spots)
    here[one] = copy.deepcopy(there[two])


def _slip(word: str, draws: random.Random) -> str:
    """A word with a letter lost, doubled, or changed for another."""
    at = draws.randrange(max(1, len(word)))
    letter = draws.choice("abcxyz_")
    return draws.choice((word[:at] + word[at + 1 :], word[:at] + word[at : at + 1] * 2 + word[at + 1 :],
                         word[:at] + letter + word[at + 1 :]))  # fmt: skip


# --- the text -----------------------------------------------------------------------------------------------------


def lose_characters(data: bytes, draws: random.Random) -> bytes:
    at = draws.randrange(len(data))
    return data[:at] + data[at + draws.randrange(1, 12) :]


def insert_mark(data: bytes, draws: random.Random) -> bytes:
    at = draws.randrange(len(data))
    return data[:at] + draws.choice(MARKS).encode() + data[at:]


def insert_bytes(data: bytes, draws: random.Random) -> bytes:
    at = draws.randrange(len(data))
    return data[:at] + draws.choice(BYTES) + data[at:]


def swap_lines(data: bytes, draws: random.Random) -> bytes:
    lines = data.split(b"\n")
    one, two = draws.randrange(len(lines)), draws.randrange(len(lines))
    lines[one], lines[two] = lines[two], lines[one]
    return b"\n".join(lines)


def repeat_line(data: bytes, draws: random.Random) -> bytes:
    lines = data.split(b"\n")
    at = draws.randrange(len(lines))
    return b"\n".join([*lines[: at + 1], lines[at], *lines[at + 1 :]])


def shift_line(data: bytes, draws: random.Random) -> bytes:
    lines = data.split(b"\n")
    at = draws.randrange(len(lines))
    lines[at] = b" " * draws.randrange(1, 5) + lines[at] if draws.random() < 0.5 else lines[at][1:]
    return b"\n".join(lines)


def cut_file(data: bytes, draws: random.Random) -> bytes:
    return data[: draws.randrange(len(data))]


def swap_words(data: bytes, draws: random.Random) -> bytes:
    words = re.findall(rb"[A-Za-z_]\w+", data)
    one, two = draws.choice(words), draws.choice(words)
    return data.replace(one, two, draws.randrange(1, 4))


WAYS: tuple[Callable[[bytes, random.Random], bytes], ...] = (
    *(_on_tree(change) for change in (drop_key, rename_key, rename_reference, change_type, change_value, cut_expression,
                                      move_part)),
    *(lose_characters, insert_mark, insert_bytes, swap_lines, repeat_line, shift_line, cut_file, swap_words),
)  # fmt: skip
