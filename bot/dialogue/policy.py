"""What the bot does with a message: which reading it takes, and whether it answers, asks back or defers. Pure.

How sure the bot must be stands in `Thresholds`; what is read of a message (`cues.py`, the tasks) compares with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.dialogue.acts import (
    Act,
    AskBack,
    CheckSafety,
    Confirm,
    Defer,
    Fulfil,
    GiveAnswer,
    PassOn,
    Why,
)
from bot.dialogue.readings import Interpretation, Question
from bot.dialogue.search_acts import Also, Search
from bot.guard.exchange import Action
from nlu.understanding import PRESSED, Guess, Level, Stage, Understanding
from nlu.words.negation import denies
from nlu.words.ngrams import word_ngrams
from nlu.words.normalise import considered
from nlu.words.question_form import is_question

MOST_OPTIONS: Final = 3
CONFIRMED: Final = frozenset({"delete_my_data", "stop", "start_over", "job_unsubscribe", "contact_human"})
"""General intents that delete, end, forget or pass on: done at once only where the message says it plainly."""
_PLAIN_WORDS: Final = {"zh": 16}  # characters
_MOST_PLAIN_WORDS: Final = 10


@dataclass(frozen=True, slots=True)
class Thresholds:
    """How sure the bot must be, in [0, 1]; docs/dialogue.md tells what each was chosen on."""

    faq: float = 0.65
    """The least confidence with which the answer of a category is given."""
    corrected: float = 0.4
    """As much is enough for what was meant instead of what was answered ("no, I meant the pay")."""
    second: float = 0.4
    """As much is enough for a second question, beside one that is answered."""
    clarify_floor: float = 0.25
    """Where no answer is given, the best guess must have as much for the bot to ask back."""
    clarify_closeness: float = 0.4
    """The share of the best guess that others must have to be asked back with."""
    clarify_alone: float = 0.35
    """From here on the bot asks back with the best guess where no other comes close."""
    request_floor: float = 0.25
    """From here on a message may be a request or a courtesy that the models heard, and is no step of the talk then."""
    plain: float = 0.9
    """From here on a short request is done without asking, and what may be said of an application just sent is."""
    person: float = 0.75
    """From here on a person is called without asking, however long the request is: that takes nothing away."""
    stands_alone: float = 0.9
    """From here on a message is read with the answer before it only where it says that it hangs on that."""
    understood: float = 0.7
    """From here on a guess keeps a message from being a reply to what a search asked, a step or an addition."""
    surely_taken: float = 0.7
    """A step taken with less is shown to recruiters; a step of a search with as much is done beside possible danger."""
    named: float = 0.1
    """Below it a message does not name a category at all."""
    least_option: float = 0.02
    """Guesses below it are not asked back with by the guard, and chosen by no words among those asked back with."""
    beside_in_search: float = 0.5
    """Up to this share of words that say nothing of a search, a workplace ("in the kitchen") is a trade in a search."""
    beside_wish: float = 0.4
    """The same before a search, where a job is plainly wanted."""
    beside_at_first: float = 0.25
    """The same before a search, where none is plainly wanted."""
    both: float = 0.05
    """From this probability of the less probable one on, an advertisement and the company's answer are both said."""


def act_on(interpretation: Interpretation, thresholds: Thresholds, *, may_ask: bool) -> Act:
    """Return what is done with a message as it was taken; with `may_ask` False (the bot has just asked back) no asking.

    Whether somebody may be in danger comes before everything else that a message says.
    """
    reading, question = interpretation.reading, interpretation.reading.question
    if reading.act is not None:
        return reading.act
    enough = replace(thresholds, faq=thresholds.corrected) if question and question.corrects else thresholds
    act = decide(interpretation.asked, enough, may_ask=may_ask)
    act = act if question is None else _as_asked(act, question, thresholds)
    if isinstance(act, Defer | AskBack) and act.why == "unsure":
        return replace(act, wish=interpretation.names, by_ad=interpretation.by_ad)
    return act


def is_plain_step(interpretation: Interpretation, thresholds: Thresholds) -> bool:
    """Tell whether a message that may be about danger is plainly a step of a job search, so that it is done as well.

    Its writer is asked about their safety beside it: lives told in a search name much that danger does.
    """
    taken = isinstance(interpretation.reading.act, Search)
    weighed = interpretation.probability
    return taken and (weighed is None or weighed >= thresholds.surely_taken)


def _as_asked(act: Act, question: Question, thresholds: Thresholds) -> Act:
    """What is done with a question in its conversation, where the message alone would lead to `act`."""
    topic = question.understanding.intent
    if question.on_topic and topic is not None and not _asks_between(act, topic):
        act = GiveAnswer(topic) if question.told else PassOn(topic)
    if isinstance(act, GiveAnswer | PassOn) and question.kept_back:
        return Defer("kept_back")
    if not isinstance(act, GiveAnswer):
        return act
    other = question.also
    also = Also(other.text, other.intent if is_sure_beside(other, thresholds) else None) if other is not None else None
    return replace(act, also=also, follows_up=question.on_topic)


def _asks_between(act: Act, topic: str) -> bool:
    """Whether something is asked back, and more than whether the topic is meant that was just answered."""
    return isinstance(act, AskBack | CheckSafety) and not (isinstance(act, AskBack) and act.options == (topic,))


def is_sure(seen: Understanding, thresholds: Thresholds) -> bool:
    """Tell whether a message is understood as a category's question, sure enough to be answered."""
    return seen.stage is Stage.FAQ and seen.confidence >= thresholds.faq


