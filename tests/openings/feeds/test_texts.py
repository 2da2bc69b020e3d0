from __future__ import annotations

import pytest

from openings.feeds.decoding import decode
from openings.feeds.plain import LONGEST_TEXT, LONGEST_TITLE, http_link, plain_line, plain_text
from openings.feeds.reasons import FeedReason, FeedReasonCode


@pytest.mark.parametrize(
    "attack",
    [
        "<script>alert(1)</script>",
        "<SCRIPT SRC=//evil.example/x.js></SCRIPT>",
        "<style>*{background:url(javascript:alert(1))}</style>",
        "<img src=x onerror=alert(1)>",
        "<svg><script>alert(1)</script></svg>",
        "<math><mtext><script>alert(1)</script></mtext></math>",
        "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
        "<template><script>alert(1)</script></template>",
        "<noscript><p title='</noscript><script>alert(1)</script>'></noscript>",
        "&lt;script&gt;alert(1)&lt;/script&gt;",
        "<scr<script>ipt>alert(1)</scr</script>ipt>",
        "<a href='javascript:alert(1)'>go</a>",
        "<!--><script>alert(1)</script>-->",
    ],
)
def test_no_script_and_no_markup_survives(attack: str) -> None:
    text = plain_text(f"<p>Before</p>{attack}<p>After</p>")
    assert "<" not in text
    assert "javascript:" not in text
    assert text.startswith("Before")


def test_what_looks_like_markup_and_is_none_stays() -> None:
    assert plain_text("3 < 5 and a > b, R&D at AT&T") == "3 < 5 and a > b, R&D at AT&T"


def test_a_description_keeps_its_paragraphs_and_lists() -> None:
    html = "<h2>Tasks</h2><p>You&nbsp;bake<br>bread.</p>\r\n<ul>\n<li>early</li><li><p>late</p></li></ul><hr>End"
    assert plain_text(html) == "Tasks\nYou bake\nbread.\n- early\n- late\nEnd"


def test_long_texts_are_cut() -> None:
    assert len(plain_text("word " * 100_000)) <= LONGEST_TEXT
    assert plain_line("x" * 500) == "x" * (LONGEST_TITLE - 1) + "…"


def test_deeply_nested_markup_breaks_nothing() -> None:
    assert plain_text("<div>" * 30_000 + "deep") in ("deep", "")


def test_characters_that_hide_or_cannot_be_stored_are_dropped() -> None:
    assert plain_line("Nu\x00r\u202ese\ud83d \u200b(m/f)\x1b[31m") == "Nurse (m/f)[31m"


@pytest.mark.parametrize(
    "link",
    ["https://jobs.example/?a=1&b=2#x", "http://jobs.example:8080/ü", "HTTPS://JOBS.EXAMPLE/"],
)
def test_web_links_are_kept(link: str) -> None:
    assert http_link(link) == link


@pytest.mark.parametrize(
    "link",
    [
        "javascript:alert(1)",
        "data:text/html,x",
        "//jobs.example/x",
        "mailto:a@b.example",
        "https://",
        "https://bank.example@evil.example/",
        'https://jobs.example/"onclick="x',
        "https://jobs.example/<script>",
        "https://jobs.example/a b",
        "https://jobs.example/\nx",
        "https://[jobs.example/",
        "https://jobs.example/" + "x" * 3000,
        None,
        7,
    ],
)
def test_other_links_are_dropped(link: object) -> None:
    assert http_link(link) is None


@pytest.mark.parametrize("charset", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-32", "latin-1", "cp1252"])
def test_a_text_is_read_in_the_charset_it_is_declared_in(charset: str) -> None:
    assert decode("Köln für 3 Jahre".encode(charset), charset) == ("Köln für 3 Jahre", None)


def test_the_charset_may_stand_in_the_xml_declaration_or_the_page() -> None:
    for head in ('<?xml version="1.0" encoding="iso-8859-2"?>', '<meta charset="iso-8859-2">'):
        assert decode(f"{head}Łódź".encode("iso-8859-2")) == (f"{head}Łódź", None)


@pytest.mark.parametrize("charset", ["utf-8", "ascii", "nonsense", "zip", "idna"])
def test_a_wrong_charset_is_noted_and_the_text_still_readable(charset: str) -> None:
    note = FeedReason(FeedReasonCode.CHARSET, {"declared": charset, "used": "cp1252"})
    assert decode("Köln".encode("cp1252"), charset) == ("Köln", note)


def test_bytes_that_are_no_text_become_some() -> None:
    text, _ = decode(bytes(range(256)) * 4)
    assert "\0" not in text


@pytest.mark.parametrize(
    ("text", "charset"),
    [
        ("id,title\n1,护士和护理员\n2,我们的员工在上海\n", "gb18030"),
        ("id,title\n1,員工餐廳和公司\n", "big5"),
        ("id,title\n1,看護師\n", "iso2022_jp"),
        ("id,title\n1,간호사\n", "iso2022_kr"),
        ("id,title\n1,Größe für Köln\n", "windows-1252"),
    ],
)
def test_what_declares_nothing_is_read_by_its_bytes(text: str, charset: str) -> None:
    assert decode(text.encode(charset)) == (text, None)


def test_a_declared_charset_that_is_written_in_ascii_is_believed() -> None:
    assert decode("看護師".encode("iso2022_jp"), "iso-2022-jp") == ("看護師", None)
