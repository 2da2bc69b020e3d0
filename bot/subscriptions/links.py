"""The addresses that stand in mails."""

from __future__ import annotations

from dataclasses import dataclass

PREFIX = "/subscriptions"


@dataclass(frozen=True, slots=True)
class Links:
    """The pages of one token's holder below the house's public address.

    >>> Links("https://chat.example/").end("t0ken")
    'https://chat.example/subscriptions/t0ken/end'
    """

    public_url: str

    def page(self, token: str) -> str:
        """Return where a subscription is confirmed, shown and changed."""
        return f"{self.public_url.rstrip('/')}{PREFIX}/{token}"

    def end(self, token: str) -> str:
        """Return where a subscription is ended: with a click by a person, with a POST by a mail program (RFC 8058)."""
        return f"{self.page(token)}/end"
