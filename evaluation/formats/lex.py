"""Amazon Lex V2: the archive of a bot, with an `Intent.json` for each intent of each locale."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any, Final

from evaluation.formats import markup
from evaluation.formats.archive import Archive, as_json, packed
from evaluation.formats.content import (
    FAQ,
    Choices,
    ExampleRow,
    FileContent,
    ReadingNote,
    ReplyRow,
    SourceFile,
    kept_line,
    language_code,
    last_of_each,
    plain,
)

_INTENT: Final = re.compile(r"(?:(.*)/)?Intents/([^/]+)/Intent\.json")
_SLOT: Final = re.compile(r"\{([\w.-]+)\}")
_LOCALES: Final = {"en": "en_US", "de": "de_DE", "fr": "fr_FR", "zh": "zh_CN"}
_NAME: Final = re.compile(r"(?:[0-9A-Za-z][_-]?){1,100}")
_BOT: Final = "Candor"
_ANSWERS: Final = (
    ("initialResponseSetting", "initialResponse"),
    ("fulfillmentCodeHook", "postFulfillmentStatusSpecification", "successResponse"),
    ("intentClosingSetting", "closingResponse"),
)


def is_bot(archive: Archive) -> bool:
    """Tell whether an archive is a bot of Lex V2, or one of its locales."""
    return any(_INTENT.fullmatch(name) for name in archive.names)


def read(source: SourceFile, choices: Choices) -> FileContent:
    """Read a bot; slots in sample utterances become their first value. Raises UnreadableFile."""
    archive = Archive(source)
    rows, replies = [], []
    unfilled = variants = 0
    for name in archive.names:
        match = _INTENT.fullmatch(name)
        if match is None:
            continue
        intent, folder = archive.object(name), match[1] or ""
        language, category = _language(archive, folder), _category(intent, match[2])
        values = _slot_values(archive, f"{folder}/" if folder else "", match[2])
        for text in _utterances(intent):
            unfilled += any(slot not in values for slot in _SLOT.findall(text))
            rows.append(ExampleRow(kept_line(_filled(text, values)), category, language))
        reply, several = _reply(intent, category, language)
        replies += [reply] if reply else []
        variants += several
    notes = [ReadingNote(code, n) for code, n in (("slots", unfilled), ("variants", variants)) if n]
    return FileContent([row for row in rows if row.text], last_of_each(replies), notes)


def _language(archive: Archive, folder: str) -> str | None:
    """The locale is the name of the folder, or stands in the file beside the intents."""
    file = f"{folder}/BotLocale.json" if folder else "BotLocale.json"
    if file in archive.names:
        return language_code(str(archive.object(file).get("identifier") or folder.rpartition("/")[2]))
    name = folder.rpartition("/")[2]
    return language_code(name) if re.fullmatch(r"[a-z]{2}_[A-Z0-9]+", name) else None


def _category(intent: Mapping[str, Any], folder: str) -> str:
    """A name has Latin letters and figures alone; an export of ours keeps what the category is called beside it."""
    name, description = plain(str(intent.get("name") or folder)), plain(str(intent.get("description") or ""))
    return description if description and lex_name(description) == name else name


def _utterances(intent: Mapping[str, Any]) -> list[str]:
    return [str(each["utterance"]) for each in _dicts(intent.get("sampleUtterances")) if each.get("utterance")]


def _slot_values(archive: Archive, folder: str, intent: str) -> dict[str, str]:
    """Return a value for each slot of an intent: the first of its type."""
    found: dict[str, str] = {}
    slots = re.compile(re.escape(f"{folder}Intents/{intent}/Slots/") + r"([^/]+)/Slot\.json")
    for name in archive.names:
        if match := slots.fullmatch(name):
            type_name = archive.object(name).get("slotTypeName")
            file = f"{folder}SlotTypes/{type_name}/SlotType.json"
            values = _dicts(archive.object(file).get("slotTypeValues")) if file in archive.names else []
            first = next((_inside(each, "sampleValue").get("value") for each in values), None)
            found |= {match[1]: str(first)} if first else {}
    return found


def _filled(text: str, values: Mapping[str, str]) -> str:
    return _SLOT.sub(lambda match: values.get(match[1]) or _in_words(match[1]), text)


def _in_words(name: str) -> str:
    """Return the name of a slot as words.

    >>> _in_words("PizzaSize"), _in_words("start_date")
    ('pizza size', 'start date')
    """
    return re.sub(r"(?<=[a-z])(?=[A-Z])|[_.-]+", " ", name).lower()


def _reply(intent: Mapping[str, Any], category: str, language: str | None) -> tuple[ReplyRow | None, int]:
    texts, cards, variants = [], [], 0
    for path in _ANSWERS:
        for group in _groups(intent, path):
            message = _inside(group, "message")
            variants += bool(group.get("variations"))
            text = _inside(message, "plainTextMessage").get("value")
            texts += [plain(text)] if isinstance(text, str) and plain(text) else []
            cards += [card] if (card := _inside(message, "imageResponseCard")) else []
    if not texts:
        return None, 0
    text, links = markup.without_links("\n\n".join(texts))
    title = next((kept_line(str(card["title"])) for card in cards if card.get("title")), "")
    pressed = [each for card in cards for each in _dicts(card.get("buttons")) if each.get("text")]
    buttons = tuple((kept_line(str(each["text"])), plain(str(each.get("value") or each["text"]))) for each in pressed)
    return ReplyRow(category, language, text, title, buttons, links), variants


def _groups(intent: Mapping[str, Any], path: tuple[str, ...]) -> Iterator[Mapping[str, Any]]:
    found: Mapping[str, Any] = intent
    for key in path:
        found = _inside(found, key)
    yield from _dicts(found.get("messageGroupsList") or found.get("messageGroups"))


def _inside(value: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    found = value.get(key)
    return found if isinstance(found, dict) else {}


def _dicts(values: Any) -> list[Mapping[str, Any]]:
    return [value for value in values if isinstance(value, dict)] if isinstance(values, list) else []


def lex_name(category: str) -> str:
    """Return the name that an intent of Lex may have: letters, figures and single `_` or `-`.

    >>> lex_name("working_hours"), lex_name("Gehalt & Bonus")
    ('working_hours', 'Gehalt_Bonus_11dc86')
    """
    if _NAME.fullmatch(category):
        return category
    letters = re.sub(r"[^0-9A-Za-z]+", "_", category).strip("_")[:80].strip("_")
    mark = sha256(category.encode()).hexdigest()[:6]
    return f"{letters}_{mark}" if letters else f"Intent_{mark}"


def write(content: FileContent) -> bytes:
    """Return a bot that Lex V2 imports, with a locale for each language."""
    manifest = {"schemaVersion": "1.0", "fileFormat": "LexJson", "resourceType": "BOT"}
    files = {
        "Manifest.json": as_json({"metaData": manifest}),
        f"{_BOT}/Bot.json": as_json(
            {"name": _BOT, "version": "DRAFT", "dataPrivacy": {"childDirected": False}, "idleSessionTTLInSeconds": 300}
        ),
    }
    for spoken in content.languages:
        language = spoken or "en"
        locale = _LOCALES.get(language, f"{language}_{language.upper()}")
        folder = f"{_BOT}/BotLocales/{locale}"
        its = {"name": locale, "identifier": locale, "nluConfidenceThreshold": 0.4}
        files[f"{folder}/BotLocale.json"] = as_json(its)
        for category in content.categories:
            reply = next((r for r in content.replies if (r.category, r.language) == (category, spoken)), None)
            texts = content.texts_of(category, spoken)
            if texts or reply:
                name = lex_name(category)
                files[f"{folder}/Intents/{name}/Intent.json"] = as_json(_intent(category, texts, reply, content))
    return packed(files)


def _intent(category: str, texts: list[str], reply: ReplyRow | None, content: FileContent) -> dict[str, Any]:
    closing = {"closingResponse": {"messageGroupsList": _messages(reply, content), "allowInterrupt": True}}
    return {
        "name": lex_name(category),
        "description": category,
        "sampleUtterances": [{"utterance": _unslotted(text)} for text in texts],
        "intentClosingSetting": {"isActive": True, **closing} if reply else None,
    }


def _unslotted(text: str) -> str:
    """Braces would make a slot of what stands in them."""
    return kept_line(text).replace("{", "(").replace("}", ")")


def _messages(reply: ReplyRow | None, content: FileContent) -> list[dict[str, Any]]:
    if reply is None:
        return []
    text = {"plainTextMessage": {"value": markup.with_links(reply.text, reply.links or ())}}
    groups: list[dict[str, Any]] = [{"message": text, "variations": None}]
    buttons = [(title, _said(target, reply.language, content)) for title, target in reply.buttons or ()]
    if reply.title or buttons:
        card = {"title": reply.title or " ", "buttons": [{"text": title, "value": said} for title, said in buttons]}
        groups.append({"message": {"imageResponseCard": card}, "variations": None})
    return groups


def _said(target: str, language: str | None, content: FileContent) -> str:
    """A button of Lex says something for the person: a question of the category that it leads to, as it is written."""
    category = target.removeprefix(FAQ)
    return next(map(_unslotted, content.texts_of(category, language)), category)
