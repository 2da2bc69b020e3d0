"""What only a process of its own shows: the shell's view of an end, of both outputs and of a reader that goes away."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.commanding import Candor, refusal_in


def test_a_good_run_ends_with_zero_and_writes_what_the_same_command_says_here(tmp_path: Path) -> None:
    candor = Candor(tmp_path)
    profile = ("--careers-url", "https://acme.example/jobs", "--contact-email", "jobs@acme.example")
    candor.run("company", "add", "acme", "--name", "Acmé", *profile)
    listed = candor.run_in_a_process("company", "list")
    assert "Acmé" in listed.out
    assert listed.err == ""
    assert candor.run("company", "list") == listed


def test_a_users_error_is_one_line_and_exit_code_2(tmp_path: Path) -> None:
    candor = Candor(tmp_path)
    bad = ("company", "list", "--config", tmp_path / "none.yaml")
    refused = candor.run_in_a_process(*bad, expect=2)
    assert "cannot be read" in refusal_in(refused)
    assert candor.run(*bad, expect=2) == refused


def test_a_database_that_may_come_yet_ends_with_a_code_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    monkeypatch.setenv("CANDOR_STORAGE__DATABASE_URL", f"postgresql://root@{address}/candor")
    for command in (("company", "list"), ("serve", "--port", 0)):
        said = Candor(tmp_path).run_in_a_process(*command, expect=os.EX_TEMPFAIL)
        assert "check that PostgreSQL runs there" in said.err.splitlines()[-1]


def test_a_port_in_use_is_one_line_at_the_end(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        said = Candor(tmp_path).run_in_a_process("serve", "--port", port, expect=2)
    assert f"port {port} on 127.0.0.1 is in use" in said.err.splitlines()[-1]


def test_a_reader_that_goes_away_ends_a_command_without_a_word() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-m", "candor", "--version"], stdout=writer, stderr=subprocess.PIPE, check=False
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (1, b"")
