"""Modules beside a document: found for it, forgotten for the next one, read again when they have changed."""

from __future__ import annotations

import ast
import importlib
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

Stamp = tuple[int, int]


class Beside:
    """The folder whose modules can be imported at present, and those that were. What is installed, and what the
    program has imported by itself, goes before them."""

    def __init__(self) -> None:
        self._home: str | None = None
        self._ours: dict[str, tuple[Path, Stamp]] = {}

    @contextmanager
    def visiting(self, home: Path | None) -> Iterator[None]:
        """Let the modules in this folder be imported meanwhile."""
        self._settle(home)
        before = set(sys.modules)
        try:
            yield
        finally:
            for new in set(sys.modules) - before:
                file = getattr(sys.modules[new], "__file__", None)
                if self._home is not None and file is not None and Path(file).is_relative_to(self._home):
                    self._ours[new] = (Path(file), _stamp(Path(file)))

    def _settle(self, home: Path | None) -> None:
        wanted = None if home is None else str(home.resolve())
        if wanted == self._home and all(_stamp(path) == stamp for path, stamp in self._ours.values()):
            return
        for name in self._ours:
            sys.modules.pop(name, None)
        self._ours.clear()
        if self._home in sys.path:
            sys.path.remove(self._home)
        self._home = None
        if wanted is not None and wanted not in sys.path:
            sys.path.append(wanted)  # last, so that a file beside a study hides no package
            self._home = wanted
        importlib.invalidate_caches()


def _stamp(path: Path) -> Stamp:
    try:
        about = path.stat()
    except OSError:
        return (0, 0)
    return (about.st_mtime_ns, about.st_size)


beside = Beside()
"""This process's: modules are."""


def modules_beside(names: Iterable[str], home: Path) -> list[str]:
    """The files of the modules and packages of these names that stand in a folder, and of those that they import."""
    found: dict[str, None] = {}
    seen: set[str] = set()
    left = list(names)
    while left:
        name = left.pop()
        if name in seen or not name.isidentifier():
            continue
        seen.add(name)
        package = home / name
        inside = sorted(package.rglob("*.py")) if (package / "__init__.py").is_file() else []
        for path in (home / f"{name}.py", *inside):
            if path.is_file():
                found[path.relative_to(home).as_posix()] = None
                left += imported(path.read_text(encoding="utf-8", errors="replace"))
    return list(found)


def imported(text: str) -> list[str]:
    """The top-level names that a module's text imports.

    >>> imported("import os.path, csv\\nfrom json import loads\\nfrom . import own")
    ['os', 'csv', 'json']
    """
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return []
    names: list[str] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names += [alias.name.partition(".")[0] for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            names.append(node.module.partition(".")[0])
    return names
