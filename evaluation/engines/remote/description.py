"""The YAML file that describes a service: where it is, how to ask it, and how gently."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Any, Final, Self, TypeVar
from urllib.parse import urlsplit

import yaml
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, model_validator

from evaluation.engines.remote.service import Manners
from evaluation.errors import EvaluationError

Described = TypeVar("Described", bound="Description")


class DescriptionPart(BaseModel):
    """A part of a description: unknown keys are refused, values cannot change later."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Auth(DescriptionPart):
    """The secret stands in the environment variable `env` and goes into a header, or into the query under `query`."""

    env: str = Field(min_length=1)
    header: str = "Authorization"
    prefix: str = "Bearer "
    query: str | None = None

    @model_validator(mode="after")
    def _is_set(self) -> Self:
        secret = os.environ.get(self.env, "").strip()
        if not secret:
            raise ValueError(f"the environment variable {self.env} is not set: put the secret into it")
        if not (secret.isascii() and secret.isprintable()):
            raise ValueError(f"the environment variable {self.env} holds what cannot be sent: copy the secret again")
        return self


def _address(url: str) -> str:
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
        raise ValueError("write an address like https://nlu.example.com/v1")
    if parts.username or parts.password:
        raise ValueError("leave the password out and name an environment variable under auth")
    return url.rstrip("/")


BaseUrl = Annotated[str, AfterValidator(_address)]
PathPart = Annotated[str, Field(pattern=r"^[A-Za-z0-9._:-]+$")]


class Description(DescriptionPart):
    """What every service has.

    Intents are created under names that begin with `prefix`; what carries it is deleted before a training and after it.
    `fallback_intents` count as no answer. Times in seconds.
    """

    base_url: BaseUrl
    auth: Auth | None = None
    language: str = "en"
    prefix: str = Field("candor-eval-", pattern=r"^[A-Za-z][A-Za-z0-9_-]{3,30}$")
    fallback_intents: tuple[str, ...] = ()
    requests_per_second: float = Field(5.0, gt=0, le=1000)
    retries: int = Field(5, ge=0, le=20)
    timeout: float = Field(30.0, gt=0, le=3600)
    training_timeout: float = Field(1800.0, gt=0, le=86400)

    @property
    def manners(self) -> Manners:
        """How the service wants to be asked."""
        return Manners(self.requests_per_second, self.retries, self.training_timeout)


_SECRETS: Final = ("token", "password", "secret", "api_key", "key", "authorization")


def read_description(path: Path, form: type[Described]) -> Described:
    """Read the file; raises EvaluationError, one line that names the file, the key and what is wrong with it."""
    try:
        values = yaml.safe_load(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise EvaluationError(f"{path}: cannot be read: {error.strerror}.") from error
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        reason = " ".join(str(error).split())
        raise EvaluationError(f"{path}: is no YAML file ({reason}); see docs/engines.md.") from error
    if not isinstance(values, dict):
        raise EvaluationError(f"{path}: describes nothing: write base_url and the rest; see docs/engines.md.")
    try:
        return form.model_validate(values)
    except ValidationError as error:
        raise EvaluationError(f"{path}: {_first(error)}; see docs/engines.md.") from None


def _first(error: ValidationError) -> str:
    """Say what is wrong with the first key, never its value: it may be a secret in the wrong place."""
    found: Any = error.errors(include_url=False, include_input=False)[0]
    key = ".".join(map(str, found["loc"]))
    if found["type"] == "extra_forbidden":
        is_secret = any(word in key.lower() for word in _SECRETS)
        advice = "secrets stand in an environment variable, named under auth" if is_secret else "delete it"
        return f"there is no key {key}: {advice}"
    if found["type"] == "missing":
        return f"the key {key} is missing"
    reason = found["msg"].removeprefix("Value error, ")
    return f"{key}: {reason[:1].lower()}{reason[1:]}" if key else reason
