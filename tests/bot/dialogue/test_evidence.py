"""What is seen in a message speaks for its readings."""

from __future__ import annotations

import pytest

from bot.dialogue.cues import Cues
from bot.dialogue.evidence import evidence_of
from bot.dialogue.policy import Thresholds
from bot.dialogue.readings import Reading
from bot.dialogue.state import JobSearch, Slot
from bot.dialogue.weights import starter_arbiter
from candor.house import entity_finder, job_words
from nlu.steps.turn_words import turns_in
from nlu.understanding import Entity, Stage, Understanding
from nlu.wishes.words import WishWords
from storage.openings.wishes import Wish

NURSE_IN_BERN = JobSearch(Wish(("nurse",), ("Bern",)))


def leaves(*named: tuple[str, str], listed: tuple[str, ...] = (), search: JobSearch | None = NURSE_IN_BERN) -> bool:
    entities = tuple(Entity(name, value, value, 0, len(value)) for name, value in named)
    seen = Understanding("text", "en", Stage.NONE, None, 0.0, (), entities, "v1")
    evidence = evidence_of(Cues(seen, WishWords(both=frozenset(listed)), None, search, Thresholds()), ())
    return bool(evidence.get("leaves_what_was_sought"))


@pytest.mark.parametrize(
    "named", [(("city", "Bern"), ("city", "Basel")), (("profession", "cook"), ("profession", "nurse"))]
)
def test_who_names_what_is_sought_beside_another_leaves_it(named: tuple[tuple[str, str], ...]) -> None:
    assert leaves(*named)


def test_who_names_one_alone_a_list_or_has_no_search_leaves_nothing() -> None:
    assert not leaves(("city", "Basel"))
    assert not leaves(("city", "Bern"))
    assert not leaves(("city", "Bern"), ("city", "Basel"), listed=("Bern", "Basel"))
    assert not leaves(("city", "Bern"), ("city", "Basel"), search=None)


def test_leaving_what_was_sought_speaks_for_a_change_of_the_search() -> None:
    assert starter_arbiter().weights["change", "leaves_what_was_sought"] > 0


def taken_for(text: str, confidence: float) -> str:
    """The reading taken where a search has asked for a town and the FAQ is so sure of something else."""
    entities = entity_finder().find(text, "en")
    seen = Understanding(text, "en", Stage.FAQ, "salary", confidence, (), entities, "v1")
    search = JobSearch(Wish(("cashier",)), asked=Slot.CITY)
    cues = Cues(seen, job_words().wishes.read(text, entities, "en"), None, search, Thresholds(), frozenset({Slot.CITY}))
    readings = (Reading("itself"), Reading("answer"))
    place, _ = starter_arbiter().weigh(readings, evidence_of(cues, readings))
    return readings[place].kind


@pytest.mark.parametrize(
    "text",
    [
        "my sister keeps a room for me in Graz, so that settles it I suppose",
        "the little one starts school in Hamburg after the summer and I will not move him again",
        "we have just bought a flat with a garden in Lyon",
    ],
)
def test_a_town_told_in_many_words_is_an_answer_where_one_was_asked_for(text: str) -> None:
    assert taken_for(text, 0.3) == "answer"


def test_what_the_faq_is_sure_of_is_a_question_although_it_names_a_town() -> None:
    assert taken_for("what do people get paid in the Graz plant", 0.95) == "itself"


def first_taken_for(language: str, text: str, confidence: float = 0.95) -> str:
    """The reading taken of a first message of which the FAQ is so sure."""
    entities = entity_finder().find(text, language)
    seen = Understanding(text, language, Stage.FAQ, "locations", confidence, (), entities, "v1")
    cues = Cues(seen, job_words().wishes.read(text, entities, language), None, None, Thresholds())
    readings = (Reading("itself"), Reading("start"))
    place, _ = starter_arbiter().weigh(readings, evidence_of(cues, readings))
    return readings[place].kind


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "nothing in sales"),
        ("en", "no apprenticeship"),
        ("de", "keine Ausbildung"),
        ("de", "nichts im Verkauf"),
        ("fr", "rien dans la vente"),
        ("zh", "不要实习"),
    ],
)
def test_who_only_says_what_is_not_wanted_looks_for_a_job(language: str, text: str) -> None:
    assert first_taken_for(language, text) == "start"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "is an apprenticeship not possible?"),
        ("de", "keine Ausbildung, trotzdem bewerben"),
        ("fr", "pas de stage depuis trois ans, mon dossier passe"),
        ("zh", "不要实习可以吗？"),
    ],
)
def test_who_asks_or_says_more_does_not(language: str, text: str) -> None:
    entities = entity_finder().find(text, language)
    seen = Understanding(text, language, Stage.FAQ, "locations", 0.95, (), entities, "v1")
    evidence = evidence_of(Cues(seen, job_words().wishes.read(text, entities, language), None, None, Thresholds()), ())
    assert not evidence["only_rules_out"]


