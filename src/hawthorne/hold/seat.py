"""A seat: one participant's States over a case. What is on the screen, and what one could remember, and nothing else.

A State is a dict of JSON with these keys in this order: `participant`, `done`, `step`, `page`, `screen` (`items`,
`responses`), `seen`, `answered`, `events`, `timing`, `navigation`, and `error` after a step that was refused. It is new
each time and changing it changes nothing; the entries of `seen` and `answered` are read-only, since States share them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import orjson

from hawthorne.core.ask import Answer, Ask
from hawthorne.core.errors import UsageError
from hawthorne.core.values import JSON
from hawthorne.hold.blind import Blind, Screen, is_screen
from hawthorne.hold.frozen import LEAVES, FrozenDict, fresh, frozen
from hawthorne.hold.group import Group
from hawthorne.hold.refusals import not_an_object, readable, recordable, refusal, refused
from hawthorne.hold.trial import ANSWER, as_screen
from hawthorne.spaces.lenient import lenient
from hawthorne.spaces.words import in_words

MOST_BYTES = 256 * 1024
"""How large a step's answers may be, as JSON."""
SMALL = 200
"""So few answers, each so short, need not be measured."""


class State(dict[str, Any]):
    """What a participant sees: an ordinary dict, which also knows the page's own rules (`rules`: what each says), which
    are told by no key of it."""

    __slots__ = ("rules",)

    rules: tuple[str, ...]

    def __reduce__(self) -> tuple[Any, ...]:
        return dict, (dict(self),)


