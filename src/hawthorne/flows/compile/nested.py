"""Steps that name a document of another kind: it is compiled with the study, and played for each visit."""

from __future__ import annotations

from dataclasses import replace

from hawthorne.core.document import Nestable
from hawthorne.core.errors import HawthorneError
from hawthorne.flows.compile.context import Context
from hawthorne.flows.graph import Spot
from hawthorne.flows.machine.nested import Nested
from hawthorne.flows.model import Element
from hawthorne.flows.nested import kind_called, reference


def nested(desk: Context, element: Element, spot: Spot) -> Nested | None:
    """The node of a step that plays a document for the pool's own participant; None, and findings, where it cannot."""
    named = reference(element)
    assert named is not None
    name, path = named
    document = desk.study.nested.get(path)
    if document is None:
        desk.error("no-document", element, f'plays the {name} "{path}", which is not in the study\'s folder',
                   "name a file or a folder beside the study", at="implementation")  # fmt: skip
        return None
    try:
        setting = replace(desk.setting, seed=f"{desk.setting.seed}/{spot.id}", n=None, claims={})
        program = kind_called(name).compile(document, setting)
    except HawthorneError as error:
        desk.error("broken-document", element, f'plays the {name} "{path}", which cannot be played: {error}',
                   "mend it", at="implementation")  # fmt: skip
        return None
    if not isinstance(program, Nestable) or len(program.roles) != 1:
        desk.error("not-nested", element, f'plays the {name} "{path}", which several people play together',
                   "one participant answers a step: play it by itself", at="implementation")  # fmt: skip
        return None
    return Nested(spot, desk.pool_of[spot.id].id, program)
