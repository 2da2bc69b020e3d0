"""Dialogflow CX over REST v3: intents, the start flow's routes, flows:train, sessions:matchIntent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

from pydantic import model_validator

from evaluation.engines.remote.description import BaseUrl, Description, PathPart
from evaluation.engines.remote.dialogflow import finish, list_intents, phrases, remote_intent, session
from evaluation.engines.remote.json_value import number_at, value_at
from evaluation.engines.remote.message import HttpRequest, Json
from evaluation.engines.remote.remote_engine import RemoteIntent
from evaluation.engines.remote.service import RemoteService
from nlu.understanding import Guess

_NOT_FOUND: Final = 404
_CONFLICT: Final = 409
_LONGEST_PHRASE: Final = 768
_LONGEST_QUESTION: Final = 256
_START_FLOW: Final = "00000000-0000-0000-0000-000000000000"


class DialogflowCxDescription(Description):
    """An agent of its own, by its id; base_url follows from `location` unless it is given."""

    base_url: BaseUrl = "https://dialogflow.googleapis.com"
    project: PathPart
    location: PathPart
    agent: PathPart
    flow: PathPart = _START_FLOW

    @model_validator(mode="before")
    @classmethod
    def _regional(cls, values: dict[str, Json]) -> dict[str, Json]:
        location = values.get("location")
        if "base_url" in values or not isinstance(location, str) or location == "global":
            return values
        return {**values, "base_url": f"https://{location}-dialogflow.googleapis.com"}

    @property
    def agent_name(self) -> str:
        """The agent's resource name."""
        return f"projects/{self.project}/locations/{self.location}/agents/{self.agent}"


@dataclass(frozen=True, slots=True)
class DialogflowCx:
    """Teaches an agent intents, opens its flow to them, and asks which it matches.

    An intent can be matched only where a route of the current flow names it; so each gets a route, and routes go before
    the intents that they name. Questions are cut at 256 characters, Dialogflow's limit.
    """

    service: RemoteService
    description: DialogflowCxDescription

    def all_intents(self) -> list[RemoteIntent]:
        """Return the agent's intents."""
        found = list_intents(self.service, f"{self._agent}/intents", intentView="INTENT_VIEW_PARTIAL")
        return [remote_intent(self.service, one) for one in found]

    def delete_intents(self, intents: Sequence[RemoteIntent]) -> None:
        """Delete routes and intents; one that is gone already is no error."""
        names = {intent.id for intent in intents}
        routes = self._routes()
        kept = [route for route in routes if route.get("intent") not in names]
        if len(kept) < len(routes):
            self._set_routes(kept)
        for intent in intents:
            self.service.call(HttpRequest.json("DELETE", f"/v3/{intent.id}"), accept=(_NOT_FOUND,))

    def create_intents(self, examples: Mapping[str, Sequence[str]]) -> None:
        """Create intents and their routes, and train the flow."""
        names = [self._create(intent, texts) for intent, texts in examples.items()]
        understood = {"messages": [{"text": {"text": ["OK"]}}]}
        self._set_routes([*self._routes(), *({"intent": name, "triggerFulfillment": understood} for name in names)])
        operation = self.service.json("POST", f"{self._flow}:train", {})
        finish(self.service, "v3", operation, "training the flow")

    def classify(self, text: str) -> Guess | None:
        """Return the best match at the beginning of a conversation; None where it is no intent."""
        text = text[:_LONGEST_QUESTION]
        asked = {"queryInput": {"text": {"text": text}, "languageCode": self.description.language}}
        request = HttpRequest.json("POST", f"{self._agent}/sessions/{session(text)}:matchIntent", asked)
        answer = self.service.read(request, self.service.call(request))
        if not isinstance(value_at(answer, "matches") or [], list) or not isinstance(answer, dict):
            raise self.service.error(request, "gave matches that cannot be read: is base_url Dialogflow's?")
        best = value_at(answer, "matches.0")
        if best is None or value_at(best, "matchType") not in ("INTENT", "DIRECT_INTENT"):
            return None
        name, confidence = value_at(best, "intent.displayName"), number_at(best, "confidence", missing=0.0)
        if not isinstance(name, str) or confidence is None:
            raise self.service.error(request, "gave a match that cannot be read")
        return Guess(name, confidence)

    @property
    def _agent(self) -> str:
        return f"/v3/{self.description.agent_name}"

    @property
    def _flow(self) -> str:
        return f"{self._agent}/flows/{self.description.flow}"

    def _create(self, intent: str, texts: Sequence[str]) -> str:
        """Return the name under which the agent keeps the intent."""
        query = urlencode({"languageCode": self.description.language})
        body = {"displayName": intent, "trainingPhrases": phrases(texts, _LONGEST_PHRASE, repeatCount=1)}
        request = HttpRequest.json("POST", f"{self._agent}/intents?{query}", body)
        answer = self.service.call(request, accept=(_CONFLICT,))
        if answer.status == _CONFLICT:  # created by a request before, whose answer was lost
            return {one.name: one.id for one in self.all_intents()}[intent]
        name = value_at(self.service.read(request, answer), "name")
        if not isinstance(name, str):
            raise self.service.error(request, "gave the new intent no name")
        return name

    def _routes(self) -> list[dict[str, Json]]:
        found = value_at(self.service.json("GET", self._flow), "transitionRoutes") or []
        return [route for route in found if isinstance(route, dict)]

    def _set_routes(self, routes: Sequence[Mapping[str, Json]]) -> None:
        self.service.json("PATCH", f"{self._flow}?updateMask=transitionRoutes", {"transitionRoutes": list(routes)})
