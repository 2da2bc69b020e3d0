"""The addresses of the pages of subscriptions."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote, urlencode

PREFIX = "/subscriptions"
FORM = "/subscribe"


@dataclass(frozen=True, slots=True)
class Links:
    """The pages below the house's public address: one token's holder's, and a company's form.

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

    def form(self, company: str, language: str, **typed: str) -> str:
        """Return where a company's form is, filled in with what is `typed` into its fields.

        >>> Links("https://chat.example").form("acme", "de", profession="Köchin", city="")
        'https://chat.example/subscribe/acme?lang=de&profession=K%C3%B6chin'
        """
        query = urlencode({"lang": language, **{name: text for name, text in typed.items() if text}})
        return f"{self.public_url.rstrip('/')}{FORM}/{quote(company)}?{query}"
