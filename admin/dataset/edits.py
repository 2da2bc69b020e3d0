"""Changes to categories and examples; each is one transaction and one audit entry, each refusal a DeskError."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from admin.actor import Actor
from admin.dataset.buttons import forget_category, lead_elsewhere
from admin.dataset.category_names import refuse_known_name
from admin.dataset.undoable import Scope, Undoable
from admin.errors import DeskError
from storage import Connection
from storage.answers import answer_versions
from storage.database.errors import AlreadyExists, DatasetError, InOtherCategory, NotFound
from storage.dataset import dataset, golden
from storage.dataset.dataset import Category, Example


@dataclass(frozen=True, slots=True)
class Added:
    """The examples that were added, and the other sentences with the reason each was refused for."""

    examples: Sequence[Example]
    refused: Sequence[tuple[str, DeskError]]


def category(conn: Connection, company_id: int, category_id: int) -> Category:
    """Return the company's category with this id; raises NotFound."""
    found = next((c for c in dataset.categories(conn, company_id) if c.id == category_id), None)
    if found is None:
        raise NotFound("There is no such category in this company.")
    return found


def add_category(conn: Connection, actor: Actor, name: str) -> Category:
    """Add an empty category."""
    refuse_known_name(conn, actor.company_id, name)
    change = Undoable.begin(conn, actor)
    added = dataset.add_category(conn, actor.company_id, name, actor.now)
    change.note("category_added", {"labels": [added.id]}, category=added.label)
    return added


def add_filled(
    conn: Connection, actor: Actor, name: str, language: str, sentences: Sequence[str]
) -> tuple[Category, Added]:
    """Add a category with every sentence that can be added, as one change."""
    refuse_known_name(conn, actor.company_id, name)
    change = Undoable.begin(conn, actor)
    made = dataset.add_category(conn, actor.company_id, name, actor.now)
    its = _add_all(conn, actor, made.id, language, sentences)
    scope: Scope = {"labels": [made.id], "examples": [one.id for one in its.examples]}
    if its.examples:
        change.note("category_filled", scope, category=made.label, n=len(its.examples))
    else:
        change.note("category_added", scope, category=made.label)
    return made, its


def rename(conn: Connection, actor: Actor, category_id: int, name: str) -> None:
    """Call a category otherwise: nothing that candidates see changes, and nothing that models know it by."""
    before = category(conn, actor.company_id, category_id)
    refuse_known_name(conn, actor.company_id, name, but=category_id)
    if name != before.label:
        change = Undoable.begin(conn, actor, labels=[category_id])
        dataset.rename_category(conn, actor.company_id, category_id, name)
        change.note("category_renamed", category=before.label, name=name)


def seen_of(conn: Connection, company_id: int, its: Category) -> str:
    """Return what the page of a category has shown of it: how many examples, and its newest answer."""
    return f"{its.examples} {answer_versions.newest_number(conn, company_id, its.id)}"


def _refuse_unseen(conn: Connection, actor: Actor, its: Category, seen: str) -> None:
    """Raise DeskError where a category is not as its page had `seen` it; empty: no page has shown it."""
    if not seen or seen == seen_of(conn, actor.company_id, its):
        return
    if seen.split(" ")[0] != str(its.examples):
        raise DeskError("category_moved", status=409, n=its.examples)
    raise DeskError("category_answered", status=409, category=its.name)


def merge(conn: Connection, actor: Actor, category_id: int, into_id: int, seen: str = "") -> Category:
    """Put a category's questions into another one, lead the buttons there and delete it; return the other one."""
    before, into = category(conn, actor.company_id, category_id), category(conn, actor.company_id, into_id)
    if before.id == into.id:
        raise DeskError("merge_with_itself")
    _refuse_unseen(conn, actor, before, seen)
    change = Undoable.begin(conn, actor, categories=[before.id, into.id], all_answers=True)
    moved = dataset.merge_category(conn, actor.company_id, before.id, into.id, actor.user.email, actor.now)
    lead_elsewhere(conn, actor, before.name, into.name)
    change.note("category_merged", category=before.label, name=into.label, n=moved)
    return into


