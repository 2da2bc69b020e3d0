"""Applying in the chat, step by step."""

from __future__ import annotations

import pytest

from bot.errors import Conflict
from storage.applications import applications
from storage.conversations.blanking import BLANK
from storage.openings import opening_import
from storage.outbox import outbox
from tests.bot.applications.conftest import WANTED, application_of, begin, due_application
from tests.bot.applications.filling_in import as_far_as_the_file, texts, upload
from tests.bot.conftest import NOW, Chat


@pytest.mark.both_databases
def test_an_application_is_made_step_by_step_and_let_go(applying: Chat) -> None:
    assert "You’re applying for “Cook”" in begin(applying)
    assert applying.ask("My name is Anna Lopez") == "Which e-mail address can Acme reach you at?"
    assert applying.ask("it's anna@example.org").startswith("Would you like to add a file")
    turn = upload(applying)
    assert turn.message.text == "File: cv.pdf"
    (summary,) = turn.replies
    assert "Name: Anna Lopez\nE-mail: anna@example.org\nFile: cv.pdf" in summary.text
    assert [(link.title, link.url) for link in summary.links] == [("How your data is used", WANTED.privacy_url)]
    assert "in the queue to Acme" in applying.ask(button="apply:send")
    assert application_of(applying) is None
    due = due_application(applying, NOW)
    assert (due.name, due.email, due.file_name, due.step) == ("Anna Lopez", "anna@example.org", "cv.pdf", "sent")


def test_buttons_may_be_typed_and_yes_and_no_count(applying: Chat) -> None:
    as_far_as_the_file(applying)
    assert "File: none" in applying.ask("!deny")
    assert "in the queue" in applying.ask("!affirm")


def test_a_question_in_the_middle_is_answered_and_the_step_goes_on(applying: Chat) -> None:
    begin(applying)
    assert applying.ask("perks").splitlines() == ["acme has free coffee.", "What’s your name?"]
    applying.ask("Anna Lopez")
    assert applying.ask("perks").endswith("Which e-mail address can Acme reach you at?")
    applying.ask("anna@example.org")
    assert "Would you like to add a file" in applying.ask("perks")
    assert "Name: Anna Lopez" in applying.ask(button="apply:skip")
    assert "Please check" in applying.ask("perks")


@pytest.mark.parametrize("steps", [[], ["Anna Lopez"], ["Anna Lopez", "anna@example.org"]])
@pytest.mark.parametrize("leave", [{"text": "cancel the application"}, {"button": "apply:cancel"}, {"text": "!stop"}])
def test_it_can_be_left_at_any_step_and_nothing_stays(applying: Chat, steps: list[str], leave: dict[str, str]) -> None:
    begin(applying)
    for step in steps:
        applying.ask(step)
    assert "nothing was sent" in applying.ask(**leave)
    assert application_of(applying) is None
    assert "Anna" not in texts(applying)
    assert "anna@" not in texts(applying)


def test_going_back_asks_again_and_keeps_the_rest(applying: Chat) -> None:
    as_far_as_the_file(applying)
    upload(applying)
    assert "Would you like to add a file" in applying.ask("go back")
    assert "Which e-mail address" in applying.ask(button="apply:back")
    assert "What’s your name?" in applying.ask("Back")
    assert "Name: Bo Lopez\nE-mail: anna@example.org\nFile: cv.pdf" in applying.ask("Bo Lopez")
    applying.ask(button="apply:back")
    assert "File: none" in applying.ask(button="apply:skip")
    application = application_of(applying)
    assert application is not None
    company_id = applying.opened.conversation.company_id
    kept = applying.database.read_now(lambda conn: applications.content(conn, company_id, application.id))
    assert kept is None, "who goes on without a file sends none"


def test_before_the_first_question_there_is_nothing_to_go_back_to(applying: Chat) -> None:
    begin(applying)
    assert applying.ask("go back") == "What’s your name?"


def test_what_cannot_be_read_may_still_be_left_or_gone_back_from(applying: Chat) -> None:
    begin(applying)
    (reply,) = applying.say("12345").replies
    assert [each.id for each in reply.buttons] == ["apply:cancel"]
    applying.ask("Anna Lopez")
    (reply,) = applying.say("anna@").replies
    assert [each.id for each in reply.buttons] == ["apply:back", "apply:cancel"]


def test_somebody_in_danger_or_who_wants_a_person_is_asked_for_nothing(applying: Chat) -> None:
    begin(applying)
    assert "What’s your name?" not in applying.ask("!crisis")
    assert "What’s your name?" not in applying.ask("!contact_human")


def test_what_may_be_danger_is_asked_about_and_the_application_goes_on_afterwards(applying: Chat) -> None:
    begin(applying)
    (asked,) = applying.say("perks and peril").replies
    assert "are you safe right now" in asked.text
    safe, _ = asked.buttons
    assert applying.ask(button=safe.id).endswith("What’s your name?")
    assert applying.ask("Anna Lopez").startswith("Which e-mail address")


@pytest.mark.parametrize(
    "typed",
    ["anna@example.org\r\nBcc: all@example.org", "anna", "anna@", "a@exаmple.org", "a@b.example, c@d.example", "@"],
)
def test_what_is_no_single_address_is_asked_for_again(applying: Chat, typed: str) -> None:
    begin(applying)
    applying.ask("Anna Lopez")
    applying.ask(typed)
    application = application_of(applying)
    assert application is not None
    assert (application.step, application.email) == ("email", None)


