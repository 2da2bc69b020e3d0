"""What candidates asked last, asked again of a new version: what of it would get another answer."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from evaluation.general_stage import GeneralIntents
from nlu.classifier import model_file
from nlu.classifier.text_classifier import TextClassifier
from nlu.errors import ModelFileError
from nlu.words.normalise import normalise
from storage import Connection
from storage.models import models
from storage.models.models import ModelVersion
from storage.reviews import reviewed_questions
from training.asking import answers_to
from training.snapshot import DatasetSnapshot

REPLAY: Final = "replay"
"""Kind under which a replay is recorded beside a version's figures."""

_ASKED: Final = 500
_KEPT: Final = 50


@dataclass(frozen=True, slots=True)
class ReplayedAnswer:
    """A question, by its review's id, with what the live and the new version answer: a label, or None for no answer."""

    review: int
    before: str | None
    after: str | None


@dataclass(frozen=True, slots=True)
class Replay:
    """How many different questions were asked again, of how many the answer differs, and the newest of those."""

    questions: int
    differing: int
    changed: tuple[ReplayedAnswer, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form, in which questions stand as their ids: their words go with their conversation."""
        return {**asdict(self), "changed": [asdict(one) for one in self.changed]}

    @classmethod
    def from_dict(cls, record: dict[str, Any]) -> Replay:
        """Return the replay that `to_dict` wrote."""
        changed = tuple(ReplayedAnswer(**one) for one in record["changed"])
        return cls(record["questions"], record["differing"], changed)


def replay(
    conn: Connection,
    snapshot: DatasetSnapshot,
    live: ModelVersion,
    candidate: TextClassifier,
    models_dir: Path,
    threshold: float,
    general: GeneralIntents | None,
) -> Replay | None:
    """Ask both versions what candidates asked last; None where nobody has, or the live one's file cannot be read."""
    asked: dict[str, tuple[int, str]] = {}
    for review_id, text in reviewed_questions.typed_questions(conn, snapshot.company.id, snapshot.language, _ASKED):
        asked.setdefault(normalise(text), (review_id, text))
    if not asked:
        return None
    try:
        before, _ = model_file.load(models_dir / live.file, sha256=live.sha256)
    except ModelFileError:
        return None
    texts = [text for _, text in asked.values()]
    said = zip(
        (review_id for review_id, _ in asked.values()),
        answers_to(before, texts, threshold, general),
        answers_to(candidate, texts, threshold, general),
        strict=True,
    )
    differing = [ReplayedAnswer(*one) for one in said if one[1] != one[2]]
    return Replay(len(texts), len(differing), tuple(differing[:_KEPT]))


def of_version(conn: Connection, company_id: int, model_id: int) -> Replay | None:
    """Return the replay that was recorded with a version."""
    record = models.evaluation(conn, company_id, model_id, REPLAY)
    return None if record is None else Replay.from_dict(record)
