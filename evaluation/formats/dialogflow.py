"""What Dialogflow ES and CX share: a training phrase in parts, and rich messages as a payload of one's own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from evaluation.formats.content import Pairs, ReadingNote, ReplyRow, kept_line, plain

_OWN: Final = "candor"
"""The key in a payload that says title, buttons and links exactly; chips show them in Dialogflow Messenger."""
_TAGS: Final = {"zh": "zh-CN"}


def tag(language: str | None) -> str:
    """Return the tag by which Dialogflow knows a language."""
    return _TAGS.get(language or "en", language or "en")


def phrase(parts: Any) -> str:
    """Return a training phrase as plain text, whatever in it is annotated.

    >>> phrase([{"text": "jobs in "}, {"text": "Berlin", "alias": "city"}])
    'jobs in Berlin'
    """
    every = parts if isinstance(parts, list) else []
    return kept_line("".join(str(part.get("text", "")) for part in every if isinstance(part, dict)))


def payload_of(reply: ReplyRow) -> dict[str, Any] | None:
    """Return the payload that shows an answer's buttons and links and says its title; None for one without any."""
    if not (reply.title or reply.buttons or reply.links or reply.more):
        return None
    options = [{"text": title} for title, _ in reply.buttons or ()]
    options += [{"text": title, "link": url} for title, url in reply.links or ()]
    own = {
        "title": reply.title or "",
        "more": reply.more or "",
        "buttons": [{"title": title, "target": target} for title, target in reply.buttons or ()],
        "links": [{"title": title, "url": url} for title, url in reply.links or ()],
    }
    return {"richContent": [[{"type": "chips", "options": options}]] if options else [], _OWN: own}


def notes(**counted: int) -> list[ReadingNote]:
    """Return a note of each code of which there is any.

    A fallback intent holds what the agent must not take for a topic: its phrases are no questions to one.

    >>> notes(variants=0, fallbacks=1)
    [ReadingNote(code='fallbacks', n=1)]
    """
    return [ReadingNote(code, n) for code, n in counted.items() if n]


class ReplyMessages:
    """The messages that answer an intent in one language, gathered into a reply."""

    def __init__(self) -> None:
        self.variants = 0
        self._texts: list[str] = []
        self._title = ""
        self._more: str | None = None
        self._buttons: list[tuple[str, str]] = []
        self._links: list[tuple[str, str]] = []

    def text(self, wordings: Any) -> None:
        """Take the first of several wordings of a message."""
        every = [wordings] if isinstance(wordings, str) else wordings if isinstance(wordings, list) else []
        said = [plain(one) for one in every if isinstance(one, str) and plain(one)]
        self.variants += len(said) > 1
        self._texts += said[:1]

    def choice(self, title: Any, words: Any = None, url: Any = None) -> None:
        """Take a button: one with an address is a link."""
        if isinstance(title, str) and plain(title):
            name = kept_line(title)
            self._links += [(name, plain(url))] if isinstance(url, str) and url else []
            self._buttons += [] if isinstance(url, str) and url else [(name, plain(str(words or title)))]

    def payload(self, payload: Any) -> None:
        """Take what a payload of Dialogflow Messenger shows."""
        if not isinstance(payload, dict):
            return
        if isinstance(payload.get(_OWN), dict):
            self._exactly(payload[_OWN])
            return
        for element in _elements(payload.get("richContent")):
            if element.get("type") == "info":
                self._title = self._title or kept_line(str(element.get("title") or ""))
            for option in _dicts([element, *_list(element.get("options"))]):
                if option.get("type") in (None, "button"):
                    self.choice(option.get("text"), url=option.get("link") or option.get("anchor"))

    def _exactly(self, own: Mapping[str, Any]) -> None:
        self._title = kept_line(str(own.get("title") or ""))
        self._more = plain(str(own.get("more") or "")) or None
        for each in _dicts(_list(own.get("buttons"))):
            self.choice(each.get("title"), each.get("target"))
        for each in _dicts(_list(own.get("links"))):
            self.choice(each.get("title"), url=each.get("url"))

    def reply(self, category: str, language: str) -> ReplyRow | None:
        """Return the reply; None where nothing is said."""
        buttons: Pairs = tuple(dict.fromkeys(self._buttons))
        links: Pairs = tuple(dict.fromkeys(self._links))
        text = "\n\n".join(self._texts)
        return ReplyRow(category, language, text, self._title, buttons, links, self._more) if text else None


def _elements(rich: Any) -> Iterable[Mapping[str, Any]]:
    return _dicts(element for group in _list(rich) for element in _list(group))


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _dicts(values: Iterable[Any]) -> list[Mapping[str, Any]]:
    return [value for value in values if isinstance(value, dict)]
