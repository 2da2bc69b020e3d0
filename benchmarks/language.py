"""The language of short messages: `LanguageDetector` beside fastText, lingua, langid and the text classifier.

All are asked the same texts in one run: a fifth of the starter data, held back by a hash of the text; the demo FAQ, of
which nobody learns; and `tests/nlu/language/language.csv`, short and misspelt. Each works in a process of its own.
Every one chooses among English, German and French: Chinese is told by its script whoever is asked.

    .venv/bin/pip install fasttext lingua-language-detector py3langid     (without them their rows say so)
    .venv/bin/python benchmarks/language.py
"""

from __future__ import annotations

import csv
import hashlib
import resource
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter

import numpy as np
from _shared import machine

from nlu import starter
from nlu.classifier.text_classifier import fit
from nlu.language.data import UNDECIDED, language_examples
from nlu.language.detector import LanguageDetector, fit_language
from nlu.language.evidence import fit_evidence
from nlu.recipe import Recipe
from nlu.words.normalise import normalise
from nlu.words.script import latin_words

ROOT = Path(__file__).parent.parent
LANGUAGES = ("en", "de", "fr")
HELD_BACK = 5  # every fifth text
LENGTHS = ("1-3", "4-8", "9+")

Rows = list[tuple[str, str]]
Tell = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Measured:
    """What one candidate answered, and what it took."""

    answers: list[str]
    seconds_ready: float
    megabytes: float
    microseconds: tuple[float, float]


def main() -> None:
    """Print what each candidate tells rightly, then what the detector does with a prior and in doubt."""
    known, sets, elsewhere = _data()
    rows = [(name, *row) for name, part in sets.items() for row in part]
    print(machine())
    print(f"{len(known)} texts learnt, {len(rows)} asked; percent told rightly, by number of words")
    measured = dict(_measured(known, [text for _, text, _ in rows]))
    _print_accuracy(rows, measured)
    _print_cost(measured)
    _print_decisions(fit_language(known), rows, elsewhere)


def _measured(known: Rows, texts: Sequence[str]) -> Iterator[tuple[str, Measured]]:
    for name, ready in CANDIDATES.items():
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
            try:
                yield name, process.submit(_measure, ready, known, texts).result()
            except ModuleNotFoundError as missing:
                print(f"{name}: not measured, for {missing.name} is not installed")


def _data() -> tuple[Rows, dict[str, Rows], list[str]]:
    """What is learnt, the sets that are asked, and texts in languages that the product does not know."""
    with (ROOT / "tests" / "nlu" / "language" / "language.csv").open(encoding="utf-8", newline="") as file:
        chat = [(row["text"], row["language"]) for row in csv.DictReader(file)]
    unlearnt = {normalise(text) for text, _ in [*chat, *_faq()]}
    examples = language_examples(ROOT / "data", LANGUAGES)
    known = [row for row in examples if not _is_held_back(row[0]) and row[0] not in unlearnt]
    times = Counter(text for text, _ in examples)
    asked = [row for row in examples if _is_held_back(row[0]) and row[1] in LANGUAGES and times[row[0]] == 1]
    titles = _titles() & set(asked)
    sets = {
        "held back": [row for row in asked if row not in titles],
        "titles": sorted(titles),
        "FAQ": [row for row in _faq() if row[1] in LANGUAGES],
        "chat": [row for row in chat if row[1] in LANGUAGES],
    }
    return known, sets, [text for text, language in chat if language == UNDECIDED]


def _titles() -> set[tuple[str, str]]:
    jobs = starter.professions(ROOT / "data")
    return {(normalise(form), name) for job in jobs for name in LANGUAGES for form in job.forms.get(name, ())}


def _faq() -> Rows:
    rows = []
    for path in sorted((ROOT / "data" / "demo").glob("faq.??.csv")):
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows += [(normalise(row["text"]), path.name[4:6]) for row in csv.DictReader(file)]
    return rows


def _is_held_back(text: str) -> bool:
    return hashlib.sha256(text.encode()).digest()[0] % HELD_BACK == 0


def _measure(ready: Callable[[Rows], Tell], known: Rows, texts: Sequence[str]) -> Measured:
    before, started = _resident(), perf_counter()
    tell = ready(known)
    seconds = perf_counter() - started
    answers, times = [], []
    for text in texts:
        started = perf_counter()
        answers.append(tell(text))
        times.append((perf_counter() - started) * 1e6)
    p50, p99 = np.percentile(times, [50, 99])
    return Measured(answers, seconds, _resident() - before, (float(p50), float(p99)))


def _resident() -> float:
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize() / 2**20


def _ours(known: Rows) -> Tell:
    evidence = fit_evidence((latin_words(text), language) for text, language in known)

    def tell(text: str) -> str:
        scores = evidence.of(latin_words(normalise(text)))
        return max(LANGUAGES, key=scores.__getitem__)

    return tell


