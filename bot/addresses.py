"""E-mail addresses as people type them: which can be written to, and how one is shown that looks like another."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from email.headerregistry import Address

from email_validator import EmailNotValidError, ValidatedEmail, validate_email

from bot.brevity import is_brief
from bot.errors import BotError
from nlu.words.spoken_addresses import written

# Half-width and full-width punctuation that ends an address within a sentence.
_SEPARATORS = re.compile(r"[\s<>()\[\],;:\"“”„«»‹›（）【】《》「」，。；：、！？!?]+")
_MAILTO = re.compile(r"\bmailto:", re.IGNORECASE)
_HAN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]")
# Scripts that one writing system mixes (Unicode TR 39, "highly restrictive").
_WRITTEN_TOGETHER = (
    frozenset({"LATIN", "CJK", "HIRAGANA", "KATAKANA"}),
    frozenset({"LATIN", "CJK", "BOPOMOFO"}),
    frozenset({"LATIN", "CJK", "HANGUL"}),
)


class InvalidAddress(BotError):
    """What was typed is not an address that mail can be sent to; the code names a text that says so."""


@dataclass(frozen=True, slots=True)
class EmailAddress:
    """An address: `value` is what mail is sent to (its domain in ASCII), `shown` what people read."""

    value: str
    shown: str


def checked(typed: str) -> EmailAddress:
    """Return the address; nothing is looked up. Raises InvalidAddress.

    >>> checked(" Anna+jobs@Example.ORG ")
    EmailAddress(value='Anna+jobs@example.org', shown='Anna+jobs@example.org')
    >>> checked("anna@bücher.example").shown
    'anna@bücher.example (xn--bcher-kva.example)'
    """
    typed = unicodedata.normalize("NFC", typed.strip().replace("＠", "@"))
    try:
        found = validate_email(typed, check_deliverability=False, allow_quoted_local=True, strict=True)
    except EmailNotValidError as error:
        raise InvalidAddress("bad_address") from error
    if not _is_writable(found.local_part):
        raise InvalidAddress("bad_address")
    if any(_mixes_scripts(label) for label in found.domain.split(".")):
        raise InvalidAddress("mixed_scripts")
    return EmailAddress(f"{found.local_part}@{found.ascii_domain}", _shown(found))


def mentioned(text: str) -> tuple[str, ...]:
    """Return what looks like an address in a message, each once, in order; an address within a word is cut out whole.

    >>> mentioned("It's anna@example.org, thanks. Or <bo+jobs@example.org>!")
    ('anna@example.org', 'bo+jobs@example.org')
    >>> mentioned("我的邮箱是anna@example.org谢谢")
    ('anna@example.org',)
    >>> mentioned("it's anna dot lopez at example dot org")
    ('anna.lopez@example.org',)
    """
    words = _SEPARATORS.split(_MAILTO.sub(" ", written(text).replace("＠", "@")))
    return tuple(dict.fromkeys(_address_in(word) for word in words if "@" in word.strip("@")))


def says_little_else(text: str, found: Sequence[str]) -> bool:
    """Tell whether a message is about the addresses that were `found` in it, and asks nothing.

    >>> says_little_else("it's a@b.example", ["a@b.example"]), says_little_else("a@b.example?", ["a@b.example"])
    (True, False)
    """
    text = written(text)
    for address in found:
        text = text.replace(address, " ")
    return is_brief(text) and "?" not in text and "？" not in text


def _address_in(word: str) -> str:
    """Chinese is written without blanks: an address in Latin letters ends where its characters begin."""
    if word[0] == word[-1] == "'":
        word = word[1:-1]
    local, _, domain = word.strip(".…`").rpartition("@")
    if not _HAN.match(domain):
        domain = _HAN.split(domain)[0]
    if local and not _HAN.match(local[-1]):
        local = _HAN.split(local)[-1]
    return f"{local}@{domain.rstrip('.')}"


def _is_writable(local: str) -> bool:
    """Tell whether a header can hold what stands before the "@"; letters beyond ASCII are written by SMTPUTF8."""
    try:
        Address(addr_spec="".join(c if c.isascii() else "a" for c in local) + "@example.org")
    except (ValueError, IndexError):
        return False
    return True


def _mixes_scripts(label: str) -> bool:
    scripts = {unicodedata.name(letter, "?").split()[0] for letter in label if letter.isalpha()}
    return len(scripts) > 1 and not any(scripts <= together for together in _WRITTEN_TOGETHER)


def _shown(found: ValidatedEmail) -> str:
    if found.domain == found.ascii_domain:
        return found.normalized
    return f"{found.normalized} ({found.ascii_domain})"
