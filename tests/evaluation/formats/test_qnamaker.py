"""QnA Maker: knowledge bases as they are exported, and what we write read back."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from evaluation.formats.content import FileContent, ReplyRow, SourceFile
from evaluation.formats.registry import read_content
from tests.evaluation.formats.contents import again, contents, same

HEADER = "Question\tAnswer\tSource\tMetadata\tSuggestedQuestions\tIsContextOnly\tPrompts\tQnaId\n"


@settings(max_examples=25, deadline=None)
@given(contents().filter(lambda content: "\\" not in repr([(r.text, r.buttons) for r in content.replies])))
def test_what_was_written_is_read_back(content: FileContent) -> None:
    assert same(again(content, "qnamaker")) == same(content)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_knowledge_base_is_read_with_categories_from_metadata_or_the_first_question(encoding: str) -> None:
    lines = (
        "What do you pay?\tWell.\\n\\n[Us](https://a.example)\tEditorial\t\t[]\tFalse\t"
        '[{"displayOrder":0,"qnaId":2,"displayText":"Visa"},{"qnaId":9,"displayText":"Gone"}]\t1\n'
        "What is the salary?\tWell.\\n\\n[Us](https://a.example)\tEditorial\t\t[]\tFalse\t[]\t1\n"
        "Brauche ich ein Visum?\tJa.\tEditorial\tcategory:visa | language:de-DE\t[]\tFalse\t[]\t2\n"
        'Need a visa?\tYes.\tEditorial\t[{"name":"category","value":"visa"}]\t[]\tFalse\t[]\t3\n'
    )
    read = read_content(SourceFile("kb.tsv", (HEADER + lines).encode(encoding)))
    assert [(row.text, row.category, row.language) for row in read.rows] == [
        ("What do you pay?", "What do you pay?", None),
        ("What is the salary?", "What do you pay?", None),
        ("Brauche ich ein Visum?", "visa", "de"),
        ("Need a visa?", "visa", None),
    ]
    assert read.replies[1:] == [ReplyRow("visa", "de", "Ja.", "", (), ()), ReplyRow("visa", None, "Yes.", "", (), ())]
    assert (read.replies[0].text, read.replies[0].links) == ("Well.", (("Us", "https://a.example"),))


def test_rows_without_a_number_belong_together_where_their_answer_is_the_same() -> None:
    read = read_content(
        SourceFile(
            "kb.tsv", b"Question\tAnswer\tSource\tMetadata\nPay?\tWell.\tx\t\nWages?\tWell.\tx\t\nVisa?\tYes.\tx\t\n"
        )
    )
    assert [row.category for row in read.rows] == ["Pay?", "Pay?", "Visa?"]
