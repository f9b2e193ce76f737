"""Sessions are light, and a study's folder holds text: no heavy package is loaded, nothing of the folder is run."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from taken_study import NAMES, STUDIES

import hawthorne

SOURCE = Path(hawthorne.__file__).parents[1]
HEAVY = {
    "numpy", "scipy", "pandas", "pyarrow", "starlette", "uvicorn", "httpx", "aiohttp", "requests", "openai", "anthropic",
    "torch", "transformers", "gymnasium", "pettingzoo", "lxml", "rich", "typer", "resvg_py", "asyncio", "jsonschema",
}  # fmt: skip
PLAY = """
import sys
import hawthorne.protocol as hs
from hawthorne.core.draws import Draws
from hawthorne.spaces.asked import form_of
env = hs.make(sys.argv[1])
specs = env.design(12, 7)
calls = []
def agent(state):
    calls.append(1)
    return form_of(state).sample(Draws.seeded(len(calls)))
print(hs.drive(env, specs, agent, on_invalid="random").sessions)
assert env.unit_tables() and hs.answer_schema(env.sessions()[0].state) and hs.to_text(env.sessions()[0].state)
"""


def run(code: str, *arguments: str, cwd: Path | None = None) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, env={"PYTHONPATH": str(SOURCE)}, cwd=cwd,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_importing_sessions_and_playing_them_loads_no_heavy_package() -> None:
    tail = "\nprint(*sorted({name.partition('.')[0] for name in sys.modules}))"
    played, loaded = run(PLAY + tail, str(STUDIES / "fixture_score")).splitlines()
    assert played == "12"
    assert not set(loaded.split()) & HEAVY


TRAP = "from pathlib import Path\nPath(__file__).with_name('trace').write_text('I was run')\nraise SystemExit(3)\n"
TRAPS = ("config.py", "__init__.py", "protocol.py", "conftest.py", "sitecustomize.py", "study.py", "hawthorne_study.py")
HOOK = """
import sys
from importlib.abc import MetaPathFinder
class Watch(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {"config", "protocol", "conftest", "sitecustomize", "study", "hawthorne_study"}:
            raise SystemExit(f"{name} was imported")
        return None
sys.meta_path.insert(0, Watch())
seen = []
def audit(event, arguments):
    if event in ("exec", "compile", "import", "open"):
        seen.append((event, str(arguments[0])))
sys.addaudithook(audit)
"""


@pytest.mark.parametrize("name", NAMES)
def test_a_python_file_beside_a_study_is_never_imported(name: str, tmp_path: Path) -> None:
    folder = tmp_path / name
    shutil.copytree(STUDIES / name, folder)
    for trap in TRAPS:
        (folder / trap).write_text(TRAP)
    tail = f"\nprint(len([each for each in seen if {str(folder)!r} in each[1] and each[1].endswith(('.py', '.pyc'))]))"
    assert run(HOOK + PLAY + tail, str(folder), cwd=tmp_path).splitlines()[-1] == "0"
    assert not (folder / "trace").exists()
    assert not list(folder.rglob("__pycache__"))
