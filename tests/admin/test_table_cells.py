"""What a cell of a table says of its column."""

from __future__ import annotations

from markupsafe import Markup

from admin.table_cells import labelled

HEAD = Markup(
    '<th scope="col"><span class="hidden-visually">Tick</span></th><th>Question</th><th><a href="?s">Of “Ada”</a></th>'
)


def test_the_first_column_that_is_seen_names_the_row_and_has_no_words() -> None:
    rows = Markup("<tr><td>x</td><td>Parking?</td><td>4</td></tr>")
    assert labelled(rows, HEAD) == '<tr><td>x</td><td>Parking?</td><td data-label="Of “Ada”">4</td></tr>'


def test_words_stay_within_their_attribute() -> None:
    head = Markup("<th>Name</th><th>{}</th>").format('" onclick="<x>')
    assert labelled(Markup("<tr><th>Pay</th><td>4</td></tr>"), head) == (
        '<tr><th>Pay</th><td data-label="&#34; onclick=&#34;&lt;x&gt;">4</td></tr>'
    )


def test_a_cell_beyond_the_columns_and_a_body_without_rows_stay_as_they_are() -> None:
    assert labelled(Markup("<tr><td>1</td><td>2</td></tr>"), Markup("<th>One</th>")) == "<tr><td>1</td><td>2</td></tr>"
    assert labelled(Markup(""), HEAD) == ""


def test_what_somebody_typed_is_never_taken_for_a_cell() -> None:
    typed = Markup("<tr><th>{}</th><td>{}</td></tr>").format("</th><td>", "<tr>")
    assert labelled(typed, Markup("<th>Name</th><th>Size</th>")) == (
        '<tr><th>&lt;/th&gt;&lt;td&gt;</th><td data-label="Size">&lt;tr&gt;</td></tr>'
    )


def test_what_is_empty_or_a_dash_has_nothing_to_say() -> None:
    rows = Markup("<tr><td>–</td><td> </td><td>–</td><td>0</td></tr>")
    said = labelled(rows, Markup("<th>A</th><th>B</th><th>C</th><th>D</th>"))
    assert said.count("data-nothing") == 2
    assert "<td>–</td>" in said
    assert '<td data-label="D">0</td>' in said
