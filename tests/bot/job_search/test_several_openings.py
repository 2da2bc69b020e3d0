"""Questions about openings shown of which none is talked of: each answers, or it is asked which is meant."""

from __future__ import annotations

import pytest

from bot.dialogue.policy import Thresholds
from nlu.understanding import Stage
from openings import questions
from storage.openings import opening_feeds, opening_import, opening_questions
from tests.bot.conftest import NOW, SCRIPT, Chat
from tests.bot.job_search.conftest import BERLIN, OPENINGS, POTSDAM, opening, search_of


@pytest.fixture
def nurses(chat: Chat) -> Chat:
    """A talk in which two openings for nurses are shown."""
    chat.say("a nurse job in Hamburg")
    return chat


def test_each_opening_shown_answers_and_can_be_read(nurses: Chat) -> None:
    (told,) = nurses.say("how many hours a week would that be?").replies
    assert "“Nurse, ward 3” says: full-time" in told.text
    assert "“Nurse, night shift” says: part-time" in told.text
    assert [button.title for button in told.buttons] == ["Nurse, ward 3 · Hamburg", "Nurse, night shift · Hamburg"]
    assert nurses.say(button=told.buttons[1].id).replies[0].cards[0].title == "Nurse, night shift"


def test_an_opening_that_says_nothing_on_it_is_named(nurses: Chat) -> None:
    (told,) = nurses.say("what does this one pay?").replies
    assert "€3,200 to €3,900 a month" in told.text
    assert told.text.endswith("Not mentioned in the ad for: Nurse, night shift.")


def test_only_those_that_are_picked_answer(chat: Chat) -> None:
    chat.say("a warehouse job in Berlin")
    (told,) = chat.say("how many hours are the first two?").replies
    assert [button.title for button in told.buttons] == ["Warehouse worker 7 · Berlin", "Warehouse worker 8 · Berlin"]


