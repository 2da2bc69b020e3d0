from __future__ import annotations

import base64
import hashlib
import re
from html.parser import HTMLParser
from itertools import pairwise
from typing import Any

import pytest

from evaluation.errors import EvaluationError
from evaluation.html_report.language import Language
from evaluation.html_report.page import page
from evaluation.html_report.results import sorted_results
from tests.evaluation.html_report.conftest import EVIL_NAME, HOSTILE

VOID = {"meta", "wbr", "br", "img", "link"}
LANGUAGES = ("en", "de", "fr", "zh")


class Outline(HTMLParser):
    """Notes what a page is made of, and that every element is closed where it should be."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text: list[str] = []
        self._open: list[str] = []
        self.feed(html)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        assert len(attrs) == len(dict(attrs)), tag
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)

    def named(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.tags if name == tag]


@pytest.fixture(scope="session")
def everything(record: dict[str, Any], over_time: dict[str, Any], compared: dict[str, Any]) -> dict[str, str]:
    """A report on everything there is, by language."""
    results = sorted_results([("a", record), ("b", over_time), ("c", compared), ("d", record)])
    return {language: page(results, language=language) for language in LANGUAGES}


def test_hostile_questions_and_names_are_shown_as_they_are_and_do_nothing(everything: dict[str, str]) -> None:
    outline = Outline(everything["en"])
    shown = "".join(outline.text)
    assert HOSTILE in shown
    assert EVIL_NAME in shown.replace("“", "").replace("”", "")
    assert "<i>other</i>" in shown
    assert not outline.named("script")
    assert not outline.named("img")
    assert not [name for _, attributes in outline.tags for name in attributes if name.startswith("on")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_file_is_whole_in_itself(everything: dict[str, str], language: str) -> None:
    html, outline = everything[language], Outline(everything[language])
    assert len(html.encode()) < 500_000
    assert not {"link", "iframe", "object", "embed", "form"} & {tag for tag, _ in outline.tags}
    references = [value for _, a in outline.tags for name, value in a.items() if name in ("href", "src", "style")]
    assert references == []
    assert set(re.findall(r"https?://[^\"' <]+", html)) == {"http://www.w3.org/2000/svg"}
    assert "@import" not in html
    assert "url(" not in html


def test_its_own_policy_allows_its_style_and_nothing_else(everything: dict[str, str]) -> None:
    style = re.search(r"<style>(.*?)</style>", everything["en"], re.DOTALL)
    assert style
    fingerprint = base64.b64encode(hashlib.sha256(style[1].encode()).digest()).decode()
    policy = next(meta["content"] for meta in Outline(everything["en"]).named("meta") if "http-equiv" in meta)
    assert policy
    assert policy.split("; ")[:2] == ["default-src 'none'", f"style-src 'sha256-{fingerprint}'"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_reader_who_sees_no_plot_gets_its_words_and_figures(everything: dict[str, str], language: str) -> None:
    outline = Outline(everything[language])
    assert outline.named("html") == [{"lang": language}]
    levels = [int(tag[1]) for tag, _ in outline.tags if re.fullmatch(r"h[1-6]", tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(deeper - level <= 1 for level, deeper in pairwise(levels))
    ids = [attributes["id"] for _, attributes in outline.tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    pictures = outline.named("svg")
    assert len(pictures) == 4 + 1 + 3 + 3
    assert all({one["aria-labelledby"], one["aria-describedby"]} <= set(ids) for one in pictures)
    assert len(outline.named("details")) == len(pictures)


def test_the_biggest_problem_and_what_to_do_about_it_stand_first(everything: dict[str, str]) -> None:
    shown = " ".join("".join(Outline(everything["en"]).text).split())
    places = [
        shown.index(text)
        for text in (
            "The topics that are mixed up most",
            "What to do",
            "Questions that went wrong",
            "How often the bot",
        )
    ]
    assert places == sorted(places)
    assert "and “visa”" in shown[: places[1]]


@pytest.mark.parametrize(
    ("language", "shown"),
    [("en", "15%"), ("de", "15\N{NO-BREAK SPACE}%"), ("fr", "15\N{NO-BREAK SPACE}%"), ("zh", "15%")],
)
def test_numbers_have_the_form_of_the_language(everything: dict[str, str], language: str, shown: str) -> None:
    assert shown in everything[language]
    assert ("0,50" in everything[language]) == (language in ("de", "fr"))


def test_the_threshold_is_marked_and_what_it_brings_said(everything: dict[str, str]) -> None:
    assert "Threshold 0.50" in everything["en"]
    assert "At the threshold of 0.50 the bot answers" in everything["en"]


def test_the_better_engine_is_named_first(everything: dict[str, str]) -> None:
    assert "candor is better than &lt;i&gt;other&lt;/i&gt;" in everything["en"]
    assert "+20.0 percentage points of accuracy (95 % interval +15.0 to +25.0" in everything["en"]


def test_without_advice_the_pairs_stand_alone(record: dict[str, Any]) -> None:
    bare = {name: value for name, value in record.items() if name not in ("advice", "learning_curve")}
    html = page(sorted_results([("a", bare)]))
    assert "was not measured: name the questions with --data" in html
    assert "Would more examples help?" not in html


def test_nothing_confused_is_said_in_words(record: dict[str, Any]) -> None:
    html = page(sorted_results([("a", record | {"advice": [], "worst_pairs": []})]))
    assert "No two topics are mistaken for each other." in html


@pytest.mark.parametrize("wrong", [{}, [], {"settings": []}, {"steps": []}, "text", None])
def test_a_file_that_is_no_result_is_named(wrong: object) -> None:
    with pytest.raises(EvaluationError, match=r"x\.json: not a result of candor evaluate"):
        sorted_results([("x.json", wrong)])


def test_a_language_without_texts_is_refused(record: dict[str, Any]) -> None:
    with pytest.raises(EvaluationError, match="no report in 'xx'"):
        page(sorted_results([("a", record)]), language="xx")


def test_what_changes_with_the_wording_stands_in_a_table(everything: dict[str, str]) -> None:
    shown = " ".join("".join(Outline(everything["en"]).text).split())
    assert "180 questions were asked again in other ways. 92% of the answers stayed the same" in shown
    assert re.search(r"with a typo\s*171\s*91%", shown)
    german = " ".join("".join(Outline(everything["de"]).text).split())
    assert "mit einem Tippfehler" in german


@pytest.mark.parametrize("asked", [None, {"questions": 0, "share": None, "changes": []}])
def test_where_nothing_was_asked_in_another_way_nothing_is_said_of_it(record: dict[str, Any], asked: object) -> None:
    html = page(sorted_results([("a", record | {"invariance": asked})]))
    assert "asked again in other ways" not in html


def test_what_the_bot_that_learns_all_examples_gets_right_stands_under_the_figures(everything: dict[str, str]) -> None:
    assert "about 67.3 % of new questions on its topics rightly (95 % interval 60.1 to 74.2;" in everything["en"]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "“With unknown topics (those under 5 examples)” is the same as “Known topics only”"),
        ("de", "„Mit fremden Themen (die unter 5 Beispielen)“ ist dasselbe wie „Nur bekannte Themen“"),
    ],
)
def test_a_setting_that_hides_nothing_is_named_as_the_plot_names_it(
    record: dict[str, Any], language: str, said: str
) -> None:
    plain, share, size = record["settings"]
    told = {**record, "settings": [plain, share, {**size, "low_population": []}]}
    shown = "".join(Outline(page(sorted_results([("a", told)]), language=language)).text)
    assert said in shown
    assert "(0, 0)" not in shown


def test_a_general_intent_in_the_table_of_answers_is_called_one(record: dict[str, Any]) -> None:
    mixed = {**record["worst_pairs"][0], "a": "general:application_status"}
    told = {key: value for key, value in record.items() if key != "advice"} | {"worst_pairs": [mixed]}
    shown = "".join(Outline(page(sorted_results([("a", told)]))).text)
    assert "application_status (general intent)" in shown
    assert "general:" not in shown


def with_pair(record: dict[str, Any], place: int, **changes: object) -> dict[str, Any]:
    """The result with one of its pairs changed, among the worst and in the advice."""
    worst, advice = list(record["worst_pairs"]), list(record["advice"])
    changed = {**worst[place], **changes}
    worst[place], advice[place] = changed, {**advice[place], "pair": changed}
    return {**record, "worst_pairs": worst, "advice": advice}


def shown(record: dict[str, Any], language: str = "en") -> str:
    return " ".join("".join(Outline(page(sorted_results([("a", record)]), language=language)).text).split())


@pytest.mark.parametrize("language", LANGUAGES)
def test_questions_that_a_general_intent_takes_are_shown_with_what_to_do(record: dict[str, Any], language: str) -> None:
    lost = [{**one, "category": "visa", "guess": "general:help"} for one in record["advice"][0]["lost"]]
    taken = with_pair(record, 0, a="general:help", b="visa", a_as_b=0, b_as_a=len(lost), stands_out=True)
    taken["advice"][0] |= {"lost": lost, "remedies": [], "recommended": None}
    said = Language.of(language)
    text = shown(taken, language)
    assert " ".join(said.say("html_do_general", category="visa").split()) in text
    assert said.topic("general:help") in text
    assert "general:help" not in text


def test_a_pair_that_does_not_stand_out_is_told_from_those_that_do(record: dict[str, Any]) -> None:
    doubt = Language.of("en").say("html_does_not_stand_out")
    pair = record["worst_pairs"][0]
    doubted = {**pair, "a": "dog", "b": "gym", "stands_out": False}
    advice = {**record["advice"][0], "pair": doubted}
    both = {**with_pair(record, 0, stands_out=True), "worst_pairs": [{**pair, "stands_out": True}, doubted]}
    assert doubt not in shown({**both, "advice": both["advice"][:1]})
    assert shown({**both, "advice": [both["advice"][0], advice]}).count(doubt) == 1


def test_wrong_and_missing_answers_are_counted_in_the_questions_that_are_listed(record: dict[str, Any]) -> None:
    one = record["advice"][0]["lost"][0]
    lost = [{**one, "answered": answered, "times": 3} for answered in (3, 1, 0)]
    advice = [{**record["advice"][0], "lost": lost}]
    assert "Answered wrongly: 2. Not answered, as the bot was unsure: 1." in shown({**record, "advice": advice})


def test_each_part_says_which_questions_were_tested(record: dict[str, Any]) -> None:
    text, say = shown(record), Language.of("en").say
    plain, hidden = (
        say("html_tested", setting=say(f"html_setting_{name}", share="15%")) for name in ("plain", "share")
    )
    assert text.count(plain) == 2  # what stands first, and what the confidence is worth
    assert text.count(hidden) == 4  # the pairs, what more answers cost, right as often as believed, more examples


def engine_with(name: str, accuracy: float, coverage: float) -> dict[str, Any]:
    figures = {"accuracy": accuracy, "coverage": coverage, "carefulness": None}
    whole = {each: {"mean": mean, "low": None, "high": None} for each, mean in figures.items()}
    return {"engine": name, "settings": [{"min_category_size": 0, "other_min_prop": 0.0, **whole}]}


def test_a_comparison_alone_says_what_becomes_of_a_hundred_questions_and_explains_its_words(
    compared: dict[str, Any],
) -> None:
    engines = [engine_with("candor", 0.6, 0.65), engine_with("most-frequent", 0.125, 1.0)]
    html = page(sorted_results([("c", {**compared, "engines": engines})]))
    words = " ".join(" ".join(Outline(html).text).split())
    assert words.startswith("Which engine answers best?")
    assert "taught the same of 1,200 example questions in 30 topics" in words
    assert (
        "Answered rightly Answered wrongly Left to a person candor 60.0 5.0 35.0 most-frequent 12.5 87.5 0.0" in words
    )
    for explained in ("What the words mean", "Carefulness Of the guesses", "Noise What other", "most-frequent No real"):
        assert explained in words
    assert "F1" not in words


def test_what_was_taught_elsewhere_is_not_said_to_have_been_taught_the_same(compared: dict[str, Any]) -> None:
    html = page(sorted_results([("c", {**compared, "recorded": ["watson"]})]))
    assert "were taught the same" not in html


def test_without_the_setting_of_known_topics_no_hundred_questions_are_counted(compared: dict[str, Any]) -> None:
    engines = [{**each, "settings": each["settings"][1:]} for each in compared["engines"]]
    assert "Of 100 questions on known topics" not in page(sorted_results([("c", {**compared, "engines": engines})]))
