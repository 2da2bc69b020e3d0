"""What the language detector learns from: the starter data, and lists of short phrases per language."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from nlu import starter
from nlu.entities.professions import Profession
from nlu.errors import DataError
from nlu.words.normalise import normalise
from nlu.words.script import CHINESE

UNDECIDED = ""
"""The class of what does not tell a language of the product: words that all share, and other languages."""


def language_examples(data: Path, languages: Sequence[str]) -> list[tuple[str, str]]:
    """Return (normalised text, language) of the starter texts below the folder `data`, except those in Chinese.

    A text that stands in several languages is in those whose list, `language/<language>.txt`, names it, and otherwise
    `UNDECIDED`, as are the texts of `language/undecided.txt`. Raises DataError, naming the file that cannot be read.
    """
    learnt = [language for language in languages if language != CHINESE]
    listed = _by_text({name: _lines(data, name or "undecided") for name in (*learnt, UNDECIDED)})
    jobs = starter.professions(data)
    found = _by_text({language: _starter_texts(data, language, jobs) for language in learnt})
    named = {text: names if len(names) == 1 else {UNDECIDED} for text, names in found.items()} | listed
    return [(text, name) for text, names in named.items() for name in sorted(names)]


def _by_text(texts: dict[str, list[str]]) -> dict[str, set[str]]:
    names: dict[str, set[str]] = {}
    for name, of_language in texts.items():
        for text in of_language:
            names.setdefault(normalise(text), set()).add(name)
    return names


def _starter_texts(data: Path, language: str, jobs: Sequence[Profession]) -> list[str]:
    texts = [text for text, _ in starter.general_examples(data, language)]
    texts += starter.general_negatives(data, language)
    return texts + [form for job in jobs for form in job.forms.get(language, ())]


def _lines(data: Path, name: str) -> list[str]:
    path = data / "language" / f"{name}.txt"
    try:
        return path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise DataError(f"{path}: cannot be read ({error.strerror or error})") from error
