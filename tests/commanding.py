"""The `candor` command as its users run it, with its exit codes and single error lines, mostly without a process."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from unittest import mock

from click.testing import CliRunner

from candor.cli import main
from training import low_priority

ONE_PROCESS = {"CANDOR_EVALUATION__JOBS": "1"}
"""A few dozen questions are measured before workers have started."""

QUESTIONS = "text,category\n" + "".join(
    f"{shape.format(word)},{category}\n"
    for category, words in {
        "salary": ("pay", "salary", "wages"),
        "holidays": ("holidays", "vacation", "leave"),
        "parking": ("parking", "garage", "car park"),
    }.items()
    for word in words
    for shape in ("what about {}", "{}?", "tell me of the {}", "any {} here")
)


@dataclass(frozen=True, slots=True)
class Said:
    """How a command ended and what it wrote."""

    code: int
    out: str
    err: str


@dataclass(frozen=True, slots=True)
class Candor:
    """Runs commands on one data folder, or as the arguments say, and fails where they end otherwise than expected."""

    data_dir: Path | None = None
    environment: Mapping[str, str] = field(default_factory=dict)

    def run(self, *arguments: object, stdin: bytes = b"", expect: int = 0) -> Said:
        """Run one command here and now; what nobody catches there is raised here."""
        return _expected(run_here([str(each) for each in arguments], stdin, self._environment()), expect)

    def run_in_a_process(self, *arguments: object, stdin: bytes = b"", expect: int = 0) -> Said:
        """Run one command as a shell does; says the same as `run`, seconds later."""
        command = [sys.executable, "-m", "candor", *map(str, arguments)]
        whole = os.environ | self._environment()
        done = subprocess.run(command, input=stdin, capture_output=True, check=False, env=whole)
        return _expected(Said(done.returncode, done.stdout.decode(), done.stderr.decode()), expect)

    def refusal(self, *arguments: object) -> str:
        """Return the one line that a refused command writes."""
        return refusal_in(self.run(*arguments, expect=2))

    def _environment(self) -> dict[str, str]:
        folder = {"CANDOR_DATA_DIR": str(self.data_dir)} if self.data_dir else {}
        return {"CANDOR_DEMO": "false", **ONE_PROCESS, **folder, **self.environment}


def refusal_in(said: Said) -> str:
    """Return the one line on standard error; fails if there is more, or if something was written besides."""
    assert said.err.startswith("candor: "), said
    assert said.err.count("\n") == 1, said
    assert said.out == ""
    return said.err


def make_house(candor: Candor) -> None:
    """Make the company acme, which serves English, and train it with `QUESTIONS`."""
    profile = ("--careers-url", "https://acme.example/jobs", "--contact-email", "jobs@acme.example")
    candor.run("company", "add", "acme", "--name", "Acme", *profile)
    assert candor.data_dir is not None
    file = candor.data_dir / "questions.csv"
    file.write_text(QUESTIONS, encoding="utf-8")
    candor.run("data", "import", "--company", "acme", file)
    candor.run("train", "--company", "acme")


def run_here(arguments: list[str], stdin: bytes, environment: Mapping[str, str]) -> Said:
    """Run `candor.cli.main` with these arguments; the priority of this process stays what it is."""
    code = 0
    with (
        CliRunner().isolation(stdin, env=environment) as (out, err, _),
        mock.patch.object(sys, "argv", ["candor", *arguments]),
        mock.patch.object(low_priority, "yield_to_others"),
    ):
        try:
            main()
        except SystemExit as ended:
            code = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
        sys.stdout.flush()
        sys.stderr.flush()
        return Said(code, out.getvalue().decode(), err.getvalue().decode())


def _expected(said: Said, code: int) -> Said:
    assert said.code == code, said
    assert "Traceback" not in said.err, said.err
    return said
