"""Rasa: training data in YAML 3.1, with answers as responses of the domain; a file, or an archive of a project.

The answer to the intent `pay` is the response `utter_pay`, or the one that a rule says: docs/formats.md names the pages
of Rasa's documentation.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import PurePosixPath
from typing import Any, Final

import yaml

from evaluation.formats.archive import SIGNATURE, Archive, packed
from evaluation.formats.content import (
    FAQ,
    Choices,
    ExampleRow,
    FileContent,
    Pairs,
    ReadingNote,
    ReplyRow,
    SourceFile,
    kept_line,
    language_code,
    last_of_each,
    plain,
)
from evaluation.formats.encoding import decoded
from evaluation.formats.reasons import UnreadableFile

# `CBaseLoader` takes every value for text, so that an intent may be called "no".
_LOADER: Final = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
_DEEPEST: Final = 40
_ENTITY: Final = re.compile(r"\[([^\[\]]+)\](?:\([^()]*\)|\{[^{}]*\})")
_UTTER: Final = "utter_"
_GENERAL: Final = "general:"
_SUFFIXES: Final = (".yml", ".yaml")
_Document = tuple[str, Mapping[str, Any]]


def read(source: SourceFile, choices: Choices) -> FileContent:
    """Read a YAML file or an archive of them; each folder with a `config.yml` is a bot in its language."""
    if not source.content.startswith(SIGNATURE):
        text = decoded(source.name, source.content, choices.encoding)[0]
        return _bot([(source.name, _document(source.name, text))], None)
    archive = Archive(source)
    found = [
        (name, _document(archive.path(name), archive.text(name)))
        for name in archive.names
        if name.endswith(_SUFFIXES) and archive.read(name).strip()
    ]
    configs = [name for name, document in found if "language" in document]
    bots: dict[str, list[_Document]] = {}
    for name, document in found:
        inside = [config for config in configs if PurePosixPath(config).parent in PurePosixPath(name).parents]
        bots.setdefault(max(inside, key=len, default=""), []).append((archive.path(name), document))
    return joined(_bot(documents, _language(documents)) for documents in bots.values())


def joined(parts: Iterable[FileContent]) -> FileContent:
    """Return all that several parts of a file hold."""
    every = list(parts)
    rows = [row for part in every for row in part.rows]
    return FileContent(rows, [r for part in every for r in part.replies], [n for part in every for n in part.notes])


def _document(name: str, text: str) -> Mapping[str, Any]:
    _refuse_depth(name, text)
    try:
        document = yaml.load(text, _LOADER)  # noqa: S506  it makes nothing but texts, lists and dicts
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise _broken(name, error) from error
    return document if isinstance(document, dict) else {}


def _refuse_depth(name: str, text: str) -> None:
    """Look before loading: libyaml overflows the stack on what is nested deep enough, which ends the process."""
    depth = 0
    try:
        for event in yaml.parse(text, _LOADER):
            depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
            if depth > _DEEPEST or isinstance(event, yaml.AliasEvent):
                raise UnreadableFile("yaml_deep", name)
    except UnreadableFile:
        raise
    except (yaml.YAMLError, ValueError) as error:
        raise _broken(name, error) from error


def _broken(name: str, error: Exception) -> UnreadableFile:
    mark = getattr(error, "problem_mark", None)
    reason = getattr(error, "problem", None) or "unreadable"
    return UnreadableFile("broken_yaml", name, mark.line + 1 if mark else None, reason=kept_line(str(reason)))


def _language(documents: Iterable[_Document]) -> str | None:
    named = [document["language"] for _, document in documents if isinstance(document.get("language"), str)]
    return language_code(named[0]) if named else None


def _bot(documents: list[_Document], language: str | None) -> FileContent:
    rows = [row for name, document in documents for row in _examples(name, document, language)]
    intents = {row.category for row in rows} | {name for _, its in documents for name in _named(its.get("intents"))}
    said: dict[str, list[str]] = {}
    for _, document in documents:
        said |= _answered_by_rules(document)
    replies, variants = [], 0
    for _, document in documents:
        for action, wordings in _items(document.get("responses")):
            variants += isinstance(wordings, list) and sum(isinstance(one, dict) for one in wordings) > 1
            for intent in said.get(action) or [action.removeprefix(_UTTER)]:
                replies += _reply(intent, language, wordings)
    known = [reply for reply in replies if reply.category in intents or not intents]
    notes = [ReadingNote("variants", variants)] if variants else []
    return FileContent(rows, last_of_each(known), notes)


def _named(intents: Any) -> Iterator[str]:
    """Return the intents that a domain names; one with settings is an object with one key."""
    for each in intents if isinstance(intents, list) else ():
        yield from each if isinstance(each, dict) else [plain(str(each))]


def _items(value: Any) -> Iterator[tuple[str, Any]]:
    yield from value.items() if isinstance(value, dict) else ()


def _examples(name: str, document: Mapping[str, Any], language: str | None) -> Iterator[ExampleRow]:
    for item in document.get("nlu") or ():
        if not isinstance(item, dict) or not isinstance(item.get("intent"), str):
            continue  # synonyms, lookup tables and patterns are no questions
        for sentence in _sentences(item.get("examples")):
            text = kept_line(_ENTITY.sub(r"\1", sentence))
            if text:
                yield ExampleRow(text, plain(item["intent"]), language)


def _sentences(examples: Any) -> Iterator[str]:
    """Examples are lines that begin with a hyphen, or a list of objects with the key `text`."""
    if isinstance(examples, str):
        yield from (line.strip()[1:] for line in examples.splitlines() if line.strip().startswith("-"))
    for each in examples if isinstance(examples, list) else ():
        text = each.get("text") if isinstance(each, dict) else each
        yield text.strip().removeprefix("- ") if isinstance(text, str) else ""


def _answered_by_rules(document: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return the intents that rules of two steps, an intent and an action, answer by each action."""
    found: dict[str, list[str]] = {}
    for rule in document.get("rules") or ():
        steps = rule.get("steps") if isinstance(rule, dict) else None
        if not isinstance(steps, list) or len(steps) != 2 or not all(isinstance(step, dict) for step in steps):
            continue
        intent, action = steps[0].get("intent"), steps[1].get("action")
        if isinstance(intent, str) and isinstance(action, str):
            found.setdefault(action, []).append(intent)
    return found


