"""A message that hangs on the question before it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from bot.dialogue.acts import PassOn
from bot.dialogue.context import Context
from bot.dialogue.cues import cues_of
from bot.dialogue.policy import Thresholds, act_on
from bot.dialogue.questions import named_by_itself, of_the_same_topic
from bot.dialogue.readings import FOLLOW_UP, ITSELF, Interpretation, Question, Reading
from bot.dialogue.state import AnsweredTopic, DialogueState
from bot.dialogue.tasks import faq
from bot.guard.guard import Guard
from bot.guard.judgement import GuardLimits
from nlu.entities.atlas import Atlas
from nlu.entities.cities import City
from nlu.entities.city_dictionary import CityDictionary
from nlu.understanding import Guess, Stage, Understanding
from openings.job_words import JobWords
from storage import Connection
from storage.answers import answers
from storage.answers.answers import Answer
from storage.dataset import categories
from tests.bot import conftest as scripted
from tests.bot.conftest import NOW, Chat
from tests.bot.dialogue.asked_on import questions, understood

__all__ = ["understood"]

BERLIN = City("Berlin", "DE", 3_600_000, latitude=52.52, longitude=13.4)


def put_perks(chat: Chat, text: str) -> None:
    answer = Answer("benefits", "en", text)
    chat.database.write_now(lambda conn: answers.put(conn, chat.opened.conversation.company_id, answer, NOW))


@pytest.mark.both_databases
def test_a_follow_up_that_the_answer_says_nothing_of_is_passed_on_with_its_topic(chat: Chat) -> None:
    chat.say("what do you pay")
    (told,) = chat.texts("and in Portugal?")
    assert "nothing more on that" in told
    assert "“and in Portugal?”" in told
    assert chat.last_decision.kind == "defer"
    assert questions(chat)[0].question == "what do you pay and in Portugal?"


def test_a_whole_question_that_the_topic_before_knows_nothing_of_hangs_on_nothing(
    chat: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A model of few examples finds the topic before in both questions, whatever the second one is."""
    asked = "May I bring my old dog along?"
    monkeypatch.setitem(scripted.SCRIPT, f"what do you pay {asked}", (Stage.FAQ, "salary", 0.97))
    chat.say("what do you pay")
    (told,) = chat.texts(asked)
    assert "nothing more on that" not in told
    assert (chat.last_decision.kind, chat.last_decision.intent) == ("defer", None)


def test_where_many_examples_are_known_it_may_hang_on_the_topic_before(
    chat: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = "May I bring my old dog along?"
    monkeypatch.setattr(scripted.ScriptedModels, "taught", lambda *_: 5000)
    monkeypatch.setitem(scripted.SCRIPT, f"what do you pay {asked}", (Stage.FAQ, "salary", 0.97))
    chat.say("what do you pay")
    chat.say(asked)
    assert chat.last_decision.question == f"what do you pay {asked}"


def test_what_surely_asks_something_else_is_answered_though_the_topic_before_is_found_in_both(
    chat: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = "Is there a pension scheme?"
    monkeypatch.setitem(scripted.SCRIPT, asked, (Stage.FAQ, "pension", 0.55))
    monkeypatch.setitem(scripted.SCRIPT, f"what do you pay {asked}", (Stage.FAQ, "salary", 0.99))
    chat.say("what do you pay")
    chat.say(asked)
    assert (chat.last_decision.kind, chat.last_decision.intent) == ("reply", "pension")


def test_a_follow_up_with_a_more_special_answer_gets_it(chat: Chat) -> None:
    chat.say("what do you pay")
    chat.say("and for pensioners?")
    assert (chat.last_decision.intent, chat.last_decision.question) == (
        "pension",
        "what do you pay and for pensioners?",
    )


def test_a_follow_up_that_names_another_topic_in_few_words_is_answered_on_that(chat: Chat) -> None:
    """Though the question before says more than the whole of it."""
    chat.say("what do you pay")
    chat.say("and the old age money?")
    found = chat.last_decision
    assert (found.kind, found.intent, found.question) == ("reply", "pension", "the old age money")


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("and the old age money?", "pension"),
        ("and the money?", None),  # the topic of the last answer
        ("and for pensioners?", None),  # understood no more surely than nothing is
        ("what do you pay?", None),
    ],
)
def test_only_another_topic_is_a_question_by_itself(
    in_context: Callable[[str], Context], text: str, named: str | None
) -> None:
    found = named_by_itself(in_context(text), AnsweredTopic("salary", "what do you pay", 1))
    assert (found.understanding.intent if found else None) == named


