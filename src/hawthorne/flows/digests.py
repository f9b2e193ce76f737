"""The two digests of a study: of its protocol, and of its protocol for any actor."""

from __future__ import annotations

from collections.abc import Mapping

from hawthorne.core import digest
from hawthorne.flows.canonical import canonical_form
from hawthorne.flows.model import Study


def protocol(study: Study) -> str:
    """`sha256:<hex>` of everything that the protocol says."""
    return digest.of_value(canonical_form(study))


def any_actor(study: Study) -> str:
    """The same without who answers: equal for two studies that differ in their actors alone."""
    return digest.of_value(canonical_form(study, any_actor=True))


def digests(study: Study) -> Mapping[str, str]:
    """Both, by name."""
    return {"protocol": protocol(study), "any-actor": any_actor(study)}
