"""A seeded mutator of scenarios: steps, plans, assertions and bots removed, doubled, moved, and filled from others."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from hawthorne.core.document import Source

Doc = dict[str, Any]
Stock = Sequence[tuple[str, Any]]
Way = Callable[[Doc, random.Random, Stock], None]
WORDS = (
    "",
    " ",
    "é",
    "日本語",
    "🙂",
    "a\u0000b",
    "x" * 5000,
    "\ud7ff",
    "@",
    "@nobody",
    "active",
    "*",
    "${x}",
    "\n",
    "1",
)
NUMBERS = (0, -1, 1, 2, 7, 100, 10**6, 10**9, 2**53, 2**63, 10**30, -(10**18), 0.5, 1e-9, 1e300)
VALUES: tuple[Any, ...] = (
    None,
    True,
    False,
    -1,
    0,
    3.5,
    "",
    "x",
    [],
    {},
    [[]],
    {"a": None},
    ["a", 1, None],
    [[1], {"b": 2}],
)


class Changed(NamedTuple):
    """A changed scenario: what was done to which, and its bytes."""

    name: str
    source: Source


def changed(sources: Sequence[Source], count: int, seed: int = 0, most: int = 3, start: int = 0) -> Iterator[Changed]:
    """`count` scenarios, each with one to `most` changes, in a fixed order: the same seed gives the same bytes."""
    docs = [json.loads(source.data) for source in sources]
    stock = [(key, holder[key]) for doc in docs for holder, key in spots(doc) if isinstance(key, str)]
    for number in range(start, start + count):
        draws = random.Random(f"{seed}:{number}")
        made = copy.deepcopy(docs[number % len(docs)])
        id, ways = made["id"], []
        for _ in range(draws.randint(1, most)):
            way = draws.choice(WAYS)
            try:
                way(made, draws, stock)
            except (IndexError, KeyError, TypeError, AttributeError):
                continue  # there is nothing here to which this could be done
            ways.append(way.__name__)
        data = json.dumps(made, ensure_ascii=False, indent=1).encode("utf-8", "surrogatepass")
        yield Changed(f"{number}-{id}-{'+'.join(ways)}", Source(f"{id}.scenario.json", data))


def spots(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every place in a document, outermost first."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in list(items):
        yield value, key
        yield from spots(inner)


def lists(doc: Doc, *keys: str) -> list[list[Any]]:
    """The lists of a document that hold something, under these keys (none: under any)."""
    found = [(h, k) for h, k in spots(doc) if isinstance(h[k], list) and h[k]]
    return [holder[key] for holder, key in found if not keys or key in keys]


def remove(doc: Doc, draws: random.Random, stock: Stock) -> None:
    holder, key = draws.choice(list(spots(doc)))
    del holder[key]


def remove_element(doc: Doc, draws: random.Random, stock: Stock) -> None:
    holder = draws.choice(lists(doc))
    del holder[draws.randrange(len(holder))]


def duplicate(doc: Doc, draws: random.Random, stock: Stock) -> None:
    holder = draws.choice(lists(doc))
    holder.insert(draws.randint(0, len(holder)), copy.deepcopy(draws.choice(holder)))


def swap(doc: Doc, draws: random.Random, stock: Stock) -> None:
    holder = draws.choice([each for each in lists(doc) if len(each) > 1])
    one, two = draws.sample(range(len(holder)), 2)
    holder[one], holder[two] = holder[two], holder[one]


def swap_steps(doc: Doc, draws: random.Random, stock: Stock) -> None:
    one, two = draws.sample(range(len(doc["steps"])), 2)
    doc["steps"][one], doc["steps"][two] = doc["steps"][two], doc["steps"][one]


def take_from_stock(doc: Doc, draws: random.Random, stock: Stock) -> None:
    holder, key = draws.choice([spot for spot in spots(doc) if isinstance(spot[1], str)])
    holder[key] = copy.deepcopy(draws.choice([part for name, part in stock if name == key]))


def add_from_stock(doc: Doc, draws: random.Random, stock: Stock) -> None:
    holder = draws.choice([doc, *(h[k] for h, k in spots(doc) if isinstance(h[k], dict))])
    key, value = draws.choice(stock)
    holder[key] = copy.deepcopy(value)


def foreign_step(doc: Doc, draws: random.Random, stock: Stock) -> None:
    """A step, or an assertion, of another scenario, about the bots of this one."""
    where = draws.choice(["steps", "assertions"])
    step = copy.deepcopy(draws.choice(draws.choice([part for name, part in stock if name == where and part])))
    keys = [each["key"] for each in doc["bots"]]
    for holder, key in spots(step):
        if key in ("bot", "to", "from", "source", "target", "lead", "peer") and isinstance(holder[key], str):
            holder[key] = draws.choice(keys)
        elif key == "bots" and isinstance(holder[key], list):
            holder[key] = [draws.choice(keys) for _ in holder[key]]
        elif key == "gate" and doc.get("gates"):
            holder[key] = draws.choice(doc["gates"])
    doc[where].insert(draws.randint(0, len(doc[where])), step)


def foreign_turn(doc: Doc, draws: random.Random, stock: Stock) -> None:
    turns = draws.choice([part for name, part in stock if name == "turns" and part])
    bot = draws.choice(doc["bots"])
    bot["turns"].insert(draws.randint(0, len(bot["turns"])), copy.deepcopy(draws.choice(turns)))


def malformed_plan(doc: Doc, draws: random.Random, stock: Stock) -> None:
    """Arguments of a tool that are not what it takes."""
    arguments = draws.choice([h[k] for h, k in spots(doc["bots"]) if k == "arguments"])
    key = draws.choice([*arguments, "bot_ids", "message", "limit", "extra"])
    arguments[key] = draws.choice([*VALUES, *WORDS, *NUMBERS])


def malformed_step(doc: Doc, draws: random.Random, stock: Stock) -> None:
    step = draws.choice([each for bot in doc["bots"] for turn in bot["turns"] for each in turn["steps"]])
    step[draws.choice(["arguments", "tool", "isError", "server", *step])] = draws.choice([*VALUES, *WORDS])


def other_reference(doc: Doc, draws: random.Random, stock: Stock) -> None:
    known = [each["key"] for each in doc["bots"]] + doc.get("gates", []) + [each.get("name") for each in doc["bots"]]
    holder, key = draws.choice([(h, k) for h, k in spots(doc) if isinstance(h[k], str) and h[k].lstrip("@") in known])
    holder[key] = ("@" if holder[key].startswith("@") else "") + draws.choice(known)


def other_number(doc: Doc, draws: random.Random, stock: Stock) -> None:
    holder, key = draws.choice([(h, k) for h, k in spots(doc) if type(h[k]) in (int, float)])
    holder[key] = draws.choice(NUMBERS)


def other_truth(doc: Doc, draws: random.Random, stock: Stock) -> None:
    holder, key = draws.choice([(h, k) for h, k in spots(doc) if isinstance(h[k], bool)])
    holder[key] = not holder[key]


def other_words(doc: Doc, draws: random.Random, stock: Stock) -> None:
    holder, key = draws.choice([(h, k) for h, k in spots(doc) if isinstance(h[k], str)])
    holder[key] = draws.choice(WORDS)


def other_value(doc: Doc, draws: random.Random, stock: Stock) -> None:
    holder, key = draws.choice(list(spots(doc)))
    holder[key] = copy.deepcopy(draws.choice(VALUES))


WAYS: tuple[Way, ...] = (
    remove, remove_element, remove_element, duplicate, duplicate, swap, swap_steps, swap_steps, take_from_stock,
    take_from_stock, add_from_stock, foreign_step, foreign_step, foreign_step, foreign_turn, foreign_turn,
    malformed_plan, malformed_plan, malformed_plan, malformed_step, other_reference, other_reference, other_number,
    other_truth, other_words, other_value,
)  # fmt: skip
