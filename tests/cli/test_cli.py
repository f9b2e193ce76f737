import json
import os
import shlex
import subprocess
import sys
from importlib.resources import files

import performed_study as performed
import pytest

import hawthorne
from hawthorne.cli.app import VERBS, call, load_verb
from hawthorne.core.registry import points
from hawthorne.records.run import Run

BROKEN = """\
id: broken
definitions: {targetNamespace: http://bpmn.io/schema/bpmn}
P:
  type: Process
  flowElements:
    In: {type: StartEvent}
    Out: {type: EndEvent}
    F1: In -> Outt
"""


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    return tmp_path


@pytest.fixture
def study():
    assert call(["new", "mine"]) == 0
    return "mine.studyflow.yaml"


@pytest.fixture
def run(study, capsys):
    assert call(["run", study, "-n", "6", "--seed", "3", "--out", "runs/a"]) == 0
    capsys.readouterr()
    return "runs/a"


def envelope(capsys, *args):
    code = call([*args, "--json"])
    out = capsys.readouterr().out
    assert out.count("\n") == 1
    said = json.loads(out)
    assert list(said) == ["hawthorne", "verb", "ok", "exit", "findings", "result"]
    assert said["exit"] == code
    assert said["ok"] == (code == 0)
    assert said["hawthorne"] == hawthorne.__version__
    return said


# --- help ------------------------------------------------------------------------------------------------------------


def test_help_names_every_verb_and_the_exit_codes(capsys):
    assert call(["--help"]) == 0
    out = capsys.readouterr().out
    for verb in VERBS:
        assert verb in out
    assert "130" in out


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_teaches_by_example_and_takes_json(verb, capsys):
    assert call([verb, "--help"]) == 0
    out = capsys.readouterr().out
    assert "--json" in out
    assert "Example" in out or verb == "points"
    assert load_verb(verb).help


def test_help_imports_nothing_heavy():
    heavy = (
        "numpy",
        "scipy",
        "ruamel",
        "orjson",
        "hawthorne.facade",
        "hawthorne.flows",
        "hawthorne.hold.plan",
        "asyncio",
    )
    code = (
        "import sys\nfrom hawthorne.cli.app import call\ncall(['--help'])\n"
        f"print([name for name in sys.modules if name.startswith({heavy!r})], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr.strip() == "[]"


def test_no_words_show_the_help_and_are_wrong_use(capsys):
    assert call([]) == 2
    assert "Usage" in capsys.readouterr().out


# --- exit codes ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", [
    ["runn"],
    ["run", "--nothing"],
    ["run"],
    ["run", "nowhere.studyflow.yaml"],
    ["run", "x.studyflow.yaml", "--resume", "runs/x"],
    ["validate", "."],
    ["report"],
])  # fmt: skip
def test_wrong_use_is_2_with_words_and_no_traceback(words, capsys):
    assert call(words) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith("error: ")
    assert "Traceback" not in shown.err


@pytest.mark.parametrize(("words", "said"), [
    (["-n", "x"], "'x' is not a whole number"), (["-n", "0"], "from 1 up"), (["-n", "Subject=3"], '"Subject"'),
    (["--actor", "rndom"], '"rndom"'), (["--actor", "Plantd=random"], '"Planted"?'), (["--level", "fact"], '"facts"?'),
    (["--clock", "sundial"], "sundial"), (["--actor", "random", "--actor", "random"], "said twice"),
    (["--executor", "locl"], '"local"?'), (["-n", "99999999999"], "at most 100,000,000"), (["--seed", ""], "is empty"),
])  # fmt: skip
def test_a_wrong_word_of_run_is_2_and_named(study, words, said, capsys):
    assert call(["run", study, *words]) == 2
    assert said in capsys.readouterr().err


def test_a_typo_gets_the_nearest_name(study, capsys):
    call(["rn"])
    call(["run", "mime.studyflow.yaml"])
    call(["run", study, "--actor", "rndom"])
    err = capsys.readouterr().err
    assert 'there is no verb "rn": did you mean "run"?' in err
    assert '"mine.studyflow.yaml"' in err
    assert 'did you mean "random"?' in err


def test_a_study_with_errors_is_1_before_anything_is_written(here, capsys):
    (here / "broken.studyflow.yaml").write_text(BROKEN)
    assert call(["run", "broken.studyflow.yaml"]) == 1
    assert not (here / "runs").exists()
    assert "broken.studyflow.yaml:8:" in capsys.readouterr().out


def test_a_folder_that_is_no_run_is_1(capsys):
    assert call(["report", "nowhere"]) == 1
    assert "not a run folder" in capsys.readouterr().err


