"""A message that may say that somebody is in danger gets a gentle question back, and the answer to it is heard."""

from __future__ import annotations

import pytest

from nlu.understanding import Stage
from storage.conversations import conversations, messages
from storage.conversations.messages import CALL_BACK, NewMessage
from storage.reviews import decisions, reviews
from tests.bot import conftest as scripted
from tests.bot.conftest import NOW, Chat
from tests.bot.heard_steps import HeardSteps, let_hear

MAYBE = "perks and peril"
ASKED = "Before we go on, I'd like to be sure: are you safe right now?"
GLAD = "Thank you, I'm glad to hear that."
HELPLINE = "Please call 112 now."
ANSWER = "acme has free coffee."


def buttons(chat: Chat, text: str) -> dict[str, str]:
    return {button.title: button.id for reply in chat.say(text).replies for button in reply.buttons}


def take_over(chat: Chat) -> None:
    opened = chat.opened.conversation
    taking = NewMessage("outgoing", "recruiter", "Hi, Ada here.")
    chat.database.write_now(lambda conn: messages.append(conn, opened.company_id, opened.id, taking, NOW))
    chat.database.write_now(lambda conn: conversations.set_owner(conn, opened.company_id, opened.id, "recruiter", NOW))


def test_what_may_be_danger_is_asked_about_gently(chat: Chat) -> None:
    turn = chat.say(MAYBE)
    assert [reply.text for reply in turn.replies] == [ASKED]
    assert [button.title for button in turn.replies[0].buttons] == ["I am safe", "I need help"]


def test_a_recruiter_sees_it_among_the_questions(chat: Chat) -> None:
    chat.say("!deny for ever")
    company_id = chat.opened.conversation.company_id
    (queued,) = chat.database.read_now(lambda conn: reviews.queue(conn, company_id))
    assert (queued.question, queued.decision.kind) == ("!deny for ever", "clarify")


@pytest.mark.both_databases
def test_who_is_safe_gets_what_was_asked_before(chat: Chat) -> None:
    pressed = buttons(chat, MAYBE)["I am safe"]
    assert chat.texts(button=pressed) == [GLAD, ANSWER]
    opened = chat.opened.conversation
    first, second = chat.database.read_now(lambda conn: decisions.of_conversation(conn, opened.company_id, opened.id))
    assert (second.intent, second.kind, second.about_seq) == ("benefits", "reply", first.message_seq)


@pytest.mark.parametrize("words", ["I am safe", "i'm safe", "I’m safe", "I´m safe", "Yes.", "!affirm"])
def test_saying_to_be_safe_is_as_good_as_pressing_it(chat: Chat, words: str) -> None:
    chat.say(MAYBE)
    assert chat.texts(words) == [GLAD, ANSWER]


