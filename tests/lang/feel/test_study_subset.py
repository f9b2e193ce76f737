"""The expressions of study documents, in the float lane with strict names: what flows rely on (acceptance letter A)."""

from __future__ import annotations

import pytest

from hawthorne.lang import feel

BLOCKS = [{"block": "practice", "unanswered": 9, "trials": 10}, {"block": "test", "unanswered": 3, "trials": 12}]
SCOPE = {
    "n": 3, "x": None, "yes": True, "name": "Ann", "arm": "go", "scored_blocks": ["test"], "empty": [],
    "result": {"blocks": BLOCKS, "trials": [1, 2]}, "state": {"_meta": {"reached": {"Gate": 2}}},
    "half": 0.5, "two": 2.0,
}  # fmt: skip

ROWS = [
    ('1 < "b"', None),
    ("true < false", None),
    ("null < 1", None),
    ('1 = "1"', None),
    ("x = null", True),
    ("7 / 2", 3.5),
    ("-1.5 * 2", -3),
    ("n / 0", None),
    ('{"a": 1}.a + 1', 2),
    ("result.trials[-1]", 2),
    ("result.trials[3]", None),
    ("if x then 1 else 2", 2),
    ('contains(upper case(x), "READY")', None),
    ('n > 1 and arm = "go"', True),
    ("sum(result.blocks[block in scored_blocks].unanswered) / sum(result.blocks[block in scored_blocks].trials)", 0.25),
    ("state._meta.reached.Gate = 2", True),
    ('contains(name, "n") and starts with(name, "A") and ends with(name, "n")', True),
    ('substring after(name, "A")', "nn"),
    ("is defined(x)", True),
    ("is defined(nobody)", False),
    ("is defined(result.nothing)", False),
    ("count(result.blocks[unanswered > 5])", 1),
    ("result.blocks.trials", [10, 12]),
    ("empty[block = 1]", []),
    ("empty[1]", None),
    ("two", 2),
    ("half + half", 1),
    ("false and x", False),
    ("true or x", True),
    ("max(1, 2, n)", 3),
    ("sum(empty)", None),
    ("name in [\"Bob\", \"Ann\"]", True),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), ROWS)
def test_value(text: str, expected: object) -> None:
    names = {*SCOPE, "nobody"} if "nobody" in text else SCOPE.keys()
    value = feel.compile(text, names=names, numbers="float", strict_names=True)(SCOPE)
    assert value == expected
    assert type(value) is type(expected)


def test_an_unknown_name_is_an_error_with_the_nearest() -> None:
    with pytest.raises(feel.FeelNameError) as caught:
        feel.compile("scoredblocks", names=SCOPE.keys(), numbers="float", strict_names=True)
    assert caught.value.hint == "did you mean 'scored_blocks'?"
    with pytest.raises(feel.FeelNameError):
        feel.compile("nobody > 1", strict_names=True)(SCOPE)


def test_a_misspelt_field_in_a_filter_is_an_error() -> None:
    run = feel.compile("result.blocks[blok = 1]", names=SCOPE.keys(), numbers="float", strict_names=True)
    with pytest.raises(feel.FeelNameError):
        run(SCOPE)


def test_names_are_known_before_the_run() -> None:
    run = feel.compile("count(result.blocks[block in scored_blocks]) > n", names=SCOPE.keys(), numbers="float")
    assert run.names == {"result", "scored_blocks", "n"}


def test_citations() -> None:
    assert feel.cited('{n} + {result.trials}[1] > 0 and {a: 1}.a = 1 and "{n}" != ""') == (
        'n + result.trials[1] > 0 and {a: 1}.a = 1 and "{n}" != ""'
    )
