"""What a message is taken for: of all that it may mean to any task, the most probable. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.dialogue.acts import CheckSafety, Fulfil
from bot.dialogue.arbiter import Arbiter
from bot.dialogue.buttons import (
    AboutOpening,
    ButtonAct,
    ChangeSearch,
    SaySafety,
    StepInApplication,
    WasAQuestion,
)
from bot.dialogue.context import Context
from bot.dialogue.cues import Cues, cues_of, expected_in
from bot.dialogue.evidence import evidence_of
from bot.dialogue.picking import search_showing
from bot.dialogue.pointing import known_openings, shown_again, without_pointing
from bot.dialogue.policy import is_plain_step, is_sure
from bot.dialogue.questions import question_of, settled_question
from bot.dialogue.readings import ITSELF, Interpretation, Question, Reading
from bot.dialogue.registry import plain_reading_of, reading_of_button, readings_of
from bot.dialogue.search.asked_besides import asked_besides
from bot.dialogue.search.named_before import named_beside
from bot.dialogue.search_acts import JOB_SEARCH, Also, ResumeSearch, Search, TellOfEach, TellOfOpening
from bot.dialogue.state import JobSearch
from bot.dialogue.tasks.one_opening import ASK, told_by_the_ad
from bot.dialogue.tasks.safety import WriterSafety, reading_of, said_of_safety
from bot.dialogue.tasks.several_openings import EACH
from bot.dialogue.workplaces import with_workplaces
from nlu.ads.questions import Pointing
from nlu.understanding import Level
from openings import questions
from storage.openings.openings import Opening

Interpreted = tuple[Context, Interpretation]
"""What a message is taken for, and the context in which that is answered."""
_IN_A_SEARCH = (ChangeSearch, AboutOpening, StepInApplication, WasAQuestion)
"""Buttons that go on with the last search, whether it is still going on or not."""


def interpret(context: Context, pressed: ButtonAct | None) -> Interpreted:
    """Return what a message is taken for; raises InvalidMessage. What is about somebody's safety is that first."""
    said = said_about_safety(context, pressed)
    if said is not None:
        may_be_a_step = pressed is None and said.answer == WriterSafety.MAYBE
        step = _plain_step(context) if may_be_a_step else None
        return step or about_safety(context, said, typed=pressed is None)
    return weighed(context) if pressed is None else _pressed(context, pressed)


def _plain_step(context: Context) -> Interpreted | None:
    """How a message that may be about danger reads as a step of the job search, if it plainly is one."""
    then, meant = weighed(context)
    is_step = is_plain_step(meant, context.service.thresholds)
    return (then, replace(meant, checks_safety=True)) if is_step else None


def said_about_safety(context: Context, pressed: ButtonAct | None, *, alone: bool = True) -> SaySafety | None:
    """Return what a message says of its writer's safety; see `said_of_safety`."""
    if pressed is None:
        return said_of_safety(context, alone=alone)
    return pressed if isinstance(pressed, SaySafety) else None


def about_safety(context: Context, said: SaySafety, *, typed: bool) -> Interpreted:
    """Return what is about the writer's safety: who is safe goes on with the message about which the bot asked."""
    is_safe = said.answer == WriterSafety.SAFE
    asked = context.earlier.get(said.question) if is_safe else None
    if asked is not None and asked.decision.kind != CheckSafety.kind:  # a step of a search, which was done
        goes_on = Interpretation(context.understanding, Reading("safe", act=ResumeSearch()), typed=typed, relieves=True)
        return replace(context, search=context.state.search), goes_on
    if asked is None:
        taken = Reading("safe", act=Fulfil("affirm")) if is_safe else reading_of(said)
        return context, Interpretation(context.understanding, taken, typed=typed, relieves=is_safe)
    state = replace(context.state, safety=None)
    seen = context.parse(asked.text, expected_in(state, asked.text))
    before = replace(context, state=state, seq=asked.decision.asked_seq)
    then, taken_for = weighed(before.understood_as(replace(seen, danger=Level.NONE)))
    about = said.question if taken_for.reading.about is None else taken_for.reading.about
    taken_for = replace(taken_for, reading=replace(taken_for.reading, about=about), typed=typed, relieves=True)
    return replace(then, seq=context.seq), taken_for