@pytest.mark.parametrize("typed", ["12345", "x" * 300, "<script>", "one two three four five six seven"])
def test_what_is_no_name_is_asked_for_again(applying: Chat, typed: str) -> None:
    begin(applying)
    applying.ask(typed)
    application = application_of(applying)
    assert application is not None
    assert application.name is None


def test_what_is_put_as_a_question_is_no_name_and_is_not_lost(applying: Chat) -> None:
    begin(applying)
    assert "recruiting team" in applying.ask("do I need to add a photo of mine to it")
    assert applying.ask("Anna Lopez").startswith("Which e-mail address")


def test_a_file_is_taken_only_when_it_is_asked_for(applying: Chat) -> None:
    for step in (None, begin, lambda chat: chat.ask("Anna Lopez")):
        if step is not None:
            step(applying)
        with pytest.raises(Conflict):
            upload(applying)
    applying.ask("anna@example.org")
    upload(applying)
    with pytest.raises(Conflict):
        upload(applying, b"%PDF-another")


def test_the_same_file_again_changes_nothing(applying: Chat) -> None:
    as_far_as_the_file(applying)
    first = upload(applying)
    again = upload(applying)
    assert again.replayed
    assert (again.message, again.replies) == (first.message, first.replies)


def test_the_same_file_may_be_chosen_again_after_going_back(applying: Chat) -> None:
    as_far_as_the_file(applying)
    upload(applying)
    applying.ask(button="apply:back")
    turn = upload(applying)
    assert not turn.replayed
    assert "Please check" in turn.replies[0].text


def test_an_opening_that_closed_takes_no_application(applying: Chat) -> None:
    as_far_as_the_file(applying)
    applying.ask(button="apply:skip")
    company_id = applying.opened.conversation.company_id
    applying.database.write_now(lambda conn: opening_import.close(conn, company_id, 1, ["AC-1004"], NOW))
    assert "no longer on offer" in applying.ask(button="apply:send")
    assert not applying.database.read_now(lambda conn: outbox.is_due(conn, ["application"], NOW))


@pytest.mark.parametrize("typed", ["bo@example.org", "perks", "go on"])
def test_who_applies_for_an_opening_that_closed_is_told_at_the_next_step(applying: Chat, typed: str) -> None:
    begin(applying)
    applying.ask("Anna Lopez")
    company_id = applying.opened.conversation.company_id
    applying.database.write_now(lambda conn: opening_import.close(conn, company_id, 1, ["AC-1004"], NOW))
    assert applying.ask(typed).endswith("so I can’t take an application for it. Nothing was sent.")
    assert application_of(applying) is None
    assert "Anna" not in texts(applying)


def test_a_button_pressed_late_does_no_harm(applying: Chat) -> None:
    as_far_as_the_file(applying)
    applying.ask(button="apply:cancel")
    assert "no application going on" in applying.ask(button="apply:skip")


def test_what_was_typed_is_blanked_once_the_application_is_forgotten(applying: Chat) -> None:
    as_far_as_the_file(applying)
    upload(applying, name="Anna Lopez CV.pdf")
    application = application_of(applying)
    assert application is not None
    applying.database.write_now(lambda conn: applications.forget(conn, application))
    assert f"Name: {BLANK}\nE-mail: {BLANK}\nFile: {BLANK}" in texts(applying)


@pytest.mark.parametrize(
    ("name", "email"),
    [
        ("My name is  Anna   Lopez.", "ANNA@Example.ORG"),
        ("anna lopez", "anna＠example.org"),
        ("Anna Lo\u0301pez", "anna@bu\u0308cher.example"),
        ("Anna Lopez", "anna@straße.example"),
        ("我叫王芳", "我的邮箱是anna@example.org谢谢"),
        ("我叫Anna Lopez", "anna@example.org"),
        ("Anna Lopez", "it's anna dot lopez-b at example dot org"),
        ("Anna Lopez", "anna minus l klammeraffe example punkt org"),
        ("Anna Lopez", "it's anna dot lopez, at example dot org"),
        ("Anna Lopez", "anna  dot  lopez at example dot org"),
        ("Anna Lopez", "anna.l at straße punkt example"),
    ],
)
def test_however_it_was_typed_nothing_of_it_stays(applying: Chat, name: str, email: str) -> None:
    begin(applying)
    for typed in (name, email):
        applying.ask(typed)
    assert "E-mail: anna" in applying.ask(button="apply:skip").casefold().replace("e-mail", "E-mail")
    application = application_of(applying)
    assert application is not None
    applying.database.write_now(lambda conn: applications.forget(conn, application))
    left = texts(applying).casefold()
    for word in ("anna", "pez", "王芳", "example.org", "cher.example", "straße", "xn--"):
        assert word not in left


def test_a_domain_in_letters_of_its_own_is_shown_as_it_was_typed(applying: Chat) -> None:
    begin(applying)
    applying.ask("Anna Lopez")
    applying.ask("anna@bücher.example")
    assert "E-mail: anna@bücher.example (xn--bcher-kva.example)" in applying.ask(button="apply:skip")
