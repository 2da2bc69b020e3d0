"""What a company's answers say to a decision, and whether it left a question to a person."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sqlalchemy import Connection

from nlu.understanding import Stage
from storage.answers import answers
from storage.answers.answers import Answer, KeptBack
from storage.answers.written_then import WrittenThen
from storage.companies import companies
from storage.companies.companies import Company
from storage.database.rows import found
from storage.dataset import categories
from storage.reviews import decisions
from storage.reviews.decisions import Decision

PROMISED = decisions.NEED_A_HUMAN | {"application_status", "delete_my_data"}
"""General intents whose flow promises a person's reply."""


class Bank:
    """The answers a company has written, by category and language, and which were written when something was asked."""

    def __init__(
        self, written: Iterable[Answer], company: Company, then: WrittenThen, went_into: Mapping[str, str]
    ) -> None:
        self._written = {(a.category, a.language): a for a in written if a.text.strip()}
        self._company = company
        self._then = then
        self._went_into = went_into

    @classmethod
    def of(cls, conn: Connection, company_id: int, about: Iterable[Decision] | None = None) -> Bank:
        """Read a company's answers, or those that some decisions are about."""
        company = found(companies.by_id(conn, company_id), "company")
        names = None if about is None else {each.intent for each in about if each.stage is Stage.FAQ and each.intent}
        went_into = categories.went_into(conn, company_id)
        now = None if names is None else {went_into.get(name, name) for name in names}
        written = answers.of_company(conn, company_id, categories_named=now)
        return cls(written, company, WrittenThen.of(conn, company, names), went_into)

    def category_of(self, decision: Decision) -> str | None:
        """Return the category that was guessed, or the one that it was merged into; None where none was."""
        if decision.stage is not Stage.FAQ or decision.intent is None:
            return None
        return self._went_into.get(decision.intent, decision.intent)

    def answer_to(self, decision: Decision) -> Answer | None:
        """Return the answer that the bot gives to the category that was guessed, None when there is none."""
        category = self.category_of(decision)
        return None if category is None else self.answers(category, decision.language)

    def kept_back(self, decision: Decision) -> KeptBack | None:
        """Return why the answer to what was surely guessed was not given, as it stands now; None for any other."""
        answer = self.answer_to(decision)
        if answer is None or not was_sure(decision):
            return None
        return answer.kept_back(self._company.day(decision.created))

    def answers(self, category: str, language: str) -> Answer | None:
        """Return what is said to a question of this category in this language, None when nothing is written."""
        return self._written.get((category, language)) or self._written.get((category, self._company.default_language))

    def leaves_unanswered(self, decision: Decision) -> bool:
        """Tell whether the bot deferred, promised a person, or had no answer then to the category it was sure of.

        Asking back leaves nothing to a person yet: the candidate's choice does, or does not.
        """
        asked = (decision.intent or "", decision.language, decision.created)
        written = decision.stage is not Stage.FAQ or self._then.at(*asked)
        return passes_on(decision.kind, decision.stage, decision.intent, written=written)


def was_sure(decision: Decision) -> bool:
    """Tell whether a question went to a person although the bot was sure what was asked."""
    return decision.kind == "defer" and decision.stage is Stage.FAQ and decision.confidence >= decision.threshold


def passes_on(kind: str, stage: Stage, intent: str | None, *, written: bool) -> bool:
    """Tell whether a decision leaves its question to a person; `written`: the category guessed had an answer then."""
    if kind == "clarify":
        return False
    return kind == "defer" or intent in PROMISED or (stage is Stage.FAQ and not written)
