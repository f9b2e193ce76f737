"""The registry: built-ins and plug-ins through one door, imported when first asked for."""

from __future__ import annotations

import sys
from importlib.metadata import EntryPoint

import pytest

from hawthorne import plugins
from hawthorne.core import registry
from hawthorne.core.registry import Point, UnknownName
from hawthorne.spaces.slider import Slider


def test_a_name_resolves_to_its_object() -> None:
    assert registry.resolve("spaces", "slider") is Slider
    assert registry.resolve("spaces", "slider") is registry.resolve("spaces", "slider")


def test_an_unknown_name_comes_with_the_nearest() -> None:
    with pytest.raises(UnknownName, match='unknown space "slidr": did you mean "slider"'):
        registry.resolve("spaces", "slidr")


def test_every_point_of_the_page_is_installed() -> None:
    assert {point.name for point in plugins.POINTS} <= {point.name for point in registry.points()}
    for point in plugins.POINTS:
        assert set(point.builtins) <= set(registry.names(point.name))
        assert point.about
        assert ":" in point.contract


def test_a_plug_in_is_found_by_its_entry_point_and_never_shadows_a_built_in(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("plugin")
    (folder / "my_hue_plugin.py").write_text("class Hue:\n    kind = 'hue'\n")
    monkeypatch.syspath_prepend(folder)
    entries = [
        EntryPoint("hue", "my_hue_plugin:Hue", "hawthorne.tests"),
        EntryPoint("a", "nowhere:X", "hawthorne.tests"),
    ]
    monkeypatch.setattr(registry, "entry_points", lambda group: entries if group == "hawthorne.tests" else [])
    monkeypatch.setattr(registry, "_points", dict(registry._points))
    registry.install([Point("tests", "x:Y", "of the tests", {"a": "hawthorne.spaces.slider:Slider"})])
    assert "my_hue_plugin" not in sys.modules
    assert registry.names("tests") == {"a": "hawthorne.spaces.slider:Slider", "hue": "my_hue_plugin:Hue"}
    assert "my_hue_plugin" not in sys.modules, "listing names imports nothing"
    assert registry.resolve("tests", "hue").kind == "hue"
    assert registry.resolve("tests", "a") is Slider
