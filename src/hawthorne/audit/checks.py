"""Every check on one page. A proof that plays a document, or that needs a reader's sources, is one entry more.

A check without a function is static: its outcome is what `validate` found under its id.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from hawthorne.audit import dealt, determinism, proofs, public, verbatim
from hawthorne.audit.leak import words
from hawthorne.audit.paper import claims, counts, effects, recompute, significance, spread, unit_data
from hawthorne.audit.paper.facts import Facts
from hawthorne.audit.report import Outcome
from hawthorne.audit.subject import Subject

Run = Callable[[Subject], Outcome]

GROUPS = ("schema", "reference", "leak", "reach", "design", "coding", "verbatim", "tier", "paper")


@dataclass(frozen=True, slots=True)
class Proof:
    """A check: its id (`paper.percent`), its group, and in one sentence what it makes sure of.

    `run` is None for a static one. `plays` says that it needs a document without errors; `quotes` that its details may
    hold text of the study, which a public report leaves out; `kinds` which kinds of documents it is of.
    """

    id: str
    group: str
    about: str
    run: Run | None = None
    plays: bool = False
    quotes: bool = True
    kinds: tuple[str, ...] = ("protocol",)


def _of_paper(check: Callable[[Facts], Outcome]) -> Run:
    return lambda subject: check(subject.facts)


def _paper(id: str, about: str, check: Callable[[Facts], Outcome]) -> Proof:
    return Proof(f"paper.{id}", "paper", about, _of_paper(check), quotes=False)


CHECKS: tuple[Proof, ...] = (
    Proof("schema.valid", "schema", "the file is JSON or YAML of the protocol's shape"),
    Proof("ref.ids", "reference", "ids are unique and well formed"),
    Proof("ref.resolve", "reference", "every reference leads to something"),
    Proof("ref.unused", "reference", "nothing is declared that is never used (warning)"),
    Proof("ref.types", "reference", "expressions compare and compute what can be compared and computed"),
    Proof("ref.cite", "reference", "every part that can be cited is, to a page that its source has"),
    Proof("ref.assets", "reference", "files are in the folder, unchanged, and of the type they say"),
    Proof("ref.human_map", "reference", "every target has its number, every hypothesis its analysis"),
    Proof("ref.departures", "reference", "what is missing from the source is told as a departure"),
    Proof("leak.canary", "leak", "no id, and no word that only operators read, is in what participants are served",
          proofs.canary, plays=True),
    Proof("leak.differential", "leak", "what only operators read changes no byte of what participants are served",
          proofs.differential, plays=True),
    Proof("leak.prefix", "leak", "sessions that differ in their arm differ in what the document shows otherwise alone",
          proofs.prefix, plays=True),
    Proof("leak.permutation", "leak", "other ids, and arms in another order, change no byte of any session",
          proofs.permutation, plays=True),
    Proof("leak.labels", "leak", "neither participants' numbers nor the places of options tell what they stand for",
          proofs.labels, plays=True, quotes=False),
    Proof("leak.structure", "leak", "every State has its shape, ids without gaps, and no trace of how it was made",
          proofs.structure, plays=True),
    Proof("leak.errors", "leak", "a wrong answer changes nothing, and the error says what follows from the State alone",
          proofs.errors, plays=True),
    Proof("leak.cross_session", "leak", "what others do reaches a participant only where and when the document says so",
          proofs.cross_session, plays=True),
    Proof("leak.words", "leak", "participants' texts have no words that may give the study away (warning)",
          words.check_words),
    Proof("reach.static", "reach", "no condition is always false, no part of the flow can never be reached"),
    Proof("reach.values", "reach", "whatever a text or a bound needs has been answered by then"),
    Proof("reach.terminates", "reach", "every session ends within a bound that is known beforehand"),
    Proof("reach.dynamic", "reach", "every arm comes to every stage, every item is shown, no session breaks off",
          proofs.dynamic, plays=True),
    Proof("reach.options", "reach", "every option and level that conditions read comes up",
          proofs.options, plays=True),
    Proof("design.balance", "design", "arms and their assignment fit together; balanced arms differ by one at most",
          dealt.check_balance, plays=True, quotes=False),
    Proof("design.draws", "design", "draws have enough values; balanced draws take turns",
          dealt.check_draws, plays=True, quotes=False),
    Proof("design.latin", "design", "Latin squares are possible"),
    Proof("design.official", "design", "the official number can be reached with the design's arms"),
    Proof("design.groups", "design", "seats, roles and synchronisation of groups fit together"),
    Proof("design.spaces", "design", "every response has a valid answer"),
    Proof("design.determinism", "design", "the same seed makes the same records, here and in a fresh process",
          determinism.check_determinism, plays=True, quotes=False, kinds=()),
    Proof("coding.cases", "coding", "every rule gives what its cases expect, and every way of it has a case"),
    Proof("verbatim.items", "verbatim", "text that is cited word for word is its source's, on the page it says",
          verbatim.check_items),
    Proof("verbatim.own_words", "verbatim", "our own words share no twelve words in a row with a withheld source",
          verbatim.check_own_words),
    Proof("tier.policy", "tier", "tiers fit licences, and whatever is withheld can be withheld"),
    Proof("tier.public", "tier", "nothing that may not be published is in the folder (with --public)",
          public.check_public, quotes=False),
    _paper("n", "cells add up to the sample, exclusions to the difference, the official number is the analysed one",
           counts.check_n),
    _paper("percent", "some whole count makes each percentage, some whole sum each mean (GRIM); sets make up 100",
           counts.check_percent),
    _paper("sd", "standard deviations are possible on the scale; SD, SE and confidence interval agree",
           spread.check_sd),
    _paper("p", "p values are those of their statistics (statcheck)", significance.check_p),
    _paper("df", "degrees of freedom are those of the design and the number of units", significance.check_df),
    _paper("stat", "t, F and chi square, worked out anew from the cells", recompute.check_stat),
    _paper("effect", "effect sizes, worked out anew from the statistic and the cells", effects.check_effect),
    _paper("unit_data", "cells and tests, worked out anew from the source's own data", unit_data.check_unit_data),
    _paper("direction", "findings point the way their cells differ", claims.check_direction),
    _paper("verdict", "findings are as significant as their p values", claims.check_verdict),
)  # fmt: skip

BY_ID: Mapping[str, Proof] = {proof.id: proof for proof in CHECKS}
