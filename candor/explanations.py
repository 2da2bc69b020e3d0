"""Explains decisions with the model that made them, as long as its file is there."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from bot.live import LiveModels
from nlu.classifier import model_file
from nlu.classifier.text_classifier import TextClassifier
from nlu.errors import ModelFileError
from nlu.explanations.explain import Explanation, explain
from nlu.pipeline import Pipeline
from nlu.understanding import Understanding
from storage import Connection
from storage.companies.companies import Company
from storage.models import models

_LOOKED_BACK = 1000


def explain_decision(
    live: LiveModels, models_dir: Path, conn: Connection, company: Company, seen: Understanding, pressed: bool
) -> Explanation:
    """Return why a message was understood as it was (see `nlu.explanations.explain.explain`).

    Where the file of `seen.model_version` is gone or damaged, the live model explains: the explanation names it.
    Raises StillLoading while the models are being loaded.
    """
    pipeline = live.pipeline(company, seen.language)
    if seen.model_version != pipeline.model_version:
        pipeline = _of_version(conn, company, seen, models_dir, pipeline) or pipeline
    return explain(pipeline, seen, pressed=pressed)


def _of_version(
    conn: Connection, company: Company, seen: Understanding, models_dir: Path, live: Pipeline
) -> Pipeline | None:
    versions = models.history(conn, company.id, seen.language, limit=_LOOKED_BACK)
    version = next((each for each in versions if each.name == seen.model_version and each.file), None)
    if version is None:
        return None
    try:
        faq = _loaded(models_dir / version.file, version.sha256)
    except ModelFileError:
        return None
    return Pipeline(
        general=live.general,
        faq=faq,
        entities=live.entities,
        language=live.language,
        general_threshold=live.general_threshold,
        model_version=version.name,
        danger=live.danger,
    )


@lru_cache(maxsize=2)
def _loaded(path: Path, sha256: str) -> TextClassifier:
    """Load a model; the last ones are remembered, for a recruiter reads several decisions of one model in a row."""
    return model_file.load(path, sha256=sha256)[0]
