"""run.json: where the sessions of a run come from, so that somebody else can play them again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal

from pydantic import Discriminator, Field, Tag

from hawthorne.core.values import JSON
from hawthorne.protocols.cards.study import Sha256
from hawthorne.protocols.model.part import Count, FilePath, Id, Many, Number, Part, Scalar, Words


class RunProtocol(Part):
    """What was played."""

    id: Id
    """The protocol's id."""
    version: Words
    """Its version."""
    sha256: Sha256
    """Its digest, with the files that it cites."""
    projection: Literal["full", "public", "rehydrated"] = "full"
    """Whether texts were placeholders."""


class Engine(Part):
    """What played it."""

    name: Words
    """The program."""
    version: Words
    """Its version."""
    code_sha256: Sha256 | None = None
    """The digest of its code and its schemas."""
    python: Words | None = None
    """The version of Python."""
    implementation: Words | None = None
    """Which Python."""
    system: Words | None = None
    """The operating system."""
    platform: Words | None = None
    """The platform, in a word."""
    processors: Count | None = None
    """How many processors it had."""


def _word_or(tag: str) -> Callable[[object], str]:
    return lambda value: "{word}" if value is None or isinstance(value, str) else f"{{{tag}}}"


def _one_or_many(value: object) -> str:
    return "{many}" if isinstance(value, (list, tuple)) else "{one}"


OneOrMany = Annotated[
    Annotated[Words | None, Tag("{one}")] | Annotated[Many[Words], Tag("{many}")], Discriminator(_one_or_many)
]
"""A word, or each that was used."""
Seed = Scalar
"""A seed: a whole number or a text."""


class RunDesign(Part):
    """How many were played, and from which seed."""

    n: Count
    """The participants."""
    seed: Seed = None
    """The seed."""
    spec_sha256: Sha256 | None = None
    """The digest of all sessions' specs."""
    feed_mode: Literal["run", "published"] | None = None
    """Where data from elsewhere came from."""
    coerce: OneOrMany = None
    """Whether numbers written as text were taken."""
    history: OneOrMany = None
    """How much of what was seen a State held."""
    clock: OneOrMany = None
    """Which clock ran."""
    arms: Many[Id] | None = None
    """The arms that were played, where not all were."""


class Operator(Part):
    """Who ran it."""

    name: Words | None = None
    """The name."""
    contact: Words | None = None
    """How they are reached."""


class Model(Part):
    """The language model."""

    id: Words
    """Its name."""
    provider: Words | None = None
    """Who served it."""
    snapshot: Words | None = None
    """Its version."""
    params: dict[str, JSON] = Field(default_factory=dict)
    """Its parameters: the temperature, as a rule."""


class Prompting(Part):
    """How a State became a prompt."""

    template_sha256: Sha256 | None = None
    """The digest of the template."""
    template_text: Words | None = None
    """The template."""
    system_sha256: Sha256 | None = None
    """The digest of the system prompt."""
    renders: Literal["json", "prose", "image"] | None = None
    """What a State was rendered as."""


class Persona(Part):
    """Whom the agent was told to be."""

    source: Words
    """Where the persona is from."""
    sha256: Sha256 | None = None
    """Its digest."""


class Agent(Part):
    """Who answered."""

    kind: Literal["llm", "human", "script", "chat", "mixed", "random"]
    """What they are."""
    name: Words | None = None
    """Their name."""
    model: Model | None = None
    """The language model."""
    prompting: Prompting | None = None
    """How a State became a prompt."""
    memory: Literal["none", "full_transcript", "summary", "other"] | None = None
    """What was remembered from screen to screen."""
    persona: Persona | None = None
    """Whom they were told to be."""
    tools: Many[Words] = ()
    """The tools they had."""
    notes: Words | None = None
    """Anything else."""


class File(Part):
    """A file of the run."""

    path: FilePath
    """Its path in the run's folder."""
    sha256: Sha256
    """Its digest."""


class RunSession(Part):
    """One session."""

    participant: Words
    """The participant's label."""
    spec_sha256: Sha256 | None = None
    """The digest of the session's spec."""
    attempt: Count = 1
    """The how many-th attempt at the spec."""
    status: Words
    """How it ended: `done`, `refused`, `dropped`, `timeout`, or `open`."""
    steps: Count = 0
    """The screens served."""
    invalid_answers: Count = 0
    """The answers that were not accepted."""
    coercions: Count = 0
    """The answers that were taken though they were written as text."""
    coerce: Words | None = None
    """Whether numbers written as text were taken."""
    history: Words | None = None
    """How much of what was seen a State held."""
    clock: Words | None = None
    """Which clock ran."""
    transcript: File | None = None
    """Its transcript."""
    tokens: Count | None = None
    """The tokens it took."""
    cost: Number | None = None
    """What it cost."""


class Counts(Part):
    """What the sessions came to."""

    started: Count
    """Sessions begun."""
    done: Count
    """Sessions that came to their end."""
    status: dict[str, Count] = Field(default_factory=dict)
    """Sessions by how they ended."""
    excluded: dict[Id, Count] = Field(default_factory=dict)
    """Units that each exclusion leaves out."""


class HumanParticipants(Part):
    """People took part."""

    consent_ref: Words | None = None
    """Where their consent is kept."""


class Environment(Part):
    """The surroundings of the run."""

    human_participants: HumanParticipants | None = None
    """Whether people took part, and where their consent is kept."""


class Run(Part):
    """The provenance of one run."""

    schema_: Literal["hawthorne/run.v1"] = Field(alias="schema")
    """`hawthorne/run.v1`"""
    run_id: Words
    """The run's id, a UUID."""
    created: Words
    """When it was written."""
    finished: Words | None = None
    """When it was over."""
    status: Literal["complete", "partial", "failed"]
    """Whether every session came to its end."""
    protocol: RunProtocol
    """What was played."""
    engine: Engine
    """What played it."""
    schemas: dict[str, Sha256] = Field(default_factory=dict)
    """The digests of the schemas."""
    design: RunDesign
    """How many were played, and from which seed."""
    operator: Annotated[
        Annotated[Words | None, Tag("{word}")] | Annotated[Operator, Tag("{operator}")],
        Discriminator(_word_or("operator")),
    ] = None
    """Who ran it, in a word or as its parts."""
    agent: Annotated[
        Annotated[Words | None, Tag("{word}")] | Annotated[Agent, Tag("{agent}")], Discriminator(_word_or("agent"))
    ] = None
    """Who answered, in a word or as its parts."""
    notes: JSON = None
    """Anything else."""
    sessions: Many[RunSession] = ()
    """The sessions."""
    counts: Counts
    """What they came to."""
    evaldata: File | None = None
    """The data of an evaluation."""
    environment: Environment | None = None
    """The surroundings."""
