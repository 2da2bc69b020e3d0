"""What question forms are learnt of: sentences that a mark tells to be questions, or not, and examples told by hand."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from _scripts import FOLDER as TEST_DIALOGUES
from _scripts import dialogues
from _strangers import lines_of

from candor.product import DATA_FOLDER
from nlu import said_data, starter
from nlu.danger.data import lots as crisis_lots
from nlu.data_rows import lots, rows, sentences
from nlu.words.normalise import considered
from nlu.words.question_form import parted
from nlu.words.word_patterns import word_patterns

ASKS, TELLS = True, False
Sentence = tuple[str, bool]

_ASKED: Final = "asked"
"""Where whoever wrote a message without a question mark may have asked in it all the same."""
_STOPS_EVERYTHING: Final = frozenset({"c_texas_sergeant", "c_guangzhoutingzhang"})
"""Voices that end most of their questions in a full stop."""


def marked_sentences(language: str) -> list[Sentence]:
    """Return the sentences of the starter data that end in a mark, without it, and whether they ask.

    Who asks to be told something asks with a full stop, too; a question by its mark alone ("and in Ulm?") is left out.
    """
    found: dict[str, Sentence] = {}
    to_be_told, ellipsis = _pattern("asks_to_be_told", language), _pattern("ellipsis", language)
    for lot, texts in _lots(language):
        for text in texts:
            told = list(_told(text))
            asks = any(asks for _, asks in told)
            for sentence, marked in told:
                its = marked or bool(to_be_told.search(sentence))
                if not (ellipsis.search(sentence) if its else lot in _STOPS_EVERYTHING or (lot == _ASKED and not asks)):
                    found.setdefault(considered(sentence), (sentence, its))
    return list(found.values())


def contrasts(language: str) -> list[Sentence]:
    """Return the examples of data/questions: what is taken for the other easily."""
    told = starter.labelled(DATA_FOLDER / "questions" / f"{language}.csv", "asks", {"yes", "no"})
    return [(text, asks == "yes") for asks, text in told]


def unseen_sentences(language: str) -> dict[str, list[Sentence]]:
    """Return the marked sentences, without their marks, of people of whom nothing is learnt: those of the tests."""
    texts = {f"strangers, {half}": [line.text for line in lines_of(language, half)] for half in ("choose", "judge")}
    scripts = [each for half in ("choose", "judge") for each in dialogues(language, half, TEST_DIALOGUES)]
    texts["dialogues"] = [turn.says for script in scripts for turn in script.turns if turn.says]
    return {name: [told for text in of for told in _told(text)] for name, of in texts.items()}


def _pattern(kind: str, language: str) -> re.Pattern[str]:
    return re.compile(word_patterns("questions")[kind, language], re.IGNORECASE)


def _told(text: str) -> Iterator[Sentence]:
    """The sentences of a text that end in a full stop, an exclamation or a question mark; dots tell nothing."""
    for sentence, marks in parted(text):
        if "?" in marks or "？" in marks:
            yield sentence, ASKS
        elif marks.strip() and ".." not in marks and "…" not in marks:
            yield sentence, TELLS


def _lots(language: str) -> Iterator[tuple[str, Iterable[str]]]:
    """The texts of the starter data by the lot that they stand in."""
    for path in lots(DATA_FOLDER / "general" / language, "csv"):
        yield path.stem, [row["text"] for _, row in rows(path, ("text",))]
    for path in lots(DATA_FOLDER / "background" / language, "txt"):
        yield path.stem, sentences(path)
    for name, lot in crisis_lots(DATA_FOLDER, language).items():
        yield name, [text for text, _ in lot]
    said = (said_data.said_wishes, said_data.said_steps)
    yield "said", [text for read in said for _, text in read(DATA_FOLDER, language)]
    asked = [starter.asked_of_openings(DATA_FOLDER, language), said_data.said_details(DATA_FOLDER, language)]
    yield _ASKED, [*starter.demo_questions(DATA_FOLDER, language), *(text for each in asked for _, text in each)]
    scripts = [each for half in ("choose", "judge") for each in dialogues(language, half, DATA_FOLDER / "dialogues")]
    yield "dialogues", [turn.says for script in scripts for turn in script.turns if turn.says]
    replies = rows(DATA_FOLDER / "dialogues" / "search_replies.csv", ("language", "text"))
    yield "replies", [row["text"] for _, row in replies if row["language"] == language]
