"""What the fields of a scenario are made of. Types are exact: a number in quotes is a text, a null no absence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainSerializer,
    PlainValidator,
    Strict,
    StrictInt,
    StrictStr,
    WithJsonSchema,
)
from pydantic.alias_generators import to_camel
from pydantic_core import PydanticCustomError

from hawthorne.core.values import JSON
from hawthorne.records.judging import Text

CONFIG = ConfigDict(frozen=True, extra="forbid", alias_generator=to_camel, use_attribute_docstrings=True)
OURS: dict[str, Any] = {"x-extension": True}
"""What the schema says of a field, a step or an assertion that the original format does not have."""

T = TypeVar("T")
if TYPE_CHECKING:
    Maybe: TypeAlias = T | None
else:
    Maybe = Annotated[T, PlainSerializer(lambda value: value, when_used="unless-none")]
"""What may be left out: None then, and never null in the file."""


class Part(BaseModel):
    """A part of a scenario."""

    model_config = CONFIG

    def as_json(self) -> dict[str, JSON]:
        """The part as its file has it, in the order of the format, without what was left out."""
        return self.model_dump(mode="json", by_alias=True, exclude_none=True)


def _whole(value: Any) -> Any:
    return int(value) if isinstance(value, float) and value.is_integer() else value


def bare(key: str) -> str:
    """A bot's key, with or without its sign.

    >>> bare("@lead"), bare("lead")
    ('lead', 'lead')
    """
    return key.removeprefix("@")


def _words(value: Any) -> Text:
    if isinstance(value, str):
        return value
    if isinstance(value, Mapping) and "$msg" in value and all(isinstance(each, str) for each in value.values()):
        return dict(value)
    raise PydanticCustomError("string_type", "Input should be a text or a wording")


Whole = Annotated[StrictInt, BeforeValidator(_whole)]
"""A whole number; 1.0 is one."""
Number = Annotated[float, Strict(), Field(allow_inf_nan=False)]
Key = Annotated[StrictStr, AfterValidator(bare)]
"""A bot's key; a leading `@` is optional."""
Words = Annotated[
    Text,
    PlainValidator(_words),
    PlainSerializer(lambda value: value),
    WithJsonSchema({
        "anyOf": [
            {"type": "string"},
            {
                "type": "object",
                "properties": {"$msg": {"type": "string"}},
                "required": ["$msg"],
                "additionalProperties": {"type": "string"},
                "description": "A sentence of the harness by its key, and the values of its placeholders.",
                **OURS,
            },
        ]
    }),
]  # fmt: skip
"""A text, or a sentence of the harness: `{"$msg": key}`, so that a change of wording breaks no scenario."""
Values = dict[str, Any]
"""A JSON object that is passed on as it is."""
