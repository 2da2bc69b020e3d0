from __future__ import annotations

import re
from datetime import date, datetime
from html.parser import HTMLParser
from pathlib import Path
from string import Formatter

import jinja2
import pytest
import yaml

import admin
from admin.pages import TEMPLATES
from admin.texts import Text, load_texts, negotiate
from bot.dialogue.weights import starter_arbiter

LANGUAGES = ("de", "en", "fr", "zh")
ROOM = Path(admin.__file__).parent
SOURCES = sorted(path for path in ROOM.rglob("*") if path.suffix in (".py", ".html", ".js"))
WORDS_IN_ATTRIBUTES = {"alt", "aria-label", "placeholder", "title", "value", "label", "content"}
# What a template may say in every language: addresses, technical values, and names of keys.
SAME_EVERYWHERE = {"https://", "on", "width=device-width, initial-scale=1", "light dark", "faq:", "general:"}
# “question” and “point” are French as well, and a product keeps its name.
SAME_IN_ENGLISH = {"figures.examples", "points", "format.lex"}
_JINJA = re.compile(r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}", re.DOTALL)


def texts(language: str) -> dict[str, Text]:
    files = sorted((ROOM / "texts").glob(f"*{language}.yaml"))
    pairs = [pair for path in files for pair in yaml.safe_load(path.read_text(encoding="utf-8")).items()]
    found: dict[str, Text] = dict(pairs)
    assert len(found) == len(pairs), "a key stands in two files"
    return found


def forms(text: Text) -> list[str]:
    return [text] if isinstance(text, str) else list(text.values())


def placeholders(text: Text) -> set[str]:
    return {name for form in forms(text) for _, name, _, _ in Formatter().parse(form) if name}


def test_the_desk_speaks_these_languages() -> None:
    assert tuple(load_texts()) == LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_holds_the_same_keys_and_placeholders(language: str) -> None:
    english, other = texts("en"), texts(language)
    assert other.keys() == english.keys()
    for key, text in english.items():
        assert placeholders(other[key]) == placeholders(text), key
        assert isinstance(other[key], str) == isinstance(text, str), key
        assert all(form.strip() for form in forms(other[key])), key


@pytest.mark.parametrize("language", ["de", "fr", "zh"])
def test_no_sentence_was_left_in_english(language: str) -> None:
    english, other = texts("en"), texts(language)
    same = [key for key, text in english.items() if other[key] == text and len(" ".join(forms(text)).split()) > 2]
    assert set(same) <= SAME_IN_ENGLISH


def keys_used() -> set[str]:
    found: set[str] = set()
    for path in SOURCES:
        source = path.read_text(encoding="utf-8")
        found |= set(re.findall(r"""\b(?:t|say|self)\(\s*["']([a-z_]+(?:\.[a-z_0-9]+)*)["']""", source))
        found |= {f"error.{code}" for code in re.findall(r"""DeskError\(\s*["']([a-z_]+)["']""", source)}
        found |= {f"note.{name}" for name in re.findall(r"""done\([^)]*?,\s*["']([a-z_]+)["']\)""", source)}
    return {key for key in found if "." in key or key in texts("en")}


def test_every_text_that_is_asked_for_is_there() -> None:
    assert keys_used() - set(texts("en")) == set()


def test_every_text_is_asked_for() -> None:
    everything = "".join(path.read_text(encoding="utf-8") for path in SOURCES)
    built = {
        match.group(1) + "."
        for match in re.finditer(r"""["']([a-z_]+(?:\.[a-z]+)*)\.["']\s*~|f["']([a-z_]+)\.\{""", everything)
        if match.group(1)
    }
    built |= {f"{name}." for name in re.findall(r"""f["']([a-z_]+)\.\{""", everything)}
    unused = [
        key
        for key in texts("en")
        if f'"{key}"' not in everything
        and f"'{key}'" not in everything
        and not any(key.startswith(prefix) for prefix in built)
    ]
    assert unused == []


