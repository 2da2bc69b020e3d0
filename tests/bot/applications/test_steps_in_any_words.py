"""What an application is told in words of no list: no file, send it, one step back, later."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.guard.guard import Guard
from nlu.understanding import Guess, Stage
from tests.bot import conftest as scripted
from tests.bot.applications.any_words import (
    APPLY,
    BACK,
    HEARD,
    KEEP,
    LATER,
    NO_FILE,
    SEND,
    WRONG,
    WRONG_ADDRESS,
    asked_for_a_file,
    hears,
)
from tests.bot.applications.conftest import application_of, begin, offered
from tests.bot.conftest import Chat
from tests.bot.heard_steps import let_hear

__all__ = ["asked_for_a_file", "hears"]


@pytest.mark.parametrize("text", ["nope", "no thanks"])
def test_a_bare_no_to_the_question_for_a_file_goes_on_whatever_it_sounds_like(
    asked_for_a_file: Chat, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    monkeypatch.setitem(scripted.SCRIPT, text, (Stage.GENERAL, "deny", 0.99))
    let_hear(monkeypatch, asked_for_a_file, {text: "give_up"})
    assert asked_for_a_file.ask(text).startswith("Please check:")


def test_who_has_no_file_goes_on_without_one(asked_for_a_file: Chat) -> None:
    assert "File: none" in asked_for_a_file.ask(NO_FILE)


def test_no_address_is_wrong_before_one_was_given(applying: Chat) -> None:
    begin(applying)
    applying.ask("Anna Berg")
    assert "doesn't look like an e-mail address" in applying.ask(WRONG_ADDRESS)


def test_no_nights_in_the_middle_of_a_form_is_no_search(asked_for_a_file: Chat) -> None:
    assert "openings fit" not in asked_for_a_file.ask("no nights please")


def test_an_address_that_is_wrong_is_asked_for_again(asked_for_a_file: Chat) -> None:
    asked_for_a_file.ask(NO_FILE)
    assert "e-mail address" in asked_for_a_file.ask(WRONG_ADDRESS)
    asked_for_a_file.ask("anna@example.net")
    assert "anna@example.net" in asked_for_a_file.ask(NO_FILE)


@pytest.mark.parametrize(
    ("given", "kept", "reply"),
    [
        ("anna@example.net", "anna@example.net", "Would you like to add a file"),
        ("anna@example.org", "anna@example.org", "Which e-mail address can"),
    ],
)
def test_the_right_address_beside_it_is_taken_and_the_wrong_one_is_not(
    asked_for_a_file: Chat, monkeypatch: pytest.MonkeyPatch, given: str, kept: str, reply: str
) -> None:
    text = f"I have to tell you that the post box is dead and nobody has looked into {given} for quite a long while"
    let_hear(monkeypatch, asked_for_a_file, {text: "wrong_address"})
    assert reply in asked_for_a_file.ask(text)
    application = application_of(asked_for_a_file)
    assert application is not None
    assert application.email == kept


@pytest.mark.parametrize(
    "text",
    [
        "I never mind filling in such things, but my husband is home soon and dinner is not even on the stove yet",
        "should I forget it?",
    ],
)
def test_a_word_for_giving_up_in_a_long_message_or_a_question_deletes_nothing(
    asked_for_a_file: Chat, text: str
) -> None:
    asked_for_a_file.ask(text)
    assert application_of(asked_for_a_file) is not None


def test_a_long_message_that_wants_it_deleted_deletes_it(
    asked_for_a_file: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "please cancel this application and delete all the data that I have typed in here so far"
    ranking = (Guess("small_talk", 0.5), Guess("delete_my_data", 0.45))
    parse = type(asked_for_a_file.service.live).parse

    def heard(models: object, *given: object, **more: object) -> object:
        seen = parse(models, *given, **more)  # type: ignore[arg-type]
        return replace(seen, ranking=ranking)

    monkeypatch.setattr(type(asked_for_a_file.service.live), "parse", heard)
    asked_for_a_file.ask(text)
    assert application_of(asked_for_a_file) is None


def test_it_is_sent_in_any_words_under_the_summary(asked_for_a_file: Chat) -> None:
    asked_for_a_file.ask(NO_FILE)
    assert "in the queue to Acme" in asked_for_a_file.ask(SEND)


def test_it_is_not_sent_before_its_summary_was_shown_last(asked_for_a_file: Chat) -> None:
    asked_for_a_file.ask(SEND)
    assert application_of(asked_for_a_file) is not None
    asked_for_a_file.ask(NO_FILE)
    asked_for_a_file.ask("!deny")
    asked_for_a_file.ask(SEND)
    assert application_of(asked_for_a_file) is not None


@pytest.mark.parametrize("text", ["is it sent right now then?", "don't send it yet", "maybe later, send it off"])
def test_a_question_and_what_is_held_back_send_nothing(
    asked_for_a_file: Chat, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    asked_for_a_file.ask(NO_FILE)
    let_hear(monkeypatch, asked_for_a_file, {text: "send"})
    asked_for_a_file.ask(text)
    assert application_of(asked_for_a_file) is not None


def test_a_no_after_putting_off_is_no_wish_to_go_on(asked_for_a_file: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    let_hear(monkeypatch, asked_for_a_file, {"it lies at home": "give_up"})
    asked_for_a_file.ask("it lies at home")
    assert "Please check" not in asked_for_a_file.ask("!deny")


def test_a_corrected_name_may_come_in_a_sentence(applying: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    begin(applying)
    applying.ask("Anna Bergg")
    applying.ask(WRONG)
    let_hear(monkeypatch, applying, {"my name is Anna Berg": "wrong_name"})
    applying.ask("my name is Anna Berg")
    kept = application_of(applying)
    assert kept is not None
    assert kept.name == "Anna Berg"


def test_the_name_is_asked_again_once_it_was_given(applying: Chat) -> None:
    asked = begin(applying).splitlines()[-1]
    applying.ask("Anna Bergg")
    assert applying.ask(WRONG) == asked
    applying.ask("Anna Berg")
    kept = application_of(applying)
    assert kept is not None
    assert kept.name == "Anna Berg"


def test_who_puts_it_off_at_the_file_may_go_on_without_one(
    asked_for_a_file: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_hear(monkeypatch, asked_for_a_file, {"it lies at home": "give_up"})
    asked_for_a_file.ask("it lies at home")
    assert [button.id for button in offered(asked_for_a_file)[-3:]] == ["apply:go_on", "apply:skip", "apply:cancel"]


def test_one_step_back_is_asked_again(asked_for_a_file: Chat) -> None:
    assert "e-mail address" in asked_for_a_file.ask(BACK)
    assert "file" in asked_for_a_file.ask("anna@example.org")


def test_what_is_put_off_in_any_words_is_kept_whatever_else_it_sounds_like(
    asked_for_a_file: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(scripted.SCRIPT, LATER, (Stage.FAQ, "salary", 0.6))
    assert "kept for a day" in asked_for_a_file.ask(LATER)
    assert application_of(asked_for_a_file) is not None


def test_a_surely_known_question_puts_nothing_off(asked_for_a_file: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    let_hear(monkeypatch, asked_for_a_file, {"what do you pay": "give_up"})
    assert "acme pays well." in asked_for_a_file.ask("what do you pay")


@pytest.mark.parametrize("before", ["the first one", "the second one"])
def test_an_application_begins_in_any_words_for_the_opening_that_is_talked_of(applying: Chat, before: str) -> None:
    applying.say("nurse jobs in Hamburg")
    applying.say(before)
    assert "What’s your name?" in applying.ask(APPLY)
    assert application_of(applying) is not None


def test_of_several_openings_it_is_asked_which(applying: Chat) -> None:
    applying.say("nurse jobs in Hamburg")
    assert "Which of these openings do you mean?" in applying.ask(APPLY)
    assert application_of(applying) is None


def test_an_opening_without_a_page_of_its_own_is_asked_for_again_in_the_chat(applying: Chat) -> None:
    applying.say("nurse jobs in Hamburg")
    applying.say("the second one")
    (reply,) = applying.say(KEEP).replies
    assert reply.text.startswith("Ask me for “Nurse, night shift” again whenever you like")
    assert not reply.links


def test_an_answer_that_is_not_clear_is_not_said_again_with_what_the_application_asks(
    asked_for_a_file: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_hear(monkeypatch, asked_for_a_file, {"in words my gran gets": "plainer"})
    asked_for_a_file.service = replace(asked_for_a_file.service, guard=Guard())
    asked = [reply.text for reply in asked_for_a_file.say("what do you pay").replies][-1]
    replies = [reply.text for reply in asked_for_a_file.say("in words my gran gets").replies]
    assert replies.count(asked) == 1


@pytest.mark.parametrize(
    "text", ["hold on, do I need a photo or a letter with it", "one sec, about the photo", WRONG_ADDRESS]
)
def test_a_question_in_between_is_no_attempt_at_an_address(applying: Chat, text: str) -> None:
    begin(applying)
    applying.ask("Anna Berg")
    is_tried = "doesn't look like an e-mail address" in applying.ask(text)
    assert is_tried == (text == WRONG_ADDRESS)
    assert "doesn't look like an e-mail address" in applying.ask("wait, it is anna@berg")


def test_who_asks_whether_words_are_wanted_adds_none(asked_for_a_file: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    asks = "do you want to hear that I bake?"
    let_hear(monkeypatch, asked_for_a_file, HEARD | {asks: "add_words"})
    monkeypatch.setitem(scripted.SCRIPT, asks, (Stage.FAQ, "salary", 0.8))
    assert "pays well" in asked_for_a_file.ask(asks)
