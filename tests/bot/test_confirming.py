"""Before anything is deleted, ended or passed on for a message that does not plainly ask for it, the bot asks."""

from __future__ import annotations

import pytest

from bot.dialogue.acts import Confirm, Fulfil
from bot.dialogue.policy import CONFIRMED, Thresholds, decide
from bot.texts import load_texts
from nlu.data_rows import rows
from nlu.understanding import Guess, Stage, Understanding
from tests.bot import conftest as scripted
from tests.bot.conftest import Chat
from tests.bot.test_clarification import queue_of
from tests.nlu.samples import DATA

NEGATED = DATA.parent / "tests" / "nlu" / "words" / "negated.csv"
LONG = "!{} because I have been thinking about it all week and my sister says I should"


WISH = "!contact_human not a human"


def seen(text: str, intent: str, language: str = "en", confidence: float = 0.99) -> Understanding:
    guess = Guess(intent, confidence)
    return Understanding(text, language, Stage.GENERAL, intent, confidence, (guess,), (), "v1")


@pytest.mark.parametrize(
    ("language", "text", "intent"),
    [
        ("en", "stop", "stop"),
        ("en", "can I talk to a human?", "contact_human"),
        ("en", "please delete my data", "delete_my_data"),
        ("de", "Bitte löschen Sie alle meine Daten", "delete_my_data"),
        ("de", "ich will mit einem Menschen sprechen", "contact_human"),
        ("fr", "je voudrais parler à un humain", "contact_human"),
        ("fr", "supprimez mes données svp", "delete_my_data"),
        ("zh", "转人工", "contact_human"),
        ("zh", "请帮我删除我的个人信息", "delete_my_data"),
    ],
)
def test_what_is_plainly_said_is_done_at_once(language: str, text: str, intent: str) -> None:
    assert decide(seen(text, intent, language), Thresholds()) == Fulfil(intent)


@pytest.mark.parametrize("text", ["!contact_human please", LONG.format("contact_human")])
def test_a_person_comes_at_once_however_long_or_politely_one_asks(text: str) -> None:
    assert decide(seen(text, "contact_human", confidence=0.8), Thresholds()) == Fulfil("contact_human")


@pytest.mark.parametrize("text", ["no more bots, a person please", "I want no bot. A person please"])
def test_who_wants_no_bot_but_a_person_is_not_asked_whether_they_want_one(
    chat: Chat, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for said in (text, "a person please", "A person please"):
        monkeypatch.setitem(scripted.SCRIPT, said, (Stage.GENERAL, "contact_human", 0.95))
    (reply,) = chat.say(text).replies
    assert "I've let the recruiting team know" in reply.text


@pytest.mark.parametrize(("text", "confidence"), [("!contact_human please", 0.7), ("please don't contact_human", 0.99)])
def test_a_person_who_may_not_be_wanted_is_asked_about_first(text: str, confidence: float) -> None:
    assert decide(seen(text, "contact_human", confidence=confidence), Thresholds()) == Confirm("contact_human")


@pytest.mark.parametrize("intent", sorted(CONFIRMED - {"contact_human"}))
@pytest.mark.parametrize("understood", [("!{} please", 0.89), ("please don't {}", 0.99), (LONG, 0.99)])
def test_what_is_unsure_long_or_denied_is_asked_about_first(intent: str, understood: tuple[str, float]) -> None:
    text, confidence = understood
    decision = decide(seen(text.format(intent), intent, confidence=confidence), Thresholds())
    assert decision == Confirm(intent)
    assert decision.kind == "clarify"


@pytest.mark.parametrize(
    ("row"), [row for _, row in rows(NEGATED, ("language", "text", "denied")) if row["denied"] in CONFIRMED]
)
def test_a_sentence_that_denies_it_never_does_it(row: dict[str, str]) -> None:
    understood = seen(row["text"], row["denied"], row["language"], confidence=1.0)
    assert decide(understood, Thresholds()) == Confirm(row["denied"])


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "how is my data deleted?"),
        ("de", "Was passiert mit meinen Daten?"),
        ("fr", "que deviennent mes données ?"),
        ("zh", "我的数据会怎么处理？"),
    ],
)
def test_a_question_about_data_is_no_request_to_delete_it(language: str, text: str) -> None:
    assert decide(seen(text, "delete_my_data", language, 1.0), Thresholds()) == Confirm("delete_my_data")


@pytest.mark.parametrize("intent", ["help", "job_search", "thanks", "change_language"])
def test_what_does_no_harm_is_not_asked_about(intent: str) -> None:
    assert decide(seen("no I do not mean that", intent, confidence=0.5), Thresholds()) == Fulfil(intent)


def test_one_short_question_with_two_buttons_is_asked(chat: Chat) -> None:
    (reply,) = chat.say("!delete_my_data do not delete").replies
    assert reply.text == "Just to be sure: shall I have your data deleted?"
    assert [(button.id, button.title) for button in reply.buttons] == [
        ("general:delete_my_data", "Yes, delete"),
        ("general:deny", "No"),
    ]
    assert chat.status == "open"


@pytest.mark.parametrize("yes", [None, "Yes, delete", "!affirm", "!delete_my_data now"])
def test_a_yes_pressed_typed_or_said_again_does_it(chat: Chat, yes: str | None) -> None:
    chat.say("!delete_my_data do not delete")
    (reply,) = chat.say(yes, button=None if yes else "general:delete_my_data").replies
    assert "passed on your request" in reply.text
    assert chat.status == "waiting"


@pytest.mark.parametrize("no", [None, "no", "!deny", "!delete_my_data don't delete"])
def test_a_no_pressed_typed_or_said_again_leaves_all_as_it_is(chat: Chat, no: str | None) -> None:
    chat.say("!delete_my_data do not delete")
    (reply,) = chat.say(no, button=None if no else "general:deny").replies
    assert reply.text.startswith("All right.")
    assert chat.status == "open"


def test_who_asks_something_else_instead_is_answered_and_nothing_is_done(chat: Chat) -> None:
    chat.say("!contact_human not a human")
    assert chat.say("what do you pay").replies[0].text == "acme pays well."
    assert chat.say("!affirm").replies[0].text.startswith("Great.")


@pytest.mark.parametrize(("words", "questions"), [("!affirm", [WISH]), ("!deny", [])])
def test_recruiters_see_the_wish_once_when_it_is_confirmed_and_not_at_all_when_not(
    chat: Chat, words: str, questions: list[str]
) -> None:
    chat.say(WISH)
    chat.say(words)
    assert [review.question for review in queue_of(chat)] == questions


def test_a_no_to_a_question_about_categories_still_goes_to_a_person(chat: Chat) -> None:
    chat.say("money or coffee")
    assert "passed your question" in chat.say("!deny").replies[0].text


def test_danger_comes_before_the_answer(chat: Chat) -> None:
    chat.say("!stop do not stop")
    assert "call 112" in chat.say("!crisis").replies[0].text


def test_it_is_asked_in_the_language_of_the_message(chat: Chat) -> None:
    chat.say("[de] xyzzy")
    assert chat.say("!stop nicht").replies[0].text == "Nur zur Sicherheit: Möchten Sie dieses Gespräch beenden?"


@pytest.mark.parametrize("language", ["en", "de", "fr", "zh"])
def test_every_intent_that_is_asked_about_has_its_words(language: str) -> None:
    texts = load_texts()
    for intent in CONFIRMED:
        assert texts.get(language, f"confirm.{intent}")
        assert texts.get(language, f"button.confirm.{intent}")
