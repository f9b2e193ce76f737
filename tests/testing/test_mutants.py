"""Each conformance check finds a break of each law it names: a check that cannot fail is none."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import pytest
from small_tasks import ARROWS, cells, task
from toy_machine import ENDED, Toy, question

from hawthorne.core.actor import Description
from hawthorne.core.ask import Answer, Ask, Silence
from hawthorne.core.case import Case
from hawthorne.core.document import Document, Setting, Size, Source
from hawthorne.core.draws import Draws
from hawthorne.core.errors import Finding, InvalidDocument
from hawthorne.core.instrument import Outcome, Trial
from hawthorne.core.machine import Begin, Done, Effect, Event, Given, Put, Told, Wait
from hawthorne.core.result import Result
from hawthorne.instruments.flanker import Flanker
from hawthorne.testing import check_actor, check_instrument, check_kind, check_machine, check_program, check_space
from hawthorne.testing.machine import play, sampled

# --- spaces ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Digit:
    """A sound space: whole numbers from 0 to 9."""

    kind: ClassVar[str] = "digit"
    version: ClassVar[int] = 1
    open: ClassVar[bool] = False

    def check(self, value: Any) -> str | None:
        whole = isinstance(value, (int, float)) and not isinstance(value, bool) and float(value).is_integer()
        return None if whole and 0 <= value <= 9 else "must be a digit"

    def sample(self, draws: Draws) -> Any:
        return draws.below(10)

    def schema(self) -> dict[str, Any]:
        return {"type": "integer", "minimum": 0, "maximum": 9}

    def examples(self) -> tuple[list[Any], list[Any]]:
        return [0, 9], [10, "1"]


class Invalid(Digit):
    def sample(self, draws: Draws) -> Any:
        return draws.below(11)


class Restless(Digit):
    calls: ClassVar[list[int]] = []

    def sample(self, draws: Draws) -> Any:
        self.calls.append(1)
        return len(self.calls) % 7


class Narrower(Digit):
    def schema(self) -> dict[str, Any]:
        return super().schema() | {"maximum": 8}


class Wider(Digit):
    def schema(self) -> dict[str, Any]:
        return super().schema() | {"minimum": -5}


class Strict(Digit):
    def check(self, value: Any) -> str | None:
        return "must be a digit" if isinstance(value, float) else super().check(value)


class Raising(Digit):
    def check(self, value: Any) -> str | None:
        return None if value is not True and value is not False and value in set(range(10)) else "must be a digit"


class Speechless(Digit):
    def check(self, value: Any) -> str | None:
        return "" if super().check(value) else None


class NoSchema(Digit):
    def schema(self) -> dict[str, Any]:
        return super().schema() | {"type": "digit"}


def test_a_sound_space_passes() -> None:
    check_space(Digit())


@pytest.mark.parametrize(
    ("space", "said"),
    [
        (Invalid(), "is refused"), (Restless(), "one address"), (Narrower(), "its schema does not"),
        (Wider(), "the schema accepts"), (Strict(), "the schema accepts"), (Raising(), "check\\(\\) raises"),
        (Speechless(), "no sentence"), (NoSchema(), "no JSON Schema"),
    ],
)  # fmt: skip
def test_a_broken_space_is_found(space: Any, said: str) -> None:
    pytest.importorskip("jsonschema", reason="the reference validator is an extra of developers")
    with pytest.raises(AssertionError, match=said):
        check_space(space, samples=100)


def test_a_space_that_can_be_changed_is_found() -> None:
    class Changing:
        kind, version, open = "digit", 1, False
        check, sample, schema, examples = Digit.check, Digit.sample, Digit.schema, Digit.examples

    with pytest.raises(AssertionError, match="frozen"):
        check_space(Changing())


# --- actors ------------------------------------------------------------------------------------------------------


class Pupil:
    """A sound actor: it counts what it was asked in its case."""

    kind: ClassVar[str] = "pupil"
    version: ClassVar[int] = 1

    def open(self, case: int, draws: Draws) -> Any:
        return PupilMind()

    def describe(self) -> Description:
        return Description(self.kind, {}, True, "view")


class PupilMind:
    def __init__(self) -> None:
        self.count = 0

    def answer(self, ask: Ask) -> Any:
        self.count += 1
        return Answer(self.count)

    def recall(self, ask: Ask, answer: Any) -> None:
        self.count += 1


class Gossip(Pupil):
    """One memory for all cases."""

    def __init__(self) -> None:
        self.mind = PupilMind()

    def open(self, case: int, draws: Draws) -> Any:
        return self.mind


class Forgetful(Pupil):
    def open(self, case: int, draws: Draws) -> Any:
        mind = PupilMind()
        mind.recall = lambda ask, answer: None  # type: ignore[method-assign]
        return mind


def saying(value: Any) -> Any:
    class Says(Pupil):
        def open(self, case: int, draws: Draws) -> Any:
            mind = PupilMind()
            mind.answer = lambda ask: value  # type: ignore[method-assign]
            return mind

    return Says()


class Nameless(Pupil):
    def describe(self) -> Description:
        return Description("another", {}, True, "view")


def test_a_sound_actor_passes_and_so_does_one_that_answers_later() -> None:
    check_actor(Pupil())

    async def later() -> Any:
        return Answer(1)

    class Async(Pupil):
        def open(self, case: int, draws: Draws) -> Any:
            mind = PupilMind()
            mind.answer = lambda ask: later()  # type: ignore[method-assign]
            return mind

    check_actor(Async())


@pytest.mark.parametrize(
    ("actor", "said"),
    [
        (Gossip(), "neighbouring case"), (Forgetful(), "answers the rest otherwise"), (Nameless(), "describe"),
        (saying("yes"), "no answer"), (saying(Answer({1, 2})), "no JSON value"), (saying(Answer(1, -1.0)), "seconds"),
        (saying(Silence("")), "reason"),
    ],
)  # fmt: skip
def test_a_broken_actor_is_found(actor: Any, said: str) -> None:
    with pytest.raises(AssertionError, match=said):
        check_actor(actor)


# --- machines and programs ---------------------------------------------------------------------------------------


def two_asks(event: Event, now: float) -> list[Effect]:
    """A sound course: one ask, a wait, another ask, the end."""
    if isinstance(event, Begin):
        return [Put(question("1/a"))]
    if isinstance(event, Given):
        return [Wait("w", 5.0)] if event.ask.id == "1/a" else [ENDED]
    return [Put(question("1/b", 2.0))] if now == 5.0 else [ENDED]


def deaf(event: Event, now: float) -> list[Effect]:
    return []


def silent_stuck(event: Event, now: float) -> list[Effect]:
    return [Done(Result("stuck"))] if isinstance(event, Told) else []


def repeating(event: Event, now: float) -> list[Effect]:
    return [Put(question("1/a"))] if isinstance(event, Begin) or now < 3 else [ENDED]


def endless(event: Event, now: float) -> list[Effect]:
    return [Wait(f"w{now}", 1.0)]


def test_a_sound_machine_passes() -> None:
    check_machine(lambda: Toy(two_asks))


@pytest.mark.parametrize(
    ("rule", "said"),
    [(deaf, "law of progress"), (silent_stuck, "says what it waits for"), (repeating, "repeats|not done")],
)
def test_a_broken_machine_is_found(rule: Any, said: str) -> None:
    with pytest.raises(AssertionError, match=said):
        check_machine(lambda: Toy(rule))


def test_a_machine_that_is_not_a_function_of_its_events_is_found() -> None:
    made: list[int] = []

    def make() -> Toy:
        made.append(1)
        id = f"1/a{len(made)}"
        return Toy(lambda event, now: [Put(question(id, 1.0))] if isinstance(event, Begin) else [ENDED])

    with pytest.raises(Exception, match="never put|law of replay"):
        check_machine(make)


def test_a_machine_that_never_ends_is_found() -> None:
    with pytest.raises(AssertionError, match="not done after 50"):
        play(Case(1, Toy(endless)), sampled(), most=50)


@dataclass
class Program:
    n: int
    leak: bool = False
    roles: tuple[Any, ...] = ()
    shared: tuple[str, ...] = ()

    def size(self, n: Any) -> Size:
        return Size(n, n)

    def machine(self, case: int) -> Toy:
        last = case == self.n and self.leak
        return Toy(lambda event, now: [Wait("last" if last else "w", 1.0)] if isinstance(event, Begin) else [ENDED])


def test_the_first_cases_of_a_larger_run_must_be_those_of_a_smaller() -> None:
    check_program(lambda n: Program(n))
    with pytest.raises(AssertionError, match="first 3 cases of 5 are not those of 3"):
        check_program(lambda n: Program(n, leak=True))


# --- instruments -------------------------------------------------------------------------------------------------

FLANKER = task({"Test": {"Trials": cells("Congruent", "Incongruent"), "Parameters": ARROWS}})


class Bent:
    """A flanker of which one part is bent."""

    kind: ClassVar[str] = "FL"
    version: ClassVar[int] = 1

    def __init__(self, bend: Callable[[Any, str], Any]) -> None:
        self.bend = bend

    def prepare(self, parameters: Mapping[str, Any], timeline: str, draws: Draws, seed: Any = 0) -> Any:
        try:
            return self.bend(Flanker().prepare(parameters, timeline, draws, seed), "prepared")
        except InvalidDocument:
            if self.bend(None, "refusal") == "accept":
                return None
            raise


class Wrapped:
    """Everything of another object but what is given."""

    def __init__(self, inner: Any, **parts: Any) -> None:
        self.inner, self.parts = inner, parts

    def __getattr__(self, name: str) -> Any:
        return self.parts[name] if name in self.parts else getattr(self.inner, name)


def bending(change: Callable[[Any], Any]) -> Bent:
    """A flanker whose plays are changed."""

    def bend(part: Any, what: str) -> Any:
        if what == "refusal":
            return None
        return Wrapped(part, play=lambda subject: change(part.play(subject)))

    return Bent(bend)


def trials(change: Callable[[Trial], Trial]) -> Bent:
    def bend(play: Any) -> Any:
        def follow() -> Any:
            step = play.next()
            return change(step) if isinstance(step, Trial) else step

        return Wrapped(play, next=follow)

    return bending(bend)


def rows(change: Callable[[Any], None]) -> Bent:
    def bend(play: Any) -> Any:
        def take(outcome: Outcome) -> Any:
            row = play.take(outcome)
            change(row)
            return row

        return Wrapped(play, take=take)

    return bending(bend)


def counting() -> Bent:
    """An instrument that remembers who played before."""
    played: list[int] = []

    def bend(play: Any) -> Any:
        played.append(1)
        number = len(played)
        return Wrapped(play, result=lambda: play.result() | {"before": number})

    return bending(bend)


def test_the_sound_flanker_passes_in_its_wrapping() -> None:
    check_instrument(Bent(lambda part, what: part), FLANKER, "T")


@pytest.mark.parametrize(
    ("instrument", "said"),
    [
        (trials(lambda t: t._replace(view={**t.view, "Condition": "Congruent"})), "view holds"),
        (trials(lambda t: t._replace(address="1.0")), "repeats"),
        (trials(lambda t: t._replace(limit=0.0)), "above 0"),
        (trials(lambda t: t._replace(limit=99.0)), "exceed"),
        (trials(lambda t: t._replace(options=("Left",))), "other options"),
        (rows(lambda row: row["trialContext"].update(condition="Odd")), "condition"),
        (rows(lambda row: row["trialContext"].update(block={"name": "Odd"})), "block"),
        (rows(lambda row: row["result"].update(outcome="answered")), "outcome"),
        (counting(), "who played before"),
        (bending(lambda play: Wrapped(play, result=lambda: play.result() | {"blocks": [
            {"trials": 3, "answered": 1, "unanswered": 1, "correct": 0}]})), "do not add up"),
        (Bent(lambda part, what: "accept" if what == "refusal" else part), "is accepted"),
    ],
)  # fmt: skip
def test_a_broken_instrument_is_found(instrument: Any, said: str) -> None:
    with pytest.raises(AssertionError, match=said):
        check_instrument(instrument, FLANKER, "T")


# --- kinds -------------------------------------------------------------------------------------------------------


class Words:
    """A sound kind: a document is a line of words, and the word `bad` is an error."""

    kind: ClassVar[str] = "words"
    version: ClassVar[int] = 1
    suffixes: ClassVar[tuple[str, ...]] = (".words",)

    def read(self, source: Source) -> Document:
        text = source.data.decode("utf-8", "replace")
        faults = "bad" in text or "\ufffd" in text or not text.strip()
        findings = (Finding("error", "bad-word", "bad"),) if faults else ()
        return Document(self.kind, source.name, text, source, findings)

    def check(self, document: Document) -> Any:
        return document.findings

    def digests(self, document: Document) -> Any:
        return {"protocol": document.source.digest, "any-actor": document.source.digest}

    def info(self, document: Document) -> Any:
        return {"words": len(document.model.split())}

    def operator_fields(self) -> frozenset[str]:
        return frozenset({"key"})

    def participant_fields(self) -> frozenset[str]:
        return frozenset({"text"})

    def compile(self, document: Document, setting: Setting) -> Any:
        if document.broken:
            raise InvalidDocument(document.findings)
        return Program(1)


class Fragile(Words):
    def read(self, source: Source) -> Document:
        source.data.decode("utf-8")
        return super().read(source)


class Careless(Words):
    def compile(self, document: Document, setting: Setting) -> Any:
        return Program(1)


class Leaking(Words):
    def participant_fields(self) -> frozenset[str]:
        return frozenset({"key"})


class Digestless(Words):
    def digests(self, document: Document) -> Any:
        return {"protocol": "x"}


class Wavering(Words):
    seen: ClassVar[list[int]] = []

    def check(self, document: Document) -> Any:
        self.seen.append(1)
        return (*document.findings, replace(Finding("note", "n", "m"), message=str(len(self.seen))))


SOUND = {"a.words": b"one two\nthree\n"}


def test_a_sound_kind_passes() -> None:
    check_kind(Words(), SOUND)


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        (Fragile(), "must give findings"), (Careless(), "errors compiles"), (Leaking(), "key"),
        (Digestless(), "digests"), (Wavering(), "findings differ"),
    ],
)  # fmt: skip
def test_a_broken_kind_is_found(kind: Any, said: str) -> None:
    with pytest.raises(AssertionError, match=said):
        check_kind(kind, SOUND)


def test_a_document_with_errors_is_no_sound_document() -> None:
    with pytest.raises(AssertionError, match="has errors"):
        check_kind(Words(), {"a.words": b"bad"})
