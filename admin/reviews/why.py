"""Why a question was answered, asked back about or left to a person: what the models saw, told to recruiters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from aiohttp import web

from admin.pages import render
from admin.reviews.weights import CountedShare, WeighedPiece, counts, pieces, runs
from admin.visit import path_id, seat_of
from nlu.explanations.explain import Explanation, StageReason
from nlu.explanations.grounds import Neighbour
from nlu.understanding import PRESSED, Stage, Understanding
from storage import Connection
from storage.companies.companies import Company
from storage.dataset import dataset
from storage.reviews import reviews
from storage.reviews.decisions import Decision
from storage.reviews.reviews import Review

NAMED = 6
"""How many words for and how many against are named."""


@dataclass(frozen=True, slots=True)
class Similar:
    """An example that is near, and the number of its row if it stands in the dataset."""

    neighbour: Neighbour
    example_id: int | None


@dataclass(frozen=True, slots=True)
class Why:
    """All that the page shows; `pieces` and what follows are empty without grounds."""

    question: str
    decision: Decision
    explanation: Explanation
    pieces: Sequence[WeighedPiece] = ()
    helped: Sequence[CountedShare] = ()
    hindered: Sequence[CountedShare] = ()
    similar: Sequence[Similar] = ()
    similar_elsewhere: Sequence[Similar] = ()

    @property
    def is_by_another_model(self) -> bool:
        """Whether the model that decided is not the one that explains."""
        explains, decided = self.explanation, self.decision.model_version
        guessed = explains.stage is Stage.FAQ and explains.grounds is not None and not self.is_chosen
        return guessed and decided != explains.model_version

    @property
    def outcome(self) -> str | None:
        """What its confidence led to: a kind of decision, "safety" (asked about first), None where it decided none."""
        made = self.decision
        if made.kind == "clarify" and not made.options and made.stage is not Stage.GENERAL:
            return "safety"
        decides = (made.confidence >= made.threshold) == (made.kind == "reply")
        return made.kind if made.stage is Stage.FAQ and decides and not self.is_chosen else None

    @property
    def is_chosen(self) -> bool:
        """Whether the candidate chose by a button."""
        return self.explanation.reason is StageReason.BUTTON


async def why_page(request: web.Request) -> web.Response:
    """Show why the decision about one question is what it is."""
    seat, review_id = seat_of(request), path_id(request)
    explain, company = seat.desk.explain, seat.company

    def told(conn: Connection) -> Why:
        review = reviews.get(conn, company.id, review_id)
        explanation = explain(conn, company, *understood(review))
        return shown(conn, company, review.question, review.decision, explanation)

    return render(request, "reviews/why.html", why=await seat.read(told), review_id=review_id)


def understood(review: Review) -> tuple[Understanding, bool]:
    """Return what the models saw in a question by itself, and whether the candidate pressed a button."""
    made = review.decision
    its = made.guessed
    guess = (its.stage, its.intent, its.confidence, its.ranking)
    seen = Understanding(review.question, made.language, *guess, made.entities, made.model_version)
    return seen, made.about_seq is not None or made.model_version == PRESSED


def shown(conn: Connection, company: Company, question: str, decision: Decision, explanation: Explanation) -> Why:
    """Return an explanation as recruiters see it, its examples found in the dataset."""
    grounds = explanation.grounds
    if grounds is None:
        return Why(question, decision, explanation)

    def found(neighbours: Sequence[Neighbour]) -> list[Similar]:
        if explanation.stage is not Stage.FAQ:
            return [Similar(each, None) for each in neighbours]
        return [Similar(each, _row(conn, company, decision.language, each.text)) for each in neighbours]

    words = runs(grounds.words)
    counted = counts(words, grounds)
    return Why(
        question,
        decision,
        explanation,
        pieces(question, words),
        [each for each in counted if each.share > 0][:NAMED],
        [each for each in reversed(counted) if each.share < 0][:NAMED],
        found(grounds.nearest),
        found(grounds.nearest_of_others),
    )


def _row(conn: Connection, company: Company, language: str, text: str) -> int | None:
    example = dataset.example_with_text(conn, company.id, language, text)
    return example.id if example else None


ROUTES = [web.get(r"/reviews/{id:\d+}/why", why_page)]
