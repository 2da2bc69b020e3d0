"""Dialogflow ES over REST v2: intents in batches, agent:train, sessions:detectIntent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from evaluation.engines.remote.description import BaseUrl, Description, PathPart
from evaluation.engines.remote.dialogflow import finish, list_intents, phrases, remote_intent, session
from evaluation.engines.remote.json_value import number_at, value_at
from evaluation.engines.remote.message import HttpRequest, Json
from evaluation.engines.remote.remote_engine import RemoteIntent
from evaluation.engines.remote.service import RemoteService
from nlu.understanding import Guess

_BATCH: Final = 50
_LONGEST_PHRASE: Final = 768
_LONGEST_QUESTION: Final = 256


class DialogflowEsDescription(Description):
    """An agent of its own; with a `location` base_url is that region's, https://LOCATION-dialogflow.googleapis.com."""

    base_url: BaseUrl = "https://dialogflow.googleapis.com"
    project: PathPart
    location: PathPart | None = None

    @property
    def agent(self) -> str:
        """The agent's resource name."""
        place = f"/locations/{self.location}" if self.location else ""
        return f"projects/{self.project}{place}/agent"


@dataclass(frozen=True, slots=True)
class DialogflowEs:
    """Teaches an agent intents and asks what it detects; questions are cut at 256 characters, Dialogflow's limit."""

    service: RemoteService
    description: DialogflowEsDescription

    def all_intents(self) -> list[RemoteIntent]:
        """Return the agent's intents."""
        return [remote_intent(self.service, one) for one in list_intents(self.service, f"{self._agent}/intents")]

    def delete_intents(self, intents: Sequence[RemoteIntent]) -> None:
        """Delete intents by intents:batchDelete."""
        for start in range(0, len(intents), _BATCH):
            named = [{"name": intent.id} for intent in intents[start : start + _BATCH]]
            self._finish("intents:batchDelete", {"intents": named})

    def create_intents(self, examples: Mapping[str, Sequence[str]]) -> None:
        """Create intents by intents:batchUpdate, and train the agent."""
        intents = [
            {"displayName": name, "trainingPhrases": phrases(texts, _LONGEST_PHRASE, type="EXAMPLE")}
            for name, texts in examples.items()
        ]
        for start in range(0, len(intents), _BATCH):
            batch = {"intents": intents[start : start + _BATCH]}
            body = {"intentBatchInline": batch, "languageCode": self.description.language}
            self._finish("intents:batchUpdate", body)
        operation = self.service.json("POST", f"{self._agent}:train", {})
        finish(self.service, "v2", operation, "training the agent")

    def classify(self, text: str) -> Guess | None:
        """Return the intent that is detected in a conversation of its own; None for a fallback intent."""
        text = text[:_LONGEST_QUESTION]
        asked = {"queryInput": {"text": {"text": text, "languageCode": self.description.language}}}
        request = HttpRequest.json("POST", f"{self._agent}/sessions/{session(text)}:detectIntent", asked)
        result = value_at(self.service.read(request, self.service.call(request)), "queryResult")
        if not isinstance(result, dict):
            raise self.service.error(request, "gave no queryResult: is base_url Dialogflow's?")
        name = value_at(result, "intent.displayName")
        if name is None or value_at(result, "intent.isFallback"):
            return None
        confidence = number_at(result, "intentDetectionConfidence", missing=0.0)
        if not isinstance(name, str) or confidence is None:
            raise self.service.error(request, "gave an intent that cannot be read")
        return Guess(name, confidence)

    @property
    def _agent(self) -> str:
        return f"/v2/{self.description.agent}"

    def _finish(self, method: str, body: Json) -> None:
        finish(self.service, "v2", self.service.json("POST", f"{self._agent}/{method}", body), method)
