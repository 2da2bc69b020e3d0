"""What is seen in a typed message where it stands, before it is known what it means. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, get_args

from bot.addresses import mentioned
from bot.applications.names import says_its_name
from bot.brevity import is_brief
from bot.dialogue.context import Context
from bot.dialogue.follow_up import is_follow_up
from bot.dialogue.how_often import frequency_in
from bot.dialogue.listed import figure_in
from bot.dialogue.open_steps import heard_step
from bot.dialogue.policy import Thresholds
from bot.dialogue.search_acts import JOB_SEARCH
from bot.dialogue.state import SEARCH_SLOTS, DialogueState, JobSearch, Slot
from nlu.ads.questions import OpeningQuestion, OpeningTopic, Pointing, with_detail
from nlu.steps.said import ABOUT_ALERT, AFTER_SENDING, HOW_OFTEN, OF_A_FORM, AfterAnswer, Step
from nlu.steps.turn_words import turns_in
from nlu.steps.turned_down import wants_no_job
from nlu.understanding import Stage, Understanding
from nlu.wishes.said import SaidWish
from nlu.wishes.told_hours import may_tell_of_hours, rules_out_times, without_hours, without_times
from nlu.wishes.words import WishWords
from nlu.words.question_form import ends_in_a_mark, is_question
from nlu.words.text_words import words
from openings.reference_numbers import without_numbers
from storage.applications.applications import ApplicationStep
from storage.subscriptions.subscriptions import Frequency

_QUESTION_ENDS: Final = frozenset("?？吗呢么")
_FEW_WORDS: Final = 6
_ANY_OF: Final = {"anything": Slot.PROFESSION, "anywhere": Slot.CITY}
_COME_FIRST: Final = frozenset(
    {"crisis", "contact_human", "delete_my_data", "job_unsubscribe", "change_language", "start_over", "stop"}
)
"""General intents that a message has rather than a step of what is going on."""
_REQUESTS: Final = frozenset({"contact_human", "delete_my_data", "change_language"})
_FOR_OTHERS: Final = frozenset({"job_unsubscribe", "application_status"})
_COURTESIES: Final = frozenset({"thanks", "goodbye", "praise", "affirm", "greet"})
_AFTER_AN_ANSWER: Final = frozenset(get_args(AfterAnswer))
_WANTS_SOMETHING: Final = frozenset(
    {*_AFTER_AN_ANSWER - {"says_who"}, "apply", "open", "alike", "more", "over", "by_mail"}
)
"""Steps that want something, as thanks and a yes do not; "no, thanks" turns an opening down and a mail too."""


@dataclass(frozen=True, slots=True)
class Cues:
    """What a message says by itself, and where it stands in the talk."""

    understanding: Understanding
    words: WishWords
    """What it says of jobs and openings."""
    about_opening: OpeningQuestion | None
    """What it asks about an opening; looked for in a search only: nothing else speaks of openings that are shown."""
    search: JobSearch | None
    """The search that is going on, if any."""
    thresholds: Thresholds
    """How sure the bot must be at this company."""
    expected: frozenset[Slot] = frozenset()
    """What the bot would like to hear."""
    follows: bool = False
    """Whether it adds to what was answered last ("and in Berlin?")."""
    confirming: bool = False
    """Whether the bot has just asked if a request is wanted."""
    asked_back: bool = False
    """Whether the bot has just asked which category was meant."""
    applying: ApplicationStep | None = None
    """What an application that is being made asks for."""
    addresses: tuple[str, ...] = ()
    """The mail addresses in it."""
    how_often: Frequency | None = None
    """How often mails are wanted, where that was asked."""
    foreign: bool = False
    """Whether it is in a language that the company does not speak."""
    turns: frozenset[str] = frozenset()
    """What it does in the talk by words of a list (`nlu.steps.turn_words`)."""
    step: Step | None = None
    """What it does in the talk by all of its words, of no list."""
    wants_surely: bool = False
    """Whether all of its words surely want something of the search."""
    just_passed_on: bool = False
    """Whether the message before it went to a person."""
    referred: tuple[int, ...] = ()
    """The openings that it names by their numbers."""
    pointed: tuple[int, ...] = ()
    """The openings shown that it points at by the trade they are for or by their place."""
    pointing: Pointing = Pointing.NOT
    """How clearly it points at one opening, whatever it asks."""

    @property
    def answers(self) -> bool:
        """Whether it names what the bot has just asked for, or says that any will do, and asks nothing itself."""
        words, asked = self.words, self.search.asked if self.search else None
        if self.is_question or asked is None:
            return False
        any_will_do = not words.marks.isdisjoint(("anything", "whatever"))
        trades = words.professions or words.ruled_out.professions
        return any_will_do or bool(trades if asked is Slot.PROFESSION else words.places)

    @property
    def is_question(self) -> bool:
        """Whether it is marked as a question."""
        return self.understanding.text.rstrip()[-1:] in _QUESTION_ENDS

    @property
    def asks_in_any_form(self) -> bool:
        """Whether it is put as a question, with or without a mark."""
        return self.is_question or is_question(self.understanding.text, self.understanding.language)

    @property
    def puts_off(self) -> bool:
        """Whether it puts off what the bot asks for; in words of no list, it neither asks nor gives anything then.

        "Not yet" in a long message speaks of something else, but where an application is made.
        """
        says_more = self.asks_in_any_form or self.addresses or says_its_name(self.understanding.text)
        in_any_words = self.step == "give_up" and not says_more and "interrupts" not in self.turns
        listed = "put_off" in self.turns and (self.applying is not None or is_brief(self.understanding.text))
        return in_any_words or listed

    @property
    def gives_up(self) -> bool:
        """Whether it gives up or puts off what the bot asks for."""
        return "give_up" in self.turns or self.puts_off

    @property
    def picks(self) -> tuple[int, ...]:
        """The places in a list that it picks, by a figure ("#2") or in words; as of `WishWords.picks`."""
        figure = figure_in(self.understanding.text)
        return self.words.picks if figure is None else (figure,)

    @property
    def names_something(self) -> bool:
        """Whether it names what a search is for, or one of the openings shown, or speaks of applying."""
        words = self.words
        named = words.professions or words.places or words.refining or words.ruled_out
        return bool(named or self.picks or self.referred) or "apply" in self.turns

    def plainly_takes(self, step: Step) -> bool:
        """Tell whether it sounds like this step, and surely like nothing that comes first."""
        if self.step != step or self.comes_first:
            return False
        if step not in AFTER_SENDING and (self.addresses or "interrupts" in self.turns):
            return False  # "wait, it is bo@example.org" begins something else, but mends what was sent
        if step in _AFTER_AN_ANSWER and (self.search is not None or step == "says_who") and self.names_something:
            return False
        if self._may_be_a_request or (step in _WANTS_SOMETHING and self._is_something_else):
            return False
        alone = step in OF_A_FORM.union(AFTER_SENDING, ABOUT_ALERT, ("no_mail",))
        if step in ("no_mail", "add_words") and self.asks_in_any_form:
            alone = False  # "do you want a letter?" adds no word, though it speaks of one
        answered = self.thresholds.faq
        least = max(answered, self.thresholds.stands_alone) if alone else answered
        return self.understanding.stage is not Stage.FAQ or self.understanding.confidence < least

    @property
    def is_courtesy(self) -> bool:
        """Whether it likely is thanks, a yes, a greeting or a goodbye."""
        return self.understanding.says(*_COURTESIES, least=self.thresholds.request_floor)

    @property
    def comes_first(self) -> bool:
        """Whether it plainly wants a person, data deleted, another language, or to end or begin anew."""
        return self.understanding.says(*_COME_FIRST, least=self.thresholds.plain)

    @property
    def seeks_jobs(self) -> bool:
        """Whether it was heard as a search for jobs."""
        return self.understanding.says(JOB_SEARCH)

    @property
    def wants_no_job(self) -> bool:
        """Whether it was heard as a search and says that none is wanted, naming nothing that is sought or ruled out."""
        seen = self.understanding
        heard = self.seeks_jobs and not self.words.says_something
        asked = self.search is not None and self.search.asked is not None
        return heard and wants_no_job(seen.text, seen.language, plainly=asked)

    @property
    def may_be_a_step(self) -> bool:
        """Whether it may be a step of a search: what plainly wants a person, or data deleted, must say nothing else."""
        seen = self.understanding
        for_a_person = seen.says("contact_human", least=self.thresholds.plain) and not self._asks_for_its_contact
        plain = for_a_person or seen.says("delete_my_data")
        return not plain or self.words.is_one_phrase or not self.words.rest

    @property
    def _asks_for_its_contact(self) -> bool:
        """Whether it asks whom to turn to while one opening is talked of, which its advertisement says."""
        about, search = self.about_opening, self.search
        asked = about is not None and about.is_phrase and about.topic is OpeningTopic.CONTACT
        return asked and search is not None and search.opening is not None

    @property
    def _may_be_a_request(self) -> bool:
        """Whether it may be a request that must not be lost."""
        return self.understanding.says(*_REQUESTS, least=self.thresholds.request_floor)

    @property
    def _is_something_else(self) -> bool:
        """Whether it likely is what is said or asked for rather than a step."""
        return self.is_courtesy or self.understanding.says(*_FOR_OTHERS, least=self.thresholds.understood)


def cues_of(context: Context) -> Cues:
    """Return what is seen in the message of a context."""
    seen, jobs, asked = context.understanding, context.jobs, context.decided(context.state.clarifying)
    step = heard_step(context)
    search, asked_of_openings = context.search, _asked_of_openings(context)
    wanted = _wanted(context, search)
    said = _said(context, wanted)
    return Cues(
        seen,
        said,
        _about_opening(context, asked_of_openings) if search is not None else None,
        search,
        context.service.thresholds,
        context.state.expected,
        follows=is_follow_up(context, said),
        confirming=asked is not None and asked.stage is Stage.GENERAL,
        asked_back=asked is not None and asked.stage is not Stage.GENERAL,
        applying=context.application.step if context.application is not None else None,
        addresses=mentioned(seen.text),
        how_often=_how_often(context, step),
        foreign=context.service.detector.not_served(seen.text, context.company.languages) is not None,
        turns=turns_in(seen.text, seen.language),
        step=step,
        wants_surely=wanted is not None and wanted.is_sure,
        just_passed_on=context.just_passed_on,
        referred=context.referred,
        pointing=jobs.questions.pointing(asked_of_openings, seen.language) if search is not None else Pointing.NOT,
    )


def _about_opening(context: Context, text: str) -> OpeningQuestion | None:
    language = context.understanding.language
    details = context.service.live.details(language)
    return with_detail(context.jobs.questions.hear(text, language), details.asked(text) if details else {})


def said_in(context: Context, search: JobSearch | None) -> WishWords:
    """Return what a message says of a search; hours that it only tells of ("on the side for years") are none."""
    return _said(context, _wanted(context, search))


def _said(context: Context, wanted: SaidWish | None) -> WishWords:
    seen = context.understanding
    said = context.jobs.wishes.read(seen.text, seen.entities, seen.language, wanted=wanted)
    if may_tell_of_hours(said) and context.service.live.wants_nothing(seen.language, seen.text):
        said = without_hours(said)
    return without_times(said) if rules_out_times(said) and _keeps_times(context, said) else said


def _keeps_times(context: Context, said: WishWords) -> bool:
    """Whether no nights are ruled out whatever is said of them: one opening is talked of, a form filled in, they suit.

    "Hopefully no weekends" is said of the opening, "I don't mind nights" wants nothing else.
    """
    search, seen = context.state.current_search, context.understanding
    of_one = search is not None and search.opening is not None and len(search.shown) > 1
    if of_one or context.application is not None:
        return True
    names = said.professions or said.cities or said.areas  # of which the model knows nothing
    return not names and context.service.live.wants_nothing(seen.language, seen.text, surely=False)


def _wanted(context: Context, search: JobSearch | None) -> SaidWish | None:
    """What all words of a message want of a search that is going on; that any will do only where it was asked."""
    if search is None:
        return None
    wanted = context.service.live.wanted(context.understanding.language, context.understanding.text)
    return wanted if wanted is not None and _ANY_OF.get(wanted.wish) in (None, search.asked) else None


def _asked_of_openings(context: Context) -> str:
    """What a message says beside numbers of openings, which are no words of a question."""
    return without_numbers(context.text) if context.referred else context.text


def _how_often(context: Context, step: Step | None) -> Frequency | None:
    if Slot.FREQUENCY not in context.state.expected:
        return None
    found = frequency_in(context.text, context.understanding.language, context.service.texts)
    return found or next((often for often in HOW_OFTEN if often == step), None)


def expected_in(state: DialogueState, text: str) -> frozenset[str]:
    """Return the names of entities for which little is needed in `text`: of both in a few words during a search."""
    search = state.current_search
    if search is None:
        return frozenset(state.expected)
    asks = ends_in_a_mark(text)
    if not asks and len(words(text)) <= _FEW_WORDS:
        return frozenset(SEARCH_SLOTS)
    return frozenset({Slot.CITY} if asks or search.asked is None else {Slot.CITY, search.asked})
