"""A typed message as a question of its conversation: what it hangs on, and which of its sentences ask. Pure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from bot.dialogue.context import Context, quote
from bot.dialogue.policy import Thresholds, is_plain, is_sure, is_sure_beside
from bot.dialogue.readings import Question
from bot.dialogue.sentences import halves, sentences
from bot.dialogue.state import AnsweredTopic
from nlu.steps.follow_ups import follow_ups
from nlu.understanding import Guess, Level, Stage, Understanding
from nlu.words.answer_types import lacks
from nlu.words.length import length
from nlu.words.negation import denies
from nlu.words.normalise import considered
from nlu.words.question_form import ends_in_a_mark, is_question
from storage.answers.answers import Answer

Parse = Callable[[str], Understanding]
_COURTESY: Final = frozenset(
    {"greet", "thanks", "small_talk", "praise", "affirm", "deny", "who_are_you", "how_are_you"}
)
"""General intents that a long message with a question in it is easily taken for."""
_PERSON: Final = "contact_human"
_TAUGHT: Final = 1.0
"""The confidence of an example typed word for word, however many sentences it has."""
_LONGEST_TAG: Final = 2
"""Words of a question that says nothing without the sentence before."""
_FEWEST_ASKED: Final = 4
"""Words of a second question that nobody can answer and that is passed on."""
_FEWEST_NAMING: Final = 1
"""Words at least of a part that only names a topic,"""
_MOST_NAMING: Final = 2
"""and at most: more of them may hang on the other part ("in the morning, when does it begin?")."""
_TWO: Final = 2
"""Sentences of a message in which what is surely known is asked, however it is put; in more a life is told."""


def question_of(context: Context) -> Question:
    """Return what a message asks by itself, sentence by sentence; what a bot simply does stays as it is."""
    seen, thresholds = context.understanding, context.service.thresholds
    if seen.danger is not Level.NONE:
        return Question(seen)

    def parse(text: str) -> Understanding:
        return context.parse_in(seen.language, text)

    if seen.says(_PERSON) and denies(seen.text, seen.language):
        return Question(_plain_part(seen, parse, thresholds) or seen)
    return _sentences(seen, parse, thresholds)


def correction_of(context: Context, topic: AnsweredTopic) -> Question | None:
    """Return what a message says was meant instead of the last answer; None where it says no such thing."""
    seen = context.understanding
    hangs = follow_ups(seen.language)
    said = hangs.read(seen.text) if hangs else None
    if said is None or not said.corrects:
        return None
    meant = context.parse_in(seen.language, said.rest)
    if meant.stage is not Stage.FAQ:
        return Question(_without(seen, topic.category))
    sure = meant.intent != topic.category and meant.confidence >= context.service.thresholds.corrected
    return Question(meant if sure else _without(meant, topic.category), said.rest, corrects=sure)


def follow_up_of(context: Context, topic: AnsweredTopic) -> Question:
    """Return a message as more of what was answered last, though it may not say so."""
    seen, thresholds = context.understanding, context.service.thresholds
    whole = f"{topic.question.rstrip()} {seen.text.strip()}"
    read = context.parse_in(seen.language, whole)
    if read.stage is Stage.FAQ and read.intent == topic.category:
        return Question(read, whole, on_topic=True)
    return Question(read if is_sure(read, thresholds) else seen, whole)


def named_by_itself(context: Context, topic: AnsweredTopic) -> Question | None:
    """Return what a message adds to the last answer as a question of its own: "and the pay?" asks about "the pay".

    None where that names no other topic, or no more surely than the whole message does.
    """
    seen = context.understanding
    hangs = follow_ups(seen.language)
    said = hangs.read(seen.text) if hangs else None
    if said is None or said.corrects:
        return None
    meant = context.parse_in(seen.language, said.rest)
    names_another = meant.stage is Stage.FAQ and meant.intent not in (None, topic.category)
    as_sure = seen.stage is Stage.FAQ and seen.confidence >= meant.confidence
    return Question(meant, said.rest) if names_another and not as_sure else None


def as_a_question(context: Context, asked: Question, topic: AnsweredTopic) -> Question:
    """Return a follow-up as one about the topic before, where all that is known of it is a request it may make alone.

    "And for interns?" after an answer seeks no job, though it might by itself.
    """
    if asked.understanding.stage is not Stage.GENERAL or asked.text is None:
        return asked
    read = context.parse_in(asked.understanding.language, asked.text)
    ranking = (*read.ranking, Guess(topic.category, 0.0))
    return of_the_same_topic(Question(replace(read, ranking=ranking), asked.text), topic) or asked


def of_the_same_topic(whole: Question, topic: AnsweredTopic) -> Question | None:
    """Return the whole question of a follow-up as one about the topic before, as sure as that stands in its ranking.

    None where it does not stand there.
    """
    read = whole.understanding
    guess = next((guess for guess in read.ranking if guess.intent == topic.category), None)
    if guess is None:
        return None
    meant = replace(read, stage=Stage.FAQ, intent=guess.intent, confidence=guess.confidence, ranking=(guess,))
    return replace(whole, understanding=meant, on_topic=True)


def settled_question(context: Context, question: Question) -> Question:
    """Return a question with what its answer says on it, if given; danger is told of the message alone."""
    seen = replace(question.understanding, danger=context.understanding.danger)
    if seen.stage is not Stage.FAQ or seen.intent is None:
        return replace(question, understanding=seen)
    known, written = context.given(seen.intent), context.written(seen.intent)
    told = question.on_topic and known and quote(context, known.whole, known.language) is not None
    also = question.also or (_unanswered(context, question, known) if known is not None else None)
    kept_back = known is None and written is not None
    return replace(question, understanding=seen, told=bool(told), kept_back=kept_back, also=also)


def _unanswered(context: Context, question: Question, known: Answer) -> Understanding | None:
    """The question itself, as one that nobody can answer, where its answer lacks what it asks for.

    That is how much, how many, how long or when; not of a topic that is usually asked that: who taught it means that
    its answer says what there is to say.
    """
    seen = question.understanding
    lacking = None if question.on_topic else lacks(known.whole, known.language, seen.text, seen.language)
    if lacking is None or lacking in context.service.live.usually_asked(context.company, seen.language, known.category):
        return None
    return replace(seen, stage=Stage.NONE, intent=None, confidence=0.0, ranking=())


def asked_before(context: Context, seq: int | None) -> Understanding | None:
    """Return what the message with this number means by itself, None where nothing was decided about it."""
    known = context.earlier.get(seq) if seq is not None else None
    return None if known is None else context.parse_in(context.conversation.language, known.text)


def _without(seen: Understanding, category: str) -> Understanding:
    """The same without the category that was not meant."""
    ranking = tuple(guess for guess in seen.ranking if guess.intent != category)
    best = ranking[0] if ranking else None
    if seen.stage is not Stage.FAQ or seen.intent != category or best is None:
        return replace(seen, ranking=ranking)
    return replace(seen, intent=best.intent, confidence=best.confidence, ranking=ranking)


def _plain_part(seen: Understanding, parse: Parse, thresholds: Thresholds) -> Understanding | None:
    """The part of a request that says plainly what another part does not want: "no more bots, give me a person"."""
    said = sentences(seen.text)
    cut = [part for each in said for before, after, _ in halves(each, seen.language) for part in (before, after)]
    read = (parse(part) for part in (*(said if len(said) > 1 else ()), *cut))
    return next((each for each in read if each.intent == seen.intent and is_plain(each, thresholds)), None)


def _sentences(seen: Understanding, parse: Parse, thresholds: Thresholds) -> Question:
    """Both of two questions; the one sentence that asks something known in a message that says much."""
    if (seen.stage is Stage.GENERAL and seen.intent not in _COURTESY) or seen.confidence >= _TAUGHT:
        return Question(seen)
    said = _with_tags(sentences(seen.text))
    if len(said) == 1:
        return _two_names(seen, parse, thresholds) or _two_halves(seen, parse, thresholds) or Question(seen)
    every = [parse(sentence) for sentence in said]
    read = _asking(every)
    two = _two_halves(read[0], parse, thresholds) if len(read) == 1 else None
    sure = [each for each in read if is_sure(each, thresholds)]
    first = sure[0] if sure else None
    if first is None or two is not None:
        return two or Question(seen)
    told = [each for each in every if len(every) == _TWO and each not in read and _is_known_alone(each, thresholds)]
    other = next((each for each in [*read, *told] if _is_second(each, first, thresholds)), None)
    if other is not None:
        return Question(first, first.text, other)
    main = seen if is_sure(seen, thresholds) and seen.intent == first.intent else first
    if is_sure(seen, thresholds) and seen.intent != first.intent:
        return Question(seen)
    unknown = [each for each in read if _is_unknown(each, first, thresholds)]
    return Question(main, None if main is seen else first.text, unknown[0] if unknown else None)


def _with_tags(said: list[str]) -> list[str]:
    """The sentences, with a question of a word or two joined to what was told before it: "... ten words. Problem?"."""
    joined: list[str] = []
    for sentence in said:
        asks = ends_in_a_mark(sentence) and length(considered(sentence)) <= _LONGEST_TAG
        if asks and joined and not ends_in_a_mark(joined[-1]):
            joined[-1] = f"{joined[-1]} {sentence}"
        else:
            joined.append(sentence)
    return joined


def _asking(read: list[Understanding]) -> list[Understanding]:
    """The sentences that are put as questions; all of them where none is: what is told besides asks nothing."""
    return [each for each in read if is_question(each.text, each.language)] or read


def _two_names(seen: Understanding, parse: Parse, thresholds: Thresholds) -> Question | None:
    """Two topics that a few words name, each of them surely by itself: "home office and holidays?"."""
    for before, after, _ in halves(seen.text, seen.language, _FEWEST_NAMING):
        if max(length(considered(each)) for each in (before, after)) > _MOST_NAMING:
            continue
        first, other = parse(before), parse(after)
        if first.intent != other.intent and all(_is_known_alone(each, thresholds) for each in (first, other)):
            return Question(first, first.text, other)
    return None


def _two_halves(seen: Understanding, parse: Parse, thresholds: Thresholds) -> Question | None:
    """A sentence that puts two questions of which one is known; without a word between them both look like questions.

    Where no cut leaves the other one known as well, it is named; None for a sentence that asks one thing.
    """
    named: Question | None = None
    for before, after, by_word in halves(seen.text, seen.language):
        if not by_word and not (is_question(before, seen.language) and is_question(after, seen.language)):
            continue
        read = sorted((parse(before), parse(after)), key=lambda each: not is_sure(each, thresholds))
        first, other = read
        if not is_sure(first, thresholds):
            continue
        if _is_second(other, first, thresholds, asks=by_word):
            return Question(first, first.text, other)
        if named is None and by_word and _is_unknown(other, first, thresholds):
            named = Question(first, first.text, other)
    return named


def _is_second(each: Understanding, first: Understanding, thresholds: Thresholds, *, asks: bool = False) -> bool:
    """Whether a part of a message is a second question that is known: one that is put as such need not be as sure.

    What a word joins to a question `asks` too.
    """
    enough = is_sure(each, thresholds)
    enough = enough or (is_sure_beside(each, thresholds) and (asks or is_question(each.text, each.language)))
    return enough and each.intent != first.intent


def _is_known_alone(each: Understanding, thresholds: Thresholds) -> bool:
    """Whether a sentence that is not put as a question is so surely one that nothing else can be meant."""
    return is_sure(each, thresholds) and each.confidence >= thresholds.stands_alone


def _is_unknown(each: Understanding, answered: Understanding, thresholds: Thresholds) -> bool:
    """Whether a sentence asks something by itself that nobody can answer, and that is not about what is answered."""
    if each.stage is Stage.GENERAL or is_sure(each, thresholds) or length(considered(each.text)) < _FEWEST_ASKED:
        return False
    near = [guess.intent for guess in each.ranking[:3]]
    return is_question(each.text, each.language) and answered.intent not in near
