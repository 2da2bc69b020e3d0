"""Addresses that are typed at the desk."""

from __future__ import annotations

from admin.errors import DeskError
from texts import mail_addresses


def mail_address(typed: str) -> str:
    """Return an e-mail address as it was typed; raises DeskError for what is none.

    >>> mail_address(" ada@demo.example ")
    'ada@demo.example'
    """
    try:
        return mail_addresses.of_the_house(typed)
    except mail_addresses.InvalidAddress:
        raise DeskError("email", email=typed) from None
