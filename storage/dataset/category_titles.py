"""What people call categories: by a name of their own, else by the title that candidates read."""

from __future__ import annotations

from collections import Counter

from sqlalchemy import Connection, select

from storage.tables.base import answer, category


def every_name(conn: Connection, company_id: int) -> dict[int, set[str]]:
    """Return by their numbers all that people may call the company's categories: names, and titles in any language."""
    its = (answer.c.category_id == category.c.id) & (answer.c.company_id == category.c.company_id)
    query = (
        select(category.c.id, category.c.name, category.c.label, answer.c.title)
        .join(answer, its, isouter=True)
        .where(category.c.company_id == company_id)
    )
    names: dict[int, set[str]] = {}
    for number, *called_so in conn.execute(query):
        names.setdefault(number, set()).update(filter(None, called_so))
    return names


def called(conn: Connection, company_id: int, *languages: str, renamed: bool = True) -> dict[str, str]:
    """Return by their names what people call the categories that they do not call by the name.

    That is the label of one that was renamed, else the title of its answer in the first of these languages that has
    one, unless something else is called so as well. Those that were renamed are left out where `renamed` is False.
    """
    its = (answer.c.category_id == category.c.id) & (answer.c.company_id == category.c.company_id)
    query = (
        select(category.c.name, category.c.label, answer.c.language, answer.c.title)
        .join(answer, its & answer.c.language.in_(languages), isouter=True)
        .where(category.c.company_id == company_id)
    )
    labels: dict[str, str] = {}
    titles: dict[str, tuple[int, str]] = {}
    for name, label, language, title in conn.execute(query):
        labels[name] = label
        if title:
            best = (languages.index(language), title)
            titles[name] = min(best, titles.get(name, best))
    found = {name: label if label != name else titles.get(name, (0, name))[1] for name, label in labels.items()}
    said = Counter(each.casefold() for each in found.values())
    return {
        name: each
        for name, each in found.items()
        if each != name and (each == labels[name] or said[each.casefold()] == 1) and (renamed or labels[name] == name)
    }
