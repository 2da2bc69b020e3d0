"""Dialogflow ES: the archive of an agent, with `intents/NAME.json` and `intents/NAME_usersays_LANGUAGE.json`."""

from __future__ import annotations

import re
from collections.abc import Mapping
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

_PHRASES: Final = re.compile(r"(?:^|.*/)intents/([^/]+)_usersays_([A-Za-z-]+)\.json")
_INTENT: Final = re.compile(r"(?:^|.*/)intents/([^/]+)\.json")
_VERSION: Final = "1.0.0"


def is_agent(archive: Archive) -> bool:
    """Tell whether an archive is an agent of Dialogflow ES."""
    return any(_PHRASES.fullmatch(name) for name in archive.names)


def read(source: SourceFile, choices: Choices) -> FileContent:
    """Read an agent; raises UnreadableFile where a file of it is missing or broken."""
    archive = Archive(source)
    phrases = [(name, match[1], match[2]) for name in archive.names if (match := _PHRASES.fullmatch(name))]
    asked = {name for name, _, _ in phrases}
    intents = {m[1]: name for name in archive.names if name not in asked and (m := _INTENT.fullmatch(name))}
    missing = next((stem for _, stem, _ in phrases if stem not in intents), None)
    if missing is not None:
        raise UnreadableFile("zip_missing", source.name, missing=f"intents/{missing}.json")
    every = {stem: archive.object(name) for stem, name in intents.items()}
    found = {stem: intent for stem, intent in every.items() if intent.get("fallbackIntent") is not True}
    called = {stem: plain(str(intent.get("name") or stem)) for stem, intent in found.items()}
    rows = [
        ExampleRow(text, called[stem], language_code(language))
        for name, stem, language in phrases
        if stem in found
        for text in _texts(archive.json(name))
    ]
    replies: list[ReplyRow] = []
    variants = 0
    for stem, intent in found.items():
        said = _said(intent)
        variants += sum(each.variants for each in said.values())
        made = [each.reply(called[stem], language) for language, each in said.items()]
        replies += [reply for reply in made if reply is not None]
    return FileContent(rows, replies, notes(variants=variants, fallbacks=len(every) - len(found)))


def _texts(phrases: Any) -> list[str]:
    every = [each for each in phrases if isinstance(each, dict)] if isinstance(phrases, list) else []
    return [text for each in every if (text := _template(phrase(each.get("data")), each.get("isTemplate")))]


def _template(text: str, is_template: Any) -> str:
    """A template says `@sys.geo-city:city` where a phrase would have a city."""
    return re.sub(r"@[\w.-]+:([\w-]+)", r"\1", text) if is_template is True else text


def _said(intent: Mapping[str, Any]) -> dict[str, ReplyMessages]:
    by_language: dict[str, ReplyMessages] = {}
    responses = intent.get("responses")
    for response in responses if isinstance(responses, list) else []:
        messages = response.get("messages") if isinstance(response, dict) else None
        for message in messages if isinstance(messages, list) else []:
            if isinstance(message, dict) and not message.get("platform"):
                language = language_code(str(message.get("lang") or "en"))
                _take(by_language.setdefault(language, ReplyMessages()), message)
    return by_language


def _take(said: ReplyMessages, message: Mapping[str, Any]) -> None:
    kind = str(message.get("type", ""))
    if kind == "0":
        said.text(message.get("speech"))
    elif kind == "1":
        for button in message.get("buttons") or []:
            postback = str(button.get("postback") or "") if isinstance(button, dict) else ""
            is_url = postback.startswith(("http://", "https://"))
            said.choice(button.get("text"), postback, url=postback if is_url else None)
    elif kind == "2":
        for title in message.get("replies") or []:
            said.choice(title)
    elif kind == "4":
        said.payload(message.get("payload"))


def write(content: FileContent) -> bytes:
    """Return an agent that Dialogflow ES restores, in all languages of the content."""
    languages = content.languages or ["en"]
    files = {"package.json": as_json({"version": _VERSION}), "agent.json": as_json(_agent(languages))}
    for category, name in file_names(content.categories).items():
        replies = [reply for reply in content.replies if reply.category == category]
        files[f"intents/{name}.json"] = as_json(_intent(category, replies))
        for language in languages:
            texts = content.texts_of(category, language)
            if texts:
                phrases = [_phrase(category, text) for text in texts]
                files[f"intents/{name}_usersays_{tag(language).lower()}.json"] = as_json(phrases)
    return packed(files)


def _agent(languages: list[str | None]) -> dict[str, Any]:
    first, *others = [tag(language).lower() for language in languages]
    return {"description": "", "language": first, "supportedLanguages": others, "displayName": "candor"}


def _intent(category: str, replies: list[ReplyRow]) -> dict[str, Any]:
    messages = [message for reply in replies for message in _messages(reply)]
    response = {
        "resetContexts": False, "action": "", "affectedContexts": [], "parameters": [], "messages": messages,
        "speech": [],
    }  # fmt: skip
    return {
        "id": _id(category), "name": category, "auto": True, "contexts": [], "responses": [response],
        "priority": 500000,
        "webhookUsed": False, "webhookForSlotFilling": False, "fallbackIntent": False, "events": [],
    }  # fmt: skip


def _messages(reply: ReplyRow) -> list[dict[str, Any]]:
    common = {"title": "", "textToSpeech": "", "lang": tag(reply.language).lower(), "condition": ""}
    payload = payload_of(reply)
    rich = [{"type": "4", **common, "payload": payload}] if payload else []
    return [{"type": "0", **common, "speech": [reply.text]}, *rich]


def _phrase(category: str, text: str) -> dict[str, Any]:
    data = [{"text": kept_line(text), "userDefined": False}]
    return {"id": _id(f"{category}\n{text}"), "data": data, "isTemplate": False, "count": 0, "updated": 0}


def _id(name: str) -> str:
    """The same for the same, so that an export is the same again."""
    return str(uuid5(NAMESPACE_URL, name))
