"""Amazon Lex V2: bots as their exports are documented, and what we write read back."""

from __future__ import annotations

import json
import re

from hypothesis import given, settings

from evaluation.formats.archive import Archive, packed
from evaluation.formats.content import ExampleRow, FileContent, ReplyRow, SourceFile
from evaluation.formats.registry import read_content, write_content
from tests.evaluation.formats.contents import again, contents, same


@settings(max_examples=20, deadline=None)
@given(contents(("en", "fr"), extra="[]", general=False))
def test_what_was_written_is_read_back(content: FileContent) -> None:
    assert same(again(content, "lex")) == same(content)


def bot_with_a_slot() -> dict[str, str]:
    """Return the files of a bot that asks for a town, answers with a link and closes with a card."""
    said = {
        "messageGroupsList": [
            {"message": {"plainTextMessage": {"value": "Well.\n\n[Us](https://a.example)"}}, "variations": None}
        ]
    }
    card = {"title": "Pay", "buttons": [{"text": "Visa", "value": "need a visa"}, {"text": "X", "value": "nothing"}]}
    closing = {
        "closingResponse": {"messageGroupsList": [{"message": {"imageResponseCard": card, "plainTextMessage": None}}]}
    }
    pay = {
        "name": "Pay",
        "description": "about pay",
        "sampleUtterances": [{"utterance": "pay in {City} from {StartDate}"}, {"utterance": "pay"}],
        "fulfillmentCodeHook": {"postFulfillmentStatusSpecification": {"successResponse": said}},
        "intentClosingSetting": closing,
        "initialResponseSetting": None,
    }
    return {
        "Manifest.json": "{}",
        "B/BotLocales/de_DE/BotLocale.json": json.dumps({"identifier": "de_DE"}),
        "B/BotLocales/de_DE/Intents/Pay/Intent.json": json.dumps(pay),
        "B/BotLocales/de_DE/Intents/Pay/Slots/City/Slot.json": json.dumps({"name": "City", "slotTypeName": "Cities"}),
        "B/BotLocales/de_DE/SlotTypes/Cities/SlotType.json": json.dumps(
            {"slotTypeValues": [{"sampleValue": {"value": "Ulm"}}]}
        ),
        "B/BotLocales/de_DE/Intents/Visa/Intent.json": json.dumps(
            {"name": "Visa", "sampleUtterances": [{"utterance": "need a visa"}]}
        ),
        "B/BotLocales/de_DE/Intents/FallbackIntent/Intent.json": json.dumps(
            {"name": "FallbackIntent", "sampleUtterances": None}
        ),
    }


def test_a_bot_is_read_with_slots_filled_by_their_first_value() -> None:
    read = read_content(SourceFile("bot.zip", packed(bot_with_a_slot())))
    assert read.rows == [
        ExampleRow("pay in Ulm from start date", "Pay", "de"),
        ExampleRow("pay", "Pay", "de"),
        ExampleRow("need a visa", "Visa", "de"),
    ]
    assert read.replies == [
        ReplyRow("Pay", "de", "Well.", "Pay", (("Visa", "faq:Visa"),), (("Us", "https://a.example"),))
    ]
    assert {(note.code, note.n) for note in read.notes} == {("slots", 1), ("buttons", 1)}


def test_every_name_of_an_intent_is_one_that_lex_takes() -> None:
    names = ["Gehalt & Bonus", "薪资", "working_hours", "a__b", "x" * 150]
    content = FileContent([ExampleRow(f"{name}?", name, "en") for name in names])
    archive = Archive(SourceFile("a.zip", write_content(content, "lex")))
    intents = [archive.object(name)["name"] for name in archive.names if name.endswith("Intent.json")]
    assert len(set(intents)) == len(names)
    assert all(re.fullmatch(r"([0-9a-zA-Z][_-]?){1,100}", name) for name in intents)


def test_a_button_that_says_a_question_leads_to_its_category_though_another_is_called_so() -> None:
    rows = [ExampleRow("Pay", "salary", "en"), ExampleRow("Pay?", "bonus", "en"), ExampleRow("When?", "pay", "en")]
    replies = [ReplyRow("pay", "en", "Soon.", buttons=(("A", "faq:salary"), ("B", "faq:bonus"), ("C", "faq:pay")))]
    assert again(FileContent(rows, replies), "lex").replies[0].buttons == replies[0].buttons


def test_a_button_to_a_category_whose_question_has_braces_leads_there() -> None:
    rows = [ExampleRow("may I {really} bring a dog", "dogs", "en"), ExampleRow("pay?", "Pay {gross}", "en")]
    buttons = (("Dogs", "faq:dogs"), ("Pay", "faq:Pay {gross}"))
    read = again(FileContent(rows, [ReplyRow("dogs", "en", "Yes.", buttons=buttons)]), "lex")
    assert read.replies[0].buttons == buttons
    assert not read.notes
