"""What categories are called in the desk, and which names a new one may have."""

from __future__ import annotations

from admin.errors import DeskError
from admin.texts import Say, as_words
from storage import Connection
from storage.dataset import categories, category_titles, dataset
from storage.dataset.dataset import Category


def refuse_known_name(conn: Connection, company_id: int, name: str, *, but: int | None = None) -> None:
    """Raise DeskError for a name that no category may have, or that one (other than `but`) has in whatever case.

    The titles that categories are shown under, in whatever language, are their names, too.
    """
    if categories.is_reserved(name):
        raise DeskError("name_reserved", prefix=categories.RESERVED)
    known = next((each for each in _shown_under(conn, company_id, name) if each.id != but), None)
    if known is not None:
        raise DeskError("category_exists", category=known.name)


def called(conn: Connection, company_id: int, words: str, say: Say) -> Category | None:
    """Return the category that is shown under these words to who writes, else one that has them as its name."""
    every = dataset.categories(conn, company_id)
    shown = next((one for one in every if say.named(one.name) == words), None)
    named = shown or dataset.called(conn, company_id, words)
    return named or next(iter(_shown_under(conn, company_id, words)), None)


def _shown_under(conn: Connection, company_id: int, words: str) -> list[Category]:
    """Return the categories that somebody sees under these words; one that was renamed is seen under its label only."""
    names, wanted = category_titles.every_name(conn, company_id), as_words(words).casefold()
    found = []
    for each in dataset.categories(conn, company_id):
        shown = names.get(each.id, set()) if each.label == each.name else {each.label}
        if wanted in {as_words(one).casefold() for one in (each.label, *shown)}:
            found.append(each)
    return found
