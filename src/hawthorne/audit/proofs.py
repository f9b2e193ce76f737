"""The proofs that play sessions: each tells what the shared sessions came to, once they are played."""

from __future__ import annotations

from hawthorne.audit.report import Outcome, judged, skipped
from hawthorne.audit.subject import Subject
from hawthorne.core.errors import HawthorneError


def _outcome(subject: Subject, id: str) -> Outcome:
    try:
        rounds = subject.rounds
    except HawthorneError as error:
        return skipped("unsupported", str(error).splitlines()[0])
    found = rounds.of(id)
    return judged(found, found.count or rounds.sessions, seed=0)


def _of_arms(subject: Subject, id: str) -> Outcome:
    if len(subject.protocol.arms) < 2:
        return skipped("not_declared", "there is one arm")
    return _outcome(subject, id)


def canary(subject: Subject) -> Outcome:
    """`leak.canary`"""
    return _outcome(subject, "leak.canary")


def differential(subject: Subject) -> Outcome:
    """`leak.differential`"""
    return _outcome(subject, "leak.differential")


def prefix(subject: Subject) -> Outcome:
    """`leak.prefix`"""
    return _of_arms(subject, "leak.prefix")


def permutation(subject: Subject) -> Outcome:
    """`leak.permutation`"""
    return _outcome(subject, "leak.permutation")


def labels(subject: Subject) -> Outcome:
    """`leak.labels`"""
    return _outcome(subject, "leak.labels")


def structure(subject: Subject) -> Outcome:
    """`leak.structure`"""
    return _outcome(subject, "leak.structure")


def errors(subject: Subject) -> Outcome:
    """`leak.errors`"""
    return _outcome(subject, "leak.errors")


def cross_session(subject: Subject) -> Outcome:
    """`leak.cross_session`"""
    return _outcome(subject, "leak.cross_session")


def dynamic(subject: Subject) -> Outcome:
    """`reach.dynamic`"""
    return _outcome(subject, "reach.dynamic")


def options(subject: Subject) -> Outcome:
    """`reach.options`"""
    outcome = _outcome(subject, "reach.options")
    if outcome.status == "pass" and not subject.rounds.read:
        return skipped("not_declared", "no condition reads an answer or a factor")
    return outcome
