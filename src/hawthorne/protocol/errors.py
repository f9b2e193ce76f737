"""What can be wrong with a study, a spec or a call."""

from __future__ import annotations

from collections.abc import Sequence

from hawthorne.core.errors import Finding, HawthorneError


class ProtocolError(HawthorneError):
    """A study that cannot be played, or a call that does not fit it.

    `code` says what kind of fault it is (a check's id, `no_protocol`, `spec_mismatch`, `n_not_multiple` ...), `path`
    where it lies (the file, the spec), `message` what is wrong; `findings` has everything that is wrong with a
    document.
    """

    def __init__(self, path: str, code: str, message: str, findings: Sequence[Finding] = ()) -> None:
        self.path, self.code, self.message, self.findings = path, code, message, tuple(findings)
        super().__init__("\n".join(map(str, self.findings)) if self.findings else f"{path}: {message} [{code}]")

    def __reduce__(self) -> tuple[type[ProtocolError], tuple[str, str, str, tuple[Finding, ...]]]:
        return type(self), (self.path, self.code, self.message, self.findings)

    @classmethod
    def of(cls, path: str, findings: Sequence[Finding]) -> ProtocolError:
        """The error of a document with these findings, of which at least one is an error."""
        errors = [finding for finding in findings if finding.severity == "error"]
        return cls(path, errors[0].code, errors[0].message, errors)
