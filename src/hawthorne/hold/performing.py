"""Performing: whether and how what a document calls is carried out. Nothing is, unless whoever runs it says so."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Protocol

from hawthorne.core.actor import Actor
from hawthorne.core.document import Document, Role
from hawthorne.core.errors import Finding, UsageError, did_you_mean
from hawthorne.core.performer import Material, Performer, Site
from hawthorne.core.place import Place
from hawthorne.core.registry import names, resolve


@dataclass(frozen=True, slots=True)
class Performing:
    """What whoever runs a document said of its calls: `allow_code`; the folders in which files are looked for; the most
    seconds that a call may take; the commands of external runners by name, the seconds they have to start, and which
    elements each claims."""

    allow_code: bool = False
    inputs: tuple[str, ...] = ()
    step_timeout: float | None = None
    runners: Mapping[str, str] = field(default_factory=dict)
    start_timeout: float = 600.0
    claims: Mapping[str, str] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """What the run's header says, without its empty parts."""
        pairs = {
            "allow_code": self.allow_code,
            "inputs": list(self.inputs),
            "step_timeout": self.step_timeout,
            "runners": dict(self.runners),
            "start_timeout": self.start_timeout if self.runners else None,
            "claims": dict(self.claims),
        }
        return {key: value for key, value in pairs.items() if value}

    @classmethod
    def of(cls, said: Mapping[str, Any]) -> Performing:
        """What a run's header says."""
        return cls(**{**said, "inputs": tuple(said.get("inputs", ()))})

    @property
    def folders(self) -> tuple[Path, ...]:
        return tuple(map(Path, self.inputs))

    def site(self, document: Document, out: Path | None, several: bool) -> Site:
        """Where the calls of a document are performed."""
        return Site(document.source.folder, self.folders, out, several, self.step_timeout)

    def runner(self, name: str, brief: Mapping[str, Any], site: Site) -> Runner:
        """The runner of this name, not yet started."""
        found: Runner = resolve("actors", "runner")(name, self.runners[name], brief, site, self.start_timeout)
        return found

    def performer(self, role: Role, site: Site, runners: Callable[[str], Runner]) -> Actor | None:
        """The actor that performs a role's calls; None where nobody said that code may run."""
        claimant = role.performs if role.performs in self.runners else self.claims.get(role.name)
        if claimant is not None:
            return runners(claimant)
        if not self.allow_code or role.performs is None or role.performs not in names("performers"):
            return None
        return _performer(role.performs).at(site)

    def companions(self, roles: Sequence[Role], document: Document) -> list[Material]:
        """The files beside a document that its calls run."""
        home, found = document.source.folder, {}
        for role in roles:
            if home is not None and role.performs in names("performers"):
                for call in role.calls:
                    for name in _performer(role.performs or "").companions(call, home):
                        found[name] = Material(name, call.step, place=call.place)
        return list(found.values())

    def problems(self, role: Role, site: Site) -> list[Finding]:
        """What cannot be called of a role's calls."""
        found = []
        performer = _performer(role.performs or "")
        for call in role.calls:
            if "://" not in call.reference or "{" in call.reference:
                continue
            problem = performer.problem(call.reference, site)
            if problem is not None:
                text = f'"{call.step}" calls {call.reference}, which cannot be called: {problem}'
                found.append(Finding("error", "not-callable", text, "", call.place))
        return found


class Runner(Actor, Protocol):
    """An external runner, as an actor."""

    def claims(self) -> Sequence[str]:
        """The elements that it claims."""
        ...


def claimed(how: Performing, brief: Mapping[str, Any], site: Site) -> dict[str, str]:
    """Which runner claims which element. Raises UsageError where two claim one."""
    claims: dict[str, str] = {}
    for name in how.runners:
        for id in how.runner(name, brief, site).claims():
            if claims.setdefault(id, name) != name:
                raise UsageError(f'"{id}" is claimed by both "{claims[id]}" and "{name}": leave one runner out')
    return claims


def told(said: Mapping[str, Any]) -> Performing:
    """What a caller says. Raises UsageError.

    >>> told({"inputs": ".", "step_timeout": 5}).inputs
    ('.',)
    >>> told({"allow_cod": True})
    Traceback (most recent call last):
    ...
    hawthorne.core.errors.UsageError: a plan has no option "allow_cod": did you mean "allow_code"?
    """
    known = [each.name for each in fields(Performing) if each.name != "claims"]
    for name in said:
        if name not in known:
            raise UsageError(f'a plan has no option "{name}": {did_you_mean(name, known)}')
    inputs = said.get("inputs", ())
    folders = (inputs,) if isinstance(inputs, str | Path) else tuple(inputs)
    missing = [str(folder) for folder in folders if not Path(folder).is_dir()]
    if missing and "inputs" in said:
        raise UsageError(f'--inputs {missing[0]}: there is no folder "{missing[0]}"')
    for name in said.get("runners", ()):
        if name in names("performers"):
            raise UsageError(f"--runner {name}=…: {name}:// is built in: give the runner another name")
    for name in ("step_timeout", "start_timeout"):
        seconds = said.get(name)
        if seconds is not None and not seconds > 0:
            raise UsageError(f"{name} is a number of seconds above 0, not {seconds!r}")
    return Performing(**{**said, "inputs": tuple(map(str, folders))})


def _performer(scheme: str) -> Performer:
    found: Performer = resolve("performers", scheme)
    return found


def code_not_allowed(role: Role, file: str) -> Sequence[Finding]:
    """The findings that a role's calls would run code, one for each."""
    return [
        Finding(
            "error",
            "code-not-allowed",
            f'"{call.step}" runs {call.reference}, and a study runs no code unless it is allowed to',
            "look at what it runs, then say --allow-code (in Python: allow_code=True)",
            call.place if call.place.file else Place(file),
        )
        for call in role.calls
    ]
