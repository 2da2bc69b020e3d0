"""A reply in a job search that nothing explains: what there is is shown, and a person takes what was a question."""

from __future__ import annotations

import pytest

from bot.dialogue.buttons import WasAQuestion, button_for
from bot.dialogue.state import Slot, state_of
from nlu.understanding import Guess, Stage
from storage.conversations import conversations
from storage.openings import search_log
from storage.openings.wishes import Wish
from storage.reviews import reviews
from tests.bot import conftest as scripted
from tests.bot.conftest import NOW, Chat
from tests.bot.job_search.conftest import search_of, titles

NURSES = ["Nurse, ward 3", "Nurse, night shift"]
UNHEARD = "well, my cousin said something nice would turn up"


def wish_of(chat: Chat) -> Wish:
    search = search_of(chat)
    assert search is not None
    return search.wish


def wish_of_any(chat: Chat) -> Wish | None:
    search = search_of(chat)
    return search.wish if search else None


def test_an_unheard_profession_shows_every_kind_of_job_and_says_so(chat: Chat) -> None:
    chat.say(button="general:job_search")
    (reply,) = chat.say(UNHEARD).replies
    assert "I didn't understand what kind of job you mean" in reply.text
    assert len(reply.cards) == 4
    assert wish_of(chat) == Wish(professions=())


def test_an_unheard_place_shows_the_profession_everywhere(chat: Chat) -> None:
    chat.say("a nurse job")
    (reply,) = chat.say(UNHEARD).replies
    assert "I didn't understand which place you mean" in reply.text
    assert [card.title for card in reply.cards] == [*NURSES, "Nurse, day clinic"]


def test_what_was_said_before_is_kept(chat: Chat) -> None:
    chat.say("a job in Hamburg")
    assert titles(chat, UNHEARD) == NURSES
    assert wish_of(chat) == Wish((), ("Hamburg",))


def test_a_place_named_next_narrows_what_was_assumed(chat: Chat) -> None:
    chat.say(button="general:job_search")
    chat.say(UNHEARD)
    assert titles(chat, "hamburg") == NURSES


@pytest.mark.parametrize("words", ["nurse", "Nurse, I think", "well then: nurse"])
def test_what_was_asked_may_be_said_in_the_next_turn(chat: Chat, words: str) -> None:
    chat.say("a job in Hamburg")
    chat.say(UNHEARD)
    titles(chat, words)
    assert wish_of(chat) == Wish(("nurse",), ("Hamburg",))


def test_what_was_asked_stays_asked_and_pages_are_turned_meanwhile(chat: Chat) -> None:
    chat.say(button="general:job_search")
    first = titles(chat, UNHEARD)
    search = search_of(chat)
    assert search is not None
    assert search.asked == "profession"
    second = titles(chat, "more")
    assert len(second) == 4
    assert not set(first) & set(second)


def test_who_says_again_that_a_job_is_looked_for_is_shown_what_there_is(chat: Chat) -> None:
    chat.say(button="general:job_search")
    assert len(titles(chat, "please just some job that pays the rent for me and mine")) == 4


def test_any_is_assumed_once_and_then_a_person_is_asked(chat: Chat) -> None:
    chat.say("a job in Hamburg")
    chat.say(UNHEARD)
    assert "passed your question to the recruiting team" in chat.ask(UNHEARD)


@pytest.mark.parametrize("words", ["do you have unicorns?", "how many unicorns do you have", "who feeds the unicorns"])
def test_a_question_is_no_reply_and_goes_to_a_person(chat: Chat, words: str) -> None:
    chat.say("a nurse job")
    (reply,) = chat.say(words).replies
    assert "passed your question to the recruiting team" in reply.text
    assert "search:go_on" in {button.id for button in reply.buttons}
    assert wish_of(chat) == Wish(("nurse",))


@pytest.mark.parametrize("intent", ["contact_human", "stop", "insult", "delete_my_data", "crisis"])
def test_what_is_understood_goes_its_own_way(chat: Chat, intent: str) -> None:
    chat.say("a nurse job")
    replies = chat.say(f"!{intent} my dog barks loudly at cats in Berlin, whatever").replies
    assert not [reply for reply in replies if reply.cards]
    assert wish_of_any(chat) in (None, Wish(("nurse",)))


@pytest.mark.parametrize("intent", ["small_talk", "thanks", "greet", "help", "praise", "who_are_you", "goodbye"])
def test_talk_in_between_is_answered_as_ever(chat: Chat, intent: str) -> None:
    chat.say("a nurse job")
    replies = chat.say(f"!{intent} lovely weather today").replies
    assert not [reply for reply in replies if reply.cards]
    assert titles(chat, "hamburg") == NURSES


