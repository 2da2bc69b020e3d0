"""A place that cannot be written to is noticed before the work begins, by every command that writes a file."""

from __future__ import annotations

from pathlib import Path

import click
import pytest

from candor.cli import candor
from candor.commands.out_file import OutFile
from tests.commanding import Candor

READS = {"--config", "--data", "--data-dir", "--erasures", "--model", "--train"}


def options() -> list[tuple[str, click.Option]]:
    found: list[tuple[str, click.Option]] = []

    def look(name: str, command: click.Command) -> None:
        if isinstance(command, click.Group):
            context = click.Context(command)
            for part in command.list_commands(context):
                if (one := command.get_command(context, part)) is not None:
                    look(f"{name} {part}", one)
        else:
            found.extend((name, each) for each in command.params if isinstance(each, click.Option))

    look("candor", candor)
    return found


def test_every_option_that_names_a_file_to_write_looks_at_its_folder() -> None:
    paths = [(name, each) for name, each in options() if isinstance(each.type, click.Path)]
    writes = [(name, each) for name, each in paths if not READS & set(each.opts)]
    # The first makes its folder, the second is the server's own.
    unlooked = {name for name, each in writes if not isinstance(each.type, OutFile)}
    assert unlooked <= {"candor evaluate splits", "candor openings feeds read"}, unlooked
    assert len(writes) > 8


@pytest.mark.parametrize("option", ["--out", "--html"])
def test_a_missing_folder_is_told_before_the_data_is_read(tmp_path: Path, option: str) -> None:
    said = Candor().refusal("evaluate", "nex-cv", "no-such-data.csv", option, tmp_path / "none" / "x.json")
    assert "none: no such folder: make it first" in said
    assert "no-such-data" not in said


def test_a_folder_in_place_of_a_file_is_refused_and_a_plain_name_is_not(tmp_path: Path) -> None:
    assert "is a directory" in Candor().refusal("evaluate", "nex-cv", "no-such-data.csv", "--out", tmp_path)
    assert OutFile().convert("figures.json", None, None) == Path("figures.json")
    assert OutFile(allow_dash=True).convert("-", None, None) == Path("-")
