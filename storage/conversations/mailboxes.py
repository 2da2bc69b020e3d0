"""Addresses and the mailboxes behind them: what two spellings of one have in common."""

from __future__ import annotations

import contextlib

from sqlalchemy import ColumnElement, or_


def email_key(email: str) -> str:
    """Return what two spellings of one mailbox have in common.

    >>> email_key("Anna.Lopez@Example.org")
    'anna.lopez@example.org'
    """
    return email.casefold()


def unicode_address(email: str) -> str:
    """Return an address with its domain in its own letters, as people type it.

    >>> unicode_address("anna@xn--bcher-kva.example"), unicode_address("anna@example.org")
    ('anna@bücher.example', 'anna@example.org')
    """
    local, _, domain = email.rpartition("@")
    return f"{local}@{'.'.join(map(_in_its_letters, domain.split('.')))}"


def _in_its_letters(label: str) -> str:
    # Decoded as it is: Python's own "idna" knows the rules of 2003 only, which have no "ß".
    with contextlib.suppress(UnicodeError):
        return label[4:].encode("ascii").decode("punycode") if label.startswith("xn--") else label
    return label


def in_mailbox(key: ColumnElement[str], email: str) -> ColumnElement[bool]:
    """Whether an `email_key` leads to the same mailbox: "anna+jobs@" is read by who reads "anna@"."""
    local, _, domain = email_key(email).rpartition("@")
    name = local.partition("+")[0]
    tagged = key.startswith(f"{name}+", autoescape=True) & key.endswith(f"@{domain}", autoescape=True)
    return or_(key == f"{name}@{domain}", tagged)
