"""The pages and pictures that the browser opens: one of each kind that Hawthorne writes, with names as people give them."""

from __future__ import annotations

import json
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import hawthorne as hw
from hawthorne.core.document import Document, Source
from hawthorne.evals.player import Player
from hawthorne.evals.playing import Outcome
from hawthorne.evals.report.page import page
from hawthorne.evals.result import Result
from hawthorne.protocols.kind import ProtocolKind
from hawthorne.scenarios.kind import ScenarioKind

REPOSITORY = Path(__file__).parents[2]
STUDIES = REPOSITORY / "tests" / "fixtures" / "studies"
SCENARIOS = REPOSITORY / "examples" / "scenarios"
DEMO = Path(str(files("hawthorne.demo")))
DEMO_STUDY = DEMO / "ax_nback.studyflow.yaml"
PLAYED = ("dispatch-supersede", "fan-out-two", "nested-chain", "restart-midflight", "routine-deferral")
PREVIEWED = ("fixture_kinds", "fixture_trust")
SUBJECTS = 12

LONG = {
    "name: Arm,": "name: Which of the two instructions a participant is given before the first visit,",
    "name: Standard instruction": "name: Standard instruction, read aloud by the experimenter in full",
    "name: Two weeks": "name: Donaudampfschifffahrtsgesellschaftskapitänsfreizeitpause of two weeks",
    "name: AX-CPT\n": "name: AX_continuous_performance_test_with_the_letters_of_the_first_visit\n",
    "name: Lost to follow-up": "name: Lost to follow-up because of no answer to any of the invitations",
    "name: Excluded": "name: Excluded from the analysis since too many trials were missed",
    "name: standard}": "name: those who are given the standard instruction}",
    "'\"standard\"'": "'\"standard instruction, read aloud by the experimenter\"'",
    "'\"planning\"'": "'\"Implementierungsabsichtsformulierungsbedingung\"'",
}
JAPANESE = {
    "name: Enrolled": "name: 登録済み",
    "name: Arm,": "name: 無作為割り付け,",
    "name: Standard instruction": "name: 標準的な教示を読み上げる",
    "name: Planning prompt": "name: 計画を立てるように促す教示",
    "name: AX-CPT\n": "name: AX型連続遂行課題（第一回）\n",
    "name: N-back": "name: Nバック課題",
    "name: AX-CPT, visit 2": "name: AX型連続遂行課題（第二回）",
    "name: Too many trials missed": "name: 無回答の試行が多すぎる参加者",
    "name: Two weeks": "name: 二週間の間隔をあける",
    "name: Invitation to visit 2": "name: 第二回への招待状を送る",
    "name: No answer within a week": "name: 一週間以内に返事がない",
    "name: Lost to follow-up": "name: 追跡不能となった参加者",
    "name: planning}": "name: 計画条件の参加者}",
    "'\"standard\"'": "'\"標準条件\"'",
    "'\"planning\"'": "'\"計画を立てる教示の条件\"'",
}
NAMED = {"long": LONG, "japanese": JAPANESE}
MIXED = {**JAPANESE, **LONG}
"""Long names, and Japanese ones for what has no long one."""


PAGES = ("report", "report_names", "report_protocol", *(f"preview_{name}" for name in PREVIEWED), "evals")


def write_pages(folder: Path) -> dict[str, Path]:
    """The pages of `PAGES`, by name, written into a folder."""
    texts = {"report": report(DEMO_STUDY, folder / "demo")}
    texts["report_names"] = report(named(MIXED, folder / "names.studyflow.yaml"), folder / "names")
    texts["report_protocol"] = report(DEMO / "lighthouse" / "protocol.yaml", folder / "lighthouse", "random")
    texts |= {f"preview_{name}": hw.preview(STUDIES / name) for name in PREVIEWED}
    texts["evals"] = page(played(), "2 January 2026, 03:04")
    paths = {name: folder / f"{name}.html" for name in texts}
    for name, path in paths.items():
        path.write_text(texts[name], encoding="utf-8")
    return paths


