"""Which typed addresses can be written to, which are refused, and how one is shown that looks like another."""

from __future__ import annotations

import pytest

from texts.mail_addresses import InvalidAddress, checked, of_the_house


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("anna@example.org", "anna@example.org"),
        ("  Anna.Lopez@EXAMPLE.org ", "Anna.Lopez@example.org"),
        ("anna+jobs@example.org", "anna+jobs@example.org"),
        ("o'neil/x=y{z}@sub.example.co.uk", "o'neil/x=y{z}@sub.example.co.uk"),
        ('"anna lopez"@example.org', '"anna lopez"@example.org'),
        ("jörg@example.org", "jörg@example.org"),
        ("anna@bücher.example", "anna@xn--bcher-kva.example"),
        ("anna@例子.公司", "anna@xn--fsqu00a.xn--55qx5d"),
        ("anna＠example.org", "anna@example.org"),
    ],
)
def test_valid_ones_are_taken_however_unusual(typed: str, value: str) -> None:
    assert checked(typed).value == value


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "anna",
        "anna@",
        "@example.org",
        "anna@localhost",
        "anna@[127.0.0.1]",
        "anna@@example.org",
        "an..na@example.org",
        "Anna <anna@example.org>",
        "anna@example.org, bo@example.org",
        "anna@example.org\nBcc: bo@example.org",
        "anna@example.org\r\n\r\nHello",
        '"anna\r\nBcc: bo"@example.org',
        "anna@exam\u0000ple.org",
        "\ud83d@example.org",
        '"a =?utf-8?q?=0d=0aX-Evil:_1?= b"@example.org',
        "=?utf-8?q?abc?=@example.org",
        f"{'x' * 65}@example.org",
        f"anna@{'x' * 64}.org",
        f"anna@{'x.' * 130}org",
    ],
)
def test_what_is_no_address_is_refused(typed: str) -> None:
    with pytest.raises(InvalidAddress) as caught:
        checked(typed)
    assert caught.value.code == "bad_address"


@pytest.mark.parametrize("domain", ["gооgle.com", "раypal.com", "exαmple.org", "раypal.пример"])
def test_a_domain_that_mixes_alphabets_is_refused(domain: str) -> None:
    with pytest.raises(InvalidAddress) as caught:
        checked(f"anna@{domain}")
    assert caught.value.code == "mixed_scripts"


@pytest.mark.parametrize("domain", ["日本語トマト.jp", "한국ab.kr", "пример.рф", "bücher.example"])
def test_alphabets_that_are_written_together_are_fine(domain: str) -> None:
    assert domain in checked(f"anna@{domain}").shown


def test_a_domain_that_looks_like_another_is_shown_as_it_is_written_to() -> None:
    assert checked("anna@аррӏе.com").shown == "anna@аррӏе.com (xn--80ak6aa92e.com)"


@pytest.mark.parametrize(
    "typed", ["Ada@demo.example", "ada@corp.local", "ada@jobs.intranet.LOCAL", "jörg@bücher.example"]
)
def test_who_works_here_keeps_an_address_as_it_is_typed(typed: str) -> None:
    assert of_the_house(f" {typed} ") == typed


@pytest.mark.parametrize(
    "typed",
    ["ada", "ada@local", "ada@demo..example", "ada@demo.example.", "<ada@demo.example>", "a,b@x.y", "ada@gооgle.com"],
)
def test_who_works_here_has_an_address_too(typed: str) -> None:
    with pytest.raises(InvalidAddress):
        of_the_house(typed)