def delete_category(conn: Connection, actor: Actor, category_id: int, seen: str = "") -> None:
    """Delete a category with its examples and answers, and the buttons that lead to it."""
    before = category(conn, actor.company_id, category_id)
    _refuse_unseen(conn, actor, before, seen)
    change = Undoable.begin(conn, actor, categories=[before.id], all_answers=True)
    dataset.delete_category(conn, actor.company_id, category_id, actor.now)
    forget_category(conn, actor, before.name)
    change.note("category_deleted", category=before.label, n=before.examples)


def add_examples(conn: Connection, actor: Actor, category_id: int, language: str, sentences: Sequence[str]) -> Added:
    """Add every sentence that can be added."""
    its = category(conn, actor.company_id, category_id)
    change = Undoable.begin(conn, actor)
    made = _add_all(conn, actor, category_id, language, sentences)
    if made.examples:
        scope: Scope = {"examples": [one.id for one in made.examples]}
        change.note("examples_added", scope, category=its.label, n=len(made.examples))
    return made


def _add_all(conn: Connection, actor: Actor, category_id: int, language: str, sentences: Sequence[str]) -> Added:
    refused, added = [], []
    for sentence in sentences:
        try:
            with _in_desk_words(sentence):
                example = dataset.add_example(
                    conn, actor.company_id,
                    category_id=category_id, language=language, text=sentence,
                    origin="desk", author=actor.user.name, now=actor.now,
                )  # fmt: skip
            added.append(example)
        except DeskError as error:
            refused.append((sentence, error))
    return Added(added, refused)


def edit_example(conn: Connection, actor: Actor, example_id: int, text: str, category_id: int) -> Example:
    """Change an example's sentence, its category, or both."""
    before, target = dataset.example(conn, actor.company_id, example_id), category(conn, actor.company_id, category_id)
    change = Undoable.begin(conn, actor, examples=[example_id])
    if text != before.text:
        with _in_desk_words(text):
            dataset.edit_example(conn, actor.company_id, example_id, text, actor.now)
        change.note("example_edited", before=before.text, text=text)
        change = Undoable.begin(conn, actor, examples=[example_id])
    if target.id != before.category_id:
        dataset.move_example(conn, actor.company_id, example_id, target.id, actor.now)
        stood = dataset.label_of(conn, actor.company_id, before.category)
        change.note("example_moved", text=text, before=stood, category=target.label)
    return dataset.example(conn, actor.company_id, example_id)


def delete_example(conn: Connection, actor: Actor, example_id: int) -> Example:
    """Delete an example and return what it was."""
    before = dataset.example(conn, actor.company_id, example_id)
    change = Undoable.begin(conn, actor, examples=[example_id])
    dataset.delete_example(conn, actor.company_id, example_id, actor.now)
    its = dataset.label_of(conn, actor.company_id, before.category)
    change.note("example_deleted", text=before.text, category=its)
    return before


def pin(conn: Connection, actor: Actor, text: str, category_name: str, language: str) -> None:
    """Make a question golden: a new model that answers it differently is blocked."""
    change = Undoable.begin(conn, actor)
    if dataset.category_by_name(conn, actor.company_id, category_name) is None:
        raise DeskError("category_unknown", category=category_name)
    try:
        with _in_desk_words(text):
            added = golden.add(conn, actor.company_id, text, category_name, language, actor.now)
    except DeskError as error:
        raise DeskError("golden_exists", text=text) if error.code == "example_exists" else error from None
    change.note(
        "golden_added",
        {"pinned": [added.id]},
        text=text,
        category=dataset.label_of(conn, actor.company_id, category_name),
    )


def unpin(conn: Connection, actor: Actor, golden_id: int) -> None:
    """Take the pin from a question; raises NotFound."""
    pinned = next((g for g in golden.of_company(conn, actor.company_id) if g.id == golden_id), None)
    change = Undoable.begin(conn, actor, pinned=[golden_id])
    golden.remove(conn, actor.company_id, golden_id)
    change.note("golden_removed", text=pinned.text if pinned else "")


@contextmanager
def _in_desk_words(sentence: str) -> Iterator[None]:
    try:
        yield
    except InOtherCategory as error:
        raise DeskError("in_other_category", text=sentence, category=error.category) from error
    except AlreadyExists as error:
        raise DeskError("example_exists", text=sentence) from error
    except DatasetError as error:
        raise DeskError("no_words") from error
