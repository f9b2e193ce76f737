"""What the package imports is what it declares, and the page of dependencies gives a reason for each."""

from __future__ import annotations

import ast
import re
import sys
import tomllib

import pages
import pytest

PROJECT = tomllib.loads((pages.REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
SOURCE = pages.REPOSITORY / "src" / "hawthorne"
PACKAGES = {"ruamel": "ruamel.yaml", "pydantic_core": "pydantic", "resvg_py": "resvg-py"}
"""Packages whose modules have another name."""


def declared(requirements):
    """The names of packages; those of this package's own extras stand for what is in them."""
    for requirement in requirements:
        own = re.fullmatch(r"hawthorne\[(.+)\]", requirement)
        if own is None:
            yield re.match(r"[A-Za-z0-9._-]+", requirement)[0]
        else:
            for extra in own[1].split(","):
                yield from declared(EXTRAS[extra])


def imported(paths):
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            modules = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and node.module and not node.level:
                modules = [node.module]
            for module in modules:
                name = module.partition(".")[0]
                if name not in sys.stdlib_module_names and name != "hawthorne":
                    yield PACKAGES.get(name, name)


def test_the_package_imports_what_it_declares():
    files = [path for path in SOURCE.rglob("*.py") if "testing" not in path.relative_to(SOURCE).parts]
    used = set(imported(files))
    assert used <= {*declared(PROJECT["dependencies"]), *declared(EXTRAS["all"])}
    assert {*declared(PROJECT["dependencies"])} <= used


def test_checks_for_plug_ins_need_no_more_than_the_tools_of_tests():
    assert set(imported((SOURCE / "testing").rglob("*.py"))) <= {
        *declared(PROJECT["dependencies"]),
        "jsonschema",
        "pytest",
    }


def test_everything_a_scientist_may_want_is_every_extra_that_the_package_uses():
    assert {*declared(EXTRAS["all"])} == {
        name for extra in ("parquet", "png", "server", "gym") for name in declared(EXTRAS[extra])
    }
    assert {*declared(EXTRAS["all"])} <= {*declared(EXTRAS["dev"])}


@pytest.mark.parametrize(
    "name", sorted({*declared(PROJECT["dependencies"]), *(n for extra in EXTRAS.values() for n in declared(extra))})
)
def test_the_page_has_a_reason_for_each(name):
    page = (pages.REPOSITORY / "docs" / "dependencies.md").read_text(encoding="utf-8")
    assert re.search(rf"^\|[^\n]*\b{re.escape(name)}\b[^\n]*\|$", page, re.MULTILINE)
