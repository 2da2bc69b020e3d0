"""One message's way through the bot."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.conversation import history
from bot.errors import Conflict, InvalidMessage, Unauthorized
from nlu.pipeline import UNTRAINED
from storage import Connection
from storage.conversations import conversations, messages
from storage.conversations.messages import NewMessage
from storage.dataset import dataset
from storage.reviews import decisions, reviews
from tests.bot.conftest import NOW, Chat, ScriptedModels


def test_the_welcome_says_that_it_is_a_bot(chat: Chat) -> None:
    (welcome,) = chat.opened.messages
    assert "chatbot of Acme" in welcome.text
    assert "not a person" in welcome.text


@pytest.mark.both_databases
def test_a_sure_question_gets_the_companys_answer_with_its_buttons(chat: Chat) -> None:
    turn = chat.say("what do you pay")
    assert [reply.text for reply in turn.replies] == ["acme pays well."]
    assert [button.id for button in turn.replies[0].buttons] == ["faq:benefits"]
    assert turn.replies[0].reply_to == turn.message.seq


def test_what_the_desk_calls_a_category_changes_nothing_for_candidates(chat: Chat) -> None:
    before = chat.say("what do you pay").replies[0]

    def rename(conn: Connection) -> None:
        for its in dataset.categories(conn, chat.opened.conversation.company_id):
            dataset.rename_category(conn, chat.opened.conversation.company_id, its.id, f"{its.name} as we call it")

    chat.database.write_now(rename)
    after = chat.say("what do you pay").replies[0]
    assert (after.text, after.buttons) == (before.text, before.buttons)
    assert chat.say(button=before.buttons[0].id).replies[0].text == "acme has free coffee."


@pytest.mark.both_databases
def test_a_low_confidence_question_is_deferred_with_a_promise(chat: Chat) -> None:
    turn = chat.say("do you have unicorns")
    (reply,) = turn.replies
    assert "within one working day" in reply.text
    assert "acme pays well" not in reply.text
    assert chat.status == "waiting"


def test_a_question_nobody_understands_is_deferred(chat: Chat) -> None:
    assert "not sure" in chat.say("xyzzy").replies[0].text


def test_a_company_whose_model_is_still_to_be_trained_says_that_a_person_answers(
    chat: Chat, models: ScriptedModels
) -> None:
    models.model_version = UNTRAINED
    assert "can't answer questions myself just yet" in chat.say("xyzzy").replies[0].text
    assert chat.status == "waiting"


def test_a_category_without_an_answer_is_handed_over(chat: Chat) -> None:
    assert "nobody has written an answer" in chat.say("is there a pension").replies[0].text
    assert chat.status == "waiting"


def test_every_decision_is_kept_with_its_ranking_and_waits_for_review(chat: Chat) -> None:
    chat.say("do you have unicorns")
    chat.say("what do you pay")
    company_id = chat.opened.conversation.company_id
    older, newest = chat.database.read_now(lambda conn: reviews.queue(conn, company_id))
    assert (newest.decision.kind, older.decision.kind) == ("defer", "reply")
    assert newest.decision.ranking[0].confidence == pytest.approx(0.2)
    assert older.decision.model_version == "v7"
    assert (newest.status, newest.question) == ("pending", "do you have unicorns")


def test_the_same_client_id_gives_the_same_answer_and_is_not_asked_twice(chat: Chat, models: ScriptedModels) -> None:
    first = chat.say("what do you pay", client_id="same")
    second = chat.say("what do you pay", client_id="same")
    assert second.replayed
    assert (second.message, second.replies) == (first.message, first.replies)
    assert models.asked == ["what do you pay"]


def test_a_client_id_with_another_text_is_a_conflict(chat: Chat) -> None:
    chat.say("what do you pay", client_id="same")
    with pytest.raises(Conflict):
        chat.say("perks", client_id="same")


def test_a_client_id_with_another_button_is_a_conflict(chat: Chat) -> None:
    pressed = chat.say(button="general:help", client_id="same")
    assert chat.say(button="general:help", client_id="same").message == pressed.message
    with pytest.raises(Conflict):
        chat.say(button="general:job_search", client_id="same")


def test_an_offered_button_needs_no_guessing(chat: Chat, models: ScriptedModels) -> None:
    chat.say("what do you pay")
    turn = chat.say(button="faq:benefits")
    assert turn.message.text == "And the perks?"
    assert [reply.text for reply in turn.replies] == ["acme has free coffee."]
    assert models.asked == ["what do you pay"]


def test_a_button_that_was_never_offered_is_refused_and_leaves_nothing(chat: Chat) -> None:
    with pytest.raises(InvalidMessage):
        chat.say(button="faq:salary")
    assert len(seen_by(chat)) == 1


@pytest.mark.parametrize("text", ["", "   ", None])
def test_an_empty_message_is_refused(chat: Chat, text: str | None) -> None:
    with pytest.raises(InvalidMessage):
        chat.say(text)


def decided(chat: Chat) -> list[tuple[str | None, str]]:
    opened = chat.opened.conversation
    made = chat.database.read_now(lambda conn: decisions.of_conversation(conn, opened.company_id, opened.id))
    return [(each.intent, each.kind) for each in made]


def take_over(chat: Chat) -> None:
    opened = chat.opened.conversation
    taking = NewMessage("outgoing", "recruiter", "Hi, Ada here.")
    chat.database.write_now(lambda conn: messages.append(conn, opened.company_id, opened.id, taking, NOW))
    chat.database.write_now(lambda conn: conversations.set_owner(conn, opened.company_id, opened.id, "recruiter", NOW))


def test_a_human_owner_makes_the_bot_silent_until_it_is_handed_back(chat: Chat) -> None:
    opened = chat.opened.conversation
    take_over(chat)
    for text in ("what do you pay", "!help", "!contact_human"):
        assert chat.say(text).replies == ()
    assert decided(chat) == []
    assert chat.status == "waiting"
    chat.database.write_now(lambda conn: conversations.set_owner(conn, opened.company_id, opened.id, "bot", NOW))
    assert [reply.text for reply in chat.say("what do you pay").replies] == ["acme pays well."]


def test_somebody_in_danger_gets_the_helpline_also_while_a_human_owns_the_conversation(chat: Chat) -> None:
    take_over(chat)
    chat.say("what do you pay")
    replies = chat.say("!crisis").replies
    assert replies[0].text == "Please call 112 now."
    assert decided(chat) == [("crisis", "reply")]
    assert chat.status == "waiting"
    assert chat.say("what do you pay").replies == ()


def test_a_wrong_token_opens_nothing(chat: Chat) -> None:
    with pytest.raises(Unauthorized):
        chat.database.read_now(lambda conn: history(conn, chat.opened.conversation.public_id, "wrong", 0))


def test_two_candidates_never_see_each_others_messages(start_chat: Callable[[str], Chat]) -> None:
    ours, theirs = start_chat("acme"), start_chat("acme")
    ours.say("what do you pay")
    theirs.say("perks")
    assert "perks" not in seen_by(ours)
    assert "what do you pay" not in seen_by(theirs)
    with pytest.raises(Unauthorized):
        ours.database.read_now(lambda conn: history(conn, ours.opened.conversation.public_id, theirs.opened.token, 0))


def test_each_company_answers_with_its_own_bank(start_chat: Callable[[str], Chat]) -> None:
    assert start_chat("acme").say("what do you pay").replies[0].text == "acme pays well."
    assert start_chat("globex").say("what do you pay").replies[0].text == "globex pays well."


def test_a_decision_stands_beside_the_message_it_was_made_for(chat: Chat) -> None:
    turn = chat.say("perks")
    opened = chat.opened.conversation
    (decision,) = chat.database.read_now(lambda conn: decisions.of_conversation(conn, opened.company_id, opened.id))
    assert (decision.message_seq, decision.intent, decision.threshold) == (turn.message.seq, "benefits", 0.5)


def seen_by(chat: Chat) -> list[str]:
    opened = chat.opened
    found = chat.database.read_now(lambda conn: history(conn, opened.conversation.public_id, opened.token, 0))
    return [message.text for message in found]
