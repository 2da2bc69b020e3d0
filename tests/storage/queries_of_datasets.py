"""Every query of the dataset and its answers, called with a stranger's company and what is another's."""

from __future__ import annotations

from datetime import timedelta
from types import SimpleNamespace

from storage import Connection, changes, snapshots, staged_files
from storage.answers import answer_import, answer_versions, answers, canned_replies
from storage.answers.answers import Answer
from storage.dataset import (
    categories,
    category_facts,
    category_titles,
    dataset,
    dataset_rows,
    example_lists,
    examples,
    golden,
    imports,
)
from storage.dataset.dataset import ImportPlan, NewExample
from storage.dataset.dataset_rows import RowChange
from storage.dataset.example_lists import ExampleList
from tests.storage.furnished import NOW
from tests.storage.walls import Query


def planned(its: SimpleNamespace) -> ImportPlan:
    moved = {its.example: (NewExample("What do I earn?", "perks", "en"), "salary")}
    stands = {its.example: (("en", "what do i earn"), "salary")}
    return ImportPlan({}, moved, 0, [its.example], ("perks",), stands, (), {}, -1)


def carried_out(conn: Connection, company_id: int, plan: ImportPlan) -> None:
    dataset.carry_out(conn, company_id, plan, "import", "me", NOW)


