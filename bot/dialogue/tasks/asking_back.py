"""Asking back: which of a few categories was meant, whether a request is wanted, and what the reply says of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bot.brevity import is_brief
from bot.dialogue import listed
from bot.dialogue.acts import AskBack, Confirm, Defer, Fulfil
from bot.dialogue.buttons import ChooseCategory, Doubt, NoneOfThese, Request, act_of, button_for, offered_last
from bot.dialogue.category_titles import in_words
from bot.dialogue.clarification import chosen, confirmed, is_no, none_of_them
from bot.dialogue.context import Context
from bot.dialogue.cues import Cues
from bot.dialogue.policy import is_sure, likeliest_of
from bot.dialogue.questions import correction_of
from bot.dialogue.readings import Evidence, Question, Reading
from bot.dialogue.response import Reply, Response
from bot.dialogue.search.going_on import in_search
from bot.dialogue.task import Task
from bot.errors import InvalidMessage
from nlu.understanding import PRESSED, Guess, Stage, Understanding
from nlu.words.length import length
from nlu.words.negation import denies
from nlu.words.normalise import considered
from storage.reviews.decisions import Decision
from storage.snapshots import CompanySnapshot

CONFIRMED: Final = "confirmed"
NONE_OF_THEM: Final = "none_of_them"
CHOSEN: Final = "chosen"
GIVE_UP: Final = "give_up"
_LONGEST_YES: Final = 4
"""Words of a yes at most; what begins with one and goes on ("good, and the pay?") may say something else."""
_FEWEST_TO_CHOOSE: Final = 2
_KEYS: Final = {"unsure": "clarify", "guard": "guard.clarify", "doubted": "guard.doubted.clarify"}


def interpret(context: Context, cues: Cues) -> Iterator[Reading]:
    """Yield the message as the reply to what the bot has just asked back."""
    asked, seen = context.decided(context.state.clarifying), cues.understanding
    if context.application is None and not cues.turns.isdisjoint(("give_up", "put_off", "no")) and _is_open(context):
        yield Reading(GIVE_UP, act=Fulfil("deny"), opening=cues.search.opening if cues.search else None)
    if asked is None:
        return
    if _says_yes(cues, asked):
        yield Reading(CONFIRMED, {"begins_with_yes": 1.0}, Fulfil(asked.intent or ""), about=asked.message_seq)
    if len(asked.options) == 1 and _agrees(cues):
        yield _chosen(context, asked, asked.options[0], CONFIRMED, {"begins_with_yes": 1.0})
    said = confirmed(seen, asked)
    if said is not None:
        again = seen.intent == asked.intent
        yield Reading(CONFIRMED, {"says_it_again": float(again)}, said, about=asked.message_seq)
    elif asked.stage is not Stage.GENERAL and is_no(seen):
        yield _none_of_them(context, asked)


def plainly(context: Context, cues: Cues) -> Reading | None:
    """Return what a message chooses of what the bot has asked back with, or that it turns the last answer down."""
    return _chosen_plainly(context, cues) or _turned_down(context, cues)


def _turned_down(context: Context, cues: Cues) -> Reading | None:
    """The answer above was not what was asked, in words of no list; what was meant instead says so itself."""
    if not cues.plainly_takes("not_meant") or (context.topic and correction_of(context, context.topic)):
        return None
    doubted = [act for act in map(act_of, offered_last(context.recent)) if isinstance(act, Doubt)]
    return pressed_doubt(context, doubted[0]) if doubted and context.decided(doubted[0].question) else None


def _chosen_plainly(context: Context, cues: Cues) -> Reading | None:
    """Which of the categories a short message names that the bot has asked back with, if it does."""
    asked, seen = context.decided(context.state.clarifying), cues.understanding
    if asked is None or not asked.options or not is_brief(seen.text):
        return None
    thresholds = context.service.thresholds
    is_another = cues.comes_first or (is_sure(seen, thresholds) and seen.intent not in asked.options)
    if is_another or cues.addresses or context.application is not None or denies(seen.text, seen.language):
        return None
    if len(asked.options) < _FEWEST_TO_CHOOSE:
        return _chosen(context, asked, asked.options[0]) if _goes_on(context, cues, asked) else None
    named = _named(context, cues, asked.options)
    named = named or (None if cues.picks else likeliest_of(asked.options, seen, thresholds))
    return _chosen(context, asked, named) if named else None


def _goes_on(context: Context, cues: Cues, asked: Decision) -> bool:
    """Whether a message goes on with the question of which one category was asked back, as if that were agreed.

    Both together ask for that category: surely, where something else may be asked by itself.
    """
    before, seen, thresholds = context.earlier.get(asked.message_seq), cues.understanding, context.service.thresholds
    if before is None or asked.stage is Stage.GENERAL or seen.stage is Stage.GENERAL or cues.names_something:
        return False
    asks_another = seen.intent not in asked.options and seen.confidence >= thresholds.clarify_floor
    least = thresholds.faq if asks_another else thresholds.second
    whole = context.parse_in(seen.language, f"{before.text.rstrip()} {seen.text.strip()}")
    return whole.stage is Stage.FAQ and whole.intent in asked.options and whole.confidence >= least


def _named(context: Context, cues: Cues, options: Sequence[str]) -> str | None:
    """The only category asked back with that a message names, and asks nothing: by its place or words of its title."""
    if cues.asks_in_any_form:
        return None
    text, language = cues.understanding.text, cues.understanding.language
    places = [place for place in listed.placed(cues.picks, len(options)) if 0 <= place < len(options)]
    named = [options[place] for place in places]
    named = named if cues.picks else list(listed.called(text, _titles_of(context, options), language))
    return named[0] if len(named) == 1 else None


def _titles_of(context: Context, categories: Sequence[str]) -> dict[str, str]:
    """The title of each category as candidates read it, else what the company's people call it."""
    spoken, known = (context.language, context.company.default_language), context.snapshot
    titles = known.titles(categories, *spoken)
    return {name: titles.get(name) or _for_want_of_one(known, name, *spoken) for name in categories}


