"""How well it is told what a question asks of an opening, in voices that were not learnt from.

    .venv/bin/python benchmarks/opening_questions.py

Each file of data/opening_questions/asked has its rows, topic by topic, in the order of five voices. Each voice is heard
by what was learnt of the other four, beside the phrases alone. `right`: the topic, or nothing where nothing is asked of
the advertisement; `missed`: nothing heard though something is asked; `in vain`: heard though nothing is.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

# nlu.py and openings.py beside this file bear the names of packages: look for those in the project first.
sys.path.insert(0, str(Path(__file__).parent.parent))

from _shared import machine

from candor.product import DATA_FOLDER
from nlu import starter
from nlu.opening_questions import NOTHING, OpeningQuestions

LANGUAGES = ("en", "de", "fr", "zh")
VOICES = 5
Row = tuple[str, str, int]


def main() -> None:
    """Print a line for each language."""
    print(machine())
    phrases = starter.phrases(DATA_FOLDER, "opening_questions")
    print(f"{'':>3} {'questions':>9}  {'right':>6}  {'missed':>6}  {'in vain':>7}   by phrases alone")
    for language in LANGUAGES:
        rows, untold = _rows(language), starter.untold_questions(DATA_FOLDER, language)
        learnt = Counter[str]()
        for voice in range(VOICES):
            others = [(topic, text) for topic, text, of in rows if of != voice]
            hearer = OpeningQuestions(phrases, {language: [*others, *((NOTHING, text) for text in untold)]})
            learnt += _told(hearer, language, [row for row in rows if row[2] == voice])
        alone = _told(OpeningQuestions(phrases), language, rows)
        print(f"{language:>3} {len(rows):>9}  {_shares(learnt, len(rows))}   {_shares(alone, len(rows))}")


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
