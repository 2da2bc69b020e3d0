"""Archives that mean no good, and how a format is told."""

from __future__ import annotations

import io
import zipfile

import pytest

from evaluation.formats import archive
from evaluation.formats.archive import packed
from evaluation.formats.content import Choices, ExampleRow, FileContent, SourceFile
from evaluation.formats.reasons import UnreadableFile
from evaluation.formats.registry import FORMATS, format_of, read_content, write_content

SMALL = FileContent([ExampleRow("Pay?", "pay", "en")])


@pytest.mark.parametrize("name", FORMATS)
def test_each_format_is_told_from_its_content_whatever_the_file_is_called(name: str) -> None:
    its = FORMATS[name]
    written = write_content(SMALL, name)
    assert format_of(SourceFile(f"a{its.suffix}", written)).name == name
    if its.suffix == ".zip":
        assert format_of(SourceFile("a.bin", written)).name == name


def test_a_chosen_format_wins_and_an_unknown_one_is_named() -> None:
    table = SourceFile("a.yml", b"text,category\nPay?,pay\n")
    assert [row.text for row in read_content(table, Choices(format="csv")).rows] == ["Pay?"]
    with pytest.raises(UnreadableFile, match="there is no format word: choose one of csv, tsv"):
        read_content(table, Choices(format="word"))


@pytest.mark.parametrize("name", ["csv", "tsv", "xlsx", "jsonl"])
@pytest.mark.parametrize("chosen", ["csv", "tsv", "xlsx", "jsonl"])
def test_a_table_of_another_kind_than_was_chosen_is_refused(name: str, chosen: str) -> None:
    source, choices = SourceFile(f"a{FORMATS[name].suffix}", write_content(SMALL, name)), Choices(format=chosen)
    if name == chosen or {name, chosen} == {"csv", "tsv"}:
        assert [row.text for row in read_content(source, choices).rows] == ["Pay?"]
    else:
        with pytest.raises(UnreadableFile, match=f"this is not {chosen}: choose another format, or none"):
            read_content(source, choices)


def test_a_bomb_is_refused_by_what_it_says_of_itself_and_else_while_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    bomb = packed({"a/intents/x.json": b"0" * 101 * 2**20, "a/intents/x_usersays_en.json": "[]"})
    assert len(bomb) < 200_000
    with pytest.raises(UnreadableFile, match="comes to more than 100 MB"):
        read_content(SourceFile("bomb.zip", bomb))
    monkeypatch.setattr(archive, "MOST_BYTES", 20)
    liar = packed({"x_usersays_en.json": b" " * 10, "intents/x_usersays_en.json": b"[" + b" " * 9})
    opened = archive.Archive(SourceFile("liar.zip", liar))
    opened.read("x_usersays_en.json")
    opened.read("intents/x_usersays_en.json")
    with pytest.raises(UnreadableFile, match="comes to more than"):
        opened.read("x_usersays_en.json")


def test_more_files_than_any_export_has_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "MOST_FILES", 2)
    with pytest.raises(UnreadableFile, match="more than 2 files"):
        read_content(SourceFile("a.zip", packed({"a": "", "b": "", "c": ""})))


def _locked() -> bytes:
    content = bytearray(packed({"nlu.yml": "nlu: []"}))
    for mark, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        content[content.index(mark) + place] |= 1
    return bytes(content)


def _cut() -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_STORED) as made:
        made.writestr("nlu.yml", "nlu: []  # and more")
    return stream.getvalue().replace(b"# and", b"# end")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (packed({"inner.zip": packed({"nlu.yml": "nlu: []"})}), r"holds another archive, inner\.zip: unpack it"),
        (packed({"word/document.xml": "<x/>"}), r"it holds word/document\.xml"),
        (packed({"__MACOSX/nlu.yml": ""}), "it holds –"),
        (packed({"a/intents/x_usersays_en.json": "[]"}), r"lacks intents/x\.json: export it once more"),
        (packed({"intents/x/trainingPhrases/en.json": "{}"}), r"lacks intents/x/x\.json"),
        (packed({"intents/x.json": "{", "intents/x_usersays_en.json": "[]"}), r"a\.zip/intents/x\.json: not JSON"),
        (packed({"intents/x.json": "[" * 100_000, "intents/x_usersays_en.json": "[]"}), "not JSON"),
        (packed({"Intents/x/Intent.json": "[]"}), "not JSON"),
        (packed({"nlu.yml": b"\xff\xfe\x00"}), r"a\.zip/nlu\.yml"),
        (_locked(), "the archive has a password"),
        (_cut(), "the archive is damaged"),
    ],
)
def test_an_archive_that_cannot_be_used_is_refused_in_one_line(content: bytes, message: str) -> None:
    with pytest.raises(UnreadableFile, match=message) as caught:
        read_content(SourceFile("a.zip", content))
    assert "\n" not in str(caught.value)
