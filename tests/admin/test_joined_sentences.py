"""No blank follows the mark that ends a Chinese sentence: what stands between two sentences is the language's own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from admin.pages import TEMPLATES
from admin.texts import load_texts
from texts import locales

MARKS = "。！？；：，、"
TAG = r"\{%-?[^%]*?-?%\}"
# A text, then tags of one branch and blanks, then more words: an expression, a letter, or an element within a line.
JOINT = re.compile(
    rf"\bt\('(?P<key>[^']+)'(?P<more>[^{{}}]*)\}}\}}(?P<between>(?:{TAG}|</(?:a|strong|small|em)>|\s)*)"
    r"(?=\{\{ |<(?:a|small|strong|em|time|code|b) |[^\s<{·])"
)
A_LIST = {"overview.versions_live", "split.telling", "category."}
"""Labels before something else, which stand apart."""
MACROS = "saved_by_others|colour"
"""What these draw stands below."""


def texts_of(key: str, more: str) -> Iterator[str]:
    """Yield the Chinese texts that a call in a template can say."""
    for name, text in load_texts()["zh"].texts.items():
        if name == key or ("~" in more and name.startswith(key)):
            yield from [text] if isinstance(text, str) else text.values()


def joined_by_blanks(template: str) -> Iterator[str]:
    for joint in JOINT.finditer(template):
        key, more, between = joint["key"], joint["more"], joint["between"]
        follows = template[joint.end() : joint.end() + 40]
        branches = re.search(r"\{%-? (else|elif|macro|block|for)", between)
        if key in A_LIST or branches or re.match(rf"\{{\{{ ({MACROS})\(", follows):
            continue
        blank = re.search(r"\s", re.sub(rf"{TAG}|</\w+>", "", re.sub(r"\s*(\{%-)", r"\1", between)))
        if blank and any(text[-1:] in MARKS for text in texts_of(key, more)):
            yield f"{key} … {follows}"


@pytest.mark.parametrize("path", sorted(TEMPLATES.rglob("*.html")), ids=lambda path: path.stem)
def test_no_template_joins_sentences_by_blanks_of_its_own(path: Path) -> None:
    assert list(joined_by_blanks(path.read_text(encoding="utf-8"))) == []


def test_the_search_finds_what_it_looks_for() -> None:
    assert list(joined_by_blanks("{{ t('check.nothing') }} {{ t('settling.settled', n=3) }}"))
    assert list(joined_by_blanks("{{ t('check.nothing') }}{% if fine %} {{ t('settling.settled', n=3) }}{% endif %}"))
    assert list(joined_by_blanks("{{ t('check.nothing') }}\n  <a href='/'>"))
    assert list(joined_by_blanks("<a>{{ t('check.nothing') }}</a> {{ t('settling.settled', n=3) }}"))
    assert not list(joined_by_blanks("{{ t('check.nothing') }}{{ t.gap }}{{ t('settling.settled', n=3) }}"))


@pytest.mark.parametrize("language", load_texts())
def test_every_language_has_its_own_gap(language: str) -> None:
    assert load_texts()[language].gap == locales.sentence_gap(language)


def test_no_chinese_text_has_a_blank_after_a_full_stop() -> None:
    texts = load_texts()["zh"].texts.values()
    said = [each for text in texts for each in ([text] if isinstance(text, str) else text.values())]
    assert [text for text in said if re.search(rf"[{MARKS}] ", text)] == []


def test_no_template_brings_a_colon_of_its_own() -> None:
    """French has a blank before it, Chinese a mark of its own: colons stand in texts."""
    found = [path.name for path in TEMPLATES.rglob("*.html") if re.search(r"\}\}: ", path.read_text(encoding="utf-8"))]
    assert found == []
