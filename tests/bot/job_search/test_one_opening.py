"""Questions about one opening: answered from its own fields, else as any question, with the opening attached."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.dialogue.picking import fitting_opening
from bot.dialogue.state import JobSearch
from bot.errors import InvalidMessage
from candor.house import job_words
from nlu.ads.details import Shares
from nlu.understanding import Stage
from storage import Connection
from storage.answers import answers
from storage.answers.answers import Answer
from storage.openings import opening_feeds, opening_import, opening_questions
from storage.openings.opening_questions import Subject
from storage.openings.wishes import Wish
from storage.reviews import decisions
from tests.bot import conftest as scripted
from tests.bot.conftest import NOW, Chat
from tests.bot.job_search import conftest as jobs
from tests.bot.job_search.conftest import HAMBURG, OPENINGS, opening, search_of, titles


def subjects(chat: Chat) -> list[Subject]:
    """The openings attached to the decisions of a conversation."""
    opened = chat.opened.conversation

    def read(conn: Connection) -> list[Subject]:
        made = decisions.of_conversation(conn, opened.company_id, opened.id)
        found = opening_questions.of_decisions(conn, opened.company_id, [each.id for each in made])
        return [found[each.id] for each in made if each.id in found]

    return chat.database.read_now(read)


@pytest.fixture
def ward(chat: Chat) -> Chat:
    """A talk about the nurse's opening on ward 3."""
    chat.say("a nurse job in Hamburg")
    chat.say("the first one")
    return chat


@pytest.mark.parametrize("text", ["the salary and the hours?", "what is the salary, and who is the contact?"])
def test_two_questions_about_an_opening_are_both_answered(ward: Chat, text: str) -> None:
    told = ward.ask(text).split("\n\n")
    assert "gives this pay" in told[0]
    assert told[1].startswith("The ad" if "hours" in text else "Your contact")


def test_so_are_three(ward: Chat) -> None:
    told = ward.ask("the salary, the hours and the contact?").split("\n\n")
    assert "gives this pay" in told[0]
    assert told[1].startswith("The ad for “Nurse, ward 3” says: ")
    assert told[-1].startswith("Your contact")


def test_of_two_questions_that_are_not_both_told_the_one_is_answered(ward: Chat) -> None:
    told = ward.ask("what is the salary and is there a piano?")
    assert "gives this pay" in told
    assert "\n\n" not in told


def test_who_answers_is_told_which_card_is_open_or_was_asked_about(ward: Chat) -> None:
    def subject() -> str | None:
        its = ward.opened.conversation
        found = ward.database.read_now(lambda conn: opening_questions.subject_of(conn, its.company_id, its.id))
        return found.title if found else None

    assert subject() == "Nurse, ward 3", "nothing was asked about it"
    ward.say("do you have unicorns")
    ward.say("a driver job in Berlin")
    assert subject() == "Nurse, ward 3"


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("what does it pay?", "€3,200 to €3,900 a month"),
        ("is this one remote?", "on site"),
        ("who do I contact?", "Mara Lindqvist, mara@acme.example"),
        ("where is it?", "Hamburg"),
        ("is it full time?", "full-time"),
        ("is that permanent?", "permanent"),
        ("until when can I apply?", "30 April 2026"),
        ("since when is it online?", "27 February 2026"),
        ("what will I do?", "You look after ten patients."),
        ("what are the requirements?", "A nursing diploma."),
    ],
)
def test_an_opening_answers_from_its_own_fields(ward: Chat, question: str, answer: str) -> None:
    assert answer in ward.ask(question)
    assert "“Nurse, ward 3”" in ward.ask(question)


def test_what_no_field_tells_is_quoted_from_the_advertisement(ward: Chat) -> None:
    assert "“You look after ten patients.”" in ward.ask("how many patients are there?")


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("is it full time?", "part-time.\n\nThe ad also says: “20 Stunden in der Woche, montags bis freitags.”"),
        ("is that permanent?", "fixed-term.\n\nThe ad also says: “Die Stelle ist bis Ende 2027 befristet.”"),
    ],
)
def test_what_an_ad_adds_on_hours_and_contract_is_quoted_whatever_language_it_is_in(
    start_chat: Callable[[str], Chat], monkeypatch: pytest.MonkeyPatch, question: str, told: str
) -> None:
    ad = "Sie fahren Lkw. 20 Stunden in der Woche, montags bis freitags. Die Stelle ist bis Ende 2027 befristet."
    types = ("part_time", "temporary")
    driver = opening(21, "Fahrer", "truck_driver", HAMBURG, description=ad, language="de", employment_types=types)
    monkeypatch.setattr(jobs, "OPENINGS", [driver])
    chat = start_chat("acme")
    chat.say("a truck driver job in Hamburg")
    assert told in chat.ask(question)


