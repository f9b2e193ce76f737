"""Releases leave withheld text out, everywhere; a reader's own copy of the source gives the original back."""

from __future__ import annotations

import copy
import json
import re
import shutil
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hawthorne as hw
from hawthorne.core.document import Source
from hawthorne.core.errors import InvalidDocument, UsageError
from hawthorne.hold import plan as plans
from hawthorne.protocols.digests import digest_of
from hawthorne.protocols.read import read
from hawthorne.protocols.release import blank, pieces
from hawthorne.protocols.release.folder import open_study
from hawthorne.protocols.release.project import closed, project
from hawthorne.protocols.release.rehydrate import rehydrate
from hawthorne.protocols.release.release import release
from hawthorne.protocols.release.shingles import words
from hawthorne.protocols.squash import squash
from hawthorne.protocols.texts import shown

FIXTURES = Path(__file__).parents[1] / "fixtures"
STUDY = FIXTURES / "studies" / "fixture_paper"
PAPER = FIXTURES / "sources" / "fixture_paper.txt"
TOOL = "hawthorne test"


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


@pytest.fixture
def public(tmp_path):
    release(STUDY, tmp_path / "public", TOOL)
    return tmp_path / "public"


@pytest.fixture
def study(tmp_path):
    """A copy of the study whose protocol may be changed."""
    shutil.copytree(STUDY, tmp_path / "study")

    def change(edit) -> Path:
        file = tmp_path / "study" / "protocol.json"
        data = json.loads(file.read_text(encoding="utf-8"))
        edit(data)
        file.write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")
        return tmp_path / "study"

    return change


def the_items(data) -> dict[str, dict]:
    return {item["id"]: item for stage in data["stages"] for page in stage["pages"] for item in page["items"]}


# --- what ships -------------------------------------------------------------------------------------------------------


def test_the_public_protocol_is_a_protocol(public):
    assert read(Source.of_file(public / "protocol.json")).findings == ()


def test_no_eight_words_of_withheld_text_are_anywhere_in_the_folder(public):
    everything = " ".join(words(" ".join(data.decode("utf-8", "replace") for data in contents(public).values())))
    withheld = [text for text in shown(open_study(STUDY).protocol, open_study(STUDY).data) if closed(text)]
    assert len(withheld) > 8
    for text in withheld:
        run = words(text.text)
        for i in range(max(1, len(run) - 7)):
            assert " ".join(run[i : i + 8]) not in everything, text.id


def test_a_placeholder_has_the_length_and_the_breaks_of_its_text_but_not_its_spaces(study, tmp_path):
    folder = study(lambda data: the_items(data)["hello"].update(text="One two\nthree {{draw.reader}} four five."))
    release(folder, tmp_path / "out", TOOL)
    text = the_items(open_study(tmp_path / "out").data)["hello"]["text"]
    assert text == "░" * 7 + "\n" + "░" * 6 + "{{draw.reader}}" + "░" * 11


def test_open_and_attributed_text_ships_and_its_attribution_with_it(public):
    data = open_study(public).data
    assert the_items(data)["more"]["text"] == "One more question."
    assert next(each for each in data["responses"] if each["id"] == "tea")["prompt"].startswith("Do you take milk")
    assert "CC-BY-4.0" in (public / "ATTRIBUTION.txt").read_text(encoding="utf-8")


def test_short_labels_ship_because_a_hash_would_not_hide_them(study, tmp_path):
    def shorten(data):
        data["responses"][0]["options"][0]["text"] = "She does"

    release(study(shorten), tmp_path / "out", TOOL)
    options = open_study(tmp_path / "out").data["responses"][0]["options"]
    assert options[0]["text"] == "She does"
    assert pieces.is_placeholder(options[1]["text"])


def test_our_own_words_ship_whatever_they_cite(study, tmp_path):
    cite = {"source": "s1", "locator": {"page": 1}, "label": "own"}
    release(study(lambda data: the_items(data)["more"].update(cite=cite)), tmp_path / "out", TOOL)
    assert the_items(open_study(tmp_path / "out").data)["more"]["text"] == "One more question."


