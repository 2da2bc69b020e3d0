"""Questions and answers in from a file and out to one; nothing here knows the web."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from admin.actor import Actor
from admin.dataset.importing import Brought, Import
from admin.dataset.moving import Moves, moves_of
from admin.dataset.undoable import Undoable
from admin.errors import DeskError, together
from admin.forms import ANSWER_LIMIT, QUESTION_LIMIT
from evaluation.formats.content import FAQ, Choices, ExampleRow, FileContent, Pairs, ReplyRow, SourceFile
from evaluation.formats.reasons import MOST_TOLD
from evaluation.formats.registry import read_content
from evaluation.formats.spelling import alike, spelt
from nlu.words.normalise import normalise
from storage import Connection
from storage.answers import answers
from storage.answers.answer_import import AnswersReport, import_answers
from storage.answers.answers import Answer
from storage.companies.companies import Company
from storage.dataset import categories, dataset
from storage.dataset.dataset import ImportPlan, ImportReport

MOST_ROWS = 50_000


def read_import(source: SourceFile, choices: Choices, company: Company, language: str) -> Import:
    """Read an uploaded file; what names no language is in the given one. Raises DeskError and UnreadableFile."""
    content = read_content(source, choices)
    if len(content.rows) > MOST_ROWS:
        raise DeskError("too_many_rows", n=len(content.rows), most=MOST_ROWS)
    chosen = Import.of(content, company, language)
    check(chosen, company)
    return chosen


def check(chosen: Import, company: Company) -> None:
    """Raise DeskError for rows or an answer that the company's data cannot hold."""
    unserved = next((each for each in chosen.languages if each not in company.languages), None)
    if faults := list(islice(_faults(chosen.rows, company), MOST_TOLD)):
        raise together(faults)
    if unserved is not None:
        raise DeskError("import_language_answer", language=unserved)
    for reply in chosen.content.replies:
        if max(len(reply.text), len(reply.more or "")) > ANSWER_LIMIT:
            raise DeskError("import_answer_long", category=reply.category, n=ANSWER_LIMIT)


def _faults(rows: Iterable[ExampleRow], company: Company) -> Iterator[DeskError]:
    first: dict[tuple[str, str], ExampleRow] = {}
    for row in rows:
        fault = _fault(row, company)
        if fault is not None:
            yield fault
            continue
        other = first.setdefault((row.language or "", normalise(row.text)), row)
        if alike(other.category) != alike(row.category):
            # Where nobody counts lines the place would be the question once more.
            code = "import_two_categories" if row.line else "import_two_categories_no_line"
            yield DeskError(code, text=row.text, a=other.category, b=row.category, place=(row.line, row.text))


def _fault(row: ExampleRow, company: Company) -> DeskError | None:
    """Return why a row alone cannot be held."""
    place = (row.line, row.text)
    if row.language not in company.languages:
        return DeskError("import_language", place=place, language=row.language)
    if not normalise(row.text):
        return DeskError("import_no_words", place=place)
    if len(row.text) > QUESTION_LIMIT:
        return DeskError("import_question_long", place=place, n=QUESTION_LIMIT)
    if not spelt(row.category):
        return DeskError("import_category_empty", place=place)
    if len(row.category) > categories.NAME_LENGTH:
        return DeskError("import_category_long", place=place)
    if categories.is_reserved(row.category):
        return DeskError("import_category_reserved", place=place, prefix=categories.RESERVED)
    return None


@dataclass(frozen=True, slots=True)
class Foretold:
    """What importing a file would do: to questions, to answers, what of the file is left out, and how much it moves."""

    plan: ImportPlan
    brought: Brought
    answers: AnswersReport
    moves: Moves

    @property
    def questions(self) -> ImportReport:
        """What it would do to questions."""
        return self.plan.report()


@dataclass(frozen=True, slots=True)
class Imported:
    """What became of answers, and the number of the import where one was recorded, to be undone by it."""

    answers: AnswersReport
    import_id: int | None


def foretell(conn: Connection, actor: Actor, chosen: Import) -> Foretold:
    """Compare a file with what stands: most of the work of an import, for which nobody has to wait."""
    chosen = chosen.called(categories.names(conn, actor.company_id))
    plan = dataset.plan_import(conn, actor.company_id, chosen.examples)
    brought = chosen.brought(plan.known)
    told = import_answers(conn, actor.company_id, brought.answers, actor.now, change=False, dry_run=True)
    standing = sum(each.examples for each in dataset.categories(conn, actor.company_id))
    return Foretold(plan, brought, told, moves_of(plan.report().conflicts, standing))


def carry_out(conn: Connection, actor: Actor, foretold: Foretold, *, change_answers: bool = False) -> Imported:
    """Do what was foretold of questions that stand as they did then (`dataset.holds`).

    Answers that differ from those that stand go live with `change_answers` alone.
    """
    change = Undoable.begin(conn, actor, all_answers=True)
    report = dataset.carry_out(conn, actor.company_id, foretold.plan, "import", actor.user.name, actor.now)
    answers_in = foretold.brought.answers
    told = import_answers(conn, actor.company_id, answers_in, actor.now, change=change_answers, author=actor.user.name)
    ref = report.import_id
    change.note("imported", import_id=ref, n=report.added, moved=report.moved, brought=ref)
    if change_answers and told.changed:
        names = ", ".join(dict.fromkeys(dataset.label_of(conn, actor.company_id, one.category) for one in told.changed))
        actor.note(conn, "answers_changed", n=len(told.changed), categories=names)
    return Imported(told, ref)


def content_of(conn: Connection, company_id: int) -> FileContent:
    """Return all questions and answers of a company for a file, categories by what people call them."""
    labels = dataset.renamed(conn, company_id)
    rows = [
        ExampleRow(each.text, labels.get(each.category, each.category), each.language, each.created)
        for each in dataset.examples(conn, company_id)
    ]
    bank = [answer for answer in answers.of_company(conn, company_id) if answer.text.strip()]
    return FileContent(rows, [_reply(answer, labels) for answer in bank])


def _reply(answer: Answer, labels: dict[str, str]) -> ReplyRow:
    buttons: Pairs = tuple((button.title, _labelled(button.id, labels)) for button in answer.buttons)
    links: Pairs = tuple((link.title, link.url) for link in answer.links)
    category = labels.get(answer.category, answer.category)
    since, until = (each.isoformat() if each else None for each in (answer.valid_from, answer.valid_until))
    said = answer.text.strip(), answer.title, buttons, links, answer.more or None
    return ReplyRow(category, answer.language, *said, since, until, answer.owner or None)


def _labelled(target: str, labels: dict[str, str]) -> str:
    category = target.removeprefix(FAQ)
    return FAQ + labels.get(category, category) if target.startswith(FAQ) else target
