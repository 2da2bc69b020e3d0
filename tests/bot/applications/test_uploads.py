"""Which files are taken, and under which names."""

from __future__ import annotations

import io
import zipfile

import pytest

from bot.applications.uploads import MOST_UNPACKED, InvalidUpload, checked, harmless

PDF = b"%PDF-1.7\n1 0 obj\n%%EOF"
PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 20
JPG = b"\xff\xd8\xff\xe0" + b"\0" * 20


def packed(*names: str, first: bytes = b"", size: int = 3) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        if first:
            archive.writestr(zipfile.ZipInfo("mimetype"), first)
        for name in names:
            archive.writestr(name, b"0" * size)
    return file.getvalue()


DOCX = packed("[Content_Types].xml", "word/document.xml")
ODT = packed("content.xml", first=b"application/vnd.oasis.opendocument.text")


@pytest.mark.parametrize(
    ("content", "name", "type"),
    [
        (PDF, "cv.pdf", "application/pdf"),
        (PNG, "cv.png", "image/png"),
        (JPG, "cv.jpg", "image/jpeg"),
        (DOCX, "cv.docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
        (ODT, "cv.odt", "application/vnd.oasis.opendocument.text"),
    ],
)
def test_what_is_in_a_file_says_what_it_is(content: bytes, name: str, type: str) -> None:
    for called in (name, "cv.exe", "cv"):
        upload = checked(called, content)
        assert (upload.name, upload.type, upload.content) == (name, type, content)


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "empty_file"),
        (b"MZ\x90\0 a program", "file_type"),
        (b"<html><script>alert(1)</script>", "file_type"),
        (b"#!/bin/sh\nrm -rf /", "file_type"),
        (b"  %PDF-1.7", "file_type"),
        (b"PK\x03\x04", "file_type"),
        (b"MZ a program that ends as a document" + DOCX, "file_type"),
        (DOCX[:-10], "file_type"),
        (packed("word/document.xml"), "file_type"),
        (packed("a.exe"), "file_type"),
        (packed("content.xml", first=b"application/epub+zip"), "file_type"),
        (packed("[Content_Types].xml", "word/document.xml", "word/vbaProject.bin"), "file_suspicious"),
        (packed("[Content_Types].xml", "word/document.xml", *(f"word/{n}" for n in range(3000))), "file_type"),
    ],
)
def test_a_file_that_lies_about_its_type_is_refused(content: bytes, code: str) -> None:
    for called in ("cv.pdf", "cv.docx"):
        with pytest.raises(InvalidUpload) as refused:
            checked(called, content)
        assert refused.value.code == code


def test_a_document_that_unpacks_to_very_much_is_refused_without_unpacking_it() -> None:
    bomb = packed("[Content_Types].xml", "word/document.xml", size=MOST_UNPACKED // 2 + 1)
    assert len(bomb) < 1_000_000
    with pytest.raises(InvalidUpload) as refused:
        checked("cv.docx", bomb)
    assert refused.value.code == "file_suspicious"


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("cv.pdf", "cv.pdf"),
        ("cv.pdf.exe", "cv_pdf.pdf"),
        ("../../etc/passwd", "passwd.pdf"),
        ("..\\..\\windows\\system.ini", "system.pdf"),
        ("/", "file.pdf"),
        ("..", "file.pdf"),
        (".htaccess", "htaccess.pdf"),
        ("a\r\nContent-Type: text\0.pdf", "aContent-Type_ text.pdf"),
        ("cv\u202efdp.exe", "cvfdp.pdf"),
        ('"; drop table.pdf', "drop table.pdf"),
        ("Lebenslauf Jörg Groß (2026).pdf", "Lebenslauf Jörg Groß (2026).pdf"),
        ("王芳的简历.pdf", "王芳的简历.pdf"),
        ("x" * 5000 + ".pdf", "x" * 80 + ".pdf"),
    ],
)
def test_a_name_is_made_harmless(name: str, kept: str) -> None:
    assert harmless(name, "pdf") == kept