def test_an_opening_is_named_by_a_word_of_its_title(chat: Chat) -> None:
    chat.say("a nurse job in Hamburg")
    assert "“Nurse, night shift”" in chat.ask("is the night shift one full time?")


def test_an_opening_is_named_by_what_its_profession_is_called_though_its_title_is_foreign(
    start_chat: Callable[[str], Chat], monkeypatch: pytest.MonkeyPatch
) -> None:
    foreign = [
        opening(21, "Fachkraft für Lagerlogistik (m/w/d)", "warehouse_worker", HAMBURG),
        opening(22, "Staplerfahrer (m/w/d)", "forklift_driver", HAMBURG),
    ]
    monkeypatch.setattr(jobs, "OPENINGS", foreign)
    chat = start_chat("acme")
    chat.say("a forklift driver or warehouse worker job in Hamburg")
    assert "“Staplerfahrer (m/w/d)”" in chat.ask("the forklift one, is it full time?")


FITTING = [
    opening(17, "Produktionshelfer (m/w/d)", "production_worker", HAMBURG, description="Lifting up to 20 kg."),
    opening(
        18,
        "Ausbildung Produktion (m/w/d)",
        "production_worker",
        HAMBURG,
        professions=("apprentice", "production_worker"),
    ),
]


@pytest.fixture
def two_of_which_one_fits(start_chat: Callable[[str], Chat], monkeypatch: pytest.MonkeyPatch) -> Chat:
    """A talk in which two openings are shown, of which one is for exactly the profession that was sought."""
    monkeypatch.setattr(jobs, "OPENINGS", FITTING)
    chat = start_chat("acme")
    assert len(titles(chat, "a production worker job in Hamburg")) == 2
    return chat


def test_it_is_the_opening_that_fits_best_among_those_shown(two_of_which_one_fits: Chat) -> None:
    assert "“Produktionshelfer (m/w/d)”" in two_of_which_one_fits.ask("is that one full time?")


@pytest.mark.parametrize(("said", "meant"), [("man", ()), ("manag", (1,)), ("produktion", ())])
def test_a_short_word_names_no_title_that_begins_with_it(said: str, meant: tuple[int, ...]) -> None:
    wish = Wish(professions=(), said=(said,))
    search = JobSearch(wish, shown=(1, 2), titles=("Manager Produktion", "Produktionshelfer"))
    assert fitting_opening(search, {}, job_words().titles, "de") == meant


def test_a_question_that_points_at_nothing_is_about_none_of_several(two_of_which_one_fits: Chat) -> None:
    assert "Produktionshelfer" not in two_of_which_one_fits.ask("what is paid for overtime on Sundays?")


def test_what_is_required_is_told_by_the_advertisement_where_no_heading_says_so(two_of_which_one_fits: Chat) -> None:
    assert "Lifting up to 20 kg." in two_of_which_one_fits.ask("what are the requirements for this job?")


def test_a_town_that_is_not_the_openings_is_a_new_search(ward: Chat) -> None:
    assert titles(ward, "and in Berlin, full-time?") == ["Nurse, day clinic"]


def test_another_profession_is_a_new_search_though_the_search_goes_on(ward: Chat) -> None:
    assert "cook · within 50 km of Hamburg" in ward.ask("and as a cook, is there nothing?")


def test_how_to_apply_is_its_own_link(ward: Chat) -> None:
    (reply,) = ward.say("how do I apply?").replies
    assert [link.url for link in reply.links] == ["https://jobs.example/1/apply"]


@pytest.mark.parametrize("words", ["the second one", "Nurse, night shift", "tell me more about the last one"])
def test_an_opening_is_picked_by_its_place_or_title(chat: Chat, words: str) -> None:
    chat.say("a nurse job in Hamburg")
    assert titles(chat, words) == ["Nurse, night shift"]


