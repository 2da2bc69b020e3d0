"""`python -m install product|tests|encoder|fasttext`: bring the checkout to that state, or say in one line why not."""

from __future__ import annotations

import sys
from pathlib import Path

from install import fasttext
from install.checkout import Checkout, SetUpStep
from install.failures import InstallFailed
from install.steps import ENCODER, ENVIRONMENT, PRODUCT, TESTS, TOOLS

ROOT = Path(__file__).resolve().parent.parent
WHOLE = {"product": PRODUCT, "tests": (*PRODUCT, *TESTS), "encoder": (*PRODUCT, ENCODER), "fasttext": PRODUCT}


def main(wanted: str) -> int:
    """Do what is missing; return 0, or 2 when something that is needed could not be done."""
    checkout = Checkout(ROOT)
    try:
        with checkout.alone():
            return _install(checkout, wanted)
    except InstallFailed as failure:
        print(f"candor: {failure}", file=sys.stderr)
    except KeyboardInterrupt:
        print("candor: stopped; the next make goes on from here", file=sys.stderr)
    return 2


def _install(checkout: Checkout, wanted: str) -> int:
    _do(checkout, (ENVIRONMENT, TOOLS))
    with fasttext.beside(checkout, again=wanted == "fasttext") as outcome:
        _do(checkout, WHOLE[wanted])
    if outcome.said:
        print(f"candor: {outcome.said}", file=sys.stderr)
    return 2 if wanted == "fasttext" and outcome.said else 0


def _do(checkout: Checkout, steps: tuple[SetUpStep, ...]) -> None:
    for step in steps:
        checkout.bring_to(step)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
