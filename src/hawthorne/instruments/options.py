"""How an onlooker finds an option by a word, and what it then takes a trial to be."""

from __future__ import annotations

from functools import lru_cache

from hawthorne.core.instrument import Perception


def plain_word(option: str) -> str:
    """An option's word without letter case, hyphens, underscores and spaces.

    >>> plain_word("Non-match")
    'nonmatch'
    """
    return str(option).lower().replace("-", "").replace("_", "").replace(" ", "")


@lru_cache(maxsize=4096)
def perceive(instrument: str, condition: str, options: tuple[str, ...], *words: str) -> Perception:
    """The trial as read: the right option is the first that is one of the words, and empty when none is.

    >>> perceive("RE", "BX", ("match", "non-match"), "NonMatch").right
    'non-match'
    """
    for word in words:
        for option in options:
            if plain_word(option) == plain_word(word):
                return Perception(instrument, condition, option, tuple(other for other in options if other != option))
    return Perception(instrument, condition, "", options)
