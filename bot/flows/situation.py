"""What a flow looks at and what it returns."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from bot.dialogue.buttons import Request, button_for
from bot.dialogue.state import NOTHING_OPEN, DialogueState, JobSearch, Slot, Topic
from bot.errors import MustWrite
from bot.job_search.moves import Move
from bot.moments import in_zone, said_moment
from nlu.understanding import Understanding
from openings.job_words import JobWords
from openings.links import LINK_ONLY, Offer
from openings.wording import Wording
from storage import Connection
from storage.companies import Company
from storage.conversations import Owner, Status
from storage.messages import Button, Card, Link, Message
from storage.snapshots import Snapshot
from storage.turns import Said
from storage.wishes import Wish
from texts import Texts
from texts.markup import Block


@dataclass(frozen=True, slots=True)
class Draft:
    """An outgoing message before it is stored."""

    text: str
    buttons: tuple[Button, ...] = ()
    links: tuple[Link, ...] = ()
    cards: tuple[Card, ...] = ()
    blocks: tuple[Block, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """What one turn does: messages to send and, where they change, the conversation's new status and language.

    And what it leaves open: `clarifying`, the number of the question it asks back about, `expects`, the slots it would
    like to hear; with `asks_again` both stay what they were. A job search goes on through turns that say nothing
    of it: `search` is how far it is now, `found` how many openings a search just found (of what was `sought`, where
    that is not what is searched now), `ends_search` forgets it. `safety` is the number of the message about which it
    asks whether the candidate is safe, `topic` what it answers, `urgent` when a person is needed at once, `owner` who
    answers from here on.
    """

    drafts: tuple[Draft, ...]
    status: Status | None = None
    language: str | None = None
    clarifying: int | None = None
    expects: frozenset[Slot] = frozenset()
    asks_again: bool = False
    search: JobSearch | None = None
    found: int | None = None
    sought: Wish | None = None
    ends_search: bool = False
    safety: int | None = None
    topic: Topic | None = None
    urgent: bool = False
    owner: Owner | None = None


@dataclass(frozen=True, slots=True)
class Situation:
    """All that a flow may look at; `said_before` fetches the bot's last replies only when a flow wants them.

    `search` is the job search that is going on, `move` what the message does in it, `opening` the id of the opening
    that the talk is about. `state` is what the turns before left open, `confirmations_per_day` and `public_url` as in
    Service; `offer` tells how one applies. `message` is what was typed, where
    `understanding` may be of the whole question that it is a part of; `waits_for_a_person` while a question has been
    passed on and nobody has answered. `recent`, `applying` and `writes` as in Talk;
    `time_zone` as in Conversation.
    """

    conn: Connection
    now: datetime
    jobs: JobWords
    snapshot: Snapshot
    language: str
    understanding: Understanding
    texts: Texts
    said_before: Callable[[], tuple[Message, ...]]
    search: JobSearch | None = None
    move: Move | None = None
    opening: int | None = None
    conversation_id: int = 0
    state: DialogueState = NOTHING_OPEN
    confirmations_per_day: int = 0
    public_url: str | None = None
    offer: Offer = LINK_ONLY
    message: str = ""
    waits_for_a_person: bool = False
    recent: tuple[Said, ...] = ()
    applying: bool = False
    writes: bool = False
    time_zone: str | None = None

    @property
    def company(self) -> Company:
        """The company that the candidate talks to."""
        return self.snapshot.company

    @property
    def writing(self) -> Connection:
        """The connection, to write with; raises MustWrite where the turn is thought out on one that only reads."""
        if not self.writes:
            raise MustWrite
        return self.conn

    @property
    def offers_alerts(self) -> bool:
        """Whether candidates can be told of new openings by e-mail."""
        return bool(self.confirmations_per_day and self.company.openings_revision)

    @property
    def wording(self) -> Wording:
        """What speaks of openings in the language of the message."""
        return Wording(self.texts, self.language, self.jobs, self.offer)

    def search_is_new(self, wish: Wish) -> bool:
        """Tell whether this is looked for now for the first time, not shown again."""
        return self.search is None or self.search.asked is not None or self.search.wish != wish

    def say(self, key: str, /, **params: object) -> str:
        """Return the text of `key` with the company's name, e-mail address and time to answer at hand."""
        common = {"company": self.company.name, "email": self.company.contact_email, "answer_time": self._answer_time}
        return self.texts.get(self.language, key, **common, **params)

    @property
    def _answer_time(self) -> str:
        """By when people answer and, outside their hours, from when on they are back, by the candidate's clock."""
        usual = self.company.answer_time.get(self.language) or self.texts.get(self.language, "answer_time")
        hours = self.company.office_hours
        back = hours.opens(self.now) if hours is not None else None
        if back is None or back <= self.now:
            return usual
        back, by_their_clock = in_zone(back, self.time_zone)
        when = said_moment(self.texts, self.language, back, self.now.astimezone(back.tzinfo))
        key = "answer_time_closed_your_time" if by_their_clock else "answer_time_closed"
        return self.texts.get(self.language, key, usual=usual, when=when)

    def button(self, intent: str) -> Button:
        """Return the button that stands for a general intent."""
        return button_for(Request(intent), self.texts.get(self.language, f"button.{intent}"))
