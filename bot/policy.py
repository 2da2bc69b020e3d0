"""What to do with an understood message: answer it, ask back, or hand it to a person. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from nlu.danger.level import Level
from nlu.negation import denies
from nlu.ngrams import word_ngrams
from nlu.normalise import considered
from nlu.question_form import is_question
from nlu.understanding import Guess, Stage, Understanding

DecisionKind = Literal["reply", "clarify", "defer"]
MOST_OPTIONS = 3
CONFIRMED: Final = frozenset({"delete_my_data", "stop", "start_over", "job_unsubscribe", "contact_human"})
"""General intents that delete, end, forget or pass on: done at once only where the message says it plainly."""
PLAIN_CONFIDENCE: Final = 0.9
_PLAIN_WORDS: Final = {"zh": 16}  # characters
_MOST_PLAIN_WORDS: Final = 10
_CHOSEN: Final = "button"


@dataclass(frozen=True, slots=True)
class Thresholds:
    """How sure the bot must be, in [0, 1].

    `faq` is the least confidence with which an FAQ answer is given. Below it the bot asks back when its best guess has
    at least `clarify_floor` and the next ones at least the share `clarify_closeness` of that. `corrected` is enough for
    what was meant instead of what was answered ("no, I meant the pay").

    `faq` was chosen on sentences of strangers (docs/confidence.md); the other two, while it was .5, on the demo
    company's questions, held back by nex-cv: of those below it the bot asked back about .35 in English, .41 in German,
    .33 in French and .38 in Chinese, and offered the right category in .93, .95, .74 and .93 of them. Of the questions
    about none of its categories below it .18, .09, .16 and .25 were asked back.
    """

    faq: float = 0.65
    corrected: float = 0.4
    clarify_floor: float = 0.25
    clarify_closeness: float = 0.4


@dataclass(frozen=True, slots=True)
class Reply:
    """Answer with what the intent stands for: a category's answer, or a general intent's flow."""

    stage: Stage
    intent: str
    kind: DecisionKind = "reply"


@dataclass(frozen=True, slots=True)
class Clarification:
    """Ask which of these categories was meant, the likeliest first: two or `MOST_OPTIONS` of them."""

    options: tuple[str, ...]
    kind: DecisionKind = "clarify"


@dataclass(frozen=True, slots=True)
class Concern:
    """Ask whether the candidate is safe, before anything else."""

    kind: DecisionKind = "clarify"


@dataclass(frozen=True, slots=True)
class Confirmation:
    """Ask whether the general intent, one of CONFIRMED, is what the candidate wants."""

    intent: str
    kind: DecisionKind = "clarify"


@dataclass(frozen=True, slots=True)
class Deferral:
    """Give no answer and hand the question to a recruiter."""

    kind: DecisionKind = "defer"


Decision = Reply | Clarification | Confirmation | Concern | Deferral


def decide(understanding: Understanding, thresholds: Thresholds, *, may_ask: bool = True) -> Decision:
    """Answer when the best guess is sure enough; else ask back when few guesses are left, and defer otherwise.

    A message of which it is not sure whether somebody is in danger is asked about first, and so is whether to delete,
    end or pass on where the message does not plainly say so; an unsure question about one's data is no request at all.

    With `may_ask` False (the bot has just asked back) it defers instead of asking again.

    A general intent has passed its own threshold inside the pipeline (it would have fallen through to the FAQ stage
    otherwise), so only FAQ guesses are held against `thresholds.faq` here.

    >>> ranking = Guess("salary", 0.4), Guess("benefits", 0.3), Guess("parking", 0.1)
    >>> seen = Understanding("Gehalt?", "de", Stage.FAQ, "salary", 0.4, ranking, (), "v1")
    >>> decide(seen, Thresholds())
    Clarification(options=('salary', 'benefits'), kind='clarify')
    >>> decide(seen, Thresholds(clarify_closeness=0.9)).kind, decide(seen, Thresholds(faq=0.4)).kind
    ('defer', 'reply')
    """
    if understanding.danger is Level.UNSURE:
        return Concern()
    if understanding.intent is None or understanding.stage is Stage.NONE:
        return Deferral()
    if understanding.stage is Stage.GENERAL and understanding.intent in CONFIRMED and not is_plain(understanding):
        wanted = understanding.confidence >= PLAIN_CONFIDENCE or not _asks_about_data(understanding)
        return Confirmation(understanding.intent) if wanted else Deferral()
    if understanding.stage is Stage.GENERAL or understanding.confidence >= thresholds.faq:
        return Reply(understanding.stage, understanding.intent)
    options = _close(understanding.ranking, thresholds) if may_ask else ()
    return Clarification(options) if len(options) > 1 else Deferral()


def is_plain(understanding: Understanding) -> bool:
    """Tell whether a message, or a button, leaves no doubt that its intent is wanted.

    It is short, surely understood and denies nothing; to ask what becomes of one's data is not to have it deleted.

    >>> seen = Understanding("stop please", "en", Stage.GENERAL, "stop", 0.95, (), (), "v1")
    >>> unwanted = Understanding("please don't stop", "en", Stage.GENERAL, "stop", 0.95, (), (), "v1")
    >>> is_plain(seen), is_plain(unwanted)
    (True, False)
    """
    if understanding.model_version == _CHOSEN:
        return True
    text, language = understanding.text, understanding.language
    short = len(word_ngrams(considered(text), (1, 1))) <= _PLAIN_WORDS.get(language, _MOST_PLAIN_WORDS)
    if not short or understanding.confidence < PLAIN_CONFIDENCE or _asks_about_data(understanding):
        return False
    return not denies(text, language)


def _asks_about_data(understanding: Understanding) -> bool:
    """Whether a message that may want data deleted is put as a question: "what becomes of my data?"."""
    return understanding.intent == "delete_my_data" and is_question(understanding.text, understanding.language)


def _close(ranking: tuple[Guess, ...], thresholds: Thresholds) -> tuple[str, ...]:
    """The guesses that may be meant, none when the best is below the floor."""
    if not ranking or ranking[0].confidence < thresholds.clarify_floor:
        return ()
    least = ranking[0].confidence * thresholds.clarify_closeness
    return tuple(guess.intent for guess in ranking[:MOST_OPTIONS] if guess.confidence >= least)
