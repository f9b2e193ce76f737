"""The laws of an actor."""

from __future__ import annotations

import asyncio
import inspect
import json
import math
from collections.abc import Sequence

from hawthorne.core.actor import Actor, Description, Mind
from hawthorne.core.ask import Answer, Ask, Fault, Reply, Silence
from hawthorne.core.draws import Draws
from hawthorne.core.values import plain
from hawthorne.spaces.choice import Choice
from hawthorne.spaces.form import Form
from hawthorne.spaces.integer import Integer
from hawthorne.spaces.text import Text


def sample_asks(case: int, role: str = "Participant") -> list[Ask]:
    """Asks of several kinds: a question, a page, some trials with a time limit."""
    page = Form({"age": Integer((18, 99)), "remark": Text()}, optional=("remark",))
    asks = [
        Ask(f"{case}/Ready.1", role, "Ready", {"text": "Are you ready?"}, Choice(("yes", "no"))),
        Ask(f"{case}/About.1", role, "About", {"text": "About you"}, page),
    ]
    options = ("Left", "Right")
    for i, arrows in enumerate(("<<<<<", ">><>>", "<<><<")):
        view = {"TrialIndex": i, "Stimulus": arrows, "ResponseOptions": list(options), "MaxResponseTime": 2.0}
        space = Choice(options, open=True)
        asks.append(Ask(f"{case}/FL.1.1.{i}", role, "FL", view | {"Scene": "FL"}, space, 2.0, position=(i, 3)))
    return asks


def check_actor(actor: Actor, asks: Sequence[Ask] | None = None, case: int = 1, seed: int = 7) -> None:
    """It describes itself; every reply is an answer, a silence or a fault of JSON values. A reproducible one answers
    the same at the same draws whoever was asked before in other cases (a mind's memory never crosses a case), and a
    mind that is told of the first exchanges answers the rest like the one that gave them.

    `asks` are one case's, in order; by default a question, a page and some trials.
    """
    assert isinstance(actor.kind, str) and actor.kind, "kind must be the word in specifications"
    assert isinstance(actor.version, int), "version must be a whole number"
    asks = sample_asks(case) if asks is None else list(asks)
    about = actor.describe()
    _check_description(actor, about)

    replies = _ask(actor.open(case, _seat(seed, case, asks)), asks)
    for ask, reply in zip(asks, replies, strict=True):
        _check_reply(ask, reply)
    if not about.reproducible:
        return
    other = [ask._replace(id=f"{case + 1}/{ask.id.rpartition('/')[2]}") for ask in asks]
    neighbour = actor.open(case + 1, _seat(seed, case + 1, asks))
    mind = actor.open(case, _seat(seed, case, asks))
    again: list[Reply] = []
    for ask, beside in zip(asks, other, strict=True):
        _ask(neighbour, [beside])
        again += _ask(mind, [ask])
    assert again == replies, f"{actor.kind}: what a neighbouring case was asked changes the answers: {again}, {replies}"
    for cut in range(1, len(asks)):
        _check_recall(actor, asks, replies, cut, _seat(seed, case, asks), case)


def _seat(seed: int, case: int, asks: Sequence[Ask]) -> Draws:
    return Draws.seeded(seed).at("case", case, "actor", asks[0].role)


def _ask(mind: Mind, asks: Sequence[Ask]) -> list[Reply]:
    replies: list[Reply] = []
    for ask in asks:
        reply = mind.answer(ask)
        if inspect.isawaitable(reply):
            reply = asyncio.run(_wait(reply))
        replies.append(reply)
    return replies


async def _wait(reply: object) -> Reply:
    return await reply  # type: ignore[misc]


def _check_description(actor: Actor, about: Description) -> None:
    assert isinstance(about, Description), f"describe() must give a Description, not {about!r}"
    assert about.kind == actor.kind, f"describe() says {about.kind!r} of an actor of kind {actor.kind!r}"
    assert about.sees in ("view", "key"), f'sees must be "view" or "key", not {about.sees!r}'
    assert isinstance(about.reproducible, bool), "reproducible must be true or false"
    assert plain(about.parameters) == about.parameters, f"{actor.kind}: parameters must be JSON values"


def _check_reply(ask: Ask, reply: Reply) -> None:
    assert isinstance(reply, (Answer, Silence, Fault)), f"{ask.id}: {reply!r} is no answer, silence or fault"
    took = reply.took
    assert took is None or (math.isfinite(took) and took >= 0), f"{ask.id}: took must be seconds, not {took!r}"
    if isinstance(reply, Answer):
        try:
            json.dumps(reply.value, allow_nan=False)
        except (TypeError, ValueError) as error:
            raise AssertionError(f"{ask.id}: the answer {reply.value!r} is no JSON value") from error
    if isinstance(reply, Silence):
        assert reply.reason, f"{ask.id}: a silence has a reason"


def _check_recall(actor: Actor, asks: Sequence[Ask], replies: Sequence[Reply], cut: int, at: Draws, case: int) -> None:
    mind = actor.open(case, at)
    for ask, reply in zip(asks[:cut], replies[:cut], strict=True):
        if not isinstance(reply, Fault):
            mind.recall(ask, reply)
    rest = _ask(mind, asks[cut:])
    law = f"{actor.kind}: told of the first {cut} exchanges, a mind answers the rest otherwise"
    assert rest == list(replies[cut:]), f"{law}: {rest}, {replies[cut:]}"
