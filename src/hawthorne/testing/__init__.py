"""Conformance checks for whoever writes a plug-in: one function a contract, each raising AssertionError with the law
that is broken.

>>> from hawthorne.testing import check_space
>>> from hawthorne.spaces.likert import Likert
>>> check_space(Likert((1, 7)))

In a plug-in's own tests:

    def test_my_space_keeps_the_laws():
        check_space(MySpace(...))
"""

from hawthorne.testing.actor import check_actor
from hawthorne.testing.assertion import check_assertion
from hawthorne.testing.host import check_host
from hawthorne.testing.instrument import check_instrument
from hawthorne.testing.kind import check_kind
from hawthorne.testing.machine import check_machine, check_program
from hawthorne.testing.space import check_space

__all__ = [
    "check_actor",
    "check_assertion",
    "check_host",
    "check_instrument",
    "check_kind",
    "check_machine",
    "check_program",
    "check_space",
]
