"""HTML to plain text: nothing of it can run or point anywhere afterwards."""

from __future__ import annotations

import html
import re
from typing import Final
from urllib.parse import urlsplit

from selectolax.lexbor import LexborHTMLParser, LexborNode

from texts.cleaning import UNSEEN
from texts.web_addresses import is_web_page

LONGEST_TITLE: Final = 200
LONGEST_TEXT: Final = 20_000
LONGEST_LINK: Final = 2_000

_READ: Final = 200_000
_SILENT: Final = frozenset(
    {"script", "style", "template", "noscript", "iframe", "object", "embed", "svg", "math", "head", "title", "select"}
)
_BLOCK: Final = re.compile(
    r"""address|article|aside|blockquote|br|dd|div|dl|dt|fig\w+|footer|form|h[1-6r]|header|li|main|nav|ol|p|pre|section
    |table|tr|ul""",
    re.VERBOSE,
)
_MARKUP: Final = re.compile(r"<[a-zA-Z/!?][^<>]*>|&(?:#\d|#x|[a-zA-Z]+;)")
_UNSEEN: Final = re.compile(f"[{UNSEEN}\\u200b]")
_SPACES: Final = re.compile(r"[ \t\xa0\u2000-\u200a\u202f\u3000]+")
_EMPTY_LINES: Final = re.compile(r"\n\s*\n\s*")
_LONELY_DASH: Final = re.compile(r"^-\n+(?=[^-\n])", re.MULTILINE)


def plain_text(value: str, longest: int = LONGEST_TEXT) -> str:
    r"""Return what a reader sees of a text with or without HTML: paragraphs parted by a line break, items by "- ".

    Escaped HTML (`&lt;p&gt;`) is taken for HTML. Longer texts are cut, ending in "…".

    >>> plain_text("<p>You <b>bake</b>:</p><ul><li>bread</li><li>rolls</li></ul><script>alert(1)</script>")
    'You bake:\n- bread\n- rolls'
    """
    value = value[:_READ]
    for _ in range(2):
        if not _MARKUP.search(value):
            break
        value = _visible(value if "<" in value else html.unescape(value))
    lines = _SPACES.sub(" ", _UNSEEN.sub("", value.replace("\r", "\n")))
    text = _EMPTY_LINES.sub("\n", "\n".join(line.strip() for line in lines.split("\n"))).strip()
    text = _LONELY_DASH.sub("- ", text)
    return text if len(text) <= longest else text[: longest - 1].rstrip() + "…"


def plain_line(value: object, longest: int = LONGEST_TITLE) -> str:
    """Return a short text (a title, a name) as one line without HTML; anything but text and numbers is nothing.

    >>> plain_line("Nurse <b>(m/f/d)</b> &amp; Team"), plain_line(["x"])
    ('Nurse (m/f/d) & Team', '')
    """
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    return " ".join(plain_text(str(value), longest).split())


def http_link(value: object) -> str | None:
    """Return an http or https address with a host, as it is; None for everything else.

    >>> http_link(" https://jobs.example/1 "), http_link("javascript:alert(1)"), http_link("https://a@evil.example")
    ('https://jobs.example/1', None, None)
    """
    if not isinstance(value, str) or not is_web_page(link := html.unescape(value.strip())):
        return None
    usable = "@" not in urlsplit(link).netloc and len(link) <= LONGEST_LINK and not set(link) & set("<>\"'")
    return link if usable else None


def _visible(markup: str) -> str:
    root = LexborHTMLParser(markup).root
    pieces: list[str] = []
    if root is not None:
        _gather(root, pieces)
    return "".join(pieces)


def _gather(root: LexborNode, pieces: list[str]) -> None:
    """Walk without recursion: nested markup may be deeper than Python's stack."""
    waiting: list[LexborNode | str] = [root]
    while waiting:
        node = waiting.pop()
        if isinstance(node, str):
            pieces.append(node)
        elif node.tag == "-text":
            pieces.append(node.text_content or "")
        elif node.tag is not None and node.tag not in _SILENT and not node.tag.startswith(("-", "!")):
            block = _BLOCK.fullmatch(node.tag) is not None
            pieces.append("\n- " if node.tag == "li" else "\n" if block else "")
            waiting.append("\n" if block else " " if node.tag in ("td", "th") else "")
            waiting.extend(reversed(list(node.iter(include_text=True))))
