"""fastText, which exists as source only: built where there is a C++ compiler, and done without where there is none."""

from __future__ import annotations

import contextlib
import os
import shlex
import shutil
import subprocess
import sysconfig
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from install.checkout import Checkout, SetUpStep, say
from install.failures import NoNetwork, explained
from install.steps import locked

_LOCK = "requirements-fasttext.lock"
_LATER = "the features fasttext-sif and the engine fasttext need it, nothing else does; to add it: {}make fasttext"


@dataclass
class FastTextAdvice:
    """What is to be said about fastText when all is installed: nothing ("") where all is well."""

    said: str = ""


@contextlib.contextmanager
def beside(checkout: Checkout, *, again: bool = False) -> Iterator[FastTextAdvice]:
    """Build fastText while the block runs, and install it after; where that fails, the outcome says why in one line.

    What could not be built is tried again once something has changed, or when asked to (`again`).
    """
    outcome, lacking = FastTextAdvice(), missing()
    step = SetUpStep("fasttext" if not lacking else "no-fasttext", "", lambda _: (), (_LOCK,))
    if checkout.is_done(step) and not again:
        yield outcome
        return
    if lacking:
        yield outcome
        outcome.said = f"fastText is not installed, for {lacking[0]} is missing; {_LATER.format(lacking[1] + ' && ')}"
        checkout.mark(step)
        return
    say(f"fastText ({_LOCK}), built with the C++ compiler beside the rest")
    with _building(checkout) as build:
        yield outcome
        output = build.communicate()[0]
    if build.returncode == 0:
        checkout.run(_install(checkout), "fastText")
    else:
        failure = explained("fastText", output)
        outcome.said = f"{failure}; {_LATER.format('')}"
        if isinstance(failure, NoNetwork):
            return
    checkout.mark(step)


def missing() -> tuple[str, str] | None:
    """Return what a build of fastText lacks and the Debian command that brings it; None where nothing is missing."""
    compiler = shlex.split(os.environ.get("CXX") or sysconfig.get_config_var("CXX") or "c++")[0]
    if shutil.which(compiler) is None:
        return f"a C++ compiler ({compiler})", "apt-get install g++"
    if not (Path(sysconfig.get_path("include")) / "Python.h").exists():
        package = f"python{sysconfig.get_python_version()}-dev"
        return "Python.h", f"apt-get install {package}"
    return None


@contextlib.contextmanager
def _building(checkout: Checkout) -> Iterator[subprocess.Popen[str]]:
    """Build it into uv's cache, in a folder of its own so that uv keeps .venv free for the other packages."""
    folder = checkout.root / ".venv/.fasttext"
    flags = f"{os.environ.get('CFLAGS', '')} -g0".strip()  # no debugging tables: a quarter less work
    build = checkout.start([*_install(checkout), "--target", str(folder)], CFLAGS=flags)
    try:
        yield build
    finally:
        build.terminate()
        build.wait()
        shutil.rmtree(folder, ignore_errors=True)


def _install(checkout: Checkout) -> list[str]:
    return locked(checkout, "--no-deps", "-r", _LOCK)
