"""What is seen in a message that may speak for or against each of its readings, by name. Pure."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final

from bot.dialogue.alert_acts import SUBSCRIBE, UNSUBSCRIBE
from bot.dialogue.arbiter import log_odds
from bot.dialogue.cues import Cues
from bot.dialogue.picking import picked_openings
from bot.dialogue.readings import Evidence, Reading
from bot.dialogue.search_acts import JOB_SEARCH
from bot.dialogue.state import AN_ADDRESS, JobSearch, Slot
from nlu.ads.questions import OpeningTopic, Pointing
from nlu.product_files import DATA_FOLDER
from nlu.starter import staff
from nlu.steps.turn_words import MEANINGS
from nlu.understanding import Stage, Understanding
from nlu.wishes.words import WishWords
from nlu.words.normalise import considered
from nlu.words.text_words import words
from nlu.words.thesaurus import thesaurus
from openings.subjects import subjects_in

_TAUGHT: Final = 1.0
_REMEMBERED: Final = 16
_YES_OR_NO: Final = frozenset({"affirm", "deny"})
_COURTESY: Final = frozenset({"greet", "goodbye", "thanks", "small_talk", "praise", "help", "repeat"})
_ASKS_NOTHING: Final = frozenset({"goodbye", "thanks", "praise", *_YES_OR_NO})
"""Courtesies that are no question; a greeting may be one ("how do you do?")."""
_ABOUT_THE_BOT: Final = frozenset({"who_are_you", "how_are_you", "are_you_a_bot", "insult"})
_NOTHING: Final = 0.05
_FEWEST_ASKED: Final = 4
"""Words from which on a courtesy with a question mark is likely none: "and later up to 100 again?"."""
_WHEN: Final = frozenset({"when", "how_long", "processing_time", "waiting"})
_ANSWERS: Final = frozenset({"processing_time", "application_status", "acknowledgement", "talk_to_human"})
"""Concepts (data/concepts) that a question about the answer to come names."""
_APPLYING: Final = frozenset({"application", "application_process"})
"""Concepts of what an answer may be waited for, too."""
_JOBS: Final = frozenset({"job", "vacancies"})
"""Concepts of what is looked for."""
_OTHERS: Final = frozenset({"job", "anything", "all", "more", "instead", "compare"})
"""Marks of what speaks of other openings than the one on show."""
_ABOUT_ONE: Final = ("ask", "each", "which", "open", "compare")


def evidence_of(cues: Cues, readings: Sequence[Reading]) -> Evidence:
    """Return what is seen in a message, whatever it means: 1 or 0, log odds, or logarithms of numbers of words."""
    said, length = cues.words, len(words(cues.understanding.text))
    return {
        "always": 1.0,
        **_understood(cues.understanding, asks=cues.is_question),
        **_said(said),
        "only_rules_out": float(_only_rules_out(cues)),
        "only_wants_such_jobs": float(_only_wants_such_jobs(cues)),
        "is_a_trade_alone": float(_is_a_trade_alone(cues)),
        "asks_of_the_only_one": float(_asks_of_the_only_one(cues)),
        "unexplained_words": math.log1p(len(said.rest)),
        "unexplained_share": len(said.rest) / max(1, length),
        "length": math.log1p(length),
        "question_mark": float(cues.is_question),
        "question_form": float(cues.asks_in_any_form),
        **_spoken_of(_subjects(cues)),
        "adds_to_the_last_answer": float(cues.follows),
        **_asked_before(cues),
        "gives_an_address": float(bool(cues.addresses)),
        "says_how_often": float(cues.how_often is not None),
        "foreign": float(cues.foreign),
        **{f"turn_{meaning}": float(meaning in cues.turns) for meaning in MEANINGS},
        "turn_give_up": float(cues.gives_up),
        "asks_for_such_jobs": float(
            "openings" in cues.turns and bool(said.refining or said.professions or said.places)
        ),
        "may_be_about_openings": float(any(each.kind in _ABOUT_ONE for each in readings)),
        **_of_the_search(cues, cues.search),
    }


def _said(said: WishWords) -> Evidence:
    """What its words say of jobs."""
    trades = said.professions or said.ruled_out.professions
    return {
        "names_a_profession": float(bool(trades)),
        "names_a_city": float(bool(said.cities or said.ruled_out.cities)),
        "names_an_area": float(bool(said.areas or said.ruled_out.areas)),
        "names_only_a_profession": float(bool(trades) and not said.rest),
        "stands_where_a_profession_does": float(bool(said.trade) and not said.professions),
        "may_mean_staff": float(not _staff().isdisjoint(said.professions)),
        "says_nothing_else": float(said.says_something and not said.rest),
        "says_what_it_must_be": float(said.refining),
        "speaks_of_jobs": float("job" in said.marks),
        "turns_pages": float(not said.marks.isdisjoint(("more", "back", "go_on"))),
        "changes_its_mind": float(not said.marks.isdisjoint(("instead", "also", "nearer", "farther"))),
        "denies": float("not" in said.marks),
        "is_one_phrase": float(said.is_one_phrase),
        "any_will_do": float(not said.marks.isdisjoint(("anything", "whatever"))),
    }


def _spoken_of(subjects: frozenset[str]) -> Evidence:
    return {
        "asks_when": float(not subjects.isdisjoint(_WHEN)),
        "speaks_of_answers": float(not subjects.isdisjoint(_ANSWERS)),
        "speaks_of_the_company": float("company" in subjects),
    }


def _only_rules_out(cues: Cues) -> bool:
    """Whether it says what is not wanted, neither asks anything nor says anything else ("nicht in Österreich")."""
    said = cues.words
    wanted = said.professions or said.cities or said.areas
    return bool(said.ruled_out) and not (wanted or said.rest or cues.asks_in_any_form)


def _only_wants_such_jobs(cues: Cues) -> bool:
    """Whether it names jobs and what they must be, neither asks anything nor says anything else ("remote jobs")."""
    said = cues.words
    names_jobs = "job" in said.marks or not _subjects(cues).isdisjoint(_JOBS)
    return said.refining and names_jobs and not (said.rest or cues.asks_in_any_form)


def _is_a_trade_alone(cues: Cues) -> bool:
    """Whether every word of it names a trade ("Krankenschwester"), and no question was taught so."""
    seen = cues.understanding
    names = [len(words(name)) for _, name in cues.words.named]
    return bool(names) and sum(names) == len(words(seen.text)) and not _is_taught(seen)


def _asks_of_the_only_one(cues: Cues) -> bool:
    """Whether it asks if the one opening on show is so ("evenings too?"), and seeks or speaks of no others."""
    said, search = cues.words, cues.search
    if search is None or len(search.shown) != 1 or not (said.refining and cues.asks_in_any_form):
        return False
    seeks = said.professions or said.places or cues.seeks_jobs or not said.marks.isdisjoint(_OTHERS)
    return not seeks and "openings" not in cues.turns and cues.about_opening is not None


def _leaves_what_was_sought(cues: Cues, search: JobSearch) -> bool:
    """Whether it names a profession or town that is sought beside another ("not Bern but Basel"), in no list."""
    wish, said = search.wish, cues.words
    sought = {"profession": set(wish.professions or ()), "city": set(wish.cities or ())}
    for kind, before in sought.items():
        named = {str(each.value) for each in cues.understanding.entities if each.name == kind} - said.both
        if named & before and named - before:
            return True
    return False


def _asked_before(cues: Cues) -> Evidence:
    """What the bot had asked for."""
    return {
        "asked_for_an_alert": float(Slot.WISH in cues.expected),
        "asked_to_confirm": float(cues.confirming),
        "asked_back": float(cues.asked_back),
        "applying": float(cues.applying is not None),
        "asked_for_a_name": float(cues.applying == "name"),
        "asked_for_an_address": float(not cues.expected.isdisjoint(AN_ADDRESS) or cues.applying == "email"),
        "asked_how_often": float(Slot.FREQUENCY in cues.expected),
        "asked_for_anything": float(
            bool(cues.expected) or cues.confirming or cues.asked_back or cues.applying is not None
        ),
        "just_passed_on": float(cues.just_passed_on),
    }


def asks_for_the_answer(cues: Cues) -> bool:
    """Tell whether a message may ask when a person answers."""
    return not _subjects(cues).isdisjoint(_WHEN | _ANSWERS)


def asks_when_of_something(cues: Cues) -> bool:
    """Tell whether a message asks how long or when of something else than an answer ("how long until a promotion")."""
    seen = cues.understanding
    of = subjects_in(seen.text, seen.language) - _WHEN - _ANSWERS - _APPLYING
    return not _subjects(cues).isdisjoint(_WHEN) and bool(of)


@cache
def _staff() -> frozenset[str]:
    return staff(DATA_FOLDER)


def _subjects(cues: Cues) -> frozenset[str]:
    return _found(cues.understanding.language, cues.understanding.text)


@lru_cache(_REMEMBERED)
def _found(language: str, text: str) -> frozenset[str]:
    return frozenset(thesaurus(language).found_in(considered(text)))


def _understood(seen: Understanding, *, asks: bool) -> dict[str, float]:
    """How sure the models are of what the message means by itself, in log odds."""
    odds = log_odds(max(seen.confidence, _NOTHING))
    general = seen.stage is Stage.GENERAL
    faq = not general  # nothing understood is a guess that is not sure at all
    wants_jobs = seen.says(JOB_SEARCH)
    request = general and not wants_jobs
    return {
        "faq": float(faq),
        "faq_sure": odds if faq else 0.0,
        "taught_word_for_word": float(_is_taught(seen)),
        "job_search": float(wants_jobs),
        "job_search_sure": odds if wants_jobs else 0.0,
        "request": float(request),
        "request_sure": odds if request else 0.0,
        "yes_or_no": float(request and seen.intent in _YES_OR_NO),
        "wants_an_alert": float(request and seen.intent in (SUBSCRIBE, UNSUBSCRIBE)),
        "courtesy": float(request and seen.intent in _COURTESY),
        "about_the_bot": float(request and seen.intent in _ABOUT_THE_BOT),
        "courtesy_that_asks": float(request and _is_said(seen) and asks),
    }


def _is_taught(seen: Understanding) -> bool:
    return seen.stage is not Stage.GENERAL and seen.confidence >= _TAUGHT


def _is_said(seen: Understanding) -> bool:
    """Whether it was heard as what never asks, though it is longer than what has a question mark as such ("ok?")."""
    return seen.intent in _ASKS_NOTHING and len(words(seen.text)) >= _FEWEST_ASKED


def _of_the_search(cues: Cues, search: JobSearch | None) -> dict[str, float]:
    if search is None:
        return {}
    pointing = cues.pointing if cues.about_opening is not None else None
    return {
        "asked_for_a_slot": float(search.asked is not None),
        "leaves_what_was_sought": float(_leaves_what_was_sought(cues, search)),
        "answers_what_was_asked": float(cues.answers),
        "talks_of_one_opening": float(search.opening is not None),
        "told_of_it": float(search.told is not None),
        "told_how_to_apply": float(search.told is OpeningTopic.APPLY),
        "points_at_one": float(pointing is Pointing.THIS),
        "says_it": float(pointing is Pointing.IT),
        "asks_briefly": float(pointing is Pointing.SHORT),
        "asks_what_ads_tell": float(cues.about_opening is not None and cues.about_opening.is_phrase),
        "sounds_like_it": _sounds_like_it(cues),
        "picks_one": float(bool(picked_openings(cues, search))),
        "points_out_one": float(bool(cues.pointed)),
        "narrows_the_search": float(cues.words.refining and not (cues.words.rest or cues.asks_in_any_form)),
        "wants_details": float("details" in cues.words.marks),
    }


def _sounds_like_it(cues: Cues) -> float:
    """How much a message sounds like what is asked of openings, by the words of examples, in log odds."""
    asked = cues.about_opening
    return 0.0 if asked is None else log_odds(min(max(asked.probability, _NOTHING), 1 - _NOTHING))
