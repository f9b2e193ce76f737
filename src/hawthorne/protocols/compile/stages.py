"""Responses and stages from the document to what the machine serves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hawthorne.core import registry
from hawthorne.core.errors import InvalidDocument, did_you_mean
from hawthorne.core.instrument import Instrument
from hawthorne.protocols.compile.desk import Desk, Path
from hawthorne.protocols.compile.piping import Unserved
from hawthorne.protocols.compile.responses import Asked, bounds_of, shuffled, texts_of
from hawthorne.protocols.compile.screens import Page, Rule, Shown, Stage, Task
from hawthorne.protocols.model.citing import Asset
from hawthorne.protocols.model.screens import ImageItem, ListItem, TableItem, TextItem


def asked(desk: Desk) -> dict[str, Asked]:
    """Every response, ready to be served."""
    found = {}
    for k, response in enumerate(desk.protocol.responses):
        path = ("responses", k)
        looped = bool(desk.survey.around.get(response.id))
        telling = desk.telling(texts_of(response), bounds_of(response), path, k, shuffled(response), looped)
        try:
            found[response.id] = Asked(response, telling)
        except Unserved as error:
            desk.error("design.space", str(error), "give it a range and options that can be answered", path)
    return found


def stages(desk: Desk, responses: Mapping[str, Asked]) -> dict[str, Stage]:
    """Every stage, ready to be played."""
    assets = {asset.id: asset for asset in desk.protocol.assets}
    found = {}
    for k, stage in enumerate(desk.protocol.stages):
        pages = [_page(desk, page, ("stages", k, "pages", p), p, responses, assets)
                 for p, page in enumerate(stage.pages)]  # fmt: skip
        found[stage.id] = Stage(stage, pages, _task(desk, stage, k))
    return found


def _page(
    desk: Desk, page: Any, path: Path, place: int, responses: Mapping[str, Asked], assets: Mapping[str, Asset]
) -> Page:
    items = []
    for k, item in enumerate(page.items):
        here = (*path, "items", k)
        if isinstance(item, ImageItem) and item.asset not in assets:
            desk.error("ref.resolve", f'no asset is called "{item.asset}"', did_you_mean(item.asset, assets), here)
            continue
        when = desk.maybe(item.when, (*here, "when"))
        items.append(Shown(item, when, desk.telling(_texts(item, assets), (), here), assets))
    for k, id in enumerate(page.responses):
        if id not in responses and all(id != response.id for response in desk.protocol.responses):
            fix = did_you_mean(id, responses)
            desk.error("ref.resolve", f'no response is called "{id}"', fix, (*path, "responses", k))
    rules = [Rule(rule.message, desk.expression(rule.expr, (*path, "constraints", k, "expr")))
             for k, rule in enumerate(page.constraints)]  # fmt: skip
    return Page(page.id, place + 1, items, [responses[id] for id in page.responses if id in responses], rules)


def _texts(item: Any, assets: Mapping[str, Asset]) -> Iterator[str]:
    """Every text of an item that participants see."""
    if isinstance(item, TextItem):
        yield item.text
    elif isinstance(item, TableItem):
        yield from (cell for row in item.rows for cell in row)
    elif isinstance(item, ListItem):
        yield from item.rows
    elif isinstance(item, ImageItem):
        alt = assets[item.asset].alt
        yield from () if alt is None else (alt,)


def _task(desk: Desk, stage: Any, index: int) -> Task | None:
    use = stage.instrument
    if use is None:
        return None
    path = ("stages", index, "instrument")
    try:
        kind: Instrument = registry.resolve("instruments", use.name)()
    except registry.UnknownName as error:
        desk.error("ref.resolve", str(error), "see hawthorne points", (*path, "name"))
        return None
    draws, seed = desk.setting.draws.at("task", index), desk.setting.seed
    try:
        prepared = kind.prepare(use.parameters, use.timeline, draws, seed if isinstance(seed, int) else 0)
    except InvalidDocument as error:
        for finding in error.findings:
            inner = [part for part in finding.place.path.split(".") if part]
            desk.error("ref.resolve", finding.message, finding.fix, (*path, "parameters", *inner))
        return None
    return Task(use.name, prepared)
