"""Asking back: which category was meant, and what the candidate's choice says of the question before it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sqlalchemy import Connection

from bot.dialogue.clarification import named_button
from candor.house import job_words
from nlu.understanding import Stage
from storage.answers import answers
from storage.answers.answers import Answer
from storage.conversations.messages import Button
from storage.dataset import dataset
from storage.reviews import decisions, reviews
from storage.reviews.reviews import Review
from tests.bot import conftest as scripted
from tests.bot.conftest import NOW, Chat, ScriptedModels

QUESTION = "money or coffee"
ONE = "is the coffee paid for"


def queue_of(chat: Chat) -> list[Review]:
    company_id = chat.opened.conversation.company_id
    return chat.database.read_now(lambda conn: reviews.queue(conn, company_id))


def put_title(chat: Chat, category: str, language: str, title: str) -> None:
    company_id = chat.opened.conversation.company_id
    known = chat.database.read_now(lambda conn: answers.get(conn, company_id, category, language))
    new = replace(known or Answer(category, language, ""), title=title)
    chat.database.write_now(lambda conn: answers.put(conn, company_id, new, NOW))


def test_a_question_with_close_guesses_is_asked_back_with_buttons(chat: Chat) -> None:
    put_title(chat, "salary", "en", "Pay")
    turn = chat.say(QUESTION)
    (reply,) = turn.replies
    assert "Did you mean one of these?" in reply.text
    assert reply.buttons == (
        Button("faq:salary", "Pay"),
        Button("faq:benefits", "Benefits"),
        Button(f"none:{turn.message.seq}", "Something else"),
    )
    assert chat.status == "open"
    (review,) = queue_of(chat)
    assert (review.decision.kind, review.decision.options) == ("clarify", ("salary", "benefits"))


def test_a_category_without_a_title_is_called_as_the_team_calls_it_at_once(chat: Chat) -> None:
    company_id = chat.opened.conversation.company_id
    assert "Salary" in [each.title for each in chat.say(QUESTION).replies[0].buttons]

    def rename(conn: Connection) -> None:
        its = {each.name: each.id for each in dataset.categories(conn, company_id)}
        dataset.rename_category(conn, company_id, its["salary"], "Pay and bonus")

    chat.database.write_now(rename)
    chat.say("what do you pay")
    assert chat.say(QUESTION).replies[0].buttons[0].title == "Pay and bonus"


def test_a_category_without_a_title_is_spelt_as_its_answer_spells_it(chat: Chat) -> None:
    company_id = chat.opened.conversation.company_id
    answer = Answer("salary", "en", "Our payroll pays SALARY on the first. Salary comes early in May, SALARY that is.")
    chat.database.write_now(lambda conn: answers.put(conn, company_id, answer, NOW))
    assert chat.say(QUESTION).replies[0].buttons[0].title == "SALARY"


@pytest.fixture
def asked_about_one(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> Chat:
    """A chat in which the bot has just asked about its only guess."""
    monkeypatch.setitem(scripted.SCRIPT, ONE, (Stage.FAQ, "benefits", 0.45))
    (reply,) = chat.say(ONE).replies
    assert reply.text == "I'm not sure I understood you. Is it about this?"
    assert [button.title for button in reply.buttons] == ["Benefits", "Something else"]
    return chat


@pytest.mark.parametrize("said", ["!affirm", "benefits", "yes please"])
def test_who_says_yes_to_the_only_guess_is_answered(asked_about_one: Chat, said: str) -> None:
    assert [reply.text for reply in asked_about_one.say(said).replies] == ["acme has free coffee."]
    assert queue_of(asked_about_one)[0].question == ONE


def test_what_begins_with_a_yes_and_goes_on_is_no_choice(asked_about_one: Chat) -> None:
    assert asked_about_one.say("right, and do you have unicorns or llamas there?").decision == "defer"


def test_the_only_guess_is_answered_when_it_is_pressed(asked_about_one: Chat) -> None:
    assert [reply.text for reply in asked_about_one.say(button="faq:benefits").replies] == ["acme has free coffee."]


@pytest.mark.parametrize("said", ["!deny", "something else"])
def test_who_says_no_to_the_only_guess_is_passed_on_to_a_person(asked_about_one: Chat, said: str) -> None:
    assert asked_about_one.say(said).decision == "defer"
    assert asked_about_one.status == "waiting"


def test_a_title_missing_in_the_language_is_the_one_of_the_companys_own_language(chat: Chat) -> None:
    put_title(chat, "salary", "en", "Pay")
    put_title(chat, "benefits", "de", "Extras")
    chat.say("!change_language auf Deutsch bitte")
    (reply,) = chat.say(QUESTION).replies
    assert [button.title for button in reply.buttons] == ["Pay", "Extras", "Etwas anderes"]


@pytest.mark.both_databases
def test_a_chosen_option_is_answered_and_waits_for_review_as_the_question_it_was_about(
    chat: Chat, models: ScriptedModels
) -> None:
    asked = chat.say(QUESTION).message
    turn = chat.say(button="faq:benefits")
    assert turn.message.text == "Benefits"
    assert [reply.text for reply in turn.replies] == ["acme has free coffee."]
    (review,) = queue_of(chat)
    seen = review.decision
    assert (review.question, seen.about_seq, seen.kind, seen.intent) == (QUESTION, asked.seq, "reply", "benefits")
    assert [guess.intent for guess in seen.ranking] == ["benefits", "salary"]
    assert models.asked == [QUESTION]


@pytest.mark.parametrize(("verdict", "category"), [("confirm", "benefits"), ("correct", "pension")])
def test_only_a_recruiters_verdict_makes_the_original_question_an_example(
    chat: Chat, verdict: str, category: str
) -> None:
    chat.say(QUESTION)
    chat.say(button="faq:benefits")
    company_id = chat.opened.conversation.company_id
    found = [e.text for e in chat.database.read_now(lambda conn: dataset.examples(conn, company_id))]
    assert QUESTION not in found
    (review,) = queue_of(chat)
    if verdict == "confirm":
        chat.database.write_now(lambda conn: reviews.confirm(conn, company_id, review.id, None, "Ada", NOW))
    else:
        chat.database.write_now(lambda conn: reviews.correct(conn, company_id, review.id, category, "Ada", NOW))
    newest = chat.database.read_now(lambda conn: dataset.examples(conn, company_id))[-1]
    assert (newest.text, newest.category) == (QUESTION, category)


@pytest.mark.parametrize("words", ["!deny neither", "something ELSE", None])
def test_none_of_the_options_hands_the_original_question_to_a_person(chat: Chat, words: str | None) -> None:
    asked = chat.say(QUESTION).message
    turn = chat.say(words, button=None if words else f"none:{asked.seq}")
    assert "passed your question to the recruiting team" in turn.replies[0].text
    assert chat.status == "waiting"
    (review,) = queue_of(chat)
    assert (review.question, review.decision.kind, review.decision.intent) == (QUESTION, "defer", None)
    assert review.decision.ranking[0].intent == "salary"


def test_a_typed_title_is_a_choice(chat: Chat) -> None:
    chat.say(QUESTION)
    assert [reply.text for reply in chat.say(" benefits ").replies] == ["acme has free coffee."]
    assert queue_of(chat)[0].question == QUESTION


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("the first one", "acme pays well."),
        ("2", "acme has free coffee."),
        ("#1", "acme pays well."),
        ("the latter please", "acme has free coffee."),
        ("I meant the benefits thing", "acme has free coffee."),
    ],
)
def test_an_option_is_chosen_by_its_place_or_a_word_of_its_title(chat: Chat, said: str, answer: str) -> None:
    chat = replace(chat, service=replace(chat.service, jobs=job_words()))
    chat.say(QUESTION)
    assert [reply.text for reply in chat.say(said).replies] == [answer]
    assert queue_of(chat)[0].question == QUESTION


@pytest.mark.parametrize("said", ["not the first one", "both", "the fourth", "how long is the second one"])
def test_what_rules_an_option_out_or_names_no_single_one_chooses_none(
    chat: Chat, monkeypatch: pytest.MonkeyPatch, said: str
) -> None:
    guess = "salary" if said in ("both", "the fourth") else "parking"
    monkeypatch.setitem(scripted.SCRIPT, said, (Stage.FAQ, guess, 0.05))
    chat = replace(chat, service=replace(chat.service, jobs=job_words()))
    chat.say(QUESTION)
    assert "passed your question" in chat.say(said).replies[0].text


@pytest.mark.parametrize(
    ("text", "guess"),
    [
        ("a person for the benefits", (Stage.GENERAL, "contact_human", 0.97)),
        ("delete my benefits data", (Stage.GENERAL, "delete_my_data", 0.97)),
        ("pension benefits", (Stage.FAQ, "pension", 0.95)),
    ],
)
def test_what_is_surely_something_else_chooses_none(
    chat: Chat, monkeypatch: pytest.MonkeyPatch, text: str, guess: tuple[Stage, str, float]
) -> None:
    monkeypatch.setitem(scripted.SCRIPT, text, guess)
    chat.say(QUESTION)
    assert "acme has free coffee." not in [reply.text for reply in chat.say(text).replies]


def test_an_unsure_guess_that_is_an_option_is_what_was_meant(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(scripted.SCRIPT, "espresso then", (Stage.FAQ, "benefits", 0.1))
    monkeypatch.setitem(scripted.SCRIPT, "cake then", (Stage.FAQ, "parking", 0.1))
    chat.say(QUESTION)
    assert [reply.text for reply in chat.say("espresso then").replies] == ["acme has free coffee."]
    chat.say(QUESTION)
    assert "passed your question" in chat.say("cake then").replies[0].text
    assert "passed your question" in chat.say("espresso then").replies[0].text


def test_a_title_typed_later_is_a_message_of_its_own(chat: Chat, models: ScriptedModels) -> None:
    chat.say(QUESTION)
    chat.say("what do you pay")
    chat.say("benefits")
    assert models.asked[:3] == [QUESTION, "what do you pay", "benefits"]


def test_a_no_that_answers_no_question_back_is_just_a_no(chat: Chat) -> None:
    chat.say(QUESTION)
    chat.say("what do you pay")
    assert "All right" in chat.say("!deny").replies[0].text


def test_an_option_chosen_later_still_belongs_to_its_question(chat: Chat) -> None:
    asked = chat.say(QUESTION).message
    chat.say("what do you pay")
    chat.say("!repeat")
    chat.say(button=f"none:{asked.seq}")
    assert queue_of(chat)[0].question == QUESTION


def test_repeating_the_question_back_keeps_it_open(chat: Chat) -> None:
    chat.say(QUESTION)
    assert "one of these" in chat.say("!repeat").replies[0].text
    chat.say("benefits")
    assert queue_of(chat)[0].question == QUESTION


def test_the_bot_asks_back_only_once_in_a_row(chat: Chat) -> None:
    chat.say(QUESTION)
    assert "passed your question" in chat.say("coffee or money").replies[0].text
    assert "one of these" in chat.say(QUESTION).replies[0].text


def test_a_new_question_after_asking_back_is_answered(chat: Chat) -> None:
    chat.say(QUESTION)
    assert [reply.text for reply in chat.say("what do you pay").replies] == ["acme pays well."]
    assert [review.decision.kind for review in queue_of(chat)] == ["reply", "clarify"]


def test_an_option_without_an_answer_is_handed_over(chat: Chat) -> None:
    company_id = chat.opened.conversation.company_id
    chat.say(QUESTION)
    chat.database.write_now(lambda conn: answers.remove(conn, company_id, "benefits", "en", NOW))
    assert "nobody has written an answer" in chat.say(button="faq:benefits").replies[0].text


def test_a_choice_sent_again_is_the_same_choice(chat: Chat) -> None:
    chat.say(QUESTION)
    first, second = (chat.say(button="faq:benefits", client_id="same") for _ in range(2))
    assert second.replayed
    assert second.replies == first.replies
    assert len(queue_of(chat)) == 1


def test_a_choice_is_learnt_in_the_language_of_its_question(chat: Chat) -> None:
    chat.say(QUESTION)
    chat.say("!change_language auf Deutsch bitte")
    chat.say(button="faq:benefits")
    opened = chat.opened.conversation
    made = chat.database.read_now(lambda conn: decisions.of_conversation(conn, opened.company_id, opened.id))
    assert [decision.language for decision in made] == ["en", "en", "en"]


@pytest.mark.parametrize("typed", ["N'importe quel métier", "n’importe quel metier !"])
def test_a_title_is_known_as_a_phone_types_it(typed: str) -> None:
    button = Button("any", "N'importe quel métier")
    assert named_button(typed, [button]) == button
    assert named_button("un métier", [button]) is None


GAP, PROBLEM, DRESS = "I was ill for four years", "will that be a problem", "must I wear a tie"


@pytest.fixture
def one_asked_back(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> Chat:
    known = {
        GAP: (Stage.FAQ, "pension", 0.45),
        f"{GAP} {PROBLEM}": (Stage.FAQ, "pension", 0.45),
        PROBLEM: (Stage.FAQ, "salary", 0.1),
        f"{GAP} {DRESS}": (Stage.FAQ, "pension", 0.45),
        DRESS: (Stage.FAQ, "benefits", 0.3),
        f"{GAP} who owns you": (Stage.FAQ, "pension", 0.3),
    }
    for text, meaning in known.items():
        monkeypatch.setitem(scripted.SCRIPT, text, meaning)
    chat.say(GAP)
    assert chat.last_decision.kind == "clarify"
    return chat


def test_who_goes_on_where_one_category_was_asked_back_agrees_with_it(one_asked_back: Chat) -> None:
    one_asked_back.say(PROBLEM)
    found = one_asked_back.last_decision
    assert (found.kind, found.intent) == ("reply", "pension")


@pytest.mark.parametrize("text", [DRESS, "who owns you", "!thanks", "no, that's not a problem"])
def test_what_may_ask_something_else_or_denies_it_does_not(one_asked_back: Chat, text: str) -> None:
    one_asked_back.say(text)
    assert one_asked_back.last_decision.intent != "pension"
