"""E-mail addresses: which can be written to, and how one is shown that looks like another."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from email.headerregistry import Address
from typing import Final

from email_validator import EmailNotValidError, ValidatedEmail, validate_email

LONGEST: Final = 320
"""How many characters a field for an address takes."""
# Scripts that one writing system mixes (Unicode TR 39, "highly restrictive").
_WRITTEN_TOGETHER: Final = (
    frozenset({"LATIN", "CJK", "HIRAGANA", "KATAKANA"}),
    frozenset({"LATIN", "CJK", "BOPOMOFO"}),
    frozenset({"LATIN", "CJK", "HANGUL"}),
)
_OWN_NETWORK: Final = re.compile(r"(?<=\.)local\Z", re.IGNORECASE)


class InvalidAddress(Exception):
    """What was typed is not an address that mail can be sent to; `code` names a text `error.<code>` that says so."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


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
    try:
        found = validate_email(_plain(typed), check_deliverability=False, allow_quoted_local=True, strict=True)
    except EmailNotValidError as error:
        raise InvalidAddress("bad_address") from error
    if not _is_writable(found.local_part):
        raise InvalidAddress("bad_address")
    if any(_mixes_scripts(label) for label in found.domain.split(".")):
        raise InvalidAddress("mixed_scripts")
    return EmailAddress(f"{found.local_part}@{found.ascii_domain}", _shown(found))


def of_the_house(typed: str) -> str:
    """Return the address of somebody who works with Candor as it was typed. Raises InvalidAddress.

    A company's own network may be called .local, which no candidate's address can be.

    >>> of_the_house("Ada@corp.local "), of_the_house("ada＠demo.example")
    ('Ada@corp.local', 'ada@demo.example')
    """
    address = _plain(typed)
    checked(_OWN_NETWORK.sub("example", address))
    return address


def _plain(typed: str) -> str:
    return unicodedata.normalize("NFC", typed.strip().replace("＠", "@"))


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
