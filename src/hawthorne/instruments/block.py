"""Reading what every instrument's blocks share: which keys a block may have, its exit rules, repeats and order."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Protocol, TypeVar

from hawthorne.core.draws import Draws
from hawthorne.core.errors import did_you_mean
from hawthorne.instruments.parameters import MOST_TRIALS, Parameters, WrongValue, one_of, whole
from hawthorne.instruments.refusals import shown

T = TypeVar("T")

BLOCK_KEYS = ("Name", "Parameters", "Trials", "TrialOrder", "ExitRules", "MinAccuracyRequired", "MaxRepeats", "Adapt",
              "Description", "RulesName")  # fmt: skip
EXIT_KEYS = ("Trials", "Time", "Type", "Consecutive", "Action")
MAX_REPEATS = 2


class Dealt(NamedTuple):
    """A trial as its instrument deals it: what is shown, the options, the right one, its condition, its window (s).
    `load` is the N-back's."""

    stimulus: Mapping[str, Any] | str
    options: tuple[str, ...]
    right: str
    condition: str
    window: float
    load: int | None = None


class Dealer(Protocol):
    """A read block: deals the trials of one attempt."""

    def deal(self, draws: Draws) -> list[Dealt]: ...

    def conditions(self) -> frozenset[str]:
        """The conditions that its trials can have, in a perceiver's words."""
        ...


class ExitRule(NamedTuple):
    """`trials` outcomes of `type` (All, Successes, Failures), in a row when `consecutive`, end the block; `fail` says
    that it then counts as failed."""

    trials: int
    type: str
    consecutive: bool
    fail: bool


class Rules(NamedTuple):
    """How a block ends and whether it is played again."""

    exits: tuple[ExitRule, ...]
    min_accuracy: float | None
    max_repeats: int
    per_subject: bool

    @property
    def can_fail(self) -> bool:
        return self.min_accuracy is not None or any(rule.fail for rule in self.exits)


def read_rules(parameters: Parameters) -> Rules:
    """The block's rules; keys that cannot be played are refused."""
    block = parameters.entry.definition
    for key in block:
        if key not in BLOCK_KEYS:
            parameters.refuse((key,), "unknown-key", f'"{key}" cannot be played', did_you_mean(str(key), BLOCK_KEYS))
    if block.get("Adapt"):
        parameters.refuse(("Adapt",), "unplayable", "adaptive blocks cannot be played", "leave Adapt empty")
    least = _read(parameters, "MinAccuracyRequired", _share)
    repeats = _read(parameters, "MaxRepeats", whole(0, 1000))
    order = read_order(parameters)
    return Rules(read_exits(parameters), least, MAX_REPEATS if repeats is None else repeats, "Per" in order)


def read_order(parameters: Parameters) -> Mapping[str, Any]:
    """The block's `TrialOrder`, checked: ItemOccurrences, Replacement, Per."""
    order = parameters.entry.definition.get("TrialOrder")
    if order is None:
        return {}
    if not isinstance(order, Mapping):
        parameters.refuse(("TrialOrder",), "wrong-type", f"TrialOrder is {shown(order)}", "a mapping")
        return {}
    readers: dict[str, Callable[[Any], Any]] = {
        "ItemOccurrences": whole(1, MOST_TRIALS),
        "Replacement": one_of("WithoutInBlock"),
        "Per": one_of("Subject"),
    }
    found = {}
    for key, value in order.items():
        if key not in readers:
            parameters.refuse(("TrialOrder", key), "unknown-key", f'TrialOrder cannot have "{key}"',
                              did_you_mean(str(key), readers))  # fmt: skip
            continue
        turned = _turn(parameters, ("TrialOrder", key), value, readers[key])
        if turned is not None:
            found[key] = turned
    return found


def read_exits(parameters: Parameters) -> tuple[ExitRule, ...]:
    """The block's exit rules; one that knows only `Time` is ignored (there is no clock to leave by)."""
    rules = parameters.entry.definition.get("ExitRules")
    if rules is None:
        return ()
    if isinstance(rules, Mapping):
        rules = [rules]
    if not isinstance(rules, list | tuple):
        parameters.refuse(("ExitRules",), "wrong-type", f"ExitRules is {shown(rules)}", "a list of rules")
        return ()
    found = (_exit(parameters, i, rule) for i, rule in enumerate(rules))
    return tuple(rule for rule in found if rule is not None)


def refuse_cells(parameters: Parameters, why: str) -> None:
    """Refuse trial cells where an instrument takes its trials from a sequence."""
    if parameters.entry.definition.get("Trials"):
        parameters.refuse(("Trials",), "unplayable", "Trials cells cannot be played here", why)


def refuse_order(parameters: Parameters, what: str) -> None:
    """Refuse a drawing per subject where nothing is drawn."""
    order = parameters.entry.definition.get("TrialOrder")
    if isinstance(order, Mapping) and order.get("Per") == "Subject":
        parameters.refuse(("TrialOrder", "Per"), "nothing-drawn",
                          f"Per: Subject has nothing to draw: {what} is ordered", "leave it out")  # fmt: skip


def _exit(parameters: Parameters, i: int, rule: Any) -> ExitRule | None:
    at = ("ExitRules", i)
    if not isinstance(rule, Mapping):
        parameters.refuse(at, "wrong-type", f"an exit rule is {shown(rule)}", "a mapping such as {Trials: 10}")
        return None
    for key in rule:
        if key not in EXIT_KEYS:
            parameters.refuse((*at, key), "unknown-key", f'an exit rule cannot have "{key}"',
                              did_you_mean(str(key), EXIT_KEYS))  # fmt: skip
    if "Trials" not in rule:
        if "Time" not in rule:
            parameters.refuse((*at, "Trials"), "missing-key", "an exit rule needs Trials", "a number of trials")
        return None
    trials = _turn(parameters, (*at, "Trials"), rule["Trials"], whole(1))
    kind = _turn(parameters, (*at, "Type"), rule.get("Type", "All"), one_of("All", "Successes", "Failures"))
    action = _turn(parameters, (*at, "Action"), rule.get("Action", "EndBlock"), one_of("EndBlock", "FailBlock"))
    consecutive = rule.get("Consecutive", False)
    if not isinstance(consecutive, bool):
        parameters.refuse((*at, "Consecutive"), "wrong-value", f"Consecutive is {shown(consecutive)}", "true or false")
    if trials is None or kind is None or action is None:
        return None
    return ExitRule(trials, kind, consecutive is True, action == "FailBlock")


def _read(parameters: Parameters, key: str, read: Callable[[Any], T]) -> T | None:
    value = parameters.entry.definition.get(key)
    return None if value is None else _turn(parameters, (key,), value, read)


def _turn(parameters: Parameters, keys: tuple[str | int, ...], value: Any, read: Callable[[Any], T]) -> T | None:
    try:
        return read(value)
    except WrongValue as wrong:
        parameters.refuse(keys, "wrong-value", f"{keys[-1]} is {shown(value)}", str(wrong))
        return None


def _share(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise WrongValue("a share from 0 to 1")
    return float(value)
