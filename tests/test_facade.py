import importlib
import pkgutil
from importlib.resources import files

import pytest

import hawthorne as hw
from hawthorne.core.errors import UsageError

DEMO = str(files("hawthorne.demo") / "ax_nback.studyflow.yaml")


def test_no_module_hides_a_verb():
    for module in pkgutil.walk_packages(hw.__path__, "hawthorne."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    assert all(callable(getattr(hw, verb)) for verb in hw.__all__)


def test_the_verbs_go_from_a_document_to_its_report_in_memory():
    run = hw.run(hw.plan(hw.load(DEMO), n=4))
    tables = hw.tables(run)
    assert list(tables) == ["trials", "cases", "flow", "asks"]
    assert len(tables["cases"].rows) == 4
    assert "Recovery of the planted truth" in str(hw.report(run))


def test_a_run_in_memory_and_one_on_disk_have_the_same_tables(tmp_path):
    plan = hw.plan(DEMO, n=3, seed=5)
    hw.run(plan, tmp_path / "r")
    kept, written = hw.tables(hw.run(plan)), hw.tables(tmp_path / "r")
    assert all(list(kept[name].rows) == list(written[name].rows) for name in kept)


def test_the_first_subjects_of_more_are_the_same_subjects():
    few, many = (hw.tables(hw.run(hw.plan(DEMO, n=n)))["cases"].rows for n in (3, 6))
    assert list(few) == list(many)[:3]


def test_a_session_lets_the_caller_answer():
    session = hw.session(hw.plan(DEMO), case=2, role="Planted")
    state = session.reset()
    assert not state["done"]
    assert "Stimulus" in state["asks"][0]["view"]


def test_the_shipped_study_is_sound():
    assert [(one.severity, one.code) for one in hw.validate(DEMO)] == [("note", "soundness")]


@pytest.mark.parametrize("name", ["study.txt", "study.studyflow.toml"])
def test_a_file_of_no_known_kind_is_refused_with_the_endings_that_are(tmp_path, name):
    (tmp_path / name).write_text("id: x")
    with pytest.raises(UsageError, match=r"ends in \.studyflow\.yaml"):
        hw.load(tmp_path / name)
