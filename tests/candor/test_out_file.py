"""A place that cannot be written to is noticed before the work begins, by every command that writes a file."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

import click
import pytest

from candor import commands as candor_commands
from candor.cli import candor
from candor.commands.out_file import OutFile, write_out
from tests.commanding import QUESTIONS, Candor
from tests.full_disk import no_file_larger_than

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


def test_where_there_is_no_space_what_stood_in_a_file_stays(tmp_path: Path) -> None:
    out = tmp_path / "figures.json"
    out.write_text("of yesterday", encoding="utf-8")
    with no_file_larger_than(100), pytest.raises(click.ClickException, match=r"figures\.json cannot be written"):
        write_out(out, "x" * 1000)
    assert out.read_text(encoding="utf-8") == "of yesterday"
    assert list(tmp_path.iterdir()) == [out]


@pytest.mark.usefixtures("taught")
@pytest.mark.parametrize("command", ["nex-cv", "compare", "sequential", "threshold", "holdout"])
def test_figures_that_find_no_space_are_shown_all_the_same(command: str, tmp_path: Path) -> None:
    questions = tmp_path / "questions.csv"
    questions.write_text(QUESTIONS, encoding="utf-8")
    engines = (
        ("--engines", "nearest-neighbour,most-frequent") if command == "compare" else ("--engine", "most-frequent")
    )
    options = {"sequential": ("--orders", "1", "--steps", "1"), "holdout": (questions,)}.get(
        command, ("--retries", "1")
    )
    said = Candor().run("evaluate", command, questions, *options, *engines, "--out", "/dev/full", expect=2)
    assert "No space left on device" in said.err
    assert len(said.out) > 200


def test_a_file_is_written_over_with_its_rights_and_through_a_link(tmp_path: Path) -> None:
    out, link = tmp_path / "figures.json", tmp_path / "newest.json"
    out.write_text("of yesterday", encoding="utf-8")
    out.chmod(0o640)
    link.symlink_to(out)
    write_out(link, "of today")
    assert (out.read_text(encoding="utf-8"), out.stat().st_mode & 0o777, link.is_symlink()) == ("of today", 0o640, True)
    write_out(Path(os.devnull), "not kept")
    assert Path(os.devnull).is_char_device()


def test_nobody_else_may_read_what_takes_the_place_of_a_secret_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, rights = tmp_path / "figures.json", list[int]()
    out.touch(mode=0o600)
    before = shutil.copymode

    def looking(stands: Path, making: Path) -> None:
        rights.append(making.stat().st_mode & 0o777)
        before(stands, making)

    monkeypatch.setattr(shutil, "copymode", looking)
    write_out(out, "of today")
    usual = os.umask(0o027)
    write_out(tmp_path / "new.json", "of today")
    os.umask(usual)
    assert (rights, (tmp_path / "new.json").stat().st_mode & 0o777) == ([0o600], 0o640)


def test_no_command_writes_a_file_in_another_way() -> None:
    places = (Path(candor_commands.__file__).parent).glob("*.py")
    others = {one.name for one in places if re.search(r"\.write_(text|bytes)\(|\.open\(\"[wx]", one.read_text("utf-8"))}
    assert others == {"out_file.py"}
