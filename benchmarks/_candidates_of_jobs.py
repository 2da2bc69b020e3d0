"""Scripted candidates who look for jobs: what each says, and what each wants in the end. Seeded."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from pathlib import Path
from typing import Any, TypeAlias

import yaml
from _shared import LANGUAGES

from nlu.entities.professions import Profession
from openings.job_words import JobWords
from openings.located import located
from storage.openings.openings import OpeningContent, Place
from storage.openings.wishes import Wish

PROFESSIONS = tuple(
    """nurse cook electrician truck_driver accountant software_developer warehouse_worker receptionist welder
    physiotherapist baker carpenter hr_manager mechanical_engineer project_manager cleaner painter_decorator pharmacist
    cashier security_guard social_worker midwife gardener graphic_designer""".split()  # noqa: SIM905
)
CITIES = tuple(
    """Berlin Hamburg Munich Köln Leipzig Dresden Stuttgart Düsseldorf Nuremberg Bremen Hannover Kassel Vienna Graz
    Salzburg Zürich Basel Bern Lyon Paris Strasbourg Bordeaux""".split()  # noqa: SIM905
)
AREAS = ("DE-BY", "DE-HE", "AT", "DE-NW")
_COUNTRIES = {"Vienna": "AT", "Graz": "AT", "Salzburg": "AT", "Zürich": "CH", "Basel": "CH", "Bern": "CH"}
_COUNTRIES |= dict.fromkeys(("Lyon", "Paris", "Strasbourg", "Bordeaux"), "FR")
_LONG = 8


@dataclass(frozen=True, slots=True)
class Candidate:
    """Somebody with a kind of script, what they say in order, and the wish they end with."""

    language: str
    scenario: str
    says: tuple[str, ...]
    gold: Wish


@dataclass
class Speaker:
    """Draws phrases of one half of a language's list, and professions and cities with what they are called."""

    language: str
    phrases: dict[str, list[str]]
    jobs: dict[str, list[str]]
    words: JobWords
    chosen: random.Random

    def say(self, key: str, **values: str) -> str:
        return self.chosen.choice(self.phrases[key]).format(**values)

    def profession(self, *others: str) -> tuple[str, str]:
        name = self.chosen.choice([job for job in self.jobs if job not in others])
        return name, self.chosen.choice(self.jobs[name])

    def city(self, *others: str) -> tuple[str, str]:
        name = self.chosen.choice([city for city in CITIES if city not in others])
        return name, self.words.titles.city(name, self.language)

    def title_of(self, wish: Wish) -> str:
        return self.jobs[(wish.professions or ("",))[0]][0]

    def name_of(self, wish: Wish) -> str:
        return self.words.titles.city((wish.cities or ("",))[0], self.language)


Script = Callable[[Speaker], tuple[list[str], Wish]]


