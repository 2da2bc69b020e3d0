from __future__ import annotations

from datetime import datetime

import pytest

from storage import Connection, Database
from storage.answers import canned_replies
from storage.companies.companies import Company
from storage.database.errors import AlreadyExists, Moved, NotFound

THANKS = {"en": "Thank you.", "de": "Danke."}


def test_replies_are_kept_changed_and_removed(database: Database, company: Company, now: datetime) -> None:
    def work(conn: Connection) -> list[canned_replies.CannedReply]:
        thanks = canned_replies.add(conn, company.id, "thanks", THANKS, now)
        gone = canned_replies.add(conn, company.id, "Bye", {"en": "Bye."}, now)
        canned_replies.remove(conn, company.id, gone.id)
        canned_replies.change(conn, company.id, thanks.id, "Thanks!", {"en": "Thanks."}, 1, now)
        canned_replies.add(conn, company.id, "Again", {"en": "Again."}, now)
        assert canned_replies.count(conn, company.id) == 2
        return canned_replies.of_company(conn, company.id)

    again, thanks = database.write_now(work)
    assert (again.title, thanks.title, thanks.texts, thanks.edition) == ("Again", "Thanks!", {"en": "Thanks."}, 2)


def test_of_two_changes_at_once_the_second_is_refused(database: Database, company: Company, now: datetime) -> None:
    kept = database.write_now(lambda conn: canned_replies.add(conn, company.id, "thanks", THANKS, now))

    def change(reply_id: int) -> None:
        database.write_now(lambda conn: canned_replies.change(conn, company.id, reply_id, "x", THANKS, 1, now))

    change(kept.id)
    with pytest.raises(Moved):
        change(kept.id)
    with pytest.raises(NotFound):
        change(kept.id + 1)


def test_a_title_stands_once_however_it_is_written(database: Database, company: Company, now: datetime) -> None:
    database.write_now(lambda conn: canned_replies.add(conn, company.id, "Grüße", THANKS, now))
    with pytest.raises(AlreadyExists, match="“GRÜSSE” already"):
        database.write_now(lambda conn: canned_replies.add(conn, company.id, "GRÜSSE", THANKS, now))
