"""One message, understood: danger before all, the entities, the general stage and the company's FAQ stage."""

from __future__ import annotations

from functools import cache

from nlu.classifier.text_classifier import TextClassifier
from nlu.danger.stage import NOTHING, DangerStage, Judgement
from nlu.decision import decide_stage
from nlu.entities.finder import EntityFinder
from nlu.general.stage import CRISIS, GeneralStage
from nlu.understanding import Entity, Guess, Level, Stage, Understanding
from nlu.words.answer_types import AnswerType, usually_asked

UNTRAINED = "none"
"""The model version of a company that has no FAQ model."""


class Pipeline:
    """Understands the messages of one company in one language; immutable, so threads may share one."""

    def __init__(
        self,
        *,
        general: GeneralStage,
        faq: TextClassifier | None,
        entities: EntityFinder,
        language: str,
        general_threshold: float,
        model_version: str,
        danger: DangerStage | None = None,
    ) -> None:
        self.general, self.faq, self.entities, self.danger = general, faq, entities, danger
        self.language, self.general_threshold, self.model_version = language, general_threshold, model_version
        self.usually_asked = cache(self._usually_asked)
        """The types of answer that a category's examples usually ask for; every type where none is known."""

    def parse(self, text: str, *, expected: frozenset[str] = frozenset()) -> Understanding:
        """Return what `text` means; never raises, whatever the text holds.

        Entities are found in every message: the general stage reads the text without them, the review desk shows them.
        Those named in `expected` have just been asked for, so that less speaks for one ("berlin").
        """
        entities = self.entities.find(text, self.language, expected=expected)
        judged = self.danger.judge(text) if self.danger else NOTHING
        if judged.level is Level.DANGER:
            return self._in_danger(text, judged, entities)
        general = self.general.hear(text, entities=entities)
        faq = self.faq.rank(text) if self.faq else ()
        stage, ranking = decide_stage(general, faq, self.general_threshold)
        best = ranking[0] if ranking and stage is not Stage.NONE else None
        return Understanding(
            text=text,
            language=self.language,
            stage=stage,
            intent=best.intent if best else None,
            confidence=best.confidence if best else 0.0,
            ranking=ranking,
            entities=entities,
            model_version=self.model_version,
            danger=judged.level,
        )

    @property
    def taught(self) -> int:
        """How many examples the FAQ stage was taught, 0 where there is none."""
        return len(self.faq.examples) if self.faq else 0

    def _usually_asked(self, category: str) -> frozenset[AnswerType]:
        known = self.faq.categories if self.faq else ()
        taught = self.faq.examples.of_category(known.index(category)) if self.faq and category in known else []
        return usually_asked(taught, self.language) if taught else frozenset(AnswerType)

    def _in_danger(self, text: str, judged: Judgement, entities: tuple[Entity, ...]) -> Understanding:
        """A crisis, whatever else the message may say."""
        ranking = (Guess(CRISIS, judged.confidence),)
        said = (text, self.language, Stage.GENERAL, CRISIS, judged.confidence, ranking, entities, self.model_version)
        return Understanding(*said, danger=judged.level)
