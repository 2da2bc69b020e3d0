"""What the form of an answer shows: what stands, what was typed, what another person saved since; and its preview."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from admin.dataset.answer_form import rows_of, values_of
from admin.settings.merging import Values
from admin.texts import FALLBACK, Say, load_texts
from storage import Connection
from storage.answers import answer_versions, answers
from storage.answers.answer_versions import AnswerVersion
from storage.answers.answers import Answer, KeptBack
from storage.answers.spoken_answers import AnswerSetting, Spoken, rest, spoken
from storage.companies.companies import Company
from storage.dataset.dataset import Category
from storage.people import users
from storage.people.users import User
from texts.markup import blocks_json


@dataclass(frozen=True, slots=True)
class AnswerDraft:
    """What somebody typed into the form of an answer and is not saved; `shown` is what the form began with."""

    values: Values
    shown: Values
    theirs: Values = field(default_factory=dict)
    refused: str = ""


@dataclass(frozen=True, slots=True)
class AnswerEditor:
    """The form of a category's answer in one language; `theirs` is what another person saved in a field since.

    `kept_back` is why the answer that stands is not given today.
    """

    language: str
    answer: Answer
    draft: AnswerDraft
    version: AnswerVersion | None
    kept_back: KeptBack | None
    owners: Sequence[User]

    @property
    def values(self) -> Values:
        """What stands in the fields."""
        return self.draft.values

    @property
    def shown(self) -> str:
        """What the form shows before anything is typed, to be sent back with it."""
        return json.dumps(dict(self.draft.shown), ensure_ascii=False)

    @property
    def buttons(self) -> list[tuple[str, str]]:
        """The rows of buttons, title and target."""
        return rows_of(self.values["buttons"])

    @property
    def links(self) -> list[tuple[str, str]]:
        """The rows of links, title and address."""
        return rows_of(self.values["links"])

    @property
    def their_rows(self) -> dict[str, list[tuple[str, str]]]:
        """The rows of buttons and links that another person saved, title and target."""
        names = [name for name in ("buttons", "links") if name in self.draft.theirs]
        return {name: rows_of(self.draft.theirs[name]) for name in names}


def editors(
    conn: Connection,
    company: Company,
    its: Category,
    languages: Sequence[str],
    drafts: Mapping[str, AnswerDraft],
    today: date,
) -> list[AnswerEditor]:
    """Return the forms of a category's answers in these languages, with what was typed into some."""
    team = [user for user in users.of_company(conn, company.id) if not user.disabled]
    bank = {answer.language: answer for answer in answers.of_category(conn, company.id, its.name)}
    found = []
    for language in languages:
        answer = bank.get(language, Answer(its.name, language, ""))
        stands = values_of(answer)
        version = answer_versions.newest(conn, company.id, its.name, language)
        draft = drafts.get(language) or AnswerDraft(stands, stands)
        found.append(AnswerEditor(language, answer, draft, version, answer.kept_back(today), team))
    return found


def preview_of(answer: Answer, company: Company) -> dict[str, object]:
    """Return the messages that say an answer, its first and its second part, as the chat draws them."""
    first, second = said_in_chat(answer, company), rest(answer, _around(answer, company))
    return {"message": _message(first), "rest": _message(second) if answer.more else None}


def said_in_chat(answer: Answer, company: Company) -> Spoken:
    """Return the message that says an answer where no opening is talked of: no markup, no placeholder in it is raw."""
    return spoken(answer, _around(answer, company))


def _around(answer: Answer, company: Company) -> AnswerSetting:
    say = _words(answer.language)
    return AnswerSetting(company.name, None, say("handover.an_opening"), say("handover.more"))


def _words(language: str) -> Say:
    known = load_texts()
    return known.get(language) or known[FALLBACK]


def _message(said: Spoken) -> dict[str, object]:
    return {
        "text": said.text,
        "blocks": blocks_json(said.blocks) or None,
        "buttons": [{"id": button.id, "title": button.title} for button in said.buttons],
        "links": [{"title": link.title, "url": link.url} for link in said.links],
    }