def test_a_follow_up_that_names_the_same_topic_hangs_on_the_question_before(chat: Chat) -> None:
    chat.say("what do you pay")
    chat.say("and the money?")
    assert chat.last_decision.question == "what do you pay and the money?"


def test_a_follow_up_is_told_the_sentence_of_the_answer_that_speaks_of_it(chat: Chat) -> None:
    text = "acme has free coffee. Lunch costs 3.50 euros. Fruit is there, too."
    put_perks(chat, text)
    assert chat.texts("perks") == [text]
    assert chat.texts("and coffee?") == ["acme has free coffee."]
    assert chat.last_decision.kind == "reply"
    assert chat.texts("and what does lunch cost?") == ["Lunch costs 3.50 euros."]


def test_a_follow_up_that_shares_only_words_of_most_answers_with_the_one_before_is_passed_on(chat: Chat) -> None:
    company_id = chat.opened.conversation.company_id

    def write(conn: Connection) -> None:
        answers.put(conn, company_id, Answer("benefits", "en", "Bring your dog if the team agrees."), NOW)
        for number in range(30):
            categories.add_category(conn, company_id, f"other_{number}", NOW)
            answers.put(conn, company_id, Answer(f"other_{number}", "en", "If the team agrees, ask us."), NOW)

    chat.database.write_now(write)
    chat.say("Any perks?")
    (told,) = chat.texts("and if the team plays rugby?")
    assert "“and if the team plays rugby?”" in told
    assert chat.last_decision.kind == "defer"


def test_a_detail_that_surely_names_the_topic_before_is_told_its_sentence(chat: Chat) -> None:
    put_perks(chat, "acme has free coffee. Lunch costs 3.50 euros. Fruit is there, too.")
    chat.say("perks")
    assert chat.texts("what are your lunch perks?") == ["Lunch costs 3.50 euros."]


def test_a_question_that_is_put_once_more_gets_the_whole_answer(chat: Chat) -> None:
    text = "acme has free coffee. Lunch costs 3.50 euros."
    put_perks(chat, text)
    chat.say("perks")
    assert chat.texts("what are your lunch perks?") == ["Lunch costs 3.50 euros."]
    assert chat.texts("what are your lunch perks?") == [text]


def test_the_guard_leaves_one_sentence_alone_that_answers_several_questions(chat: Chat) -> None:
    chat.service = replace(chat.service, guard=Guard(GuardLimits(0.4, 0.5)))
    told = "Lunch is vegan, halal and hot."
    put_perks(chat, f"acme has free coffee. {told}")
    chat.say("perks")
    for question in ("and vegan lunch?", "and halal lunch?", "and hot lunch?"):
        assert chat.texts(question) == [told]


def test_the_guard_judges_a_sentence_that_is_said_again_to_who_asks_nothing_new(chat: Chat) -> None:
    chat.service = replace(chat.service, guard=Guard(GuardLimits(0.4, 0.5)))
    put_perks(chat, "acme has free coffee. Lunch is hot.")
    chat.say("perks")
    assert chat.texts("and hot lunch?") == ["Lunch is hot."]
    assert "not being much help" in chat.ask("and hot lunch?")


def test_a_town_that_the_answer_does_not_name_is_told_of_all_other_sites(chat: Chat) -> None:
    atlas = Atlas([BERLIN], (), CityDictionary([BERLIN]).names)
    chat.service = replace(chat.service, jobs=JobWords(atlas=atlas))
    put_perks(chat, "In Kassel we serve lunch. At the other sites you get a voucher. All coffee is free.")
    chat.say("perks")
    assert chat.texts("and in berlin?") == ["At the other sites you get a voucher."]