def test_an_items_own_tier_can_only_be_stricter(study, tmp_path):
    def change(data):
        the_items(data)["more"].update(tier="withheld", text="One more question before you go, if you please.")
        the_items(data)["hello"].update(tier="open")

    release(study(change), tmp_path / "out", TOOL)
    items = the_items(open_study(tmp_path / "out").data)
    assert pieces.is_placeholder(items["more"]["text"])
    assert pieces.is_placeholder(items["hello"]["text"])


def test_of_a_local_text_only_its_length_ships(study, tmp_path):
    folder = study(lambda data: the_items(data)["thanks"].update(tier="local", cite={
        "source": "s1", "locator": {"page": 3, "section": "Method"}, "label": "verbatim"}))  # fmt: skip
    release(folder, tmp_path / "out", TOOL)
    item = the_items(open_study(tmp_path / "out").data)["thanks"]
    assert item["withheld"] == [{"at": "text", "piece": 0, "len": 80}]
    assert item["cite"]["locator"] == {"section": "Method"}


def test_a_withheld_image_is_a_blank_one_of_the_same_size(public):
    asset = open_study(public).data["assets"][0]
    data = (public / asset["path"]).read_bytes()
    assert blank.size_of(data) == (48, 32)
    assert data != (STUDY / "img" / "lamp_warm.png").read_bytes()
    assert asset["withheld"][-1]["sha256"] == open_study(STUDY).data["assets"][0]["sha256"]


def test_unit_data_that_is_not_open_stays_behind_and_other_files_too(study, tmp_path):
    folder = study(lambda data: data["human"].update(unit_data=[
        {"unit": "p", "path": "human/p.csv", "sha256": "0" * 64, "tier": "withheld"},
        {"unit": "p", "path": "human/q.csv", "sha256": "0" * 64, "tier": "open"}]))  # fmt: skip
    (folder / "human").mkdir()
    for name in ("p.csv", "q.csv"):
        (folder / "human" / name).write_text("a\n1\n")
    (folder / "paper.txt").write_bytes(PAPER.read_bytes())
    report = release(folder, tmp_path / "out", TOOL)
    assert report.dropped == ("human/p.csv",)
    assert report.left == ("paper.txt",)
    assert {"human/q.csv", "protocol.json"} <= set(contents(tmp_path / "out"))
    assert "human/p.csv" not in contents(tmp_path / "out")


def test_a_release_of_the_same_study_has_the_same_bytes_and_no_date_unless_asked(public, tmp_path):
    release(STUDY, tmp_path / "again", TOOL)
    assert contents(public) == contents(tmp_path / "again")
    assert "date" not in open_study(public).data["projection"]
    release(STUDY, tmp_path / "dated", TOOL, date="2024-05-01")
    assert open_study(tmp_path / "dated").data["projection"]["date"] == "2024-05-01"


@pytest.mark.parametrize(
    "edit",
    [
        lambda data, quote: data.update(title=quote),
        lambda data, quote: data["hypotheses"][0].update(statement=f"They read: “{quote.upper()}”"),
        lambda data, quote: data["variables"][0]["cases"].append({"given": {"resp.returns": quote}, "expect": None}),
        lambda data, quote: data["cites"]["method"]["locator"].update(note=quote),
        lambda data, quote: data.update(extensions={quote: 1}),
    ],
    ids=["title", "statement", "case", "note", "key"],
)
def test_a_withheld_text_that_stands_elsewhere_stops_the_release(edit, study, tmp_path):
    quote = "put your bag under it and read the following page with some care"
    with pytest.raises(InvalidDocument) as caught:
        release(study(lambda data: edit(data, quote)), tmp_path / "out", TOOL)
    assert [finding.code for finding in caught.value.findings] == ["tier.public"]
    assert not any(quote in str(finding).lower() for finding in caught.value.findings)
    assert not (tmp_path / "out").exists()


def test_a_release_writes_nothing_over(public):
    with pytest.raises(UsageError, match="not empty"):
        release(STUDY, public, TOOL)


