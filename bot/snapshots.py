"""The companies whose candidates talk now, kept in memory."""

from __future__ import annotations

from storage import Connection, snapshots
from storage.snapshots import CompanySnapshot

MOST = 200
"""How many companies are kept at most, those asked for last."""


class Snapshots:
    """Gives a company as of an edition, reading it only where that is not the one in memory; threads may share it.

    Whoever asks has just read the edition, in the same transaction: nobody is answered with what was changed before,
    in this process or another.
    """

    def __init__(self) -> None:
        self._known: dict[int, CompanySnapshot] = {}

    def of(self, conn: Connection, company_id: int, edition: int) -> CompanySnapshot:
        """Return the company as of this edition; raise NotFound."""
        known = self._known.get(company_id)
        if known is None or known.company.edition != edition:
            known = snapshots.load(conn, company_id)
            self._keep(known)
        return known

    def _keep(self, known: CompanySnapshot) -> None:
        self._known.pop(known.company.id, None)
        self._known[known.company.id] = known
        for oldest in list(self._known)[:-MOST]:
            self._known.pop(oldest, None)
