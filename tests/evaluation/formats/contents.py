"""Questions and answers such as people write them, for files of every format."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st

from evaluation.formats.content import Choices, ExampleRow, FileContent, ReplyRow, SourceFile, kept_line, plain
from evaluation.formats.registry import FORMATS, read_content, write_content

_LETTERS = "abcdeäöüßéèçABC 0123?!.,;:'\"()&/-=+@#%$\\<>*_~|我們薪水多少？\u202e\t\u202f"
_MARKS = "[]{}"


def _words(extra: str = "", longest: int = 30) -> st.SearchStrategy[str]:
    written = st.text(_LETTERS + extra, min_size=1, max_size=longest)
    return written.map(kept_line).filter(bool)


def sentences(extra: str = _MARKS) -> st.SearchStrategy[str]:
    """Return questions on one line."""
    return _words(extra)


def answers() -> st.SearchStrategy[str]:
    """Return answers of one line or several, none of which is nothing but a link."""
    lines = st.lists(_words(), min_size=1, max_size=3)
    return lines.map(lambda each: plain("\n".join(each)))


def contents(
    languages: Sequence[str] = ("en", "de"), *, extra: str = _MARKS, general: bool = True, replied: bool = True
) -> st.SearchStrategy[FileContent]:
    """Return contents of which each sentence stands once, and buttons lead to categories with questions."""
    return st.composite(_content)(languages, extra, general, replied)


def _content(draw: st.DrawFn, languages: Sequence[str], extra: str, general: bool, replied: bool) -> FileContent:
    categories = draw(st.lists(_words(longest=12), min_size=1, max_size=3, unique_by=str.casefold))
    texts = draw(st.lists(_words(extra), min_size=len(categories), max_size=8, unique_by=str.casefold))
    rows = [
        ExampleRow(text, categories[place % len(categories)], draw(st.sampled_from(languages)))
        for place, text in enumerate(texts)
    ]
    pairs = dict.fromkeys((row.category, row.language) for row in rows) if replied else {}
    chosen = [pair for pair in pairs if draw(st.booleans())]
    return FileContent(rows, [_reply(draw, *pair, rows, general) for pair in chosen])


def _reply(draw: st.DrawFn, category: str, language: str | None, rows: Sequence[ExampleRow], general: bool) -> ReplyRow:
    targets = [f"faq:{row.category}" for row in rows if row.language == language]
    targets += ["general:job_search"] if general else []
    titles = st.lists(_words(longest=10), max_size=2, unique=True)
    buttons = tuple((title, draw(st.sampled_from(targets))) for title in draw(titles))
    links = tuple((title, "https://example.com/a?b=(c)") for title in draw(titles))
    title = draw(st.just("") | _words(longest=10))
    return ReplyRow(category, language, draw(answers()), title, buttons, links)


def again(content: FileContent, format_name: str) -> FileContent:
    """Return what is read of a file that was written."""
    its = FORMATS[format_name]
    written = write_content(content, format_name)
    assert its.name == "xlsx" or written == write_content(content, format_name), "the same content is the same file"
    return read_content(SourceFile(f"file{its.suffix}", written), Choices())


def same(content: FileContent) -> tuple[set[tuple[str, str, str | None]], set[ReplyRow]]:
    """Return what counts of a content, whatever its order."""
    return {(row.text, row.category, row.language) for row in content.rows}, set(content.replies)
