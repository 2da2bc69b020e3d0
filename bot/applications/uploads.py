"""Files that candidates send: their type by what is in them, their name made harmless. Pure."""

from __future__ import annotations

import io
import re
import unicodedata
import zipfile
from dataclasses import dataclass
from typing import Final

from bot.errors import BotError

NAME_LIMIT: Final = 80
MOST_ENTRIES: Final = 2000
MOST_UNPACKED: Final = 100 * 1024 * 1024
"""What a document may weigh unpacked, as it says itself; nothing is unpacked here."""

_SIGNATURES: Final = (
    (b"%PDF-", "pdf", "application/pdf"),
    (b"\xff\xd8\xff", "jpg", "image/jpeg"),
    (b"\x89PNG\r\n\x1a\n", "png", "image/png"),
)
_DOCX: Final = ("docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document")
_ODT: Final = ("odt", "application/vnd.oasis.opendocument.text")
_END_OF_DIRECTORY: Final = b"PK\x05\x06"


class InvalidUpload(BotError):
    """A file that is not taken; the code names a text that says why."""


@dataclass(frozen=True, slots=True)
class UploadedFile:
    """A file of a type that is taken, under a harmless name."""

    name: str
    type: str
    content: bytes


def checked(name: str, content: bytes) -> UploadedFile:
    """Return the file; what it is called and said to be counts for nothing. Raises InvalidUpload."""
    if not content:
        raise InvalidUpload("empty_file")
    for signature, extension, type in _SIGNATURES:
        if content.startswith(signature):
            return UploadedFile(harmless(name, extension), type, content)
    if not content.startswith(b"PK\x03\x04"):
        raise InvalidUpload("file_type")
    extension, type = _document(content)
    return UploadedFile(harmless(name, extension), type, content)


def harmless(name: str, extension: str) -> str:
    r"""Return a name without folders, invisible letters and other dots, with the extension of what the file is.

    >>> harmless("../../etc/My CV.pdf.exe", "pdf"), harmless("C:\\x\\.htaccess", "png"), harmless("", "pdf")
    ('My CV_pdf.pdf', 'htaccess.png', 'file.pdf')
    """
    last = re.split(r"[/\\]", unicodedata.normalize("NFC", name))[-1]
    seen = "".join(each for each in last if unicodedata.category(each)[0] != "C").strip(" .")
    stem = re.sub(r"[^\w\- ()]+", "_", seen.rpartition(".")[0] or seen).strip(" _")
    return f"{stem[:NAME_LIMIT].strip() or 'file'}.{extension}"


def _document(content: bytes) -> tuple[str, str]:
    """Tell a document by the names in its archive; only the directory of the archive is read."""
    end = content.rfind(_END_OF_DIRECTORY)
    if end < 0 or int.from_bytes(content[end + 10 : end + 12], "little") > MOST_ENTRIES:
        raise InvalidUpload("file_type")
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            entries = archive.infolist()
    except (zipfile.BadZipFile, ValueError, NotImplementedError, EOFError, RuntimeError):
        raise InvalidUpload("file_type") from None
    names = {entry.filename for entry in entries}
    if len(entries) > MOST_ENTRIES or sum(entry.file_size for entry in entries) > MOST_UNPACKED:
        raise InvalidUpload("file_suspicious")
    if any(name.lower().endswith("vbaproject.bin") for name in names):
        raise InvalidUpload("file_suspicious")
    if {"[Content_Types].xml", "word/document.xml"} <= names:
        return _DOCX
    # The first entry of an OpenDocument is called "mimetype" and stored as it is.
    if content[30:38] == b"mimetype" and content[38:].startswith(_ODT[1].encode()) and "content.xml" in names:
        return _ODT
    raise InvalidUpload("file_type")
