"""The example that these sessions were promised with, word for word but for the import; and its first State."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from taken_study import made

ROOT = Path(__file__).parents[2]
FIRST = """\
{"participant": "p1", "done": false, "step": 1, "page": 1,
 "screen": {"items": [{"id": "i1", "type": "text", "text": "How sure are you?"}],
            "responses": [{"id": "r1", "kind": "slider", "prompt": "rate", "required": true,
                           "range": [0, 100], "widget": "hslider"}]},
 "seen": [], "answered": [], "events": [], "timing": {"advance": "self"}, "navigation": {"back": "not_allowed"}}
"""
EXAMPLE = '''\
import random
import hawthorne.protocol as hs

env = hs.make("tests/fixtures/studies/fixture_score")   # reads protocol.json; no study code runs
rng = random.Random(0)

def my_agent(state):
    """Any participant: a model call, a chat, a person, a script. Here: random valid answers."""
    answers = {}
    for r in state["screen"]["responses"]:
        if r["kind"] == "choice":
            answers[r["id"]] = rng.choice(r["options"])["code"]
        else:
            lo, hi = r["range"]
            answers[r["id"]] = rng.randint(lo, hi)
    return answers

for spec in env.design(n=4, seed=7):       # SessionSpecs: arm and draws per session (operator-only)
    s = env.open(spec)
    state = s.reset()
    while not state["done"]:
        state = s.step(my_agent(state))    # an invalid answer returns the same State with "error"

print(env.unit_tables()["p"][:2])          # the protocol's declared unit: one row per session
'''


def test_the_example_plays_four_sessions_and_prints_two_rows(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    names: dict[str, object] = {}
    exec(compile(EXAMPLE, "example", "exec"), names)
    rows = eval(capsys.readouterr().out)
    assert [row["_session"] for row in rows] == ["p1", "p2"]
    assert [row["_status"] for row in rows] == ["done", "done"]
    assert all(0 <= row["resp.sure"] <= 100 for row in rows)
    assert len(names["env"].unit_tables()["p"]) == 4  # type: ignore[attr-defined]


def test_the_example_is_the_one_that_was_promised(shared: Path) -> None:
    (promise,) = (shared / "founding").glob("001_*.txt")
    text = promise.read_text(encoding="utf-8")
    start, end = text.index("import random"), text.index("print(env.unit_tables()")
    promised = text[start : text.index("\n", end) + 1]
    assert re.sub(r"^import \S+ as hs$", "import hawthorne.protocol as hs", promised, flags=re.M) == EXAMPLE
    start = text.index('{"participant": "p1"')
    assert text[start : text.index("\n\n", start) + 1] == FIRST


@pytest.mark.parametrize("seed", range(5))
def test_the_first_state_is_the_printed_one_as_json_text(seed: int) -> None:
    env = made("fixture_score")
    for spec in env.design(n=2, seed=seed):
        state = env.open(spec).reset()
        wanted = json.loads(FIRST) | {"participant": spec.participant}
        assert json.dumps(state) == json.dumps(wanted)
