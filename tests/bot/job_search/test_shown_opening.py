"""What is done with the opening that is talked of, in words of no list: turned down, kept for later, others like it."""

from __future__ import annotations

import pytest

from storage import Connection
from storage.openings import opening_feeds, opening_import
from tests.bot.conftest import NOW, Chat
from tests.bot.heard_steps import let_hear
from tests.bot.job_search.conftest import BERLIN, OPENINGS, opening, search_of, titles

NOT_THIS, KEEP, ALIKE = "too much lifting there", "my bus is here, I'll look tonight", "what else is there of that sort"


@pytest.fixture(autouse=True)
def hears(monkeypatch: pytest.MonkeyPatch, chat: Chat) -> None:
    let_hear(monkeypatch, chat, {NOT_THIS: "none_fits", KEEP: "keep", ALIKE: "alike"})


@pytest.fixture
def ward(chat: Chat) -> Chat:
    """A talk about the nurse's opening on ward 3, one of two in Hamburg."""
    chat.say("a nurse job in Hamburg")
    chat.say("the first one")
    return chat


def leave_only(chat: Chat, title: str) -> None:
    """Let the company advertise this opening alone."""
    company = chat.opened.conversation.company_id

    def work(conn: Connection) -> None:
        (feed,) = opening_feeds.of_company(conn, company)
        opening_import.apply(conn, company, feed.id, [each for each in OPENINGS if each.title == title], NOW)

    chat.database.write_now(work)


def test_who_does_not_like_it_is_asked_what_should_be_different_and_may_go_back(ward: Chat) -> None:
    (reply,) = ward.say(NOT_THIS).replies
    assert reply.text.startswith("All right, not this one. What should be different?")
    assert [button.id for button in reply.buttons] == ["search:go_on"]


def test_what_is_named_then_is_looked_for(ward: Chat) -> None:
    ward.say(NOT_THIS)
    assert titles(ward, "in Berlin") == ["Nurse, day clinic"]


def test_who_wants_to_keep_it_gets_its_link_and_until_when_it_is_advertised(ward: Chat) -> None:
    (reply,) = ward.say(KEEP).replies
    assert reply.text.startswith("This link leads to “Nurse, ward 3” whenever you like")
    assert "30 April 2026" in reply.text
    assert [link.url for link in reply.links] == ["https://jobs.example/1"]


def test_others_like_it_are_shown_where_it_was_sought(ward: Chat) -> None:
    assert titles(ward, ALIKE) == ["Nurse, night shift"]


def test_where_none_is_there_they_are_shown_from_anywhere(chat: Chat) -> None:
    chat.say("a nurse job in Berlin")
    assert titles(chat, ALIKE) == ["Nurse, ward 3", "Nurse, night shift"]


def test_where_there_is_nothing_like_it_that_is_said_and_the_list_stays(chat: Chat) -> None:
    chat.say("Cook jobs")
    chat.say("anywhere")
    chat.say("the first one")
    leave_only(chat, "Cook")
    (reply,) = chat.say(ALIKE).replies
    assert reply.text == "At the moment there is nothing like “Cook”."
    assert [button.id for button in reply.buttons] == ["search:go_on", "general:job_subscribe"]


@pytest.mark.parametrize("text", [KEEP, ALIKE])
def test_one_that_is_closed_meanwhile_is_said_to_be_gone(chat: Chat, text: str) -> None:
    chat.say("a nurse job in Hamburg")
    chat.say("the first one")
    leave_only(chat, "Cook")
    assert "no longer online" in chat.say(text).replies[0].text


def test_the_next_ones_like_it_are_none_of_those_shown(chat: Chat) -> None:
    chat.say("warehouse worker jobs in Berlin")
    chat.say("the first one")
    found = chat.say(ALIKE).replies[0]
    first = [card.title for card in found.cards]
    assert "search:more" in [button.id for button in found.buttons]
    then = titles(chat, "show me more")
    assert then
    assert not set(first) & set(then)


def test_the_only_one_found_that_is_not_right_is_talked_of_no_more(chat: Chat) -> None:
    chat.say("a cook job in Munich")
    (reply,) = chat.say(NOT_THIS).replies
    assert reply.buttons
    search = search_of(chat)
    assert search is not None
    assert search.opening is None


def test_what_it_names_besides_is_looked_for_instead(ward: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    let_hear(monkeypatch, ward, {"something like that in Berlin": "alike"})
    assert titles(ward, "something like that in Berlin") == ["Nurse, day clinic"]


def test_an_opening_that_is_looked_at_ends_the_question_what_kind_of_job(chat: Chat) -> None:
    chat.say("jobs in Berlin")
    before = search_of(chat)
    chat.say("the first one")
    after = search_of(chat)
    assert before is not None
    assert after is not None
    assert before.asked is not None
    assert after.asked is None


def test_with_no_opening_talked_of_nothing_of_that_is_heard(chat: Chat) -> None:
    for text in (KEEP, ALIKE):
        assert "passed your question" in chat.say(text).replies[0].text


def test_who_wants_to_apply_for_one_without_a_link_is_shown_what_it_says(
    chat: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_hear(monkeypatch, chat, {"count me in": "apply"})
    company = chat.opened.conversation.company_id
    bare = opening(25, "Baker", "baker", BERLIN, apply_url=None, description="You bake at night.")

    def work(conn: Connection) -> None:
        (feed,) = opening_feeds.of_company(conn, company)
        opening_import.apply(conn, company, feed.id, [*OPENINGS, bare], NOW)

    chat.database.write_now(work)
    chat.say("a baker job in Berlin")
    (reply,) = chat.say("count me in").replies
    assert "You bake at night." in reply.text


def test_who_wonders_whether_they_fit_reads_what_is_asked_for_and_that_people_decide(
    ward: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_hear(monkeypatch, ward, {"I am 58 with a bad knee": "fits"})
    (reply,) = ward.say("I am 58 with a bad knee").replies
    assert reply.text.endswith("You can simply apply, or ask them first.")
    assert "general:contact_human" in [button.id for button in reply.buttons]
    assert [link.title for link in reply.links] == ["Apply"]


def test_who_wants_it_in_another_town_asks_for_no_chance(ward: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "I slipped, Berlin it is"
    let_hear(monkeypatch, ward, {text: "fits"})
    assert not ward.say(text).replies[0].text.endswith("You can simply apply, or ask them first.")
