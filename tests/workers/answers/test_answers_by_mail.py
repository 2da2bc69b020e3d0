"""A person's answer goes out by mail, once, when the candidate who asked for that has not read it in time."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from storage import Database
from storage.applications.answer_mails import KEPT_FOR
from storage.companies.companies import Company
from storage.conversations.blanking import BLANK
from storage.erasure import erasure
from tests.clock import START
from tests.subscribing import text_of
from tests.workers.answers.mailing import ANNA, QUESTION, House, Talk, html_of, links
from workers.outbox.sender import NotTaken

ANSWER = "Yes, on the <ground> floor.\nIt opens at 11."


@pytest.fixture
def house(database: Database) -> House:
    return House(database)


@pytest.fixture
def talk(database: Database, company: Company) -> Talk:
    return Talk.waiting(database, company)


@pytest.mark.both_databases
async def test_what_was_not_read_in_time_is_mailed_once_with_its_question(talk: Talk, house: House) -> None:
    talk.says("recruiter", ANSWER)
    await house.tick(minutes=2)
    assert house.mails == []
    await house.tick(minutes=1)
    await house.tick(minutes=9)
    (mail,) = house.mails
    assert (mail["To"], mail["Subject"]) == (ANNA, "Demo has answered your question")
    text = text_of(mail)
    assert f"> {QUESTION}" in text
    assert ANSWER in text
    assert "for this one conversation" in text
    assert len(set(links(mail))) == 2
    assert talk.outcomes == ["sent"]


@pytest.mark.parametrize("contact", ["jobs@demo.example", ""])
async def test_a_reply_to_the_mail_goes_to_the_companys_contact_address(
    database: Database, new_company: Callable[..., Company], house: House, contact: str
) -> None:
    Talk.waiting(database, new_company(contact_email=contact)).says("recruiter", ANSWER)
    await house.tick(minutes=3)
    (mail,) = house.mails
    assert [each.addr_spec for header in mail.get_all("Reply-To", []) for each in header.addresses] == [contact] * bool(
        contact
    )


async def test_what_others_wrote_is_escaped_in_html(talk: Talk, house: House) -> None:
    talk.says("recruiter", ANSWER)
    await house.tick(minutes=3)
    html = html_of(house.mails[0])
    assert "&lt;b&gt;canteen&lt;/b&gt;" in html
    assert "&lt;ground&gt;" in html
    assert "<b>" not in html


async def test_what_was_read_in_the_chat_is_not_mailed(talk: Talk, house: House) -> None:
    talk.sees(talk.says("recruiter", ANSWER))
    await house.tick(minutes=5)
    assert house.mails == []
    assert talk.outcomes == []


async def test_what_is_read_while_the_mail_waits_is_not_mailed(talk: Talk, house: House) -> None:
    seq = talk.says("recruiter", ANSWER)
    house.clock.goes_on(minutes=3)
    await house.watches()
    talk.sees(seq)
    await house.delivers()
    assert house.mails == []
    assert talk.outcomes == ["dropped"]


async def test_several_messages_are_one_mail_and_what_is_said_later_another(talk: Talk, house: House) -> None:
    talk.says("recruiter", "One moment.")
    talk.says("recruiter", ANSWER, START + timedelta(minutes=2))
    await house.tick(minutes=3)
    assert "One moment.\n\nYes" in text_of(house.mails[0])
    talk.says("candidate", "And is it vegan?")
    talk.says("recruiter", "Partly.", house.clock.now)
    await house.tick(minutes=3)
    (_, second) = house.mails
    assert "> And is it vegan?" in text_of(second)
    assert "Yes" not in text_of(second)
    assert second["Message-ID"] != house.mails[0]["Message-ID"]


async def test_what_was_written_before_the_address_was_given_is_not_mailed(
    database: Database, company: Company, house: House
) -> None:
    talk = Talk.waiting(database, company)
    seq = talk.says("recruiter", ANSWER)
    talk.gives(ANNA, 1, talk.says("candidate", ANNA))
    await house.tick(minutes=5)
    assert (house.mails, seq < len(talk.messages)) == ([], True)


async def test_who_gave_no_address_gets_no_mail(database: Database, company: Company, house: House) -> None:
    talk = Talk.waiting(database, company)
    database.write_now(lambda conn: erasure.erase_conversation(conn, company.id, talk.its.public_id, START))
    await house.tick(minutes=5)
    assert house.mails == []


async def test_two_processes_queue_one_mail(talk: Talk, house: House) -> None:
    talk.says("recruiter", ANSWER)
    other = House(house.database, house.clock)
    house.clock.goes_on(minutes=3)
    await house.watches()
    await other.watches()
    await house.delivers()
    await other.delivers()
    assert (len(house.mails), len(other.mails)) == (1, 0)


async def test_a_mailbox_gets_so_many_a_day_and_the_others_later(
    database: Database, new_company: Callable[..., Company], house: House
) -> None:
    house.per_day = 2
    for number in range(4):
        company = new_company(f"c{number}")
        talk = Talk.waiting(database, company, f"t{number}", ("anna+x@example.org", ANNA)[number % 2])
        talk.says("recruiter", ANSWER)
    sent: list[int] = []
    for _ in range(3):
        await house.tick(hours=25)
        await house.tick(hours=1)
        sent.append(len(house.mails))
    assert sent == [2, 4, 4]


async def test_a_server_in_trouble_gets_it_later_under_the_same_message_id(talk: Talk, house: House) -> None:
    talk.says("recruiter", ANSWER)
    house.refusals = [NotTaken(f"451 <{ANNA}>: later")]
    await house.tick(minutes=3)
    assert talk.outcomes == ["waiting"]
    await house.tick(minutes=1)
    assert talk.outcomes == ["sent"]


async def test_an_address_that_bounces_is_forgotten_and_the_chat_says_so(talk: Talk, house: House) -> None:
    talk.says("recruiter", ANSWER)
    house.refusals = [NotTaken(f"550 <{ANNA}>: unknown", for_good=True)]
    await house.tick(minutes=3)
    assert talk.mail is None
    assert talk.outcomes == ["bounced"]
    said = [each.text for each in talk.messages]
    assert ANNA not in " ".join(said)
    assert "couldn't be delivered" in said[-1]


async def test_an_address_is_forgotten_in_time_and_where_it_was_typed(talk: Talk, house: House) -> None:
    await house.tick(days=KEPT_FOR.days)
    assert talk.mail is not None
    await house.tick(days=1)
    assert talk.mail is None
    assert [each.text for each in talk.messages if each.author == "candidate"] == [QUESTION, BLANK]


def test_erasing_by_the_address_erases_the_conversation_that_waits_for_it(
    talk: Talk, database: Database, company: Company
) -> None:
    assert database.write_now(lambda conn: erasure.erase_address(conn, company.id, ANNA, START)).conversations == 1
    assert talk.mail is None


@pytest.mark.parametrize("language", ["de", "fr", "zh"])
async def test_a_mail_speaks_the_conversations_language(
    database: Database, new_company: Callable[..., Company], house: House, language: str
) -> None:
    company = new_company(languages=(language,), default_language=language)
    Talk.waiting(database, company).says("recruiter", ANSWER)
    await house.tick(minutes=3)
    text = text_of(house.mails[0]) + str(house.mails[0]["Subject"])
    assert "has answered" not in text
    assert "{" not in text + html_of(house.mails[0])
