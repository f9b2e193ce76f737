"""`leak.words`: words in participants' texts that may give the study away. They are warnings: a reader decides."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hawthorne.audit.paper.facts import concluded
from hawthorne.audit.report import Detail, Outcome
from hawthorne.audit.subject import Subject
from hawthorne.protocols.model.walk import parts

TELLING = re.compile(r"\b(condition|control group|treatment group|experimental group|manipulation check|placebo|"
                     r"debriefing|hypothes[ie]s|between[- ]subjects?|randomi[sz]ed)\b", re.IGNORECASE)  # fmt: skip
"""Words of those who run studies."""
SHORTEST = 4
"""Shorter ids are words too often."""
RUN = 6
"""So many words in a row of a hypothesis or a title are no chance."""
WORD = re.compile(r"\w+")


def check_words(subject: Subject) -> Outcome:
    """Levels, arms and variables by name, the title, a source's authors, words of a hypothesis, and terms of the trade.

    A level's word in a text that is for that level alone is what the study is about, and no finding.
    """
    protocol = subject.protocol
    levels = {level for factor in protocol.factors for level in factor.levels}
    ids = {arm.id for arm in protocol.arms} | {factor.id for factor in protocol.factors} | levels
    names = {id for id in ids if len(id) >= SHORTEST and not id.isdigit()}
    names |= {part.id for part in protocol.variables if "_" in part.id}
    runs = {run: "hypothesis" for each in protocol.hypotheses for run in _runs(each.statement)}
    runs |= dict.fromkeys(_runs(protocol.title, least=3), "title")
    authors = {word for source in protocol.sources if source.kind != "own" for word in _authors(source.citation)}
    own = {path for path, part in parts(protocol) if getattr(part, "when", None) is not None}
    found = []
    for text in subject.shown:
        varied = any(text.path[: len(path)] == path for path in own) or text.path[0] == "factors"
        debrief = text.role == "debrief"
        found += list(_in(text.id, text.text, set() if varied else names, runs, authors, debrief))
    return concluded(subject.facts, "leak.words", iter(found), len(subject.shown))


def _in(id: str, text: str, names: set[str], runs: dict[tuple[str, ...], str], authors: set[str], debrief: bool
        ) -> Iterator[Detail]:  # fmt: skip
    where = f"text:{id}"
    words = set(re.findall(r"[\w.:-]+", re.sub(r"\{\{.*?\}\}", " ", text)))
    for name in sorted(names & {word.strip(".:-") for word in words}):
        yield Detail(where, "name", f'"{name}" is the name of an arm, a level or a variable', "", name, "warn")
    if debrief:
        return
    for match in TELLING.finditer(text):
        yield Detail(where, "telling", f'"{match[0]}" is a word of those who run studies', "", match[0], "warn")
        break
    for run in _runs(text, least=3):
        if run in runs:
            yield Detail(where, runs[run], f"words of the {runs[run]} stand here", "", " ".join(run), "warn")
            break
    for author in sorted(authors & words):
        yield Detail(where, "author", f'"{author}" is an author of the source', "", author, "warn")


def _runs(text: str, least: int = RUN) -> Iterator[tuple[str, ...]]:
    """The runs of six words of a text, in lower case; a shorter text is one run of its own."""
    words = [word.lower() for word in WORD.findall(text)]
    if least <= len(words) < RUN:
        yield tuple(words)
    for k in range(len(words) - RUN + 1):
        yield tuple(words[k : k + RUN])


def _authors(citation: str) -> Iterator[str]:
    """Names before a citation's year or first full stop."""
    head = re.split(r"\(|\d{4}", citation)[0]
    yield from (word for word in re.findall(r"\b[A-Z][a-z]{3,}\b", head) if word not in ("Nobody", "Invented"))
