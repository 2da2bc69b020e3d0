"""Steps of the set-up: done once, gone on with after a break, by one `make` at a time."""

from __future__ import annotations

import os
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest

from install.checkout import Checkout, SetUpStep
from install.failures import InstallFailed

APPEND = "import sys; open('log', 'a').write(sys.argv[1]); sys.exit(int(sys.argv[2]))"


def step(name: str = "packages", *, exits: int = 0) -> SetUpStep:
    """A step that leaves a trace in the file `log` and ends with this status."""
    command = [sys.executable, "-c", APPEND, f"{name} ", str(exits)]
    return SetUpStep(name, name, lambda _: [command], ("lock",))


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    """A checkout with nothing but a lock file."""
    (tmp_path / "lock").write_text("one\n")
    return Checkout(tmp_path)


def log(checkout: Checkout) -> str:
    """What was done, in order."""
    return (checkout.root / "log").read_text().strip()


def test_what_is_done_is_not_done_again(checkout: Checkout) -> None:
    checkout.bring_to(step())
    checkout.bring_to(step())
    assert log(checkout) == "packages"


def test_a_changed_lock_file_is_installed_again(checkout: Checkout) -> None:
    checkout.bring_to(step())
    (checkout.root / "lock").write_text("two\n")
    checkout.bring_to(step())
    assert log(checkout) == "packages packages"


def test_a_step_that_failed_is_done_again_and_the_ones_before_it_are_not(checkout: Checkout) -> None:
    checkout.bring_to(step("tools"))
    with pytest.raises(InstallFailed, match=r"^packages failed: it says nothing of why$"):
        checkout.bring_to(step(exits=1))
    checkout.bring_to(step("tools"))
    checkout.bring_to(step())
    assert log(checkout) == "tools packages packages"


def test_what_empties_its_folder_covers_the_step_that_filled_it(checkout: Checkout) -> None:
    product = replace(step("product"), into="filled")
    empties = [sys.executable, "-c", "import shutil; shutil.rmtree('filled')"]
    checkout.bring_to(product)
    checkout.bring_to(SetUpStep("tests", "", lambda _: [empties], into="filled", covers=(product,)))
    checkout.bring_to(product)
    assert log(checkout) == "product"


def test_what_a_step_lacks_is_said_before_anything_is_done(checkout: Checkout) -> None:
    def check() -> None:
        raise InstallFailed("Node 20 with npm is needed")

    with pytest.raises(InstallFailed, match=r"^Node 20 with npm is needed$"):
        checkout.bring_to(SetUpStep("libraries", "", step().commands, check=check))
    assert not (checkout.root / "log").exists()


def test_a_command_that_is_not_there_is_one_line(checkout: Checkout) -> None:
    with pytest.raises(InstallFailed, match="No such file or directory"):
        checkout.run(["./no-such-command"], "packages")


def test_the_second_make_waits_until_the_last_child_of_a_killed_one_has_ended(
    checkout: Checkout, capfd: pytest.CaptureFixture[str]
) -> None:
    os.mkfifo(checkout.root / "end")
    with checkout.alone() as first:
        child = first.start(["/bin/sh", "-c", "read line < end"])
    entered = threading.Event()

    def second() -> None:
        with checkout.alone():
            entered.set()

    waiting = threading.Thread(target=second)
    waiting.start()
    deadline, said = time.monotonic() + 30, ""
    while "another make" not in said and time.monotonic() < deadline:
        said += capfd.readouterr().out
    assert "another make installs here" in said
    assert not entered.is_set()
    (checkout.root / "end").write_text("now\n")
    assert entered.wait(timeout=30)
    waiting.join()
    assert child.wait() == 0
