"""Links to the company's own system, with a reference that says where the candidate came from."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import parse_qsl, urlsplit, urlunsplit

from storage.openings.openings import OpeningContent


@dataclass(frozen=True, slots=True)
class WayToApply:
    """How one applies: by a link with this reference, or where it is `guided`, here in the chat.

    Every link to an opening is made here, so that none goes out without the reference.
    """

    reference: str = ""
    guided: bool = False

    def to_apply(self, opening: OpeningContent) -> str | None:
        """Return where one applies in the company's own system; None where that is done here, or nowhere."""
        return with_reference(opening.apply_url, self.reference) if opening.apply_url and not self.guided else None

    def to_read(self, opening: OpeningContent) -> str | None:
        """Return where the advertisement stands."""
        return with_reference(opening.url, self.reference) if opening.url else None


LINK_ONLY = WayToApply()


def with_reference(url: str, reference: str) -> str:
    """Return the URL with the reference ("ref=candor") in its query; what the URL says itself stays.

    >>> with_reference("https://a.example/apply?id=7#form", "ref=candor")
    'https://a.example/apply?id=7&ref=candor#form'
    >>> with_reference("https://a.example/apply?ref=mail", "ref=candor")
    'https://a.example/apply?ref=mail'
    """
    parts = urlsplit(url)
    if not reference or parts.scheme not in ("http", "https"):
        return url
    given = {name for name, _ in parse_qsl(parts.query, keep_blank_values=True)}
    added = "&".join(each for each in reference.split("&") if each.partition("=")[0] not in given)
    return urlunsplit(parts._replace(query="&".join(filter(None, (parts.query, added)))))