def _text_classifier(known: Rows) -> Tell:
    model = fit([text for text, _ in known], [language for _, language in known], Recipe.general())
    return lambda text: next((guess.intent for guess in model.rank(text, None) if guess.intent in LANGUAGES), "")


def _fasttext(known: Rows) -> Tell:
    fasttext = import_module("fasttext")
    with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8") as file:
        file.writelines(f"__label__{language or 'none'} {text}\n" for text, language in known)
        file.flush()
        model = fasttext.train_supervised(
            file.name, dim=16, epoch=50, lr=0.5, minn=1, maxn=5, bucket=100_000, thread=10, seed=0, verbose=0
        )

    def tell(text: str) -> str:
        names = [label.removeprefix("__label__") for label in model.predict([text], k=-1)[0][0]]
        return next((name for name in names if name in LANGUAGES), "")

    return tell


def _lingua(_: Rows) -> Tell:
    lingua = import_module("lingua")
    codes = [getattr(lingua.IsoCode639_1, name.upper()) for name in LANGUAGES]
    detector = lingua.LanguageDetectorBuilder.from_iso_codes_639_1(*codes).with_preloaded_language_models().build()

    def tell(text: str) -> str:
        found = detector.detect_language_of(text)
        return found.iso_code_639_1.name.lower() if found else ""

    return tell


def _langid(_: Rows) -> Tell:
    langid = import_module("py3langid.langid")
    langid.set_languages(list(LANGUAGES))
    return lambda text: str(langid.classify(text)[0])


CANDIDATES: dict[str, Callable[[Rows], Tell]] = {
    "candor": _ours,
    "text_classifier": _text_classifier,
    "fastText": _fasttext,
    "lingua": _lingua,
    "langid": _langid,
}


def _print_accuracy(rows: Sequence[tuple[str, str, str]], measured: Mapping[str, Measured]) -> None:
    columns: list[tuple[str, str, Sequence[str]]]
    columns = [(name, length, LANGUAGES) for name in dict.fromkeys(row[0] for row in rows) for length in LENGTHS]
    columns += [(name, LENGTHS[0], (language,)) for name in ("held back", "chat") for language in LANGUAGES]
    print(f"{'':42}" + "".join(f"{name:>18}" for name in measured))
    for name, length, languages in columns:
        places = [
            place
            for place, (of, text, language) in enumerate(rows)
            if of == name and _length(text) == length and language in languages
        ]
        if places:
            shares = [np.mean([found.answers[i] == rows[i][2] for i in places]) for found in measured.values()]
            head = f"{name}, {length} words, {' '.join(languages)} ({len(places)})"
            print(f"{head:42}" + "".join(f"{100 * share:18.1f}" for share in shares))


def _print_cost(measured: Mapping[str, Measured]) -> None:
    costs = {
        "seconds until ready (learning included)": [f"{found.seconds_ready:.2f}" for found in measured.values()],
        "MB of memory": [f"{found.megabytes:.0f}" for found in measured.values()],
        "microseconds a text, p50 / p99": [
            f"{p50:.0f} / {p99:.0f}" for p50, p99 in (f.microseconds for f in measured.values())
        ],
    }
    for head, values in costs.items():
        print(f"{head:42}" + "".join(f"{value:>18}" for value in values))


def _print_decisions(
    detector: LanguageDetector, rows: Sequence[tuple[str, str, str]], elsewhere: Sequence[str]
) -> None:
    """How often a conversation stays or becomes what it should, by how it has been held so far."""
    served = [*LANGUAGES, "zh"]
    print("the detector among en, de, fr and zh; percent of texts that end in the right language, by number of words")
    for name, length in [(name, length) for name in ("held back", "chat") for length in LENGTHS]:
        part = [(text, language) for of, text, language in rows if of == name and _length(text) == length]
        others = [(text, language, other) for text, language in part for other in served if other != language]
        begun = [detector.detect(text, served, default=other) == language for text, language, other in others]
        kept = [detector.detect(text, served, last=language, default="en") == language for text, language in part]
        left = [detector.detect(text, served, last=other, default="en") == language for text, language, other in others]
        shares = " ".join(f"{100 * np.mean(x):6.1f}" for x in (begun, kept, left))
        print(f"{name}, {length}: begun with another default, held in the right language, held in another: {shares}")
    stays = [detector.detect(text, served, last=last, default="en") == last for text in elsewhere for last in served]
    print(f"languages not served ({len(elsewhere)} texts): {100 * np.mean(stays):.1f} leave the conversation as it is")


def _length(text: str) -> str:
    words = len(text.split())
    return LENGTHS[0] if words < 4 else LENGTHS[1] if words < 9 else LENGTHS[2]


if __name__ == "__main__":
    main()
