"""Tables: CSV, TSV, JSON Lines, and what stands in cells."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings

from evaluation.formats.content import Choices, ExampleRow, FileContent, ReplyRow, SourceFile
from evaluation.formats.data_records import grid_of
from evaluation.formats.reasons import UnreadableFile
from evaluation.formats.registry import read_content, write_content
from tests.evaluation.formats.contents import again, contents, same

FEW = settings(max_examples=25, deadline=None)


@pytest.mark.parametrize("name", ["csv", "tsv", "jsonl", "xlsx"])
def test_what_was_written_is_read_back(name: str) -> None:
    @FEW
    @given(contents())
    def check(content: FileContent) -> None:
        assert same(again(content, name)) == same(content)

    check()


@pytest.mark.parametrize("name", ["csv", "tsv", "jsonl", "xlsx"])
def test_dates_and_answers_without_a_question_are_kept(name: str) -> None:
    asked = ExampleRow("Pay?", "pay", "en", datetime(2026, 3, 31, 12, tzinfo=UTC))
    replies = [ReplyRow("pay", "en", "Well.\n\nReally.", "Pay", (), ()), ReplyRow("pay", "de", "Gut.", "", (), ())]
    read = again(FileContent([asked], replies), name)
    assert read.rows[0].created == asked.created
    assert set(read.replies) == set(replies)


@pytest.mark.parametrize("name", ["csv", "tsv", "jsonl"])
def test_an_answer_is_written_once_beside_the_first_question_of_its_category(name: str) -> None:
    rows = [ExampleRow(text, "pay", "en") for text in ("Pay?", "Wages?")]
    content = FileContent(rows, [ReplyRow("pay", "en", "Well, it depends.", "", (), ())])
    lines = [each for each in write_content(content, name).decode().splitlines() if "pay" in each]
    assert ["Well, it depends." in each for each in lines] == [True, False]
    assert same(again(content, name)) == same(content)


@pytest.mark.parametrize("formula", ["=1+1", "+49 30 1234", "-5", "@SUM(A1)", "'=1", "''", "\t=1"])
def test_no_cell_of_a_table_is_a_formula_and_its_text_stays(formula: str) -> None:
    content = FileContent([ExampleRow("Pay?", "pay", "en")], [ReplyRow("pay", "en", formula.strip(), "", (), ())])
    written = write_content(content, "csv").decode()
    assert not any(cell[:1] in "=+-@" for line in written.splitlines() for cell in line.split(",") if cell)
    assert same(again(content, "csv")) == same(content)


def test_hidden_directions_and_control_characters_are_taken_out_and_html_stays_text() -> None:
    read = read_content(SourceFile("a.csv", "text,category\n\u202epay\u2069 <b>?\u0007,p\u200eay\n".encode()))
    assert [(row.text, row.category) for row in read.rows] == [("pay <b>?", "pay")]


@pytest.mark.parametrize("row", [6, 99])
def test_a_row_of_titles_that_is_not_there_is_refused(row: int) -> None:
    table = b"text,category\n" + b"Pay?,pay\n" * 4
    with pytest.raises(UnreadableFile, match=f"there is no row {row} among the first 10"):
        read_content(SourceFile("a.csv", table), Choices(header=row))


@pytest.mark.parametrize(
    ("header", "columns"),
    [
        (None, {"text": "Frage", "category": "THEMA", "answer": "Antwort"}),
        (None, {"text": "#2", "category": "#3", "answer": "#4"}),
        (2, {"text": "#2", "category": "#3", "answer": "#4"}),
    ],
)
def test_columns_are_said_by_title_or_number(header: int | None, columns: dict[str, str]) -> None:
    before = "Unsere Fragen\n" if header else ""
    table = f"{before}Nr;Frage;Thema;Antwort\n1;Was zahlt ihr?;Gehalt;Gut.\n".encode()
    read = read_content(SourceFile("a.csv", table), Choices(header=header, columns=columns))
    assert [(row.text, row.category) for row in read.rows] == [("Was zahlt ihr?", "Gehalt")]
    assert read.replies == [ReplyRow("Gehalt", None, "Gut.")]


def test_a_table_without_titles_is_read_by_numbers() -> None:
    choices = Choices(header=0, columns={"text": "#1", "category": "#2"})
    read = read_content(SourceFile("a.tsv", b"Pay?\tpay\nLeave?\tholidays\n"), choices)
    assert [row.text for row in read.rows] == ["Pay?", "Leave?"]


def test_titles_are_found_below_a_heading() -> None:
    read = read_content(SourceFile("a.csv", b"Our questions,\n,\ntext,category\nPay?,pay\n"))
    assert [(row.text, row.line) for row in read.rows] == [("Pay?", 4)]


TITLE = "Our questions, as of 2026\nFor all, by all"


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize(
    ("titles", "choices"),
    [
        (("text", "category"), Choices()),
        (("Frage (oder Satz)", "Thema"), Choices(header=3, columns={"text": "#1", "category": "#2"})),
        (("Frage", "Thema"), Choices(header=3, columns={"text": "Frage", "category": "Thema"})),
    ],
)
def test_a_title_above_a_table_does_not_tell_what_separates_its_cells(
    separator: str, titles: Sequence[str], choices: Choices
) -> None:
    rows = [titles, ("May I bring a dog, or a cat", "pets"), ("Pay, or wages", "pay")]
    quote = '"' if separator == "," else ""
    table = "".join(separator.join(f"{quote}{cell}{quote}" for cell in row) + "\n" for row in rows)
    read = read_content(SourceFile("a.csv", f"{TITLE}\n{table}".encode()), choices)
    assert [(row.text, row.category) for row in read.rows] == rows[1:]


def test_of_a_table_without_titles_that_are_known_most_rows_tell_what_separates_its_cells() -> None:
    text = f"{TITLE}\n1;Pay?;pay\n2;Leave, or holidays, or days off?;holidays\n3;Cats?;pets\n".encode()
    grid = grid_of(SourceFile("a.csv", text), Choices(header=0))
    assert [cells for _, cells in grid.rows][2:] == [
        ["1", "Pay?", "pay"],
        ["2", "Leave, or holidays, or days off?", "holidays"],
        ["3", "Cats?", "pets"],
    ]


def test_json_lines_hold_buttons_and_links_as_objects_or_as_text() -> None:
    line = (
        '{"text": "Pay?", "category": "pay", "answer": "Well.", "links": "[Us](https://a.example)",'
        ' "buttons": [{"title": "Jobs", "target": "general:job_search"}]}'
    )
    (reply,) = read_content(SourceFile("a.jsonl", line.encode())).replies
    assert (reply.buttons, reply.links) == ((("Jobs", "general:job_search"),), (("Us", "https://a.example"),))


def test_buttons_find_their_category_by_its_name_or_a_question_and_others_are_counted() -> None:
    lines = (
        "text,category,answer,buttons",
        "Pay?,salary,Well.,[A](pay)",
        "Visa?,visa,Yes.,[B](Salary)",
        "X?,x,Y,[C](z)",
    )
    read = read_content(SourceFile("a.csv", "\n".join(lines).encode()))
    assert [reply.buttons for reply in read.replies] == [(("A", "faq:salary"),), (("B", "faq:salary"),), ()]
    assert [(note.code, note.n) for note in read.notes] == [("buttons", 1)]


def test_what_is_no_button_is_refused_with_its_line_in_every_language() -> None:
    with pytest.raises(UnreadableFile, match=r"a\.csv, line 2: links must be written one a line") as caught:
        read_content(SourceFile("a.csv", b"text,category,answer,links\nPay?,pay,Well.,see https://a.example\n"))
    assert caught.value.in_words("de").startswith("a.csv, Zeile 2: links muss zeilenweise geschrieben sein")
    assert "第 2 行" in caught.value.in_words("zh")


@pytest.mark.parametrize("name", ["csv", "tsv", "jsonl", "xlsx", "rasa", "dialogflow-es", "dialogflow-cx"])
def test_what_follows_an_answer_is_kept(name: str) -> None:
    reply = ReplyRow("pay", "en", "Well.", "", (), (), "It depends:\n\n- on you\n- on us")
    assert again(FileContent([ExampleRow("Pay?", "pay", "en")], [reply]), name).replies == [reply]


@pytest.mark.parametrize("name", ["csv", "tsv", "jsonl", "xlsx"])
def test_the_days_on_which_an_answer_holds_and_its_owner_are_kept(name: str) -> None:
    around = ("2026-01-01", "2026-12-31", "ada@acme.example")
    reply = ReplyRow("pay", "en", "Well.", "", (), (), None, *around)
    assert again(FileContent([ExampleRow("Pay?", "pay", "en")], [reply]), name).replies == [reply]


def test_a_day_that_is_none_is_named_with_its_line() -> None:
    with pytest.raises(UnreadableFile) as caught:
        read_content(SourceFile("a.csv", b"text,category,answer,valid_until\nPay?,pay,Well.,soon\n"), Choices())
    assert caught.value.in_words("en").startswith("a.csv, line 2:")
