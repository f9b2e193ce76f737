"""The prompt of a turn: what the house knows, put into sections, and carried to the model."""

from __future__ import annotations

from typing import NamedTuple

from hawthorne.bots import library, sections, skills, user_skills
from hawthorne.bots.carrier import carry
from hawthorne.bots.entities import Bot, Turn
from hawthorne.bots.handoffs.outstanding import outstanding
from hawthorne.bots.house import House
from hawthorne.bots.reach import reachable
from hawthorne.bots.sections import Peer
from hawthorne.core.values import JSON


class Assembled(NamedTuple):
    """`system` as the session was launched, `instructions` everything the model goes by whatever carries it, and
    `prompt` the user's message: `{"type": "user", "message": {"role": "user", "content": str}}`."""

    system: str
    instructions: str
    prompt: dict[str, JSON]


def assemble(house: House, turn: Turn) -> Assembled:
    """The prompt of a turn that is about to be launched; the thread keeps what its model session has been told."""
    thread = house.threads[turn.thread_id]
    halves = sections.compose(texts_of(house, turn), house.rules.prompts.sections)
    carried = carry(halves, thread.session, turn.text, house.say)
    thread.session = carried.session
    return Assembled(carried.system, carried.instructions, carried.message)


def texts_of(house: House, turn: Turn) -> dict[str, str]:
    """The text of every section of a turn's prompt, by id; "" where there is nothing to say."""
    bot, rules, say = house.bots[turn.bot_id], house.rules.prompts, house.say
    peers = [peer_of(other) for other in reachable(house.rules.reach, bot, house.bots.values())]
    computer = turn.holds.get("computer", "none")
    seen = skills.seen_by(house, bot)
    chosen = user_skills.choose(skills.known(house), occasion(turn, bool(peers)), rules)
    return {
        "persona": sections.person(peer_of(bot), bot.section or "", rules, say),
        "roster": sections.roster(peers, rules, say),
        "coordination": say("prompt.coordination") if peers and turn.profile != "delegating" else "",
        "library": f"{say('prompt.library')}\n{library.section(seen)}" if seen else "",
        "skills": user_skills.section(chosen, say("skill.block_tag")),
        "computer": say(f"prompt.computer.{computer}") if computer != "none" else "",
        "outstanding": sections.outstanding(outstanding(house, turn.thread_id), rules, say),
    }


def peer_of(bot: Bot) -> Peer:
    """A bot as prompts show it."""
    return Peer(bot.id, bot.name, bot.title or "", bot.description or "")


def occasion(turn: Turn, has_peers: bool) -> user_skills.Occasion:
    """A turn as skills see it: what it can do is use its computer or browser, work with teammates, and the tools it is
    offered."""
    computer = turn.holds.get("computer", "none")
    able = {"eager": ["computer"], "lazy": ["computer"], "browser": ["browser"]}.get(computer, [])
    return user_skills.Occasion(turn.text, frozenset([*able, *(["coordination"] if has_peers else [])]))
