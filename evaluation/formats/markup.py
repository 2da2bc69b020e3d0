"""Buttons and links written as text: one a line, `[title](target)`."""

from __future__ import annotations

import re
from typing import Final

from evaluation.formats.content import Pairs

_PAIR: Final = re.compile(r"\[((?:\\.|[^\\\[\]])*)\]\((.*)\)")
_ADDRESS: Final = re.compile(r"(?:https?://|mailto:|tel:)\S+")
_ESCAPED: Final = re.compile(r"([\\\[\]])")


def written(pairs: Pairs) -> str:
    r"""Return pairs as lines.

    >>> written((("Pay [gross]", "faq:salary"), ("Jobs", "general:job_search")))
    '[Pay \\[gross\\]](faq:salary)\n[Jobs](general:job_search)'
    """
    return "\n".join(f"[{_escaped(title)}]({target})" for title, target in pairs)


def _escaped(title: str) -> str:
    return _ESCAPED.sub(r"\\\1", title)


def read(text: str) -> Pairs | None:
    r"""Return the pairs of a text that holds nothing else, one a line; None for any other.

    >>> read("[Pay \\[gross\\]](faq:salary)"), read("see [x](y)"), read("")
    ((('Pay [gross]', 'faq:salary'),), None, ())
    """
    matches = [_PAIR.fullmatch(line.strip()) for line in text.splitlines() if line.strip()]
    found = tuple((_plain(match[1]), match[2].strip()) for match in matches if match)
    return found if len(found) == len(matches) else None


def with_links(text: str, links: Pairs) -> str:
    """Return a text with its links below it, for formats that have none of their own."""
    return f"{text}\n\n{written(links)}" if links else text


def without_links(text: str) -> tuple[str, Pairs]:
    r"""Return the text and the links that stand below it.

    >>> without_links("See [1](#a).\n\n[Our page](https://a.example/pay)")
    ('See [1](#a).', (('Our page', 'https://a.example/pay'),))
    """
    lines = text.rstrip().split("\n")
    first = len(lines)
    while first and _is_link(lines[first - 1]):
        first -= 1
    links = read("\n".join(lines[first:])) or ()
    return "\n".join(lines[:first]).rstrip(), links


def _is_link(line: str) -> bool:
    match = _PAIR.fullmatch(line.strip())
    return match is not None and _ADDRESS.fullmatch(match[2]) is not None


def _plain(title: str) -> str:
    return re.sub(r"\\(.)", r"\1", title)
