from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from storage import Connection, Database
from storage.companies import companies
from storage.companies.companies import Company, CompanyProfile
from storage.database.errors import AlreadyExists, NotFound, StorageError
from storage.people import sessions, users
from storage.people.sessions import Failures
from storage.people.users import User

SOON = timedelta(hours=1)


@pytest.fixture
def ana(database: Database, company: Company, now: datetime) -> User:
    return database.write_now(lambda c: users.add(c, company.id, " Ana@Example.com", "Ana", "recruiter", "hash", now))


def test_a_company_is_found_by_key_and_id_as_it_was_added(database: Database, now: datetime) -> None:
    profile = CompanyProfile(
        key="acme",
        name="Acme & Söhne",
        languages=("en", "de"),
        default_language="de",
        careers_url="https://acme.example/careers",
        contact_email="jobs@acme.example",
        helpline={"en": "Call 112", "de": "Ruf 112"},
        answer_time={"en": "two days"},
        countries=("DE", "AT"),
    )
    added = database.write_now(lambda conn: companies.add(conn, profile, now))
    assert added.languages == ("en", "de")
    assert added.countries == ("DE", "AT")
    assert added.helpline == {"en": "Call 112", "de": "Ruf 112"}
    assert (added.dataset_revision, added.dataset_changed) == (0, None)
    assert database.read_now(lambda conn: companies.by_key(conn, "acme")) == added
    assert database.read_now(lambda conn: companies.by_id(conn, added.id)) == added
    assert database.read_now(lambda conn: companies.by_key(conn, "other")) is None


def test_a_taken_key_is_refused_and_the_transaction_goes_on(
    database: Database, company: Company, now: datetime
) -> None:
    def add_twice(conn: Connection) -> str:
        with pytest.raises(AlreadyExists, match="demo"):
            companies.add(conn, CompanyProfile("demo", "Again"), now)
        return companies.add(conn, CompanyProfile("other", "Other"), now).key

    assert database.write_now(add_twice) == "other"


def test_changing_a_profile_keeps_the_data_revision(database: Database, company: Company, now: datetime) -> None:
    database.write_now(lambda conn: companies.data_changed(conn, company.id, now))
    changed = database.write_now(lambda conn: companies.change(conn, company.id, CompanyProfile("demo", "Renamed")))
    assert (changed.name, changed.dataset_revision, changed.dataset_changed) == ("Renamed", 1, now)


def test_a_user_is_found_however_the_address_is_written(database: Database, ana: User) -> None:
    assert ana.email == "ana@example.com"
    assert database.read_now(lambda conn: users.by_email(conn, "ANA@example.com ")) == (ana, "hash")
    assert database.read_now(lambda conn: users.by_email(conn, "bob@example.com")) is None


def test_an_address_is_taken_in_all_companies(
    database: Database, ana: User, new_company: Callable[..., Company], now: datetime
) -> None:
    other = new_company("other")
    with pytest.raises(AlreadyExists, match="ana@example"):
        database.write_now(lambda conn: users.add(conn, other.id, "ana@example.com", "A", "recruiter", "h", now))


def test_an_operator_may_belong_to_no_company_but_a_recruiter_may_not(database: Database, now: datetime) -> None:
    operator = database.write_now(lambda conn: users.add(conn, None, "op@example.com", "Op", "operator", "h", now))
    assert database.read_now(lambda conn: users.of_company(conn, None)) == [operator]
    with pytest.raises(StorageError, match="recruiter_has_company"):
        database.write_now(lambda conn: users.add(conn, None, "bob@example.com", "Bob", "recruiter", "h", now))


def test_a_session_holds_until_it_expires(database: Database, ana: User, now: datetime) -> None:
    id_ = database.write_now(lambda conn: sessions.create(conn, ana.id, "token", "csrf", now, now + SOON))
    session = database.read_now(lambda conn: sessions.by_token_hash(conn, "token", now))
    assert session == sessions.Session(id_, ana, "csrf", now, now + SOON)
    assert database.read_now(lambda conn: sessions.by_token_hash(conn, "token", now + SOON)) is None
    assert database.read_now(lambda conn: sessions.by_token_hash(conn, "guess", now)) is None
    assert database.write_now(lambda conn: sessions.delete_expired(conn, now)) == 0
    assert database.write_now(lambda conn: sessions.delete_expired(conn, now + SOON)) == 1


def test_logging_out_ends_only_that_session(database: Database, ana: User, now: datetime) -> None:
    first, _ = (
        database.write_now(lambda conn, token=token: sessions.create(conn, ana.id, token, "csrf", now, now + SOON))  # type: ignore[misc]
        for token in ("one", "two")
    )
    database.write_now(lambda conn: sessions.delete(conn, first))
    assert database.read_now(lambda conn: sessions.by_token_hash(conn, "one", now)) is None
    assert database.read_now(lambda conn: sessions.by_token_hash(conn, "two", now)) is not None


@pytest.mark.parametrize("step", ["disable", "set_password"])
def test_disabling_a_user_or_changing_the_password_ends_their_sessions(
    step: str, database: Database, company: Company, ana: User, now: datetime
) -> None:
    database.write_now(lambda conn: sessions.create(conn, ana.id, "token", "csrf", now, now + SOON))
    if step == "disable":
        database.write_now(lambda conn: users.disable(conn, company.id, ana.id))
    else:
        database.write_now(lambda conn: users.set_password(conn, company.id, ana.id, "new hash"))
    assert database.read_now(lambda conn: sessions.by_token_hash(conn, "token", now)) is None
    user, password_hash = database.read_now(lambda conn: users.by_email(conn, ana.email)) or (ana, "")
    assert (user.disabled, password_hash) == ((True, "hash") if step == "disable" else (False, "new hash"))


def test_a_disabled_users_new_session_is_no_good(
    database: Database, company: Company, ana: User, now: datetime
) -> None:
    database.write_now(lambda conn: users.disable(conn, company.id, ana.id))
    database.write_now(lambda conn: sessions.create(conn, ana.id, "token", "csrf", now, now + SOON))
    assert database.read_now(lambda conn: sessions.by_token_hash(conn, "token", now)) is None


def test_failed_logins_count_for_the_address_and_for_the_machine(database: Database, now: datetime) -> None:
    attempts = [
        ("ana@example.com", "10.0.0.1", False, now),
        ("ANA@example.com", "10.0.0.2", False, now),
        ("bob@example.com", "10.0.0.1", False, now),
        ("ana@example.com", "10.0.0.1", True, now),
        ("ana@example.com", "10.0.0.1", False, now - SOON),
        ("eve@example.com", "10.0.0.3", False, now),
    ]
    for attempt in attempts:
        database.write_now(lambda conn, attempt=attempt: sessions.record_attempt(conn, *attempt))  # type: ignore[misc]
    ana, here = {"email": "Ana@example.com"}, {"address": "10.0.0.1"}
    for who, count in ((ana, 2), (here, 2), (ana | here, 1)):
        found = database.read_now(lambda conn, who=who: sessions.failures(conn, now, **who))  # type: ignore[misc]
        assert found == Failures(count, now, now)
    assert database.read_now(lambda conn: sessions.failures(conn, now + SOON, **ana)) == Failures(0, None, None)
    assert database.write_now(lambda conn: sessions.delete_attempts(conn, now)) == 1


def test_an_unknown_user_is_not_found(database: Database, company: Company) -> None:
    with pytest.raises(NotFound):
        database.write_now(lambda conn: users.set_password(conn, company.id, 999, "hash"))
