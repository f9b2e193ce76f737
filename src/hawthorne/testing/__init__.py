"""Conformance checks for whoever writes a plug-in: one function a contract, each raising AssertionError with the law
that is broken.

>>> from hawthorne.testing import check_space
>>> from hawthorne.spaces.likert import Likert
>>> check_space(Likert((1, 7)))

In a plug-in's own tests:

    def test_my_space_keeps_the_laws():
        check_space(MySpace(...))
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hawthorne.testing.actor import check_actor as check_actor
    from hawthorne.testing.assertion import check_assertion as check_assertion
    from hawthorne.testing.host import check_host as check_host
    from hawthorne.testing.instrument import check_instrument as check_instrument
    from hawthorne.testing.kind import check_kind as check_kind
    from hawthorne.testing.machine import check_machine as check_machine
    from hawthorne.testing.machine import check_program as check_program
    from hawthorne.testing.space import check_space as check_space

_WHERE = {
    "check_actor": "actor",
    "check_assertion": "assertion",
    "check_host": "host",
    "check_instrument": "instrument",
    "check_kind": "kind",
    "check_machine": "machine",
    "check_program": "machine",
    "check_space": "space",
}
__all__ = sorted(_WHERE)


def __getattr__(name: str) -> Any:
    """A check, found when it is first asked for: the pytest plug-in beside them is loaded in every session."""
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_WHERE[name]}"), name)
