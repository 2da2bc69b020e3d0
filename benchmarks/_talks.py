"""Scripted dialogues put to the demo company's bot: what it did in each turn, and whether that was right."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from _scripts import Dialogue, Scripted

from bot.conversation import Opened, open_conversation
from bot.dialogue.loading import IncomingMessage
from bot.dialogue.state import DialogueState, state_of
from bot.dialogue.storing import Turn
from bot.dialogue.turn import answer
from bot.service import Service
from candor.demo import KEY, ensure_demo
from candor.house import answering, open_database
from candor.settings import load_settings
from storage import Connection, Database
from storage.applications import applications
from storage.applications.applications import ApplySetting
from storage.companies import companies
from storage.companies.companies import Company
from storage.conversations import conversations, messages
from storage.conversations.messages import Message
from storage.database.rows import found
from storage.openings import openings
from storage.reviews import decisions

LANGUAGES = "en,de,fr,zh"
LOOKED_BACK = 12
IN_CHAT = ApplySetting("ref=candor", "jobs@halmbeck.example", privacy_url="https://halmbeck.example/privacy")
"""Applications are made in the chat, as the README says, which is what the authors of dialogues know."""
_BY_INTENT = {
    "contact_human": "human",
    "application_status": "status",
    "delete_my_data": "done",
    "stop": "done",
    "start_over": "done",
    "repeat": "done",
    "change_language": "language",
    "job_subscribe": "alert",
    "job_unsubscribe": "alert",
    "crisis": "safety",
}
_STEPS = frozenset({"apply", "go_on_applying"})
"""Readings that are a step of an application, the last one too, which sends it."""
_OF_OPENINGS = ("ask", "each")
"""Readings in which an opening shown, or each of them, answers."""
_APPLYING = frozenset({None, *_STEPS, "want_to_apply"})
"""Readings that take an application further; None is a button's."""


@dataclass(frozen=True, slots=True)
class Done:
    """What the bot did in a turn: what it may be called, the topics answered, the openings it spoke of, its words.

    `also` is the topic of a second question that was answered.
    """

    acts: frozenset[str]
    topics: tuple[str, ...]
    jobs: frozenset[str]
    words: str
    also: frozenset[str] = frozenset()

    def is_right(self, script: Scripted) -> bool:
        """Tell whether this is what the script expects."""
        if self.acts.isdisjoint(script.acts) or not script.not_jobs.isdisjoint(self.jobs):
            return False
        if not all(any(each in said for each in self.also) for said in script.also):
            return False
        if "answer" in self.acts and not all(any(each in said for each in self.topics) for said in script.topics):
            return False
        if not self.acts.isdisjoint(("search", "about_opening")) and not script.jobs <= self.jobs:
            return False
        return all(part.casefold() in self.words.casefold() for part in script.contains)


def add_options(parser: ArgumentParser, printed: str) -> None:
    """Add what benchmarks of halves take: which half, which languages, where the demo company is, print failures."""
    parser.add_argument("--half", choices=("choose", "judge"), default="choose")
    parser.add_argument("--languages", default=LANGUAGES)
    parser.add_argument("--data-dir", type=Path, help="where a demo company has been trained already")
    parser.add_argument("--failures", action="store_true", help=f"print the {printed} that were wrong")


@contextmanager
def demo_talks(data_dir: Path | None) -> Iterator[Talks]:
    """Give talks with the demo company of a data folder; without one it is trained first, in a folder of its own."""
    with TemporaryDirectory() as folder:
        settings = load_settings(None, {"data_dir": data_dir or Path(folder)})
        with open_database(settings) as database:
            ensure_demo(settings, database)
            yield Talks.of(database, answering(settings, database), KEY)