def test_the_card_says_that_the_study_was_projected(study, tmp_path):
    folder = study(lambda data: None)
    card = {"schema": "hawthorne/study.v1", "id": "fixture_paper", "protocol": {"path": "protocol.json", "sha256": "0"}}
    (folder / "study.json").write_text(json.dumps(card))
    release(folder, tmp_path / "out", TOOL)
    made = json.loads((tmp_path / "out" / "study.json").read_text())
    assert made["redistribution"]["projected"] is True
    assert made["protocol"]["sha256"] == digest_of(open_study(tmp_path / "out").data)


# --- what comes back --------------------------------------------------------------------------------------------------


def back(public: Path, out: Path, text: str | None = None, **more):
    """Rehydrate with a text of the paper (its own, without one) and the picture."""
    source = out.parent / f"{out.name}.txt"
    source.write_text(PAPER.read_text(encoding="utf-8") if text is None else text, encoding="utf-8")
    given = {"lamp": STUDY / "img" / "lamp_warm.png"}
    return rehydrate(public, {"s1": source}, out, given, **more)


def test_with_the_source_the_original_comes_back_with_its_hash(public, tmp_path):
    report = back(public, tmp_path / "back")
    assert (report.missing, report.squash_only, report.local) == ((), (), ())
    assert report.matches_original
    assert report.keeps_apart == []
    original, again = open_study(STUDY).data, open_study(tmp_path / "back").data
    assert again.pop("projection")["state"] == "rehydrated"
    assert again == original
    assert (tmp_path / "back" / "img" / "lamp_warm.png").read_bytes() == (STUDY / "img" / "lamp_warm.png").read_bytes()
    assert (tmp_path / "back" / ".gitignore").read_text() == "*\n"


def test_releasing_what_came_back_gives_the_same_bytes(public, tmp_path):
    back(public, tmp_path / "back")
    release(tmp_path / "back", tmp_path / "again", "another tool")
    assert contents(public) == contents(tmp_path / "again")


def test_releasing_what_came_back_in_part_gives_the_same_bytes_too(public, tmp_path):
    rehydrate(public, {"s1": PAPER_OF(tmp_path, lambda text: text.partition("\f")[0])}, tmp_path / "part")
    assert "░" in (tmp_path / "part" / "protocol.json").read_text(encoding="utf-8")
    release(tmp_path / "part", tmp_path / "again", TOOL)
    assert contents(public) == contents(tmp_path / "again")


def PAPER_OF(folder: Path, change) -> Path:  # noqa: N802
    file = folder / "changed.txt"
    file.write_text(change(PAPER.read_text(encoding="utf-8")), encoding="utf-8")
    return file


DAMAGE = {
    "reflowed": lambda text: re.sub(r"(?<!\n)\n(?!\n)", " ", re.sub(r"([a-z])-\n([a-z])", r"\1\2", text)),
    "spaced out": lambda text: text.replace(" ", "   "),
    "one word a line": lambda text: re.sub(r"\f?Lamps and judgement +\d+\n", "", text).replace(" ", "\n"),
    "straight quotes": lambda text: text.translate(str.maketrans("“”’–", "\"\"'-")),
    "no ligatures": lambda text: text.replace("ﬁ", "fi").replace("ﬀ", "ff"),
    "ligatures": lambda text: text.replace("fi", "ﬁ").replace("ff", "ﬀ").replace("fl", "ﬂ"),
    "divided at the hyphen": lambda text: text.replace("well-known", "well-\nknown"),
    "soft hyphens": lambda text: text.replace("librarian", "librar\u00adian"),
    "pages not where they were": lambda text: "Contents\f" * 3 + text,
    "one page": lambda text: re.sub(r"\f?Lamps and judgement +\d+\n", "", text),
    "pages cut elsewhere": lambda text: re.sub(r"\f?Lamps and judgement +\d+\n", "", text).replace("kettle", "ket-\n17\f\n\ntle"),
}  # fmt: skip


