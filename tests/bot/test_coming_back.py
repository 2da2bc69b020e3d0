"""The bot keeps quiet while a person answers, and comes back when called or when nobody answers in time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from bot.dialogue.acts import Act
from bot.dialogue.context import Context
from bot.dialogue.effects import OpenApplication
from bot.dialogue.loading import IncomingMessage
from bot.dialogue.response import Response
from bot.dialogue.storing import Thought, Turn
from bot.dialogue.turn import come_back, take_turn
from storage import Connection
from storage.companies import companies
from storage.companies.companies import Company, CompanyProfile
from storage.conversations import conversations, messages
from storage.conversations.messages import CALL_BACK, Button, Message, NewMessage
from storage.database.errors import Moved
from tests.bot.conftest import NOW, Chat, add_company, taken
from workers.coming_back import ComingBack

HOURS = 24
BACK = "Nobody from the recruiting team has managed to answer yet."
JOINED = NewMessage("outgoing", "bot", "Ada has joined.", (Button(CALL_BACK, "Talk to the bot again"),))


@pytest.fixture
def beside(chat: Chat) -> Chat:
    """A chat in which Ada answers; her company answers within a day."""

    def hand_over(conn: Connection) -> None:
        talk = chat.opened.conversation
        company = companies.by_id(conn, talk.company_id)
        assert company is not None
        companies.change(conn, company.id, profile_of(company))
        conversations.set_owner(conn, company.id, talk.id, "recruiter", NOW)
        messages.append(conn, company.id, talk.id, JOINED, NOW)
        messages.append(conn, company.id, talk.id, NewMessage("outgoing", "recruiter", "Hi, Ada here."), NOW)

    chat.database.write_now(hand_over)
    return chat


def profile_of(company: Company, hours: int | None = HOURS) -> CompanyProfile:
    kept = {name: getattr(company, name) for name in CompanyProfile.__slots__}
    return replace(CompanyProfile(**kept), answer_hours=hours)


def after(chat: Chat, hours: float, text: str | None = None, button: str | None = None) -> Turn:
    chat.sent += 1
    talk, incoming = chat.opened.conversation.public_id, IncomingMessage(f"l{chat.sent}", text, button)
    at = NOW + timedelta(hours=hours)
    return taken(take_turn(chat.database, chat.service, talk, chat.opened.token, incoming, at))


def said(chat: Chat) -> list[Message]:
    talk = chat.opened.conversation
    return chat.database.read_now(lambda conn: messages.after(conn, talk.company_id, talk.id, 0))


def thought(chat: Chat, hours: float) -> Thought | None:
    talk, at = chat.opened.conversation, NOW + timedelta(hours=hours)
    return chat.database.read_now(lambda conn: come_back(conn, chat.service, talk.company_id, talk.id, at))


def test_the_bot_is_silent_while_a_person_has_time_to_answer(beside: Chat) -> None:
    assert beside.say("what do you pay").replies == ()
    assert after(beside, HOURS - 1, "hello?").replies == ()
    assert thought(beside, HOURS - 1) is None


def test_the_candidate_calls_the_bot_back_with_the_button(beside: Chat) -> None:
    beside.say("what do you pay")
    (reply,) = beside.say(button=CALL_BACK).replies
    assert reply.text.startswith("I'm back. Your question stays with the recruiting team")
    assert (beside.conversation.owner, beside.status) == ("bot", "waiting")
    assert beside.say("what do you pay").replies[0].text == "acme pays well."


def test_or_with_its_words(beside: Chat) -> None:
    (reply,) = beside.say("talk to the bot again").replies
    assert reply.text == "I'm back. What would you like to know?"
    assert beside.conversation.owner == "bot"


def test_what_the_bot_says_beside_a_person_offers_it_again(beside: Chat) -> None:
    replies = beside.say("!crisis").replies
    assert [button.id for reply in replies for button in reply.buttons] == [CALL_BACK]
    assert replies[-1].buttons, "under what is said last"
    (back,) = beside.say(button=CALL_BACK).replies
    assert back.buttons == ()


def test_pressing_it_twice_does_no_harm(beside: Chat) -> None:
    beside.say(button=CALL_BACK)
    assert [reply.text for reply in beside.say(button=CALL_BACK).replies] == ["I'm back. What would you like to know?"]


def test_a_message_after_the_companys_time_is_answered_by_the_bot_which_says_why(beside: Chat) -> None:
    beside.say("do you have unicorns")
    turn = after(beside, HOURS, "what do you pay")
    assert [reply.text[: len(BACK)] for reply in turn.replies] == [BACK, "acme pays well."]
    stands = beside.conversation
    assert (stands.owner, stands.status, stands.waiting_since) == ("bot", "waiting", NOW)


def test_the_bot_comes_back_by_itself_and_answers_what_it_knows(beside: Chat) -> None:
    asked = beside.say("what do you pay").message
    back = thought(beside, HOURS)
    assert back is not None
    beside.database.write_now(back.keep)
    *_, why, answer = said(beside)
    assert (why.text[: len(BACK)], answer.text) == (BACK, "acme pays well.")
    assert (why.reply_to, answer.reply_to) == (asked.seq, asked.seq)
    assert [message.seq for message in said(beside)] == list(range(1, len(said(beside)) + 1))
    assert (beside.conversation.owner, beside.status) == ("bot", "waiting")
    assert thought(beside, HOURS + 1) is None, "it is back already"


def test_what_can_only_be_answered_while_it_is_written_is_left_for_the_candidates_next_message(
    beside: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    beside.say("what do you pay")

    def applies(_context: Context, _act: Act, response: Response) -> Response:
        return response.doing(OpenApplication(1))

    monkeypatch.setattr("bot.dialogue.turn.resumed", applies)
    back = thought(beside, HOURS)
    assert back is not None
    assert ([reply.text[: len(BACK)] for reply in back.replies], back.after.owner) == ([BACK], "bot")


def test_what_the_bot_does_not_know_stays_with_the_team(beside: Chat) -> None:
    beside.say("do you have unicorns")
    back = thought(beside, HOURS)
    assert back is not None
    assert [reply.text[: len(BACK)] for reply in back.replies] == [BACK]


def test_who_was_taken_over_and_then_forgotten_hears_of_it_though_they_wrote_no_more(chat: Chat) -> None:
    chat.say("do you have unicorns")
    deferred = said(chat)[-1]

    def take_over(conn: Connection) -> None:
        talk = chat.opened.conversation
        company = companies.by_id(conn, talk.company_id)
        assert company is not None
        companies.change(conn, company.id, profile_of(company))
        conversations.set_owner(conn, company.id, talk.id, "recruiter", NOW)

    chat.database.write_now(take_over)
    assert thought(chat, HOURS - 1) is None
    back = thought(chat, HOURS)
    assert back is not None
    chat.database.write_now(back.keep)
    assert [message.text[: len(BACK)] for message in said(chat)[deferred.seq :]] == [BACK]
    stands = chat.conversation
    assert (stands.owner, stands.status, stands.waiting_since) == ("bot", "waiting", NOW)


def test_somebody_in_danger_is_answered_at_once_and_their_person_stays(beside: Chat) -> None:
    beside.say("hello?")
    turn = after(beside, HOURS + 1, "!crisis")
    assert turn.replies[0].text == "Please call 112 now."
    assert (beside.conversation.owner, beside.conversation.urgent) == ("recruiter", True)
    assert thought(beside, HOURS + 2) is None, "the bot does not chat on after that"


def test_a_person_who_answers_at_the_last_moment_keeps_the_conversation(beside: Chat) -> None:
    beside.say("what do you pay")
    back = thought(beside, HOURS)
    assert back is not None

    def answer(conn: Connection) -> None:
        talk = beside.opened.conversation
        conversations.set_status(conn, talk.company_id, talk.id, "open", NOW + timedelta(hours=HOURS))
        messages.append(conn, talk.company_id, talk.id, NewMessage("outgoing", "recruiter", "A lot."), NOW)

    beside.database.write_now(answer)
    with pytest.raises(Moved):
        beside.database.write_now(back.keep)
    assert said(beside)[-1].text == "A lot."


def test_a_company_that_names_no_time_keeps_the_bot_silent(beside: Chat) -> None:
    company = beside.database.read_now(companies.all_companies)[0]
    beside.database.write_now(lambda conn: companies.change(conn, company.id, profile_of(company, None)))
    beside.say("what do you pay")
    assert after(beside, 1000, "hello?").replies == ()
    assert thought(beside, 1000) is None


@pytest.mark.both_databases
async def test_the_background_looks_for_them_in_every_company(beside: Chat, start_chat: Callable[[str], Chat]) -> None:
    beside.database.write_now(lambda conn: add_company(conn, "idle"))
    beside.say("what do you pay")

    def at(hours: float) -> Callable[[], datetime]:
        return lambda: NOW + timedelta(hours=hours)

    for hours, owner in ((HOURS - 1, "recruiter"), (HOURS + 1, "bot"), (HOURS + 2, "bot")):
        await ComingBack(beside.database, beside.service, at(hours)).tick()
        assert beside.conversation.owner == owner
    assert [message.text for message in said(beside)].count("acme pays well.") == 1
