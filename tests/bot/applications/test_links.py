"""The reference stands in any link, once, and breaks nothing."""

from __future__ import annotations

import pytest

from openings.links import with_reference


@pytest.mark.parametrize(
    ("url", "linked"),
    [
        ("https://a.example", "https://a.example?ref=candor"),
        ("https://a.example/apply", "https://a.example/apply?ref=candor"),
        ("https://a.example/apply?", "https://a.example/apply?ref=candor"),
        ("https://a.example/apply?id=7&q=%C3%A4", "https://a.example/apply?id=7&q=%C3%A4&ref=candor"),
        ("https://a.example/#/jobs/7", "https://a.example/?ref=candor#/jobs/7"),
        ("https://a.example/apply?ref=mail", "https://a.example/apply?ref=mail"),
        ("https://a.example/apply?ref", "https://a.example/apply?ref"),
        ("mailto:jobs@a.example", "mailto:jobs@a.example"),
    ],
)
def test_the_reference_is_added_once_and_the_rest_stays(url: str, linked: str) -> None:
    assert with_reference(url, "ref=candor") == linked
    assert with_reference(linked, "ref=candor") == linked


def test_without_a_reference_a_link_stays_as_it_is() -> None:
    assert with_reference("https://a.example/apply?id=7#x", "") == "https://a.example/apply?id=7#x"