def test_to_be_safe_may_be_said_in_any_words(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    let_hear(monkeypatch, chat, {"only how we talk round here": "safe"})
    chat.say(MAYBE)
    assert chat.texts("only how we talk round here") == [GLAD, ANSWER]


def test_a_no_that_is_an_all_clear_is_one(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    let_hear(monkeypatch, chat, {"!deny no, I was joking": "safe"})
    chat.say(MAYBE)
    assert chat.texts("!deny no, I was joking") == [GLAD, ANSWER]


def test_so_may_that_somebody_is_not(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    let_hear(monkeypatch, chat, {"hard to say these days": "unsafe"})
    chat.say(MAYBE)
    assert chat.texts("hard to say these days")[0] == HELPLINE


def test_who_was_shown_the_helpline_for_nothing_may_say_so(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    let_hear(monkeypatch, chat, {"only how we talk round here": "safe"})
    chat.say("!crisis")
    assert chat.texts("only how we talk round here") == [GLAD, "Great. What would you like to know?"]


def test_who_is_not_well_after_the_helpline_reads_it_once_more(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    let_hear(monkeypatch, chat, {"hard to say these days": "unsafe"})
    chat.say("!crisis")
    assert chat.texts("hard to say these days")[0] == HELPLINE


def test_who_asks_for_help_some_messages_after_the_helpline_reads_it_again(chat: Chat) -> None:
    assert chat.texts("!crisis")[1].startswith("I've told a colleague about your message")
    assert chat.texts("perks") == [ANSWER]
    helped = chat.texts("!help")
    assert (helped[0], helped[1].split(",")[0]) == (HELPLINE, "A colleague knows")


def test_who_asks_what_the_bot_can_do_after_the_helpline_is_told_so(
    chat: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(scripted.SCRIPT, "what can you do?", (Stage.GENERAL, "help", 0.95))
    chat.say("!crisis")
    assert chat.texts("what can you do?")[0].startswith("I can answer questions about working")


def test_who_was_never_in_danger_is_told_what_the_bot_does(chat: Chat) -> None:
    assert chat.texts("!help")[0].startswith("I can answer questions about working")


def test_what_only_may_say_so_is_an_ordinary_message_then(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    let_hear(monkeypatch, chat, {"hard to say these days": "unsafe"})
    monkeypatch.setattr(HeardSteps, "shares", lambda self, text, among: [("unsafe", 0.5)])
    chat.say("!crisis")
    assert "passed your question" in chat.texts("hard to say these days")[0]


def test_what_may_be_danger_is_never_heard_as_an_all_clear(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    let_hear(monkeypatch, chat, {"!deny for ever": "safe"})
    chat.say(MAYBE)
    assert chat.texts("!deny for ever")[0] == HELPLINE


def test_a_question_to_the_company_is_answered_whatever_it_sounds_like(
    chat: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_hear(monkeypatch, chat, {"what do you pay": "unsafe"})
    chat.say(MAYBE)
    assert chat.texts("what do you pay") == ["acme pays well."]


@pytest.mark.parametrize("words", ["I need help", "help me", "No", "!deny", "!contact_human", "!crisis", MAYBE])
def test_who_needs_help_or_says_it_again_gets_the_helpline(chat: Chat, words: str) -> None:
    chat.say(MAYBE)
    assert chat.texts(words)[0] == HELPLINE


def test_a_wish_for_a_person_that_is_not_sure_raises_no_alarm(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    chat.say(MAYBE)
    monkeypatch.setitem(scripted.SCRIPT, "make me accountant please", (Stage.GENERAL, "contact_human", 0.71))
    assert chat.texts("make me accountant please") == ["Just to be sure: shall I pass you on to a person?"]


def test_pressing_for_help_gives_the_helpline_also_later(chat: Chat) -> None:
    pressed = buttons(chat, MAYBE)["I need help"]
    chat.say("what do you pay")
    assert chat.texts(button=pressed)[0] == HELPLINE


def test_another_question_is_answered_and_a_yes_after_it_is_an_ordinary_one(chat: Chat) -> None:
    chat.say(MAYBE)
    assert chat.texts("what do you pay") == ["acme pays well."]
    assert chat.texts("!affirm") == ["Great. What would you like to know?"]
    assert chat.texts("!deny") == ["All right. If something else comes to mind, just ask."]


def test_danger_beyond_doubt_is_not_asked_about(chat: Chat) -> None:
    assert chat.texts("!crisis")[0] == HELPLINE


def test_what_the_bot_had_asked_back_waits(chat: Chat) -> None:
    asked = chat.say("money or coffee").replies[0]
    pressed = buttons(chat, MAYBE)["I am safe"]
    chat.say(button=pressed)
    assert chat.texts(button=asked.buttons[0].id) == ["acme pays well."]


def test_beside_a_recruiter_the_bot_asks_too_and_leaves_the_answer_to_them(chat: Chat) -> None:
    take_over(chat)
    turn = chat.say(MAYBE)
    assert [reply.text for reply in turn.replies] == [ASKED]
    safe, unsafe, back = (button.id for button in turn.replies[0].buttons)
    assert back == CALL_BACK
    assert chat.texts("!affirm") == [], "that may be meant for the recruiter"
    assert chat.texts(button=safe) == [GLAD]
    assert chat.texts(button=unsafe)[0] == HELPLINE
    assert chat.texts("what do you pay") == []