def test_a_fault_of_ours_is_named_as_ours_and_shows_no_traceback(monkeypatch, capsys):
    def broken():
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr("hawthorne.cli.points.points", broken)
    monkeypatch.delenv("HAWTHORNE_TRACEBACK", raising=False)
    assert call(["points"]) == 1
    err = capsys.readouterr().err
    assert "fault of Hawthorne" in err
    assert "Traceback (most" not in err


# --- the envelope ----------------------------------------------------------------------------------------------------


def test_every_verb_has_one_envelope(study, run, capsys):
    assert envelope(capsys, "points")["verb"] == "points"
    assert envelope(capsys, "new", "other")["result"] == {"file": "other.studyflow.yaml"}
    assert envelope(capsys, "validate", study)["result"][0]["ok"]
    assert envelope(capsys, "info", study)["result"]["digests"].keys() == {"file", "protocol", "any-actor"}
    assert envelope(capsys, "run", study, "-n", "2")["result"]["counts"] == {"ended": 2}
    assert envelope(capsys, "tables", run)["result"]["tables"]["cases"] == 6
    assert envelope(capsys, "report", run)["result"]["sections"]
    assert envelope(capsys, "demo", "-n", "4")["result"]["report"]["title"].startswith("ax_nback")


def test_a_failure_has_the_same_envelope(here, capsys):
    (here / "broken.studyflow.yaml").write_text(BROKEN)
    for words in (["validate", "broken.studyflow.yaml"], ["run", "broken.studyflow.yaml"]):
        said = envelope(capsys, *words)
        assert said["exit"] == 1
        finding = next(finding for finding in said["findings"] if finding["severity"] == "error")
        assert list(finding) == ["severity", "code", "message", "fix", "file", "line", "column", "path"]
        assert finding["line"] == 8
    assert envelope(capsys, "run", "nowhere.studyflow.yaml")["findings"][0]["code"] == "usage"
    assert envelope(capsys, "run", "--nothing")["exit"] == 2


# --- verbs -----------------------------------------------------------------------------------------------------------


def test_validate_shows_the_line_and_a_caret_under_the_fault(here, capsys):
    (here / "broken.studyflow.yaml").write_text(BROKEN)
    assert call(["validate", "broken.studyflow.yaml"]) == 1
    lines = capsys.readouterr().out.splitlines()
    at = next(i for i, line in enumerate(lines) if "Outt" in line and "|" in line)
    assert lines[at] == "    8 |     F1: In -> Outt"
    assert lines[at + 1].index("^") == lines[at].index("Outt")


def test_of_a_long_line_the_part_with_the_fault_is_shown(here, capsys):
    (here / "long.json").write_text('{"schema": "hawthorne/protocol.v1", "title": "' + "a" * 5000 + '", "bogus": 1}')
    assert call(["validate", "long.json"]) == 1
    lines = capsys.readouterr().out.splitlines()
    at = next(i for i, line in enumerate(lines) if '"bogus": 1' in line and "|" in line)
    assert len(lines[at]) < 200
    assert lines[at][lines[at + 1].index("^") :].startswith('"bogus"')


def test_a_folder_that_holds_no_study_says_what_it_should_hold(here, capsys):
    (here / "empty").mkdir()
    assert call(["validate", "empty"]) == 2
    assert "it holds no protocol.json" in capsys.readouterr().err


def test_strict_makes_a_warning_an_error(here, study):
    text = (here / study).read_text()
    (here / study).write_text(text.replace("instrument: RE ", "instrument: RE\n      colour: red "))
    assert call(["validate", study]) == 0
    assert call(["validate", "--strict", study]) == 1
    assert call(["run", "--strict", study]) == 1


def test_what_new_writes_is_valid_and_runs_and_is_never_written_over(here, study, capsys):
    assert call(["validate", "--strict", study]) == 0
    assert call(["run", study]) == 0
    (here / study).write_text("mine now")
    assert call(["new", "mine"]) == 2
    assert (here / study).read_text() == "mine now"
    assert call(["new", "mine", "--force"]) == 0


def test_points_lists_every_built_in_and_where_it_lives(capsys):
    said = {entry["point"]: entry for entry in envelope(capsys, "points")["result"]}
    assert list(said) == [point.name for point in points()]
    for point in points():
        for name, target in point.builtins.items():
            entry = said[point.name]["names"][name]
            assert entry["target"] == target
            assert os.path.exists(entry["file"] or ""), target


def test_a_dry_run_writes_nothing_and_says_what_would_be(here, study, capsys):
    said = envelope(capsys, "run", study, "--dry-run", "-n", "100")
    assert not (here / "runs").exists()
    result = said["result"]
    assert (result["cases"], result["participants"], result["seed"]) == (100, 100, 1)
    assert result["roles"] == {"Planted": {"kind": "simulated", "own": True, "reproducible": True}}
    assert result["expected"]["trials"] == 4000
    call(["run", study, "-n", "100", "--out", "real"])
    size = sum(part.stat().st_size for part in (here / "real" / "parts").glob("*.jsonl"))
    assert abs(result["expected"]["bytes"] - size) < 0.05 * size


