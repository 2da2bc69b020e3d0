"""What a typed message does in the application that its conversation is making. Pure."""

from __future__ import annotations

from bot.applications.names import is_name, says_its_name
from bot.job_search.moves import Kind, Move
from bot.subscriptions.addresses import mentioned
from nlu.normalise import normalise
from nlu.understanding import Stage, Understanding
from storage.applications import Application
from texts import Texts

_BUTTONS = ("skip", "send", "back", "cancel")
_YES_NO = {("file", "deny"): "skip", ("confirm", "affirm"): "send", ("confirm", "deny"): "cancel"}
_NEVER_A_NAME = frozenset({"contact_human", "delete_my_data", "stop", "start_over", "change_language", "help"})
_QUESTION_ENDS = ("?", "？")


def hear_application(
    application: Application, understanding: Understanding, texts: Texts, threshold: float
) -> Move | None:
    """Return what the message answers, None when it is about something else, which is answered first."""
    said = _named(understanding, texts) or _answer(application, understanding, threshold)
    return None if said is None else Move(Kind.APPLY, applying=said)


def _named(understanding: Understanding, texts: Texts) -> tuple[str, str] | None:
    said = normalise(understanding.text)
    titles = {normalise(texts.get(understanding.language, f"button.apply.{what}")): what for what in _BUTTONS}
    for words in texts.get(understanding.language, "apply.words.back").split("|"):
        titles[normalise(words)] = "back"
    return (titles[said], "") if said in titles else None


def _answer(application: Application, seen: Understanding, threshold: float) -> tuple[str, str] | None:
    intent = seen.intent if seen.stage is Stage.GENERAL else None
    if (application.step, intent) in _YES_NO:
        return _YES_NO[application.step, intent or ""], ""
    asks = seen.text.rstrip().endswith(_QUESTION_ENDS)
    if application.step == "email":
        return _address(seen, other=asks or intent is not None or _explained(seen, threshold))
    if application.step == "name" and says_its_name(seen.text):
        return "name", seen.text
    if application.step != "name" or asks or intent in _NEVER_A_NAME or _explained(seen, threshold):
        return None
    return ("name", seen.text) if is_name(seen.text) or intent is None else None


def _address(seen: Understanding, *, other: bool) -> tuple[str, str] | None:
    found = mentioned(seen.text)
    if found:
        return "email", found[0] if len(found) == 1 else ""
    return None if other else ("email", seen.text)


def _explained(seen: Understanding, threshold: float) -> bool:
    return seen.stage is Stage.FAQ and seen.confidence >= threshold
