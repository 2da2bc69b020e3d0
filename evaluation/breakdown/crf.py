"""The challenge's baseline: conditional random fields over words (Higashinaka et al., LREC 2016, section 5.1)."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np

from evaluation.breakdown.gold import Rules, gold_labels
from evaluation.errors import EvaluationError
from nlu.breakdown.dialogue import LABELS, Distribution, Utterance, Verdict
from nlu.words.ngrams import word_ngrams
from nlu.words.normalise import considered

Ratings: TypeAlias = Sequence[Distribution | None]
"""One for each turn of a dialogue: the shares of its annotators, None where the turn is not judged."""

PREVIOUS: Final = 2
"""How many utterances before an utterance lend it their words: the user's, and the system's before that."""

_UNJUDGED: Final = "-"
_PARAMETERS: Final = {"c1": 0.0, "c2": 1.0, "max_iterations": 100}


class CrfDetector:
    """Labels the utterances of a dialogue in sequence; its marginals are the distribution."""

    def __init__(self, model: bytes) -> None:
        """Take a model in CRFsuite's own format, which must be whole: CRFsuite does not check it."""
        self.model = model
        self._tagger = _library().Tagger()
        self._tagger.open_inmemory(model)

    def judge(self, dialogues: Sequence[Sequence[Utterance]]) -> list[Verdict]:
        """Return one verdict for each dialogue, about its last utterance; the tagger never sees more than is given."""
        verdicts = []
        for dialogue in dialogues:
            self._tagger.set(_features(dialogue))
            verdicts.append(self._verdict(len(dialogue) - 1))
        return verdicts

    def _verdict(self, place: int) -> Verdict:
        known = self._tagger.labels()
        mass = np.array([self._tagger.marginal(label, place) if label in known else 0.0 for label in LABELS])
        shares = mass / mass.sum() if mass.sum() > 0 else np.full(len(LABELS), 1 / len(LABELS))
        return Verdict(LABELS[int(shares.argmax())], Distribution(*shares.tolist()))


def fit(
    dialogues: Sequence[Sequence[Utterance]],
    ratings: Sequence[Ratings],
    *,
    rules: Rules = Rules.SCRIPT,
    threshold: float = 0.0,
) -> CrfDetector:
    """Return the detector learnt from the gold labels of rated dialogues, with the rules and t of the metrics.

    Turns without a rating, users' among them, have a label of their own that no verdict shows. Raises EvaluationError
    when no turn is rated or python-crfsuite is not installed.
    """
    if not any(rating is not None for of_dialogue in ratings for rating in of_dialogue):
        raise EvaluationError("The training dialogues hold no annotated turn: annotate some first.")
    trainer = _library().Trainer(algorithm="lbfgs", params=_PARAMETERS, verbose=False)
    for dialogue, of_dialogue in zip(dialogues, ratings, strict=True):
        trainer.append(_features(dialogue), [_gold(rating, rules, threshold) for rating in of_dialogue])
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "crf.model"
        trainer.train(str(path))
        return CrfDetector(path.read_bytes())


def _gold(rating: Distribution | None, rules: Rules, threshold: float) -> str:
    if rating is None:
        return _UNJUDGED
    return LABELS[int(gold_labels(np.array([rating.shares()]), threshold, rules)[0])]


def _features(dialogue: Sequence[Utterance]) -> list[tuple[str, ...]]:
    """Return for each utterance its words and those of the utterances before it, each with its distance."""
    return [_words(tuple(dialogue[max(0, place - PREVIOUS) : place + 1])) for place in range(len(dialogue))]


@lru_cache(maxsize=4096)
def _words(utterances: tuple[Utterance, ...]) -> tuple[str, ...]:
    """Return who spoke and the different words of each utterance, with its distance from the last."""
    return tuple(
        f"{distance}:{word}"
        for distance, utterance in enumerate(reversed(utterances))
        for word in (
            "speaker:system" if utterance.by_system else "speaker:user",
            *sorted(set(word_ngrams(considered(utterance.text), (1, 1)))),
        )
    )


def _library() -> Any:
    try:
        import pycrfsuite
    except ImportError as error:
        raise EvaluationError("The CRF baseline needs python-crfsuite: pip install 'candor-bot[breakdown]'.") from error
    return pycrfsuite