def test_stuck_cases_are_1_and_say_what_they_wait_for(here, capsys):
    text = (files("hawthorne.demo") / "ax_nback.studyflow.yaml").read_text(encoding="utf-8")
    keep = [line for line in text.splitlines() if "To_lost" not in line and "Lost:" not in line]
    start = next(i for i, line in enumerate(keep) if line.strip() == "Week_over:")
    (here / "stuck.studyflow.yaml").write_text("\n".join(keep[:start] + keep[start + 6 :]))
    said = envelope(capsys, "run", "stuck.studyflow.yaml", "-n", "8", "--out", "s")
    assert said["exit"] == 1
    assert said["result"]["counts"]["stuck"] > 0
    assert "stuck" in said["result"]["examples"][0]
    assert "Return" in said["result"]["examples"][0]
    assert call(["report", "s"]) == 0


def test_runs_without_out_get_the_next_free_folder(here, study):
    call(["run", study, "-n", "1"])
    call(["run", study, "-n", "1"])
    assert sorted(folder.name for folder in (here / "runs").iterdir()) == ["mine-1", "mine-2"]


def test_a_report_in_every_form(run, here):
    for form, mark in (("text", "Recovery"), ("markdown", "## Recovery"), ("html", "<svg"), ("json", '"sections"')):
        assert call(["report", run, "--format", form, "--out", f"out/r.{form}"]) == 0
        assert mark in (here / "out" / f"r.{form}").read_text()


def test_the_command_in_the_report_plays_the_same_records_again(run, here, capsys):
    line = str(hawthorne.report(run)).partition("byte for byte:\n")[2].partition("\n")[0]
    words = shlex.split(line.strip().removeprefix("hawthorne "))
    assert call([*words, "--out", "again"]) == 0
    parts = [b"".join(part.read_bytes() for part in sorted((here / folder / "parts").glob("*.jsonl")))
             for folder in (run, "again")]  # fmt: skip
    assert parts[0] == parts[1]


def test_with_another_actor_nothing_planted_is_compared(study, capsys):
    call(["run", study, "-n", "4", "--actor", "random", "--out", "r"])
    text = " ".join(str(hawthorne.report("r")).split())
    assert "nothing planted to recover" in text
    assert "Recovery of the planted truth" not in text


def test_tables_at_level_answers_are_those_of_level_facts(study):
    rows = []
    for level in ("facts", "answers"):
        call(["run", study, "-n", "3", "--level", level, "--out", level])
        rows.append({name: [dict(row) for row in table.rows] for name, table in hawthorne.tables(level).items()})
    assert rows[0] == rows[1]


def test_ctrl_c_stops_cleanly_and_the_named_command_goes_on(here, study, monkeypatch, capsys):
    def interrupt(watch, done, total, waits=""):
        if done >= 50:
            raise KeyboardInterrupt

    words = ["run", study, "-n", "120", "--shard-size", "50"]
    assert call([*words, "--out", "whole"]) == 0
    with monkeypatch.context() as patched:
        patched.setattr("hawthorne.cli.progress.Watch.__call__", interrupt)
        capsys.readouterr()
        assert call([*words, "--out", "cut"]) == 130
    assert "hawthorne run --resume cut" in capsys.readouterr().err
    cut_short = " ".join(str(hawthorne.report("cut")).split())
    assert "not finished. Go on with it: hawthorne run --resume cut" in cut_short
    assert call(["run", "--resume", "cut"]) == 0
    whole, cut = (b"".join(part.read_bytes() for part in sorted((here / folder / "parts").glob("*.jsonl")))
                  for folder in ("whole", "cut"))  # fmt: skip
    assert whole == cut


# --- what a study calls ----------------------------------------------------------------------------------------------


def test_a_study_that_calls_something_runs_once_it_is_allowed_to(here, capsys):
    study = performed.study(
        here,
        "C: {type: ServiceTask, implementation: 'python://builtins.print', additionalArguments: {args: [hello]}}\n"
        + performed.line("C"),
    )
    said = envelope(capsys, "run", str(study), "--out", "a")
    assert said["exit"] == 1
    assert [(each["code"], each["line"]) for each in said["findings"]] == [("code-not-allowed", 7)]
    assert "--allow-code" in said["findings"][0]["fix"]
    said = envelope(capsys, "run", str(study), "--dry-run")
    assert [each["code"] for each in said["findings"]] == ["code-not-allowed"]
    assert not (here / "a").exists()
    said = envelope(capsys, "run", str(study), "--allow-code", "--out", "a")
    assert said["result"]["counts"] == {"ended": 1}
    assert json.loads((here / "a/run.json").read_bytes())["performing"] == {"allow_code": True}
    assert call(["report", "a"]) == 0
    assert call(["tables", "a"]) == 0


