"""A seeded mutator of protocols: parts removed, doubled, retyped, renamed, moved and put in one another's place, as an
author in a hurry would, so that many of the results are sound still."""

from __future__ import annotations

import copy
import json
import random
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from hawthorne.core.document import Source
from hawthorne.protocols.read import parse

Doc = dict[str, Any]
Spot = tuple[Any, Any]
"""A container and a key of it."""


class Changed(NamedTuple):
    """A changed protocol: what was done to which, and its bytes."""

    name: str
    ways: tuple[str, ...]
    source: Source


def changed(sources: Sequence[Source], count: int, seed: int = 0, most: int = 3, start: int = 0) -> Iterator[Changed]:
    """`count` protocols, each with one to `most` changes, in a fixed order: the same seed gives the same bytes."""
    docs = [(source, parse(source.name, source.data).value) for source in sources]
    stock = [part for _, doc in docs for part in _parts(doc)]
    for number in range(start, start + count):
        source, doc = docs[number % len(docs)]
        draws = random.Random(f"{seed}:{number}")
        made = copy.deepcopy(doc)
        assert isinstance(made, dict)
        if draws.random() < 0.7:
            bare(made)
        ways: list[str] = []
        for _ in range(draws.randint(1, most)):
            way = draws.choice(WAYS)
            try:
                way(made, draws, stock)
            except (IndexError, KeyError, TypeError, ValueError, AttributeError):
                continue  # there is nothing here to which this could be done
            ways.append(way.__name__)
        if draws.random() < 0.8:
            cite(made)
        data = json.dumps(made, ensure_ascii=False, indent=1).encode()
        yield Changed(f"{number}-{made.get('id')}-{'+'.join(ways)}", tuple(ways),
                      Source("protocol.json", data, source.folder))  # fmt: skip


def bare(doc: Doc) -> None:
    """Take out what nothing is played of, so that what is left may be changed without its numbers being wrong."""
    doc |= {"human": {}, "analyses": [], "hypotheses": []}
    doc.pop("evaluation", None)
    for unit in doc["units"]:
        unit.pop("official_n", None)
        unit.pop("columns", None)
    doc.pop("variables", None)
    doc.pop("exclusions", None)


def cite(doc: Doc) -> None:
    """Say of every part that was added without a source where it comes from, so that this is not all that is found."""
    cites = doc.get("cites")
    if not isinstance(cites, dict) or not cites:
        return
    name = next(iter(cites))
    needy = ("draws", "calcs", "constraints", "items", "responses", "stages", "variables", "exclusions")
    for holder, key in list(spots(doc)):
        part = holder[key]
        if key in needy and isinstance(part, list):
            for each in part:
                if isinstance(each, dict):
                    each.setdefault("cite", name)
        elif isinstance(part, dict) and ("reveal" in part or key == "assignment"):
            part.setdefault("cite", name)


# --- where things are ---------------------------------------------------------------------------------------------


