"""The house rules that a machine can check: layers, imports, names, sizes, and what a bare import costs."""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
import re
import subprocess
import sys
import tokenize
from pathlib import Path
from types import FunctionType

import pytest

import hawthorne as hw
from hawthorne.core import registry

SOURCE = Path(inspect.getfile(hw)).parent
FILES = sorted(SOURCE.rglob("*.py"))
MODULES = sorted(module.name for module in pkgutil.walk_packages(hw.__path__, "hawthorne."))
SCRIPTS = {"hawthorne.cli.__main__", "hawthorne.__main__"}
"""Modules that run when they are imported."""
VERBS = (
    "check",
    "convert",
    "diff",
    "draw",
    "load",
    "plan",
    "points",
    "preview",
    "prov",
    "rehydrate",
    "release",
    "report",
    "resume",
    "run",
    "session",
    "tables",
    "validate",
)
BANNED = {"utils", "util", "helpers", "helper", "common", "base", "misc", "manager", "managers"}
HEAVY = {"gymnasium", "numpy", "pettingzoo", "pyarrow", "resvg_py", "scipy", "starlette", "uvicorn"}
"""Heavy packages, imported in the leaf that needs them."""
LONGEST = 400


def place(path: Path) -> str:
    return str(path.relative_to(SOURCE))


def test_every_module_can_be_imported_and_the_verbs_are_still_functions() -> None:
    """A room or module with a verb's name would replace the verb when it is imported."""
    for name in MODULES:
        if name not in SCRIPTS:
            importlib.import_module(name)
    assert sorted(hw.__all__) == sorted(VERBS)
    for verb in VERBS:
        assert isinstance(getattr(hw, verb), FunctionType), f"hw.{verb} is {getattr(hw, verb)!r}"
    with pytest.raises(AttributeError):
        _ = hw.no_such_verb


def test_no_room_and_no_module_has_the_name_of_a_verb() -> None:
    roots = {name.split(".")[1] for name in MODULES}
    assert not roots & set(VERBS)


@pytest.mark.parametrize("point", [point.name for point in registry.points()])
def test_every_name_of_the_extension_page_resolves(point: str) -> None:
    entry = next(each for each in registry.points() if each.name == point)
    module, _, contract = entry.contract.partition(":")
    assert hasattr(importlib.import_module(module), contract)
    for name in entry.builtins:
        found = registry.resolve(point, name)
        if point not in ("executors", "perceivers"):
            assert found.kind == name
            assert isinstance(found.version, int)


def bare(statement: str) -> set[str]:
    """The top-level packages that a fresh interpreter holds after a statement."""
    code = f"{statement}\nimport sys\nprint(*sorted({{name.partition('.')[0] for name in sys.modules}}))"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={"PYTHONPATH": str(SOURCE.parent)}
    )
    return set(done.stdout.split())


def test_a_bare_import_loads_no_package_of_others() -> None:
    loaded = bare("import hawthorne")
    assert not loaded & {"numpy", "scipy", "rich", "typer", "orjson", "ruamel", "asyncio", "pyarrow"}


def test_the_levels_hold() -> None:
    """The contracts in `pyproject.toml`, as `make lint` checks them."""
    pytest.importorskip("importlinter", reason="import-linter is an extra of developers")
    lint = "from importlinter.cli import lint_imports; raise SystemExit(lint_imports(cache_dir=None))"
    done = subprocess.run(
        [sys.executable, "-c", lint], cwd=SOURCE.parents[1], capture_output=True, text=True,
        env={"PYTHONPATH": str(SOURCE.parent)}, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("path", FILES, ids=place)
def test_a_file_is_small_named_after_a_thing_and_imports_at_its_top(path: Path) -> None:
    assert path.stem not in BANNED, f"{place(path)}: name it after what it holds"
    text = path.read_text(encoding="utf-8")
    lines = text.count("\n")
    assert lines <= LONGEST or "# Long because" in text, f"{place(path)} has {lines} lines and no reason"
    tree = ast.parse(text)
    for function in ast.walk(tree):
        if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)):
            inner = {package for node in ast.walk(function) for package in imported(node)}
            assert inner <= HEAVY, f"{place(path)}: {function.name} imports {sorted(inner - HEAVY)} inside"


def imported(node: ast.AST) -> list[str]:
    """The top-level packages that an import statement names."""
    if isinstance(node, ast.Import):
        return [alias.name.partition(".")[0] for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        return [(node.module or "").partition(".")[0]]
    return []


def test_randomness_has_an_address_and_time_a_clock() -> None:
    """No global generator and no wall clock, except where the run's header and a drawn seed need them."""
    words = re.compile(
        r"\b(random\.(random|Random|choice|shuffle)|np\.random|numpy\.random|time\.time|datetime\.now)\b"
    )
    found: dict[str, set[str]] = {}
    for path in FILES:
        with tokenize.open(path) as file:
            code = re.sub(r'"""[\s\S]*?"""|#.*', "", file.read())
        hits = {match.group() for match in words.finditer(code)}
        if hits:
            found[place(path)] = hits
    assert set(found) <= ALLOWED, found


ALLOWED = {"records/header.py", "lang/feel/closures/calls.py"}
"""Who may read the machine's time: the header of a run, the wall clock, and FEEL's `now()` outside of a study."""


def test_the_page_of_a_contract_names_its_check() -> None:
    """Each extension point that a stranger can fill has a conformance check in `hawthorne.testing`."""
    checks = set(importlib.import_module("hawthorne.testing").__all__)
    assert {"check_space", "check_actor", "check_instrument", "check_kind", "check_machine", "check_program"} <= checks


def test_only_measure_and_reports_know_scipy_and_nobody_its_slow_half() -> None:
    for path in FILES:
        text = path.read_text(encoding="utf-8")
        assert "scipy.stats" not in re.sub(r"`[^`]*`", "", text), place(path)
        if re.search(r"^\s*(from|import) scipy", text, re.M):
            assert path.parent.name in ("measure", "functions"), f"{place(path)} imports scipy"
