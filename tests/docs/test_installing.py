"""The commands that docs/installing.md, the unit and the image run are commands there are."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click import Command, Context, Group

from candor.cli import candor
from candor.product import ROOT
from nlu.version import VERSION
from tests.docs.document import block, blocks
from tests.docs.programs import installed

DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
SHELL = [line for text in blocks("installing.md") if not text.startswith("# /etc/") for line in text.splitlines()]


def _commands() -> Iterator[str]:
    for line in SHELL:
        if found := re.search(r"(?:^|/bin/| run --rm | exec candor )(candor .*)", line):
            yield found.group(1)
    unit = block("installing.md", "# /etc/systemd/system/candor.service")
    yield from re.findall(r"^ExecStart=\S*/(candor .*)", unit, re.MULTILINE)


@pytest.mark.parametrize("line", list(_commands()))
def test_every_candor_command_is_understood(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in re.findall(r"\s([\w.]+\.csv)", line):
        Path(name).touch()
    command: Command | None = candor
    _, *words = shlex.split(line)
    while words and isinstance(command, Group) and not words[0].startswith("-"):
        command = command.get_command(Context(command), words.pop(0))
    assert command is not None, f"there is no such command: {line}"
    if words != ["--version"]:
        command.make_context(line, words)


def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    analyze = installed("systemd-analyze", "systemd")
    unit = tmp_path / "candor.service"
    text = block("installing.md", "# /etc/systemd/system/candor.service")
    unit.write_text(text.replace("/opt/candor/bin/candor", sys.executable), encoding="utf-8")
    verified = subprocess.run([analyze, "verify", str(unit)], capture_output=True, text=True, check=False)
    assert (verified.returncode, verified.stderr) == (0, "")


def test_the_wheel_has_the_name_of_this_version() -> None:
    named = set(re.findall(r"candor_bot-[\w.]+-py3-none-any\.whl", "\n".join(SHELL)))
    assert named == {f"candor_bot-{VERSION}-py3-none-any.whl"}


def test_the_image_copies_what_there_is() -> None:
    lines = re.findall(r"^COPY (?!--from)(.*)", DOCKERFILE, re.MULTILINE)
    copied = [name for line in lines for name in line.split()[:-1]]
    assert copied
    assert [name for name in copied if not (ROOT / name).exists()] == []


def test_the_image_runs_a_command_there_is() -> None:
    (entry,), (command,) = (re.findall(rf"^{key} (\[.*\])", DOCKERFILE, re.MULTILINE) for key in ("ENTRYPOINT", "CMD"))
    assert json.loads(entry) == ["candor"]
    assert json.loads(command)[0] in candor.list_commands(Context(candor))
