"""The guard in a conversation: what it keeps back, what it leaves alone, what it keeps in mind."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from bot.guard.guard import Guard
from bot.guard.judgement import GuardLimits
from nlu.breakdown.dialogue import Distribution, Label, Utterance, Verdict
from nlu.understanding import Guess
from storage.conversations import messages
from storage.conversations.messages import Button, Message, NewMessage
from storage.reviews import decisions, doubts, guard_decisions, reviews
from storage.reviews.guard_decisions import GuardDecision
from tests.bot.conftest import CLOSE, NOW, Chat

PAY = "what do you pay"
HANDED = "It seems I'm not being much help"


@pytest.fixture
def guarded(chat: Chat) -> Chat:
    """A chat whose bot has a guard without a detector."""
    return watched(chat, Guard(GuardLimits(0.4, 0.5)))


@pytest.fixture
def rival(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], None]:
    """Let another category come second for a question."""
    return lambda text, category: monkeypatch.setitem(CLOSE, text, Guess(category, 0.05))


def watched(chat: Chat, guard: Guard | None) -> Chat:
    """Put this guard, or none, in the place of the one there was."""
    chat.service = replace(chat.service, guard=guard)
    return chat


def kept(chat: Chat) -> list[GuardDecision]:
    talk = chat.opened.conversation
    found = chat.database.read_now(lambda conn: guard_decisions.of_conversations(conn, talk.company_id, [talk.id]))
    return [found[key] for key in sorted(found)]


def actions(chat: Chat) -> list[str]:
    return [made.action for made in kept(chat)]


def buttons(replies: tuple[Message, ...]) -> list[str]:
    return [button.id for reply in replies for button in reply.buttons]


@pytest.mark.both_databases
def test_the_same_question_again_is_handed_over_with_its_reasons(guarded: Chat) -> None:
    assert guarded.ask(PAY) == "acme pays well."
    assert HANDED in guarded.ask(PAY)
    made = kept(guarded)[-1]
    assert (made.action, made.withheld, made.verdict) == ("hand_over", "acme pays well.", None)
    assert [reason.signal for reason in made.reasons][:2] == ["same_question", "same_answer"]
    assert guarded.status == "waiting"


def test_what_is_handed_over_waits_in_the_queue_as_not_answered(guarded: Chat) -> None:
    guarded.say(PAY)
    guarded.say(PAY)
    talk = guarded.opened.conversation
    review = guarded.database.read_now(lambda conn: reviews.queue(conn, talk.company_id))[0]
    assert (review.decision.kind, review.decision.intent, review.question) == ("defer", "salary", PAY)


def test_a_question_that_cannot_be_answered_is_deferred_once_and_then_handed_over(guarded: Chat) -> None:
    assert "I'd rather not guess" in guarded.ask("do you have dragons")
    assert HANDED in guarded.ask("do you have dragons")


def test_different_questions_are_left_alone(guarded: Chat) -> None:
    assert guarded.ask(PAY) == "acme pays well."
    assert guarded.ask("perks") == "acme has free coffee."
    assert all(action == "send" for action in actions(guarded))


def test_without_signs_nothing_is_kept(guarded: Chat) -> None:
    guarded.say(PAY)
    assert kept(guarded) == []


def test_after_handing_over_it_is_quiet_until_a_question_is_answered(guarded: Chat) -> None:
    for _ in range(2):
        guarded.say("do you have dragons")
    assert "I'd rather not guess" in guarded.ask("do you have dragons")
    assert actions(guarded) == ["hand_over"]
    guarded.say("perks")
    assert HANDED in guarded.ask("do you have dragons")


def test_it_asks_back_with_what_was_not_said_yet(guarded: Chat, rival: Callable[[str, str], None]) -> None:
    watched(guarded, Guard(GuardLimits(0.3, 0.95)))
    rival("perks", "salary")
    guarded.say("perks")
    turn = guarded.say("perks")
    assert "I may be missing your point" in turn.replies[0].text
    assert buttons(turn.replies) == ["faq:salary", f"none:{turn.message.seq}"]
    assert guarded.ask(button="faq:salary") == "acme pays well."


def test_it_asks_back_once_and_then_hands_over(guarded: Chat, rival: Callable[[str, str], None]) -> None:
    rival(PAY, "benefits")
    guarded.say(PAY)
    assert "I may be missing your point" in guarded.ask(PAY)
    assert HANDED in guarded.ask(PAY)
    assert actions(guarded) == ["clarify", "hand_over"]


def test_it_does_not_ask_back_right_after_the_bot_did(guarded: Chat, rival: Callable[[str, str], None]) -> None:
    rival("perks", "salary")
    guarded.say("money or coffee")
    watched(guarded, Guard(GuardLimits(0.0, 1.0)))
    assert guarded.ask("perks") == "acme has free coffee."


@pytest.mark.parametrize(
    "intent", ["crisis", "stop", "delete_my_data", "change_language", "repeat", "contact_human", "start_over", "thanks"]
)
def test_what_every_bot_simply_does_is_never_kept_back(guarded: Chat, intent: str) -> None:
    watched(guarded, Guard(GuardLimits(0.0, 0.0))).ask(f"!{intent}")
    assert kept(guarded) == []
    assert HANDED not in guarded.ask(f"!{intent}")


@pytest.mark.parametrize("choice", [{"button": "faq:benefits"}, {"text": "benefits"}, {"text": "!deny"}])
def test_pressed_buttons_and_answers_to_the_bots_question_are_never_kept_back(
    guarded: Chat, choice: dict[str, str]
) -> None:
    watched(guarded, None).say("money or coffee")
    reply = watched(guarded, Guard(GuardLimits(0.0, 0.0))).ask(**choice)
    assert HANDED not in reply
    assert kept(guarded) == []


def test_a_job_search_that_waits_for_an_answer_is_left_alone(guarded: Chat) -> None:
    watched(guarded, Guard(GuardLimits(0.0, 0.0)))
    guarded.say("!job_search")
    assert guarded.ask("perks") == "acme has free coffee."
    guarded.say("!job_search")
    assert HANDED not in guarded.ask("near berlin")
    assert kept(guarded) == []


def test_a_wish_for_a_person_is_met_by_its_own_flow(guarded: Chat) -> None:
    guarded.say(PAY)
    assert "talk to a person" in guarded.ask("!contact_human")
    guarded.say(PAY)
    assert "wants_human" in [reason.signal for reason in kept(guarded)[-1].reasons]


def test_an_insult_after_the_same_question_twice_is_handed_over(guarded: Chat) -> None:
    assert "I'm sorry this isn't going well" in guarded.ask("!insult you bot")
    watched(guarded, None)
    for _ in range(2):
        guarded.say(PAY)
    assert HANDED in watched(guarded, Guard(GuardLimits(0.4, 0.5))).ask("!insult again")


def test_the_same_client_id_again_gives_the_same_turn_and_no_second_decision(guarded: Chat) -> None:
    guarded.say(PAY)
    first, second = (guarded.say(PAY, client_id="same") for _ in range(2))
    assert (second.replayed, second.replies) == (True, first.replies)
    assert len(kept(guarded)) == 1


def test_a_doubted_answer_is_asked_back_about_with_the_next_guesses(
    guarded: Chat, rival: Callable[[str, str], None]
) -> None:
    rival(PAY, "benefits")
    asked = guarded.say(PAY)
    assert asked.replies[-1].buttons[-1] == Button(f"wrong:{asked.message.seq}", "That's not what I meant")
    doubt = guarded.say(button=f"wrong:{asked.message.seq}")
    assert "Sorry, then I misunderstood you. Were you" in doubt.replies[0].text
    assert buttons(doubt.replies) == ["faq:benefits", f"none:{doubt.message.seq}"]
    assert guarded.ask(button="faq:benefits") == "acme has free coffee."
    made = kept(guarded)[-1]
    assert (made.action, made.withheld, made.reasons[0].signal) == ("clarify", None, "not_meant")


def test_a_doubt_marks_the_review_of_the_question_which_stands_once_in_the_queue(
    guarded: Chat, rival: Callable[[str, str], None]
) -> None:
    rival(PAY, "benefits")
    talk, asked = guarded.opened.conversation, guarded.say(PAY)
    guarded.say(button=f"wrong:{asked.message.seq}")
    guarded.say(button="faq:benefits")
    (review,) = guarded.database.read_now(lambda conn: reviews.queue(conn, talk.company_id))
    assert (review.question, review.decision.intent, review.decision.asked_seq) == (PAY, "benefits", asked.message.seq)
    doubted = guarded.database.read_now(lambda conn: doubts.of_conversations(conn, talk.company_id, [talk.id]))
    assert doubted == {(talk.id, asked.message.seq): "salary"}


@pytest.mark.parametrize("text", ["No, that's not what I asked!", "wrong answer", "hm, wrong"])
def test_who_says_in_other_words_that_an_answer_was_not_meant_doubts_it(guarded: Chat, text: str) -> None:
    asked = guarded.say(PAY)
    assert guarded.ask(text=text).startswith("Sorry, then I misunderstood you")
    its = guarded.opened.conversation
    doubted = guarded.database.read_now(lambda conn: doubts.of_conversations(conn, its.company_id, [its.id]))
    assert doubted == {(its.id, asked.message.seq): "salary"}


@pytest.mark.parametrize("text", ["no", "what if I give a wrong answer in the interview?"])
def test_a_plain_no_and_a_question_doubt_nothing(guarded: Chat, text: str) -> None:
    guarded.say(PAY)
    assert "misunderstood" not in guarded.ask(text=text)


def test_a_doubt_with_no_other_guess_goes_to_a_person(guarded: Chat) -> None:
    asked = guarded.say(PAY)
    assert "I've passed your question to the recruiting team" in guarded.ask(button=f"wrong:{asked.message.seq}")
    assert guarded.status == "waiting"
    assert guarded.ask(button=f"wrong:{asked.message.seq}").startswith("Sorry")


def test_an_answer_of_long_ago_that_is_doubted_is_not_offered_again(
    guarded: Chat, rival: Callable[[str, str], None]
) -> None:
    rival(PAY, "benefits")
    asked = guarded.say(PAY)
    for _ in range(8):
        guarded.say("!thanks")
    assert "faq:salary" not in buttons(guarded.say(button=f"wrong:{asked.message.seq}").replies)


def test_the_quiet_button_stands_under_answers_to_typed_questions_alone(guarded: Chat) -> None:
    def doubtable(**given: str) -> bool:
        return any(each.startswith("wrong:") for each in buttons(guarded.say(**given).replies))

    assert doubtable(text=PAY)
    assert not doubtable(button="faq:benefits")
    assert not doubtable(text="is there a pension")
    assert not doubtable(text="!help")
    assert not doubtable(text="do you have dragons")


def test_the_quiet_button_can_be_left_out(guarded: Chat) -> None:
    watched(guarded, Guard(offers_doubt=False))
    assert buttons(guarded.say(PAY).replies) == ["faq:benefits"]


def test_without_a_guard_a_doubt_that_was_offered_before_goes_to_a_person(guarded: Chat) -> None:
    asked = guarded.say(PAY)
    watched(guarded, None)
    assert "I'd rather not guess" in guarded.ask(button=f"wrong:{asked.message.seq}")


def test_what_the_detector_sees_ends_with_the_planned_reply(guarded: Chat) -> None:
    seen: list[list[tuple[str, bool]]] = []

    class Watching:
        def judge(self, dialogues: Sequence[Sequence[Utterance]]) -> list[Verdict]:
            seen.extend([(each.text, each.by_system) for each in dialogue] for dialogue in dialogues)
            return [Verdict(Label.NB, Distribution(0.8, 0.1, 0.1))]

    watched(guarded, Guard(GuardLimits(1.0, 0.1), Watching()))
    guarded.say(PAY)
    guarded.say("perks")
    assert seen[0] == [(PAY, False), ("acme pays well.", True)]
    assert seen[1][-4:] == [(PAY, False), ("acme pays well.", True), ("perks", False), ("acme has free coffee.", True)]


def test_what_was_repeated_on_request_is_no_sign(guarded: Chat) -> None:
    guarded.say(PAY)
    assert guarded.ask("!repeat") == "acme pays well."
    guarded.say(PAY)
    assert {reason.signal: reason.strength for reason in kept(guarded)[-1].reasons}["same_answer"] == 1


def test_what_a_recruiter_said_ends_the_trouble_before_it(guarded: Chat) -> None:
    guarded.say(PAY)
    talk, helped = guarded.opened.conversation, NewMessage("outgoing", "recruiter", "Ask me.")
    guarded.database.write_now(lambda conn: messages.append(conn, talk.company_id, talk.id, helped, NOW))
    assert guarded.ask(PAY) == "acme pays well."


def test_the_decision_that_is_kept_is_the_one_that_was_carried_out(guarded: Chat) -> None:
    guarded.say(PAY)
    guarded.say(PAY)
    talk = guarded.opened.conversation
    made = guarded.database.read_now(lambda conn: decisions.of_conversation(conn, talk.company_id, talk.id))
    assert [each.kind for each in made] == ["reply", "defer"]