def candidates(words: JobWords, count: int, seed: int, phrases: str) -> list[Candidate]:
    """Return `count` candidates, the same number of each scenario and language."""
    found = []
    for number in range(count):
        language = LANGUAGES[number % len(LANGUAGES)]
        scenario = list(SCENARIOS)[number // len(LANGUAGES) % len(SCENARIOS)]
        chosen = random.Random(f"{seed} {number}")
        speaker = Speaker(language, *_phrases(language, phrases), words, chosen)
        says, gold = SCENARIOS[scenario](speaker)
        found.append(Candidate(language, scenario, tuple(says), gold))
    return found


Forms: TypeAlias = Mapping[str, Mapping[str, tuple[str, ...]]]


def named_in(phrases: str) -> tuple[str, ...]:
    """Return the professions that candidates with these phrases name."""
    jobs = tuple(_phrases("en", phrases)[1])
    return jobs if set(jobs) - set(PROFESSIONS) else PROFESSIONS


def openings_of(
    words: JobWords, professions: Sequence[Profession], named: Sequence[str], count: int, seed: int
) -> list[OpeningContent]:
    """Return so many openings for the professions and cities that the candidates name."""
    chosen = random.Random(seed)
    forms = {profession.id: profession.forms for profession in professions}
    return [_opening(words, forms, named, number, chosen) for number in range(count)]


def _opening(words: JobWords, forms: Forms, named: Sequence[str], number: int, chosen: random.Random) -> OpeningContent:
    profession, city, language = chosen.choice(named), chosen.choice(CITIES), chosen.choice(("de", "de", "en"))
    title = forms[profession][language][0]
    return OpeningContent(
        external_id=f"simulated-{number}",
        title=f"{title} (m/w/d)",
        language=language,
        places=located([Place(city, country=_COUNTRIES.get(city, "DE"))], words.atlas),
        work_mode=chosen.choice((None, "onsite", "hybrid", "remote")),
        employment_types=(chosen.choice(("full_time", "part_time")),),
        posted=date.today() - timedelta(days=chosen.randrange(60)),
        professions=(profession,),
    )


def _phrases(language: str, phrases: str) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """Return what candidates say, and the words for each profession: "first" or "second" half of them, or "fresh".

    "unseen-a" and "unseen-b" are the two halves of another author's phrases and words, "blind" those of a third,
    "voices" and what begins so those of two described people in each language.
    """
    if phrases == "blind" or phrases.startswith("voices"):
        lists = _lists(f"{language}.{phrases}.yaml")
        return lists, lists.pop("professions")
    if phrases.startswith("unseen"):
        lists, half = _lists(f"{language}.unseen.yaml"), "first" if phrases.endswith("a") else "second"
        jobs = lists.pop("professions")
        return _half(lists, half), _half(jobs, half)
    lists = _lists(f"{language}.yaml")
    jobs = lists.pop("professions")
    if phrases == "fresh":
        return _lists(f"{language}.fresh.yaml"), jobs
    return _half(lists, phrases), _half(jobs, phrases)


def _lists(name: str) -> dict[str, Any]:
    lists: dict[str, Any] = yaml.safe_load((Path(__file__).parent / "candidates" / name).read_text(encoding="utf-8"))
    return lists


def _half(lists: dict[str, list[str]], phrases: str) -> dict[str, list[str]]:
    if phrases == "first":
        return {key: each[: len(each) // 2] for key, each in lists.items()}
    return {key: each[len(each) // 2 :] for key, each in lists.items()}


def _direct(speaker: Speaker) -> tuple[list[str], Wish]:
    (profession, title), (city, name) = speaker.profession(), speaker.city()
    return [speaker.say("both", profession=title, city=name)], Wish((profession,), (city,))


def _stepwise(speaker: Speaker) -> tuple[list[str], Wish]:
    (profession, title), (city, name) = speaker.profession(), speaker.city()
    says = [speaker.say("start"), speaker.say("profession", profession=title), speaker.say("city", city=name)]
    return says, Wish((profession,), (city,))


def _out_of_order(speaker: Speaker) -> tuple[list[str], Wish]:
    (profession, title), (city, name) = speaker.profession(), speaker.city()
    first = [speaker.say("city_first", city=name)]
    if speaker.chosen.random() < 0.5:
        first = [speaker.say("start"), speaker.say("city", city=name)]
    return [*first, speaker.say("profession", profession=title)], Wish((profession,), (city,))


def _change_of_mind(speaker: Speaker) -> tuple[list[str], Wish]:
    says, wish = speaker.chosen.choice((_direct, _stepwise))(speaker)
    before, left = speaker.title_of(wish), speaker.name_of(wish)
    city, name = speaker.city(*(wish.cities or ()))
    profession, title = speaker.profession(*(wish.professions or ()))
    turn = speaker.chosen.randrange(3)
    if turn != 1:
        says, wish = [*says, speaker.say("change_city", city=name, old=left)], replace(wish, cities=(city,))
    if turn != 0:
        says = [*says, speaker.say("change_profession", profession=title, old=before)]
        wish = replace(wish, professions=(profession,))
    return says, wish


def _interrupted(speaker: Speaker) -> tuple[list[str], Wish]:
    (profession, title), (city, name) = speaker.profession(), speaker.city()
    second, its_name = speaker.city(city)
    says = [speaker.say("start"), speaker.say("profession", profession=title), speaker.say("faq")]
    says.append(speaker.say("city", city=name))
    if speaker.chosen.random() < 0.5:
        return says, Wish((profession,), (city,))
    says += [speaker.say("faq"), speaker.say("change_city", city=its_name, old=name)]
    return says, Wish((profession,), (second,))


def _refined(speaker: Speaker) -> tuple[list[str], Wish]:
    says, wish = _direct(speaker)
    finer = {
        "part_time": replace(wish, employment_types=("part_time",)),
        "full_time": replace(wish, employment_types=("full_time",)),
        "remote": replace(wish, work_mode="remote"),
        "km": replace(wish, within_km=20.0),
    }
    key = speaker.chosen.choice(list(finer))
    says, wish = [*says, speaker.say(key)], finer[key]
    if key != "km" and speaker.chosen.random() < 0.5:
        left = speaker.name_of(wish)
        city, name = speaker.city(*(wish.cities or ()))
        says, wish = [*says, speaker.say("change_city", city=name, old=left)], replace(wish, cities=(city,))
    return says, wish


def _open(speaker: Speaker) -> tuple[list[str], Wish]:
    (profession, title), (city, name) = speaker.profession(), speaker.city()
    if speaker.chosen.random() < 0.5:
        return [speaker.say("start"), speaker.say("anything"), speaker.say("city", city=name)], Wish((), (city,))
    said = [speaker.say("start"), speaker.say("profession", profession=title), speaker.say("anywhere")]
    return said, Wish((profession,), ())


def _several(speaker: Speaker) -> tuple[list[str], Wish]:
    (profession, title), (city, name) = speaker.profession(), speaker.city()
    if speaker.chosen.random() < 0.5:
        other, its_name = speaker.city(city)
        last = speaker.say("several_cities", city=name, other=its_name)
        return [speaker.say("start"), speaker.say("profession", profession=title), last], Wish(
            (profession,), (city, other)
        )
    other, its_title = speaker.profession(profession)
    both = speaker.say("several_professions", profession=title, other=its_title)
    return [speaker.say("start"), both, speaker.say("city", city=name)], Wish((profession, other), (city,))


def _area(speaker: Speaker) -> tuple[list[str], Wish]:
    profession, title = speaker.profession()
    code = speaker.chosen.choice(AREAS)
    said = speaker.say("area", area=speaker.words.atlas.name_of(code, speaker.language))
    wish = Wish((profession,), ())
    wish = replace(wish, regions=(code,)) if "-" in code else replace(wish, countries=(code,))
    return [speaker.say("start"), speaker.say("profession", profession=title), said], wish


def _noisy(speaker: Speaker) -> tuple[list[str], Wish]:
    says, wish = speaker.chosen.choice((_direct, _stepwise, _change_of_mind))(speaker)
    return [_slipped(text, speaker.chosen) for text in says], wish


def _slipped(text: str, chosen: random.Random) -> str:
    """Write small and without punctuation, with two letters swapped or one left out in a long word."""
    words = "".join(letter for letter in text.lower() if letter not in ",.?!：，。？！").split()
    long = [place for place, word in enumerate(words) if len(word) >= _LONG and word.isalpha() and word.isascii()]
    if long:
        place = chosen.choice(long)
        word, at = words[place], chosen.randrange(1, len(words[place]) - 2)
        swapped = word[:at] + word[at + 1] + word[at] + word[at + 2 :]
        words[place] = swapped if chosen.random() < 0.5 else word[:at] + word[at + 1 :]
    return " ".join(words)


SCENARIOS: dict[str, Script] = {
    "direct": _direct,
    "step by step": _stepwise,
    "out of order": _out_of_order,
    "change of mind": _change_of_mind,
    "interrupted": _interrupted,
    "refined": _refined,
    "anything, anywhere": _open,
    "several": _several,
    "area": _area,
    "noisy": _noisy,
}
