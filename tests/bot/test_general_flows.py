"""What the bot does for general intents, at any point of a conversation."""

from __future__ import annotations

import pytest

from storage.companies import companies
from storage.companies.companies import CompanyProfile
from tests.bot.conftest import Chat


@pytest.mark.parametrize("intent", ["contact_human", "application_status", "delete_my_data"])
def test_what_only_a_person_can_do_is_handed_to_one_with_a_promise(chat: Chat, intent: str) -> None:
    (reply,) = chat.say(f"!{intent}").replies
    assert "within one working day" in reply.text
    assert chat.status == "waiting"


def test_a_crisis_leads_to_the_companys_helpline_text_and_to_a_person(chat: Chat) -> None:
    replies = chat.say("!crisis").replies
    assert replies[0].text == "Please call 112 now."
    assert "colleague" in replies[1].text
    assert chat.status == "waiting"


def test_a_crisis_in_a_language_without_a_helpline_text_calls_a_person_alone(chat: Chat) -> None:
    talk = chat.opened.conversation
    german = CompanyProfile("acme", "Acme", languages=("en", "de"), helpline={"de": "Ruf 112."})
    chat.database.write_now(lambda conn: companies.change(conn, talk.company_id, german))
    (only,) = chat.say("!crisis").replies
    assert "colleague" in only.text
    assert chat.status == "waiting"


def test_stop_ends_and_the_next_question_goes_on(chat: Chat) -> None:
    chat.say("!stop")
    assert chat.status == "resolved"
    assert chat.say("what do you pay").replies[0].text == "acme pays well."
    assert chat.status == "open"


def test_repeat_says_the_last_replies_again_with_their_buttons(chat: Chat) -> None:
    said = chat.say("what do you pay").replies
    again = chat.say("!repeat").replies
    assert [(m.text, m.buttons) for m in again] == [(m.text, m.buttons) for m in said]
    assert [m.text for m in chat.say("!repeat").replies] == ["acme pays well."]


@pytest.mark.parametrize(
    ("menu", "replies"),
    [
        ("Please delete my data", "Just to be sure: shall I have your data deleted?"),
        ("please delete my data.", "Just to be sure: shall I have your data deleted?"),
        ("Start over", "Let's start again. What would you like to know about working at Acme?"),
    ],
)
def test_what_the_menu_of_the_chat_says_is_done_whatever_was_answered_before(
    chat: Chat, menu: str, replies: str
) -> None:
    chat.say("what do you pay")
    assert [reply.text for reply in chat.say(menu).replies] == [replies]


def test_the_menu_has_data_deleted_once_that_is_confirmed(chat: Chat) -> None:
    chat.say("what do you pay")
    (asked,) = chat.say("Please delete my data").replies
    (done,) = chat.say(button=asked.buttons[0].id).replies
    assert "I've passed on your request to have your data deleted" in done.text
    assert chat.status == "waiting"


def test_the_menu_has_data_deleted_where_it_is_chosen_again(chat: Chat) -> None:
    chat.say("Please delete my data")
    (done,) = chat.say("Please delete my data").replies
    assert "I've passed on your request to have your data deleted" in done.text
    assert chat.status == "waiting"


def test_repeat_before_any_question_repeats_the_welcome(chat: Chat) -> None:
    assert chat.say("!repeat").replies[0].text == chat.opened.messages[0].text


def test_start_over_offers_the_ways_in_again(chat: Chat) -> None:
    chat.say("do you have unicorns")
    (reply,) = chat.say("!start_over").replies
    assert {button.id for button in reply.buttons} == {"general:job_search", "general:help", "general:contact_human"}
    assert chat.status == "open"


def test_job_search_shows_the_careers_page_and_what_was_understood(chat: Chat) -> None:
    (reply,) = chat.say("!job_search berlin").replies
    assert "Berlin" in reply.text
    assert [link.url for link in reply.links] == ["https://acme.example/jobs"]


def test_a_button_of_the_welcome_starts_its_flow(chat: Chat) -> None:
    assert chat.say(button="general:job_search").replies[0].links[0].url == "https://acme.example/jobs"


@pytest.mark.parametrize("words", ["auf Deutsch bitte", "can we speak german", "en allemand svp", "DEUTSCH"])
def test_a_language_named_in_any_language_is_spoken_from_then_on(chat: Chat, words: str) -> None:
    assert chat.say(f"!change_language {words}").replies[0].text.startswith("Gern, machen wir auf Deutsch weiter")
    assert "Recruiting-Team" in chat.say("do you have unicorns").replies[0].text


def test_a_language_that_is_not_served_leaves_the_conversation_as_it_is(chat: Chat) -> None:
    assert "English, German" in chat.say("!change_language parlez vous francais").replies[0].text
    assert "not sure" in chat.say("do you have unicorns").replies[0].text
