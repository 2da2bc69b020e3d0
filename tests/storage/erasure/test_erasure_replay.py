"""What was erased after a backup was made is erased again when that backup is restored, and stays nobody's to read."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from sqlalchemy import select, update

from storage import Connection, Database, erasure_log
from storage.companies.companies import Company
from storage.conversations import conversations, inbox, messages
from storage.conversations.conversations import Conversation
from storage.conversations.inbox import WantedConversations
from storage.conversations.messages import NewMessage
from storage.dataset import dataset, examples
from storage.erasure import erasure
from storage.erasure.erasure_replay import replay
from storage.erasure_log import Erasure
from storage.openings.wishes import Wish
from storage.subscriptions import subscriptions
from storage.subscriptions.subscriptions import Subscription
from storage.tables.erasure import installation

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
LATER = datetime(2026, 4, 1, 12, 0, tzinfo=UTC)
ANNA, JOHANNA = "anna@example.org", "johanna@example.org"


class _Backup(Exception):
    """Takes a database back to what it was, and keeps what was noted as erased meanwhile."""

    def __init__(self, noted: list[Erasure]) -> None:
        super().__init__()
        self.noted = noted


def undone(database: Database, work: Callable[[Connection], object]) -> list[Erasure]:
    """Do as a restore does: what the work did is gone, what it noted is at hand."""

    def run(conn: Connection) -> None:
        work(conn)
        raise _Backup(erasure_log.all_noted(conn))

    with pytest.raises(_Backup) as backup:
        database.write_now(run)
    return backup.value.noted


def says(conn: Connection, company: Company, name: str, text: str) -> Conversation:
    talk = conversations.create(conn, company.id, public_id=name, token_hash=name, language="en", now=NOW)
    messages.append(conn, company.id, talk.id, NewMessage("incoming", "candidate", text), NOW)
    return talk


def subscribes(conn: Connection, company: Company, email: str, talk: Conversation | None = None) -> Subscription:
    given = {"email": email, "wish": Wish(words="cook"), "language": "en", "frequency": "daily"}
    made = subscriptions.add(conn, company.id, conversation_id=talk.id if talk else None, now=NOW, **given)  # type: ignore[arg-type]
    subscriptions.confirm(conn, company.id, made.id, "daily", NOW)
    return made


def left(database: Database, company: Company) -> set[str]:
    """Return the names of the conversations that are there."""
    return {
        each.public_id
        for each in database.read_now(lambda conn: inbox.page(conn, company.id, WantedConversations("all"), NOW))
    }


def heard_by(database: Database, company: Company) -> set[str | None]:
    return {each.email for each in database.read_now(lambda conn: subscriptions.running(conn, company.id))}


@pytest.mark.parametrize(
    "written",
    ["I am Anna@Example.org.", "<mailto:anna@example.org>", "我的邮箱是anna＠example.org谢谢", "(ANNA@EXAMPLE.ORG)"],
)
def test_an_address_is_erased_again_however_it_was_typed(database: Database, company: Company, written: str) -> None:
    def before(conn: Connection) -> None:
        says(conn, company, "annas", written)
        says(conn, company, "johannas", f"I am {JOHANNA}")
        subscribes(conn, company, "Anna@example.org")
        subscribes(conn, company, JOHANNA)

    database.write_now(before)
    noted = undone(database, lambda conn: erasure.erase_address(conn, company.id, ANNA, NOW))
    database.write_now(lambda conn: replay(conn, noted, LATER))
    assert "annas" not in left(database, company)
    assert heard_by(database, company) == {JOHANNA}


def test_an_address_of_a_domain_in_its_own_letters_is_erased_again(database: Database, company: Company) -> None:
    def before(conn: Connection) -> None:
        says(conn, company, "annas", "anna@bücher.example")
        subscribes(conn, company, "anna@xn--bcher-kva.example")

    database.write_now(before)
    key = "anna@xn--bcher-kva.example"
    noted = undone(database, lambda conn: erasure.erase_address(conn, company.id, key, NOW))
    database.write_now(lambda conn: replay(conn, noted, LATER))
    assert (left(database, company), heard_by(database, company)) == (set(), set())


def test_a_conversation_goes_with_the_address_that_was_confirmed_after_the_backup(
    database: Database, company: Company
) -> None:
    talk = database.write_now(lambda conn: says(conn, company, "first", "Hello"))
    database.write_now(lambda conn: says(conn, company, "second", f"Hello again, {ANNA} here"))
    database.write_now(lambda conn: says(conn, company, "bos", "Hello"))

    def after(conn: Connection) -> None:
        subscribes(conn, company, ANNA, talk)
        erasure.erase_conversation(conn, company.id, "first", NOW)

    noted = undone(database, after)
    database.write_now(lambda conn: replay(conn, noted, LATER))
    assert left(database, company) == {"bos"}


def test_what_was_learnt_goes_again_only_where_it_went(database: Database, company: Company) -> None:
    def before(conn: Connection) -> None:
        says(conn, company, "annas", "May I bring my zebra")
        dataset.add_category(conn, company.id, "pets", NOW)
        new = [dataset.NewExample("May I bring my zebra", "pets", "en")]
        dataset.import_rows(conn, company.id, new, origin="corrected", author="ada", now=NOW)

    def texts() -> list[str]:
        return [each.text for each in database.read_now(lambda conn: examples.examples(conn, company.id))]

    database.write_now(before)
    for with_examples, kept in ((False, ["May I bring my zebra"]), (True, [])):
        noted = undone(
            database,
            lambda conn, flag=with_examples: erasure.erase_conversation(  # type: ignore[misc]
                conn, company.id, "annas", NOW, examples=flag
            ),
        )
        back = undone(database, lambda conn, noted=noted: replay(conn, noted, LATER))  # type: ignore[misc]
        assert len(back) > len(noted)
        database.write_now(lambda conn, noted=noted, flag=with_examples: flag and replay(conn, noted, LATER))  # type: ignore[misc]
        assert texts() == kept


def test_who_unsubscribed_is_not_written_to_again(database: Database, company: Company) -> None:
    mine = database.write_now(lambda conn: subscribes(conn, company, ANNA))
    noted = undone(database, lambda conn: subscriptions.end(conn, company.id, mine.id, NOW))
    database.write_now(lambda conn: replay(conn, noted, LATER))
    assert heard_by(database, company) == set()


def test_a_wish_that_another_one_replaced_after_the_backup_is_heard_of_again(
    database: Database, company: Company
) -> None:
    database.write_now(lambda conn: subscribes(conn, company, ANNA))
    noted = undone(database, lambda conn: subscribes(conn, company, ANNA))
    database.write_now(lambda conn: replay(conn, noted, LATER))
    assert heard_by(database, company) == {ANNA}


def test_who_came_back_before_the_backup_stays(database: Database, company: Company) -> None:
    def erased_and_back(conn: Connection) -> None:
        subscribes(conn, company, ANNA)
        erasure.erase_address(conn, company.id, ANNA, NOW)
        subscribes(conn, company, ANNA)

    database.write_now(erased_and_back)
    noted = database.read_now(erasure_log.all_noted)
    assert database.write_now(lambda conn: replay(conn, noted, LATER)) == 0
    assert heard_by(database, company) == {ANNA}


def test_an_erasure_is_remembered_for_an_older_backup_as_well(database: Database, company: Company) -> None:
    noted = undone(database, lambda conn: erasure.erase_address(conn, company.id, ANNA, NOW))
    assert database.write_now(lambda conn: replay(conn, noted, LATER)) == 1
    assert set(noted) <= set(database.read_now(erasure_log.all_noted))


def test_marks_name_nobody_and_are_this_installations_own(database: Database, company: Company) -> None:
    def marks() -> set[str]:
        return {each.mark for each in undone(database, lambda conn: erasure.erase_address(conn, company.id, ANNA, NOW))}

    (mark,) = first = marks()
    assert len(mark) == 64
    assert "anna" not in mark
    assert marks() == first
    database.write_now(lambda conn: conn.execute(update(installation).values(erasure_key="00" * 32)))
    assert not marks() & first


def test_an_erasure_that_failed_is_not_noted(database: Database, company: Company) -> None:
    undone(database, lambda conn: erasure.erase_address(conn, company.id, ANNA, NOW))
    assert database.read_now(erasure_log.all_noted) == []


def test_every_database_is_an_installation_of_its_own(database: Database) -> None:
    name, key = database.read_now(lambda conn: conn.execute(select(installation)).one())[1:]
    assert (len(name), len(key)) == (16, 64)
