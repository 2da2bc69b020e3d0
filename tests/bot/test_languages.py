"""Each message in its own language: texts and answers follow; and messages in no language at all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

import pytest

from nlu.language.detector import LanguageDetector
from nlu.understanding import Stage
from storage.answers import answers
from storage.answers.answers import Answer
from storage.conversations import conversations
from storage.reviews import decisions
from tests.bot.conftest import NOW, SCRIPT, Chat, ScriptedDetector, ScriptedModels


def language_of(chat: Chat) -> str:
    opened = chat.opened.conversation
    return chat.database.read_now(lambda conn: conversations.get(conn, opened.company_id, opened.id)).language


def put(chat: Chat, category: str, language: str, text: str) -> None:
    company_id = chat.opened.conversation.company_id
    chat.database.write_now(lambda conn: answers.put(conn, company_id, Answer(category, language, text), NOW))


def test_the_bot_answers_in_the_language_of_each_message(chat: Chat) -> None:
    assert "Recruiting-Team" in chat.say("[de] xyzzy").replies[0].text
    assert language_of(chat) == "de"
    assert "recruiting team" in chat.say("[en] xyzzy").replies[0].text
    assert language_of(chat) == "en"


def test_a_message_that_does_not_tell_stays_in_the_conversations_language(chat: Chat) -> None:
    chat.say("[de] xyzzy")
    assert "Recruiting-Team" in chat.say("ok xyzzy").replies[0].text


def test_a_language_asked_for_in_words_is_the_one_that_is_spoken(chat: Chat) -> None:
    said = chat.say("!change_language auf Deutsch bitte").replies[0].text
    assert said.startswith("Gern, machen wir auf Deutsch weiter")
    assert "Recruiting-Team" in chat.say("xyzzy").replies[0].text


@pytest.mark.parametrize("said", ["[de] auf Deutsch bitte. what do you pay", "[de] auf Deutsch bitte, what do you pay"])
def test_a_question_beside_the_wish_for_a_language_is_answered_in_it(chat: Chat, said: str) -> None:
    put(chat, "salary", "de", "Wir zahlen gut.")
    assert [reply.text for reply in chat.say(said).replies] == ["Wir zahlen gut."]
    assert language_of(chat) == "de"


def test_the_decision_names_the_language_of_the_message(chat: Chat) -> None:
    chat.say("[de] xyzzy")
    opened = chat.opened.conversation
    (made,) = chat.database.read_now(lambda conn: decisions.of_conversation(conn, opened.company_id, opened.id))
    assert made.language == "de"


def test_an_answer_in_the_candidates_language_comes_alone(chat: Chat) -> None:
    put(chat, "salary", "de", "Wir zahlen gut.")
    chat.say("[de] xyzzy")
    assert [reply.text for reply in chat.say("what do you pay").replies] == ["Wir zahlen gut."]


@pytest.mark.parametrize("unwritten", [None, "  "])
def test_an_answer_that_nobody_wrote_in_it_is_given_in_the_companys_own_language_and_says_so(
    chat: Chat, unwritten: str | None
) -> None:
    if unwritten is not None:
        put(chat, "salary", "de", unwritten)
    chat.say("[de] xyzzy")
    line, answer = chat.say("what do you pay").replies
    assert line.text == "Diese Antwort gibt es bisher nur auf Englisch:"
    assert answer.text == "acme pays well."


def test_a_button_keeps_the_language(chat: Chat) -> None:
    chat.say("[de] !greet")
    chat.say("!greet")
    assert "offenen Stellen" in chat.say(button="general:job_search").replies[0].text


@pytest.mark.parametrize("text", ["😀👍🏽🎉", "12345", "49151 / 23", "Где находится ваш офис?", "¿cuánto pagan?"])
def test_emoji_numbers_and_languages_not_served_go_to_a_person_in_the_conversations_language(
    chat: Chat, text: str
) -> None:
    chat.say("[de] xyzzy")
    assert "Recruiting-Team" in chat.say(text).replies[0].text


def test_the_city_that_was_just_asked_for_is_part_of_the_job_search(chat: Chat, models: ScriptedModels) -> None:
    chat.say("!job_search")
    assert "Berlin" in chat.say("berlin").replies[0].text
    assert models.expected == [frozenset(), {"profession", "city"}]
    chat.say("xyzzy")
    assert models.expected[-1] == {"profession"}


def test_a_city_among_unclear_words_counts_only_when_it_was_asked_for(chat: Chat) -> None:
    assert "not sure" in chat.say("near berlin").replies[0].text
    chat.say("!job_search")
    assert "Berlin" in chat.say("near berlin").replies[0].text


def test_a_question_is_answered_whatever_was_asked_for(chat: Chat) -> None:
    chat.say("!job_search")
    assert chat.say("what do you pay").replies[0].text == "acme pays well."
    assert "nobody has written" in chat.say("berlin").replies[0].text


def test_who_writes_in_another_language_hears_in_english_which_are_spoken_and_the_talk_stays_in_its_own(
    chat: Chat,
) -> None:
    chat.say("[de] xyzzy")
    assert [reply.text for reply in chat.say("hola busco trabajo").replies] == [
        "At Acme I can chat in: English, German. Tell me which one you'd like."
    ]
    assert language_of(chat) == "de"
    assert "Recruiting-Team" in chat.say("xyzzy").replies[0].text


def test_somebody_in_danger_is_helped_whatever_language_it_is_said_in(
    chat: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(SCRIPT, "hola me muero", (Stage.GENERAL, "crisis", 0.9))
    assert "call 112" in chat.say("hola me muero").replies[0].text


@pytest.mark.parametrize("text", ["I don't speak German", "jobs for German speakers", "my german is bad"])
def test_a_language_that_is_only_named_is_not_changed_to(chat: Chat, text: str) -> None:
    said = chat.say(f"!change_language {text}").replies[0].text
    assert said.startswith("At Acme I can chat in: English, German.")
    assert language_of(chat) == "en"


def test_of_two_languages_named_the_one_that_is_wanted_counts(chat: Chat) -> None:
    chat.say("!change_language i dont speak english well, german possible")
    assert language_of(chat) == "de"


class GermanDetector(ScriptedDetector):
    """Takes every text for German that is not empty."""

    def detect(self, text: str, among: Sequence[str], *, last: str | None = None, default: str) -> str:
        return "de" if text else last or default


@pytest.mark.parametrize(("text", "language"), [("Sabine Krüger", "en"), ("Ask Sabine Krüger", "de")])
def test_the_name_of_a_person_alone_tells_no_language(chat: Chat, text: str, language: str) -> None:
    chat.service = replace(chat.service, detector=cast(LanguageDetector, GermanDetector()))
    chat.say(text)
    assert language_of(chat) == language