@pytest.mark.parametrize("damage", DAMAGE, ids=str)
def test_what_printing_and_copying_do_to_a_text_does_not_hide_it(damage, public, tmp_path):
    report = back(public, tmp_path / "back", DAMAGE[damage](PAPER.read_text(encoding="utf-8")))
    assert report.missing == ()
    assert report.matches_original


def test_what_a_damaged_source_lacks_is_listed_and_stays_a_placeholder(public, tmp_path):
    text = PAPER.read_text(encoding="utf-8").replace("yellow", "y3llow").replace("yel-\nlow", "yel-\nl0w")
    report = back(public, tmp_path / "back", text)
    assert report.missing == ("story.page.warm",)
    assert not report.matches_original
    assert report.keeps_apart == ["missing: 1"]
    data = open_study(tmp_path / "back").data
    item = the_items(data)["warm"]
    assert pieces.is_placeholder(item["text"])
    assert item["withheld"] == the_items(open_study(public).data)["warm"]["withheld"]
    assert data["projection"]["state"] == "public"
    assert read(Source.of_file(tmp_path / "back" / "protocol.json")).findings == ()


def test_a_text_can_be_given_by_hand_and_is_taken_by_its_hash_alone(public, tmp_path):
    original = the_items(open_study(STUDY).data)["money"]["text"]
    wrong, right = tmp_path / "wrong.txt", tmp_path / "right.txt"
    wrong.write_text(original.replace("kettle", "teapot"), encoding="utf-8")
    right.write_text(original + "\n", encoding="utf-8")
    with pytest.raises(UsageError, match="digest"):
        rehydrate(public, {}, tmp_path / "no", {"story.page.money": wrong})
    report = rehydrate(public, {}, tmp_path / "yes", {"story.page.money": right})
    assert "story.page.money" not in report.missing
    assert the_items(open_study(tmp_path / "yes").data)["money"]["text"] == original
    assert report.notes == ("no --source s1=FILE was given",)


def test_an_unknown_item_or_source_is_named_with_the_nearest(public, tmp_path):
    with pytest.raises(UsageError, match=r"story\.page\.money"):
        rehydrate(public, {}, tmp_path / "out", {"story.page.mony": PAPER})
    with pytest.raises(UsageError, match="s1"):
        rehydrate(public, {"s11": PAPER}, tmp_path / "out")


def test_an_image_is_found_in_a_folder_of_the_source(public, tmp_path):
    scans = tmp_path / "scans"
    scans.mkdir()
    (scans / "1.txt").write_bytes(PAPER.read_bytes())
    (scans / "figure.png").write_bytes((STUDY / "img" / "lamp_warm.png").read_bytes())
    assert rehydrate(public, {"s1": scans}, tmp_path / "out").matches_original


def test_local_text_keeps_the_hashes_apart_and_the_report_says_so(study, tmp_path):
    folder = study(lambda data: the_items(data)["thanks"].update(tier="local"))
    release(folder, tmp_path / "public", TOOL)
    report = back(tmp_path / "public", tmp_path / "back")
    assert report.local == ("end.bye.thanks",)
    assert report.keeps_apart == ["local: 1"]


def test_text_is_not_put_back_inside_a_repository_unless_forced(public, tmp_path):
    (tmp_path / ".git").mkdir()
    with pytest.raises(UsageError, match="git"):
        rehydrate(public, {"s1": PAPER}, tmp_path / "back")
    assert rehydrate(public, {"s1": PAPER}, tmp_path / "back", force=True).exact > 0


def test_a_release_of_a_stranger_writes_nothing_outside_of_its_folder(public, tmp_path):
    data = json.loads((public / "protocol.json").read_text(encoding="utf-8"))
    file = next(each for each in data["assets"][0]["withheld"] if each["at"] == "file")
    file["path"] = "../escaped.png"
    the_items(data)["hello"]["withheld"][0]["roll"] = 2**62
    (public / "protocol.json").write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")
    with pytest.raises(UsageError, match="outside"):
        back(public, tmp_path / "back")
    assert not (tmp_path / "escaped.png").exists()