class Seat:
    """A participant's place in a group.

    `participant` is its label. `began` is True after `reset`; `invalid` counts steps that were refused, `in_a_row`
    those since the last that was not; `readings` are answers that were read leniently: what was sent, what was taken;
    `unenforced` are the steps whose screens declare a time that the group's clock does not keep.
    """

    def __init__(self, group: Group, role: str, participant: str) -> None:
        self.group, self.role, self.participant = group, role, participant
        self.history, self.coerce = "full", "strict"
        self.taken = self.began = False
        self.steps = self.invalid = self.in_a_row = 0
        self.readings: list[dict[str, JSON]] = []
        self.unenforced: list[int] = []
        self.blind = Blind()
        self._last: int | None = None
        self._lenient = False
        self._screen: Screen | None = None
        self._events: list[JSON] = []
        self._told = False
        self._trials = 0
        self._put = self._seen_at = 0.0
        self._seen: list[FrozenDict] = []
        self._answered: list[FrozenDict] = []
        self._returned = False
        group.seats[role] = self

    def take(self, history: str = "full", coerce: str = "strict") -> Seat:
        """Take the seat: with how much of its history in a State ("full", "last:K" screens and answers, "none"), and
        answers read as they are ("strict") or as they were plainly meant ("lenient"). Raises UsageError."""
        self._last, self._lenient = _kept(history), _lenient(coerce)
        self.history, self.coerce, self.taken = history, coerce, True
        return self

    # --- what a participant can do -------------------------------------------------------------------------------

    def reset(self) -> State:
        """Begin, and see the first screen. A second call changes nothing: nobody begins twice."""
        with self.group.lock:
            if not self.began:
                self.began = True
                self.group.begin()
            self.group.tick()
            return self._state()

    def step(self, answers: Any) -> State:
        """Answer the screen (an object from response ids to answers; `{}` where there are none) and see the next one.

        What is refused gives the same State with `error`, and nothing of it counts. A seat that waits sees what it
        waits with until that is over; raises Deadlock where it never will be.
        """
        with self.group.lock:
            self.group.tick()
            error = self._refused(answers)
            if error is None and self._told:  # a screen that nobody has seen yet is shown before it is answered
                if self.waiting:
                    self.group.poll()
                else:
                    error = self._answer(answers)
            return self._state(error)

    @property
    def state(self) -> State:
        """The State as it is now."""
        with self.group.lock:
            self.group.tick()
            return self._state(None if self.began else refusal("not_started"))

    def back(self) -> State:
        """Go back to the screen before, where the document allows it."""
        with self.group.lock:
            self.group.tick()
            error = None
            if self.done or not self.began:
                error = refusal("session_done" if self.began else "not_started")
            elif self.view["navigation"]["back"] != "allowed":
                error = refusal("back_not_allowed")
            else:
                error = self._go_back()
            return self._state(error)

    def refuse(self, reason: str = "") -> State:
        """The participant would not answer: its part ends with the status `refused`."""
        return self._end("refuse", reason)

    def leave(self, reason: str = "") -> State:
        """The participant goes away: its part ends with the status `left`, or as the reason says (`dropped`)."""
        return self._end("leave", reason)

    @property
    def done(self) -> bool:
        """Whether its part is over."""
        return self.began and self.group.left(self.role) is not None

    @property
    def status(self) -> str:
        """`new`, `open`, or how it ended: `done`, `refused`, `left`, `timeout`, `dropped` ..."""
        if not self.began:
            return "new"
        left = self.group.left(self.role)
        return "open" if left is None else str(left["status"])

    @property
    def waiting(self) -> bool:
        """Whether it is shown that it waits."""
        return self._screen is not None and self._screen.sheet is None

    @property
    def view(self) -> Mapping[str, Any]:
        """The screen as it is served, under this participant's names."""
        return _NOWHERE if self._screen is None else self._screen.view

    # --- what happens to it --------------------------------------------------------------------------------------

    def show(self, ask: Ask) -> None:
        """Put a screen before the participant (called by the group)."""
        if self._screen is not None:
            self._remember(self._screen)
        if not is_screen(ask):
            ask = as_screen(ask, self.view["step"] + 1)
            self._trials += 1
        elif self._trials:  # a machine numbers its pages alone
            ask = ask._replace(view={**ask.view, "step": ask.view["step"] + self._trials})
        screen = self.blind.screen(ask)
        missed = [] if self._told else [event for event in self._events if event["type"] != "waiting"]
        self._screen, self._events, self._told = screen, missed + screen.view["events"], False
        self._put = self.group.case.now

    def _remember(self, screen: Screen) -> None:
        view = screen.view
        if screen.sheet is None and not view["items"]:
            return  # a screen that said no more than to wait
        if self._returned and any(entry["step"] == view["step"] for entry in self._seen):
            return
        self._seen.append(FrozenDict(step=view["step"], page=view["page"], items=view["items"]))

    # --- answering -----------------------------------------------------------------------------------------------

    def _refused(self, answers: Any) -> dict[str, JSON] | None:
        """Why a step is refused whatever it answers, or None."""
        error = None
        if not self.began:
            return refusal("not_started")
        if self.done:
            return refusal("session_done")
        form = _form(answers)
        if form == "":
            error = not_an_object(answers)
        elif form == "large" and _too_large(answers):
            error = refusal("not_an_object", f"the answers are larger than {MOST_BYTES // 1024} kB")
        elif answers and not self._told:
            error = refusal("timed_out" if self.group.timed else "waiting")
        elif answers and self.waiting:
            error = refusal("waiting")
        elif self.group.timed and not self.waiting:
            error = self._early()
        if error is not None:
            self._vain(answers, str(error["message"]))
        return error

    def _early(self) -> dict[str, JSON] | None:
        timing = self.view["timing"]
        least = timing.get("min_seconds", 0)
        if timing["advance"] == "timed" and not timing.get("early"):
            least = timing["seconds"]
        rest = round(self._put + least - self.group.now, 3)
        return refusal("too_early", f"this screen stays for {rest:g} more seconds") if rest > 0 else None

    def _answer(self, answers: dict[str, JSON]) -> dict[str, JSON] | None:
        screen = self._screen
        assert screen is not None
        sent = answers
        if self._lenient and answers:
            answers = self._read(answers)
        problems = screen.problems(answers)
        if problems:
            error = refused(problems)
            self._vain(sent, "; ".join(f"{readable(name)}: {problem}" for name, problem in problems.items()))
            return error
        took = round(self.group.now - self._seen_at, 6) if self.group.timed else None
        entries = self._entries(screen, answers) if answers else ()
        readings = self._readings(screen, sent, answers) if sent is not answers else ()
        values: JSON = screen.values()
        if screen.keys.get(f"r{screen.first}") == ANSWER and not is_screen(self.group.case.open[screen.ask.id]):
            values = values[ANSWER]
        problem = self.group.give(screen.ask, Answer(values, took))
        if problem is not None:  # the page and its blinded twin disagree: a fault of ours, never the participant's
            raise UsageError(f'the answer to "{screen.ask.id}" is refused behind the blind only: {problem}')
        if len(screen.view["timing"]) > 1 and not self.group.timed:
            self.unenforced.append(screen.view["step"])
        self.steps += 1
        self.in_a_row = 0
        self._answered.extend(entries)
        self.readings.extend(readings)
        return None

    def _vain(self, answers: Any, why: str) -> None:
        """Record what was sent in vain."""
        self.invalid += 1
        self.in_a_row += 1
        if self._screen is not None:
            self.group.give(self._screen.ask, Answer(recordable(answers), refused=why))

    def _entries(self, screen: Screen, answers: Mapping[str, JSON]) -> list[FrozenDict]:
        """What `answered` will say of these answers."""
        step, entries = screen.view["step"], []
        for shown in screen.view["responses"]:
            value = answers.get(shown["id"])
            if value is not None:
                entries.append(FrozenDict(
                    step=step, id=shown["id"], kind=shown["kind"], prompt=shown.get("prompt"),
                    value=frozen(value), text=in_words(shown, value),
                ))  # fmt: skip
        return entries

    def _read(self, answers: Mapping[str, JSON]) -> dict[str, JSON]:
        shown = {each["id"]: each for each in self.view["responses"]}
        return {name: lenient(shown[name], value) if name in shown else value for name, value in answers.items()}

    def _readings(self, screen: Screen, sent: Mapping[str, JSON], taken: Mapping[str, JSON]) -> list[dict[str, JSON]]:
        step = screen.view["step"]
        return [
            {"step": step, "id": name, "sent": value, "taken": taken[name]}
            for name, value in sent.items() if taken[name] is not value and taken[name] != value
        ]  # fmt: skip

    def _go_back(self) -> dict[str, JSON] | None:
        receipt = self.group.tell("back", None, self.role)
        if not receipt["ok"]:
            return refusal("back_not_allowed")
        self._returned = True
        step = self.view["step"]
        self._answered = [entry for entry in self._answered if entry["step"] < step]  # these were taken back
        return None

    def _end(self, command: str, reason: str) -> State:
        with self.group.lock:
            self.group.tick()
            if not self.began or self.done:
                return self._state(refusal("session_done" if self.began else "not_started"))
            self.group.tell(command, {"reason": reason} if reason else {}, self.role)
            return self._state()

    # --- States --------------------------------------------------------------------------------------------------

    def _state(self, error: dict[str, JSON] | None = None) -> State:
        view, done = self.view, self.done
        if not self._told:
            self._told, self._seen_at = True, self.group.now
        seen, answered = self._seen, self._answered
        if done:
            screen: dict[str, Any] = {"items": [], "responses": []}
            if self._screen is not None and (not seen or seen[-1]["step"] < view["step"]):
                self._remember(self._screen)
        else:
            screen = {"items": fresh(view["items"]), "responses": fresh(view["responses"])}
            if self._returned:
                seen = [entry for entry in seen if entry["step"] != view["step"]]
        if self._last is not None:
            seen, answered = _tail(seen, self._last), _tail(answered, self._last)
        state = State(
            participant=self.participant, done=done, step=view["step"], page=view["page"], screen=screen,
            seen=list(seen), answered=list(answered), events=fresh(self._events),
            timing=_OWN_PACE.copy() if done else self._timing(view["timing"]),
            navigation={"back": "not_allowed"} if done else dict(view["navigation"]),
        )  # fmt: skip
        if error is not None:
            state["error"] = error
        sheet = None if self._screen is None or done else self._screen.sheet
        state.rules = () if sheet is None else tuple(rule.message for rule in sheet.form.constraints)
        return state

    def _timing(self, timing: Mapping[str, JSON]) -> dict[str, JSON]:
        shown = dict(timing)
        if self.group.timed:
            limit = timing.get("seconds", timing.get("max_seconds"))
            if limit is not None:
                shown["remaining"] = max(0, round(self._put + limit - self.group.now, 3))
        return shown


