"""Which reviews a query is asked of: a company's, or only some of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sqlalchemy import ColumnElement

from storage.database.rows import Conditions, Unindexed
from storage.tables.conversation import review as table

FEW: Final = 5000
"""So many reviews are faster looked up one by one than found on the way through an index of all."""


@dataclass(frozen=True, slots=True)
class Narrowed:
    """The reviews that are wanted: all that meet the conditions; `few` of them are looked up one by one."""

    conditions: Conditions = ()
    few: bool = False

    def of(self, company_id: int) -> list[ColumnElement[bool]]:
        """Return the conditions on a review of this company."""
        its = Unindexed(table.c.company_id) if self.few else table.c.company_id
        return [its == company_id, *self.conditions]


ALL = Narrowed()
