"""Any REST service that can list, create, delete and classify, described by templates in a YAML file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, Self

from pydantic import Field, model_validator

from evaluation.engines.remote.description import Description, DescriptionPart
from evaluation.engines.remote.json_value import filled, filled_path, number_at, placeholders, value_at
from evaluation.engines.remote.message import HttpRequest, Json
from evaluation.engines.remote.remote_engine import RemoteIntent
from evaluation.engines.remote.service import RemoteService
from nlu.understanding import Guess


class Operation(DescriptionPart):
    """One request: `{name}` in path and body is replaced by the value of that name (see `_KNOWN`)."""

    method: Literal["GET", "POST", "PUT", "PATCH", "DELETE"] = "POST"
    path: str = Field(pattern=r"^/")
    body: Any = None


class IntentListing(Operation):
    """Where the intents stand in the answer, and each one's name and id in it ("": the item itself)."""

    method: Literal["GET", "POST", "PUT", "PATCH", "DELETE"] = "GET"
    items: str = ""
    name: str = "name"
    id: str | None = None


class Creation(Operation):
    """`{examples}` is the list of the examples, each in the form of `example`."""

    example: Any = "{example}"


class Deletion(Operation):
    """`{id}` and `{intent}` name the intent."""

    method: Literal["GET", "POST", "PUT", "PATCH", "DELETE"] = "DELETE"


class TrainingCheck(Operation):
    """Asked after training until the value at `where` is `is`; the training failed when it is `failed`."""

    method: Literal["GET", "POST", "PUT", "PATCH", "DELETE"] = "GET"
    where: str
    is_: Any = Field(alias="is")
    failed: Any = None


class Classification(Operation):
    """Where the best intent's name and confidence stand in the answer; no intent there is no answer."""

    intent: str
    confidence: str


_KNOWN: Final[Mapping[str, set[str]]] = {
    "all_intents": {"language"},
    "create_intent": {"language", "intent", "examples"},
    "delete_intent": {"language", "intent", "id"},
    "train": {"language"},
    "ready": {"language"},
    "classify": {"language", "text"},
}


class RestDescription(Description):
    """The requests of a service."""

    all_intents: IntentListing
    create_intent: Creation
    delete_intent: Deletion
    train: Operation | None = None
    ready: TrainingCheck | None = None
    classify: Classification

    @model_validator(mode="after")
    def _every_placeholder_is_known(self) -> Self:
        for key, known in _KNOWN.items():
            operation: Operation | None = getattr(self, key)
            used = placeholders([operation.path, operation.body]) if operation else set()
            if used - known:
                names = ", ".join(f"{{{name}}}" for name in sorted(known))
                raise ValueError(f"{key}: nothing is called {{{min(used - known)}}} here; there are {names}")
        return self


@dataclass(frozen=True, slots=True)
class Rest:
    """Does what the description says."""

    service: RemoteService
    description: RestDescription

    def all_intents(self) -> list[RemoteIntent]:
        """Return what the service lists."""
        listing = self.description.all_intents
        request = self._request(listing, {})
        items = value_at(self.service.read(request, self.service.call(request)), listing.items)
        if not isinstance(items, list):
            raise self.service.error(request, f"gave no list at {listing.items!r}: correct all_intents.items")
        return [self._intent(request, item) for item in items]

    def delete_intents(self, intents: Sequence[RemoteIntent]) -> None:
        """Delete one after the other; one that is gone already is no error."""
        for intent in intents:
            values = {"intent": intent.name, "id": intent.id}
            self.service.call(self._request(self.description.delete_intent, values), accept=(404, 410))

    def create_intents(self, examples: Mapping[str, Sequence[str]]) -> None:
        """Create one after the other, train if the service wants it, and wait until it is ready."""
        creation = self.description.create_intent
        for intent, texts in examples.items():
            shaped = [filled(creation.example, {"example": text}) for text in texts]
            self.service.call(self._request(creation, {"intent": intent, "examples": shaped}))
        if self.description.train is not None:
            self.service.call(self._request(self.description.train, {}, self.service.manners.training_timeout))
        if self.description.ready is not None:
            self.service.wait_until(self._is_ready, "training")

    def classify(self, text: str) -> Guess | None:
        """Return what stands at the described places of the answer."""
        said = self.description.classify
        request = self._request(said, {"text": text})
        answer = self.service.read(request, self.service.call(request))
        name, confidence = value_at(answer, said.intent), number_at(answer, said.confidence)
        if name is None or name == "":
            return None
        if not isinstance(name, str):
            raise self.service.error(request, f"gave no intent's name at {said.intent!r}: correct classify.intent")
        if confidence is None:
            raise self.service.error(request, f"gave no number at {said.confidence!r}: correct classify.confidence")
        return Guess(name, confidence)

    def _is_ready(self) -> bool:
        ready = self.description.ready
        assert ready is not None
        request = self._request(ready, {})
        found = value_at(self.service.read(request, self.service.call(request)), ready.where)
        if ready.failed is not None and found == ready.failed:
            raise self.service.error(request, f"says {found!r} at {ready.where!r}: the training failed")
        return bool(found == ready.is_)

    def _intent(self, request: HttpRequest, item: Json) -> RemoteIntent:
        listing = self.description.all_intents
        name, place = value_at(item, listing.name), listing.name if listing.id is None else listing.id
        own = value_at(item, place)
        if not isinstance(name, str) or not isinstance(own, str | int):
            raise self.service.error(
                request, f"listed no name at {listing.name!r}, id at {place!r}: correct all_intents"
            )
        return RemoteIntent(name, str(own))

    def _request(self, operation: Operation, values: Mapping[str, Json], timeout: float | None = None) -> HttpRequest:
        known = {"language": self.description.language, **values}
        in_path = {name: value for name, value in known.items() if isinstance(value, str)}
        body = filled(operation.body, known)
        return HttpRequest.json(operation.method, filled_path(operation.path, in_path), body, timeout)
