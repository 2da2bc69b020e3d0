"""The little Markdown that answers may use: bold, lists and links; as parts to be drawn, and as plain text. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from typing import Any, Final, Literal

Kind = Literal["text", "bullets", "numbers"]

_ADDRESS: Final = r"(?:https?://|mailto:|tel:)[^\s()<>{}]+(?:\([^\s()<>{}]*\)[^\s()<>{}]*)*"
_LINK: Final = re.compile(rf"\[([^\[\]\n]+)\]\(({_ADDRESS})\)")
_BULLET: Final = re.compile(r"[ \t]{0,8}[-*][ \t]+(?=\S)")
_NUMBER: Final = re.compile(r"[ \t]{0,8}(\d{1,3})[.)][ \t]+(?=\S)")
_MARK: Final = "**"
_NOT_SHOWN: Final = (
    re.compile(r"^[ ]{0,3}#{1,6}[ \t].*"),
    re.compile(r"^[ ]{0,3}>.*"),
    re.compile(r"^[ \t]*\|.*\|[ \t]*$"),
    re.compile(r"^[ \t]*([-*_=])(?:[ \t]*\1){2,}[ \t]*$"),
    re.compile(r"`+[^`]*`*"),
    re.compile(r"!\[[^\]]{0,200}+\]\([^)]*\)?"),  # bounded, as openings alone would be read to the end from each one
    re.compile(r"</?[A-Za-z!][^<>]*>"),
    re.compile(r"\[[^\[\]]*\]\([^)]*\)?"),
    re.compile(r"~~[^~]+~~"),
    re.compile(r"(?<![\w*])\*(?=[^\s*])[^*]*(?<=[^\s*])\*(?![\w*])"),
    re.compile(r"(?<![\w_])_{1,3}(?=[^\s_])[^_]*(?<=[^\s_])_{1,3}(?![\w_])"),
    re.compile(r"\*\*+"),
)
"""What people who know Markdown write and a chat does not draw: headings, quotes, tables, rules, code, pictures, HTML,
links to no address, struck and slanted words, and asterisks that mark nothing."""


@dataclass(frozen=True, slots=True)
class Span:
    """Words of one look; those with a `url` lead there."""

    text: str
    bold: bool = False
    url: str | None = None


Line = tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, whose lines stand below each other, or the items of a list."""

    kind: Kind
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Unshown:
    """Markup that would stand before the reader as it was typed, and the number of its line."""

    line: int
    what: str


@dataclass(frozen=True, slots=True)
class Worded:
    """A text as it is read: in plain words, and in blocks where there is anything to draw."""

    text: str
    blocks: tuple[Block, ...] = ()


def worded(source: str, filled: Callable[[str], str] = str) -> Worded:
    """Return a text in plain words, with what is to be drawn of it; `filled` fills its words in, and brings no markup.

    >>> worded("Send **one** file:\\n- your CV").text
    'Send one file:\\n• your CV'
    >>> worded("We pay 2 * 3 euros.")
    Worded(text='We pay 2 * 3 euros.', blocks=())
    """
    read = [
        (kind, mark, tuple(replace(span, text=filled(span.text)) for span in line))
        for kind, mark, line in _read(source)
    ]
    spans = [span for _, _, line in read for span in line]
    if all(kind == "text" for kind, _, _ in read) and not any(span.bold or span.url for span in spans):
        return Worded(filled(source))
    return Worded("\n".join(mark + _plain(line) for _, mark, line in read), tuple(_blocks(read)))


def unshown(source: str) -> Unshown | None:
    """Return the first markup of a text that is not drawn, None where there is none.

    >>> unshown("Hello\\n# Pay"), unshown("Kolleg*innen und **alle** [hier](https://a.example/b_c_d)")
    (Unshown(line=2, what='# Pay'), None)
    >>> [unshown(each).what for each in ("<b>Hi</b>", "[x](javascript:alert)", "**half", "an _accent_")]
    ['<b>', '[x](javascript:alert)', '**', '_accent_']
    >>> unshown("Our house: ![front](https://a.example/x.png)").what
    '![front](https://a.example/x.png)'
    """
    for number, (_, _, line) in enumerate(_read(source), start=1):
        picture = next((after for before, after in pairwise(line) if after.url and before.text.endswith("!")), None)
        if picture is not None:
            return Unshown(number, f"![{picture.text}]({picture.url})")
        words = "\0".join(span.text for span in line if span.text)
        found = next((found for each in _NOT_SHOWN if (found := each.search(words))), None)
        if found is not None:
            return Unshown(number, found.group().replace("\0", ""))
    return None


