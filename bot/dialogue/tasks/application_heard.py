"""What a typed message says to an application that is being made. Pure."""

from __future__ import annotations

import re
from typing import Final

from bot.addresses import says_little_else
from bot.applications.names import (
    is_bare_name,
    is_name,
    says_its_name,
)
from bot.brevity import is_brief
from bot.dialogue.application_acts import GoOnApplying
from bot.dialogue.buttons import NoAnswerByMail, StepInApplication, act_of, offered_last
from bot.dialogue.context import Context
from bot.dialogue.cues import Cues
from bot.dialogue.policy import is_sure
from bot.dialogue.said_forms import is_one_of, says_one_of, without_forms
from bot.dialogue.state import AN_ADDRESS
from bot.dialogue.talked_of import only_applies
from bot.dialogue.tasks.application_mended import mended_name, mends_the_address, without_address
from bot.dialogue.tasks.application_name import is_no_name, is_plainly_a_name, lets_the_name_be, put_right
from nlu.steps.said import OF_A_FORM, Step
from nlu.steps.turn_words import says, says_only
from nlu.understanding import Stage
from nlu.words.negation import denies
from nlu.words.ngrams import words_in
from nlu.words.normalise import considered
from storage.applications.applications import DETAILS, Application

_BUTTONS: Final = ("skip", "send", "back", "cancel", "go_on")
_YES_NO: Final = {
    ("file", "affirm"): "go_on",
    ("file", "deny"): "skip",
    ("confirm", "affirm"): "send",
    ("confirm", "deny"): "change",
}
"""What yes and no mean to what a step asks; with a file one goes on by choosing it, which is asked for once more."""
_ASKED_BY: Final = {"file": "upload", "confirm": "send"}
"""A button under the question of a step that yes and no answer."""
_STEPS: Final[dict[Step, GoOnApplying]] = {
    "no_address": GoOnApplying("no_address"),
    "no_file": GoOnApplying("skip"),
    "send": GoOnApplying("send"),
    "why": GoOnApplying("why"),
    "no_phone": GoOnApplying("why"),
    "is_kept": GoOnApplying("put_off"),
    "left": GoOnApplying("left"),
    "add_words": GoOnApplying("add_words"),
    "wrong_name": GoOnApplying("change", "name"),
    "wrong_address": GoOnApplying("change", "email"),
    "one_back": GoOnApplying("back"),
}
_BESIDE_AN_END: Final = ("beside_it", "give_up", "interrupts", "no", "yes")
_BESIDE_A_WORD: Final = ("no", "yes")
_BESIDE_SENDING: Final = ("yes", "beside_it", "go_on")
_CLAUSE_END: Final = re.compile(r"[,;:.!?，；：。！？…\n]+")
_BARE_NO: Final = 2
"""Words of a no that says nothing else ("no thanks")."""
_BETWEEN: Final = 3
"""Words at most between "without" and what it leaves out."""


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
    if _applies(context, cues, application):
        return GoOnApplying("go_on")
    if application.step == "name" and is_plainly_a_name(context, cues):
        return GoOnApplying("name", context.text)
    said = _yes_or_no(context, application)
    if said is not None:
        return GoOnApplying(said)
    if _goes_on_without(context, cues, application):
        return GoOnApplying("skip")
    found = cues.addresses
    if len(found) == 1 and _is_asked_by_another(context, cues, application):
        return None
    if len(found) == 1 and says_little_else(context.text, found) and not cues.asks_in_any_form:
        both = application.step == "name" or says_its_name(without_address(context.text) or "")
        return GoOnApplying("name", context.text) if both else GoOnApplying("email", found[0])
    if len(found) == 1 and cues.step == "wrong_address":
        right = found[0] != application.email
        return GoOnApplying("email", found[0]) if right else _STEPS["wrong_address"]
    if len(found) == 1 and mends_the_address(context, cues, application):
        return GoOnApplying("email", found[0])
    mended = mended_name(context, cues, application)
    if mended is not None:
        return GoOnApplying("name", mended)
    change = _change(context, cues, application)
    if application.step == "name" and application.name and lets_the_name_be(context.text):
        return GoOnApplying("name", application.name)
    if application.step != "name":
        change = _introduced(context, cues) or (change and put_right(context, change)) or change
    return change or _in_any_words(context, cues)


