"""What was erased after a backup does not come back with it: the replaced database knows, and a file beside it does."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest

from candor.backup import erasures
from candor.backup.errors import BackupError
from candor.house import open_database
from candor.settings import Settings
from storage import Connection
from storage.companies import companies
from storage.conversations import conversations, inbox, messages
from storage.conversations.inbox import WantedConversations
from storage.conversations.messages import NewMessage
from storage.erasure import erasure
from storage.openings.wishes import Wish
from storage.subscriptions import subscriptions
from tests.candor.backup.conftest import NOW, House

ANNA = "anna@example.org"


@pytest.fixture
def annas(house: House, tmp_path: Path) -> Path:
    """A backup in which Anna is: she typed her address and subscribed."""

    def work(conn: Connection) -> None:
        (company,) = companies.all_companies(conn)
        for name, text in (("annas", f"I am {ANNA}"), ("bos", "Hello")):
            talk = conversations.create(conn, company.id, public_id=name, token_hash=name, language="en", now=NOW)
            messages.append(conn, company.id, talk.id, NewMessage("incoming", "candidate", text), NOW)
        wish = Wish(words="cook")
        given = {"conversation_id": None, "email": ANNA, "language": "en", "wish": wish, "frequency": "daily"}
        made = subscriptions.add(conn, company.id, now=datetime.now(NOW.tzinfo), **given)  # type: ignore[arg-type]
        subscriptions.confirm(conn, company.id, made.id, "daily", NOW)

    with house.open() as database:
        database.write_now(work)
    house.back_up(tmp_path / "backup")
    return tmp_path / "backup"


def erase_anna(house: House) -> None:
    """Erase her as the product does, with the data folder's list kept."""
    settings = Settings(data_dir=house.target.data_dir, storage={"database_url": house.target.database_url})
    with open_database(settings) as database:
        (company,) = database.read_now(companies.all_companies)
        database.write_now(lambda conn: erasure.erase_address(conn, company.id, ANNA, NOW))


def there(house: House) -> tuple[set[str], set[str | None]]:
    """Return the conversations and the addresses subscribed that are there."""

    def work(conn: Connection) -> tuple[set[str], set[str | None]]:
        (company,) = companies.all_companies(conn)
        talks = {each.public_id for each in inbox.page(conn, company.id, WantedConversations("all"), NOW)}
        return talks, {each.email for each in subscriptions.running(conn, company.id)}

    with house.open() as database:
        return database.read_now(work)


WITHOUT_ANNA: tuple[set[str], set[str | None]] = ({"bos"}, set())


@pytest.mark.both_databases
def test_what_the_replaced_database_knows_as_erased_is_erased_again(house: House, annas: Path) -> None:
    erase_anna(house)
    (house.target.data_dir / erasures.FILE).unlink()
    assert house.restore(annas, replace=True).erased_again > 0
    assert there(house) == WITHOUT_ANNA


@pytest.mark.both_databases
def test_a_lost_database_is_replaced_by_what_the_file_beside_it_knows(house: House, empty: House, annas: Path) -> None:
    erase_anna(house)
    empty.target.data_dir.mkdir()
    shutil.copy(house.target.data_dir / erasures.FILE, empty.target.data_dir)
    empty.restore(annas)
    assert there(empty) == WITHOUT_ANNA


def test_a_lost_folder_is_replaced_by_what_a_copy_of_the_file_knows(
    house: House, empty: House, annas: Path, tmp_path: Path
) -> None:
    erase_anna(house)
    copy = shutil.copy(house.target.data_dir / erasures.FILE, tmp_path / "copy")
    empty.restore(annas, erased=Path(copy))
    assert there(empty) == WITHOUT_ANNA


def test_without_either_nobody_can_know(empty: House, annas: Path) -> None:
    empty.restore(annas)
    assert there(empty) == ({"annas", "bos"}, {ANNA})


def test_a_file_that_is_no_text_is_refused_in_one_line(empty: House, annas: Path, tmp_path: Path) -> None:
    (tmp_path / "packed").write_bytes(b"\x1f\x8b\xff\n")
    with pytest.raises(BackupError, match=r"packed is not a list of erasures that Candor wrote .*$"):
        empty.restore(annas, erased=tmp_path / "packed")


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("2026-03-01 candor started\n", "Expecting value|Extra data"),
        ("erasures", "none of this installation"),
        (json.dumps({"installation": "other", "created": "2026-03-01"}) + "\n", "company"),
        (
            '{"installation": "other", "company": 1, "kind": "address", "mark": "", "examples": false, '
            '"created": "2026-03-01T12:00:00"}\n',
            "none of this installation",
        ),
    ],
    ids=["a log", "a word", "no erasure", "of another installation"],
)
def test_a_file_named_by_mistake_is_refused_before_anybody_comes_back(
    empty: House, annas: Path, tmp_path: Path, content: str, reason: str
) -> None:
    (tmp_path / "wrong").write_text(content)
    with pytest.raises(BackupError, match=rf"wrong is not a list of erasures that Candor wrote \(.*({reason})"):
        empty.restore(annas, erased=tmp_path / "wrong")
    assert not (empty.target.data_dir / "candor.db").exists()


@pytest.mark.parametrize("change", [str.rstrip, lambda whole: whole + '{"installation": "', lambda whole: ""])
def test_a_copy_that_ends_early_is_taken_as_far_as_it_goes(
    house: House, empty: House, annas: Path, tmp_path: Path, change: Callable[[str], str]
) -> None:
    erase_anna(house)
    copy = tmp_path / "copy"
    copy.write_text(change((house.target.data_dir / erasures.FILE).read_text()))
    empty.restore(annas, erased=copy)
    assert there(empty) == (WITHOUT_ANNA if copy.stat().st_size else ({"annas", "bos"}, {ANNA}))


def test_a_file_that_cannot_be_read_in_place_of_a_lost_one_is_refused(
    empty: House, annas: Path, tmp_path: Path
) -> None:
    with pytest.raises(BackupError, match=r"name the erasures\.log of the data folder that was lost"):
        empty.restore(annas, erased=tmp_path / "nowhere")
    assert not (empty.target.data_dir / "candor.db").exists()


def test_the_list_beside_the_database_names_nobody_and_has_each_erasure_once(house: House, annas: Path) -> None:
    erase_anna(house)
    erase_anna(house)
    content = (house.target.data_dir / erasures.FILE).read_text()
    lines = content.splitlines()
    assert len(lines) == len(set(lines)) > 0
    assert "anna" not in content
    assert {json.loads(line)["kind"] for line in lines} == {"address", "conversation"}


@pytest.mark.parametrize("damage", [lambda content: content[:-20], lambda content: b"", lambda content: content])
def test_a_list_that_lacks_something_is_completed_at_the_next_start(
    house: House, annas: Path, damage: Callable[[bytes], bytes]
) -> None:
    erase_anna(house)
    file = house.target.data_dir / erasures.FILE
    whole = file.read_bytes()
    file.write_bytes(damage(whole))
    settings = Settings(data_dir=house.target.data_dir, storage={"database_url": house.target.database_url})
    with open_database(settings):
        pass
    assert file.read_bytes() == whole


def test_a_list_that_cannot_be_written_stops_nothing(house: House, annas: Path) -> None:
    (house.target.data_dir / erasures.FILE).mkdir()
    erase_anna(house)
    assert there(house) == WITHOUT_ANNA
