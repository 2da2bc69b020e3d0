"""Numbers, plurals and the reader's language follow the CLDR, for the product's four languages and for any other."""

from __future__ import annotations

import pytest

from texts import locales


@pytest.mark.parametrize(
    ("header", "known", "chosen"),
    [
        ("de-CH, fr;q=0.9", ("en", "fr"), "fr"),
        ("en;q=0.2, zh-Hans-CN;q=0.7", ("en", "zh"), "zh"),
        ("fr;q=0, en", ("en", "fr"), "en"),
        ("it", ("en", "de"), None),
        ("", ("en",), None),
        (";;q=,*;q=1.5,\x00, de", ("en", "de"), "de"),
        ("e" * 100_000, ("en",), None),
    ],
)
def test_the_language_is_the_known_one_that_the_header_prefers(
    header: str, known: tuple[str, ...], chosen: str | None
) -> None:
    assert locales.negotiated(header, known) == chosen


@pytest.mark.parametrize(
    ("language", "n", "category"),
    [
        ("en", 0, "other"),
        ("en", 1, "one"),
        ("de", 1, "one"),
        ("de", 2, "other"),
        ("fr", 0, "one"),
        ("fr", 2, "other"),
        ("zh", 1, "other"),
    ],
)
def test_each_language_counts_in_its_own_plurals(language: str, n: int, category: str) -> None:
    assert locales.plural(language, n) == category


def test_a_language_that_is_not_known_is_written_as_english_is() -> None:
    assert locales.number("xx", 1234.5, 1) == "1,234.5"
    assert locales.months("not a language")[0] == "january"


@pytest.mark.parametrize(("value", "written"), [(0.05, "0.1"), (0.25, "0.2"), (0.35, "0.3"), (1e7, "10,000,000")])
def test_a_number_is_rounded_once(value: float, written: str) -> None:
    assert locales.number("en", value, 1, least=0) == written
