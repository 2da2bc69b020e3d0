"""Local servers that speak the documented protocols of Rasa and Dialogflow, and one for the generic engine."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import yaml

from tests.evaluation.engines.remote.service import Asked, FakeService, Said, nearest

NOTHING_THERE = Said({"error": {"code": 404, "message": "not found"}}, 404)


class RestService(FakeService):
    """Lists, creates, deletes and classifies under /intents and /classify, and trains when it is told to."""

    kind = "rest"

    def __init__(self) -> None:
        super().__init__()
        self.ids: dict[str, str] = {}
        self.trained: dict[str, list[str]] = {}
        self.polls = 0

    @property
    def description(self) -> dict[str, Any]:
        example = {"text": "{example}", "lang": "en"}
        return super().description | {
            "fallback_intents": ["none of these"],
            "all_intents": {"path": "/intents", "items": "data.intents", "name": "title", "id": "key"},
            "create_intent": {
                "path": "/intents",
                "body": {"title": "{intent}", "samples": "{examples}"},
                "example": example,
            },
            "delete_intent": {"path": "/intents/{id}"},
            "train": {"path": "/train"},
            "ready": {"path": "/train", "where": "state", "is": "ready", "failed": "broken"},
            "classify": {
                "path": "/classify",
                "body": {"q": "{text}"},
                "intent": "best.0.title",
                "confidence": "best.0.score",
            },
        }

    def names(self) -> list[str]:
        return list(self.ids)

    def answer(self, asked: Asked) -> Said:
        match asked.method, asked.path.split("/")[1:]:
            case "GET", ["intents"]:
                listed = [{"title": name, "key": key} for name, key in self.ids.items()]
                return Said({"data": {"intents": listed}})
            case "POST", ["intents"]:
                intent = asked.json()
                self.ids[intent["title"]] = f"k/{len(self.asked)}"
                self.examples[intent["title"]] = [one["text"] for one in intent["samples"]]
                return Said({"key": self.ids[intent["title"]]}, 201)
            case "DELETE", ["intents", *key]:
                name = next((name for name, own in self.ids.items() if own == "/".join(key)), None)
                if name is None:
                    return NOTHING_THERE
                del self.ids[name], self.examples[name]
                return Said(status=204)
            case "POST", ["train"]:
                self.trained, self.polls = dict(self.examples), 0
                return Said(status=202)
            case "GET", ["train"]:
                self.polls += 1
                return Said({"state": "ready" if self.polls > 2 else "busy"})
            case "POST", ["classify"]:
                found = nearest(self.trained, asked.json()["q"])
                best = [{"title": found[0], "score": found[1]}] if found else []
                return Said({"best": best or [{"title": "none of these", "score": 1.0}]})
        return NOTHING_THERE


class RasaService(FakeService):
    """`rasa run --enable-api --auth-token`: train gives a file, PUT /model loads it, parse asks it."""

    kind = "rasa"

    def __init__(self) -> None:
        super().__init__()
        self.files: dict[str, dict[str, list[str]]] = {}
        self.loaded: dict[str, list[str]] | None = None
        self.configuration: dict[str, Any] = {}

    @property
    def description(self) -> dict[str, Any]:
        return super().description | {"models_directory": "/app/models"}

    def names(self) -> list[str]:
        return list(self.loaded or {})

    def answer(self, asked: Asked) -> Said:
        match asked.method, asked.path:
            case "POST", "/model/train":
                return self._train(asked)
            case "PUT", "/model":
                self.loaded = self.files[asked.json()["model_file"]]
                return Said(status=204)
            case "DELETE", "/model":
                self.loaded = None
                return Said(status=204)
            case _ if self.loaded is None:
                reason = "No agent loaded. To continue processing, a model of a trained agent needs to be loaded."
                return Said({"status": "failure", "reason": "Conflict", "message": reason, "code": 409}, 409)
            case "GET", "/domain":
                return Said({"intents": [{name: {"use_entities": True}} for name in self.loaded], "entities": []})
            case "POST", "/model/parse":
                return Said(self._parse(asked.json()["text"]))
        return NOTHING_THERE

    def _train(self, asked: Asked) -> Said:
        assert asked.headers["content-type"] == "application/yaml"
        data = yaml.safe_load(asked.body)
        self.configuration = data
        taught = {one["intent"]: [example["text"] for example in one["examples"]] for one in data["nlu"]}
        assert list(taught) == data["intents"]
        file = f"nlu-{len(self.files)}.tar.gz"
        self.files[f"/app/models/{file}"] = taught
        return Said(b"\x1f\x8b not json", headers={"filename": file, "Content-Type": "application/gzip"})

    def _parse(self, text: str) -> Mapping[str, Any]:
        found = nearest(self.loaded or {}, text)
        name, confidence = found or ("nlu_fallback", 0.7)
        intent = {"name": name, "confidence": confidence}
        return {"text": text, "intent": intent, "entities": [], "intent_ranking": [intent]}


class DialogflowEsService(FakeService):
    """REST v2 of an agent that has a fallback intent and an intent of its own from the start."""

    kind = "dialogflow-es"
    agent = "projects/p-1/agent"

    def __init__(self) -> None:
        super().__init__()
        self.intents: dict[str, dict[str, Any]] = {}
        self.trained: dict[str, list[str]] = {}
        self.running: dict[str, int] = {}
        self._add({"displayName": "Default Fallback Intent", "isFallback": True})
        self._add({"displayName": "Default Welcome Intent", "trainingPhrases": [{"parts": [{"text": "hello there"}]}]})

    @property
    def description(self) -> dict[str, Any]:
        return super().description | {"project": "p-1", "language": "de"}

    def names(self) -> list[str]:
        return [intent["displayName"] for intent in self.intents.values()]

    def answer(self, asked: Asked) -> Said:
        path = asked.path.removeprefix("/v2/")
        match asked.method, path.removeprefix(self.agent):
            case "GET", "/intents":
                return self._page(int(asked.query.get("pageToken") or 0))
            case "POST", "/intents:batchUpdate":
                assert asked.json()["languageCode"] == "de"
                for intent in asked.json()["intentBatchInline"]["intents"]:
                    assert all(phrase["type"] == "EXAMPLE" for phrase in intent["trainingPhrases"])
                    self._add(intent)
                return self._operation()
            case "POST", "/intents:batchDelete":
                for intent in asked.json()["intents"]:
                    del self.intents[intent["name"]]
                return self._operation()
            case "POST", ":train":
                self.trained = {
                    one["displayName"]: [phrase["parts"][0]["text"] for phrase in one.get("trainingPhrases", [])]
                    for one in self.intents.values()
                }
                return self._operation()
            case "GET", _ if path in self.running:
                self.running[path] -= 1
                return Said({"name": path, "done": True} if self.running[path] <= 0 else {"name": path})
            case "POST", tail if re.fullmatch(r"/sessions/[\w-]{1,36}:detectIntent", tail):
                return Said({"responseId": "r", "queryResult": self._detect(asked.json()["queryInput"]["text"])})
        return NOTHING_THERE

    def _detect(self, asked: Mapping[str, str]) -> dict[str, Any]:
        assert asked["languageCode"] == "de"
        assert len(asked["text"]) <= 256
        found = nearest(self.trained, asked["text"])
        if found is None:
            fallback = {"name": "i", "displayName": "Default Fallback Intent", "isFallback": True}
            return {"queryText": asked["text"], "intent": fallback, "intentDetectionConfidence": 1}
        intent = {"name": "i", "displayName": found[0]}
        return {"queryText": asked["text"], "intent": intent, "intentDetectionConfidence": found[1]}

    def _page(self, start: int) -> Said:
        page = list(self.intents.values())[start : start + 3]
        more = {"nextPageToken": str(start + 3)} if start + 3 < len(self.intents) else {}
        return Said({"intents": page} | more)

    def _add(self, intent: Mapping[str, Any]) -> str:
        name = f"{self.agent}/intents/{len(self.asked)}-{len(self.intents)}"
        self.intents[name] = {**intent, "name": name}
        return name

    def _operation(self) -> Said:
        name = f"projects/p-1/operations/{len(self.running)}"
        self.running[name] = 2
        return Said({"name": name})


class DialogflowCxService(FakeService):
    """REST v3 of an agent whose start flow has a route of its own; only intents with a route are matched."""

    kind = "dialogflow-cx"
    agent = "projects/p-1/locations/europe-west3/agents/a-1"
    flow = f"{agent}/flows/00000000-0000-0000-0000-000000000000"

    def __init__(self) -> None:
        super().__init__()
        self.intents: dict[str, dict[str, Any]] = {}
        self.trained: dict[str, list[str]] = {}
        welcome = self._add({"displayName": "Welcome", "trainingPhrases": [{"parts": [{"text": "hello there"}]}]})
        self.routes: list[dict[str, Any]] = [{"name": "r-1", "intent": welcome}]

    @property
    def description(self) -> dict[str, Any]:
        return super().description | {"project": "p-1", "location": "europe-west3", "agent": "a-1"}

    def names(self) -> list[str]:
        return [intent["displayName"] for intent in self.intents.values()]

    def answer(self, asked: Asked) -> Said:
        path = asked.path.removeprefix("/v3/")
        match asked.method, path.removeprefix(self.agent):
            case "GET", "/intents":
                assert asked.query["intentView"] == "INTENT_VIEW_PARTIAL"
                return Said({"intents": list(self.intents.values())})
            case "POST", "/intents":
                if asked.json()["displayName"] in {one["displayName"] for one in self.intents.values()}:
                    return Said({"error": {"code": 409, "status": "ALREADY_EXISTS"}}, 409)
                return Said(self.intents[self._add(asked.json())])
            case "DELETE", _ if path in self.intents:
                if any(route.get("intent") == path for route in self.routes):
                    return Said({"error": {"code": 400, "message": "referenced by a route"}}, 400)
                del self.intents[path]
                return Said({})
            case "GET", _ if path == self.flow:
                return Said({"name": self.flow, "transitionRoutes": self.routes})
            case "PATCH", _ if path == self.flow:
                assert asked.query == {"updateMask": "transitionRoutes"}
                self.routes = asked.json()["transitionRoutes"]
                return Said({"name": self.flow})
            case "POST", _ if path == f"{self.flow}:train":
                self.trained = {
                    self.intents[route["intent"]]["displayName"]: [
                        phrase["parts"][0]["text"] for phrase in self.intents[route["intent"]]["trainingPhrases"]
                    ]
                    for route in self.routes
                }
                return Said({"name": "projects/p-1/locations/europe-west3/operations/1", "done": True, "response": {}})
            case "POST", tail if re.fullmatch(r"/sessions/[\w-]{1,36}:matchIntent", tail):
                return Said(self._match(asked.json()["queryInput"]))
        return NOTHING_THERE

    def _match(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        assert asked["languageCode"] == "en"
        found = nearest(self.trained, asked["text"]["text"])
        if found is None:
            return {"text": asked["text"]["text"], "matches": [{"matchType": "NO_MATCH", "confidence": 1}]}
        intent = {"name": "i", "displayName": found[0]}
        return {"matches": [{"intent": intent, "matchType": "INTENT", "confidence": found[1]}]}

    def _add(self, intent: Mapping[str, Any]) -> str:
        name = f"{self.agent}/intents/{len(self.asked)}-{len(self.intents)}"
        self.intents[name] = {**intent, "name": name}
        return name


VENDORS = (RestService, RasaService, DialogflowEsService, DialogflowCxService)
