"""PostgreSQL's own programs, as StorageErrors of one line when they are missing, too old or fail."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterable, Sequence

from sqlalchemy import URL, Connection, text

from storage.database.errors import StorageError


def require(tool: str, conn: Connection) -> None:
    """Raise StorageError unless the program is there and at least as new as the connection's server."""
    server = int(str(conn.scalar(text("SHOW server_version_num")))) // 10_000
    how = f"install PostgreSQL's client programs of version {server} or newer (Debian: postgresql-client)"
    try:
        said = subprocess.run([tool, "--version"], capture_output=True, text=True, check=True).stdout  # noqa: S603
    except (OSError, subprocess.CalledProcessError):
        raise StorageError(f"{tool} cannot be run: {how}.") from None
    found = re.search(r"\d+", said)
    if found is None or int(found.group()) < server:
        raise StorageError(f"{tool} is older than the server ({said.strip()}; server {server}): {how}.")


def run(tool: str, url: URL, *options: str) -> None:
    """Run the program on a database; raise StorageError with what it complained of."""
    done = subprocess.run(  # noqa: S603
        [tool, *options, _database(url)],
        env=_environment(url),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    _expect_success(tool, done.returncode, done.stderr)


def feed(producer: Sequence[str], url: URL, before: Iterable[str], after: Iterable[str]) -> None:
    """Run in one transaction on a database: statements, the SQL that a program writes, statements.

    Raises StorageError when either fails, and then nothing has happened.
    """
    command = ["psql", "--no-psqlrc", "--quiet", "--output=/dev/null", "--set=ON_ERROR_STOP=1", _database(url)]
    with (
        subprocess.Popen(producer, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as source,  # noqa: S603
        subprocess.Popen(command, env=_environment(url), stdin=subprocess.PIPE, stderr=subprocess.PIPE) as psql,  # noqa: S603
    ):
        assert source.stdout is not None
        assert psql.stdin is not None
        try:
            psql.stdin.write(_sql("BEGIN", *before))
            psql.stdin.writelines(line for line in source.stdout if line not in _UNKNOWN_TO_OLDER_SERVERS)
            _expect_success(producer[0], source.wait(), source.stderr.read() if source.stderr else b"")
            psql.stdin.write(_sql(*after, "COMMIT"))
        except BrokenPipeError:
            source.terminate()
        except BaseException:
            psql.terminate()
            raise
        complaint = psql.communicate()[1]
    _expect_success("psql", psql.returncode, complaint)


_UNKNOWN_TO_OLDER_SERVERS = {b"SET transaction_timeout = 0;\n"}
"""Written by programs from version 17 on whatever the server is; no row looks like it."""


def _sql(*statements: str) -> bytes:
    return "".join(f"{each};\n" for each in statements).encode()


def _database(url: URL) -> str:
    """Without the password: everybody on the machine can read the arguments of a program."""
    shown = url.set(drivername="postgresql", password=None).render_as_string(hide_password=False)
    return f"--dbname={shown}"


def _environment(url: URL) -> dict[str, str]:
    return {**os.environ, "LC_ALL": "C"} | ({"PGPASSWORD": str(url.password)} if url.password else {})


def _expect_success(tool: str, code: int, complaint: bytes) -> None:
    if code != 0:
        lines = [line for line in complaint.decode(errors="replace").splitlines() if line.strip()]
        told = next((line for line in lines if "error" in line.casefold()), lines[0] if lines else f"exit code {code}")
        raise StorageError(f"{tool} failed: {told.removeprefix(f'{tool}: ')}")
