"""What answers say of places is held against where the openings are, in four languages, and wrongly never."""

from __future__ import annotations

import json

import pytest
import yaml

from admin.answers.places import OpeningPlaces, PlaceClaim, contradictions
from candor.demo import DEMO_FOLDER
from candor.house import entity_finder, job_words

LANGUAGES = ("en", "de", "fr", "zh")
OPENINGS = [(1, "Kassel", "DE"), (2, "Kassel", "DE"), (3, "Hamburg", "DE"), (4, "Lyon", "FR"), (4, "Genève", "CH")]


def places(openings: list[tuple[int, str, str | None]]) -> OpeningPlaces:
    return OpeningPlaces.of(openings, job_words().atlas, lambda text, language: entity_finder().find(text, language))


def claims(text: str, language: str) -> list[PlaceClaim]:
    return list(contradictions(text, language, places(list(OPENINGS))))


@pytest.mark.parametrize(
    ("language", "text", "kind", "n"),
    [
        ("en", "We hire only in Kassel.", "only", 2),
        ("en", "At the moment our jobs are **exclusively** at our plant in Kassel, as before.", "only", 2),
        ("en", "Our jobs are in Kassel and Hamburg only.", "only", 1),
        ("en", "We recruit only in Germany.", "only", 1),
        ("en", "Sorry, we have no openings in Hamburg.", "denied", 1),
        ("en", "We are currently hiring in Munich.", "none", 0),
        ("de", "Wir stellen nur in Kassel ein.", "only", 2),
        ("de", "Stellen gibt es ausschließlich am Standort Hamburg.", "only", 3),
        ("de", "In Kassel haben wir zurzeit keine Stellen.", "denied", 2),
        ("de", "Wir suchen Verstärkung in München.", "none", 0),
        ("fr", "Nous recrutons uniquement à Kassel.", "only", 2),
        ("fr", "Nous ne recrutons qu’à Lyon.", "only", 3),
        ("fr", "Nous n’avons pas d’offres à Lyon.", "denied", 1),
        ("fr", "Nous recrutons à Marseille.", "none", 0),
        ("zh", "我们只在卡塞尔招聘。", "only", 2),
        ("zh", "我们在汉堡没有职位。", "denied", 1),
        ("zh", "我们正在招聘，地点在慕尼黑。", "none", 0),
    ],
)
def test_a_claim_that_the_openings_contradict_is_told(language: str, text: str, kind: str, n: int) -> None:
    (claim,) = claims(f"{text}\nDone.", language)
    assert (claim.kind, claim.n) == (kind, n)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "We hire in Kassel, Hamburg, Lyon and Geneva only."),
        ("en", "Our coffee grinders are made only in Kassel."),
        ("en", "We hire engineers only in Kassel."),
        ("en", "Apprenticeships: we recruit only in Kassel."),
        ("en", "If you want to work only in Kassel, tell us which jobs you like."),
        ("en", "We have no parking at the Hamburg site, where most jobs are."),
        ("en", "There are no jobs in Berlin."),
        ("en", "We are hiring in Kassel."),
        ("en", "Send us your papers only by e-mail: jobs are in Kassel."),
        ("de", "Wir stellen in Kassel, Hamburg, Lyon und Genf ein."),
        ("de", "Das Werk in Kassel ist das größte."),
        ("de", "Köche suchen wir nur in Hamburg."),
        ("de", "In Berlin gibt es keine Stellen."),
        ("fr", "Nous recrutons à Lyon et à Kassel."),
        ("fr", "Les boulangers : nous ne recrutons qu’à Lyon."),
        ("zh", "我们在卡塞尔和汉堡招聘。"),
        ("zh", "我们在柏林没有职位。"),
    ],
)
def test_what_fits_the_openings_or_speaks_of_something_else_is_not(language: str, text: str) -> None:
    assert claims(text, language) == []


def test_a_town_beside_that_of_an_opening_is_the_same() -> None:
    assert list(contradictions("We are hiring in Fuldabrück.", "en", places([(1, "Kassel", "DE")]))) == []
    assert list(contradictions("We recruit only in Mannheim.", "en", places([(1, "Ludwigshafen", "DE")]))) == []


def test_without_openings_nothing_is_contradicted() -> None:
    assert list(contradictions("We hire only in Kassel.", "en", places([]))) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_answer_of_the_demo_company_contradicts_its_openings(language: str) -> None:
    offered = json.loads((DEMO_FOLDER / "openings.json").read_text(encoding="utf-8"))
    towns: list[tuple[int, str, str | None]] = [
        (number, address["addressLocality"], address["addressCountry"])
        for number, opening in enumerate(offered)
        for address in addresses(opening)
        if address.get("addressLocality")
    ]
    assert len(towns) > 50
    bank = yaml.safe_load((DEMO_FOLDER / f"answers.{language}.yaml").read_text(encoding="utf-8"))
    known = places(towns)
    texts = [f"{answer['text']}\n{answer.get('more', '')}" for answer in bank.values()]
    assert [claim for text in texts for claim in contradictions(text, language, known)] == []


def addresses(opening: dict[str, object]) -> list[dict[str, str]]:
    found = opening.get("jobLocation") or []
    every = found if isinstance(found, list) else [found]
    return [each["address"] for each in every if isinstance(each, dict) and "address" in each]
