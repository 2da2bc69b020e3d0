"""A company's own first words: its greeting, the bot's name, and questions to begin with."""

from __future__ import annotations

from bot.conversation import Opened, open_conversation
from bot.dialogue.buttons import AskStarter, button_for
from storage import Connection
from storage.companies import companies
from storage.companies.look import Look
from tests.bot.conftest import NOW, Chat

STARTERS = ("what do you pay", "is there a pension")


def begins(chat: Chat, look: Look, language: str = "en") -> Opened:
    def work(conn: Connection) -> Opened:
        company_id = chat.opened.conversation.company_id
        companies.set_look(conn, company_id, look)
        company = companies.by_id(conn, company_id)
        assert company is not None
        return open_conversation(conn, chat.service, company, language, NOW)

    opened = chat.database.write_now(work)
    chat.opened = opened
    return opened


def test_a_company_greets_in_its_own_words_in_each_language(chat: Chat) -> None:
    look = Look(greeting={"en": "Welcome aboard!"})
    (english,), (german,) = begins(chat, look).messages, begins(chat, look, "de").messages
    assert english.text == "Welcome aboard!"
    assert german.text.startswith("Hallo! Ich bin der Karriere-Chatbot")


def test_a_bot_with_a_name_says_it_and_still_that_it_is_a_bot(chat: Chat) -> None:
    (welcome,) = begins(chat, Look(bot_name="Halmi")).messages
    assert welcome.text.startswith("Hi! I'm Halmi, the careers chatbot of")
    assert "a computer program, not a person" in welcome.text
    (reply,) = chat.say("!who_are_you").replies
    assert reply.text.startswith("I'm Halmi, the careers chatbot of")


def test_questions_to_begin_with_are_offered_and_answered_as_if_typed(chat: Chat) -> None:
    (welcome,) = begins(chat, Look(starters={"en": STARTERS})).messages
    assert [button.title for button in welcome.buttons] == [*STARTERS, "Talk to a person"]
    turn = chat.say(button=welcome.buttons[0].id)
    assert turn.message.text == "what do you pay"
    assert [reply.text for reply in turn.replies] == ["acme pays well."]
    assert turn.decision == "reply"
    assert chat.say(button=welcome.buttons[0].id, client_id=turn.message.client_id).replayed


def test_a_question_that_the_bot_does_not_know_goes_to_a_person(chat: Chat) -> None:
    (welcome,) = begins(chat, Look(starters={"en": ("do you have unicorns",)})).messages
    assert chat.say(button=welcome.buttons[0].id).decision == "defer"


def test_a_button_that_was_offered_before_asks_its_own_question_still(chat: Chat) -> None:
    (welcome,) = begins(chat, Look(starters={"en": STARTERS})).messages
    companies_look = Look(starters={"en": STARTERS[::-1]})
    chat.database.write_now(lambda conn: companies.set_look(conn, chat.opened.conversation.company_id, companies_look))
    chat.say("!start_over")
    assert chat.say(button=welcome.buttons[1].id).message.text == STARTERS[1]
    assert button_for(AskStarter.of(STARTERS[1]), "").id == welcome.buttons[1].id
