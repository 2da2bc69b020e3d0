"""Why a message was understood as it was: which stage spoke and why, and what speaks for its guess."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from nlu.danger.stage import DANGER, NOTHING
from nlu.decision import decide_stage
from nlu.explanations.grounds import Grounds, grounds
from nlu.general.stage import CRISIS, Heard
from nlu.pipeline import Pipeline
from nlu.understanding import Entity, Guess, Level, Stage, Understanding


class StageReason(StrEnum):
    """Why a stage spoke (see `nlu.decision.decide_stage`)."""

    BUTTON = "button"  # the candidate pressed a button: nothing was guessed
    EXAMPLE = "example"  # the message is an example of the FAQ, word for word but for courtesies
    CRISIS = "crisis"  # a crisis comes before everything else
    GENERAL_SURER = "general_surer"  # a general intent reaches its threshold and is likelier than the FAQ's guess
    FAQ_SURER = "faq_surer"  # a general intent alone would reach its threshold, but the FAQ's guess is likelier
    GENERAL_UNSURE = "general_unsure"  # no general intent reaches the threshold: the FAQ is asked
    NOTHING_KNOWN = "nothing_known"  # nor does the FAQ know anything of the message
    NO_FAQ = "no_faq"  # nor is there an FAQ
    CHANGED = "changed"  # the models of today would let another stage speak


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a message was understood as it was.

    `general` is the best guess of the general stage, which speaks from `general_threshold` on. `grounds` are those of
    `stage`, the one that spoke (or, when none did, whose guess was too unsure), as `model_version` sees them; None when
    nothing was guessed, nothing of the message is known or the model is not there.
    """

    reason: StageReason
    stage: Stage
    general: Guess | None
    general_threshold: float
    model_version: str
    grounds: Grounds | None


def explain(pipeline: Pipeline, seen: Understanding, *, pressed: bool = False) -> Explanation:
    """Return why the pipeline's models understand a message as they did, pure and in plain data.

    With `pressed` the candidate chose the intent by a button. If that answered a question back about `seen.text`, the
    ranking tells what had been guessed and the FAQ's grounds are given; else nothing was guessed.
    """
    if seen.says(CRISIS) and not pressed:
        return _of_danger(pipeline, seen)
    heard = pipeline.general.hear(seen.text, entities=seen.entities)
    stage = Stage.FAQ if seen.stage is Stage.FAQ or pressed else Stage.GENERAL
    is_guess = len(seen.ranking) > pressed
    return Explanation(
        reason=StageReason.BUTTON if pressed else _reason(pipeline, seen, heard),
        stage=stage,
        general=heard.ranking[0] if heard.ranking else None,
        general_threshold=pipeline.general_threshold,
        model_version=pipeline.model_version,
        grounds=_grounds(pipeline, seen, stage) if is_guess else None,
    )


def _of_danger(pipeline: Pipeline, seen: Understanding) -> Explanation:
    """Danger is judged before all else; the grounds are those of the passage that says it most clearly."""
    judged = pipeline.danger.judge(seen.text) if pipeline.danger else NOTHING
    return Explanation(
        reason=StageReason.CRISIS if judged.level is Level.DANGER else StageReason.CHANGED,
        stage=Stage.GENERAL,
        general=Guess(CRISIS, judged.confidence),
        general_threshold=pipeline.general_threshold,
        model_version=pipeline.model_version,
        grounds=grounds(pipeline.danger.explaining(), judged.passage, DANGER)
        if pipeline.danger and judged.passage
        else None,
    )


def _reason(pipeline: Pipeline, seen: Understanding, heard: Heard) -> StageReason:
    faq = pipeline.faq.rank(seen.text) if pipeline.faq else ()
    stage, _ = decide_stage(heard, faq, pipeline.general_threshold)
    if stage is not seen.stage:
        return StageReason.CHANGED
    if seen.stage is Stage.NONE:
        return StageReason.NOTHING_KNOWN if pipeline.faq else StageReason.NO_FAQ
    if seen.stage is Stage.GENERAL:
        return StageReason.GENERAL_SURER
    if pipeline.faq and pipeline.faq.is_example(seen.text):
        return StageReason.EXAMPLE
    reached = bool(heard.ranking) and heard.ranking[0].confidence >= pipeline.general_threshold
    return StageReason.FAQ_SURER if reached else StageReason.GENERAL_UNSURE


def _grounds(pipeline: Pipeline, seen: Understanding, stage: Stage) -> Grounds | None:
    guessed = seen.intent or seen.ranking[0].intent
    if stage is Stage.FAQ:
        return grounds(pipeline.faq, seen.text, guessed) if pipeline.faq else None
    classifier = pipeline.general.explaining()
    entities: Sequence[Entity] = seen.entities if classifier.recipe.masks_entities else ()
    return grounds(classifier, seen.text, guessed, entities=entities)