@pytest.mark.parametrize(
    ("language", "text", "kind"),
    [
        ("en", "remote jobs", "start"),
        ("en", "part-time jobs please", "start"),
        ("de", "stellen mit homeoffice", "start"),
        ("fr", "postes en télétravail", "start"),
        ("zh", "居家办公的职位", "start"),
        ("en", "home office", "itself"),
        ("en", "can I do all jobs from home?", "itself"),
        ("de", "Homeoffice?", "itself"),
        ("zh", "居家办公", "itself"),
    ],
)
def test_who_names_jobs_and_what_they_must_be_looks_for_one(language: str, text: str, kind: str) -> None:
    assert first_taken_for(language, text) == kind


@pytest.mark.parametrize(
    ("language", "text", "kind"),
    [
        ("en", "nurse", "start"),
        ("de", "Krankenschwester", "start"),
        ("de", "Arzt?", "start"),
        ("fr", "médecin du travail", "start"),
        ("zh", "医生", "start"),
        ("de", "Betriebsarzt, wozu eigentlich?", "itself"),
        ("en", "why do I see the company doctor", "itself"),
    ],
)
def test_who_names_a_trade_and_nothing_else_looks_for_one(language: str, text: str, kind: str) -> None:
    assert first_taken_for(language, text) == kind


def in_a_search_taken_for(text: str) -> str:
    """The reading taken where a search goes on and the FAQ is not sure of the question."""
    entities = entity_finder().find(text, "en")
    seen = Understanding(text, "en", Stage.FAQ, "commute", 0.1, (), entities, "v1")
    said = job_words().wishes.read(text, entities, "en")
    cues = Cues(seen, said, None, JobSearch(Wish(("cashier",), ("Graz",))), Thresholds(), turns=turns_in(text, "en"))
    readings = (Reading("change"), Reading("itself"))
    place, _ = starter_arbiter().weigh(readings, evidence_of(cues, readings))
    return readings[place].kind


def test_a_question_announced_as_put_in_between_is_no_step_of_the_search() -> None:
    assert in_a_search_taken_for("in Vienna, and is the bus paid") == "change"
    assert in_a_search_taken_for("hold on, in Vienna, and is the bus paid") == "itself"


def test_a_greeting_may_ask_and_stay_one() -> None:
    seen = Understanding("Salama, how do you go today?", "en", Stage.GENERAL, "greet", 0.83, (), (), "v1")
    assert not evidence_of(Cues(seen, WishWords(), None, None, Thresholds()), ())["courtesy_that_asks"]


@pytest.mark.parametrize(
    ("text", "asks"),
    [("and later back up to 100?", True), ("and later back up to 100", False), ("goodbye then?", False)],
)
def test_a_courtesy_of_several_words_with_a_question_mark_may_be_none(text: str, asks: bool) -> None:
    seen = Understanding(text, "en", Stage.GENERAL, "goodbye", 0.83, (), (), "v1")
    evidence = evidence_of(Cues(seen, WishWords(), None, None, Thresholds()), ())
    assert bool(evidence["courtesy_that_asks"]) == asks
    readings = (Reading("itself"), Reading("follow_up", {"whole_sure": 4.0, "same_topic": 1.0, "named_alone": -3.9}))
    asked = {**evidence, "adds_to_the_last_answer": 1.0, "question_form": float(asks)}
    place, _ = starter_arbiter().weigh(readings, asked)
    assert readings[place].kind == ("follow_up" if asks else "itself")


def taken_of_one(text: str, language: str, shown: tuple[int, ...] = (1,)) -> tuple[bool, float]:
    """Whether a message asks of the only opening on show, and how likely it is to change the search."""
    seen = Understanding(text, language, Stage.NONE, None, 0.0, (), (), "v1")
    about = job_words().questions.hear(text, language)
    search = JobSearch(Wish(("cook",)), shown)
    cues = Cues(seen, job_words().wishes.read(text, (), language), about, search, Thresholds())
    readings = (Reading("change"), Reading("ask"), Reading("itself"))
    seen_in_it = evidence_of(cues, readings)
    place, share = starter_arbiter().weigh(readings, seen_in_it)
    return bool(seen_in_it["asks_of_the_only_one"]), share if readings[place].kind == "change" else 0.0


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "do you take beginners?"),
        ("de", "nehmt ihr auch anfänger?"),
        ("fr", "vous prenez des débutants ?"),
        ("zh", "新手可以吗"),
        ("de", "Muss ich da abends arbeiten?"),
    ],
)
def test_who_asks_if_the_only_opening_on_show_is_so_looks_for_no_others(language: str, text: str) -> None:
    assert taken_of_one(text, language) == (True, 0.0)
    assert taken_of_one(text, language, (1, 2))[0] is False


@pytest.mark.parametrize("text", ["anything for beginners?", "part-time jobs in Berlin", "part-time, please"])
def test_who_speaks_of_others_or_wants_something_asks_nothing_of_the_one_on_show(text: str) -> None:
    assert taken_of_one(text, "en")[0] is False