@dataclass(slots=True)
class Talks:
    """Holds dialogues with a company's bot, each in a conversation of its own."""

    database: Database
    service: Service
    company: Company

    @classmethod
    def of(cls, database: Database, service: Service, key: str) -> Talks:
        """Return talks with the company of this key, with mail for job alerts and applications in the chat."""

        def prepared(conn: Connection) -> Company:
            company = companies.by_key(conn, key)
            assert company is not None
            applications.put_setting(conn, company.id, IN_CHAT)
            return found(companies.by_id(conn, company.id), "company")

        company = database.write_now(prepared)
        mailing = replace(service, confirmations_per_day=5, public_url="https://chat.example")
        return cls(database, mailing, company)

    def hold(self, dialogue: Dialogue) -> Iterator[tuple[Scripted, Done]]:
        """Say what the candidate says, turn by turn, whatever the bot does."""
        opened = self.open(dialogue.language)
        offered: Sequence[Message] = opened.messages
        for number, script in enumerate(dialogue.turns):
            incoming = said(script, number, offered)
            turn, done = self.database.write_now(partial(self.answered, self.service, opened, incoming))
            offered = turn.replies
            yield script, done

    def open(self, language: str) -> Opened:
        """Open a conversation in that language."""
        now = datetime.now(UTC)
        return self.database.write_now(lambda conn: open_conversation(conn, self.service, self.company, language, now))

    def answered(
        self, service: Service, opened: Opened, incoming: IncomingMessage, conn: Connection
    ) -> tuple[Turn, Done]:
        """Let a service answer a message; return the turn and what was done in it."""
        turn = answer(conn, service, opened.conversation.public_id, opened.token, incoming, datetime.now(UTC))
        return turn, self._done(conn, opened, turn)

    def _done(self, conn: Connection, opened: Opened, turn: Turn) -> Done:
        its = (self.company.id, opened.conversation.id)
        decided = decisions.of_message(conn, *its, turn.message.seq)
        state = state_of(conversations.get(conn, *its).state)
        above = messages.after(conn, *its, max(0, turn.message.seq - LOOKED_BACK), LOOKED_BACK)
        said_above = [each.text for each in above if each.author == "bot" and each.seq < turn.message.seq]
        words = "\n".join(str(part) for message in turn.replies for part in (message.text, message.cards))
        points = _points_at_an_answer(decided, turn)
        words = "\n".join([*(said_above if points else ()), words])
        buttons = [button.id for message in turn.replies for button in message.buttons]
        cards = sum(len(message.cards) for message in turn.replies)
        acts = frozenset({"answer", "defer"}) if points else _acts(decided, state, buttons, cards, len(turn.replies))
        told_of = decided.interpretation.reading if decided and decided.interpretation else None
        if told_of in _OF_OPENINGS and decided and decided.also:
            acts |= {"answer"}  # the company's answer stands below what the advertisement says
        if decided and decided.also and decided.also.intent is None and decided.also.question == turn.message.text:
            acts |= {"defer"}  # it is answered, and passed on because the answer lacks what it asks for
        if not cards and any("ref=" in link.url for message in turn.replies for link in message.links):
            acts |= {"application"}  # how to apply for the opening, by a link
        search = state.search
        focus = (search.opening,) if search and search.opening else ()
        ids = search.shown if search and (cards or told_of == "each") else focus if "about_opening" in acts else ()
        if decided and decided.kind != "reply" and self._quotes(conn, focus, turn):
            acts, ids = acts | {"about_opening"}, focus  # what it says stands above
        topics: tuple[str, ...] = (decided.intent or "",) if decided and "answer" in acts else ()
        topics += (decided.also.intent or "",) if decided and decided.also and topics else ()
        spoken_of = openings.by_ids(conn, self.company.id, ids)
        besides = decided.also.intent if decided is not None and decided.also is not None else None
        jobs = frozenset(each.content.external_id for each in spoken_of)
        return Done(acts, topics, jobs, words, frozenset({besides} if besides else ()))

    def _quotes(self, conn: Connection, ids: Sequence[int], turn: Turn) -> bool:
        """Whether the reply begins with what the advertisement of the first of these openings says."""
        its = openings.by_ids(conn, self.company.id, ids)
        return bool(its) and len(turn.replies) > 1 and its[0].content.title in turn.replies[0].text


def said(script: Scripted, number: int, offered: Sequence[Message]) -> IncomingMessage:
    """Return what the candidate sends: a text, or the button among those offered that the script names."""
    if script.presses is None:
        return IncomingMessage(str(number), script.says)
    buttons = [button for message in offered for button in message.offered]
    named = [each for each in buttons if script.presses.casefold() in each.title.casefold()]
    return IncomingMessage(str(number), button=named[0].id) if named else IncomingMessage(str(number), script.presses)


def _points_at_an_answer(decided: decisions.Decision | None, turn: Turn) -> bool:
    """Whether the reply says that what is known stands above, and passes the question on in case that is not enough.

    That reply names the question, which one to what is not known at all does not.
    """
    defers = decided is not None and decided.kind == "defer" and decided.question is not None
    return defers and any(turn.message.text in message.text for message in turn.replies)


def _acts(
    decided: decisions.Decision | None, state: DialogueState, buttons: Sequence[str], cards: int, replies: int
) -> frozenset[str]:
    applies = any(button.startswith("apply:") and not button.startswith("apply:start") for button in buttons)
    if state.safety is not None:
        return frozenset({"safety"})
    if decided is None:
        return frozenset({"done" if replies else "none"})  # what needs no decision: an address taken, a rating
    step = _step_of_an_application(decided, applies=applies)
    if step is not None:
        return frozenset({step})
    if decided.kind != "reply":
        return frozenset({"ask_back" if decided.kind == "clarify" else "defer"})
    if decided.stage == "faq":
        return frozenset({"answer"})
    if decided.intent == "job_search":
        begun = frozenset({"application"} if applies and cards else ())  # for the opening that was found
        told = decided.interpretation is not None and decided.interpretation.reading == "each"
        return begun | (frozenset({"about_opening"}) if told else _in_search(state, buttons, cards))
    went_on = frozenset({"application"}) if applies else frozenset()  # the next step is asked for once more
    return went_on | {_BY_INTENT.get(decided.intent or "", "small_talk")}


def _step_of_an_application(decided: decisions.Decision, *, applies: bool) -> str | None:
    """What a step of an application counts as, None for what is none; `applies`: whether one is being made now."""
    reading = decided.interpretation.reading if decided.interpretation else None
    if decided.intent != "job_search":
        return None
    if reading == "give_up":
        return "done"
    return "application" if reading in _STEPS or (applies and reading in _APPLYING) else None


def _in_search(state: DialogueState, buttons: Sequence[str], cards: int) -> frozenset[str]:
    search = state.current_search
    if cards:
        return frozenset({"search", "about_opening"} if cards == 1 else {"search"})
    if search is not None and search.asked is not None:
        return frozenset({"search", "ask_back"})  # it asks for what the search still lacks
    if any(button.startswith("opening:") for button in buttons):
        return frozenset({"ask_back"})
    return frozenset({"search" if search is None or search.opening is None else "about_opening"})
