"""How one applies: in the chat where that is taken, else by a link with a reference."""

from __future__ import annotations

from dataclasses import replace

import pytest

from storage.applications.applications import ApplySetting
from tests.bot.applications.conftest import WANTED, application_of, begin, offered, wanting
from tests.bot.conftest import Chat


def test_a_company_that_wants_none_gets_its_link_with_the_reference(applying: Chat) -> None:
    chat = wanting(applying, ApplySetting("ref=candor"))
    (message, *_) = chat.say("I would like a job as a cook in Munich").replies
    assert [link.url for link in message.cards[0].links] == ["https://jobs.example/4/apply?ref=candor"]
    assert not any(button.id.startswith("apply:") for button in offered(chat))


def test_how_to_apply_is_answered_with_the_reference_or_the_button(applying: Chat) -> None:
    begin(applying)
    applying.ask(button="apply:cancel")
    (reply,) = applying.say("how do I apply?").replies
    assert [button.id for button in reply.buttons] == ["apply:start:4"]
    assert reply.links == ()
    by_link = wanting(applying, ApplySetting("ref=candor"))
    (reply,) = by_link.say("and how do I apply?", client_id="other").replies
    assert [link.url for link in reply.links] == ["https://jobs.example/4/apply?ref=candor"]
    assert reply.buttons == ()


@pytest.mark.parametrize(
    ("wanted", "mails", "guided"),
    [
        (WANTED, False, True),
        (replace(WANTED, privacy_url=None), False, False),
        (replace(WANTED, deliver_to="jobs@acme.example"), False, False),
        (replace(WANTED, deliver_to="jobs@acme.example"), True, True),
        (replace(WANTED, deliver_to=None), True, False),
    ],
)
def test_applications_are_taken_only_where_they_can_be_delivered(
    applying: Chat, wanted: ApplySetting, mails: bool, guided: bool
) -> None:
    chat = wanting(applying, wanted, mails=mails)
    chat.say("I would like a job as a cook in Munich")
    assert any(button.id.startswith("apply:start:") for button in offered(chat)) is guided


def test_who_says_that_they_apply_for_what_is_talked_of_has_begun(applying: Chat) -> None:
    applying.say("I would like a job as a cook in Munich")
    assert "You’re applying for “Cook”" in applying.ask("I'll apply")
    assert applying.ask("Anna Lopez").startswith("Which e-mail address")


def test_who_wants_to_apply_for_a_job_that_one_opening_fits_begins_at_once(applying: Chat) -> None:
    told = applying.ask("I'd like to apply for the cook job in Munich")
    assert told.startswith("One opening fits your search")
    assert "You’re applying for “Cook”" in told
    assert told.endswith("What’s your name?")
    assert application_of(applying) is not None
    assert applying.ask("Anna Lopez").startswith("Which e-mail address")


@pytest.mark.parametrize("text", ["apply as a cook in Munich", "Application as a cook in Munich"])
def test_a_bare_wish_for_a_kind_of_job_begins_an_application(applying: Chat, text: str) -> None:
    assert "You’re applying for “Cook”" in applying.ask(text)


def test_who_asks_of_a_kind_of_job_begins_none(applying: Chat) -> None:
    applying.ask("Apply as a cook, what does it pay?")
    assert application_of(applying) is None


def test_who_wants_to_apply_for_a_job_that_several_openings_fit_sees_them_first(applying: Chat) -> None:
    assert "openings fit your search" in applying.ask("I'd like to apply for any nurse job anywhere")
    assert application_of(applying) is None