def left_in_so_many_words(context: Context, cues: Cues) -> GoOnApplying | None:
    """Return how a message leaves an application that says nothing else: for good, or for a moment ("no, hang on")."""
    text, language = context.text, context.understanding.language
    if context.application is None or cues.is_question:
        return None
    if says(text, language, "ends_it", _BESIDE_AN_END):
        return GoOnApplying("cancel")
    waits = any(says(text, language, each, _BESIDE_A_WORD) for each in ("interrupts", "leaves"))
    return GoOnApplying("put_off") if waits else None


def _applies(context: Context, cues: Cues, application: Application) -> bool:
    """Whether a message says nothing but that its writer applies, who does already; what is shown last is sent then."""
    return "apply" in cues.turns and only_applies(context) and application.step != "confirm"


def _yes_or_no(context: Context, application: Application) -> str | None:
    """Return what a bare yes or no means to what the bot has just asked; who is asked for an address gives none so."""
    text, language = context.text, context.understanding.language
    intents = (("affirm", "yes"), ("deny", "no"))
    intent = next((intent for intent, meaning in intents if says_only(text, language, (meaning,))), None)
    is_asked = application.step == "email" or (application.step == "name" and application.name is None)
    if is_asked and says_only(text, language, ("yes", "go_on")):
        return "go_on"
    asked_by = _ASKED_BY.get(application.step)
    return _YES_NO.get((application.step, intent or "")) if asked_by and _is_asked(context, asked_by) else None


def _in_any_words(context: Context, cues: Cues) -> GoOnApplying | None:
    """Return the step that the message takes in words of no list; sent is only what the bot has just asked about.

    Who asks whether it goes without a file is told so, as who asks why. A name is no such question.
    """
    step, asks = next((each for each in _STEPS if cues.plainly_takes(each)), None), cues.asks_in_any_form
    if step is None or (step != "wrong_name" and says_its_name(context.text)):
        return None
    if step in OF_A_FORM and cues.applying == "name" and not asks and is_bare_name(context.text):
        return None
    if step == "send" and (asks or _holds_back(context, cues)):
        return None
    if step == "send" and not _is_asked(context, "send"):
        return GoOnApplying("go_on") if cues.applying == "confirm" else None
    if step == "why" and cues.applying == "name" and is_name(context.text) and not asks:
        return None
    return _STEPS["why" if step == "no_file" and asks else step]


def _holds_back(context: Context, cues: Cues) -> bool:
    """Whether a message denies something, gives it up or puts it off: nothing is sent then."""
    return denies(context.text, cues.understanding.language) or not cues.turns.isdisjoint(("give_up", "put_off"))


def _goes_on_without(context: Context, cues: Cues, application: Application) -> bool:
    """Whether no file is to be added: that is said, the question for one denied, or all to be sent as it is."""
    said = _skips(context, cues, application) or _wants_no_file(context, cues, application)
    return said or _sends_as_it_is(context, cues)


def _wants_no_file(context: Context, cues: Cues, application: Application) -> bool:
    """Whether a bare no answers the question for a file."""
    is_asked = application.step == "file" and _is_asked(context, "upload")
    denies_it = cues.understanding.says("deny", least=cues.thresholds.plain) and "put_off" not in cues.turns
    return is_asked and denies_it and len(words_in(considered(context.text))) <= _BARE_NO


def _skips(context: Context, cues: Cues, application: Application) -> bool:
    """Whether it goes on without a file, in whatever order of words, and denies or puts off nothing else."""
    texts, language = context.service.texts, context.understanding.language
    if application.step != "file" or cues.asks_in_any_form or cues.puts_off or not is_brief(context.text):
        return False
    skip, without, file = (texts.get(language, f"apply.words.{each}") for each in ("skip", "without", "file"))
    said = [each for each in _CLAUSE_END.split(context.text) if says_one_of(each, skip)]
    said += [each for each in _CLAUSE_END.split(context.text) if _leaves_out(each, without, file)]
    return bool(said) and not denies(without_forms(context.text, f"{skip}|{without}"), language)


