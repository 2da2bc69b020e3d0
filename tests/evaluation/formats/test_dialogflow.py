"""Dialogflow ES and CX: agents as their exports are documented, and what we write read back."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings

from evaluation.formats.archive import packed
from evaluation.formats.content import ExampleRow, FileContent, ReplyRow, SourceFile
from evaluation.formats.registry import read_content
from tests.evaluation.formats.contents import again, contents, same


@pytest.mark.parametrize("name", ["dialogflow-es", "dialogflow-cx"])
def test_what_was_written_is_read_back(name: str) -> None:
    @settings(max_examples=20, deadline=None)
    @given(contents(("en", "zh")))
    def check(content: FileContent) -> None:
        assert same(again(content, name)) == same(content)

    check()


def test_an_agent_of_es_is_read_with_rich_messages_and_without_annotations() -> None:
    messages = [
        {"type": "0", "lang": "en", "speech": ["We pay well.", "Pay is good."]},
        {"type": 0, "lang": "en", "speech": "Ask us."},
        {"type": "2", "lang": "en", "title": "", "replies": ["Visa?", "Elsewhere"]},
        {"type": "1", "lang": "en", "buttons": [{"text": "Our page", "postback": "https://a.example"}]},
        {"type": "0", "lang": "de", "speech": ["Gut."]},
        {"type": "0", "platform": "telegram", "lang": "en", "speech": ["Elsewhere only."]},
        {"type": "4", "lang": "de", "payload": {"richContent": [[{"type": "info", "title": "Gehalt"}, 5], 6]}},
    ]
    phrases = [
        {
            "data": [{"text": "pay in "}, {"text": "Berlin", "alias": "city", "meta": "@sys.geo-city"}],
            "isTemplate": False,
        },
        {"data": [{"text": "pay in @sys.geo-city:city"}], "isTemplate": True},
        {"data": []},
    ]
    files = {
        "agent.json": "{}",
        "intents/Pay.json": json.dumps({"name": "Pay & more", "responses": [{"messages": messages}]}),
        "intents/Pay_usersays_en.json": json.dumps(phrases),
        "intents/Pay_usersays_zh-cn.json": json.dumps([{"data": [{"text": "薪水"}]}]),
        "intents/Visa.json": json.dumps({"name": "visa", "responses": []}),
        "intents/Visa_usersays_en.json": json.dumps([{"data": [{"text": "Visa"}]}]),
        "intents/Fallback.json": json.dumps({"name": "fallback", "fallbackIntent": True, "responses": [5]}),
    }
    read = read_content(SourceFile("agent.zip", packed(files)))
    assert read.rows == [
        ExampleRow("pay in Berlin", "Pay & more", "en"),
        ExampleRow("pay in city", "Pay & more", "en"),
        ExampleRow("薪水", "Pay & more", "zh"),
        ExampleRow("Visa", "visa", "en"),
    ]
    links = (("Our page", "https://a.example"),)
    assert set(read.replies) == {
        ReplyRow("Pay & more", "en", "We pay well.\n\nAsk us.", "", (("Visa?", "faq:visa"),), links),
        ReplyRow("Pay & more", "de", "Gut.", "Gehalt", (), ()),
    }
    assert {(note.code, note.n) for note in read.notes} == {("variants", 1), ("fallbacks", 1), ("buttons", 1)}


def test_an_agent_of_cx_is_read_with_the_routes_of_flows_and_pages() -> None:
    phrases = [{"parts": [{"text": "pay in "}, {"text": "Berlin", "parameterId": "city"}], "repeatCount": 1}]
    chips = {
        "richContent": [[{"type": "chips", "options": [{"text": "visa"}, {"text": "Us", "link": "https://a.example"}]}]]
    }
    route = {
        "intent": "Pay",
        "triggerFulfillment": {"messages": [{"text": {"text": ["Well."]}, "languageCode": "en"}, {"payload": chips}]},
    }
    yes = {"messages": [{"text": {"text": ["Ja."]}, "languageCode": "de"}]}
    files = {
        "agent.json": json.dumps({"defaultLanguageCode": "en-US"}),
        "intents/Pay/Pay.json": json.dumps({"displayName": "Pay"}),
        "intents/Pay/trainingPhrases/en.json": json.dumps({"trainingPhrases": phrases}),
        "intents/v/v.json": json.dumps({"displayName": "visa"}),
        "intents/v/trainingPhrases/de-AT.json": json.dumps({"trainingPhrases": [{"parts": [{"text": "Visum"}]}]}),
        "flows/Default Start Flow/Default Start Flow.json": json.dumps(
            {"transitionRoutes": [route, {"condition": "true"}]}
        ),
        "flows/Start/pages/p.json": json.dumps({"transitionRoutes": [{"intent": "visa", "triggerFulfillment": yes}]}),
    }
    read = read_content(SourceFile("agent.zip", packed(files)))
    assert read.rows == [ExampleRow("pay in Berlin", "Pay", "en"), ExampleRow("Visum", "visa", "de")]
    links = (("Us", "https://a.example"),)
    assert set(read.replies) == {
        ReplyRow("Pay", "en", "Well.", "", (("visa", "faq:visa"),), links),
        ReplyRow("visa", "de", "Ja.", "", (), ()),
    }


SPAM = "what is the weather in Rome"


def test_a_fallback_intent_of_es_is_no_topic() -> None:
    again_please = {"messages": [{"type": "0", "lang": "en", "speech": ["Again, please.", "What?"]}]}
    files = {
        "agent.json": "{}",
        "intents/pay.json": json.dumps({"name": "pay", "fallbackIntent": False}),
        "intents/pay_usersays_en.json": json.dumps([{"data": [{"text": "pay"}]}]),
        "intents/none.json": json.dumps({"name": "none", "fallbackIntent": True, "responses": [again_please]}),
        "intents/none_usersays_en.json": json.dumps([{"data": [{"text": SPAM}]}]),
    }
    read = read_content(SourceFile("agent.zip", packed(files)))
    assert (read.rows, read.replies) == ([ExampleRow("pay", "pay", "en")], [])
    assert [(note.code, note.n) for note in read.notes] == [("fallbacks", 1)]


def test_a_fallback_intent_of_cx_is_no_topic() -> None:
    again_please = {"messages": [{"text": {"text": ["Again, please.", "What?"]}, "languageCode": "en"}]}
    files = {
        "agent.json": "{}",
        "intents/pay/pay.json": json.dumps({"displayName": "pay"}),
        "intents/pay/trainingPhrases/en.json": json.dumps({"trainingPhrases": [{"parts": [{"text": "pay"}]}]}),
        "intents/none/none.json": json.dumps({"displayName": "none", "isFallback": True}),
        "intents/none/trainingPhrases/en.json": json.dumps({"trainingPhrases": [{"parts": [{"text": SPAM}]}]}),
        "flows/Start/Start.json": json.dumps(
            {"transitionRoutes": [{"intent": "none", "triggerFulfillment": again_please}]}
        ),
    }
    read = read_content(SourceFile("agent.zip", packed(files)))
    assert (list(read.rows), list(read.replies)) == ([ExampleRow("pay", "pay", "en")], [])
    assert [(note.code, note.n) for note in read.notes] == [("fallbacks", 1)]


@pytest.mark.parametrize("name", ["dialogflow-es", "dialogflow-cx"])
def test_categories_whose_names_are_one_as_names_of_files_keep_their_own_answers(name: str) -> None:
    called = ("Pay/bonus", "Pay_bonus", "Pay:bonus", "\\", "_")
    rows = [ExampleRow(f"question {number}", each, "en") for number, each in enumerate(called)]
    replies = [ReplyRow(each, "en", f"Answer of {each}", title=each, more="More.") for each in called]
    found = again(FileContent(rows, replies), name)
    assert {(each.text, each.category) for each in found.rows} == {(each.text, each.category) for each in rows}
    assert {(each.category, each.text) for each in found.replies} == {(each.category, each.text) for each in replies}