@pytest.mark.parametrize("words", ["!deny nothing special comes to mind", "!affirm yes that sounds all right to us"])
def test_a_long_yes_or_no_to_what_was_asked_says_neither(chat: Chat, words: str) -> None:
    chat.say("a job in Hamburg")
    assert titles(chat, words) == NURSES


def test_an_faq_answer_is_given_in_between(chat: Chat) -> None:
    chat.say("a nurse job")
    assert chat.ask("what do you pay") == "acme pays well."


def test_an_unsure_faq_guess_at_a_statement_is_no_answer_to_it(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(scripted.SCRIPT, "my feet carry me", (Stage.FAQ, "salary", 0.4))
    chat.say("a nurse job")
    assert titles(chat, "my feet carry me") == [*NURSES, "Nurse, day clinic"]


def test_the_button_hands_the_message_to_a_person(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(scripted.SCRIPT, UNHEARD, (Stage.FAQ, "salary", 0.6))
    chat.say("a nurse job")
    turn = chat.say(UNHEARD)
    button = button_for(WasAQuestion(turn.message.seq), "").id
    assert button in {each.id for each in turn.replies[0].buttons}
    assert "passed your question to the recruiting team" in chat.ask(button=button)
    company_id = chat.opened.conversation.company_id
    (review,) = chat.database.read_now(lambda conn: reviews.queue(conn, company_id))
    assert (review.question, review.decision.kind) == (UNHEARD, "defer")
    assert review.decision.ranking[0] == Guess("salary", 0.6)
    its = chat.opened.conversation.id
    assert chat.database.read_now(lambda conn: conversations.get(conn, company_id, its)).status == "waiting"
    assert wish_of(chat) == Wish(("nurse",), ())


def test_what_was_assumed_is_not_logged_as_a_search(chat: Chat) -> None:
    company_id = chat.opened.conversation.company_id
    chat.say("a nurse job")
    chat.say(UNHEARD)
    assert chat.database.read_now(lambda conn: search_log.total(conn, company_id, NOW)) == (0, 0)


def test_a_profession_that_no_opening_names_is_logged_as_missing(chat: Chat) -> None:
    company_id = chat.opened.conversation.company_id
    chat.say("a job in Hamburg")
    (reply,) = chat.say("lamplighting").replies
    assert "“lamplighting”" in reply.text
    assert [card.title for card in reply.cards] == NURSES
    (missed,) = chat.database.read_now(lambda conn: search_log.unfound(conn, company_id, NOW))
    assert (missed.profession, missed.city) == ("lamplighting", "Hamburg")


def test_a_word_out_of_a_sentence_must_be_in_a_title(chat: Chat) -> None:
    chat.say("a job in Hamburg")
    assert titles(chat, "ten patients") == ["Nurse, ward 3"]  # alone it may stand in the text
    chat.say("!start_over")
    chat.say("a job in Hamburg")
    assert titles(chat, "I want patients") == NURSES
    chat.say("!start_over")
    chat.say("a job in Hamburg")
    assert titles(chat, "I want the clinic") == []
    assert wish_of(chat).words == "clinic"


def test_who_is_asked_what_an_alert_shall_be_about_is_not_shown_openings(chat: Chat) -> None:
    chat.say("!job_subscribe to your openings")
    assert Slot.WISH in state_of(chat.conversation.state).expected
    assert titles(chat, UNHEARD) == []


@pytest.mark.parametrize("words", ["compare", "the second one", "compare the first two"])
def test_where_nothing_is_shown_it_says_what_to_do_instead(chat: Chat, words: str) -> None:
    chat.say("a cook job in Hamburg")
    (reply,) = chat.say(words).replies
    assert "no openings on show" in reply.text
    assert "search:all" in {button.id for button in reply.buttons}
    assert wish_of(chat) == Wish(("cook",), ("Hamburg",))


def test_where_something_is_still_asked_it_is_asked_again(chat: Chat) -> None:
    chat.say("a nurse job")
    text = chat.ask("compare")
    assert "no openings on show" in text
    assert "Where would you like to work?" in text


def test_one_opening_cannot_be_compared(chat: Chat) -> None:
    assert titles(chat, "a nurse job in Berlin") == ["Nurse, day clinic"]
    assert "Only one opening is on show" in chat.ask("compare")
