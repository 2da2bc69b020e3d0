"""Messages put into conversations that stand at a given point of a job search, and what they then are."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from _candidates_of_jobs import AREAS, CITIES
from _shared import LANGUAGES
from _stock_places import ALERT, ASKED_WHAT, ASKED_WHERE, ITSELF, NOWHERE, ONE, PLACES, SHOWN, WAITING, StockTurn

from candor.house import job_words
from candor.product import DATA_FOLDER
from nlu import data_rows, starter
from nlu.data_rows import DataRow, lots, sentences
from nlu.language.names import language_names
from nlu.words.question_form import is_question
from nlu.words.thesaurus import concepts
from storage.openings.openings import Opening

PHRASES = Path(__file__).parent / "candidates"
EACH = 60
"""Messages of each source that are drawn in a language; of the phrases of a search `SEARCHES` times as many."""
SEARCHES = 4
QUESTIONS = 4
"""How many times as many questions that no category answers open a conversation."""
_SAID = {
    NOWHERE: ("start", "both", "city_first", "profession"),
    ASKED_WHAT: ("profession", "anything", "several_professions", "city", "area"),
    ASKED_WHERE: ("city", "anywhere", "area", "several_cities", "profession"),
    SHOWN: ("change_city", "change_profession", "part_time", "full_time", "remote", "km", "area", "city"),
    ONE: ("change_city", "change_profession", "part_time", "full_time", "remote", "km"),
    ALERT: ("profession", "city"),
}
_SEARCHES = frozenset({"start", "answer", "change"})
_UNHEARD = frozenset({"unknown", "unclear"})
EITHER = frozenset({"affirm", "deny", "job_search", "job_subscribe", "job_unsubscribe", "crisis"})
"""General intents whose examples may well be steps of a search, or are no readings at all."""
STRANGE = ("flumper", "quibbling", "Zwirbelwart", "gromphen", "vrilleur", "mordantine", "玄水匠", "萃云工")
"""Words that no list has."""
_PLEASE = {
    "en": (" please", ("a recruiter", "recruiter", "someone from HR", "a manager", "an advisor")),
    "de": (" bitte", ("einen Recruiter", "Recruiterin", "jemand aus der Personalabteilung", "den Manager")),
    "fr": (
        " s'il vous plaît",
        ("un recruteur", "une recruteuse", "quelqu'un des RH", "un conseiller"),
    ),
    "zh": ("，谢谢", ("招聘专员", "人力资源的同事", "你们经理", "招聘顾问", "客服")),
}
_TURNS = {"more": "more", "back": "back", "go_on": "go_on", "first": "open", "second": "open", "last": "open"}
_TURNS |= {"compare": "compare", "details": "open"}


def stock_turns(language: str, shown: Sequence[Opening], seed: int) -> Iterator[StockTurn]:
    """Yield messages of every source, drawn with this seed; `shown` are the openings that are spoken of."""
    chosen = random.Random(f"{seed}:{language}")
    others = (
        _unheard_reply,
        _question,
        _request,
        _polite,
        _of_an_area,
        taught,
        taught,
        golden,
        _turn,
        _about_an_opening,
    )
    for source in (
        *[_search_phrase] * SEARCHES,
        *[_first_question] * QUESTIONS,
        *others,
        _of_a_language,
        _of_the_answer,
    ):
        yield from (source(language, chosen, shown) for _ in range(EACH))
    yield from (StockTurn(each.content.title, SHOWN, frozenset({"open"})) for each in shown)


def phrases_of(language: str, chosen: random.Random) -> Mapping[str, Any]:
    read: Mapping[str, Any] = yaml.safe_load(
        chosen.choice(sorted(PHRASES.glob(f"{language}*.yaml"))).read_text(encoding="utf-8")
    )
    return read


def _search_phrase(language: str, chosen: random.Random, _: Sequence[Opening]) -> StockTurn:
    where = chosen.choice(tuple(_SAID))
    read = phrases_of(language, chosen)
    if where != ALERT and chosen.random() < 1 / len(_SAID[where]):
        return StockTurn(chosen.choice(read["faq"]), where, ITSELF)
    known = yaml.safe_load((PHRASES / f"{language}.yaml").read_text(encoding="utf-8"))["professions"]
    titles = {name: named if isinstance(named, list) else [named] for name, named in known.items()}
    profession, other = (chosen.choice(titles[name]) for name in chosen.sample(sorted(titles), 2))
    key = chosen.choice(_SAID[where])
    cities = [job_words().titles.city(name, language) for name in chosen.sample(CITIES, 2)]
    others = (other, profession) if "profession" in key else (cities[1], cities[0])
    area = job_words().atlas.name_of(chosen.choice(AREAS), language)
    filled: Callable[..., str] = chosen.choice(read[key]).format
    text = filled(profession=profession, city=cities[0], other=others[0], old=others[0], area=area, km=20)
    if chosen.random() < 0.3:
        text = f"{_story(language, chosen)} {text}"
    return StockTurn(text, where, _SEARCHES)


def _story(language: str, chosen: random.Random) -> str:
    """Something that somebody tells of before the point."""
    while True:
        told = chosen.choice(sentences(chosen.choice(lots(DATA_FOLDER / "background" / language, "txt"))))
        if not is_question(told, language) and "?" not in told and "？" not in told:
            return told


def _unheard_reply(language: str, chosen: random.Random, _: Sequence[Opening]) -> StockTurn:
    """A reply to what was asked, of words that nobody knows, or a statement of somebody who says neither yes nor no."""
    where = chosen.choice((ASKED_WHAT, ASKED_WHERE))
    if chosen.random() < 0.5:
        strange = chosen.choice(STRANGE)
        key = "profession" if where == ASKED_WHAT else "city"
        text = chosen.choice(phrases_of(language, chosen)[key]).format(profession=strange, city=strange)
        return StockTurn(text, where, _UNHEARD)
    replies = sorted((text for text, intent in general(language) if intent in ("affirm", "deny")), key=len)
    return StockTurn(chosen.choice(replies[len(replies) // 2 :]), where, _UNHEARD | _SEARCHES)


def _question(language: str, chosen: random.Random, _: Sequence[Opening]) -> StockTurn:
    """What careers sites hear beside what the company teaches; a statement is a reply that nobody understands."""
    path = chosen.choice(lots(DATA_FOLDER / "background" / language, "txt"))
    text, where = chosen.choice(sentences(path)), chosen.choice(PLACES)
    asked = where in (ASKED_WHAT, ASKED_WHERE) and not is_question(text, language)
    return StockTurn(text, where, _UNHEARD if asked else ITSELF)


def _first_question(language: str, chosen: random.Random, shown: Sequence[Opening]) -> StockTurn:
    """The same where a conversation begins: of what nobody answers no search is made."""
    return replace(_question(language, chosen, shown), where=NOWHERE, right=ITSELF)


def _request(language: str, chosen: random.Random, _: Sequence[Opening]) -> StockTurn:
    text, intent = chosen.choice([row for row in general(language) if row[1] not in EITHER])
    right = ITSELF | {"language"} if intent == "change_language" else ITSELF
    if intent == "contact_human" and chosen.random() < 0.5:
        text = f"{text} {job_words().titles.city(chosen.choice(CITIES), language)}"
    if intent in ("contact_human", "stop", "insult") and chosen.random() < 0.4:
        whatever = [form for form in _wishes(language)["whatever"] if "*" not in form]
        return StockTurn(f"{chosen.choice(whatever)}, {text}", chosen.choice((ASKED_WHAT, ASKED_WHERE)), right)
    return StockTurn(text, chosen.choice(PLACES), right)


def known_professions(language: str) -> list[str]:
    """Return how the professions are called that the phrases of a search are about."""
    known = yaml.safe_load((PHRASES / f"{language}.yaml").read_text(encoding="utf-8"))["professions"]
    return [named if isinstance(named, str) else named[0] for _, named in sorted(known.items())]


def _of_an_area(language: str, chosen: random.Random, shown: Sequence[Opening]) -> StockTurn:
    """Who tells something and names an area, in a search, looks for a job there; who asks something does not."""
    area = job_words().atlas.name_of(chosen.choice(AREAS), language)
    if chosen.random() < 0.5:
        asked = golden(language, chosen, shown)
        return replace(asked, text=f"{asked.text.rstrip('?？')} ({area})?", where=chosen.choice(PLACES[1:]))
    joint = chosen.choice((", ", " - ", ": "))
    told = [_story(language, chosen).rstrip(".。!！"), area]
    return StockTurn(joint.join(told if chosen.random() < 0.7 else told[::-1]), chosen.choice(PLACES[1:]), _SEARCHES)


def _polite(language: str, chosen: random.Random, _: Sequence[Opening]) -> StockTurn:
    """Who says a profession and please looks for a job; who says so of those who work for the company, for a person."""
    please, staff = _PLEASE[language]
    if chosen.random() < 0.5:
        return StockTurn(f"{chosen.choice(staff)}{please}", chosen.choice(PLACES), ITSELF)
    known = yaml.safe_load((PHRASES / f"{language}.yaml").read_text(encoding="utf-8"))["professions"]
    named = chosen.choice(sorted(known.values(), key=str))
    title = named if isinstance(named, str) else chosen.choice(named)
    return StockTurn(f"{title}{please}", chosen.choice((NOWHERE, ASKED_WHAT, SHOWN)), _SEARCHES)


def taught(language: str, chosen: random.Random, _: Sequence[Opening]) -> StockTurn:
    """A question as the company taught it, or with a word or two left out, which may no longer look like a question."""
    text = chosen.choice(rows(DATA_FOLDER / "demo" / f"faq.{language}.csv"))["text"]
    if chosen.random() < 0.7:
        words = list(text) if language == "zh" else text.rstrip("?？").split()
        for _left_out in range(min(2, len(words) // 3)):
            words.pop(chosen.randrange(len(words)))
        text = ("" if language == "zh" else " ").join(words)
    return StockTurn(text, chosen.choice(PLACES), ITSELF)


def golden(language: str, chosen: random.Random, _: Sequence[Opening]) -> StockTurn:
    """A question that a category answers, and that it was not taught; a town in it makes it no search."""
    text = chosen.choice(rows(DATA_FOLDER / "demo" / f"golden.{language}.csv"))["text"]
    if chosen.random() < 0.3:
        city = job_words().titles.city(chosen.choice(CITIES), language)
        text = f"{city}: {text}" if chosen.random() < 0.5 else f"{text.rstrip('?？')} ({city})?"
    return StockTurn(text, chosen.choice(PLACES), ITSELF)


def _of_a_language(language: str, chosen: random.Random, _: Sequence[Opening]) -> StockTurn:
    """What names a language: the wish for it, or a question about the company."""
    if chosen.random() < 0.5:
        asked = [text for text, intent in general(language) if intent == "change_language"]
        return StockTurn(chosen.choice(asked), chosen.choice(PLACES), frozenset({"language", "itself"}))
    taught_rows = [row["text"] for row in rows(DATA_FOLDER / "demo" / f"faq.{language}.csv")]
    paths = lots(DATA_FOLDER / "background" / language, "txt")
    named = [text for text in (*taught_rows, *(text for path in paths for text in sentences(path))) if _names_one(text)]
    return StockTurn(chosen.choice(named), chosen.choice(PLACES), ITSELF)


@cache
def _names_one(text: str) -> bool:
    return language_names().wanted(text, LANGUAGES) is not None


def _of_the_answer(language: str, chosen: random.Random, shown: Sequence[Opening]) -> StockTurn:
    """After a question was passed on: when it will be answered, or another question."""
    if chosen.random() < 0.6:
        return replace(_question(language, chosen, shown), where=WAITING, right=ITSELF)
    if chosen.random() < 0.5:
        asked = [text for text, intent in general(language) if intent == "application_status"]
        return StockTurn(chosen.choice(asked), WAITING, frozenset({"status", "itself"}))
    known = next(each for each in concepts(DATA_FOLDER) if each.name == "processing_time")
    return StockTurn(f"{chosen.choice(known.forms[language])}?", WAITING, frozenset({"status"}))


def _turn(language: str, chosen: random.Random, _: Sequence[Opening]) -> StockTurn:
    known = {name: [form for form in forms if "*" not in form] for name, forms in _wishes(language).items()}
    meaning = chosen.choice(tuple(_TURNS))
    text, where = chosen.choice(known[meaning]), ONE if meaning == "details" else SHOWN
    if _TURNS[meaning] in ("open", "compare") and meaning != "details":
        if chosen.random() < 0.25:
            return StockTurn(text, chosen.choice((ASKED_WHAT, ASKED_WHERE)), frozenset({"unshown"}))
        if meaning != "compare" and chosen.random() < 0.5:
            text = f"{chosen.choice(known['details'])} {text}"
    return StockTurn(text, where, frozenset({_TURNS[meaning]}))


def _wishes(language: str) -> Mapping[str, Sequence[str]]:
    return starter.phrases(DATA_FOLDER, "wishes")[language]


def _about_an_opening(language: str, chosen: random.Random, _: Sequence[Opening]) -> StockTurn:
    """A question on the one opening talked of, or on one of several, of which it is not clear."""
    known = starter.phrases(DATA_FOLDER, "opening_questions")[language]
    meaning = chosen.choice([meaning for meaning in known if meaning not in ("this", "it")])
    asked = chosen.choice([form for form in known[meaning] if "*" not in form])
    picks = [form for name in ("first", "second") for form in _wishes(language)[name] if "*" not in form]
    if chosen.random() < 0.25:
        return StockTurn(f"{chosen.choice(picks)}, {asked}?", SHOWN, frozenset({"ask"}))
    where = chosen.choice((ONE, SHOWN))
    pointing = chosen.choice([*known["this"][:4], ""]) if where == ONE else chosen.choice(known["this"][:4])
    text = f"{asked} {pointing}".strip()
    right = frozenset({"ask"} if where == ONE else {"each", "which"})
    return StockTurn(f"{text}?" if chosen.random() < 0.6 else text, where, right)


def general(language: str) -> list[tuple[str, str]]:
    paths = lots(DATA_FOLDER / "general" / language, "csv")
    return [(row["text"], row["category"]) for path in paths for row in rows(path)]


def rows(path: Path) -> list[DataRow]:
    return [row for _, row in data_rows.rows(path, ())]
