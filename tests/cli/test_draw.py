import json
from importlib.resources import files

import pytest

from hawthorne.cli.app import call

DEMO = str(files("hawthorne.demo") / "ax_nback.studyflow.yaml")


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_draw_writes_the_picture_and_says_where(here, capsys):
    assert call(["draw", DEMO, "--out", "new/ax.svg"]) == 0
    assert "wrote new/ax.svg" in capsys.readouterr().out
    assert (here / "new/ax.svg").read_text(encoding="utf-8").startswith("<svg ")


def test_draw_puts_a_runs_counts_into_the_picture(here, capsys):
    assert call(["run", DEMO, "-n", "4", "--out", "runs/a"]) == 0
    capsys.readouterr()
    assert call(["draw", DEMO, "--out", "ax.svg", "--run", "runs/a", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["result"]["bytes"] == (here / "ax.svg").stat().st_size
    assert "reached 4 times by 4 subjects" in (here / "ax.svg").read_text(encoding="utf-8")


def test_draw_refuses_an_ending_that_is_no_picture(here, capsys):
    assert call(["draw", DEMO, "--out", "ax.gif"]) == 2
    assert ".svg, .png" in capsys.readouterr().err
    assert not (here / "ax.gif").exists()


def test_draw_without_a_place_to_write_is_wrong_use(capsys):
    assert call(["draw", DEMO]) == 2
    assert "--out" in capsys.readouterr().err