def test_how_long_is_asked_of_the_answer_before_where_that_says_so(chat: Chat) -> None:
    """Though by itself it is an example of another category."""
    text = "acme pays well. It takes six weeks to arrive."
    chat.database.write_now(
        lambda conn: answers.put(conn, chat.opened.conversation.company_id, Answer("salary", "en", text), NOW)
    )
    chat.say("what do you pay")
    assert chat.texts("how long?") == ["It takes six weeks to arrive."]


def test_how_long_is_another_question_where_the_answer_before_says_nothing_of_it(chat: Chat) -> None:
    chat.say("what do you pay")
    assert chat.texts("how long?")[0] == "acme has free coffee."


def test_what_seeks_a_job_by_itself_may_hang_on_an_answer(chat: Chat) -> None:
    chat.say("what do you pay")
    assert "nothing more on that" in chat.texts("and for interns?")[0]
    assert (chat.last_decision.intent, chat.last_decision.kind) == ("salary", "defer")


def test_what_was_meant_instead_is_answered_when_less_sure(chat: Chat) -> None:
    chat.say("what do you pay")
    assert chat.texts("no, I meant the perks") == ["acme has free coffee."]


def test_without_a_question_before_it_nothing_hangs_on_anything(chat: Chat) -> None:
    assert "I'd rather not guess" in chat.texts("and in Portugal?")[0]
    assert chat.last_decision.question is None


def test_thanks_after_an_answer_hang_on_nothing(chat: Chat) -> None:
    chat.say("what do you pay")
    chat.say("!thanks and all the best")
    assert (chat.last_decision.stage, chat.last_decision.question) == (Stage.GENERAL, None)


def test_what_is_danger_is_told_of_the_message_and_not_of_the_one_before(
    chat: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    chat.say("what do you pay")
    monkeypatch.setattr(scripted, "UNSURE", frozenset({"what do you pay and in Portugal?"}))
    assert "nothing more on that" in chat.texts("and in Portugal?")[0]


def test_starting_over_leaves_nothing_to_hang_on(chat: Chat) -> None:
    chat.say("what do you pay")
    chat.say("!start_over")
    chat.say("and in Portugal?")
    assert chat.last_decision.question is None


def test_a_question_may_be_about_the_topic_before_however_unsure_the_models_are_of_that() -> None:
    guesses = Guess("benefits", 0.3), Guess("salary", 0.1)
    seen = Understanding("what do you pay and who for?", "en", Stage.FAQ, "benefits", 0.3, guesses, (), "v1")
    whole = Question(seen, seen.text)
    same = of_the_same_topic(whole, AnsweredTopic("salary", "what do you pay", 1))
    assert same is not None
    assert (same.understanding.intent, same.understanding.confidence, same.on_topic) == ("salary", 0.1, True)
    act = act_on(Interpretation(seen, Reading("same_topic", question=same)), Thresholds(), may_ask=True)
    assert act == PassOn("salary")
    assert of_the_same_topic(whole, AnsweredTopic("pension", "is there a pension", 1)) is None


def test_the_topic_that_was_answered_just_now_is_not_asked_about() -> None:
    seen = Understanding("what do you pay and why?", "en", Stage.FAQ, "salary", 0.5, (Guess("salary", 0.5),), (), "v1")
    taken = Reading("same_topic", question=Question(seen, seen.text, on_topic=True))
    act = act_on(Interpretation(seen, taken), Thresholds(), may_ask=True)
    assert act == PassOn("salary")


@pytest.mark.parametrize(("text", "is_one"), [("wipe what you keep", False), ("do you wipe what you keep?", True)])
def test_a_wish_to_have_data_deleted_is_no_follow_up_unless_it_asks(
    in_context: Callable[[str], Context], text: str, is_one: bool
) -> None:
    seen = Understanding(text, "en", Stage.GENERAL, "delete_my_data", 0.8, (Guess("delete_my_data", 0.8),), (), "v7")
    topic = AnsweredTopic("salary", "what do you pay", 1)
    context = replace(in_context(text).understood_as(seen), state=DialogueState(topic=topic))
    kinds = {reading.kind for reading in faq.interpret(context, cues_of(context))}
    assert ITSELF in kinds
    assert (FOLLOW_UP in kinds) == is_one
