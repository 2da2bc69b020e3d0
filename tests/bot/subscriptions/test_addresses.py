"""Which addresses are found in what candidates write."""

from __future__ import annotations

import pytest

from bot.addresses import mentioned


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("no address here, call @anna", ()),
        ("mailto:anna@example.org?", ("anna@example.org",)),
        ("(anna@example.org)", ("anna@example.org",)),
        ("„anna@example.org“ bitte.", ("anna@example.org",)),
        ("'anna@example.org'", ("anna@example.org",)),
        ("_anna_@example.org", ("_anna_@example.org",)),
        ("écrivez à jörg@example.org !", ("jörg@example.org",)),
        ("anna@example.org anna@example.org", ("anna@example.org",)),
        ("anna@example.org; bo@example.org", ("anna@example.org", "bo@example.org")),
        ("请发到anna@example.org，谢谢", ("anna@example.org",)),
        ("anna@例子.公司", ("anna@例子.公司",)),
        ("@" * 10_000, ()),
    ],
)
def test_addresses_are_found_in_a_sentence(text: str, found: tuple[str, ...]) -> None:
    assert mentioned(text) == found
