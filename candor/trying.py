"""What the bot makes of one question by itself, by the live model or a draft's: for trying questions in the desk."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from bot.dialogue.acts import AskBack
from bot.dialogue.policy import Thresholds, decide
from bot.live import LiveModels
from bot.service import thresholds_of
from nlu.classifier import model_file
from nlu.classifier.text_classifier import TextClassifier
from nlu.errors import DraftGone, ModelFileError
from nlu.explanations.explain import explain
from nlu.language.detector import LanguageDetector
from nlu.pipeline import Pipeline
from storage.companies.companies import Company
from training.what_if.tried import Tried

_DRAFT = "draft"


def try_question(
    live: LiveModels,
    detector: LanguageDetector,
    models_dir: Path,
    thresholds: Thresholds,
    company: Company,
    language: str,
    text: str,
    draft: str | None = None,
) -> Tried:
    """Return what would become of a question, and why; `draft` is the file of a draft's model. Nothing is stored.

    It is read in the language that it is written in, as in the chat, or in `language` where it does not tell; by a
    draft in `language`.

    Raises StillLoading while the models are being loaded, and DraftGone where the draft's file is.
    """
    if draft is None:
        language = detector.detect(text, company.languages, default=language)
    pipeline = live.pipeline(company, language)
    if draft is not None:
        pipeline = _of_draft(pipeline, models_dir / draft)
    seen = pipeline.parse(text)
    its = thresholds_of(thresholds, company.own)
    made = decide(seen, its)
    options = made.options if isinstance(made, AskBack) else ()
    return Tried(seen, made.kind or "reply", options, its.faq, explain(pipeline, seen))


def _of_draft(live: Pipeline, file: Path) -> Pipeline:
    try:
        faq = _loaded(file)
    except ModelFileError as error:
        raise DraftGone("What was learnt of this draft is not kept any more; ask again what would change.") from error
    return Pipeline(
        general=live.general,
        faq=faq,
        entities=live.entities,
        language=live.language,
        general_threshold=live.general_threshold,
        model_version=_DRAFT,
        danger=live.danger,
    )


@lru_cache(maxsize=1)
def _loaded(file: Path) -> TextClassifier:
    """Load a draft's model; the last one is remembered, for people try several questions in a row."""
    return model_file.load(file)[0]
