"""What every part of a protocol is made of: the ground of its models, and the types of its fields.

A type says who may read its text, as data: `audience.py` walks the models by these marks.
"""

from __future__ import annotations

from enum import Enum
from typing import Annotated, Any, TypeVar

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, WrapValidator
from pydantic_core import PydanticCustomError

T = TypeVar("T")


class Means(Enum):
    """What a text in a protocol is, and so who may read it."""

    SHOWN = "shown"
    """Text that participants see."""
    ID = "id"
    """The name of a part, or a reference to one; no participant sees it."""
    EXPRESSION = "expression"
    """FEEL text, or a path of names that FEEL reads; no participant sees it."""
    OPERATOR = "operator"
    """Words for those who run and read the study; no participant sees them."""


class Part(BaseModel):
    """The ground of all parts: frozen, strictly typed, no key that is not declared."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, strict=True, allow_inf_nan=False, use_attribute_docstrings=True
    )

    extensions: dict[str, Any] = Field(default_factory=dict)
    """Anything that other programs keep here; Hawthorne carries it along and reads none of it."""


def only(what: str) -> WrapValidator:
    """One refusal for a union of plain types, instead of one for each of its members."""

    def check(value: Any, inner: Any) -> Any:
        try:
            return inner(value)
        except ValueError:
            raise PydanticCustomError("kind_of_value", "must be {what}", {"what": what}) from None

    return WrapValidator(check)


def _filled(value: tuple[Any, ...]) -> tuple[Any, ...]:
    """Checked after the parts, so that a fault in the one part is not told as a list of none, too."""
    if not value:
        raise PydanticCustomError("empty_list", "at least one part must stand here")
    return value


def _whole(value: Any) -> Any:
    """JSON has one type of number: 3.0 is the whole number 3."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


Many = Annotated[tuple[T, ...], Field(strict=False)]
"""A list."""
Filled = Annotated[tuple[T, ...], Field(strict=False, json_schema_extra={"minItems": 1}), AfterValidator(_filled)]
"""A list of at least one."""
Pair = Annotated[tuple[T, T], Field(strict=False)]
"""A list of two."""

ID = r"^[a-z0-9][a-z0-9._:-]{0,99}$"
NAME = r"^[a-z][a-z0-9_]*$"

VERSION = r"^[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$"
PER_ROW = r"^(session|group|response|loop:[a-z][a-z0-9_]*)$"
PER_ANSWER = r"^(session|loop|loop:[a-z][a-z0-9_]*)$"
ON_FAIL = r"^(continue|end|repeat:[1-9][0-9]?)$"
POINT = r"^-?[0-9]+$"
SHA256 = r"^[0-9a-f]{64}$"
CHECK = r"^[a-z]+\.[a-z_0-9]+$"
PATTERNS = {
    ID: "an id: at most 100 of a to z, 0 to 9, . _ : and -, beginning with a letter or a digit",
    NAME: "a name: a to z, 0 to 9 and _, beginning with a letter",
    VERSION: "a version of three numbers, as in 1.0.0",
    PER_ROW: "session, group, response, or loop:<id>",
    PER_ANSWER: "session, loop, or loop:<id>",
    ON_FAIL: "continue, end, or repeat:<k> with k from 1 to 99",
    POINT: "a whole number as the key",
    SHA256: "a SHA-256: 64 digits, 0 to 9 and a to f",
    CHECK: "the id of a check, as in paper.percent",
}
"""What the patterns of texts ask for, in words."""

Id = Annotated[str, Field(pattern=ID), Means.ID]
"""The id of a part, or a reference to a part by its id."""
Name = Annotated[str, Field(pattern=NAME, max_length=100), Means.ID]
"""An id that expressions can name."""
Ref = Annotated[str, Field(min_length=1), Means.EXPRESSION]
"""The path of a value as expressions write it: `resp.sure`, `var.share`, `role.sender.resp.sent`, `arm`."""
Expr = Annotated[str, Field(min_length=1), Means.EXPRESSION]
"""A FEEL expression."""
Shown = Annotated[str, Means.SHOWN]
"""Text that participants see; `{{draw.name}}` and `{{calc.sum|money:2}}` are written out when it is served."""
Words = Annotated[str, Means.OPERATOR]
"""Words for those who run and read the study."""
Whole = Annotated[int, BeforeValidator(_whole)]
"""A whole number."""
Count = Annotated[int, BeforeValidator(_whole), Field(ge=0)]
"""A whole number from 0."""
Positive = Annotated[int, BeforeValidator(_whole), Field(ge=1)]
"""A whole number from 1."""
Number = Annotated[int | float, only("a number")]
"""A finite number."""
Bound = Annotated[int | float | Annotated[str, Field(min_length=1), Means.EXPRESSION], only("a number or FEEL text")]
"""A number, or FEEL text whose value is worked out when the response is served."""
Scalar = Annotated[int | float | bool | str | None, only("a number, a text, true, false or null")]
"""A plain value."""
Digest = Annotated[str, Field(pattern=SHA256)]
"""SHA-256 in lower-case hexadecimal digits."""
FilePath = Annotated[str, Field(min_length=1, max_length=255), Means.OPERATOR]
"""The path of a file inside the study's folder, with `/` between its parts."""
