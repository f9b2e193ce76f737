"""The package carries its data: whatever lies beside the code is shipped with it."""

from __future__ import annotations

import inspect
import tomllib
from pathlib import Path, PurePath

import hawthorne

SOURCE = Path(inspect.getfile(hawthorne)).parent
PROJECT = Path(__file__).parents[1] / "pyproject.toml"


def test_every_file_beside_the_code_is_shipped() -> None:
    patterns = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["tool"]["setuptools"]["package-data"]["hawthorne"]
    data = [
        path.relative_to(SOURCE) for path in SOURCE.rglob("*") if path.is_file() and "__pycache__" not in path.parts
    ]
    data = [path for path in data if path.suffix not in (".py", ".pyc")]
    assert len(data) > 15
    assert [path for path in data if not any(_fits(path, pattern) for pattern in patterns)] == []


def _fits(path: PurePath, pattern: str) -> bool:
    """Whether a path matches a pattern; `**/` stands for any folders, also for none."""
    return path.match(pattern.removeprefix("**/"))
