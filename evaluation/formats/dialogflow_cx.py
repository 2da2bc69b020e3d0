"""Dialogflow CX: the JSON package of an agent, `intents/NAME/trainingPhrases/LANGUAGE.json` and routes in flows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final
from uuid import NAMESPACE_URL, uuid5

from evaluation.formats.archive import Archive, as_json, file_names, packed
from evaluation.formats.content import (
    Choices,
    ExampleRow,
    FileContent,
    ReplyRow,
    SourceFile,
    kept_line,
    language_code,
    plain,
)
from evaluation.formats.dialogflow import ReplyMessages, notes, payload_of, phrase, tag
from evaluation.formats.reasons import UnreadableFile

_PHRASES: Final = re.compile(r"(.*?/?)intents/([^/]+)/trainingPhrases/([A-Za-z-]+)\.json")
_INTENT: Final = re.compile(r"(?:.*/)?intents/([^/]+)/\1\.json")
_ROUTES: Final = re.compile(r"(?:.*/)?flows/.+\.json")
_FLOW: Final = "Default Start Flow"
_FLOW_ID: Final = "00000000-0000-0000-0000-000000000000"


def is_agent(archive: Archive) -> bool:
    """Tell whether an archive is an agent of Dialogflow CX."""
    return any(_PHRASES.fullmatch(name) for name in archive.names)


def read(source: SourceFile, choices: Choices) -> FileContent:
    """Read an agent; raises UnreadableFile where a file of it is missing or broken."""
    archive = Archive(source)
    rows: list[ExampleRow] = []
    intents = {match[1]: name for name in archive.names if (match := _INTENT.fullmatch(name))}
    every = {stem: archive.object(name) for stem, name in intents.items()}
    found = {stem: intent for stem, intent in every.items() if intent.get("isFallback") is not True}
    called = {stem: plain(str(intent.get("displayName") or stem)) for stem, intent in found.items()}
    # A route says an intent's own name; that of its file may be another intent's own ("Pay_bonus" of "Pay/bonus").
    meant = called | {name: name for name in called.values()}
    for name in archive.names:
        if match := _PHRASES.fullmatch(name):
            folder, stem, language = match[1], match[2], match[3]
            if stem not in every:
                raise UnreadableFile("zip_missing", source.name, missing=f"{folder}intents/{stem}/{stem}.json")
            texts = _texts(archive.object(name)) if stem in found else []
            rows += [ExampleRow(text, called[stem], language_code(language)) for text in texts]
    default = _default_language(archive)
    said: dict[tuple[str, str], ReplyMessages] = {}
    for name in archive.names:
        if _ROUTES.fullmatch(name):
            for intent, message in _messages(archive.json(name)):
                language = language_code(str(message.get("languageCode") or default))
                _take(said.setdefault((meant.get(intent, intent), language), ReplyMessages()), message)
    known = {which: each for which, each in said.items() if which[0] in called.values()}
    variants = sum(each.variants for each in known.values())
    made = [each.reply(category, language) for (category, language), each in known.items()]
    replies = [reply for reply in made if reply is not None]
    return FileContent(rows, replies, notes(variants=variants, fallbacks=len(every) - len(found)))


def _default_language(archive: Archive) -> str:
    agent = next((name for name in archive.names if name.rpartition("/")[2] == "agent.json"), None)
    return str(archive.object(agent).get("defaultLanguageCode") or "en") if agent else "en"


def _texts(phrases: Mapping[str, Any]) -> list[str]:
    every = phrases.get("trainingPhrases")
    found = [phrase(each.get("parts")) for each in every if isinstance(each, dict)] if isinstance(every, list) else []
    return [text for text in found if text]


def _messages(flow: Any) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the messages of routes of a flow, a page or a group of routes, each with the name of its intent."""
    routes = flow.get("transitionRoutes") if isinstance(flow, dict) else None
    for route in routes if isinstance(routes, list) else []:
        intent = route.get("intent") if isinstance(route, dict) else None
        fulfillment = route.get("triggerFulfillment") if isinstance(route, dict) else None
        messages = fulfillment.get("messages") if isinstance(fulfillment, dict) else None
        if isinstance(intent, str) and isinstance(messages, list):
            yield from ((plain(intent), message) for message in messages if isinstance(message, dict))


def _take(said: ReplyMessages, message: Mapping[str, Any]) -> None:
    text = message.get("text")
    if isinstance(text, dict):
        said.text(text.get("text"))
    said.payload(message.get("payload"))


def write(content: FileContent) -> bytes:
    """Return an agent that Dialogflow CX restores: every intent is a route of the default start flow."""
    languages = content.languages or ["en"]
    files = {"agent.json": as_json(_agent(languages))}
    for category, name in file_names(content.categories).items():
        folder = f"intents/{name}"
        its = {"name": _id(category), "displayName": category, "priority": 500000}
        files[f"{folder}/{name}.json"] = as_json(its)
        for language in languages:
            phrases = [_phrase(text, language) for text in content.texts_of(category, language)]
            if phrases:
                files[f"{folder}/trainingPhrases/{tag(language).lower()}.json"] = as_json({"trainingPhrases": phrases})
    files[f"flows/{_FLOW}/{_FLOW}.json"] = as_json(_flow(content))
    return packed(files)


def _agent(languages: list[str | None]) -> dict[str, Any]:
    first, *others = [tag(language).lower() for language in languages]
    return {
        "displayName": "candor", "defaultLanguageCode": first, "supportedLanguageCodes": others,
        "timeZone": "Etc/UTC", "startFlow": _FLOW,
    }  # fmt: skip


def _phrase(text: str, language: str | None) -> dict[str, Any]:
    parts = [{"text": kept_line(text), "auto": True}]
    return {"id": _id(text), "parts": parts, "repeatCount": 1, "languageCode": tag(language).lower()}


def _flow(content: FileContent) -> dict[str, Any]:
    by_category: dict[str, list[dict[str, Any]]] = {}
    for reply in content.replies:
        by_category.setdefault(reply.category, []).extend(_said(reply))
    routes = [
        {"name": _id(f"route {category}"), "intent": category, "triggerFulfillment": {"messages": messages}}
        for category, messages in by_category.items()
    ]
    return {"name": _FLOW_ID, "displayName": _FLOW, "transitionRoutes": routes}


def _said(reply: ReplyRow) -> list[dict[str, Any]]:
    language, payload = {"languageCode": tag(reply.language).lower()}, payload_of(reply)
    text: dict[str, Any] = {"text": {"text": [reply.text]}, **language}
    return [text, {"payload": payload, **language}] if payload else [text]


def _id(name: str) -> str:
    return str(uuid5(NAMESPACE_URL, name))
