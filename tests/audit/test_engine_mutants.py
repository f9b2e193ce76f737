"""Faults of the engine: each proof finds the one that is made for it, and the engine as it is passes."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import hawthorne as hw
from hawthorne.audit import dealt, rounds
from hawthorne.audit.rounds import Field
from hawthorne.audit.subject import Subject
from hawthorne.core.document import Document
from hawthorne.hold import sheet
from hawthorne.hold.blind import Blind
from hawthorne.hold.blind import Screen as BlindScreen
from hawthorne.hold.frozen import frozen
from hawthorne.hold.seat import Seat
from hawthorne.protocols import design, program
from hawthorne.protocols.compile import piping, responses, screens
from hawthorne.protocols.compile.telling import Telling
from hawthorne.protocols.design import Design
from hawthorne.protocols.machine import nodes, serve
from hawthorne.protocols.machine.others import Others
from hawthorne.protocols.model.screens import ImageItem
from hawthorne.spaces.problem import Problem

STUDIES = Path(__file__).parent.parent / "fixtures" / "studies"
FEW = 4
"""Sessions an arm: faults of the engine show at once."""

MonkeyPatch = pytest.MonkeyPatch
Patch = Callable[[MonkeyPatch], None]


@cache
def study(name: str) -> Document:
    return hw.load(STUDIES / name)


def found(name: str, sessions: int = FEW) -> dict[str, list[str]]:
    """What the proofs that share sessions find in a fixture, by proof."""
    played = Field(study(name), sessions).play()
    return {proof: [f"{each.where} {each.code}" for each in found] for proof, found in played.found.items() if found}


class Mutant(NamedTuple):
    """A fault: in which fixture it shows, which proof is to find it, and where, as far as that matters."""

    fixture: str
    proof: str
    patch: Patch
    where: str


MUTANTS: dict[str, Mutant] = {}


def mutant(fixture: str, proof: str, where: str = "") -> Callable[[Patch], Patch]:
    def keep(patch: Patch) -> Patch:
        MUTANTS[patch.__name__] = Mutant(fixture, proof, patch, where)
        return patch

    return keep


def wrapped(monkey: MonkeyPatch, owner: Any, name: str, around: Callable[..., Any]) -> None:
    """Replace a function by one that is given the original first."""
    original = getattr(owner, name)
    monkey.setattr(owner, name, lambda *given, **named: around(original, *given, **named))


# --- blinding --------------------------------------------------------------------------------------------------------


@mutant("fixture_score", "leak.canary")
def items_keep_their_ids(monkey: MonkeyPatch) -> None:
    monkey.setattr(Blind, "_item", lambda self, item, name: frozen(item))


@mutant("fixture_score", "leak.canary")
def options_keep_their_ids(monkey: MonkeyPatch) -> None:
    monkey.setattr(sheet, "_opaque", dict)


@mutant("fixture_kinds", "leak.canary")
def rows_keep_their_ids(monkey: MonkeyPatch) -> None:
    monkey.delitem(sheet._CODES, "rows")  # type: ignore[attr-defined]


@mutant("fixture_kinds", "leak.canary")
def assets_keep_their_ids(monkey: MonkeyPatch) -> None:
    monkey.setattr(Blind, "asset", lambda self, name: name)


@mutant("fixture_kinds", "leak.canary")
def the_path_of_an_asset_is_served(monkey: MonkeyPatch) -> None:
    def maker(original: Any, item: Any, assets: Any) -> Any:
        make = original(item, assets)
        if not isinstance(item, ImageItem):
            return make
        return lambda telling, seat: make(telling, seat) | {"alt": assets[item.asset].path}

    wrapped(monkey, screens, "_maker", maker)


@mutant("fixture_score", "leak.canary")
def the_code_of_an_option_is_served(monkey: MonkeyPatch) -> None:
    def shown(original: Any, options: Any, telling: Any, seat: Any) -> Any:
        served = original(options, telling, seat)
        return [each | {"value": option.code_value} for each, option in zip(served, options, strict=True)]

    wrapped(monkey, responses, "options_shown", shown)


@mutant("fixture_trust", "leak.structure")
def events_have_no_ids(monkey: MonkeyPatch) -> None:
    def screen(original: Any, self: Any, ask: Any) -> Any:
        made = original(self, ask)
        made.view["events"] = [{key: item for key, item in each.items() if key != "id"} for each in made.view["events"]]
        return made

    wrapped(monkey, Blind, "screen", screen)


@mutant("fixture_score", "leak.structure")
def ids_follow_the_place_in_the_protocol(monkey: MonkeyPatch) -> None:
    def numbers(original: Any, self: Any, step: int, items: Any, asked: Any, events: Any) -> Any:
        self._counts["items"] += step == 2  # a branch that was skipped leaves a gap
        return original(self, step, items, asked, events)

    wrapped(monkey, Blind, "_numbers", numbers)


@mutant("fixture_score", "leak.structure")
def options_are_numbered_as_declared(monkey: MonkeyPatch) -> None:
    def opaque(original: Any, shown: Any) -> Any:
        made = original(shown)
        if "options" in made:
            order = sorted(each["code"] for each in shown["options"])
            made["options"] = [{**each, "code": f"o{order.index(each['code']) + 1}"} for each in shown["options"]]
        return made

    wrapped(monkey, sheet, "_opaque", opaque)


# --- States ----------------------------------------------------------------------------------------------------------


@mutant("fixture_score", "leak.structure")
def a_state_has_another_key(monkey: MonkeyPatch) -> None:
    def state(original: Any, self: Any, error: Any = None) -> Any:
        made = original(self, error)
        made["progress"] = 0.5
        return made

    wrapped(monkey, Seat, "_state", state)


@mutant("fixture_trust", "leak.structure")
def a_missing_value_is_written_out(monkey: MonkeyPatch) -> None:
    monkey.setattr(piping, "_written", lambda piece, reader: str(None))


@mutant("fixture_trust", "leak.structure")
def pipings_are_left_as_they_stand(monkey: MonkeyPatch) -> None:
    monkey.setattr(Telling, "say", lambda self, text, seat: text)
    monkey.setattr(piping.Piped, "__call__", lambda self, reader: self.text)


@mutant("fixture_kinds", "leak.structure")
def bounds_have_the_noise_of_fractions(monkey: MonkeyPatch) -> None:
    def bound(original: Any, self: Any, value: Any, seat: Any) -> Any:
        made = original(self, value, seat)
        return made + 1 / 3 if isinstance(value, str) else made

    wrapped(monkey, Telling, "bound", bound)


# --- errors ----------------------------------------------------------------------------------------------------------


def _worded(monkey: MonkeyPatch, say: Callable[[Any, str], str]) -> None:
    def problems(original: Any, self: Any, answers: Any) -> Any:
        return {name: Problem(problem.code, f"{problem}{say(self, name)}")
                for name, problem in original(self, answers).items()}  # fmt: skip

    wrapped(monkey, BlindScreen, "problems", problems)


@mutant("fixture_score", "leak.errors")
def errors_name_the_response(monkey: MonkeyPatch) -> None:
    _worded(monkey, lambda screen, name: f" ({screen.keys.get(name)})")


@mutant("fixture_score", "leak.errors")
def errors_tell_the_right_answer(monkey: MonkeyPatch) -> None:
    _worded(monkey, lambda screen, name: "; most said 42")


@mutant("fixture_score", "leak.errors")
def what_is_refused_is_not_recorded(monkey: MonkeyPatch) -> None:
    monkey.setattr(Seat, "_vain", lambda self, answers, why: None)


@mutant("fixture_score", "leak.errors")
def a_wrong_answer_is_taken(monkey: MonkeyPatch) -> None:
    wrapped(monkey, BlindScreen, "problems", lambda original, self, answers: {
        name: problem for name, problem in original(self, answers).items() if problem.code != "out_of_range"})  # fmt: skip


@mutant("fixture_kinds", "leak.errors")
def a_retry_consumes_a_draw(monkey: MonkeyPatch) -> None:
    def vain(original: Any, self: Any, answers: Any, why: str) -> None:
        original(self, answers, why)
        for seat in self.group.case._machine.seats:
            seat.draws = seat.draws.at("again")

    wrapped(monkey, Seat, "_vain", vain)


# --- arms ------------------------------------------------------------------------------------------------------------


@mutant("fixture_score", "leak.permutation")
def arms_are_dealt_at_an_address_with_an_arms_id(monkey: MonkeyPatch) -> None:
    def deal(original: Any, self: Any, block: int) -> Any:
        draws, self._draws = self._draws, self._draws.at(self._names[0])
        try:
            return original(self, block)
        finally:
            self._draws = draws

    wrapped(monkey, Design, "_deal", deal)


def _ordered(original: Any, self: Any, options: Any, order: Any, seat: Any, pins: bool = True) -> Any:
    if order is not True or seat is None:
        return original(self, options, order, seat, pins)
    return seat.draws.at("order", seat.scope["arm"]).shuffled(options)


@mutant("fixture_kinds", "leak.permutation")
def options_are_shuffled_at_an_address_with_an_arms_id(monkey: MonkeyPatch) -> None:
    wrapped(monkey, Telling, "ordered", _ordered)


@mutant("fixture_kinds", "leak.prefix")
def options_are_shuffled_by_arm(monkey: MonkeyPatch) -> None:
    wrapped(monkey, Telling, "ordered", _ordered)


@mutant("fixture_score", "leak.prefix")
def screens_are_numbered_by_arm(monkey: MonkeyPatch) -> None:
    def counted(original: Any, play: Any, seat: Any) -> int:
        seat.steps += seat.drawn.place and not seat.steps
        number: int = original(play, seat)
        return number

    wrapped(monkey, serve, "_counted", counted)


@mutant("fixture_kinds", "leak.differential")
def draws_hang_on_the_whole_document(monkey: MonkeyPatch) -> None:
    def build(original: Any, document: Any, setting: Any, arms: Any = None) -> Any:
        made = original(document, setting, arms)
        draws = made.script.draws.at(document.source.digest)
        return made._replace(script=made.script._replace(draws=draws))

    wrapped(monkey, program, "build", build)


@mutant("fixture_score", "leak.labels")
def participants_are_labelled_before_arms_are_shuffled(monkey: MonkeyPatch) -> None:
    monkey.setattr(design, "ORDERED", {"balanced"})


@mutant("fixture_kinds", "leak.labels")
def a_shuffle_leaves_the_first_option_where_it_is(monkey: MonkeyPatch) -> None:
    def ordered(original: Any, self: Any, options: Any, order: Any, seat: Any, pins: bool = True) -> Any:
        return options if order is True else original(self, options, order, seat, pins)

    wrapped(monkey, Telling, "ordered", ordered)


# --- others ----------------------------------------------------------------------------------------------------------


@mutant("fixture_public_goods", "leak.cross_session")
def a_wait_is_over_too_early(monkey: MonkeyPatch) -> None:
    monkey.setattr(Others, "met", lambda self, seat, needs: True)


@mutant("fixture_score", "leak.cross_session")
def another_sessions_answer_is_shown(monkey: MonkeyPatch) -> None:
    last: list[Any] = [None]

    def answer(original: Any, self: Any, answers: Any) -> Any:
        last[0] = answers
        return original(self, answers)

    def state(original: Any, self: Any, error: Any = None) -> Any:
        made = original(self, error)
        if last[0] is not None and made["screen"]["items"]:
            made["screen"]["items"][0]["text"] = f"Somebody said {last[0]}."
        return made

    wrapped(monkey, Seat, "_answer", answer)
    wrapped(monkey, Seat, "_state", state)


@mutant("fixture_kinds", "reach.dynamic", "stage:goodbye unreached")
def a_branch_is_never_taken(monkey: MonkeyPatch) -> None:
    monkey.setattr(nodes.Branch, "enter", lambda self, play, seat: nodes.OVER)


@mutant("fixture_kinds", "reach.options", "response:consent unexercised_no")
def the_last_option_is_never_taken(monkey: MonkeyPatch) -> None:
    def give(original: Any, self: Any, *answers: Any) -> Any:
        return {name: "yes" if value == "no" else value for name, value in original(self, *answers).items()}

    wrapped(monkey, BlindScreen, "values", give)


# --- the tests -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", MUTANTS)
def test_a_fault_of_the_engine_is_found_by_its_proof(name: str, monkeypatch: MonkeyPatch) -> None:
    fault = MUTANTS[name]
    document = study(fault.fixture)
    fault.patch(monkeypatch)
    monkeypatch.setattr(rounds, "PATIENCE", 5)
    sessions = 60 if fault.proof == "leak.labels" and fault.fixture == "fixture_kinds" else FEW
    details = found(document.name, sessions).get(fault.proof, [])
    assert any(detail.startswith(fault.where) for detail in details), details


def test_every_proof_that_plays_has_a_fault_that_it_finds() -> None:
    played = Field(study("fixture_score"), 1).play()
    assert {fault.proof for fault in MUTANTS.values()} == set(played.found)


def test_arms_that_are_not_balanced_are_found(monkeypatch: MonkeyPatch) -> None:
    subject = Subject(study("fixture_score"), ())
    assert dealt.check_balance(subject).status == "pass"
    wrapped(monkeypatch, Design, "_deal", lambda original, self, block: [(0, 0)] * len(self._block))
    assert dealt.check_balance(subject).status == "fail"


def test_draws_that_take_no_turns_are_found(monkeypatch: MonkeyPatch) -> None:
    subject = Subject(study("fixture_kinds"), ())
    assert dealt.check_draws(subject).status == "pass"
    monkeypatch.setattr(design, "_dealt", lambda draws, rank, count: draws.at(rank).below(count))
    assert dealt.check_draws(subject).status == "fail"


@pytest.mark.parametrize("name", sorted(path.name for path in STUDIES.iterdir() if path.is_dir()))
def test_the_engine_as_it_is_passes(name: str) -> None:
    assert found(name, FEW) == {}