def spots(value: Any) -> Iterator[Spot]:
    """Every place in a document, outermost first."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in list(items):
        yield value, key
        yield from spots(inner)


def _parts(doc: Any) -> list[tuple[str, Any]]:
    """The parts of a document by the key under which they stand, that other documents may be given."""
    return [(key, holder[key]) for holder, key in spots(doc) if isinstance(key, str)]


def nodes(doc: Doc) -> list[Spot]:
    """Where the nodes of the flow stand."""
    keys = {"stage", "sequence", "shuffle", "branch", "loop", "parallel", "sync", "reveal", "check", "end"}
    return [(doc, "flow"), *((holder, key) for holder, key in spots(doc["flow"])
            if isinstance(holder[key], dict) and keys & holder[key].keys() and "do" not in holder[key]
            and not isinstance(holder[key].get("stage"), (dict, list)) and key != "end")]  # fmt: skip


def ids(doc: Doc) -> list[str]:
    return [holder[key] for holder, key in spots(doc) if key == "id" and isinstance(holder[key], str)]


def expressions(doc: Doc) -> list[Spot]:
    keys = {"expr", "when", "pass", "until"}
    found = [(holder, key) for holder, key in spots(doc) if key in keys and isinstance(holder[key], str)]
    return found + [spot for spot in bounds(doc) if isinstance(spot[0][spot[1]], str)]


def bounds(doc: Doc) -> list[Spot]:
    """Where numbers may be expressions."""
    ends = [(response["range"], k) for response in doc["responses"] if "range" in response for k in (0, 1)]
    keys = ("total", "min_each", "max_each")
    return ends + [(response, key) for response in doc["responses"] for key in keys if key in response]


def paths(doc: Doc) -> list[str]:
    """What an expression may name here, and a few things that it may not."""
    found = [f"resp.{each['id']}" for each in doc["responses"]]
    for key, root in (("draws", "draw"), ("factors", "factor"), ("calcs", "calc"), ("variables", "var"),
                      ("feeds", "feed")):  # fmt: skip
        found += [f"{root}.{each['id']}" for each in doc.get(key, ())]
    for role in doc.get("roles", ()):
        found += [f"role.{role['id']}.resp.{each['id']}" for each in doc["responses"]]
        found += [f"partner.{role['id']}.resp.{each['id']}" for each in doc["responses"]]
    if doc.get("groups"):
        found += [f"group.resp.{each['id']}" for each in doc["responses"]]
    for holder, key in spots(doc["flow"]):
        if key == "loop" and isinstance(holder[key], dict) and "id" in holder[key]:
            loop = holder[key]
            found += [f"loop.{loop['id']}.{loop.get('as', 'value')}", f"loop.{loop['id']}.index"]
    return [*found, "arm", "seat", "round"]


def expression(doc: Doc, draws: random.Random, depth: int = 0) -> str:
    """A plausible expression over what a document names."""
    path, other = draws.choice(paths(doc)), draws.choice(paths(doc))
    number = draws.choice(["0", "1", "3", "10", "-1", "0.5", "1e6"])
    shapes = [
        path, f"{path} > {number}", f"{path} = {other}", f"{path} = null", f"{path} + {number}", f"{path} / {other}",
        f"count({path})", f"sum({path})", f"mean({path})", f"max({path}, {number})", f"{path}[1]", f"not({path})",
        f"if {path} = null then {number} else {other}", f'{path} = "{draws.choice(ids(doc))}"', "true", "null", number,
        f"string({path})", f"{path} in [1..5]", f"some x in {path} satisfies x > 1", f"substring({path}, 1, 3)",
        f"{path} ** {number}", f"round({path}, 0)", f"list contains({path}, {other})", f"sqrt({path})", f"[{path}]",
        f"for i in 1..3 return {path}", f"string length({path})", f"{{a: {path}}}", f"sort({path})",
        f"exp({path} * 1000)",
    ]  # fmt: skip
    made = draws.choice(shapes)
    if depth < 1 and draws.random() < 0.2:
        return f"({made}) {draws.choice(['and', 'or', '+', '=', '<'])} ({expression(doc, draws, depth + 1)})"
    return made


# --- the ways -----------------------------------------------------------------------------------------------------

Stock = Sequence[tuple[str, Any]]
Way = Callable[[Doc, random.Random, Stock], None]
WORDS = ("", " ", "\u200b", "é", "日本語", "🙂", "e\u0301", "a\u0000b", "\u202eabc", "x" * 5000, "{{", "}}", "{{resp.x}}",
         "<b>&amp;</b>", "\n\n", "null", "true", "=", "= 1 + 1", "\ud7ff", "1", "\\", '"', "İ", "ß")  # fmt: skip
NUMBERS = (0, -1, 1, 2, 7, 100, 10**6, 10**9, 10**15, 2**53, 2**63, 10**30, -(10**18), 0.1, 1e-9, 1e300, -0.0, 0.5, 3.0)


def remove(doc: Doc, draws: random.Random, stock: Stock) -> None:
    holder, key = draws.choice(list(spots(doc)))
    del holder[key]


def remove_element(doc: Doc, draws: random.Random, stock: Stock) -> None:
    holder, key = draws.choice([spot for spot in spots(doc) if isinstance(spot[0], list)])
    del holder[key]


def duplicate(doc: Doc, draws: random.Random, stock: Stock) -> None:
    holder, key = draws.choice([spot for spot in spots(doc) if isinstance(spot[0], list)])
    copied = copy.deepcopy(holder[key])
    if isinstance(copied, dict) and "id" in copied and draws.random() < 0.7:
        copied["id"] = f"{copied['id']}_2"
    holder.insert(draws.randint(0, len(holder)), copied)


def swap(doc: Doc, draws: random.Random, stock: Stock) -> None:
    found = [spot[0] for spot in spots(doc) if isinstance(spot[0], list) and len(spot[0]) > 1]
    holder = draws.choice(found)
    one, two = draws.sample(range(len(holder)), 2)
    holder[one], holder[two] = holder[two], holder[one]


def swap_anywhere(doc: Doc, draws: random.Random, stock: Stock) -> None:
    """Two things of one key, anywhere in the document."""
    (here, one) = draws.choice([spot for spot in spots(doc) if isinstance(spot[1], str)])
    there, two = draws.choice([spot for spot in spots(doc) if spot[1] == one])
    here[one], there[two] = copy.deepcopy(there[two]), copy.deepcopy(here[one])


def take_from_stock(doc: Doc, draws: random.Random, stock: Stock) -> None:
    """What stands under the same key in some fixture."""
    holder, key = draws.choice([spot for spot in spots(doc) if isinstance(spot[1], str)])
    holder[key] = copy.deepcopy(draws.choice([part for name, part in stock if name == key]))


def add_from_stock(doc: Doc, draws: random.Random, stock: Stock) -> None:
    """A key that a like part has in some fixture."""
    parts = [spot[0][spot[1]] for spot in spots(doc) if isinstance(spot[0][spot[1]], dict) and "id" in spot[0][spot[1]]]
    key, value = draws.choice([part for part in stock if part[0] not in ("id", "cite", "source")])
    draws.choice(parts)[key] = copy.deepcopy(value)


def empty(doc: Doc, draws: random.Random, stock: Stock) -> None:
    holder, key = draws.choice([(h, k) for h, k in spots(doc) if isinstance(h[k], (list, dict)) and h[k]])
    holder[key] = type(holder[key])()


def one_only(doc: Doc, draws: random.Random, stock: Stock) -> None:
    """A list of one: an option, a level, a value."""
    holder, key = draws.choice([(h, k) for h, k in spots(doc) if isinstance(h[k], list) and len(h[k]) > 1])
    holder[key] = [draws.choice(holder[key])]


def nothing(doc: Doc, draws: random.Random, stock: Stock) -> None:
    holder, key = draws.choice(list(spots(doc)))
    holder[key] = None


def other_number(doc: Doc, draws: random.Random, stock: Stock) -> None:
    holder, key = draws.choice([(h, k) for h, k in spots(doc) if type(h[k]) in (int, float)])
    holder[key] = draws.choice(NUMBERS)


def other_truth(doc: Doc, draws: random.Random, stock: Stock) -> None:
    holder, key = draws.choice([(h, k) for h, k in spots(doc) if isinstance(h[k], bool)])
    holder[key] = not holder[key]


def other_words(doc: Doc, draws: random.Random, stock: Stock) -> None:
    holder, key = draws.choice([(h, k) for h, k in spots(doc) if isinstance(h[k], str)])
    holder[key] = draws.choice(WORDS) if draws.random() < 0.7 else holder[key] + draws.choice(WORDS)


def unicode_text(doc: Doc, draws: random.Random, stock: Stock) -> None:
    holder, key = draws.choice([(h, k) for h, k in spots(doc) if k in ("text", "prompt", "message", "title")])
    holder[key] = draws.choice(WORDS)


def pipe(doc: Doc, draws: random.Random, stock: Stock) -> None:
    """A reference in a text."""
    found = [(h, k) for h, k in spots(doc) if k in ("text", "prompt", "message") and isinstance(h[k], str)]
    holder, key = draws.choice(found)
    form = draws.choice(["", "", "|money:0", "|date", "|percent:1", "|number:2", "|list", "|upper"])
    holder[key] += f" {{{{{draws.choice(paths(doc))}{form}}}}}"


def other_reference(doc: Doc, draws: random.Random, stock: Stock) -> None:
    known = ids(doc)
    found = [(h, k) for h, k in spots(doc) if isinstance(h[k], str) and h[k] in known and k != "id"]
    holder, key = draws.choice(found)
    holder[key] = draws.choice(known)


def rename(doc: Doc, draws: random.Random, stock: Stock) -> None:
    """An id, wherever it stands."""
    old = draws.choice(ids(doc))
    new = draws.choice(["resp", "value", "index", "null_", "a", "if", "and", "in", "true", "null", "x" * 100, "z9",
                        "arm", "_x", "é", "0", "p", "function", "round", "seat", *ids(doc)])  # fmt: skip
    where = [(h, k) for h, k in spots(doc) if isinstance(h[k], str)]
    for holder, key in where:
        holder[key] = re.sub(rf"(?<![\w-]){re.escape(old)}(?![\w-])", new, holder[key])


def rename_here(doc: Doc, draws: random.Random, stock: Stock) -> None:
    holder, key = draws.choice([(h, k) for h, k in spots(doc) if k == "id"])
    holder[key] = draws.choice([*ids(doc), "other"])


def other_expression(doc: Doc, draws: random.Random, stock: Stock) -> None:
    holder, key = draws.choice(expressions(doc))
    holder[key] = expression(doc, draws)


def other_path(doc: Doc, draws: random.Random, stock: Stock) -> None:
    """A name in an expression or a text for another."""
    known = paths(doc)
    found = [(h, k, path) for h, k in spots(doc) if isinstance(h[k], str) for path in known if path in h[k]]
    holder, key, path = draws.choice([each for each in found if "." in each[2]])
    holder[key] = holder[key].replace(path, draws.choice(known))


def bound_by_expression(doc: Doc, draws: random.Random, stock: Stock) -> None:
    holder, key = draws.choice(bounds(doc))
    holder[key] = expression(doc, draws)


def add_condition(doc: Doc, draws: random.Random, stock: Stock) -> None:
    items = [item for stage in doc["stages"] for page in stage.get("pages", ()) for item in page.get("items", ())]
    draws.choice(items)["when"] = expression(doc, draws)


def add_constraint(doc: Doc, draws: random.Random, stock: Stock) -> None:
    pages = [page for stage in doc["stages"] for page in stage.get("pages", ()) if page.get("responses")]
    page = draws.choice(pages)
    here = [f"resp.{id}" for id in page["responses"]]
    expr = draws.choice([expression(doc, draws), f"{draws.choice(here)} > 1", f"{draws.choice(here)} = null",
                         f"{here[0]} <= {here[-1]}", f"count({draws.choice(here)}) > 1"])  # fmt: skip
    page.setdefault("constraints", []).append({"expr": expr, "message": "Please look again."})


def other_response(doc: Doc, draws: random.Random, stock: Stock) -> None:
    """A response of another kind under the same id."""
    k = draws.randrange(len(doc["responses"]))
    kinds = [part for name, part in stock if name == "responses" and part and isinstance(part[0], dict)]
    doc["responses"][k] = {**copy.deepcopy(draws.choice(draws.choice(kinds))), "id": doc["responses"][k]["id"]}


def optional(doc: Doc, draws: random.Random, stock: Stock) -> None:
    draws.choice(doc["responses"])["required"] = False


def other_draw(doc: Doc, draws: random.Random, stock: Stock) -> None:
    """A draw of another kind, or one more."""
    values = draws.choice([{"range": [1, 3]}, {"range": [0, 0]}, {"range": [-5, 10**6]}, ["a", "b", "c"], [1], [], [[1, 2], [3]],
                           ["1", 1, None, True], [{"x": 1}, {"x": 2}], [e["id"] for e in doc["stages"]]])  # fmt: skip
    kind = draws.choice(["pick", "sample", "permutation", "integer", "latin_row", "subset"])
    made: Doc = {"kind": kind, "from": values}
    made |= {"k": draws.choice([1, 2, 5])} if draws.random() < 0.5 else {}
    made |= {"public": True} if draws.random() < 0.5 else {}
    made |= {"balanced": True} if draws.random() < 0.2 else {}
    made |= {"weights": draws.choice([[1, 2, 3], [0, 0], [1], [1e300, 1e300, 1]])} if draws.random() < 0.1 else {}
    here = doc.setdefault("draws", [])
    if here and draws.random() < 0.7:
        k = draws.randrange(len(here))
        here[k] = made | {"id": here[k]["id"]}
    else:
        here.append(made | {"id": f"more{len(here)}"})
        responses = [stage for stage in doc["stages"] if stage.get("pages")]
        text = {"id": f"says{len(here)}", "type": "text", "text": f"It is {{{{draw.more{len(here) - 1}}}}}."}
        draws.choice(responses)["pages"][0].setdefault("items", []).append(text)


def other_timing(doc: Doc, draws: random.Random, stock: Stock) -> None:
    seconds = draws.choice([1, 0.001, 3600, 1e9, 1e-12, 10**30])
    draws.choice(doc["stages"])["timing"] = draws.choice([
        {"advance": "timed", "seconds": seconds}, {"advance": "timed", "seconds": seconds, "early": True},
        {"min_seconds": seconds}, {"max_seconds": seconds}, {"max_seconds": seconds, "on_timeout": "end"},
        {"max_seconds": seconds, "on_timeout": "default"}, {"min_seconds": seconds, "max_seconds": 2},
        {"advance": "wait", "for": "group"}, {"advance": "wait", "for": "feed"}, {"advance": "self"},
    ])  # fmt: skip


def other_navigation(doc: Doc, draws: random.Random, stock: Stock) -> None:
    for stage in doc["stages"]:
        stage["navigation"] = {"back": draws.choice(["allowed", "within_stage", "not_allowed", "allowed"])}


def wrap(doc: Doc, draws: random.Random, stock: Stock) -> None:
    """A node inside another."""
    holder, key = draws.choice(nodes(doc))
    node, more = holder[key], copy.deepcopy(draws.choice(nodes(doc)))
    another = copy.deepcopy(more[0][more[1]])
    over = draws.choice([{"times": 2}, {"times": 1}, {"times": 30}, [], ["a"], [1, 2, 3], [None, True], [[1], [2]],
                         {"draw": draws.choice([d["id"] for d in doc.get("draws", [])] or ["none"])}])  # fmt: skip
    until = {"until": expression(doc, draws)} if draws.random() < 0.3 else {}
    loop = {"id": draws.choice(["w", "w2", "w3"]), "over": over, "do": node, **until,
            "order": draws.choice(["fixed", "shuffle", "latin"])}  # fmt: skip
    roles = [role["id"] for role in doc.get("roles", [])] or ["participant"]
    holder[key] = draws.choice([
        {"sequence": [node]}, {"sequence": [node, another]}, {"shuffle": [node]}, {"shuffle": [node, another]},
        {"shuffle": [node, another], "take": draws.choice([1, 2, 3])}, {"loop": loop}, {"loop": loop},
        {"branch": [{"when": expression(doc, draws), "do": node}]},
        {"branch": [{"when": expression(doc, draws), "do": node}], "else": another},
        {"branch": [{"when": expression(doc, draws), "do": {"end": {}}}], "else": node},
        {"parallel": {"roles": dict.fromkeys(roles, node)}},
        {"parallel": {"roles": {role: draws.choice([node, another, {"sequence": []}]) for role in roles}}},
        {"shuffle": [node, another, {"sequence": []}], "by": f"draw.{draws.choice([d['id'] for d in doc.get('draws', [])] or ['x'])}"},
    ])  # fmt: skip


def move_node(doc: Doc, draws: random.Random, stock: Stock) -> None:
    lists = [(h, k) for h, k in nodes(doc) if isinstance(h, list)]
    here, k = draws.choice(lists)
    node = here.pop(k)
    there = draws.choice([h for h, _ in lists])
    there.insert(draws.randint(0, len(there)), node)


def move_sync(doc: Doc, draws: random.Random, stock: Stock) -> None:
    lists = [(h, k) for h, k in nodes(doc) if isinstance(h, list)]
    here, k = draws.choice([(h, k) for h, k in lists if "sync" in h[k]])
    node = here.pop(k)
    there = draws.choice([h for h, _ in lists])
    there.insert(draws.randint(0, len(there)), node)


def add_sync(doc: Doc, draws: random.Random, stock: Stock) -> None:
    there = draws.choice([h for h, _ in nodes(doc) if isinstance(h, list)])
    needs = [draws.choice([path for path in paths(doc) if path.startswith(("role.", "group."))])]
    there.insert(draws.randint(0, len(there)), {"sync": {"id": f"s{draws.randrange(99)}", "needs": needs}})


def add_end(doc: Doc, draws: random.Random, stock: Stock) -> None:
    there = draws.choice([h for h, _ in nodes(doc) if isinstance(h, list)])
    end: Doc = {"code": draws.choice(["complete", "screened_out", "failed_check"])}
    end |= {"stage": draws.choice(doc["stages"])["id"]} if draws.random() < 0.4 else {}
    node: Doc = {"end": end}
    if draws.random() < 0.6:
        node = {"branch": [{"when": expression(doc, draws), "do": node}]}
    there.insert(draws.randint(0, len(there)), node)


def add_check(doc: Doc, draws: random.Random, stock: Stock) -> None:
    there = draws.choice([h for h, _ in nodes(doc) if isinstance(h, list)])
    response = draws.choice(doc["responses"])["id"]
    fail = draws.choice(["continue", "end", "repeat:1", "repeat:5", "repeat:99"])
    check = {
        "response": response,
        "pass": draws.choice([f"resp.{response} > 3", expression(doc, draws)]),
        "on_fail": fail,
    }
    check |= {"public_feedback": "That was not it."} if draws.random() < 0.5 else {}
    check |= {"again": draws.choice(doc["stages"])["id"]} if draws.random() < 0.3 else {}
    there.insert(draws.randint(0, len(there)), {"check": check})


def add_reveal(doc: Doc, draws: random.Random, stock: Stock) -> None:
    there = draws.choice([h for h, _ in nodes(doc) if isinstance(h, list)])
    reveal: Doc = {"event": draws.choice(["feedback", "payoff", "partner_action"]),
                   "text": f"It was {{{{{draws.choice(paths(doc))}}}}}.", "data": {"it": expression(doc, draws)}}  # fmt: skip
    reveal |= {"when": expression(doc, draws)} if draws.random() < 0.3 else {}
    there.insert(draws.randint(0, len(there)), {"reveal": reveal})


def empty_loop(doc: Doc, draws: random.Random, stock: Stock) -> None:
    loop = draws.choice([h[k] for h, k in spots(doc["flow"]) if k == "loop"])
    loop["over"] = draws.choice(
        [[], {"times": 1}, {"times": 0}, [None], {"draw": draws.choice(ids(doc))}, {"times": 200}]
    )


def other_order(doc: Doc, draws: random.Random, stock: Stock) -> None:
    loop = draws.choice([h[k] for h, k in spots(doc["flow"]) if k == "loop"])
    loop["order"] = draws.choice(["fixed", "shuffle", "latin"])


def other_rows(doc: Doc, draws: random.Random, stock: Stock) -> None:
    per = ["session", "group", "response", *(f"loop:{h[k]['id']}" for h, k in spots(doc["flow"]) if k == "loop")]
    unit = draws.choice(doc["units"])
    unit["rows"] = {"per": draws.choice(per)}


def other_variable(doc: Doc, draws: random.Random, stock: Stock) -> None:
    made = {"id": f"made{draws.randrange(9)}", "unit": draws.choice(doc["units"])["id"], "expr": expression(doc, draws),
            "type": draws.choice(["number", "boolean", "text", "category"])}  # fmt: skip
    doc.setdefault("variables", []).append(made)


def other_exclusion(doc: Doc, draws: random.Random, stock: Stock) -> None:
    doc.setdefault("exclusions", []).append(
        {"id": "out", "unit": draws.choice(doc["units"])["id"], "when": expression(doc, draws), "stage": "analysis"}
    )


def other_groups(doc: Doc, draws: random.Random, stock: Stock) -> None:
    groups = doc["groups"]
    what = draws.choice(["on_drop", "visible", "seats", "scripted", "size"])
    if what == "on_drop":
        groups["on_drop"] = draws.choice(["end_group", "wait", "scripted"])
    elif what == "visible":
        groups["visible"] = [each["id"] for each in doc["responses"] if draws.random() < 0.5]
    elif what == "scripted":
        role = draws.choice(doc["roles"])
        role["scripted"] = {"answers": {each["id"]: draws.choice([1, "a", "= 1", f"= {expression(doc, draws)}", 0])
                                        for each in doc["responses"]}}  # fmt: skip
    else:
        role = draws.choice(doc["roles"])
        role["count"] = role.get("count", 1) + 1
        groups["size"] += 1
        groups["seats"].insert(draws.randint(0, len(groups["seats"])), {"role": role["id"]})


def other_role(doc: Doc, draws: random.Random, stock: Stock) -> None:
    """A stage for another role."""
    draws.choice(doc["stages"])["role"] = draws.choice([*(role["id"] for role in doc["roles"]), "all"])


def other_assignment(doc: Doc, draws: random.Random, stock: Stock) -> None:
    doc["assignment"] |= {"method": draws.choice(["balanced", "complete_random", "simple_random", "blocked", "quota",
                                                  "sequential", "by_response"])}  # fmt: skip
    if draws.random() < 0.5:
        doc["assignment"] |= {"block_size": draws.choice([1, 2, 4, 10**6])}
    if draws.random() < 0.5:
        doc["assignment"]["quota"] = {arm["id"]: draws.choice([0, 1, 10]) for arm in doc["arms"]}


def move_page(doc: Doc, draws: random.Random, stock: Stock) -> None:
    """A response or a page moves to another stage."""
    here, there = draws.choice(doc["stages"]), draws.choice(doc["stages"])
    if draws.random() < 0.5:
        there["pages"].insert(draws.randint(0, len(there["pages"])), here["pages"].pop(0))
        return
    one = draws.choice([page for page in here["pages"] if page.get("responses")])
    draws.choice(there["pages"]).setdefault("responses", []).append(one["responses"].pop())


PLAIN: tuple[Way, ...] = (
    remove, remove_element, duplicate, swap, swap_anywhere, take_from_stock, add_from_stock, empty, one_only, nothing,
    other_number, other_truth, other_words, unicode_text, pipe, other_reference, rename, rename_here,
)  # fmt: skip
KNOWING: tuple[Way, ...] = (
    other_expression, other_path, bound_by_expression, add_condition, add_constraint, other_response, optional,
    other_draw, other_timing, other_navigation, wrap, move_node, move_sync, add_sync, add_end, add_check, add_reveal,
    empty_loop, other_order, other_rows, other_variable, other_exclusion, other_groups, other_role, other_assignment,
    move_page,
)  # fmt: skip
WAYS: tuple[Way, ...] = PLAIN + KNOWING


# --- whole protocols ----------------------------------------------------------------------------------------------


def at_random(sources: Sequence[Source], count: int, seed: int = 0) -> Iterator[Changed]:
    """`count` whole protocols: responses of any kinds, stages that ask them, alone or in groups, and a flow that grows
    by two to eight of the knowing ways."""
    docs = [parse(source.name, source.data).value for source in sources]
    stock = [part for doc in docs for part in _parts(doc)]
    kinds = [
        each for name, part in stock if name == "responses" and part and isinstance(part[0], dict) for each in part
    ]
    for number in range(count):
        draws = random.Random(f"whole:{seed}:{number}")
        doc = _whole(draws, kinds)
        ways = [draws.choice((*KNOWING, wrap, wrap, move_node, move_sync)) for _ in range(draws.randint(2, 8))]
        for way in ways:
            with suppress(IndexError, KeyError, TypeError, AttributeError):
                way(doc, draws, stock)
        cite(doc)
        data = json.dumps(doc, ensure_ascii=False, indent=1).encode()
        names = tuple(way.__name__ for way in ways)
        yield Changed(f"whole-{seed}-{number}-{'+'.join(names)}", names, Source("protocol.json", data))


def _whole(draws: random.Random, kinds: Sequence[Doc]) -> Doc:
    responses, stages = [], []
    plain = [each for each in kinds if not any(key in json.dumps(each) for key in ("asset", "calc.", "draw", "{{"))]
    for name in "abcd":
        kind = {key: value for key, value in draws.choice(plain).items() if key not in ("cite", "store", "tier")}
        kind = json.loads(json.dumps(kind).replace('"cite": "own", ', "").replace(', "cite": "own"', ""))
        responses.append(kind | {"id": f"r_{name}"})
        item = {"id": f"i_{name}", "type": "text", "text": f"This is {name}.", "cite": "own"}
        pages = [{"id": "pg1", "items": [item], "responses": [f"r_{name}"]}]
        if draws.random() < 0.4:
            pages.append({"id": "pg2", "items": [item | {"id": f"j_{name}"}]})
        stages.append({"id": f"s_{name}", "pages": pages, "cite": "own"})
    for response in responses:
        response["cite"] = "own"
    doc: Doc = {
        "schema": "hawthorne/protocol.v1", "id": "whole", "version": "1.0.0", "title": "Whole",
        "sources": [{"id": "own", "kind": "own", "citation": "Invented", "licence": "CC0-1.0", "tier": "open"}],
        "cites": {"own": {"source": "own", "locator": {"section": "Whole text"}, "label": "own", "checked": "verified"}},
        "units": [{"id": "p", "kind": "participant", "primary": True, "rows": {"per": "session"}}],
        "arms": [{"id": "one", "cite": "own"}, {"id": "two", "cite": "own"}], "assignment": {"method": "balanced"},
        "draws": [{"id": "d", "kind": "pick", "from": ["x", "y"], "public": True},
                  {"id": "list", "kind": "permutation", "from": [1, 2, 3], "public": True}],
        "responses": responses, "stages": stages, "flow": {"sequence": [{"stage": each["id"]} for each in stages]},
        "human": {}, "hypotheses": [], "analyses": [],
    }  # fmt: skip
    if draws.random() < 0.5:
        roles = draws.choice([["p", "p"], ["p", "q"], ["p", "q", "q"]])
        doc["roles"] = [{"id": role, "count": roles.count(role)} for role in dict.fromkeys(roles)]
        doc["groups"] = {"size": len(roles), "seats": [{"role": role} for role in roles], "cite": "own",
                         "on_drop": draws.choice(["end_group", "wait"]), "visible": [r["id"] for r in responses]}  # fmt: skip
        met = {"sync": {"id": "met", "needs": [f"group.resp.r_{draws.choice('abcd')}"]}}
        doc["flow"]["sequence"].insert(draws.randint(0, 4), met)
    return doc