_OWN_PACE: dict[str, JSON] = {"advance": "self"}
_NOWHERE: Mapping[str, Any] = {
    "step": 0, "page": 0, "items": [], "responses": [], "events": [], "timing": _OWN_PACE,
    "navigation": {"back": "not_allowed"},
}  # fmt: skip
"""Where a participant is who has not begun."""


def _tail(entries: list[FrozenDict], last: int) -> list[FrozenDict]:
    return entries[-last:] if last else []


def _kept(history: str) -> int | None:
    """How much of the history a State has: None for all of it. Raises UsageError."""
    if history == "full":
        return None
    if history == "none":
        return 0
    word, _, number = history.partition(":")
    if word != "last" or not number.isdigit() or int(number) < 1:
        raise UsageError(f'history is "full", "last:K" (K screens and answers) or "none", not "{history}"')
    return int(number)


def _lenient(coerce: str) -> bool:
    if coerce not in ("strict", "lenient"):
        raise UsageError(f'coerce is "strict" or "lenient", not "{coerce}"')
    return coerce == "lenient"


def _form(answers: Any) -> str:
    """What was sent at first sight: `small` or `large` for an object of answers by name, else nothing."""
    if not isinstance(answers, dict):
        return ""
    size = "small"
    for name, value in answers.items():
        if not isinstance(name, str):
            return ""
        if len(name) > SMALL or (value.__class__ not in LEAVES) or (value.__class__ is str and len(value) > SMALL):
            size = "large"
    return size if len(answers) <= SMALL else "large"


def _too_large(answers: dict[str, Any]) -> bool:
    try:
        return len(orjson.dumps(answers)) > MOST_BYTES
    except (TypeError, ValueError, RecursionError):
        return len(repr(answers)) > MOST_BYTES
