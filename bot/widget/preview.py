"""The panel as a preview for the desk: it opens no conversation and draws what the desk tells it."""

from __future__ import annotations

from storage.companies.companies import Company
from storage.companies.look import drawn
from texts import Texts

PANEL_TEXTS = "widget.panel."
_WAYS_IN = ("job_search", "help", "contact_human")


def setting(texts: Texts, company: Company, language: str) -> dict[str, object]:
    """Return what the preview needs besides the panel's texts: the look that is saved, and the words around it."""

    def say(key: str) -> str:
        return texts.get(language, key).replace("{company}", company.name)

    own = {key: say(f"{PANEL_TEXTS}{key}") for key in ("bot", "subtitle", "subtitle_named")}
    first = {key: say(key) for key in ("greeting", "greeting_named")}
    titles = [say(f"button.{intent}") for intent in _WAYS_IN]
    words = {**own, **first, "company": company.name, "ways_in": titles, "contact_human": titles[-1]}
    return {"words": words, "look": drawn(company.look)}