@pytest.mark.parametrize("where", ["rows/7/1", "text/3", "id/x", "when"])
def test_an_entry_that_leads_to_no_text_is_a_finding(where, public, tmp_path):
    data = json.loads((public / "protocol.json").read_text(encoding="utf-8"))
    the_items(data)["hello"]["withheld"][0]["at"] = where
    (public / "protocol.json").write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")
    with pytest.raises(InvalidDocument, match="leads to no text"):
        back(public, tmp_path / "back")


def test_a_local_text_that_is_given_is_compared_by_its_length_and_that_is_said(study, tmp_path):
    folder = study(lambda data: the_items(data)["thanks"].update(tier="local"))
    release(folder, tmp_path / "public", TOOL)
    text = the_items(open_study(STUDY).data)["thanks"]["text"]
    (tmp_path / "thanks.txt").write_text(text, encoding="utf-8")
    given = {"end.bye.thanks": tmp_path / "thanks.txt"}
    report = rehydrate(tmp_path / "public", {"s1": PAPER}, tmp_path / "back", given)
    assert report.notes == ("end.bye.thanks is local: only its length could be compared",)
    assert the_items(open_study(tmp_path / "back").data)["thanks"]["text"] == text


def test_only_a_release_can_be_put_back(tmp_path):
    with pytest.raises(UsageError, match="not a release"):
        rehydrate(STUDY, {}, tmp_path / "out")


def test_the_declared_digest_of_a_source_is_compared(public, tmp_path):
    notes = back(public, tmp_path / "back", PAPER.read_text(encoding="utf-8") + "\n").notes
    assert any("s1" in note for note in notes)


def test_a_projection_without_layout_still_finds_the_letters(public, tmp_path):
    data = json.loads((public / "protocol.json").read_text(encoding="utf-8"))
    entries = [entry for item in the_items(data).values() for entry in item.get("withheld", ())]
    for entry in entries:
        del entry["layout"]
    (public / "protocol.json").write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")
    report = back(public, tmp_path / "back")
    assert report.missing == ()
    assert "story.page.cold" in report.squash_only
    cold = the_items(open_study(tmp_path / "back").data)["cold"]["text"]
    assert squash(cold) == squash(the_items(open_study(STUDY).data)["cold"]["text"])


def test_projecting_changes_nothing_of_what_it_was_given():
    study = open_study(STUDY)
    before = copy.deepcopy(study.data)
    project(study.protocol, study.data, TOOL)
    assert study.data == before


def test_a_release_plays(public):
    run = hw.run(hw.plan(public, n=6, seed=3, actors="random"))
    original = hw.run(hw.plan(STUDY, n=6, seed=3, actors="random"))
    assert run.counts["ended"] == original.counts["ended"] == 6
    assert [row["arm"] for row in hw.tables(run)["p"].rows] == [row["arm"] for row in hw.tables(original)["p"].rows]


def test_what_came_back_has_the_originals_digest_for_every_verb(public, tmp_path):
    back(public, tmp_path / "back")
    digests = [plans.kind_of(document).digests(document) for document in map(hw.load, (STUDY, tmp_path / "back"))]
    assert digests[0] == digests[1]


@settings(max_examples=150)
@given(st.lists(st.one_of(st.text(alphabet="ab •\n–“ﬁ", max_size=12), st.just("{{draw.x}}")), max_size=6).map("".join))
def test_placeholders_keep_pipes_breaks_and_lengths_and_give_the_text_back(text):
    made = pieces.placeholder(text)
    assert len(made) == len(text)
    assert [i for i, letter in enumerate(made) if letter == "\n"] == [
        i for i, letter in enumerate(text) if letter == "\n"
    ]
    assert made.count("{{draw.x}}") == text.count("{{draw.x}}")
    assert pieces.filled(made, pieces.pieces(text)) == text
    for piece in pieces.pieces(text):
        told = pieces.told(piece, "text", 0, {})
        assert pieces.unsealed(squash(piece), told["layout"]) == piece
