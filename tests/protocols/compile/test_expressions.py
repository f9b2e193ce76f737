"""Expressions: what they read, and what of it stays as it is."""

from __future__ import annotations

import pytest

from hawthorne.lang.feel import FeelError
from hawthorne.protocols.compile.expressions import Across, Expression
from hawthorne.protocols.compile.variables import Given


def test_an_expression_says_what_it_reads_of_others() -> None:
    found = Expression("role.a.resp.x + sum(group.resp.y) + partner.b.resp.z")
    assert found.across == (Across("group", None, "y"), Across("partner", "b", "z"), Across("role", "a", "x"))
    assert not found.fixed


def test_calculations_are_worked_out_in_the_order_of_their_needs() -> None:
    calcs: dict[str, Expression] = {}
    calcs["one"] = Expression("resp.x + role.a.resp.y", calcs)
    calcs["two"] = Expression("calc.one * 2", calcs)
    found = Expression("calc.two + calc.one", calcs)
    assert found(Given({"resp.x": 1, "role.a.resp.y": 2})) == 9
    assert found.across == (Across("role", "a", "y"),)


def test_what_reads_constants_alone_is_fixed_unless_a_factor_varies_within() -> None:
    assert Expression('factor.cue = "hi" and draw.d > 1').fixed
    assert not Expression('factor.cue = "hi"', within=frozenset({"cue"})).fixed
    assert Expression('factor.other = "hi"', within=frozenset({"cue"})).fixed
    calcs = {"c": Expression("factor.cue", within=frozenset({"cue"}))}
    assert not Expression("calc.c", calcs).fixed


def test_names_that_nothing_declares_are_refused() -> None:
    with pytest.raises(FeelError):
        Expression("response.x > 1")
