"""Words of the command line that stand for more than themselves: `-n`, `--actor`, the default folder."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from hawthorne.core.errors import UsageError

MOST = 100_000_000
"""The most participants of one run: a slip of a key must not fill the disk."""


def count_of(words: Sequence[str]) -> int | dict[str, int] | None:
    """The value of `-n N` or of several `-n POOL=K`.

    >>> count_of(["40"]), count_of(["A=2", "B=3"]), count_of([])
    (40, {'A': 2, 'B': 3}, None)
    """
    if not words:
        return None
    if len(words) == 1 and "=" not in words[0]:
        return _whole(words[0], words[0])
    counts = {}
    for word in words:
        pool, equals, number = word.rpartition("=")
        if not equals or not pool:
            raise UsageError(f'-n {word}: give one number, or POOL=K for each pool ("-n Pairs=20")')
        counts[pool] = _whole(number, word)
    return counts


def _whole(text: str, word: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise UsageError(f"-n {word}: {text!r} is not a whole number from 1 up")
    if int(text) > MOST:
        raise UsageError(f"-n {word}: at most {MOST:,} participants in one run")
    return int(text)


def actors_of(words: Sequence[str]) -> dict[str, str] | None:
    """Who answers, by role, of several `--actor [ROLE=]SPEC`; the role "" is every other one.

    >>> actors_of(["random", "Planted=script:a=b.json"])
    {'': 'random', 'Planted': 'script:a=b.json'}
    >>> actors_of(["script:a=b.json"])
    {'': 'script:a=b.json'}
    """
    actors: dict[str, str] = {}
    for word in words:
        head, equals, spec = word.partition("=")
        role, spec = (head, spec) if equals and ":" not in head else ("", word)
        if not spec:
            raise UsageError(f'--actor {word}: say who, for example "--actor {role}=random"')
        if role in actors:
            raise UsageError(f"--actor {word}: {role or 'every role'} is said twice")
        actors[role] = spec
    return actors or None


def seeds_of(words: Sequence[str]) -> dict[str, str] | None:
    """The secret seeds of several `--allocation-seed GATEWAY=SEED` or `GATEWAY=@FILE`, by gateway. A file's seed is its
    text without the line break at its end.

    >>> seeds_of(["Arm=a=b"]), seeds_of([])
    ({'Arm': 'a=b'}, None)
    """
    seeds: dict[str, str] = {}
    for word in words:
        gateway, equals, seed = word.partition("=")
        if not (gateway and equals and seed):  # what was typed may be the secret itself, so it is not repeated
            raise UsageError("--allocation-seed: give GATEWAY=SEED or GATEWAY=@FILE")
        if gateway in seeds:
            raise UsageError(f"--allocation-seed: the seed of {gateway} is given twice")
        seeds[gateway] = _text_of(seed[1:]) if seed.startswith("@") else seed
    return seeds or None


def _text_of(file: str) -> str:
    try:
        return Path(file).read_text(encoding="utf-8").rstrip("\r\n")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"--allocation-seed: the file {file} cannot be read: {error}") from None


def runners_of(words: Sequence[str]) -> dict[str, str]:
    """External runners of several `--runner NAME=COMMAND`.

    >>> runners_of(["eeg=python3 eeg.py --x=1"])
    {'eeg': 'python3 eeg.py --x=1'}
    """
    runners: dict[str, str] = {}
    for word in words:
        name, _, command = word.partition("=")
        if not name.isidentifier() or not command.strip():
            raise UsageError(f'--runner {word}: give NAME=COMMAND, for example --runner "eeg=python3 eeg.py"')
        if name in runners:
            raise UsageError(f"--runner {word}: {name} is said twice")
        runners[name] = command
    return runners


def free_folder(name: str, parent: str | Path = "runs") -> Path:
    """The first of `runs/NAME-1`, `runs/NAME-2`, ... that is not there."""
    word = "".join(letter if letter.isalnum() or letter in "_-" else "-" for letter in name).strip("-") or "run"
    number = 1
    while (folder := Path(parent) / f"{word}-{number}").exists():
        number += 1
    return folder


def many(count: int, word: str) -> str:
    """A count with its word.

    >>> many(1, "case"), many(2000, "case")
    ('1 case', '2,000 cases')
    """
    return f"{count:,} {word}" + ("" if count == 1 else "s")


def files_of(option: str, words: Sequence[str]) -> dict[str, str]:
    """Paths by name, of several `ID=PATH` behind an option.

    >>> files_of("--source", ["s1=."])
    {'s1': '.'}
    """
    files: dict[str, str] = {}
    for word in words:
        name, equals, path = word.partition("=")
        if not (name and equals and path):
            raise UsageError(f'{option} {word}: give ID=PATH, for example "{option} s1=paper.txt"')
        if name in files:
            raise UsageError(f"{option} {word}: {name} is said twice")
        if not Path(path).exists():
            raise UsageError(f'{option} {word}: there is no "{path}"')
        files[name] = path
    return files
