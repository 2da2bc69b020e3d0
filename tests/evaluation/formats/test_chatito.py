"""Chatito: the language as its specification has it, and what we write read back."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings

from evaluation.formats.chatito import MOST_WORDINGS
from evaluation.formats.content import ExampleRow, FileContent, SourceFile
from evaluation.formats.reasons import UnreadableFile
from evaluation.formats.registry import read_content
from tests.evaluation.formats.contents import again, contents
from texts.locales import number

GRAMMAR = """// a comment
import ./common.chatito
%[greet]('training': '2')
    ~[hi] @[name?] ~[whats up?]

%[deliver]
    *[50%] bring it in @[time#hours]

~[hi]
    hi
    hey

@[name]
    Janis
    ~[bob]

~[bob]
    Bob

@[time#hours]
    3 hours
"""


@settings(max_examples=25, deadline=None)
@given(contents(("en",), extra="", replied=False))
@example(FileContent([ExampleRow("0", "?'\"", "en"), ExampleRow("1", "\\'", "en")], []))
def test_what_was_written_is_read_back(content: FileContent) -> None:
    read = again(content, "chatito")
    assert {(row.text, row.category) for row in read.rows} == {(row.text, row.category) for row in content.rows}


def test_aliases_and_slots_are_written_out() -> None:
    rows = read_content(SourceFile("a.chatito", GRAMMAR.encode())).rows
    greetings = {row.text for row in rows if row.category == "greet"}
    assert len(greetings) == 12
    assert {"hi", "hey Bob whats up", "hi Janis"} <= greetings
    assert [row.text for row in rows if row.category == "deliver"] == ["bring it in 3 hours"]


def test_of_very_many_wordings_some_are_taken_and_the_others_counted() -> None:
    many = "%[a]\n    " + "~[x] " * 5 + "\n~[x]\n" + "".join(f"    {n}\n" for n in range(10))
    read = read_content(SourceFile("a.chatito", many.encode()))
    assert len(read.rows) == MOST_WORDINGS
    assert [(note.code, note.n) for note in read.notes] == [("expanded", 10**5 - MOST_WORDINGS)]


def test_more_wordings_than_can_be_told_are_told_as_very_many() -> None:
    tenth = "@[a]\n" + "".join(f"    {n}\n" for n in range(10))
    found = read_content(SourceFile("a.chatito", f"%[many]\n    {'@[a] ' * 40}\n{tenth}".encode()))
    assert len(found.rows) == MOST_WORDINGS
    assert [(note.code, number("en", note.n)) for note in found.notes] == [("expanded", "1,000,000,000,000,000")]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("~[a]\n    x ~[a]\n%[i]\n    ~[a]\n", "aliases hold themselves"),
        (
            "%[i]\n    ~[a0]\n" + "".join(f"~[a{n}]\n    ~[a{n + 1}] ~[a{n + 1}]\n" for n in range(60)),
            "more than 2,000 characters",
        ),
        ("%[i]\n    ~[a0]\n" + "".join(f"~[a{n}]\n    ~[a{n + 1}]\n" for n in range(5000)), "hold themselves|2,000"),
        ("// first\nhello\n%[i]\n    x\n", r"a\.chatito, line 2: a sentence stands here before the first intent"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused_in_one_line(text: str, message: str) -> None:
    with pytest.raises(UnreadableFile, match=message):
        read_content(SourceFile("a.chatito", text.encode()))
