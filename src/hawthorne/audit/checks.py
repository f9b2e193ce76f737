"""Every check on one page. A proof that plays a document, or that needs a reader's sources, is one entry more.

A check without a function is static: its outcome is what `validate` found under its id.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from hawthorne.audit import determinism, public, verbatim
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
    Proof("reach.static", "reach", "no condition is always false, no part of the flow can never be reached"),
    Proof("reach.values", "reach", "whatever a text or a bound needs has been answered by then"),
    Proof("reach.terminates", "reach", "every session ends within a bound that is known beforehand"),
    Proof("design.balance", "design", "arms and their assignment fit together"),
    Proof("design.draws", "design", "draws have enough values"),
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
