"""Databases for tests: each test gets its own, on SQLite and, where `both_databases` holds, on PostgreSQL as well."""

from __future__ import annotations

import gc
import importlib.util
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from _pytest.doctest import DoctestModule
from hypothesis import settings
from sqlalchemy import Pool, create_engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.pool import ConnectionPoolEntry

from storage import Database
from storage.companies import companies
from storage.companies.companies import Company, CompanyProfile
from storage.database.engine import parse_url
from storage.database.migrate import migrate
from tests.learnt import Learnt
from tests.schemas import Schemas, drop, schema_url

POSTGRES = os.environ.get("CANDOR_TEST_POSTGRES", "postgresql://root@127.0.0.1:5432/test")
STORAGE = Path(__file__).parent / "storage"
_unreachable: list[str] = []
_NO_PUBLIC_DATA = (
    "CANDOR_DATA is not set: point it to a folder with hint3/ (github.com/hellohaptik/HINT3), clinc150/, banking77/ "
    "and nexcv/ (cases of the reference implementation) to compare with published data"
)
_NO_FASTTEXT = "fastText is not installed: make fasttext says what is missing"

pytest_plugins = ["tests.browsing", "tests.statements"]

# Time says more of the machine than of the code; in CI a change is judged by the same examples as the one before it.
settings.register_profile("candor", deadline=None, derandomize=os.environ.get("CI") == "true")
settings.load_profile("candor")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the full matrix."""
    parser.addoption("--all-databases", action="store_true", help="run every test that stores something on PostgreSQL")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Look for no garbage while collecting, and afterwards never again in what was collected: it stays to the end."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave PostgreSQL to tests/storage and the tests marked `both_databases`; what takes longest begins first."""
    everywhere = config.getoption("all_databases")
    left = {item for item in items if on_postgresql(item) and not runs_on_postgresql(item, everywhere=everywhere)}
    config.hook.pytest_deselected(items=list(left))
    items[:] = sorted(
        (item for item in items if item not in left), key=lambda item: item.get_closest_marker("slow") is None
    )


@pytest.hookimpl(wrapper=True)
def pytest_collect_file() -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Look for no doctests in tests: there are none, and looking takes every process seconds."""
    return [found for found in (yield) if not isinstance(found, DoctestModule)]


def on_postgresql(item: pytest.Item) -> bool:
    """Whether this is the run on PostgreSQL of a test that could run on either."""
    params = item.callspec.params if isinstance(item, pytest.Function) and hasattr(item, "callspec") else {}
    return "postgresql" in params.values()


def runs_on_postgresql(item: pytest.Item, *, everywhere: bool) -> bool:
    """Whether the run on PostgreSQL is wanted: everywhere, not of tests about what only SQLite does."""
    return both_databases(item) or (everywhere and item.get_closest_marker("sqlite_only") is None)


def both_databases(item: pytest.Item) -> bool:
    """Whether a test is about the database: all of tests/storage is, elsewhere one or two tests of each use case."""
    return STORAGE in item.path.parents or item.get_closest_marker("both_databases") is not None


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest) -> str:
    """The URL of an empty, migrated database of this test's own."""
    return str(request.getfixturevalue(f"{request.param}_url"))


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    """That database, open."""
    with Database.open(database_url) as opened:
        yield opened


@pytest.fixture
def new_company(database: Database) -> Callable[..., Company]:
    """Make a company: `new_company("acme", languages=("en", "de"))`."""

    def make(key: str = "demo", **profile: Any) -> Company:
        whole = CompanyProfile(**{"key": key, "name": key.title(), **profile})
        return database.write_now(lambda conn: companies.add(conn, whole, datetime.now(UTC)))

    return make


@pytest.fixture
def company(new_company: Callable[..., Company]) -> Company:
    """A company with the key "demo"."""
    return new_company()


@pytest.fixture
def sqlite_url(migrated_file: Path) -> Iterator[str]:
    """A copy of a migrated SQLite file."""
    with copied(migrated_file) as url:
        yield url


@pytest.fixture
def data_dir(tmp_path: Path, migrated_file: Path) -> Path:
    """A data folder, that of `tmp_path`, with an empty, migrated database."""
    shutil.copy(migrated_file, tmp_path)
    return tmp_path


@pytest.fixture
def postgresql_url(schemas: Schemas) -> Iterator[str]:
    """A schema on the PostgreSQL server that no other test uses meanwhile."""
    with schemas.lent() as url:
        yield url


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def module_url(request: pytest.FixtureRequest) -> Iterator[str]:
    """The URL of a migrated database for all tests of a module: each of them leaves it as it was."""
    with (
        copied(request.getfixturevalue("migrated_file"))
        if request.param == "sqlite"
        else request.getfixturevalue("schemas").lent()
    ) as url:
        yield url


