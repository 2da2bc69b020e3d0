"""The models of drafts: learnt once for each state of the data, and kept for an hour beside the company's models."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from pathlib import Path
from time import time
from typing import Final

from nlu.classifier import model_file, warm_start_file
from nlu.classifier.text_classifier import TextClassifier, fit_from
from nlu.errors import DataError, ModelFileError
from nlu.recipe import Recipe
from storage.models.models import ModelVersion
from training import snapshot as snapshots
from training.recipes import suited_recipe
from training.retrain import Plan
from training.snapshot import DatasetSnapshot

_KEPT: Final = 4
_SECONDS: Final = 3600
_DRAFT: Final = "draft"


@dataclass(frozen=True, slots=True)
class Learnt:
    """A classifier, None where there is too little to learn from; `file` names its own, None for the live one's."""

    classifier: TextClassifier | None
    file: str | None = None


class DraftModels:
    """Learns what stands as a retrain would, by the recipe and calibration of the `live` version where there is one.

    It begins where the last retrain ended: a draft changes little of it.
    """

    def __init__(self, plan: Plan, live: ModelVersion | None) -> None:
        self._plan, self._live = plan, live

    def answering(self) -> Learnt | None:
        """Return the live version, whatever stands by now; None where none answers or its file cannot be read."""
        known = self._read(self._live.file) if self._live else None
        return None if known is None else Learnt(known)

    def of(self, snapshot: DatasetSnapshot) -> Learnt:
        """Return what is learnt of a snapshot, from a file where it was learnt before."""
        recipe, live = self._recipe(snapshot), self._live
        fingerprint = snapshots.fingerprint(snapshot, recipe)
        known = self._read(live.file) if live else None
        if live and live.fingerprint == fingerprint and known:
            return Learnt(known)
        if snapshot.distinct_categories < 2:
            return Learnt(None)
        kept = f"{snapshot.company.key}/{snapshot.language}-{_DRAFT}-{live.id if live else 0}-{fingerprint[:16]}.candor"
        learnt = self._read(kept) or self._fitted(snapshot, recipe, known)
        if learnt is None:
            return Learnt(None)
        path = self._plan.models_dir / kept
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            model_file.save(path, learnt, {"company": snapshot.company.key, "language": snapshot.language})
        return Learnt(learnt, kept)

    def _recipe(self, snapshot: DatasetSnapshot) -> Recipe:
        if self._live and self._live.recipe:
            return Recipe.from_dict(self._live.recipe)
        return suited_recipe(self._plan.recipe(snapshot.language), snapshot)

    def _fitted(self, snapshot: DatasetSnapshot, recipe: Recipe, live: TextClassifier | None) -> TextClassifier | None:
        file = snapshots.start_file(snapshot, self._plan.models_dir)
        begin = warm_start_file.load(file)
        try:
            learnt, end = fit_from(
                snapshot.texts, snapshot.categories, recipe, seed=self._plan.measuring.seed, begin=begin
            )
        except DataError:  # nothing in it has a word
            return None
        if begin is None:
            warm_start_file.save(file, end)
        return replace(learnt, calibration=live.calibration if live else learnt.calibration)

    def _read(self, file: str) -> TextClassifier | None:
        try:
            return model_file.load(self._plan.models_dir / file)[0]
        except ModelFileError:
            return None


def clear_up(folder: Path, *, keep: Collection[str] = ()) -> None:
    """Delete drafts that nobody looks at any more: those of an hour ago, all but the newest; files in `keep` stay."""
    drafts = sorted(folder.glob(f"*-{_DRAFT}-*.candor"), key=_changed, reverse=True)
    for place, path in enumerate(drafts):
        if path.name not in keep and (place >= _KEPT or _changed(path) < time() - _SECONDS):
            path.unlink(missing_ok=True)


def _changed(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