def _for_want_of_one(known: CompanySnapshot, name: str, *spoken: str) -> str:
    answer = known.written(name, *spoken)
    return in_words(known.labels.get(name, name), answer.whole if answer else "")


def _is_open(context: Context) -> bool:
    """Whether there is something to give up: the bot asked for something, or told how to apply."""
    search = context.state.current_search
    return (
        context.state.waits or context.state.clarifying is not None or (search is not None and search.told is not None)
    )


def _says_yes(cues: Cues, asked: Decision) -> bool:
    """Whether it begins with a yes to the question whether a request is wanted, which no model took for one."""
    seen = cues.understanding
    known = seen.says("affirm", "deny")
    return (
        cues.confirming
        and asked.intent is not None
        and not known
        and "yes" in cues.turns
        and not denies(seen.text, seen.language)
    )


def _agrees(cues: Cues) -> bool:
    """Whether it says yes, and little else, to the only category that the bot has asked about."""
    seen = cues.understanding
    says_yes = "yes" in cues.turns and length(considered(seen.text)) <= _LONGEST_YES
    return cues.asked_back and (seen.says("affirm") or says_yes) and not denies(seen.text, seen.language)


def _chosen(
    context: Context, asked: Decision, category: str, kind: str = CHOSEN, seen: Evidence | None = None
) -> Reading:
    """The question that the bot asked back about, with the category that was meant."""
    question = Question(chosen(context.text, asked, category))
    return Reading(kind, seen or {}, question=question, about=asked.message_seq)


def _none_of_them(context: Context, asked: Decision) -> Reading:
    question = Question(none_of_them(context.text, asked))
    return Reading(NONE_OF_THEM, act=Defer(), question=question, about=asked.message_seq)


def pressed_request(context: Context, act: Request) -> Reading:
    """Return a general intent, or whether what the bot asked back about is wanted."""
    asked, said = context.decided(context.state.clarifying), _said(context, act.intent)
    answer = confirmed(said, asked) if asked is not None else None
    if answer is None or asked is None:
        return Reading("request", act=Fulfil(act.intent))
    return Reading(CONFIRMED, act=answer, about=asked.message_seq)


def _said(context: Context, intent: str) -> Understanding:
    ranking = (Guess(intent, 1.0),)
    return Understanding(context.text, context.language, Stage.GENERAL, intent, 1.0, ranking, (), PRESSED)


def pressed_category(context: Context, act: ChooseCategory) -> Reading:
    """Return one of the categories that the bot asked back with about a question, or one that stands by itself."""
    asked = context.decided(context.asked_back)
    if asked is not None:
        return _chosen(context, asked, act.category)
    guesses = (Guess(act.category, 1.0),)
    said = Understanding(context.text, context.language, Stage.FAQ, act.category, 1.0, guesses, (), PRESSED)
    return Reading(CHOSEN, question=Question(said))


def pressed_none(context: Context, act: NoneOfThese) -> Reading:
    """Return that none of the categories was meant that the bot asked back with."""
    asked = context.decided(act.question)
    if asked is not None:
        return _none_of_them(context, asked)
    nothing = Understanding(context.text, context.language, Stage.FAQ, None, 1.0, (), (), PRESSED)
    return Reading(NONE_OF_THEM, act=Defer(), question=Question(nothing))


def pressed_doubt(context: Context, act: Doubt) -> Reading:
    """Return that an answer was not what its question meant; raises InvalidMessage."""
    asked = context.decided(act.question)
    if asked is None:
        raise InvalidMessage("unknown_button")
    question = Question(none_of_them(context.text, asked))
    return Reading("doubt", act=Defer(), question=question, about=asked.message_seq, doubts=True)


def ask_back(context: Context, act: AskBack) -> Response:
    """Ask whether one of a few categories was meant, or the only one that may be."""
    meant = [button_for(ChooseCategory(name), title) for name, title in _titles_of(context, act.options).items()]
    one = "" if len(meant) > 1 else ".one"
    none = button_for(NoneOfThese(context.seq), context.say(f"button.something_else{one}"))
    key = _KEYS[act.why] if act.by_ad is None else "clarify_below_an_ad"
    said = Reply(context.say(f"{key}{one}"), (*meant, none))
    return in_search(context, Response((said,), context.after(clarifying=context.seq)))


def ask_to_confirm(context: Context, act: Confirm) -> Response:
    """Ask whether the message wants a general intent that deletes, ends or passes on."""
    yes = button_for(Request(act.intent), context.say(f"button.confirm.{act.intent}"))
    no = button_for(Request("deny"), context.say("button.confirm.no"))
    said = Reply(context.say(f"confirm.{act.intent}"), (yes, no))
    return in_search(context, Response((said,), context.after(clarifying=context.seq)))


TASK: Final = Task(
    "asking_back",
    interpret,
    plainly,
    press={
        Request: pressed_request,
        ChooseCategory: pressed_category,
        NoneOfThese: pressed_none,
        Doubt: pressed_doubt,
    },
    respond={AskBack: ask_back, Confirm: ask_to_confirm},
)