@contextmanager
def copied(migrated_file: Path) -> Iterator[str]:
    """Give the URL of a copy of the file, which is gone afterwards."""
    with tempfile.TemporaryDirectory(dir=migrated_file.parent) as folder:
        shutil.copy(migrated_file, folder)
        yield f"sqlite:///{folder}/{migrated_file.name}"


@pytest.fixture(scope="session")
def schemas(migration_script: str) -> Iterator[Schemas]:
    """Migrated schemas to lend."""
    lent = Schemas(POSTGRES, migration_script)
    yield lent
    lent.close()


@pytest.fixture(scope="session")
def migrated_file() -> Iterator[Path]:
    """An SQLite file that was migrated once for all tests, in memory where the system has a folder for that."""
    memory = Path("/dev/shm") if os.access("/dev/shm", os.W_OK) else Path(tempfile.gettempdir())
    for left in memory.glob("candor-tests-*-*"):
        if Path("/proc/self").exists() and not Path("/proc", left.name.split("-")[2]).exists():  # of a killed run
            shutil.rmtree(left, ignore_errors=True)
    with tempfile.TemporaryDirectory(prefix=f"candor-tests-{os.getpid()}-", dir=memory) as name:
        file = Path(name, "candor.db")
        Database.open(f"sqlite:///{file}").close()
        yield file


@event.listens_for(Pool, "checkout")
def wait_for_no_disk(driver: DBAPIConnection, record: ConnectionPoolEntry, _: object) -> None:
    """Let SQLite's commits not wait for the disk: servers that tests kill are processes of their own and still do."""
    if isinstance(driver, sqlite3.Connection) and record.info.setdefault("waits", True):
        driver.execute("PRAGMA synchronous=OFF")
        record.info["waits"] = False


@pytest.fixture(scope="session")
def migration_script(postgresql_server: None) -> str:
    """What the migrations execute on PostgreSQL, taken down once: running it again is quicker than migrating again."""
    schema = f"candor_{uuid4().hex}"
    taken: list[str] = []
    with psycopg.connect(POSTGRES, autocommit=True) as conn:
        conn.execute(f"CREATE SCHEMA {schema}".encode())
        engine = create_engine(parse_url(schema_url(POSTGRES, schema)))
        event.listen(engine, "before_cursor_execute", lambda _c, _k, statement, *_: taken.append(statement))
        migrate(engine)
        engine.dispose()
        drop(conn, schema)
    return ";".join(each for each in taken if each.split()[0] in {"CREATE", "INSERT", "ALTER", "UPDATE", "DROP"})


@pytest.fixture(scope="session")
def postgresql_server() -> None:
    """Skip, loudly, where there is no PostgreSQL; fail in CI."""
    try:
        psycopg.connect(POSTGRES, connect_timeout=3).close()
    except psycopg.OperationalError as error:
        complaint = f"no PostgreSQL at {POSTGRES} ({str(error).strip()}): set CANDOR_TEST_POSTGRES to its URL"
        if os.environ.get("CI") == "true":
            pytest.fail(complaint, pytrace=False)
        _unreachable.append(complaint)
        pytest.skip(complaint)


@pytest.fixture(scope="session")
def learnt(tmp_path_factory: pytest.TempPathFactory) -> Learnt:
    """What is learnt of the starter data, in a folder that all processes of the run share."""
    own = tmp_path_factory.getbasetemp()
    return Learnt((own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "learnt")


@pytest.fixture(scope="session")
def candor_data() -> Path:
    """The folder of public data; without it a user's run skips and says why, and CI fails."""
    folder = os.environ.get("CANDOR_DATA")
    if folder:
        return Path(folder)
    if os.environ.get("CI") == "true":
        pytest.fail(_NO_PUBLIC_DATA)
    pytest.skip(_NO_PUBLIC_DATA)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Escape lone surrogates in what a test printed: a report that goes to another process must be UTF-8."""
    report = yield
    report.sections = [(name, said.encode("utf-8", "backslashreplace").decode()) for name, said in report.sections]
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say at the end which tests did not run."""
    for complaint in set(_unreachable):
        terminalreporter.write_line(f"TESTS ON POSTGRESQL DID NOT RUN: {complaint}", red=True, bold=True)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip what needs fastText, loudly, where it could not be built; in CI that fails."""
    if item.get_closest_marker("fasttext") and importlib.util.find_spec("fasttext") is None:
        if os.environ.get("CI") == "true":
            pytest.fail(_NO_FASTTEXT, pytrace=False)
        pytest.skip(_NO_FASTTEXT)