FLOWS = {path.name.partition(".")[0]: path for path in sorted(REPOSITORY.glob("examples/**/*.studyflow.yaml"))}
PROTOCOLS = {
    f"protocol_{path.parent.name}": path
    for path in (
        *sorted(STUDIES.glob("*/protocol.json")),
        *sorted(REPOSITORY.glob("examples/protocols/*/protocol.yaml")),
    )
}
PICTURES = (*FLOWS, *PROTOCOLS, *NAMED, *(f"{name}_counted" for name in NAMED), *(f"protocol_{name}" for name in NAMED))


def write_pictures(folder: Path) -> dict[str, Path]:
    """The pictures of `PICTURES`, by name: of studies, with a run's counts too, and of protocols."""
    drawn = {name: hw.draw(path) for name, path in {**FLOWS, **PROTOCOLS}.items()}
    for name, words in NAMED.items():
        study = named(words, folder / f"ax_{name}.studyflow.yaml")
        drawn |= {name: hw.draw(study), f"{name}_counted": hw.draw(study, run=hw.run(hw.plan(study, n=4, seed=7)))}
        drawn[f"protocol_{name}"] = hw.draw(renamed_protocol(PROTOCOL_NAMES[name]))
    paths = {name: folder / f"{name}.svg" for name in drawn}
    for name, path in paths.items():
        path.write_bytes(drawn[name])
    return paths


def named(words: dict[str, str], path: Path) -> Path:
    """The demo study with other names, as a file."""
    text = DEMO_STUDY.read_text(encoding="utf-8")
    for old, new in words.items():
        assert old in text, f"the demo study has no {old!r}"
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")
    return path


def report(document: Path, out: Path, actors: str | None = None, n: int = SUBJECTS) -> str:
    """The page of a run."""
    return hw.report(hw.run(hw.plan(document, n=n, seed=7, actors=actors), out=out)).html()


def played() -> Outcome:
    """Plays of shipped scenarios: some pass, one is stuck, one fails, one is skipped, one does not always end alike."""
    text = (SCENARIOS / "fan-out-two.scenario.json").read_text(encoding="utf-8")
    scenario = json.loads(text)
    held = json.loads(text.replace('"slow"', '"遅い担当者"').replace("@slow", "@遅い担当者").replace("Signe", "佐藤"))
    wait = {"kind": "waitForNodeStatus", "bot": "fast", "status": "completed"}
    stuck = {**held, "id": "stuck-behind-a-gate", "title": "A gate that nobody opens: 開かない門",
             "steps": [held["steps"][0], wait], "assertions": []}  # fmt: skip
    order = {"kind": "turnOrder", "bots": ["chief", "slow", "fast"]}
    player = Player()

    def play(name: str, content: bytes) -> Result:
        return player.play(ScenarioKind().read(Source(name, content)))

    results = [play(f"{each['id']}.scenario.json", json.dumps(each).encode())
               for each in (stuck, {**scenario, "id": "wrong-order", "assertions": [order]})]  # fmt: skip
    fine = [play(path.name, path.read_bytes()) for path in (SCENARIOS / f"{name}.scenario.json" for name in PLAYED)]
    skipped = replace(fine[0], id="skipped-one", status="skipped", error="it would take 1800 s on the wall clock")
    once = replace(fine[1], repeat=2, status="failed", error="it ended otherwise the second time")
    return Outcome(tuple(replace(each, started_at="", duration_ms=1.0) for each in (*results, *fine, skipped, once)))


PROTOCOL_NAMES = {
    "long": {"Person B gave back": "The other person, whom you have not met and will not meet, gave back",
             '"welcome"': '"welcome.and.the.rules.of.the.game.with.examples.for.both.seats"',
             '"after"': '"what-everybody-is-paid-and-one-question-more"'},
    "japanese": {"Person B gave back": "相手の参加者があなたに返した金額は次のとおりです：",
                 "You receive": "あなたが受け取る金額は、送られた額を増やしたものです：",
                 "Two-person trust game": "二人で行う信頼ゲーム"},
}  # fmt: skip
"""The trust game with other names and texts."""


def renamed_protocol(words: dict[str, str]) -> Document:
    """The trust game in other words."""
    source = STUDIES / "fixture_trust" / "protocol.json"
    text = source.read_text(encoding="utf-8")
    for old, new in words.items():
        assert old in text, f"the trust game has no {old!r}"
        text = text.replace(old, new)
    return ProtocolKind().read(Source("protocol.json", text.encode()))
