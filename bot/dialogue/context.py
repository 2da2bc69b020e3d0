"""A conversation as a message finds it, with all that tasks may look at. Nothing in it reads or writes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Final

from bot.applications.names import without_a_name
from bot.applications.offers import offer_of
from bot.dialogue.acts import CRISIS, STATUS
from bot.dialogue.alert_acts import SUBSCRIBE
from bot.dialogue.buttons import Request, button_for
from bot.dialogue.state import AnsweredTopic, DialogueState, JobSearch, MadeAlert, SentApplication, Slot, after
from bot.moments import in_zone, said_moment
from bot.service import Service
from nlu.understanding import Understanding
from openings.job_words import JobWords
from openings.links import LINK_ONLY, WayToApply
from openings.places_told import SpeaksOfIt, speaking_of_its_place
from openings.questions import Asked
from openings.quoting import quoted
from openings.wording import Wording
from storage.answers.answers import Answer
from storage.applications.applications import Application
from storage.companies.companies import Company
from storage.conversations.conversations import Conversation
from storage.conversations.messages import Button
from storage.conversations.turns import PastMessage
from storage.openings.opening_titles import title_words
from storage.openings.openings import Opening
from storage.reviews.decisions import Decision
from storage.snapshots import CompanySnapshot

RECENT: Final = 6
"""How many messages back a question may be for a follow-up to hang on it."""
_SINCE_DONE: Final = 12
"""Messages after an application was sent or an alert made in which it is spoken of: several things are asked then."""
JUST: Final = timedelta(hours=12)
"""How long an application was just sent; none is given up sooner than in a day."""
TO_A_PERSON: Final = frozenset({"contact_human", "delete_my_data", STATUS})
"""General intents that leave a message to a person, as a deferral does."""


@dataclass(frozen=True, slots=True)
class Earlier:
    """A question of before: its text, and what was decided about it."""

    text: str
    decision: Decision


@dataclass(frozen=True, slots=True)
class Context:
    """A message in its conversation: `text`, to be answered in `language`; `seq` is the number of the message.

    `understanding` is what the models see in the text, nothing for a button. `recent` is what was said last, in order;
    `earlier` holds the questions that the message may refer to, by number, `said` the texts of others that it does,
    `openings` those that are spoken of, `referred` which of them it names by their numbers, `titled` those whose titles
    it says, by these, `application` the one that is being made. `search` is the job search that the message is part of,
    `opening` the one that the talk is about after it. `asked_back` is the number of the question that the button which
    was pressed belongs to, where the bot asked back about one.
    """

    service: Service
    snapshot: CompanySnapshot
    conversation: Conversation
    state: DialogueState
    seq: int
    understanding: Understanding
    language: str
    now: datetime
    recent: tuple[PastMessage, ...] = ()
    earlier: Mapping[int, Earlier] = field(default_factory=dict)
    said: Mapping[int, str] = field(default_factory=dict)
    openings: Mapping[int, Opening] = field(default_factory=dict)
    referred: tuple[int, ...] = ()
    titled: Mapping[str, int] = field(default_factory=dict)
    application: Application | None = None
    search: JobSearch | None = None
    opening: int | None = None
    asked_back: int | None = None
    _understood: dict[tuple[str, str, frozenset[str]], Understanding] = field(
        default_factory=dict, repr=False, compare=False
    )

    @property
    def company(self) -> Company:
        """The company that the candidate talks to."""
        return self.snapshot.company

    @property
    def text(self) -> str:
        """What is to be answered."""
        return self.understanding.text

    @property
    def topic(self) -> AnsweredTopic | None:
        """What was answered last, unless that was long ago."""
        topic = self.state.topic
        return topic if topic and self.seq - 1 - topic.seq <= RECENT else None

    @property
    def just_answered(self) -> bool:
        """Whether the message before this one was answered."""
        return self.topic is not None and self._before is not None and self._before.seq == self.topic.seq

    @property
    def unchanged(self) -> DialogueState:
        """The state after a turn during which all that is open stays so, but for whether somebody is safe."""
        return replace(self.state, safety=None)

    @property
    def waits_for_a_person(self) -> bool:
        """Whether a question has been passed on and nobody has answered."""
        return self.conversation.status == "waiting"

    @property
    def just_passed_on(self) -> bool:
        """Whether the message before this one went to a person who has not answered."""
        before = self._before
        return (
            self.waits_for_a_person and before is not None and (before.kind == "defer" or before.intent in TO_A_PERSON)
        )

    @property
    def just_helped(self) -> bool:
        """Whether the message before this one was taken for one of danger."""
        return self._before is not None and self._before.intent == CRISIS

    @property
    def lately_helped(self) -> bool:
        """Whether one of the last messages was taken for one of danger."""
        return any(said.author == "candidate" and said.intent == CRISIS for said in self.recent)

    @property
    def just_subscribed(self) -> bool:
        """Whether the message before this one was about a job alert to be made."""
        return self._before is not None and self._before.intent == SUBSCRIBE

    @property
    def _before(self) -> PastMessage | None:
        """What the candidate said before this."""
        return next((said for said in reversed(self.recent) if said.author == "candidate"), None)

    @property
    def just_sent(self) -> SentApplication | None:
        """The application that was sent last, unless that was long ago: within that time none is given up."""
        sent = self.state.sent
        is_recent = sent is not None and self.seq - 1 - sent.seq <= _SINCE_DONE
        return sent if sent and is_recent and self.now - datetime.fromisoformat(sent.at) <= JUST else None

    @property
    def made_alert(self) -> MadeAlert | None:
        """The job alert that was made last, unless that was long ago or something else has been begun since."""
        alert, sent = self.state.alert, self.just_sent
        if alert is None or self.application is not None or self.seq - 1 - alert.seq > _SINCE_DONE:
            return None
        return alert if sent is None or sent.seq < alert.seq else None

    @property
    def offers_alerts(self) -> bool:
        """Whether candidates can be told of new openings by e-mail."""
        return self.service.offers_alerts(self.company)

    @property
    def jobs(self) -> JobWords:
        """The words of jobs, places and searches."""
        return self.service.jobs

    @property
    def offer(self) -> WayToApply:
        """How one applies."""
        if not self.company.openings_revision:
            return LINK_ONLY
        return offer_of(self.snapshot.applying, mails=self.service.confirmations_per_day > 0)

    @property
    def wording(self) -> Wording:
        """What speaks of openings in the language of the message."""
        return Wording(self.service.texts, self.language, self.jobs, self.offer)

    @property
    def asked(self) -> Asked:
        """What the message asks of an opening."""
        return Asked(self.text, self.service.live.details)

    def parse(self, text: str, expected: frozenset[str] = frozenset()) -> Understanding:
        """Understand a text in its own language; `expected` names the entities just asked for."""
        spoken = self._spoken(text)
        if spoken != self.conversation.language:  # a title is in the language of the advertisement
            spoken = self._spoken(_without_words(text, self._title_words))
        return self.parse_in(spoken, text, expected)

    def _spoken(self, text: str) -> str:
        last, default = self.conversation.language, self.company.default_language
        told = without_a_name(text)  # Sabine may as well write English
        return self.service.detector.detect(told, self.company.languages, last=last, default=default)

    @property
    def _title_words(self) -> frozenset[str]:
        """The words of the titles of openings on show, and of those that the message says."""
        shown = self.state.current_search.titles if self.state.current_search is not None else ()
        return frozenset(word for title in (*shown, *self.titled) for word in title_words(title))

    def parse_in(self, language: str, text: str, expected: frozenset[str] = frozenset()) -> Understanding:
        """Understand a text in this language, once in a turn."""
        asked = (language, text, expected)
        known = self._understood.get(asked)
        if known is None:
            known = self.service.live.parse(self.company, language, text, expected=expected, talk=self.conversation)
            self._understood[asked] = known
        return known

    def understood_as(self, understanding: Understanding) -> Context:
        """Return the same for a text of which this is understood."""
        return replace(self, understanding=understanding, language=understanding.language)

    def written(self, category: str) -> Answer | None:
        """Return the answer of the bank in the language of the message, or else in the company's default language."""
        return self.snapshot.written(category, self.language, self.company.default_language)

    def given(self, category: str) -> Answer | None:
        """Return the same, None where it is not to be given now."""
        return self.snapshot.given(self.now, category, self.language, self.company.default_language)

    def decided(self, seq: int | None) -> Decision | None:
        """Return what was decided about the message with this number, where the message may refer to it."""
        known = self.earlier.get(seq) if seq is not None else None
        return None if known is None else known.decision

    def opened(self, opening: int) -> Opening | None:
        """Return an opening that is spoken of, as long as it is open."""
        found = self.openings.get(opening)
        return found if found is not None and found.status == "open" else None

    def after(
        self,
        *,
        expected: frozenset[Slot] = frozenset(),
        clarifying: int | None = None,
        search: JobSearch | None = None,
        ends_search: bool = False,
    ) -> DialogueState:
        """Return the state after a turn that leaves this open (see `state.after`)."""
        return after(self.state, expected=expected, clarifying=clarifying, search=search, ends_search=ends_search)

    def say(self, key: str, /, **params: object) -> str:
        """Return the text of `key` with the company's name, e-mail address and time to answer at hand."""
        common = {"company": self.company.name, "email": self.company.contact_email, "answer_time": self._answer_time}
        return self.service.texts.get(self.language, key, **common, **params)

    @property
    def _answer_time(self) -> str:
        """By when people answer and, outside their hours, from when on they are back, by the candidate's clock."""
        texts, hours = self.service.texts, self.company.office_hours
        usual = self.company.answer_time.get(self.language) or texts.get(self.language, "answer_time")
        back = hours.opens(self.now) if hours is not None else None
        if back is None or back <= self.now:
            return usual
        back, by_their_clock = in_zone(back, self.conversation.time_zone)
        when = said_moment(texts, self.language, back, self.now.astimezone(back.tzinfo))
        key = "answer_time_closed_your_time" if by_their_clock else "answer_time_closed"
        return texts.get(self.language, key, usual=usual, when=when)

    def button(self, intent: str) -> Button:
        """Return the button that stands for a general intent."""
        return button_for(Request(intent), self.service.texts.get(self.language, f"button.{intent}"))


def quote(context: Context, answer: str, language: str) -> str | None:
    """Return the sentences of an answer in `language` that say most on a follow-up; None where none does.

    What the question before it was about, all of them are.
    """
    asked, topic = context.understanding, context.topic
    about = topic.question if topic is not None else ""
    weigh, place = context.snapshot.term_weights(language), its_place(context, answer, language)
    return quoted(
        answer, asked.text, asked.language, language, about, is_about_it=True, weigh=weigh, of_its_place=place
    )


def its_place(context: Context, answer: str, language: str) -> SpeaksOfIt | None:
    """Return what tells whether a sentence of an answer speaks of the place that the message names and it does not."""
    return speaking_of_its_place(answer, context.understanding, language, context.jobs.atlas, context.company.countries)


def _without_words(text: str, words: frozenset[str]) -> str:
    """A text without what consists of these words alone."""
    return " ".join(part for part in text.split() if not (said := title_words(part)) or not words.issuperset(said))