def is_sure_beside(seen: Understanding, thresholds: Thresholds) -> bool:
    """Tell whether that is so for a second question, beside one that is answered."""
    return seen.stage is Stage.FAQ and seen.confidence >= min(thresholds.second, thresholds.faq)


def likeliest_of(options: Sequence[str], seen: Understanding, thresholds: Thresholds) -> str | None:
    """Return which of the categories asked back with an unsure message names: its best guess, and no other one close.

    >>> ranking = Guess("salary", 0.1), Guess("parking", 0.09), Guess("benefits", 0.03)
    >>> seen = Understanding("Geld", "de", Stage.FAQ, "salary", 0.1, ranking, (), "v1")
    >>> [likeliest_of(("salary", other), seen, Thresholds()) for other in ("benefits", "parking")]
    ['salary', None]
    """
    if seen.stage is not Stage.FAQ or seen.intent not in options or is_sure(seen, thresholds):
        return None
    if seen.confidence < thresholds.least_option:
        return None
    least = seen.confidence * thresholds.clarify_closeness
    close = [guess.intent for guess in seen.ranking if guess.intent in options and guess.confidence >= least]
    return seen.intent if close == [seen.intent] else None


def decide(understanding: Understanding, thresholds: Thresholds, *, may_ask: bool = True) -> Act:
    """Answer when the best guess is sure enough; else ask back when one or few guesses are left, and defer otherwise.

    A message of which it is not sure whether somebody is in danger is asked about first, and so is whether to delete,
    end or pass on where the message does not plainly say so; an unsure question about one's data is no request at all.

    With `may_ask` False (the bot has just asked back) it defers instead of asking again.

    A general intent has passed its own threshold inside the pipeline (it would have fallen through to the FAQ stage
    otherwise), so only FAQ guesses are held against `thresholds.faq` here.

    >>> ranking = Guess("salary", 0.4), Guess("benefits", 0.3), Guess("parking", 0.1)
    >>> seen = Understanding("Gehalt?", "de", Stage.FAQ, "salary", 0.4, ranking, (), "v1")
    >>> decide(seen, Thresholds())
    AskBack(options=('salary', 'benefits'), why='unsure', wish=None, by_ad=None)
    >>> alone = Thresholds(clarify_closeness=0.9)
    >>> decide(seen, alone), decide(seen, replace(alone, clarify_alone=0.5)).kind
    (AskBack(options=('salary',), why='unsure', wish=None, by_ad=None), 'defer')
    >>> decide(seen, Thresholds(faq=0.4)).kind
    'reply'
    """
    if understanding.danger is Level.UNSURE:
        return CheckSafety()
    if understanding.intent is None or understanding.stage is Stage.NONE:
        return Defer()
    if understanding.stage is Stage.GENERAL:
        return _on_request(understanding, understanding.intent, thresholds)
    if understanding.confidence >= thresholds.faq:
        return GiveAnswer(understanding.intent)
    options = _close(understanding.ranking, thresholds) if may_ask else ()
    return AskBack(options) if options else Defer()


def _on_request(seen: Understanding, intent: str, thresholds: Thresholds) -> Act:
    if intent not in CONFIRMED or is_plain(seen, thresholds):
        return Fulfil(intent)
    return Confirm(intent) if seen.confidence >= thresholds.plain or not _asks_about_data(seen) else Defer()


def is_plain(understanding: Understanding, thresholds: Thresholds) -> bool:
    """Tell whether a message, or a button, leaves no doubt that its intent is wanted.

    It is short, surely understood and denies nothing; to ask what becomes of one's data is not to have it deleted. Who
    wants a person may say so at length.

    >>> seen = Understanding("stop please", "en", Stage.GENERAL, "stop", 0.95, (), (), "v1")
    >>> unwanted = Understanding("please don't stop", "en", Stage.GENERAL, "stop", 0.95, (), (), "v1")
    >>> [is_plain(each, Thresholds()) for each in (seen, unwanted)]
    [True, False]
    """
    if understanding.model_version == PRESSED:
        return True
    text, language = understanding.text, understanding.language
    if understanding.intent == "contact_human":
        return understanding.confidence >= thresholds.person and not denies(text, language)
    short = len(word_ngrams(considered(text), (1, 1))) <= _PLAIN_WORDS.get(language, _MOST_PLAIN_WORDS)
    if not short or understanding.confidence < thresholds.plain or _asks_about_data(understanding):
        return False
    return not denies(text, language)


def guarded_act(action: Action, options: Sequence[str], *, doubted: bool) -> Act | None:
    """Return what is done instead of a reply that the guard keeps back, None where it lets it go. The last rule."""
    why: Why = "doubted" if doubted else "guard"
    if action is Action.CLARIFY:
        return AskBack(tuple(options), why)
    return Defer(why) if action is Action.HAND_OVER else None


def _asks_about_data(understanding: Understanding) -> bool:
    """Whether a message that may want data deleted is put as a question: "what becomes of my data?"."""
    return understanding.intent == "delete_my_data" and is_question(understanding.text, understanding.language)


def _close(ranking: tuple[Guess, ...], thresholds: Thresholds) -> tuple[str, ...]:
    """The guesses that may be meant, none when the best is below the floor, or alone and not sure enough for that."""
    if not ranking or ranking[0].confidence < thresholds.clarify_floor:
        return ()
    least = ranking[0].confidence * thresholds.clarify_closeness
    close = tuple(guess.intent for guess in ranking[:MOST_OPTIONS] if guess.confidence >= least)
    return close if len(close) > 1 or ranking[0].confidence >= thresholds.clarify_alone else ()
