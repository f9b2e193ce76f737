"""Entry and exit: consent links and completion codes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hawthorne.core.errors import Finding
from hawthorne.flows.model import Study
from hawthorne.flows.spelling.values import PLACEHOLDER
from hawthorne.flows.wiring import tour

_LINK = re.compile(r"(https?://\S+|/\S*)\Z")
_DIGEST = re.compile(r"sha256:[0-9a-f]{64}\Z")
CODE = "{COMPLETION_CODE}"


def check_entry_exit(study: Study) -> Iterator[Finding]:
    """A consent link is a URL or an absolute path; a static completion code is there; a redirect has a code to fill."""
    for element, _ in tour(study):
        if element.type == "bpmn:StartEvent":
            link = element.attributes.get("consentFormUri")
            if isinstance(link, str) and not _LINK.match(link) and not PLACEHOLDER.search(link):
                message = f'"{element.label}" has the consent link "{link}"'
                fix = "write a URL or an absolute path"
                yield Finding("error", "consent", message, fix, element.where("consentFormUri"))
            digest = element.attributes.get("consentFormDigest")
            if isinstance(digest, str) and not _DIGEST.match(digest):
                message = f'"{element.label}" has a consent digest that is none'
                fix = "write `sha256:` and 64 hexadecimal digits"
                yield Finding("error", "digest", message, fix, element.where("consentFormDigest"))
        elif element.type == "bpmn:EndEvent":
            kind = element.attributes.get("completionCodeType", "none")
            if kind == "static" and not element.attributes.get("completionCode"):
                message = f'"{element.label}" has a static completion code and does not say it'
                fix = "write `completionCode:`"
                yield Finding("error", "completion-code", message, fix, element.where("completionCodeType"))
            if kind == "none" and CODE in str(element.attributes.get("redirectTo", "")):
                message = f'"{element.label}" redirects with {CODE}, and has none'
                fix = "write `completionCodeType: static` and `completionCode:`, or `completionCodeType: dynamic`"
                yield Finding("error", "completion-code", message, fix, element.where("redirectTo"))