DATASETS: dict[str, Query] = {
    "answer_import.import_answers": lambda conn, me, its: answer_import.import_answers(
        conn, me, {("salary", "en"): answer_import.NewAnswer("Mine")}, NOW, change=True
    ),
    "answer_versions.forget": lambda conn, me, its: answer_versions.forget(conn, me, [its.version]),
    "answer_versions.get": lambda conn, me, its: answer_versions.get(conn, me, its.version),
    "answer_versions.newest": lambda conn, me, its: answer_versions.newest(conn, me, "salary", "en"),
    "answer_versions.newest_number": lambda conn, me, its: answer_versions.newest_number(conn, me, its.category),
    "answer_versions.number_of": lambda conn, me, its: answer_versions.number_of(
        conn, me, Answer("salary", "en", "As agreed.")
    ),
    "answer_versions.of_answer": lambda conn, me, its: answer_versions.of_answer(
        conn, me, "salary", "en", 9, before=its.version + 1
    ),
    "answers.changed_at": lambda conn, me, its: answers.changed_at(conn, me),
    "answers.of_category": lambda conn, me, its: answers.of_category(conn, me, "salary"),
    "answers.get": lambda conn, me, its: answers.get(conn, me, "salary", "en"),
    "answers.of_company": lambda conn, me, its: answers.of_company(conn, me),
    "answers.put": lambda conn, me, its: answers.put(conn, me, Answer("salary", "en", "Mine"), NOW),
    "answers.written": lambda conn, me, its: answers.written(conn, me, "salary", "de", "en"),
    "answers.remove": lambda conn, me, its: answers.remove(conn, me, "salary", "en", NOW),
    "canned_replies.change": lambda conn, me, its: canned_replies.change(
        conn, me, its.canned, "Mine", {"en": "Mine"}, 1, NOW
    ),
    "canned_replies.count": lambda conn, me, its: canned_replies.count(conn, me),
    "canned_replies.get": lambda conn, me, its: canned_replies.get(conn, me, its.canned),
    "canned_replies.of_company": lambda conn, me, its: canned_replies.of_company(conn, me),
    "canned_replies.remove": lambda conn, me, its: canned_replies.remove(conn, me, its.canned),
    "categories.categories": lambda conn, me, its: categories.categories(conn, me, "en"),
    "categories.category_by_name": lambda conn, me, its: categories.category_by_name(conn, me, "salary"),
    "categories.called": lambda conn, me, its: categories.called(conn, me, "salary"),
    "categories.label_of": lambda conn, me, its: categories.label_of(conn, me, "wages") == "Wages and more",
    "categories.how_many": lambda conn, me, its: any(categories.how_many(conn, me)),
    "categories.numbers": lambda conn, me, its: categories.numbers(conn, me),
    "categories.names": lambda conn, me, its: categories.names(conn, me),
    "categories.renamed": lambda conn, me, its: categories.renamed(conn, me),
    "categories.rename_category": lambda conn, me, its: categories.rename_category(conn, me, its.category, "x"),
    "categories.merge_category": lambda conn, me, its: categories.merge_category(
        conn, me, its.category, its.category + 1, "x", NOW
    ),
    "categories.merged": lambda conn, me, its: categories.merged(conn, me),
    "categories.went_into": lambda conn, me, its: categories.went_into(conn, me),
    "categories.delete_category": lambda conn, me, its: categories.delete_category(conn, me, its.category, NOW),
    "changes.forget": lambda conn, me, its: changes.forget(conn, me, lambda text: True),
    "changes.of_entries": lambda conn, me, its: changes.of_entries(conn, me, [its.entry]),
    "changes.of_import": lambda conn, me, its: changes.of_import(conn, me, its.imported),
    "changes.set_undone": lambda conn, me, its: changes.set_undone(conn, me, its.imported, NOW),
    "changes.undo": lambda conn, me, its: changes.undo(conn, me, its.entry, "me", NOW),
    "changes.undo_answers": lambda conn, me, its: changes.undo_answers(conn, me, its.imported, "me", NOW),
    "dataset_rows.picture": lambda conn, me, its: dataset_rows.picture(
        conn, me, categories=[its.category], all_answers=True
    ),
    "dataset_rows.standing": lambda conn, me, its: dataset_rows.standing(
        conn, me, [RowChange("example", str(its.example), None, None)]
    ),
    "dataset_import.import_rows": lambda conn, me, its: (
        dataset.import_rows(
            conn, me, [NewExample("What do I earn?", "salary", "en")], "import", "me", NOW, True, replace=True
        ).removed
    ),
    "dataset_import.plan_import": lambda conn, me, its: (
        dataset.plan_import(conn, me, [NewExample("What do I earn?", "salary", "en")], replace=True).stands
    ),
    "dataset_import.holds": lambda conn, me, its: dataset.holds(conn, me, planned(its)),
    "dataset_import.carry_out": lambda conn, me, its: carried_out(conn, me, planned(its)),
    "category_facts.came_in": lambda conn, me, its: category_facts.came_in(conn, me, "en", None, NOW),
    "category_titles.called": lambda conn, me, its: category_titles.called(conn, me, "en"),
    "category_titles.every_name": lambda conn, me, its: category_titles.every_name(conn, me),
    "category_facts.deferrals": lambda conn, me, its: category_facts.deferrals(conn, me, "en", NOW),
    "category_facts.last_changes": lambda conn, me, its: category_facts.last_changes(conn, me, "en"),
    "example_lists.categories_with": lambda conn, me, its: example_lists.categories_with(conn, me, "en", "earn"),
    "example_lists.count": lambda conn, me, its: example_lists.count(conn, me, ExampleList(its.category, "en", "earn")),
    "example_lists.ids": lambda conn, me, its: example_lists.ids(conn, me, ExampleList(its.category, "en")),
    "example_lists.move": lambda conn, me, its: example_lists.move(
        conn, me, [its.example], its.category, its.category, NOW
    ),
    "example_lists.newest_number": lambda conn, me, its: example_lists.newest_number(
        conn, me, ExampleList(its.category, "en")
    ),
    "example_lists.typical": lambda conn, me, its: example_lists.typical(conn, me, "en", ()),
    "example_lists.texts": lambda conn, me, its: example_lists.texts(conn, me, "en"),
    "example_lists.normalised": lambda conn, me, its: example_lists.normalised(conn, me, "en"),
    "example_lists.of_ids": lambda conn, me, its: example_lists.of_ids(conn, me, [its.example]),
    "example_lists.texts_of": lambda conn, me, its: example_lists.texts_of(conn, me, its.category, [its.example]),
    "example_lists.page": lambda conn, me, its: example_lists.page(conn, me, ExampleList(its.category, "en"), 9, 999),
    "examples.any_yet": lambda conn, me, its: examples.any_yet(conn, me),
    "examples.add_example": lambda conn, me, its: examples.add_example(
        conn, me, category_id=its.category, language="en", text="New", origin="desk", author="me", now=NOW
    ),
    "examples.delete_example": lambda conn, me, its: examples.delete_example(conn, me, its.example, NOW),
    "examples.edit_example": lambda conn, me, its: examples.edit_example(conn, me, its.example, "New", NOW),
    "examples.example": lambda conn, me, its: examples.example(conn, me, its.example),
    "examples.example_with_text": lambda conn, me, its: examples.example_with_text(conn, me, "en", "What do I earn?"),
    "examples.examples": lambda conn, me, its: examples.examples(conn, me, category_id=its.category),
    "examples.learn": lambda conn, me, its: examples.learn(
        conn, me, category_id=its.category, language="en", text="New", origin="confirmed", author="me", now=NOW
    ),
    "examples.move_example": lambda conn, me, its: examples.move_example(conn, me, its.example, its.category, NOW),
    "examples.own_category": lambda conn, me, its: examples.own_category(conn, me, its.category),
    "examples.rows_of_company": lambda conn, me, its: conn.execute(examples.rows_of_company(me)).all(),
    "examples.put_back": lambda conn, me, its: examples.put_back(
        conn, me, its.example, category_id=its.category, origin="desk", created_by=None, now=NOW
    ),
    "golden.add": lambda conn, me, its: golden.add(conn, me, "New", "salary", "en", NOW),
    "golden.of_company": lambda conn, me, its: golden.of_company(conn, me),
    "golden.remove": lambda conn, me, its: golden.remove(conn, me, its.golden),
    "imports.answers_left": lambda conn, me, its: imports.answers_left(conn, me, its.imported),
    "imports.brought": lambda conn, me, its: imports.brought(conn, me, its.imported),
    "imports.replaced": lambda conn, me, its: imports.replaced(conn, me, moved=[its.example], removed=[]),
    "imports.get": lambda conn, me, its: imports.get(conn, me, its.imported),
    "imports.made_since": lambda conn, me, its: imports.made_since(conn, me, NOW - timedelta(days=999)),
    "imports.of_company": lambda conn, me, its: imports.of_company(conn, me),
    "imports.removed": lambda conn, me, its: imports.removed(conn, me, "en", NOW),
    "imports.set_undone": lambda conn, me, its: imports.set_undone(conn, me, its.imported, NOW),
    "imports.undone": lambda conn, me, its: imports.undone(conn, me, [its.imported]),
    "imports.undo": lambda conn, me, its: imports.undo(conn, me, its.imported, NOW),
    "snapshots.load": lambda conn, me, its: snapshots.load(conn, me).answers,
    "staged_files.get": lambda conn, me, its: staged_files.get(conn, me, its.user, its.staged, NOW),
}
