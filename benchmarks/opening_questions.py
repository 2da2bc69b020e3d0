"""How well it is told what a question asks of an opening, and which detail, in voices that were not learnt from.

    .venv/bin/python benchmarks/opening_questions.py

Each file of data/opening_questions/asked has its rows, topic by topic, in the order of five voices. Each voice is heard
by what was learnt of the other four, beside the phrases alone. `right`: the topic, or nothing where nothing is asked of
the advertisement; `missed`: nothing heard though something is asked; `in vain`: heard though nothing is.

So is each voice of data/opening_questions/details, by what was learnt of the other four and of all sentences: which
share of the questions for a detail is surely taken for it (`surely right`) or another (`surely wrong`), and of the
others for any (`in vain`).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from _shared import LANGUAGES, machine

from candor.product import DATA_FOLDER
from nlu import said_data, starter
from nlu.ads.details import AdDetails, surely_asked
from nlu.ads.questions import NOTHING, OpeningQuestions
from nlu.classifier.in_any_words import fit_in_any_words
from nlu.data_rows import rows

VOICES = 5
Row = tuple[str, str, int]


def main() -> None:
    """Print a line for each language."""
    print(machine())
    phrases = starter.phrases(DATA_FOLDER, "opening_questions")
    print(f"{'':>3} {'questions':>9}  {'right':>6}  {'missed':>6}  {'in vain':>7}   by phrases alone")
    for language in LANGUAGES:
        asked, untold = _rows(language), starter.untold_questions(DATA_FOLDER, language)
        learnt = Counter[str]()
        for voice in range(VOICES):
            others = [(topic, text) for topic, text, of in asked if of != voice]
            hearer = OpeningQuestions(phrases, {language: [*others, *((NOTHING, text) for text in untold)]})
            learnt += _told(hearer, language, [row for row in asked if row[2] == voice])
        alone = _told(OpeningQuestions(phrases), language, asked)
        print(f"{language:>3} {len(asked):>9}  {_shares(learnt, len(asked))}   {_shares(alone, len(asked))}")
    _print_details()


def _print_details() -> None:
    print(f"{'':>3} {'for a detail':>12}  {'surely right':>12}  {'surely wrong':>12}  {'others':>6}  {'in vain':>7}")
    for language in LANGUAGES:
        path = DATA_FOLDER / "opening_questions" / "details" / "asked" / f"{language}.csv"
        asked = [(row["detail"], row["text"], row["voice"]) for _, row in rows(path, ("detail", "text", "voice"))]
        told = Counter[str]()
        for voice in sorted({voice for _, _, voice in asked}):
            told += _details_told(language, [(detail, text) for detail, text, of in asked if of == voice])
        number, others = told["asked"], told["others"]
        right, wrong = told["right"] / number, told["wrong"] / number
        print(
            f"{language:>3} {number:>12}  {right:>12.3f}  {wrong:>12.3f}  {others:>6}  {told['in vain'] / others:>7.3f}"
        )


def _details_told(language: str, held_back: list[tuple[str, str]]) -> Counter[str]:
    left = frozenset(held_back)
    examples = [each for each in said_data.said_detail_examples(DATA_FOLDER, language) if each not in left]
    hears = AdDetails(fit_in_any_words(examples, language))
    told = Counter[str]()
    for detail, text in held_back:
        heard = surely_asked(hears.asked(text))
        told["others" if detail == NOTHING else "asked"] += 1
        if heard is not None:
            told["in vain" if detail == NOTHING else "right" if heard == detail else "wrong"] += 1
    return told


def _rows(language: str) -> list[Row]:
    by_topic = defaultdict(list)
    for topic, text in starter.asked_of_openings(DATA_FOLDER, language):
        by_topic[topic].append(text)
    return [
        (topic, text, place * VOICES // len(texts))
        for topic, texts in by_topic.items()
        for place, text in enumerate(texts)
    ]


def _told(hearer: OpeningQuestions, language: str, rows: list[Row]) -> Counter[str]:
    return Counter(what for topic, text, _ in rows for what in _judged(hearer, language, topic, text))


def _judged(hearer: OpeningQuestions, language: str, topic: str, text: str) -> Iterator[str]:
    question = hearer.hear(text, language)
    heard = question.topic if question else NOTHING
    if heard == topic:
        yield "right"
    elif NOTHING in (heard, topic):
        yield "missed" if heard == NOTHING else "in vain"


def _shares(told: Counter[str], number: int) -> str:
    return f"{told['right'] / number:>6.3f}  {told['missed'] / number:>6.3f}  {told['in vain'] / number:>7.3f}"


if __name__ == "__main__":
    main()