def _reply(intent: str, language: str | None, wordings: Any) -> list[ReplyRow]:
    said = next((one for one in wordings if isinstance(one, dict)), {}) if isinstance(wordings, list) else {}
    text = said.get("text")
    if not isinstance(text, str) or not plain(text):
        return []
    custom = next((one for one in [said.get("custom")] if isinstance(one, dict)), {})
    more = plain(str(custom.get("more") or "")) or None
    buttons = tuple((title, _target(payload)) for title, payload in _pairs(said.get("buttons"), "payload"))
    links = _pairs(custom.get("links"), "url") + _pairs(said.get("buttons"), "url")
    return [ReplyRow(plain(intent), language, plain(text), plain(str(custom.get("title") or "")), buttons, links, more)]


def _pairs(items: Any, key: str) -> Pairs:
    every = [each for each in items if isinstance(each, dict)] if isinstance(items, list) else []
    return tuple(
        (plain(str(each["title"])), plain(str(each[key]))) for each in every if each.get("title") and each.get(key)
    )


def _target(payload: str) -> str:
    """A payload `/pay{"city": "Berlin"}` names an intent; any other is what the button says."""
    if not payload.startswith("/"):
        return payload
    name, brace, rest = payload[1:].partition("{")
    intent = name if _is_object(brace + rest) else payload[1:]
    return intent if intent.startswith(_GENERAL) else FAQ + intent


def _is_object(text: str) -> bool:
    try:
        return isinstance(json.loads(text), dict)
    except (ValueError, RecursionError):
        return False


def write(content: FileContent) -> bytes:
    """Return an archive with a project for each language, in a folder of its name."""
    files: dict[str, str] = {}
    for language in content.languages:
        part = content.only(language)
        folder = language or "und"
        files[f"{folder}/config.yml"] = _dumped({"language": folder})
        files[f"{folder}/domain.yml"] = _dumped(_domain(part))
        files[f"{folder}/data/nlu.yml"] = _dumped({"version": "3.1", "nlu": _nlu(part, language)})
        files[f"{folder}/data/rules.yml"] = _dumped({"version": "3.1", "rules": _rules(part)})
    return packed(files)


def _nlu(part: FileContent, language: str | None) -> list[dict[str, str]]:
    asked = dict.fromkeys(row.category for row in part.rows)
    return [
        {"intent": each, "examples": "".join(f"- {_escaped(text)}\n" for text in part.texts_of(each, language))}
        for each in asked
    ]


def _escaped(text: str) -> str:
    """What Rasa would take for an entity gets a space, as there is no other way to say it."""
    return _ENTITY.sub(lambda match: match[0].replace("](", "] (").replace("]{", "] {"), kept_line(text))


def _rules(part: FileContent) -> list[dict[str, Any]]:
    return [
        {"rule": reply.category, "steps": [{"intent": reply.category}, {"action": _UTTER + reply.category}]}
        for reply in part.replies
    ]


def _domain(part: FileContent) -> dict[str, Any]:
    responses = {_UTTER + reply.category: [_response(reply)] for reply in part.replies}
    return {"version": "3.1", "intents": part.categories, "responses": responses}


def _response(reply: ReplyRow) -> dict[str, Any]:
    said: dict[str, Any] = {"text": reply.text}
    if reply.buttons:
        said["buttons"] = [
            {"title": title, "payload": "/" + target.removeprefix(FAQ)} for title, target in reply.buttons
        ]
    custom: dict[str, Any] = {"title": reply.title} if reply.title else {}
    custom |= {"more": reply.more} if reply.more else {}
    if reply.links:
        custom["links"] = [{"title": title, "url": url} for title, url in reply.links]
    return {**said, "custom": custom} if custom else said


class _Dumper(yaml.SafeDumper):
    """Writes texts of several lines as blocks, as Rasa does."""


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)


_Dumper.add_representer(str, _text)


def _dumped(value: object) -> str:
    return yaml.dump(value, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=10_000)