def _sends_as_it_is(context: Context, cues: Cues) -> bool:
    """Whether who was asked for a file says nothing but that all is to be sent: it is shown then, without one."""
    sends = says(context.text, context.understanding.language, "send_it", _BESIDE_SENDING)
    return sends and _is_asked(context, "upload") and not cues.is_question


def _leaves_out(clause: str, without: str, file: str) -> bool:
    """Whether a clause is a word like "without" alone, or has one shortly before a word for the file."""
    if is_one_of(clause, without):
        return True
    said = words_in(considered(clause))
    places = [at for at in range(len(said)) for form in without.split("|") if says_one_of(" ".join(said[:at]), form)]
    after = " ".join(said[min(places) :][: _BETWEEN + 1]) if places else ""
    return says_one_of(after, file)


def _introduced(context: Context, cues: Cues) -> GoOnApplying | None:
    """Return the name that the message gives ("wait, my name is Bo")."""
    says = says_its_name(context.text) and not cues.asks_in_any_form
    return GoOnApplying("name", context.text) if says else None


def said_by_name(context: Context) -> GoOnApplying | None:
    """Return the step whose button's title was typed."""
    texts, language, said = context.service.texts, context.understanding.language, considered(context.text)
    titles = {considered(texts.get(language, f"button.apply.{what}")): what for what in _BUTTONS}
    for back in texts.get(language, "apply.words.back").split("|"):
        titles[considered(back)] = "back"
    return GoOnApplying(titles[said]) if said in titles else None


def _change(context: Context, cues: Cues, application: Application) -> GoOnApplying | None:
    """Return which detail is to be changed of those that were asked for; a question that is understood changes none."""
    texts, language, text = context.service.texts, context.understanding.language, context.text
    change = texts.get(language, "apply.words.change")
    says = [each for each in DETAILS if says_one_of(text, texts.get(language, f"apply.words.{each}"))]
    if len(says) != 1 or not is_brief(text) or not says_one_of(text, change):
        return None
    asks = cues.asks_in_any_form and is_sure(cues.understanding, context.service.thresholds)
    lets_be = denies(without_forms(text, change), language)
    return GoOnApplying("change", says[0]) if says[0] in application.asked and not asks and not lets_be else None


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
    if step == "email" and (_is_asked_for_answers(context) or _asks_in_between(cues)):
        return None
    if step == "email":
        return GoOnApplying("email", cues.addresses[0] if len(cues.addresses) == 1 else seen.text)
    asks = is_sure(seen, context.service.thresholds) or cues.asks_in_any_form
    may_be_one = says_its_name(seen.text) or (not asks and (is_name(seen.text) or intent is None))
    return GoOnApplying("name", seen.text) if may_be_one and not is_no_name(context, cues) else None


def _asks_in_between(cues: Cues) -> bool:
    """Whether a message that was asked for an address asks or interrupts instead, and tries to give none."""
    asks = cues.asks_in_any_form or "interrupts" in cues.turns
    return asks and not cues.addresses and "@" not in cues.understanding.text


def _is_asked_for_answers(context: Context) -> bool:
    """Whether the bot's last words ask where a person's answer is to be mailed."""
    return any(isinstance(act_of(each), NoAnswerByMail) for each in offered_last(context.recent))


def _is_asked_by_another(context: Context, cues: Cues, application: Application) -> bool:
    """Whether an address is wanted for a person's answer or a job alert, and not for the application as well."""
    is_for_alerts = application.step != "email" and not cues.expected.isdisjoint(AN_ADDRESS)
    return is_for_alerts or _is_asked_for_answers(context)


def _is_asked(context: Context, button: str) -> bool:
    return StepInApplication(button) in map(act_of, offered_last(context.recent))