def weighed(context: Context) -> Interpreted:
    """Return the most probable reading of a typed message."""
    referred = [context.openings[id_] for id_ in context.referred if id_ in context.openings]
    search = search_showing(context.state.current_search, referred)
    context = replace(context, search=search if referred else _of_what_is_applied_for(context, search))
    context, cues = with_workplaces(context, cues_of(context))
    again = _shown_again(context, cues)
    if again and not referred:
        context = replace(context, search=search_showing(context.search, again))
        cues = cues_of(context)
    if not again and not referred:
        context, cues = _of_its_title(context, cues)
    if context.search is not None:
        cues = without_pointing(cues, context.search, known_openings(context))
    step = plain_reading_of(context, cues)
    if step is not None:
        return _settled(context, step)
    if cues.wants_no_job:
        return context, Interpretation(context.understanding, Reading("no_job", act=Fulfil("deny")))
    readings = list(readings_of(context, cues))
    chosen, probability = _chosen(readings, cues, context.service.arbiter)
    beside = _search_beside_a_question(context, cues, chosen)
    if beside is not None:
        return beside
    chosen, probability = _with_the_answer(context, cues, readings, chosen, probability)
    if chosen.act is not None:
        return _settled(context, chosen, probability)
    context = replace(context, opening=chosen.opening, language=chosen.language or context.language)
    chosen = replace(chosen, question=settled_question(context, chosen.question or question_of(context)))
    names, by_ad = named_beside(context, cues), told_by_the_ad(context, cues, readings)
    return context, Interpretation(context.understanding, chosen, probability, names=names, by_ad=by_ad)


def _of_what_is_applied_for(context: Context, search: JobSearch | None) -> JobSearch | None:
    """The search with the opening talked of for which an application is being made: "it" means that one."""
    opening = context.opened(context.application.opening_id) if context.application is not None else None
    if opening is None or (search is not None and opening.id not in search.shown):
        return search
    return search_showing(None, [opening]) if search is None else replace(search, opening=opening.id)


def _settled(context: Context, chosen: Reading, probability: float | None = None) -> Interpreted:
    """What the bot does with a message, whatever it says as a question."""
    context = replace(context, opening=chosen.opening, language=chosen.language or context.language)
    return context, Interpretation(context.understanding, chosen, probability)


def _shown_again(context: Context, cues: Cues) -> list[Opening]:
    if context.search is None:
        return []
    return shown_again(cues, context.search, known_openings(context), context.state.shown_before)


def _of_its_title(context: Context, cues: Cues) -> tuple[Context, Cues]:
    """The context with the one opening on show whose title a message says, of which it asks or for which it applies.

    What only holds the words of a title may look for any such job.
    """
    ids = dict.fromkeys(context.titled.values())
    found = [context.openings[id_] for id_ in ids if id_ in context.openings]
    if len(found) != 1 or context.application is not None:
        return context, cues
    showing = replace(context, search=search_showing(context.search, found))
    if showing.search == context.search:
        return context, cues
    seen = cues_of(showing)
    asks = seen.asks_in_any_form or (seen.about_opening is not None and seen.about_opening.is_phrase)
    asks = asks or "apply" in seen.turns or "details" in seen.words.marks
    return (showing, seen) if asks else (context, cues)


