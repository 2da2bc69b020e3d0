"""What a typed message says to an application that is being made. Pure."""

from __future__ import annotations

import re
from typing import Final

from bot.addresses import mentioned, says_little_else
from bot.applications.names import is_name, says_its_name
from bot.dialogue.buttons import NoAnswerByMail, StepInApplication, act_of
from bot.dialogue.context import Context
from bot.dialogue.cues import Cues, says_one_of
from bot.dialogue.job_acts import GoOnApplying
from bot.dialogue.policy import is_sure
from bot.dialogue.pressing import offered_last
from nlu.entities.words import words
from nlu.normalise import considered
from nlu.understanding import Stage
from storage.applications import DETAILS, Application

_BUTTONS: Final = ("skip", "send", "back", "cancel", "go_on")
_YES_NO: Final = {("file", "deny"): "skip", ("confirm", "affirm"): "send", ("confirm", "deny"): "change"}
_ASKED_BY: Final = {"file": "skip", "confirm": "send"}
"""The button under the question of a step that yes and no answer."""
_CLAUSE_END: Final = re.compile(r"[,;:.!?，；：。！？…\n]+")
_BESIDE_AN_ADDRESS: Final = " \t\n,;:/|·-–—，；："
_FEW_WORDS: Final = 8


def plain_step(context: Context, cues: Cues) -> GoOnApplying | None:
    """Return what a message says to the application and can hardly mean anything else.

    It names a button or what is to be changed, or gives once more what was given before; at the beginning the name and
    the address may come together.
    """
    application = context.application
    if application is None:
        return None
    named = said_by_name(context)
    if named is not None:
        return named
    if _skips(context, cues, application):
        return GoOnApplying("skip")
    if application.step == "name":
        both = without_address(context.text) or ""
        return GoOnApplying("name", context.text) if is_name(both) and not cues.asks_in_any_form else None
    if len(cues.addresses) == 1 and says_little_else(context.text, cues.addresses):
        return None if _is_asked_for_answers(context) else GoOnApplying("email", cues.addresses[0])
    return _change(context, cues, application) or _introduced(context, cues)


def _skips(context: Context, cues: Cues, application: Application) -> bool:
    """Whether it goes on without a file, in whatever order of words."""
    forms = context.service.texts.get(context.understanding.language, "apply.words.skip")
    brief = len(words(context.text)) <= _FEW_WORDS and not cues.asks_in_any_form
    return application.step == "file" and brief and says_one_of(context.text, forms)


def _introduced(context: Context, cues: Cues) -> GoOnApplying | None:
    """Return the name that a part of the message gives ("wait, my name is Bo")."""
    parts = [] if cues.asks_in_any_form else map(str.strip, _CLAUSE_END.split(context.text))
    said = next(filter(says_its_name, parts), None)
    return None if said is None else GoOnApplying("name", said)


def said_by_name(context: Context) -> GoOnApplying | None:
    """Return the step whose button's title was typed."""
    texts, language, said = context.service.texts, context.understanding.language, considered(context.text)
    titles = {considered(texts.get(language, f"button.apply.{what}")): what for what in _BUTTONS}
    for back in texts.get(language, "apply.words.back").split("|"):
        titles[considered(back)] = "back"
    return GoOnApplying(titles[said]) if said in titles else None


def without_address(text: str) -> str | None:
    """Return what a text says beside the one address in it, None where there is none or several.

    >>> without_address("Anna Löpez, anna@example.org"), without_address("Anna Löpez")
    ('Anna Löpez', None)
    """
    found = mentioned(text)
    return text.replace(found[0], " ").strip(_BESIDE_AN_ADDRESS) if len(found) == 1 else None


def _change(context: Context, cues: Cues, application: Application) -> GoOnApplying | None:
    """Return which detail is to be changed of those that were asked for; a question that is understood changes none."""
    texts, language, text = context.service.texts, context.understanding.language, context.text
    says = [each for each in ("change", *DETAILS) if says_one_of(text, texts.get(language, f"apply.words.{each}"))]
    if len(says) != 2 or says[0] != "change" or len(words(text)) > _FEW_WORDS:
        return None
    asks = cues.asks_in_any_form and is_sure(cues.understanding, context.service.thresholds)
    return GoOnApplying("change", says[1]) if says[1] in application.asked and not asks else None


def answered(context: Context, cues: Cues, application: Application) -> GoOnApplying | None:
    """Return what the message says if it answers what is asked for, None where it cannot.

    Yes and no answer the bot's last words only. No name is what is understood as a question to the company, or put as
    one, unless it is given as a name.
    """
    seen, step = cues.understanding, application.step
    intent = seen.intent if seen.stage is Stage.GENERAL else None
    if step in _ASKED_BY:
        said = _YES_NO.get((step, intent or "")) if _is_asked(context, _ASKED_BY[step]) else None
        return GoOnApplying(said) if said else None
    if step == "email" and _is_asked_for_answers(context):
        return None
    if step == "email":
        return GoOnApplying("email", cues.addresses[0] if len(cues.addresses) == 1 else seen.text)
    asks = is_sure(seen, context.service.thresholds) or cues.asks_in_any_form
    may_be_one = says_its_name(seen.text) or (not asks and (is_name(seen.text) or intent is None))
    return GoOnApplying("name", seen.text) if may_be_one else None


def _is_asked_for_answers(context: Context) -> bool:
    """Whether the bot's last words ask where a person's answer is to be mailed."""
    return any(isinstance(act_of(each), NoAnswerByMail) for each in offered_last(context.recent))


def _is_asked(context: Context, button: str) -> bool:
    return StepInApplication(button) in map(act_of, offered_last(context.recent))
