"""Looking for a job: what is asked, what is understood in any order, and what is there when nothing fits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from storage import Connection
from storage.companies import companies
from storage.companies.office_hours import hours_of
from storage.openings import opening_feeds, opening_import, search_log
from storage.openings.wishes import Wish
from storage.reviews import decisions
from tests.bot.conftest import NOW, Chat
from tests.bot.job_search import conftest as jobs
from tests.bot.job_search.conftest import BERLIN, OPENINGS, POTSDAM, opening, search_of, titles
from tests.bot.test_coming_back import profile_of

NURSES = ["Nurse, ward 3", "Nurse, night shift"]


def test_a_sentence_that_names_both_is_answered_with_openings_at_once(chat: Chat) -> None:
    assert titles(chat, "I would like a nurse job in Hamburg") == NURSES


@pytest.mark.parametrize(("zone", "shown"), [("UTC", []), ("Pacific/Pago_Pago", ["Nurse, ward 3"])])
def test_an_opening_is_shown_until_its_last_day_is_over_where_the_company_is(
    chat: Chat, zone: str, shown: list[str]
) -> None:
    def offer(conn: Connection) -> None:
        company = companies.by_id(conn, chat.opened.conversation.company_id)
        assert company is not None
        hours = hours_of({"zone": zone, "week": [""] * 7})
        companies.change(conn, company.id, replace(profile_of(company), office_hours=hours))
        (feed,) = opening_feeds.of_company(conn, company.id)
        yesterday = NOW.date() - timedelta(days=1)
        opening_import.apply(conn, company.id, feed.id, [replace(OPENINGS[0], valid_through=yesterday)], NOW)

    chat.database.write_now(offer)
    assert titles(chat, "I would like a nurse job in Hamburg") == shown


def test_only_what_is_missing_is_asked_for(chat: Chat) -> None:
    assert "What kind of job" in chat.say(button="general:job_search").replies[0].text
    assert "Where would you like" in chat.ask("nurse")
    assert titles(chat, "hamburg") == NURSES


def test_answers_may_come_out_of_order(chat: Chat) -> None:
    chat.say(button="general:job_search")
    assert "What kind of job" in chat.ask("hamburg")
    assert titles(chat, "nurse") == NURSES


@pytest.mark.parametrize(("words", "button"), [("anything", None), (None, "search:anything")])
def test_anything_is_an_answer(chat: Chat, words: str | None, button: str | None) -> None:
    chat.say("a job in Hamburg please")
    assert titles(chat, words, button=button) == NURSES


def test_anywhere_is_an_answer(chat: Chat) -> None:
    chat.say("a nurse job")
    assert titles(chat, "anywhere") == [*NURSES, "Nurse, day clinic"]


def test_a_mere_whatever_answers_what_was_asked(chat: Chat) -> None:
    chat.say("a nurse job")
    chat.say("I don't mind")
    search = search_of(chat)
    assert search is not None
    assert search.wish == Wish(("nurse",), ())


def test_a_question_in_between_is_answered_and_the_search_goes_on(chat: Chat) -> None:
    chat.say("a nurse job")
    (reply,) = chat.say("what do you pay").replies
    assert reply.text == "acme pays well."
    assert "search:go_on" in {button.id for button in reply.buttons}
    assert titles(chat, "hamburg") == NURSES


def test_the_way_back_asks_again(chat: Chat) -> None:
    chat.say("a nurse job")
    chat.say("what do you pay")
    assert "Where would you like" in chat.say(button="search:go_on").replies[0].text


@pytest.mark.parametrize("words", ["no, rather Berlin", "actually Berlin", "not Hamburg but Berlin", "berlin"])
def test_a_mind_may_be_changed(chat: Chat, words: str) -> None:
    chat.say("a nurse job in Hamburg")
    assert titles(chat, words) == ["Nurse, day clinic"]


def test_another_profession_keeps_the_place(chat: Chat) -> None:
    chat.say("a nurse job in Munich")
    assert titles(chat, "actually cook") == ["Cook"]


def test_several_towns_and_professions_are_all_looked_for(chat: Chat) -> None:
    found = titles(chat, "a job as nurse or cook in Munich or Potsdam")
    assert sorted(found) == ["Cook", "Cook for our canteen", "Nurse, day clinic"]


def test_also_adds_to_what_was_said(chat: Chat) -> None:
    chat.say("a nurse job in Hamburg")
    assert sorted(titles(chat, "also in Berlin")) == sorted([*NURSES, "Nurse, day clinic"])


def test_regions_and_countries_are_places(chat: Chat) -> None:
    chat.say("a cook job")
    assert titles(chat, "anywhere in Germany") == ["Cook", "Cook for our canteen"]


@pytest.mark.both_databases
def test_filters_refine_and_are_taken_back(chat: Chat) -> None:
    chat.say("a nurse job in Hamburg")
    assert titles(chat, "only part-time") == ["Nurse, night shift"]
    assert titles(chat, "no part-time please") == NURSES


def test_nearer_and_farther_change_the_distance(chat: Chat) -> None:
    assert titles(chat, "a cook job in Berlin") == ["Cook for our canteen"]
    (nearer,) = chat.say("nearer").replies
    assert "no opening for this search" in nearer.text
    assert [card.title for card in nearer.cards] == ["Cook for our canteen"]  # in the next town
    assert "One opening fits your search" in chat.ask("within 40 km")


def test_a_place_in_the_list_that_is_not_there_shows_the_list_again(chat: Chat) -> None:
    assert titles(chat, "a cook job in Berlin") == ["Cook for our canteen"]
    assert titles(chat, "the second one") == ["Cook for our canteen"]


def test_pages_are_turned_by_words_and_buttons(chat: Chat) -> None:
    first = titles(chat, "a warehouse job in Berlin")
    second = titles(chat, "more")
    assert (len(first), len(second), set(first) & set(second)) == (4, 4, set())
    assert len(titles(chat, button="search:more")) == 1
    assert "You have seen all" in chat.ask("more")
    assert titles(chat, button="search:back") == second


def test_when_nothing_fits_it_says_so_and_offers_the_nearest_with_real_numbers(chat: Chat) -> None:
    (reply,) = chat.say("a cook job in Hamburg").replies
    assert "no opening for this search" in reply.text
    offered = {button.id: button.title for button in reply.buttons}
    assert offered["search:anywhere"] == "In any town (2)"
    assert offered["search:all"] == "All openings (15)"
    assert "general:job_subscribe" in offered
    assert [link.url for link in reply.links] == ["https://acme.example/jobs"]
    (town,) = [id_ for id_ in offered if id_.startswith("search:city:Potsdam")]
    assert titles(chat, button=town) == ["Cook for our canteen"]


@pytest.mark.parametrize(
    ("wish", "shown"),
    [
        ("a part-time cook job in Berlin", ["Cook for our canteen"]),  # under another condition
        ("a cook job in Berlin above 90k", ["Cook for our canteen"]),  # for other pay
        ("a cook job in Leipzig", ["Cook for our canteen"]),  # in the next town
        ("a cook job in Hamburg", []),  # the next town is too far
        ("a part-time warehouse job in Berlin", []),  # too many to show at once
    ],
)
def test_what_comes_closest_is_shown_at_once_where_it_is_near_and_few(chat: Chat, wish: str, shown: list[str]) -> None:
    (reply,) = chat.say(wish).replies
    assert "no opening for this search" in reply.text
    assert [card.title for card in reply.cards] == shown


def test_how_far_it_is_from_another_town_than_was_sought_is_not_told(
    start_chat: Callable[[str], Chat], monkeypatch: pytest.MonkeyPatch
) -> None:
    cooks = [opening(21, "Cook in town", "cook", POTSDAM), opening(22, "Cook near it", "cook", BERLIN)]
    monkeypatch.setattr(jobs, "OPENINGS", cooks)
    (reply,) = start_chat("acme").say("a cook job in Leipzig").replies
    assert {card.title: card.facts[0].text for card in reply.cards} == {
        "Cook in town": "Potsdam",
        "Cook near it": "Berlin",
    }


def test_who_applies_for_what_is_not_there_does_not_apply_for_what_comes_closest(chat: Chat) -> None:
    chat.say("a cook job in Leipzig")
    search = search_of(chat)
    assert search is not None
    assert (len(search.shown), search.opening) == (1, None)
    assert search.wish.cities == ("Leipzig",)


def test_alerts_are_offered_only_where_mail_can_be_sent(chat: Chat) -> None:
    without = replace(chat, service=replace(chat.service, confirmations_per_day=0))
    for message in ("a cook job in Hamburg", "a cook job in Berlin"):
        replies = without.say(message).replies
        assert "general:job_subscribe" not in {button.id for reply in replies for button in reply.buttons}


def test_every_button_leads_to_as_many_openings_as_it_says(chat: Chat) -> None:
    (reply,) = chat.say("a cook job in Hamburg").replies
    for button in reply.buttons:
        if button.id.startswith("search:") and button.title.endswith(")") and ":without:" not in button.id:
            count = int(button.title.rpartition("(")[2].rstrip(")"))
            shown = chat.say(button=button.id).replies[0]
            assert len(shown.cards) == min(count, 4), button
            chat.say("a cook job in Hamburg")


def test_a_profession_that_no_list_knows_is_looked_for_in_the_text(chat: Chat) -> None:
    chat.say("a job in Hamburg")
    assert titles(chat, "ward") == ["Nurse, ward 3"]


def test_starting_over_forgets_the_search(chat: Chat) -> None:
    chat.say("a nurse job in Hamburg")
    chat.say("!start_over")
    assert search_of(chat) is None
    assert chat.conversation.state is None
    assert "What kind of job" in chat.ask("show me your jobs")


def test_wishes_for_a_person_and_crises_are_never_taken_for_a_search(chat: Chat) -> None:
    chat.say("a nurse job in Hamburg")
    assert "person" in chat.ask("!contact_human berlin please, quick")
    assert "112" in chat.ask("!crisis only more")


def test_what_may_be_danger_is_asked_about_and_the_search_goes_on_afterwards(chat: Chat) -> None:
    chat.say("a nurse job")
    (asked,) = chat.say("perks and peril").replies
    assert "are you safe right now" in asked.text
    assert "free coffee" in " ".join(reply.text for reply in chat.say(button=asked.buttons[0].id).replies)
    assert titles(chat, "hamburg") == NURSES


@pytest.mark.both_databases
def test_a_search_is_logged_once_with_what_it_found(chat: Chat) -> None:
    for words in ("a cook job in Hamburg", "what do you pay", "a nurse job in Hamburg", "more"):
        chat.say(words)
    company_id = chat.opened.conversation.company_id
    (missed,) = chat.database.read_now(lambda conn: search_log.unfound(conn, company_id, NOW))
    assert (missed.profession, missed.city, missed.searches) == ("cook", "Hamburg", 1)
    assert chat.database.read_now(lambda conn: search_log.total(conn, company_id, NOW)) == (2, 1)


def test_the_same_client_id_gives_the_same_answer_and_searches_once(chat: Chat) -> None:
    first = chat.say("a nurse job in Hamburg", client_id="same")
    again = chat.say("a nurse job in Hamburg", client_id="same")
    assert (again.replayed, again.replies) == (True, first.replies)
    opened = chat.opened.conversation
    assert chat.database.read_now(lambda conn: search_log.total(conn, opened.company_id, NOW)) == (1, 0)


def test_a_pressed_button_is_replayed_though_its_title_was_offered_anew(chat: Chat) -> None:
    chat.say("a cook job in Hamburg")
    first = chat.say(button="search:anywhere", client_id="b")
    chat.say("a warehouse job in Hamburg")
    assert chat.say(button="search:anywhere", client_id="b").replies == first.replies


def test_turns_of_a_search_are_no_questions_for_the_desk(chat: Chat) -> None:
    chat.say("a nurse job in Hamburg")
    chat.say("only part-time")
    opened = chat.opened.conversation
    made = chat.database.read_now(lambda conn: decisions.of_conversation(conn, opened.company_id, opened.id))
    assert [decision.intent for decision in made] == ["job_search", "job_search"]


def test_a_company_whose_openings_are_all_closed_shows_its_careers_page(chat: Chat) -> None:
    company_id = chat.opened.conversation.company_id

    def close(conn: Connection) -> None:
        (feed,) = opening_feeds.of_company(conn, company_id)
        opening_import.apply(conn, company_id, feed.id, [], NOW)

    chat.database.write_now(close)
    (reply,) = chat.say("a nurse job in Hamburg").replies
    assert "You'll find all our open positions here" in reply.text


def test_openings_of_another_company_are_never_shown(start_chat: Callable[[str], Chat], chat: Chat) -> None:
    shown: list[int] = []
    for talk in (chat, start_chat("umbra")):
        talk.say("a nurse job in Hamburg")
        search = search_of(talk)
        assert search is not None
        shown += search.shown
    assert len(set(shown)) == 4