def test_the_button_of_a_card_shows_all_that_the_opening_says(chat: Chat) -> None:
    (reply,) = chat.say("a nurse job in Hamburg").replies
    (shown,) = chat.say(button=reply.cards[0].buttons[0].id).replies
    assert [fact.label for fact in shown.cards[0].facts] == [
        *("Where", "Type", "Work mode", "Pay", "Contact", "Posted", "Apply by")
    ]
    assert "You look after ten patients." in shown.text


def test_the_only_opening_shown_is_the_one_talked_of(chat: Chat) -> None:
    chat.say("a cook job in Munich")
    assert "up to €18.50 an hour" in chat.ask("what does it pay?")


class Hears:
    """A fake of what hears details: of how one is trained, in two sentences that share no word."""

    def asked(self, text: str) -> Shares:
        return {"training": 0.9} if text == "who shows me the ropes?" else {}

    def told(self, sentence: str) -> Shares:
        return {"training": 0.8} if sentence == "You look after ten patients." else {}


def test_the_detail_that_is_asked_for_is_quoted_though_no_word_is_the_same(
    ward: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "passed your question" in ward.ask("who shows me the ropes?")
    monkeypatch.setattr(type(ward.service.live), "details", lambda self, language: Hears())
    assert "“You look after ten patients.”" in ward.ask("who shows me the ropes?")


def test_a_missing_field_is_answered_by_the_faq_never_made_up(chat: Chat) -> None:
    chat.say("a nurse job in Berlin")
    assert chat.ask("what do you pay") == "acme pays well."


def test_what_neither_knows_is_deferred_with_the_opening_attached(ward: Chat) -> None:
    assert "passed your question to the recruiting team" in ward.ask("do you have unicorns")
    (subject,) = subjects(ward)
    assert (subject.title, subject.url) == ("Nurse, ward 3", "https://jobs.example/1")


def test_a_deferral_without_an_opening_in_mind_has_none_attached(chat: Chat) -> None:
    chat.say("a nurse job in Hamburg")
    chat.say("do you have unicorns")
    assert subjects(chat) == []


def test_a_place_in_the_list_and_a_question_go_together(chat: Chat) -> None:
    chat.say("a nurse job in Hamburg")
    assert "part-time" in chat.ask("is the second one full time?")


def test_openings_are_compared_line_by_line(chat: Chat) -> None:
    chat.say("a nurse job in Hamburg")
    (reply,) = chat.say("compare the first two").replies
    left, right = reply.cards
    assert left.compared
    assert [fact.label for fact in left.facts] == [fact.label for fact in right.facts]
    pay = {card.title: fact.text for card in reply.cards for fact in card.facts if fact.label == "Pay"}
    assert pay == {"Nurse, ward 3": "€3,200 to €3,900 a month", "Nurse, night shift": "not stated"}


def test_another_search_leaves_the_opening(ward: Chat) -> None:
    ward.say("rather Berlin")
    search = search_of(ward)
    assert search is not None
    assert search.opening is not None
    assert ward.ask("where is it?").endswith("Berlin.")


def test_an_opening_that_was_closed_meanwhile_is_said_to_be_gone(ward: Chat) -> None:
    company_id = ward.opened.conversation.company_id

    def close(conn: Connection) -> None:
        (feed,) = opening_feeds.of_company(conn, company_id)
        opening_import.apply(conn, company_id, feed.id, OPENINGS[1:], NOW)

    ward.database.write_now(close)
    (reply,) = ward.say("what does it pay?").replies
    assert "no longer online" in reply.text
    assert [button.id for button in reply.buttons] == ["search:go_on"]


@pytest.mark.parametrize("button", ["opening:999999:show", "search:nonsense", "opening:x:show"])
def test_only_buttons_that_were_offered_count(ward: Chat, button: str) -> None:
    with pytest.raises(InvalidMessage):
        ward.say(button=button)


def test_an_answer_of_the_bank_names_the_opening_that_is_talked_of_and_brings_no_markup_in(
    ward: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(scripted.SCRIPT, "is there free coffee at work", (Stage.FAQ, "benefits", 0.9))
    company_id = ward.opened.conversation.company_id
    perks = Answer("benefits", "en", "Perks of {{opening|the job}}: **coffee**.")
    ward.database.write_now(lambda conn: answers.put(conn, company_id, perks, NOW))
    assert ward.ask("is there free coffee at work") == "Perks of Nurse, ward 3: coffee."