def _search_beside_a_question(context: Context, cues: Cues, chosen: Reading) -> Interpreted | None:
    """What a message is taken for that looks for a job and asks the company something; None for all others."""
    names = cues.words.professions or cues.words.places
    if not isinstance(chosen.act, Search) and not (chosen.act is None and names):
        return None
    asked = asked_besides(context)
    if asked is None or asked.also is None:
        return None
    if chosen.act is None and asked.understanding.intent != JOB_SEARCH:
        return None  # who tells of a trade and asks something seeks no job yet
    rest = context.understood_as(asked.understanding)
    seen = cues_of(rest)
    found, probability = _chosen(list(readings_of(rest, seen)), seen, context.service.arbiter)
    if not isinstance(found.act, Search) or probability < context.service.thresholds.surely_taken:
        return None
    act = replace(found.act, also=Also(asked.also.text, asked.also.intent))
    context = replace(context, opening=found.opening)
    return context, Interpretation(context.understanding, replace(found, act=act, question=asked), probability)


def _with_the_answer(
    context: Context, cues: Cues, readings: Sequence[Reading], chosen: Reading, probability: float
) -> tuple[Reading, float]:
    """The reading taken; where openings shown and the company answer a question, and either may be meant, with both."""
    others = [each for each in readings if each is not chosen]
    by_ads = chosen if _is_told(context, chosen) else next((each for each in others if _is_told(context, each)), None)
    if by_ads is None or ITSELF not in {each.kind for each in readings} or not _answers_it_all(context):
        return chosen, probability
    if _tells_no_part(context, cues, by_ads):
        kept = [each for each in readings if each is not by_ads]
        return _chosen(kept, cues, context.service.arbiter) if chosen is by_ads else (chosen, probability)
    second, share = _chosen(others, cues, context.service.arbiter)
    likely = (1 - probability) * share
    if {chosen.kind, second.kind} != {by_ads.kind, ITSELF} or likely < context.service.thresholds.both:
        return chosen, probability
    assert isinstance(by_ads.act, TellOfOpening | TellOfEach)
    asked = context.understanding
    act = replace(by_ads.act, also=Also(context.text, asked.intent))
    taken = replace(by_ads, act=act, question=Question(asked, also=asked))
    return taken, probability if by_ads is chosen else likely


def _is_told(context: Context, reading: Reading) -> bool:
    """Whether openings that are still open tell what is asked."""
    act = reading.act
    gone = isinstance(act, TellOfOpening) and context.opened(act.opening) is None
    return reading.kind in (ASK, EACH) and act is not None and not gone


def _tells_no_part(context: Context, cues: Cues, reading: Reading) -> bool:
    """Whether an opening says but all of its text to a question that names neither it nor its tasks or requirements."""
    act, about = reading.act, cues.about_opening
    points = cues.pointing is Pointing.THIS or bool(reading.evidence.get("names_one"))
    if not isinstance(act, TellOfOpening) or points or (about is not None and about.is_phrase):
        return False
    opening = context.opened(act.opening)
    return opening is not None and questions.tells_no_part(opening, act.topic, context.wording, context.asked)


def _answers_it_all(context: Context) -> bool:
    """Whether the company surely answers the only question of a message, and of no application that was just sent."""
    asked = context.understanding
    if not is_sure(asked, context.service.thresholds) or context.just_sent is not None:
        return False
    return context.given(asked.intent or "") is not None and question_of(context).also is None


def _chosen(readings: Sequence[Reading], cues: Cues, arbiter: Arbiter) -> tuple[Reading, float]:
    place, probability = arbiter.weigh(readings, evidence_of(cues, readings))
    return readings[place], probability


def _pressed(context: Context, pressed: ButtonAct) -> Interpreted:
    """Return what a button means, which says so itself."""
    if isinstance(pressed, _IN_A_SEARCH):
        context = replace(context, search=context.state.search)
    meant = reading_of_button(context, pressed)
    if meant.act is None and meant.question is not None:
        meant = replace(meant, question=settled_question(context, meant.question))
    return replace(context, opening=meant.opening), Interpretation(context.understanding, meant, typed=False)