def test_what_fills_paragraphs_is_asked_of_one_and_the_button_answers(
    nurses: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(questions, "LONGEST", 60)
    (which,) = nurses.say("what do they require?").replies
    assert which.text == "Which of these openings do you mean?"
    assert [button.title for button in which.buttons] == ["Nurse, ward 3 · Hamburg", "Nurse, night shift · Hamburg"]
    assert "A nursing diploma." in nurses.say(button=which.buttons[0].id).replies[0].text


def test_for_which_to_apply_is_asked(nurses: Chat) -> None:
    (which,) = nurses.say("how do I apply for it?").replies
    assert which.text == "Which of these openings do you mean?"


def test_an_opening_chosen_that_says_nothing_leads_back_to_the_question_as_it_was_typed(
    nurses: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(questions, "LONGEST", 60)
    (which,) = nurses.say("what do they require?").replies
    nurses.say(button=which.buttons[1].id)
    last, opened = nurses.last_decision, nurses.opened.conversation
    assert (last.kind, last.about_seq) == ("defer", 4)
    asked_of = nurses.database.read_now(
        lambda conn: opening_questions.of_decisions(conn, opened.company_id, [last.id])[last.id]
    )
    assert asked_of.title == "Nurse, night shift"


def test_what_the_company_answers_as_well_stands_below_and_is_reviewed(nurses: Chat) -> None:
    """The talk has not come to an opening: what it asks may be meant of these or of the company."""
    told, answer = nurses.say("what do you pay").replies
    assert "€3,200 to €3,900 a month" in told.text
    assert answer.text == "acme pays well."
    also = nurses.last_decision.also
    assert also is not None
    assert (also.question, also.intent) == ("what do you pay", "salary")
    interpretation = nurses.last_decision.interpretation
    assert interpretation is not None
    assert interpretation.probability is not None
    assert interpretation.probability < Thresholds().surely_taken, "as what may be a question it waits to be reviewed"


def test_two_questions_to_the_company_are_both_its_own(nurses: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    for text, category in (("what do you pay?", "salary"), ("is there a pension?", "pension")):
        monkeypatch.setitem(SCRIPT, text, (Stage.FAQ, category, 0.9))
    monkeypatch.setitem(SCRIPT, "what do you pay? is there a pension?", (Stage.FAQ, "salary", 0.9))
    said = " ".join(each.text for each in nurses.say("what do you pay? is there a pension?").replies)
    assert "acme pays well." in said
    assert "nobody has written an answer" in said
    assert "€3,200" not in said


def test_openings_that_are_gone_answer_nothing(nurses: Chat) -> None:
    company = nurses.opened.conversation.company_id
    feed = nurses.database.read_now(lambda conn: opening_feeds.of_company(conn, company))[0]
    nurses.database.write_now(lambda conn: opening_import.apply(conn, company, feed.id, OPENINGS[2:], NOW))
    assert [each.text for each in nurses.say("what do you pay").replies] == ["acme pays well."]
    (said,) = nurses.say("how do I apply for it?").replies
    assert "no longer online" in said.text


def test_several_that_are_picked_answer_also_while_one_is_talked_of(nurses: Chat) -> None:
    nurses.say("the first one")
    (told,) = nurses.say("what do the first two pay?").replies
    assert "€3,200 to €3,900 a month" in told.text
    assert told.text.endswith("Not mentioned in the ad for: Nurse, night shift.")


def test_the_button_answers_what_was_asked(nurses: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(questions, "LONGEST", 60)
    (which,) = nurses.say("do they require a diploma?").replies
    (told,) = nurses.say(button=which.buttons[0].id).replies
    assert "A nursing diploma." in told.text


def test_what_is_plainly_asked_of_the_opening_talked_of_is_answered_by_it_alone(
    nurses: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(SCRIPT, "what does this job pay?", (Stage.FAQ, "salary", 0.7))
    nurses.say("the first one")
    (told,) = nurses.say("what does this job pay?").replies
    assert "€3,200 to €3,900 a month" in told.text
    assert nurses.last_decision.also is None


def test_the_next_question_is_asked_of_each_as_well(nurses: Chat) -> None:
    nurses.say("what does this one pay?")
    search = search_of(nurses)
    assert search is not None
    assert search.told == "salary"
    (told,) = nurses.say("and who is the contact person?").replies
    assert told.text.startswith("Your contact for “Nurse, ward 3”: Mara Lindqvist")


@pytest.mark.parametrize(
    "text", ["what about full time?", "and in Berlin?", "what about a cook?", "how is it in Munich"]
)
def test_what_looks_for_others_is_asked_of_none(nurses: Chat, text: str) -> None:
    nurses.say(text)
    interpretation = nurses.last_decision.interpretation
    assert interpretation is not None
    assert interpretation.reading == "change"


def test_whom_to_turn_to_is_told_of_the_opening_talked_of(nurses: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    """Though it sounds like the wish for a person."""
    monkeypatch.setitem(SCRIPT, "who can I call about it?", (Stage.GENERAL, "contact_human", 0.95))
    assert "person" in nurses.say("who can I call about it?").replies[0].text
    nurses.say("the first one")
    (told,) = nurses.say("who can I call about it?").replies
    assert "Mara Lindqvist" in told.text
    monkeypatch.setitem(SCRIPT, "let me talk to the recruiter now", (Stage.GENERAL, "contact_human", 0.95))
    assert "person" in nurses.say("let me talk to the recruiter now").replies[0].text


def test_one_where_it_was_looked_for_is_meant_before_those_elsewhere(chat: Chat) -> None:
    company = chat.opened.conversation.company_id
    dentists = [
        opening(21, "Dentist", "dentist", BERLIN, employment_types=("part_time",)),
        opening(22, "Dentist for children", "dentist", POTSDAM),
    ]
    feed = chat.database.read_now(lambda conn: opening_feeds.of_company(conn, company))[0]
    chat.database.write_now(lambda conn: opening_import.apply(conn, company, feed.id, [*OPENINGS, *dentists], NOW))
    chat.say("a dentist job in Berlin")
    search = search_of(chat)
    assert search is not None
    assert len(search.shown) == 2
    (told,) = chat.say("and the hours?").replies
    assert "“Dentist” says: part-time" in told.text
    assert "children" not in told.text
    chat.say("is that one full time?")
    search = search_of(chat)
    assert search is not None
    assert search.opening == search.shown[search.titles.index("Dentist")]
