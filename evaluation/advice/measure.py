"""Everything a report says about what to do, measured: advice on the worst pairs, and the learning curve."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from evaluation.advice.advise import advise, pairs_splits
from evaluation.advice.pair_advice import PairAdvice
from evaluation.classifier import ClassifierFactory, Progress
from evaluation.fitting.out_of_fold import out_of_fold
from evaluation.fitting.refit import refitting
from evaluation.general_stage import GeneralIntents
from evaluation.label_errors import label_errors
from evaluation.learning_curve import CurveStep, learning_curve
from evaluation.nexcv_result import NexCvResult
from nlu.recipe import Recipe

_PARTS = 3
_STEPS = 100


@dataclass(frozen=True, slots=True)
class Advice:
    """Advice on the worst pairs, the worst first, and how accuracy grows with the examples."""

    pairs: tuple[PairAdvice, ...]
    learning_curve: tuple[CurveStep, ...]

    def to_dict(self) -> dict[str, object]:
        """Return {advice, learning_curve} as JSON values, to be put beside those of the nex-cv result."""
        return {
            "advice": [pair.to_dict() for pair in self.pairs],
            "learning_curve": [step.to_dict() for step in self.learning_curve],
        }


def measure_advice(
    texts: Sequence[str],
    categories: Sequence[str],
    result: NexCvResult,
    classifier_factory: ClassifierFactory,
    *,
    general: GeneralIntents | None = None,
    language: str = "en",
    pairs: int = 3,
    jobs: int = 1,
    progress: Progress | None = None,
) -> Advice:
    """Advise on a nex-cv result of these texts and categories, by fits of the classifier it was measured with.

    `general` are the general intents that it was measured beside (None: the classifier was measured alone).
    Suspicious labels are looked for with the recipe of the `language` that the texts are in.
    `progress(done, total)` counts hundredths of the three parts: suspicious labels, remedies, learning curve. Raises
    EvaluationError and DataError as fitting does.
    """
    folds = pairs_splits(texts, categories, result)
    refit = refitting(texts, classifier_factory, general=general, seed=result.plan.seed, jobs=jobs)
    judged = out_of_fold(texts, categories, Recipe.faq(language), seed=result.plan.seed, progress=_part(progress, 0))
    advice = advise(
        texts, categories, result, refit, suspects=label_errors(judged), pairs=pairs, progress=_part(progress, 1)
    )
    curve = learning_curve(
        texts,
        categories,
        folds,
        refit,
        threshold=result.threshold,
        seed=result.plan.seed,
        progress=_part(progress, 2),
    )
    return Advice(tuple(advice), tuple(curve))


def _part(progress: Progress | None, place: int) -> Progress | None:
    if progress is None:
        return None
    return lambda done, total: progress(_STEPS * place + _STEPS * done // max(1, total), _STEPS * _PARTS)
