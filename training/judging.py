"""Asking the gate, with what it takes to tell the recipe from the data and to trace a loss to where it came from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from evaluation.classifier import Progress
from evaluation.errors import EvaluationError
from evaluation.gate import decision as gate
from evaluation.gate.cases import KeptCases
from evaluation.gate.decision import Anchor, GateDecision, GateEvidence, GateRules
from evaluation.gate.reason import ACCURACY_FELL, ANCHOR, CATEGORY_GOT_WORSE, GateReason, causes_first
from evaluation.general_stage import GeneralIntents
from nlu.errors import NluError
from nlu.recipe import Recipe
from training.measuring import Measuring, measure
from training.snapshot import DatasetSnapshot
from training.suspects import responsible_sources


@dataclass(frozen=True, slots=True)
class Judge:
    """Decides about the candidate that learnt `snapshot` by `recipe`; measures again only where that is needed."""

    snapshot: DatasetSnapshot
    recipe: Recipe
    rules: GateRules
    measuring: Measuring
    progress: Progress | None = None
    general: GeneralIntents | None = None

    def decide(
        self,
        candidate: GateEvidence,
        live: GateEvidence | None,
        live_recipe: Mapping[str, Any] | None,
        anchor: Anchor | None = None,
    ) -> GateDecision:
        """Return the gate's decision, with the one import or person responsible for the loss where there is one."""
        refitted = self._refitted(live_recipe) if live and live_recipe else None
        decision = gate.decide(candidate, live, self.rules, refitted=refitted, anchor=anchor)
        if live is None or live.cases is None or not _lost_by_data(decision.reasons):
            return decision
        found = responsible_sources(self.snapshot, live.cases, lambda without: self._loses(without, live))
        return GateDecision(decision.verdict, causes_first((*decision.reasons, *found)), decision.notes)

    def _refitted(self, live_recipe: Mapping[str, Any]) -> KeptCases | None:
        """Measure the live model's recipe on the candidate's data; None when it is the same or of no use any more.

        How many questions fit no category is found in the data: a recipe that differs in that alone is the same.
        """
        try:
            before = replace(Recipe.from_dict(live_recipe), negative_prior=self.recipe.negative_prior)
            if before == self.recipe:
                return None
            return measure(self.snapshot, before, self.measuring, self.progress, self.general).cases
        except (NluError, EvaluationError):
            return None

    def _loses(self, without: DatasetSnapshot, live: GateEvidence) -> bool:
        """Whether a candidate without some examples still loses; one that cannot be measured proves nothing."""
        again = measure(without, self.recipe, self.measuring, self.progress, self.general)
        if again.cases is None:
            return True
        evidence = GateEvidence.from_record(again.record, cases=again.cases, examples=without.examples)
        return _lost_by_data(gate.decide(evidence, live, self.rules).reasons)


def _lost_by_data(reasons: Sequence[GateReason]) -> bool:
    """Whether something is lost since the live version; what was lost since the anchor came from many sources."""
    reasons = [one for one in reasons if ANCHOR not in one.params]
    causes = {one.params["cause"] for one in reasons if one.code == ACCURACY_FELL}
    return bool(causes - {"recipe"}) or (not causes and any(one.code == CATEGORY_GOT_WORSE for one in reasons))