class Sentences(HTMLParser):
    """Collects what a template says by itself, in text and in attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_data(self, data: str) -> None:
        self.found.append(data)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value for name, value in attrs if name in WORDS_IN_ATTRIBUTES and value]


@pytest.mark.parametrize("path", sorted(TEMPLATES.rglob("*.html")), ids=lambda path: str(path.relative_to(TEMPLATES)))
def test_no_template_holds_words_of_its_own(path: Path) -> None:
    parser = Sentences()
    parser.feed(_JINJA.sub("", path.read_text(encoding="utf-8")))
    said = {text.strip() for text in parser.found} - SAME_EVERYWHERE
    assert [text for text in said if re.search(r"[^\W\d_]{2,}", text)] == []


@pytest.mark.parametrize("path", sorted(TEMPLATES.rglob("*.html")), ids=lambda path: str(path.relative_to(TEMPLATES)))
def test_every_template_can_be_compiled(path: Path) -> None:
    assert jinja2.Environment(autoescape=True).parse(path.read_text(encoding="utf-8")).body


@pytest.mark.parametrize(
    ("accepted", "chosen", "language"),
    [
        ("de-CH,de;q=0.9,en;q=0.8", None, "de"),
        ("pt,fr;q=0.5,en;q=0.7", None, "en"),
        ("zh-Hans-CN", None, "zh"),
        ("", None, "en"),
        ("xx, *;q=0.1", None, "en"),
        ("de;q=0, fr", None, "fr"),
        ("de;q=nonsense, fr", None, "fr"),
        ("de", "zh", "zh"),
        ("de", "xx", "de"),
    ],
)
def test_the_language_is_the_chosen_one_or_the_browsers_best(accepted: str, chosen: str | None, language: str) -> None:
    assert negotiate(accepted, chosen, load_texts()) == language


def test_zero_is_singular_in_french_only() -> None:
    assert load_texts()["fr"]("figures.examples", n=0) == "0 question"
    assert load_texts()["en"]("figures.examples", n=0) == "0 questions"


@pytest.mark.parametrize(
    ("language", "written"), [("en", "81.4%"), ("de", "81,4 %"), ("fr", "81,4 %"), ("zh", "81.4%")]
)
def test_percentages_are_written_as_each_language_does(language: str, written: str) -> None:
    assert load_texts()[language].percent(0.8142, 1).replace("\u00a0", " ").replace("\u202f", " ") == written


def test_every_count_is_grouped_and_no_number_that_names_something() -> None:
    german = load_texts()["de"]
    assert german("changed_taught.added", n=7437) == "7.437 neu"
    assert german("gate.category_swamped", n=7437, own=1200, category="x", usual="9").count(".") >= 3
    assert german("queue.conversation", number=7437) == "Gespräch 7437"


@pytest.mark.parametrize(
    ("language", "day"), [("en", "3 Nov 2026"), ("de", "03.11.2026"), ("fr", "3 nov. 2026"), ("zh", "2026年11月3日")]
)
def test_a_day_and_a_moment_are_written_as_browsers_write_moments(language: str, day: str) -> None:
    say = load_texts()[language]
    assert say.day(date(2026, 11, 3)) == day
    assert say.when(datetime(2026, 11, 3, 9, 5)).startswith(day)


def test_a_language_that_stands_alone_begins_with_a_capital() -> None:
    french = load_texts()["fr"]
    assert (french.language_name("de"), french.language_label("de")) == ("allemand", "Allemand")


def test_chinese_parts_latin_names_with_a_blank_and_lists_with_its_own_mark() -> None:
    chinese = load_texts()["zh"]
    assert chinese("typing.colleague", name="Ada") == "Ada 正在写回复。"
    assert chinese("typing.colleague", name="王伟") == "王伟正在写回复。"
    assert chinese.listed(["薪资", "Tag"]) == "薪资、Tag"


def test_whatever_a_message_is_weighed_for_has_a_name() -> None:
    kinds = {kind for kind, _ in starter_arbiter().weights}
    assert [kind for kind in sorted(kinds) if not load_texts()["en"].has(f"reading.{kind}")] == []


@pytest.mark.parametrize(
    ("key", "language", "said"),
    [
        ("audit.feed_removed", "en", "Removed feed u; 1 opening closed"),
        ("audit.feed_removed", "de", "Feed u entfernt; 1 Stelle geschlossen"),
        ("audit.feed_removed", "fr", "1 offre close"),
        ("audit.import_accepted", "fr", "que 1 offre"),
        ("lint_line.contradiction", "en", "1 open position: k"),
        ("lint_line.contradiction", "de", "1 offene Stelle: k"),
        ("lint_line.contradiction", "fr", "1 offre ouverte"),
        ("waiting.urgent", "fr", "1 candidat est"),
    ],
)
def test_one_is_not_told_as_many(key: str, language: str, said: str) -> None:
    told = load_texts()[language](key, n=1, url="u", quote="q", kind="k")
    assert said in told
    assert f"{said}s" not in told
