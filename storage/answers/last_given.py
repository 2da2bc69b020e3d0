"""When the answers of a company's categories were last given."""

from __future__ import annotations

from datetime import date

from sqlalchemy import Connection, func, select

from nlu.understanding import Stage
from storage.companies.companies import Company
from storage.tables.conversation import decision
from storage.tables.figure import counted_day, day_count


def last_given(conn: Connection, company: Company) -> dict[str, date]:
    """Return on which day each category was answered last, by its name; those that never were are left out.

    Days that are over and kept are read from their counts, the others from what was decided.
    """
    kept = (day_count.c.company_id == company.id, day_count.c.name == "topic", day_count.c.n > 0)
    rows = conn.execute(select(day_count.c.detail, func.max(day_count.c.day)).where(*kept).group_by(day_count.c.detail))
    found = {name: date.fromisoformat(day) for name, day in rows}
    until = conn.scalar(select(func.max(counted_day.c.until)).where(counted_day.c.company_id == company.id))
    its = [decision.c.company_id == company.id, decision.c.kind == "reply", decision.c.stage == Stage.FAQ.value]
    its += [decision.c.created >= until] if until is not None else []
    newest = select(decision.c.intent, func.max(decision.c.created)).where(*its).group_by(decision.c.intent)
    return found | {name: company.day(at) for name, at in conn.execute(newest)}
