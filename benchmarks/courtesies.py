"""What it brings that courtesies around a question are not read: with the list of `data/courtesies` and without it.

    .venv/bin/python benchmarks/courtesies.py [--folds 5] [--languages en,de,fr,zh]

General intents: the lots of some of five groups of voices are judged by a stage that has not seen them. Questions: a
fifth of the demo company's is held back and asked as it stands, and between a greeting and thanks of up to four words
(Chinese: six characters) drawn from the general intents' examples, which are of other authors than the list and hold
much that is not on it; which share of the answers stays the same? Confidences of the FAQ stage are those of its
starting point.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Iterator, Sequence

from _shared import machine
from _starter_lots import general_lots

from candor.house import entity_finder
from candor.product import DATA_FOLDER
from evaluation.formats.data_file import read_rows
from nlu import starter
from nlu.classifier.text_classifier import TextClassifier, fit
from nlu.decision import decide_stage
from nlu.general.stage import GeneralStage, Heard, masked
from nlu.recipe import GENERAL_THRESHOLD, Recipe
from nlu.understanding import Guess, Stage
from nlu.words.ngrams import word_ngrams
from nlu.words.normalise import considered

GROUPS = 5
ANSWERED_FROM = 0.6
QUESTIONS = 400
POLITE = ("greet", "thanks", "goodbye")
SHORT = {"zh": 6}

Example = tuple[str, str]


class GeneralReader:
    """The general stage of a language, which reads courtesies (`courtesies` is "") or leaves them out."""

    def __init__(self, language: str, taught: Sequence[Example], courtesies: str) -> None:
        self._language, self._finder = language, entity_finder()
        recipe = Recipe.general(language).changed({"masks_entities": True, "courtesies": courtesies})
        texts = [masked(text, self._finder.find(text, language)) for text, _ in taught]
        self.general = GeneralStage(fit(texts, [intent for _, intent in taught], recipe))

    def best(self, text: str) -> Guess:
        """Return the likeliest general intent."""
        ranking = self.heard(text).ranking
        return ranking[0] if ranking else Guess("", 0.0)

    def heard(self, text: str) -> Heard:
        """Return the general intents, the likeliest first, and how near the text is to the background."""
        return self.general.hear(text, entities=self._finder.find(text, self._language))

    def answer(self, faq: TextClassifier, text: str) -> str:
        """Return what a candidate gets: the name of an answer or intent, "" for none."""
        heard = self.heard(text)
        stage, ranking = decide_stage(heard, faq.rank(text), GENERAL_THRESHOLD)
        sure = stage is not Stage.NONE and bool(ranking) and ranking[0].confidence >= ANSWERED_FROM
        return f"{stage}:{ranking[0].intent}" if sure else ""


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--folds", type=int, default=GROUPS, help="How many of the five groups of voices judge (0: none)."
    )
    parser.add_argument("--languages", default="en,de,fr,zh")
    given = parser.parse_args()
    print(machine())
    for language in given.languages.split(","):
        for courtesies in ("", language):
            print(f"{language}, courtesies {'left out' if courtesies else 'read'}", flush=True)
            if given.folds:
                _print_general(language, courtesies, given.folds)
            _print_questions(language, courtesies)


def _print_general(language: str, courtesies: str, folds: int) -> None:
    """Recall of the general intents from the threshold on, background kept, and what becomes of polite words."""
    lots, right, asked = general_lots(language), Counter[str](), Counter[str]()
    for fold in range(folds):
        names = sorted(lots)
        unseen = names[fold::GROUPS]
        reader = GeneralReader(
            language, [each for name in names if name not in unseen for each in lots[name]], courtesies
        )
        for text, intent in (each for name in unseen for each in lots[name]):
            best = reader.best(text)
            found = best.intent if best.confidence >= GENERAL_THRESHOLD else ""
            asked[intent] += 1
            right[intent] += found == intent
    shares = {intent: right[intent] / asked[intent] for intent in asked}
    intents = sum(right[each] for each in asked if each) / sum(asked[each] for each in asked if each)
    polite = ", ".join(f"{intent} {shares[intent]:.3f}" for intent in POLITE)
    print(f"  general intents right {intents:.3f}, background kept {shares['']:.3f}; {polite}", flush=True)


def _print_questions(language: str, courtesies: str) -> None:
    rows = [(row.text, row.category) for row in read_rows(DATA_FOLDER / "demo" / f"faq.{language}.csv")]
    random.Random(0).shuffle(rows)
    held = len(rows) // 5
    asked, taught = rows[:held][:QUESTIONS], rows[held:]
    recipe = Recipe.faq(language).suited(len(taught), len({category for _, category in taught}))
    recipe = recipe.changed({"courtesies": courtesies})
    faq = fit([text for text, _ in taught], [category for _, category in taught], recipe)
    background = [(text, "") for text in starter.general_negatives(DATA_FOLDER, language)]
    reader = GeneralReader(language, [*starter.general_examples(DATA_FOLDER, language), *background], courtesies)
    same = dict[str, list[bool]]()
    for (text, category), varied in zip(asked, _varied([text for text, _ in asked], language), strict=True):
        plain = reader.answer(faq, text)
        same.setdefault("right as it stands", []).append(plain == f"{Stage.FAQ}:{category}")
        for name, other in varied.items() if plain else ():
            same.setdefault(name, []).append(reader.answer(faq, other) == plain)
    told = ", ".join(f"{name} {sum(found) / len(found):.3f} of {len(found)}" for name, found in sorted(same.items()))
    print(f"  questions: {told}", flush=True)


def _varied(texts: Sequence[str], language: str) -> Iterator[dict[str, str]]:
    """Yield each question with a greeting before it and with thanks after it."""
    spoken = starter.general_examples(DATA_FOLDER, language)
    greetings, thanks = (_short([text for text, name in spoken if name == intent], language) for intent in POLITE[:2])
    chance, space = random.Random(1), "" if language == "zh" else " "
    comma = "，" if language == "zh" else ","
    for text in texts:
        greeting, thank = chance.choice(greetings), chance.choice(thanks)
        yield {"greeted": f"{greeting.rstrip('.!,')}{comma}{space}{text}", "thanked": f"{text}{space}{thank}"}


def _short(texts: Sequence[str], language: str) -> list[str]:
    """The short ones: what is longer says something of its own."""
    longest = SHORT.get(language, 4)
    return [text for text in texts if 0 < len(word_ngrams(considered(text), (1, 1))) <= longest]


if __name__ == "__main__":
    main()
