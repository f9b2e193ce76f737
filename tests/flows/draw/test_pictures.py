"""What holds of every picture of the automatic layout, on studies as people write them."""

from __future__ import annotations

import os
import subprocess
import sys
from html import escape
from xml.etree import ElementTree

import pytest
from draw.pictures import (
    DEMO,
    FILES,
    covered_labels,
    crossed,
    loose_ends,
    outside,
    overlaps,
    picture_of,
    struck_labels,
    study_in,
    visible_names,
    words_of,
)

from hawthorne.flows.draw.make import draw

NAMES = [path.name.partition(".")[0] for path in FILES]


@pytest.fixture(scope="module", params=FILES, ids=NAMES)
def drawn(request):
    study = study_in(request.param)
    return study, *picture_of(study)


def test_no_two_shapes_lie_on_each_other(drawn):
    assert overlaps(drawn[1]) == []


def test_every_shape_lies_within_what_holds_it(drawn):
    assert outside(drawn[1], drawn[0]) == []


def test_every_flow_begins_and_ends_on_its_shapes(drawn):
    assert loose_ends(drawn[1]) == []


def test_no_flow_runs_through_a_shape(drawn):
    assert crossed(drawn[1]) == []


def test_no_label_lies_on_a_shape_or_on_another_label(drawn):
    assert covered_labels(drawn[1]) == []


def test_no_flow_runs_through_a_label(drawn):
    assert struck_labels(drawn[1]) == []


def test_every_name_stands_in_the_picture(drawn):
    study, _, svg = drawn
    shown = words_of(svg)
    assert [name for name in visible_names(study) if escape(name, quote=False).replace(" ", "") not in shown] == []


def test_the_picture_is_well_formed_and_frames_all_that_it_shows(drawn):
    _, picture, svg = drawn
    root = ElementTree.fromstring(svg)
    x, y, width, height = (float(part) for part in root.get("viewBox").split())
    frame = picture.frame
    assert x <= frame.x
    assert y <= frame.y
    assert x + width >= frame.right
    assert y + height >= frame.bottom


def test_every_drawn_element_can_be_found_by_its_id(drawn):
    _, picture, svg = drawn
    found = {part.get("data-element") for part in ElementTree.fromstring(svg).iter()}
    assert {part.id for part in (*picture.shapes, *picture.edges)} <= found


def test_the_same_study_gives_the_same_bytes_under_any_hash_seed():
    script = "import sys, hashlib, hawthorne as hw; print(hashlib.sha256(hw.draw(sys.argv[1])).hexdigest())"
    made = {
        subprocess.run([sys.executable, "-c", script, str(DEMO)], capture_output=True, text=True, check=True,
                       env={**os.environ, "PYTHONHASHSEED": seed}).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert len(made) == 1
    assert made.pop().strip()


def test_the_same_study_gives_the_same_bytes_twice():
    study = study_in(DEMO)
    assert draw(study) == draw(study)