def markup_in(source: str) -> str | None:
    """Return the first markup of a text that is said as it stands, drawn in answers or not; None where there is none.

    >>> markup_in("Hello!\\n- **Pay**?"), markup_in("2 * 3 <3"), markup_in("<b>Hi</b>")
    ('**Pay**', None, '<b>')
    """
    for _, _, line in _read(source):
        found = next((span for span in line if span.bold or span.url), None)
        if found is not None:
            return f"[{found.text}]({found.url})" if found.url else f"{_MARK}{found.text}{_MARK}"
    raw = unshown(source)
    return raw.what if raw else None


def blocks_json(blocks: Iterable[Block]) -> list[dict[str, Any]]:
    """Return blocks as they are stored and sent."""
    return [
        {"kind": block.kind, "lines": [[_span_json(span) for span in line] for line in block.lines]} for block in blocks
    ]


def blocks_of(stored: Sequence[Mapping[str, Any]] | None) -> tuple[Block, ...]:
    """Return stored blocks as values.

    >>> its = worded("- **a** [b](https://c.example)").blocks
    >>> blocks_of(blocks_json(its)) == its
    True
    """
    return tuple(
        Block(each["kind"], tuple(tuple(Span(**span) for span in line) for line in each["lines"]))
        for each in stored or ()
    )


def _span_json(span: Span) -> dict[str, Any]:
    return {"text": span.text} | ({"bold": True} if span.bold else {}) | ({"url": span.url} if span.url else {})


_Read = tuple[Kind, str, Line]
"""What a line is, what it begins with in plain words, and its words."""


def _read(source: str) -> Iterator[_Read]:
    lines = source.split("\n")
    numbers = [int(found[1]) if (found := _NUMBER.match(line)) else None for line in lines]
    for place, line in enumerate(lines):
        number, bullet = numbers[place], _BULLET.match(line)
        around = numbers[max(place - 1, 0) : place + 2]
        if bullet is not None:
            yield "bullets", "• ", tuple(_spans(line[bullet.end() :]))
        # One line alone that begins with a number is a date or a house number: "1. Januar".
        elif number is not None and {number - 1, number + 1} & {each for each in around if each is not None}:
            found = _NUMBER.match(line)
            yield "numbers", f"{number}. ", tuple(_spans(line[found.end() if found else 0 :]))
        else:
            yield "text", "", tuple(_spans(line))


def _spans(line: str) -> Iterator[Span]:
    pieces = _LINK.split(line)  # words, title, address, words, title, address, ..., words
    bold, marks_bold = False, _is_paired(line)
    for place in range(0, len(pieces), 3):
        title, url = pieces[place + 1 : place + 3] or ("", None)
        for words, leads_to in ((pieces[place], None), (title, url)):
            for number, part in enumerate(words.split(_MARK) if marks_bold else [words]):
                bold = bold != (number > 0)
                if part:
                    yield Span(part, bold, leads_to)


def _is_paired(line: str) -> bool:
    """Whether each pair of asterisks begins or ends bold words, close to them."""
    parts = _LINK.sub(r"\1", line).split(_MARK)
    inside = parts[1::2]
    return len(parts) % 2 == 1 and all(part.strip() and part == part.strip() for part in inside) and "***" not in line


def _plain(line: Line) -> str:
    return "".join(_with_address("".join(span.text for span in its), url) for url, its in groupby(line, _url))


def _url(span: Span) -> str | None:
    return span.url


def _with_address(words: str, url: str | None) -> str:
    if url is None:
        return words
    address = re.sub(r"^(?:mailto|tel):", "", url)
    return words if words.strip() in (address, url) else f"{words} ({address})"


def _blocks(read: Sequence[_Read]) -> Iterator[Block]:
    for (kind, is_empty), group in groupby(read, key=lambda one: (one[0], not one[2])):
        if not is_empty:
            yield Block(kind, tuple(line for _, _, line in group))
