"""Orders by number: the j-th permutation, selection or row of a square, in O(its length), nothing listed.

What is drawn in a balanced way is drawn as a number below a count of outcomes; these functions say which outcome that
number is.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

MOST = 2**40
"""Up to so many outcomes are dealt in turn; of more no two meet in a run anyway, and they are shuffled."""


def arrangement(items: Sequence[T], k: int, number: int) -> list[T]:
    """The `number`-th (from 0) of the ordered selections of k items, of which there are n!/(n-k)!.

    >>> [arrangement("abc", 2, j) for j in range(3)]
    [['a', 'b'], ['a', 'c'], ['b', 'a']]
    """
    left, found = list(items), []
    for place in range(k):
        after = math.perm(len(left) - 1, k - place - 1)
        index, number = divmod(number, after)
        found.append(left.pop(index))
    return found


def combination(items: Sequence[T], k: int, number: int) -> list[T]:
    """The `number`-th (from 0) of the selections of k items in their own order, of which there are n!/(k!(n-k)!).

    >>> [combination("abcd", 2, j) for j in (0, 2, 5)]
    [['a', 'b'], ['a', 'd'], ['c', 'd']]
    """
    found: list[T] = []
    for index, item in enumerate(items):
        wanted = k - len(found)
        if not wanted:
            break
        with_it = math.comb(len(items) - index - 1, wanted - 1)
        if number < with_it:
            found.append(item)
        else:
            number -= with_it
    return found


def rows(n: int, square: str) -> int:
    """How many rows a latin square of n items has: `cyclic` n, `williams` n, and 2n for an odd n."""
    return 2 * n if square == "williams" and n % 2 and n > 1 else n


def row(items: Sequence[T], number: int, square: str) -> list[T]:
    """Row `number` (from 0) of a latin square of the items.

    `cyclic` shifts the items; `williams` also lets each item follow each other equally often (Williams 1949).

    >>> [row("abcd", r, "williams") for r in range(2)]
    [['a', 'b', 'd', 'c'], ['b', 'c', 'a', 'd']]
    """
    n = len(items)
    shift = number % n
    if square == "cyclic":
        return [items[(place + shift) % n] for place in range(n)]
    order = [items[(_zigzag(place, n) + shift) % n] for place in range(n)]
    return order[::-1] if number >= n else order


def _zigzag(place: int, n: int) -> int:
    """The first row of a Williams square: 0, 1, n-1, 2, n-2 ..."""
    return (place + 1) // 2 if place % 2 else (n - place // 2) % n