def test_the_words_of_calls_are_checked(here, capsys):
    study = performed.study(here, "C: {type: Task}\n" + performed.line("C"))
    for words in (
        ["--inputs", "nowhere"],
        ["--runner", "x"],
        ["--runner", "python=x"],
        ["--step-timeout", "0"],
        ["--actor", "P=runner:x"],
    ):
        assert call(["run", str(study), *words]) == 2, words
        assert "Traceback" not in capsys.readouterr().err


# --- terminals and pipes of every kind -------------------------------------------------------------------------------


def command(*words, **environment):
    """The command in a process of its own, as a shell starts it."""
    path = os.pathsep.join(entry or os.getcwd() for entry in sys.path)
    return subprocess.run(
        [sys.executable, "-m", "hawthorne", *words], capture_output=True, check=False,
        env={**os.environ, "PYTHONPATH": path, **environment},
    )  # fmt: skip


def test_the_package_is_the_command():
    assert command("--version").stdout.decode().strip() == f"hawthorne {hawthorne.__version__}"


@pytest.mark.parametrize("words", [["info"], ["validate"], ["info", "--json"]])
def test_an_encoding_that_lacks_a_letter_makes_no_traceback_and_valid_json(words, here):
    assert call(["new", "実験"]) == 0
    done = command(words[0], "実験.studyflow.yaml", *words[1:], PYTHONIOENCODING="latin-1")
    assert (done.returncode, done.stderr) == (0, b"")
    if "--json" in words:
        assert json.loads(done.stdout)["result"]["name"] == "実験"


def test_info_of_a_broken_study_shows_what_is_wrong(here, capsys):
    (here / "broken.studyflow.yaml").write_text(BROKEN)
    assert call(["info", "broken.studyflow.yaml"]) == 0
    assert 'did you mean "Out"?' in capsys.readouterr().out


def test_the_gateway_that_allocates_is_called_random(run, capsys):
    assert call(["report", run]) == 0
    out = capsys.readouterr().out
    assert "random gateway" in out
    assert "exclusive gateway" not in out


def test_a_moment_of_a_table_has_no_more_digits_than_the_records(run):
    assert call(["tables", run]) == 0
    with open(f"{run}/tables/asks.csv", encoding="utf-8") as file:
        opened = [line.split(",")[7] for line in file][1:]
    assert opened
    assert all(len(moment.partition(".")[2]) <= 6 for moment in opened)


# --- whoever answers -------------------------------------------------------------------------------------------------


def test_asks_whose_actor_broke_are_said_and_counted(study, here, capsys):
    (here / "short.json").write_text('{"AX": ["NonMatch", "Match"]}')
    result = envelope(capsys, "run", study, "-n", "3", "--actor", "script:short.json")["result"]
    assert result["failed asks"]["count"] == 3 * 38
    assert "1/AX.1.1.2" in result["failed asks"]["first"]
    assert call(["run", study, "-n", "3", "--actor", "script:short.json"]) == 0
    assert "114 asks failed" in capsys.readouterr().out


def test_a_script_by_steps_answers_the_steps_that_it_names(study, here, capsys):
    (here / "full.json").write_text(json.dumps({"AX": ["NonMatch"] * 40}))
    result = envelope(capsys, "run", study, "-n", "2", "--actor", "script:full.json", "--out", "runs/full")["result"]
    assert "failed asks" not in result
    given = [record.value for record in Run.open("runs/full").records() if record.what == "given"]
    assert given == ["NonMatch"] * 80


# --- what is printed can be typed ------------------------------------------------------------------------------------


def test_commands_that_are_printed_can_be_typed_whatever_the_folder_is_called(here, capsys):
    folder = "my runs/first [red] and a long name, so that the command is wider than any page of text, " + "x" * 60
    assert call(["new", "a [b] c"]) == 0
    assert call(["run", "a [b] c.studyflow.yaml", "-n", "2", "--out", folder]) == 0
    assert call(["report", folder]) == 0
    lines = [line.strip() for line in capsys.readouterr().out.splitlines()]
    commands = [line.removeprefix("next:").strip() for line in lines if " hawthorne " in f" {line}"]
    commands = [command for command in commands if command.startswith("hawthorne ")]
    assert [shlex.split(command)[1] for command in commands] == ["validate", "run", "report", "tables", "run", "tables"]
    for command in commands:
        assert call([*shlex.split(command)[1:], "--json"]) == 0, command
