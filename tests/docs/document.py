"""Reading what a document shows as a block of its own: the indented lines that follow one another."""

from __future__ import annotations

from textwrap import dedent

from candor.product import ROOT


def blocks(name: str) -> list[str]:
    """Return a document's indented blocks in order; an empty line inside a block belongs to it."""
    found: list[list[str]] = [[]]
    for line in (ROOT / "docs" / name).read_text(encoding="utf-8").splitlines():
        if line.startswith("    ") or (not line and found[-1]):
            found[-1].append(line)
        elif found[-1]:
            found.append([])
    return [dedent("\n".join(block)).strip() + "\n" for block in found if block]


def block(name: str, first_line: str) -> str:
    """Return the one block that begins with this line."""
    (only,) = [text for text in blocks(name) if text.startswith(first_line + "\n")]
    return only
