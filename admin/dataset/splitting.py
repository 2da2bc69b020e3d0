"""Splitting a category: some of its questions become a category of their own, which gives the same answer at first."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from admin.actor import Actor
from admin.dataset.category_names import refuse_known_name
from admin.dataset.edits import category
from admin.dataset.undoable import Scope, Undoable
from admin.errors import DeskError
from nlu.words.normalise import normalise
from storage import Connection
from storage.answers import answers
from storage.dataset import dataset, example_lists, golden
from storage.dataset.dataset import Category
from storage.dataset.example_lists import ExampleList
from storage.dataset.golden import GoldenQuestion


@dataclass(frozen=True, slots=True)
class CategorySplit:
    """Where the questions went, and whether others added some meanwhile, which stay, or took some of these away."""

    into: Category
    moved: int
    others_added: bool
    others_took: bool


def split(
    conn: Connection,
    actor: Actor,
    category_id: int,
    language: str,
    example_ids: Collection[int],
    *,
    name: str,
    into_id: int = 0,
    newest: int,
) -> CategorySplit:
    """Put these questions into a new category called `name`, or into another one: that of an earlier split.

    `newest` is the number of the newest question that was seen: what came later stays. Pinned questions go along.
    Raises DeskError where nothing would be left, or the name is taken.
    """
    its = category(conn, actor.company_id, category_id)
    if into_id == its.id:
        raise DeskError("move_to_itself")
    standing = set(example_lists.ids(conn, actor.company_id, ExampleList(its.id, language)))
    chosen = standing.intersection(example_ids)
    if not chosen:
        raise DeskError("no_example_ticked")
    if len(chosen) == its.examples:
        raise DeskError("split_whole", category=its.name)
    if not into_id:
        refuse_known_name(conn, actor.company_id, name)
    pinned = _pinned(conn, actor.company_id, its, language, chosen)
    change = Undoable.begin(conn, actor, examples=chosen, pinned=[one.id for one in pinned])
    into = category(conn, actor.company_id, into_id) if into_id else _made(conn, actor, its, name)
    example_lists.move(conn, actor.company_id, chosen, its.id, into.id, actor.now)
    again = [_pin_there(conn, actor, one, into) for one in pinned]
    made: Scope = {"pinned": again} if into_id else {"pinned": again, "labels": [into.id], "answers": [into.id]}
    change.note("category_split", made, category=its.label, name=into.label, n=len(chosen))
    return CategorySplit(
        into, len(chosen), any(number > newest for number in standing), len(chosen) < len(set(example_ids))
    )


def _made(conn: Connection, actor: Actor, its: Category, name: str) -> Category:
    """The new category, with the answers of the other but for their titles: two buttons would read the same."""
    made = dataset.add_category(conn, actor.company_id, name, actor.now)
    for answer in answers.of_category(conn, actor.company_id, its.name):
        answers.put(conn, actor.company_id, replace(answer, category=made.name, title=""), actor.now, actor.user.name)
    return made


def _pinned(
    conn: Connection, company_id: int, its: Category, language: str, chosen: Collection[int]
) -> list[GoldenQuestion]:
    said = {normalise(text) for text in example_lists.texts_of(conn, company_id, its.id, chosen)}
    pins = golden.of_company(conn, company_id, language)
    return [one for one in pins if one.category == its.name and normalise(one.text) in said]


def _pin_there(conn: Connection, actor: Actor, one: GoldenQuestion, into: Category) -> int:
    golden.remove(conn, actor.company_id, one.id)
    return golden.add(conn, actor.company_id, one.text, into.name, one.language, actor.now).id
