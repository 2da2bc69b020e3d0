"""What happened to a company's categories lately: deferrals, and when somebody changed something."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Connection, func, select

from nlu.understanding import Stage
from storage.tables.base import answer, category, example
from storage.tables.conversation import decision


def deferrals(conn: Connection, company_id: int, language: str, since: datetime) -> dict[str, int]:
    """Return how many questions since then were passed on although this category was the guess, by its name."""
    its = (decision.c.company_id == company_id, decision.c.created >= since, decision.c.language == language)
    unsure = (decision.c.kind == "defer", decision.c.stage == Stage.FAQ.value, decision.c.intent.is_not(None))
    rows = conn.execute(select(decision.c.intent, func.count()).where(*its, *unsure).group_by(decision.c.intent))
    return dict(rows.all())


def last_changes(conn: Connection, company_id: int, language: str) -> dict[int, datetime]:
    """Return when an answer was last saved or a question last added, by the category's id."""
    created = select(category.c.id, category.c.created).where(category.c.company_id == company_id)
    found: dict[int, datetime] = dict(conn.execute(created).all())
    for table, moment in ((example, example.c.created), (answer, answer.c.updated)):
        its = (table.c.company_id == company_id, table.c.language == language)
        for id_, last in conn.execute(
            select(table.c.category_id, func.max(moment)).where(*its).group_by(table.c.category_id)
        ):
            found[id_] = max(last, found.get(id_, last))
    return found


def came_in(
    conn: Connection, company_id: int, language: str, since: datetime | None, until: datetime
) -> list[tuple[str, int]]:
    """Return how many of the examples that stand came in between two moments, by where they came from, most first."""
    its = [example.c.company_id == company_id, example.c.language == language, example.c.created <= until]
    if since is not None:
        its.append(example.c.created > since)
    n = func.count().label("n")
    rows = conn.execute(
        select(example.c.origin, n).where(*its).group_by(example.c.origin).order_by(n.desc(), example.c.origin)
    )
    return [(row.origin, row.n) for row in rows]
